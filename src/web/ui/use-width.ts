// How wide an element is right now, for drawings whose text must stay readable on a phone: they are laid out anew,
// not scaled down.
import { useEffect, useRef, useState } from 'react'

/** For the measured element: as wide as its parent gives it, whatever was drawn inside for an earlier width. */
export const fluidWidth = { width: 0, minWidth: '100%' } as const

/** A ref to hang on the element, and its content width in whole px (`before` until it is measured). */
export function useWidth(before: number): [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(before)
  const watch = useRef<ResizeObserver | null>(null)
  useEffect(() => () => watch.current?.disconnect(), [])
  const [attach] = useState(() => (element: HTMLElement | null) => {
    watch.current?.disconnect()
    if (!element || typeof ResizeObserver === 'undefined') return
    // An element that is not shown (a closed panel) has no width; it keeps the last one.
    watch.current = new ResizeObserver(([entry]) => setWidth((last) => Math.floor(entry?.contentRect.width ?? 0) || last))
    watch.current.observe(element)
  })
  return [attach, width]
}
