// How a message went: delivered, still waiting, failed, as parts of one bar; the figures beside it say the same in words.
import Box from '@mui/material/Box'
import type { CellProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

export type Reach = { delivered: number; waiting: number; failed: number }

export function ReachBar({ reach: { delivered, waiting, failed }, height = 10 }: { reach: Reach; height?: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const all = Math.max(1, delivered + waiting + failed)
  const words = [
    t('Delivered: {{number}}', { number: format.number(delivered) }),
    t('Waiting: {{number}}', { number: format.number(waiting) }),
    t('Failed: {{number}}', { number: format.number(failed) }),
  ]
  const piece = (count: number, colour: string) => <Box sx={{ width: `${(count / all) * 100}%`, bgcolor: colour }} />
  return (
    <Box role="img" aria-label={format.list(words)} sx={{ display: 'flex', height, borderRadius: height / 2, overflow: 'hidden', bgcolor: 'divider' }}>
      {piece(delivered, 'tone.success.ink')}
      {piece(waiting, 'divider')}
      {piece(failed, 'tone.error.ink')}
    </Box>
  )
}

/** In the list: the share alone. */
export function ReachCell({ value }: CellProps) {
  const format = useFormat()
  if (typeof value !== 'number') return <>–</>
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 1, alignItems: 'center', minWidth: 110 }}>
      <ReachBar reach={{ delivered: value, waiting: 0, failed: 1 - value }} height={6} />
      <span>{format.wholeShare(value)}</span>
    </Box>
  )
}
