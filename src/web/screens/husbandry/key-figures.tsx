// The few figures that say how an animal, a flock or a pond is doing: large, with what each is measured against.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { Tone } from '#domain/kernel/field.ts'
import { ToneText } from '#web/ui/status-chip.tsx'

/** `value` null: it cannot be worked out, and the figure is left out. */
export type KeyFigure = { key: string; label: string; value: string | null; unit?: string; note?: string; tone?: Tone }

export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  const shown = figures.filter(({ value }) => value !== null)
  if (shown.length === 0) return null
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(150px, 1fr))' } }}
    >
      {shown.map(({ key, label, value, unit, note, tone }) => (
        <Card key={key} sx={{ p: 1.75 }}>
          <Typography variant="caption" component="dt" color="textSecondary">
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Typography variant="h4" component="div" sx={{ overflowWrap: 'anywhere' }}>
              {value}
              {unit ? (
                <Box component="span" sx={{ fontSize: 13, fontWeight: 400, color: 'text.secondary', ml: 0.75 }}>
                  {unit}
                </Box>
              ) : null}
            </Typography>
            {note ? <ToneText label={note} tone={tone ?? 'neutral'} /> : null}
          </Box>
        </Card>
      ))}
    </Box>
  )
}
