// One figure with what it is measured against; the whole tile opens the list behind it.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Tone } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { LinkCard } from '#web/ui/links.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { linkOf, type Opens } from './opens.ts'

export type TileProps = {
  label: string
  /** Undefined while it is being counted. */
  figure: string | undefined
  /** "of 86", "kg". */
  unit?: string | undefined
  /** 0..1: how much of what it is measured against. */
  share?: number | undefined
  remark: { words: string; tone: Tone } | undefined
} & Opens

export function Tile({ label, figure, unit, share, remark, ...opens }: TileProps) {
  const operator = useOperator()
  return (
    <Card>
      <LinkCard {...linkOf(operator, opens)} sx={{ p: 1.75, pb: 1.5, height: '100%', display: 'block' }}>
        <Typography variant="caption" component="div" color="textSecondary" sx={{ lineHeight: 1.35 }}>
          {label}
        </Typography>
        {figure === undefined ? (
          <Skeleton width="60%" height={28} />
        ) : (
          <Typography variant="h4" component="div" noWrap>
            {figure}
            {unit ? (
              <Box component="span" sx={{ fontSize: 13, fontWeight: 400, color: 'text.secondary', ml: 0.75 }}>
                {unit}
              </Box>
            ) : null}
          </Typography>
        )}
        <Box aria-hidden sx={{ height: 6, borderRadius: 3, my: 1, bgcolor: share === undefined ? 'transparent' : gaugeColours.track, overflow: 'hidden' }}>
          <Box sx={{ height: '100%', width: `${Math.min(1, Math.max(0, share ?? 0)) * 100}%`, bgcolor: gaugeColours.delivered }} />
        </Box>
        <Box sx={{ minHeight: 20 }}>{remark ? <ToneText label={remark.words} tone={remark.tone} /> : null}</Box>
      </LinkCard>
    </Card>
  )
}
