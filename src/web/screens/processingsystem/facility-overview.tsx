// A facility in summary: what to do next, what lies there, how its line has run, and whether it is clean.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { RunHistory } from '#domain/chain/chain-reports.ts'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronRightOutlined as ArrowIcon } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { KilogramChain } from '../kilogram-chain.tsx'
import { defaultStep, runsProcess } from './default-step.ts'
import { type FacilityStep, facilityStep } from './line.ts'
import { LineHistory, useOpenRun } from './line-history.tsx'
import { useRunHistory, useStock } from './queries.ts'
import { StockPanel } from './stock-panel.tsx'

export function FacilityOverview({ entity, record: system }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const stock = useStock(system)
  const tolerances = useTolerances()
  const history = useRunHistory(system.id)
  const openRun = useOpenRun(operator, system.id)
  const step = stock.isPending || stock.error ? null : facilityStep(system, stock.owned, new Date().toISOString(), tolerances)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: 2, lg: 1 } }}>
        {runsProcess(system) && history.data ? <LineHistory answer={history.data} now={null} onOpen={openRun} /> : null}
        {stock.error ? (
          <Panel title={t('On hand')}>
            <LoadError problem={stock.error} title={t('The stock could not be loaded')} retry={stock.refetch} />
          </Panel>
        ) : stock.isPending ? (
          <Panel title={t('On hand')}>
            <ListSkeleton rows={4} columns={3} />
          </Panel>
        ) : (
          <StockPanel system={system} owned={stock.owned} isComplete={stock.isComplete} />
        )}
      </Box>
      {/* One column on phones: what to do, then runs and stock, and what was done at the end. */}
      <Box sx={{ display: { xs: 'contents', lg: 'grid' }, gap: 1.5, minWidth: 0, order: { lg: 2 } }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: 1 }}>
          {step ? <Next system={system} entity={entity} step={step} /> : null}
          <LineFacts system={system} history={history.data} />
          <KilogramChain of={{ subject: 'processingsystem', id: system.id }} version={system.version} />
        </Box>
        <Box sx={{ minWidth: 0, order: 3 }}>
          <LatestEvents entity={entity} record={system} />
        </Box>
      </Box>
    </Box>
  )
}

function Next({ entity, system, step }: { entity: PanelProps['entity']; system: PanelProps['record']; step: FacilityStep }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const figures = { ...step.figures, ...(typeof step.figures.kg === 'number' ? { kg: format.kg(step.figures.kg) } : {}) }
  // The phone's own button at the thumb does the usual thing; where this is another one, it stands here.
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  const isAtThumb = defaultStep(system) === step.type
  return (
    <Card sx={{ p: 2, borderColor: 'primary.light', background: 'linear-gradient(to bottom, #FEF4E8, #fff 60%)' }}>
      <Typography variant="subtitle2" sx={{ color: 'brand.text' }}>
        {t('Next')}
      </Typography>
      <Typography variant="h2" sx={{ mt: 0.25 }}>
        {t(eventLabel(entity, step.type))}
      </Typography>
      <Typography sx={{ mt: 0.5, mb: 1.5 }} color="text.secondary">
        {t(step.why, figures)}
      </Typography>
      <LinkButton
        fullWidth
        {...(isPhone ? ({ variant: 'outlined', color: 'inherit' } as const) : ({ variant: 'contained' } as const))}
        sx={{ display: { xs: isAtThumb ? 'none' : 'flex', sm: 'flex' } }}
        endIcon={<ArrowIcon />}
        to="/private/farmbook/$operator/$entity/$id/create-event"
        params={{ operator, entity: 'processingsystem', id: system.id }}
        search={{ type: step.type, ...step.prefill }}
      >
        {t('Record {{event}}', { event: t(eventLabel(entity, step.type)).toLocaleLowerCase(format.language) })}
      </LinkButton>
    </Card>
  )
}

const keeping: Readonly<Record<string, string>> = {
  DEDICATED: /* i18n */ 'Dedicated to one claim',
  SEPARATE_LINE: /* i18n */ 'Separate line',
  CLEANED_CHANGEOVER: /* i18n */ 'Cleaned between',
}

function LineFacts({ system, history }: { system: PanelProps['record']; history: RunHistory | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const claim = system.lastRunClaim as Claim | null
  const today = (history?.items ?? []).filter(({ at }) => format.dayOf(at) === format.today()).reduce((sum, { inputKg }) => sum + inputKg, 0)
  const rows: FigureRow[] = [
    { key: 'capacity', label: t('Capacity per day'), value: format.kg(Number(system.capacityKgPerDay)) },
    ...(runsProcess(system) ? [{ key: 'today', label: t('Run today'), value: format.kg(today) }] : []),
    ...(history && history.throughputKg30Days > 0 ? [{ key: 'month', label: t('In the last 30 days'), value: format.kg(history.throughputKg30Days) }] : []),
    { key: 'apart', label: t('Keeping apart'), value: t(keeping[String(system.segregation)] ?? ''), strong: false },
    {
      key: 'cleaned',
      label: t('Last cleaned at'),
      value: system.lastCleaningAt ? format.ago(String(system.lastCleaningAt)) : t('not recorded'),
      strong: false,
    },
    ...(system.lastRunAt
      ? [
          {
            key: 'run',
            label: t('Last run'),
            note: format.ago(String(system.lastRunAt)),
            value: claim ? <StatusChip tone={claims[claim][1]} label={t(claims[claim][0])} /> : '–',
          },
        ]
      : []),
  ]
  return (
    <Panel title={t('The line')}>
      <FigureRows rows={rows} />
    </Panel>
  )
}
