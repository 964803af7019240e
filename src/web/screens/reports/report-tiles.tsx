// The declared reports as a tile for each group: what each answers, when the reader last made a file of it, and the button that runs it. Only what the
// reader may run.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { reports } from '#domain/reports/all.ts'
import { type AnyReport, isOffered, type ReportGroup, reportFormats, reportGroups } from '#domain/reports/report.ts'
import type { RunnableReports } from '#domain/reports/run-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useRunnableReports } from '#web/api/reports.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AgricultureOutlined as Farm } from '#web/icons/agriculture-outlined.ts'
import { FactCheckOutlined as Inspections } from '#web/icons/fact-check-outlined.ts'
import { Inventory2Outlined as Stock } from '#web/icons/inventory2-outlined.ts'
import { PlayArrowOutlined as Run } from '#web/icons/play-arrow-outlined.ts'
import { ReceiptLongOutlined as Records } from '#web/icons/receipt-long-outlined.ts'
import { WorkspacePremiumOutlined as Certificates } from '#web/icons/workspace-premium-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Sign, type SignIcon } from './tile-sign.tsx'

type LastFile = RunnableReports['items'][number]['lastFile']

export function ReportTiles() {
  const user = useUser()
  const { data } = useRunnableReports()
  // Until the server says which they may run, the roles of each report say it.
  const lastFiles = data && new Map(data.items.map(({ report, lastFile }) => [report, lastFile]))
  const offered = reports.filter((one) => (lastFiles ? lastFiles.has(one.id) : isOffered(one, user.grants)))
  const groups = reportGroups.flatMap((group) => {
    const own = offered.filter((one) => one.group === group)
    return own.length > 0 ? [{ group, own }] : []
  })
  return (
    // Tiles of very different heights: two columns that are filled one after the other, so that no gap is left below a short one.
    <Box sx={{ columnCount: { xs: 1, md: groups.length > 1 ? 2 : 1 }, columnGap: 2, mb: -2 }}>
      {groups.map(({ group, own }) => (
        <Tile key={group} group={group} reports={own} lastFiles={lastFiles} />
      ))}
    </Box>
  )
}

const signs: Readonly<Record<ReportGroup, SignIcon>> = { Farm, Inspections, 'Trade and stock': Stock, Certificates, Records }

function Tile({ group, reports: own, lastFiles }: { group: ReportGroup; reports: readonly AnyReport[]; lastFiles: ReadonlyMap<string, LastFile> | undefined }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ mb: 2, breakInside: 'avoid', display: 'inline-block', width: '100%' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.5 }}>
        <Sign icon={signs[group]} />
        <Typography variant="h3" component="h2" id={id} sx={{ flex: 1, minWidth: 0 }}>
          {t(group)}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {t('Reports: {{count}}', { count: own.length })}
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {own.map((one) => (
          <Line key={one.id} report={one} lastFile={lastFiles?.get(one.id) ?? null} />
        ))}
      </Box>
    </Card>
  )
}

function Line({ report: { id, code, title, about }, lastFile }: { report: AnyReport; lastFile: LastFile }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 1.5,
        alignItems: 'start',
        px: 2,
        py: 1.25,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography component="h3" sx={{ fontWeight: 500, fontSize: 'inherit' }}>
          {t(title)}
          <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1, fontVariantNumeric: 'tabular-nums' }}>
            {code}
          </Typography>
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {t(about)}
        </Typography>
        {lastFile ? (
          <Typography variant="caption" component="div" sx={{ mt: 0.25 }}>
            {t('Last file: {{when}}, {{format}}', { when: format.ago(lastFile.madeAt), format: reportFormats[lastFile.format] })}
          </Typography>
        ) : null}
      </Box>
      <LinkButton
        to="/private/farmbook/$operator/reports/$report"
        params={{ operator, report: id }}
        variant="outlined"
        color="inherit"
        size="small"
        startIcon={<Run />}
        aria-label={t('Run {{name}}', { name: t(title) })}
        sx={{ minHeight: { xs: 44, sm: 36 } }}
      >
        {t('Run now')}
      </LinkButton>
    </Box>
  )
}
