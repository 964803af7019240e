// The charts further down the dashboard, asked for when somebody scrolls to them.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { CropTypeSums } from '#domain/cropping/season-summary-answer.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useSeen } from '#web/ui/use-seen.ts'
import { AreasBySeason } from './areas-by-season.tsx'
import { ClausePareto } from './clause-pareto.tsx'
import { DeliveriesByDay } from './deliveries-by-day.tsx'
import { FarmerFunnel } from './farmer-funnel.tsx'
import { InspectorBars } from './inspector-bars.tsx'
import { PlanStrip } from './plan-strip.tsx'
import { useSeasonCharts } from './queries.ts'

const pair = { display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, gap: 1.5, alignItems: 'start' } as const

export function SeasonCharts({ crop }: { crop: CropTypeSums | undefined }) {
  const { t } = useTranslation()
  const [place, isSeen] = useSeen<HTMLDivElement>('400px')
  const { data, error, refetch } = useSeasonCharts(isSeen)
  if (error)
    return (
      <Panel>
        <LoadError problem={error} title={t('The charts could not be loaded')} retry={() => void refetch()} />
      </Panel>
    )
  if (!data)
    return (
      <Box ref={place} aria-hidden sx={pair}>
        {[0, 1, 2, 3].map((one) => (
          <Skeleton key={one} variant="rounded" height={260} />
        ))}
      </Box>
    )
  const deliveries = data.deliveries?.filter(({ cropTypeId }) => cropTypeId === crop?.cropTypeId) ?? []
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {data.steps && data.steps.length > 0 ? <PlanStrip steps={data.steps} /> : null}
      <Box sx={pair}>
        {data.areas && data.areas.length > 0 ? <AreasBySeason areas={data.areas} /> : null}
        {crop && deliveries.length > 0 ? <DeliveriesByDay crop={crop} deliveries={deliveries} /> : null}
        {data.clauses && data.clauses.length > 0 ? <ClausePareto clauses={data.clauses} /> : null}
        {data.inspectors && data.inspectors.length > 0 ? <InspectorBars inspectors={data.inspectors} /> : null}
        {data.funnel && data.funnel.farmers > 0 ? <FarmerFunnel funnel={data.funnel} /> : null}
      </Box>
    </Box>
  )
}
