// Something in a drawing that can be pressed, by pointer and by keyboard alike. Named by a title, not by aria-label: what is
// drawn in it (a figure, a shortened word) would otherwise contradict its name for those who speak to their browser.
import type { ReactNode } from 'react'

type SvgButtonProps = { label: string; onPress: () => void; pressed?: boolean; children: ReactNode }

export function SvgButton({ label, onPress, pressed, children }: SvgButtonProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an HTML button cannot stand inside a drawing
    <g
      role="button"
      tabIndex={0}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      style={{ cursor: 'pointer' }}
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onPress()
      }}
    >
      <title>{label}</title>
      {children}
    </g>
  )
}
