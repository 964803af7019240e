// A recall: its clock and four figures, where the goods went, who holds them and has answered, and what happened (BR-27).
import Box from '@mui/material/Box'
import { recallcase } from '#domain/processing/recallcase.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { fieldOf } from '#web/fields/columns.ts'
import { RefLink, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { HoldersPanel } from './holders-panel.tsx'
import { useRecallReach } from './queries.ts'
import { ReachPanel } from './reach-panel.tsx'
import { ReachTiles } from './reach-tiles.tsx'
import { RecallTimer } from './recall-timer.tsx'

export function RecallOverview({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: reach, error, refetch } = useRecallReach(record.id, record.version)
  const [cause, outcome] = [fieldOf(recallcase, 'cause'), fieldOf(recallcase, 'outcome')]
  const ref = (id: unknown) => (typeof id === 'string' ? <RefLink id={id} refs={record.refs} /> : null)
  const rows: FigureRow[] = [
    {
      key: 'kind',
      label: t('Kind'),
      value: record.isDrill ? <StatusChip tone="progress" label={t('Drill')} /> : <StatusChip tone="error" label={t('Recall')} />,
    },
    { key: 'cause', label: t('Cause'), value: cause ? <ShowValue field={cause} value={record.cause} /> : null },
    { key: 'lot', label: t('From the lot'), value: ref(record.batchId) },
    { key: 'unit', label: t('Unit no.'), value: record.unitNo ? String(record.unitNo) : null },
    { key: 'parcel', label: t('From the plot'), value: ref(record.parcelId) },
    { key: 'located', label: t('Located'), value: format.kg(Number(record.locatedKg ?? 0)) },
    { key: 'returned', label: t('Returned'), value: format.kg(Number(record.returnedKg ?? 0)) },
    {
      key: 'effectiveness',
      label: t('Effectiveness'),
      note: t('located and returned, of what is affected'),
      value: typeof record.effectiveness === 'number' ? format.share(record.effectiveness) : '–',
    },
    {
      key: 'outcome',
      label: t('Ended with'),
      value: outcome && record.outcome && !record.isDrill ? <ShowValue field={outcome} value={record.outcome} /> : null,
    },
  ].filter((row) => row.value !== null)
  if (error && !reach) return <LoadError problem={error} title={t('Where the goods are could not be loaded')} retry={() => void refetch()} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {reach ? <ReachTiles reach={reach} isCase timer={<RecallTimer record={record} reach={reach} />} /> : <ListSkeleton rows={2} columns={4} />}
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2.4fr) minmax(280px, 1fr)' }, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {reach ? <HoldersPanel reach={reach} recall={record} /> : null}
          {reach ? <ReachPanel reach={reach} /> : <ListSkeleton rows={6} columns={3} />}
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Panel title={record.isDrill ? t('Drill') : t('Recall')}>
            <Box sx={{ mb: 1.25, overflowWrap: 'anywhere' }}>{String(record.reason ?? '')}</Box>
            <FigureRows rows={rows} />
            {record.status !== 'CLOSED' ? (
              <Box sx={{ mt: 1.25, fontSize: 12.5, color: 'text.secondary' }}>
                {t('It is contained when every holder has answered, and closed by somebody else than the person who opened it.')}
              </Box>
            ) : null}
          </Panel>
          <LatestEvents entity={entity} record={record} />
          <RecordFacts record={record} />
        </Box>
      </Box>
    </Box>
  )
}
