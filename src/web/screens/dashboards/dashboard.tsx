// The season in summary (domain dictionary 11.1): six figures, where it grows, what waits, the kilograms from estimate to purchase, then
// all other figures and charts. It loads in three parts, so that what is seen first is there first; kilograms are shown of one crop at
// a time: cotton and wheat do not add up.
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { can } from '#domain/access.ts'
import { addUp, summaryEntities } from '#domain/cropping/season-summary.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useSeason } from '#web/engine/season.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Decisions, useOverlapLine } from './decisions.tsx'
import { KilogramFlow } from './kilogram-flow.tsx'
import { PlotsMap } from './plots-map.tsx'
import { useSeasonIndicators, useSeasonSummary } from './queries.ts'
import { SeasonCharts } from './season-charts.tsx'
import { SeasonIndicatorCards } from './season-indicators.tsx'
import { SeasonTiles } from './season-tiles.tsx'
import { SeasonWeeks } from './season-weeks.tsx'
import { StatusBars } from './status-bars.tsx'

/** Everybody lands here after signing in; for some roles there are no sums to show. */
export function Dashboard() {
  const { t } = useTranslation()
  if (can(useUser(), 'dashboard', 'V')) return <SeasonDashboard />
  return (
    <>
      <PageHeader title={t('Dashboard')} />
      <Panel>
        <EmptyState title={t('There are no sums for your role')} reason={t('What concerns you is in the menu.')} />
      </Panel>
    </>
  )
}

function SeasonDashboard() {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const season = useSeason()
  const { data: summary, error, refetch } = useSeasonSummary()
  const figures = useSeasonIndicators()
  const overlaps = useOverlapLine()
  const [chosen, choose] = useState<string | null>(null)
  const mine = summaryEntities.filter((name) => can(user, name, 'L'))
  const crop = summary?.cropTypes.find(({ cropTypeId }) => cropTypeId === chosen) ?? summary?.cropTypes[0]
  const sums = summary ? (crop ? addUp(crop.claims) : null) : undefined
  const own = figures.data?.cropTypes.find(({ cropTypeId }) => cropTypeId === crop?.cropTypeId)
  return (
    <>
      <PageHeader
        title={t('Season summary')}
        note={[season.title ?? t('All seasons'), format.longDay(format.today())].join(' · ')}
        actions={
          summary && crop && summary.cropTypes.length > 1 ? (
            <ToggleButtonGroup
              exclusive
              size="small"
              value={crop.cropTypeId}
              aria-label={t('Crop')}
              onChange={(_event, next: string | null) => choose(next ?? chosen)}
            >
              {summary.cropTypes.map(({ cropTypeId, name }) => (
                <ToggleButton key={cropTypeId} value={cropTypeId} sx={{ minHeight: { xs: 44, sm: 36 }, px: 1.5 }}>
                  {t(name)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          ) : null
        }
      />
      {error ? (
        <Panel>
          <LoadError problem={error} title={t('The sums could not be loaded')} retry={() => void refetch()} />
        </Panel>
      ) : (
        <>
          {figures.error ? (
            <Box sx={{ mb: 1.5 }}>
              <Panel>
                <LoadError problem={figures.error} title={t('The figures could not be loaded')} retry={() => void figures.refetch()} />
              </Panel>
            </Box>
          ) : (
            <SeasonTiles indicators={figures.data} sums={sums} crop={own} seesCrops={mine.includes('crop')} />
          )}
          <Box
            sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.75fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}
          >
            <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
              {summary?.plots ? <PlotsMap plots={summary.plots} /> : null}
              {crop ? <SeasonWeeks crop={crop} /> : null}
            </Box>
            {/* On a phone what waits comes before the map. */}
            <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: -1, lg: 0 } }}>
              <Decisions statusCounts={summary?.statusCounts} more={overlaps} />
              {crop && sums && sums.estimatedKg + sums.harvestedKg > 0 ? <KilogramFlow crop={crop} /> : null}
            </Box>
            <Box sx={{ gridColumn: '1 / -1', minWidth: 0, display: 'grid', gap: 1.5 }}>
              {figures.error ? null : <SeasonIndicatorCards indicators={figures.data} crop={own} />}
              <SeasonCharts crop={crop} />
              <StatusBars statusCounts={summary?.statusCounts} expected={mine} />
            </Box>
          </Box>
        </>
      )}
    </>
  )
}
