// Labels on the left, figures on the right: the quiet list in which the side panels of hand-made screens state facts.
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export type FigureRow = { key: string; label: ReactNode; note?: ReactNode; value: ReactNode; strong?: boolean }

export function FigureRows({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
      {rows.map(({ key, label, note, value, strong = true }) => (
        // The value takes the room it needs; what is longer than the line breaks in its own column.
        <Box key={key} sx={{ display: 'grid', gridTemplateColumns: 'minmax(30%, 1fr) minmax(min-content, auto)', alignItems: 'center', columnGap: 1.5 }}>
          <Box component="dt" sx={{ minWidth: 0 }}>
            {label}
            {note ? (
              <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5, ml: 0.75 }}>
                {note}
              </Box>
            ) : null}
          </Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right', fontWeight: strong ? 600 : 400, fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
