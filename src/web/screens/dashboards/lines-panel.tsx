// Each line with its runs: the out-turn of its latest run against the usual band (BR-10) and its own mean of 30 runs, drawn, and how much of its capacity it used.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { materials } from '#domain/kernel/terms.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import type { LineSummary } from '#domain/processing/processing-summary-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkListItem } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { RunLine } from './run-line.tsx'

type Used = ProcessingFigures['lines'][number]
/** `lines` undefined while they are being counted; `used`: of the period of the dashboard. */
export function LinesPanel({ lines, used }: { lines: readonly LineSummary[] | undefined; used: readonly Used[] | undefined }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Lines and their out-turn')} flush>
      {lines ? null : <Skeleton variant="rectangular" height={196} />}
      {lines?.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('No line is at work.')}</Box> : null}
      {lines?.map((line) => (
        <Line key={line.id} line={line} used={used?.find(({ id }) => id === line.id)} />
      ))}
    </Panel>
  )
}

function Line({
  line: { id, title, code, runs, lastRunAt, lastShare, meanShare, latestShares, norm, throughputKg30Days },
  used,
}: {
  line: LineSummary
  used: Used | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const isWithinNorm = lastShare === null || !norm || (lastShare >= norm.min && lastShare <= norm.max)
  return (
    <LinkListItem
      to="/private/farmbook/$operator/$entity/$id"
      params={{ operator, entity: 'processingsystem', id }}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
        columnGap: 2,
        rowGap: 0.5,
        py: 1.25,
        minHeight: 60,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {[
            code,
            runs > 0 ? t('{{count}} runs', { count: runs }) : '',
            lastRunAt ? t('last on {{day}}', { day: format.dateWithin(format.dayOf(lastRunAt)) }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {norm && lastShare !== null ? (
          <>
            <ToneText
              tone={isWithinNorm ? 'success' : 'error'}
              label={t('{{what}} {{share}}, usual {{min}} to {{max}}', {
                what: t(materials[norm.material]),
                share: format.share(lastShare),
                min: format.share(norm.min),
                max: format.share(norm.max),
              })}
            />
            <Typography variant="caption" component="div" color="textSecondary">
              {[
                meanShare === null
                  ? ''
                  : t('mean of {{number}} runs {{share}}', { number: format.number(latestShares.length), share: format.share(meanShare) }),
                t('{{kg}} in 30 days', { kg: format.kg(throughputKg30Days) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            <RunLine shares={latestShares} mean={meanShare} norm={norm} />
          </>
        ) : (
          <Typography variant="caption" color="textSecondary">
            {t('No run with an out-turn yet')}
          </Typography>
        )}
        {used && used.capacityShare !== null ? (
          <Typography variant="caption" component="div" color="textSecondary">
            {t('Capacity used {{share}} on {{days}} with a run', {
              share: format.share(used.capacityShare),
              days: t('{{count}} days', { count: used.runDays }),
            })}
          </Typography>
        ) : null}
      </Box>
    </LinkListItem>
  )
}
