// …/procdashboard (11.2): what came in, was processed and sent; what lines yield against band and history; how old the stock is, what covers it, what waits.
import Box from '@mui/material/Box'
import { can } from '#domain/access.ts'
import { processingEntities } from '#domain/processing/processing-summary.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CertificateTimeline } from './certificate-timeline.tsx'
import { ControlPanel } from './control-panel.tsx'
import { CountTile } from './count-tile.tsx'
import { Decisions } from './decisions.tsx'
import { LinesPanel } from './lines-panel.tsx'
import { LotLedgerPanel } from './lot-ledger-panel.tsx'
import { MassBalanceTable } from './mass-balance-table.tsx'
import { MaterialFlow } from './material-flow.tsx'
import { ProcessingKpis } from './processing-kpis.tsx'
import { RestrictedLots, RoutesMap, StockByAge } from './processing-stock.tsx'
import { ProcessingWeeks } from './processing-weeks.tsx'
import { useProcessingFigures, useProcessingSummary } from './queries.ts'
import { StatusBars } from './status-bars.tsx'
import { StockByMaterial } from './stock-by-material.tsx'

export function ProcessingDashboard() {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const { data: summary, error, refetch } = useProcessingSummary()
  const { data: figures, error: noFigures, refetch: askAgain } = useProcessingFigures()
  const mine = processingEntities.filter((name) => can(user, name, 'L'))
  return (
    <>
      <PageHeader title={t('Processing summary')} note={format.longDay(format.today())} />
      {error ? (
        <Panel>
          <LoadError problem={error} title={t('The sums could not be loaded')} retry={() => void refetch()} />
        </Panel>
      ) : (
        <>
          {noFigures ? (
            <Panel>
              <LoadError problem={noFigures} title={t('The figures could not be loaded')} retry={() => void askAgain()} />
            </Panel>
          ) : (
            <ProcessingKpis figures={figures} />
          )}
          <Box
            sx={{ display: 'grid', gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(170px, 1fr))' }, gap: 1.5, mb: 1.5 }}
          >
            {mine.map((entity) => (
              <CountTile key={entity} entity={entity} statusCounts={summary?.statusCounts.find((one) => one.entity === entity)} isLoading={!summary} />
            ))}
          </Box>
          <Box
            sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.75fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}
          >
            <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
              {figures ? <ProcessingWeeks weeks={figures.weeks} /> : null}
              {figures ? <MaterialFlow flows={figures.flows} /> : null}
              {summary?.lines?.length ? <ControlPanel lines={summary.lines} /> : null}
              {mine.includes('processingsystem') ? <LinesPanel lines={summary?.lines ?? undefined} used={figures?.lines} /> : null}
              {figures && mine.includes('productbatch') ? <MassBalanceTable cover={figures.cover} from={figures.from} /> : null}
              {mine.includes('productbatch') ? <LotLedgerPanel /> : null}
              {figures && can(user, 'transactioncertificate', 'L') ? <CertificateTimeline certificates={figures.certificates} to={figures.to} /> : null}
            </Box>
            {/* On a phone what waits comes before the lines. */}
            <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: -1, lg: 0 } }}>
              <Decisions statusCounts={summary?.statusCounts} />
              {figures ? <RestrictedLots restricted={figures.restricted} /> : null}
              {mine.includes('productbatch') ? <StockByMaterial stock={summary?.stock ?? undefined} /> : null}
              {figures ? <StockByAge stock={figures.stock} to={figures.to} /> : null}
              {figures ? <RoutesMap routes={figures.routes} /> : null}
            </Box>
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
              <StatusBars statusCounts={summary?.statusCounts} expected={mine} />
            </Box>
          </Box>
        </>
      )}
    </>
  )
}
