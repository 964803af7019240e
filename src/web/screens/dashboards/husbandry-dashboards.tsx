// The dashboards of animal husbandry: of the whole and of each trade. The day's figures against what is usual, what is
// under restriction and what needs a decision, and the way into every list behind them.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { type Trade, type TradePart, trades } from '#domain/husbandry/husbandry-summary.ts'
import type { HusbandrySummary } from '#domain/husbandry/husbandry-summary-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Decisions } from './decisions.tsx'
import { CowMilkPanel, EggsPanel, FallenPanel, FlocksPanel, LactationPanel, MilkPanel, PondGrowthPanel, PondsPanel, RestrictedPanel } from './herd-panels.tsx'
import { HusbandryTiles } from './husbandry-tiles.tsx'
import { useHusbandrySummary } from './queries.ts'
import { StatusBars } from './status-bars.tsx'

export const HusbandryDashboard = () => <TradeDashboard trade="husbandry" title={useTranslation().t('Animal husbandry summary')} />
export const DairyDashboard = () => <TradeDashboard trade="dairy" title={useTranslation().t('Dairy summary')} />
export const PoultryDashboard = () => <TradeDashboard trade="poultry" title={useTranslation().t('Poultry summary')} />
export const AquaDashboard = () => <TradeDashboard trade="aqua" title={useTranslation().t('Aquaculture summary')} />

function TradeDashboard({ trade, title }: { trade: Trade; title: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const operator = useOperator()
  const { data: summary, error, refetch } = useHusbandrySummary(trade)
  const mine = (trades[trade] as readonly TradePart[]).filter(({ entity }) => can(user, entity, 'L')).map(({ entity }) => entity)
  const isEmpty = summary?.statusCounts.every(({ counts }) => Object.keys(counts).length === 0)
  const mayBegin = can(user, 'productionsystem', 'C')
  return (
    <>
      <PageHeader title={title} note={format.longDay(format.today())} />
      {error ? (
        <Panel>
          <LoadError problem={error} title={t('The sums could not be loaded')} retry={() => void refetch()} />
        </Panel>
      ) : mine.length === 0 || isEmpty ? (
        <Panel>
          <EmptyState
            title={mine.length === 0 ? t('Your role sees nothing of animal husbandry') : t('No animals are kept here yet')}
            reason={
              mine.length === 0 ? t('An administrator can give you a role that does.') : t('Begin with the production system: what is kept on which plot.')
            }
            actions={
              mine.length > 0 && mayBegin ? (
                <LinkButton to="/private/farmbook/$operator/$entity/create" params={{ operator, entity: 'productionsystem' }} variant="contained">
                  {t('New {{thing}}', { thing: t(entityOf('productionsystem').label).toLocaleLowerCase(format.language) })}
                </LinkButton>
              ) : null
            }
          />
        </Panel>
      ) : (
        <>
          {summary ? <HusbandryTiles summary={summary} /> : <Skeleton variant="rectangular" height={108} sx={{ mb: 1.5 }} />}
          <Box
            sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.75fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}
          >
            <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
              {summary ? <Drawn summary={summary} isWhole={trade === 'husbandry'} /> : null}
              <StatusBars statusCounts={summary?.statusCounts} expected={mine} />
            </Box>
            {/* On a phone what waits comes before the counts. */}
            <Box sx={{ order: { xs: -1, lg: 0 }, display: 'grid', gap: 1.5, minWidth: 0 }}>
              {summary ? <RestrictedPanel restrictions={summary.restrictions} /> : null}
              <Decisions statusCounts={summary?.statusCounts} />
              {summary?.dairy ? <FallenPanel dairy={summary.dairy} /> : null}
              {summary?.dairy ? <LactationPanel dairy={summary.dairy} /> : null}
            </Box>
          </Box>
        </>
      )}
    </>
  )
}

/** The charts of the trade; the whole of husbandry has one of each, the rest stands on the trade's own page. */
function Drawn({ summary: { dairy, poultry, aqua }, isWhole }: { summary: HusbandrySummary; isWhole: boolean }) {
  return (
    <>
      {dairy ? <MilkPanel dairy={dairy} /> : null}
      {dairy && !isWhole ? <CowMilkPanel dairy={dairy} /> : null}
      {poultry && (!isWhole || poultry.flocks.length > 0) ? <FlocksPanel poultry={poultry} /> : null}
      {poultry && !isWhole ? <EggsPanel poultry={poultry} /> : null}
      {aqua && (!isWhole || aqua.ponds.length > 0) ? <PondsPanel ponds={aqua.ponds} /> : null}
      {aqua && !isWhole ? <PondGrowthPanel ponds={aqua.ponds} /> : null}
    </>
  )
}
