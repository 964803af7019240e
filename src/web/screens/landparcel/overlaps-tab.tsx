// The overlaps of a plot: each open case with both boundaries on the map, the ground that both claim, what is proposed, and what this person can
// do about it. Below, whether the plot lies over land of another programme, and what was settled.
import Box from '@mui/material/Box'
import { settlements } from '#domain/land/overlap-events.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { OverlapPanel } from './overlap-panel.tsx'
import { useOverlapCases } from './queries.ts'

export function OverlapsTab({ record: parcel }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useOverlapCases(parcel.id, parcel.version)
  if (error && !data) return <LoadError problem={error} title={t('The overlaps could not be loaded')} retry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} columns={3} />
  const { items, settled, elsewhere } = data
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {items.map((one) => (
        <OverlapPanel key={one.code} parcel={parcel} one={one} />
      ))}
      {items.length === 0 ? (
        <Panel>
          <EmptyState title={t('No open overlap')} reason={t('Nobody else claims more than 5 % of this ground in this programme.')} />
        </Panel>
      ) : null}
      {elsewhere ? (
        <Panel title={t('Other programmes')} note={t('as of {{day}}', { day: format.date(elsewhere.on) })}>
          {elsewhere.isOver ? (
            <>
              <ToneText tone="error" label={t('Overlaps land registered in another programme')} />
              <Box sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
                {t('Which one, and by how much, is not known here. Check this boundary with the grower and the land record.')}
              </Box>
            </>
          ) : (
            t('Overlaps no land registered in another programme')
          )}
        </Panel>
      ) : null}
      {settled.length > 0 ? (
        <Panel title={t('Settled before')}>
          <FigureRows
            rows={settled.map(({ code, how, at }) => ({ key: `${code}${at}`, label: code, note: t(settlements[how]), value: format.date(format.dayOf(at)) }))}
          />
        </Panel>
      ) : null}
    </Box>
  )
}
