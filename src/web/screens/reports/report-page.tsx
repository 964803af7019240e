// …/reports/{report}: one declared report. At the side what it covers and how to take it away, beside it the first rows as they stand now.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Collapse from '@mui/material/Collapse'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { roles } from '#domain/access.ts'
import { findReport } from '#domain/reports/all.ts'
import { type AnyReport, isOffered, type ReportColumn } from '#domain/reports/report.ts'
import { useOperator } from '#web/api/operator.ts'
import { type ReportSearch, useReport } from '#web/api/reports.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useSeason } from '#web/engine/season.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { TuneOutlined as Tune } from '#web/icons/tune-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { ReportBars } from './report-bars.tsx'
import { ReportParameters } from './report-parameters.tsx'
import { ReportTable } from './report-table.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { SchedulesPanel } from './schedules-panel.tsx'
import { TakeAway } from './take-away.tsx'

export function ReportPage() {
  const { report: id = '' } = useParams({ strict: false }) as { report?: string }
  const report = findReport(id)
  const user = useUser()
  return report && isOffered(report, user.grants) ? <Loaded key={id} report={report} /> : <NotFound />
}

/** Parameters stand in the address, so that a report can be sent to somebody; the season is that of the top bar until another one is chosen. */
function useReportSearch(report: AnyReport): { search: ReportSearch; isReady: boolean; change: (next: ReportSearch) => void } {
  const given = useSearch({ strict: false }) as Record<string, string>
  const season = useSeason()
  const navigate = useNavigate()
  const operator = useOperator()
  const own = Object.fromEntries(Object.keys(report.parameters).flatMap((name) => (given[name] ? [[name, given[name]]] : [])))
  const follows = 'season' in report.parameters && own.season === undefined && season.id !== null
  const search = own.season === allSeasons ? withoutSeason(own) : follows && season.id ? { ...own, season: season.id } : own
  return {
    search,
    isReady: season.isReady || !('season' in report.parameters),
    change: (next) => {
      const isAll = 'season' in report.parameters && !next.season
      void navigate({
        to: '/private/farmbook/$operator/reports/$report',
        params: { operator, report: report.id },
        search: (isAll ? { ...next, season: allSeasons } : next) as never,
        replace: true,
      })
    },
  }
}
/** In an address: no season, although one is chosen at the top. */
const allSeasons = 'all'
const withoutSeason = ({ season: _, ...rest }: ReportSearch): ReportSearch => rest

function Loaded({ report }: { report: AnyReport }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const format = useFormat()
  const isPhone = useMediaQuery('(max-width:899px)')
  const { search, isReady, change } = useReportSearch(report)
  const { data, error, refetch, isFetching } = useReport(report, search, isReady)
  const [isOpen, setOpen] = useState(false)
  const { asOf } = search
  const parameters = <ReportParameters report={report} search={search} names={data?.names ?? {}} problem={error} onChange={change} />
  const take = <TakeAway report={report} search={search} answer={data} isBar={!isPhone} />
  return (
    <>
      <PageHeader
        title={t(report.title)}
        aside={report.code}
        note={t(report.about)}
        actions={isPhone ? undefined : take}
        breadcrumbs={[
          <TextLink key="reports" to="/private/farmbook/$operator/reports/list" params={{ operator }}>
            {t('Reports')}
          </TextLink>,
        ]}
      />
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '256px minmax(0, 1fr)' }, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, position: { md: 'sticky' }, top: { md: 72 } }}>
          {isPhone ? (
            <Card sx={{ p: 1 }}>
              <Button fullWidth color="inherit" startIcon={<Tune />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ minHeight: 44 }}>
                {t('What it covers')}
              </Button>
              <Collapse in={isOpen} unmountOnExit>
                <Box sx={{ p: 1 }}>{parameters}</Box>
              </Collapse>
            </Card>
          ) : null}
          {isPhone ? (
            take
          ) : (
            <>
              {Object.keys(report.parameters).length > 0 ? <Panel title={t('What it covers')}>{parameters}</Panel> : null}
              <RunsPanel report={report} />
              <SchedulesPanel report={report} />
            </>
          )}
        </Box>
        <Box sx={{ minWidth: 0, display: 'grid', gap: 1.5 }}>
          {error && !error.fields.length ? (
            <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
          ) : data ? (
            <Card aria-busy={isFetching} sx={{ minWidth: 0, opacity: isFetching ? 0.7 : 1 }}>
              <Summary
                report={report}
                count={data.count}
                isCapped={data.isCapped}
                shown={data.rows.length}
                at={asOf ? format.fullDate(asOf) : format.time(data.ranAt)}
              />
              {isPhone ? null : <Figures report={report} totals={data.totals} />}
              {data.rows.length > 0 ? (
                <ReportTable report={report} answer={data} asCards={isPhone} />
              ) : (
                <EmptyState title={t('Nothing fits these parameters.')} reason={t('Choose another season, or fewer limits.')} sign="search" />
              )}
              <Foot sha256={data.sha256} masked={data.masked.map((name) => t(report.columns[name]?.label ?? name))} />
            </Card>
          ) : (
            <ListSkeleton cards={isPhone} />
          )}
          {data?.charts.map((chart, index) => (
            <ReportBars key={chart.title} report={report} chart={chart} index={index} />
          ))}
          {isPhone ? <RunsPanel report={report} /> : null}
          {isPhone ? <SchedulesPanel report={report} /> : null}
          <Typography variant="caption" color="textSecondary">
            {t('For {{roles}}.', { roles: format.list(report.roles.map((role) => t(roles[role]))) })}
          </Typography>
        </Box>
      </Box>
    </>
  )
}

function Summary({ report, count, isCapped, shown, at }: { report: AnyReport; count: number; isCapped: boolean; shown: number; at: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const number = format.number(count)
  const words = isCapped
    ? t('More than {{number}} rows: narrow it, it is too large for a file.', { number })
    : shown < count
      ? t('{{shown}} of {{number}} rows; a file has all of them.', { shown: format.number(shown), number })
      : t('Rows: {{number}}', { number })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline', px: 2, py: 1.25, borderBottom: '1px solid', borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }} aria-live="polite">
        {words}
      </Typography>
      <Typography variant="caption" color="textSecondary" sx={{ ml: 'auto' }}>
        {t('{{report}}, as of {{time}}', { report: report.code, time: at })}
      </Typography>
    </Box>
  )
}

/** The totals, where one looks first: the last line of a long table is far away. */
function Figures({ report, totals }: { report: AnyReport; totals: Partial<Record<string, number>> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = Object.entries<ReportColumn>(report.columns).filter(([name]) => totals[name] !== undefined)
  if (shown.length === 0) return null
  return (
    <Box
      component="dl"
      sx={{ m: 0, px: 2, py: 1.25, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, borderBottom: '1px solid', borderColor: 'divider' }}
    >
      {shown.map(([name, column]) => (
        <Box key={name}>
          <Typography component="dd" sx={{ m: 0, fontSize: 17, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {formatValue(column, totals[name], { t, format })}
          </Typography>
          <Typography component="dt" variant="caption" color="textSecondary">
            {t(column.label)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

function Foot({ sha256, masked }: { sha256: string | null; masked: readonly string[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!sha256 && masked.length === 0) return null
  return (
    <Box sx={{ px: 2, py: 1, borderTop: '1px solid', borderColor: 'divider', display: 'grid', gap: 0.25 }}>
      {masked.length > 0 ? (
        <Typography variant="caption" color="textSecondary">
          {t('Hidden from your role')}: {format.list(masked)}
        </Typography>
      ) : null}
      {sha256 ? (
        <Typography
          variant="caption"
          color="textSecondary"
          sx={{ overflowWrap: 'anywhere' }}
          title={t('Of the rows: the same rows have the same one, on paper too.')}
        >
          SHA-256 {sha256}
        </Typography>
      ) : null}
    </Box>
  )
}
