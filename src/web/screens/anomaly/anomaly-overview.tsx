// An anomaly as whoever looks at it needs it: what was found against which threshold, the picture that shows it, and each record that it rests on, one tap away.
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { findEntity } from '#domain/entities.ts'
import { type AnomalyKind, anomalyKinds } from '#domain/work/anomaly.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { scaleBar } from '../farmer/plot-outlines.ts'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { barsOf, dotsOf, type EvidenceRow } from './evidence.ts'

/** What each pattern says, in words for whoever has to look at it. */
const meanings: Readonly<Record<AnomalyKind, string>> = {
  ROUND_WEIGHTS: /* i18n */ 'A scale shows any kilogram. When most weights end in 0, they may have been estimated.',
  SAME_WEIGHT: /* i18n */ 'Many farmers delivered exactly the same weight on one day.',
  FAST_TICKETS: /* i18n */ 'A cart is not weighed and emptied within a minute. Tickets may have been written without goods.',
  BEFORE_PICKING: /* i18n */ 'The crop was delivered sooner after sowing than it can be picked.',
  YIELD_CLONES: /* i18n */ 'Neighbours never harvest the same to the kilogram. Figures may have been copied.',
  GPS_STACK: /* i18n */ 'These boundaries were captured while standing in one place. They may not have been walked.',
  COPIED_BOUNDARY: /* i18n */ 'The same shape lies in different places. It may have been copied instead of walked.',
  GHOST_FARMER: /* i18n */ 'Nobody has met this farmer, and there is no phone and no consent: only deliveries.',
}
const units: Readonly<Record<AnomalyKind, string>> = {
  ROUND_WEIGHTS: 'kg',
  SAME_WEIGHT: 'kg',
  FAST_TICKETS: 'kg',
  BEFORE_PICKING: 'kg',
  YIELD_CLONES: 'kg/ha',
  GPS_STACK: '',
  COPIED_BOUNDARY: '',
  GHOST_FARMER: '',
}

export function AnomalyOverview({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const kind = String(record.kind) as AnomalyKind
  const evidence = (record.evidence as EvidenceRow[] | null) ?? []
  const figure = (value: unknown): string =>
    typeof value !== 'number' ? '–' : kind === 'ROUND_WEIGHTS' ? `${format.number(value * 100, 1)} %` : format.number(value, 0)
  const facts: FigureRow[] = [
    { key: 'measure', label: t('Found'), value: figure(record.measure) },
    { key: 'threshold', label: t('Threshold'), value: figure(record.threshold), strong: false },
    { key: 'count', label: t('Pieces of evidence'), value: format.number(Number(record.evidenceCount ?? 0)), strong: false },
    ...['processingSystemId', 'farmerId'].flatMap((name) => {
      const id = record[name]
      return typeof id === 'string' ? [{ key: name, label: t(entity.fields[name]?.label ?? ''), value: <RefLink id={id} refs={record.refs} /> }] : []
    }),
    ...(typeof record.village === 'string' ? [{ key: 'village', label: t('Village'), value: record.village, strong: false }] : []),
    ...((record.recorderIds as string[] | null) ?? []).map((id) => ({ key: id, label: t('Recorded by'), value: <RefLink id={id} refs={record.refs} /> })),
  ]
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Panel title={t(anomalyKinds[kind] ?? '')}>
          <Typography>{t(meanings[kind] ?? '')}</Typography>
        </Panel>
        <Weights kind={kind} evidence={evidence} />
        <Places evidence={evidence} />
        <Evidence kind={kind} record={record} evidence={evidence} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Panel title={t('Figures')}>
          <FigureRows rows={facts} />
        </Panel>
        <LatestEvents entity={entity} record={record} />
      </Box>
    </Box>
  )
}

const chartHeight = 200
function Weights({ kind, evidence }: { kind: AnomalyKind; evidence: readonly EvidenceRow[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(600)
  const bars = barsOf(evidence)
  if (bars.length === 0 || units[kind] === '') return null
  const most = Math.max(...bars.map(({ count }) => count))
  const step = Math.min(64, (width - 16) / bars.length)
  const isNarrow = step < 44
  return (
    <Panel title={t('How often each figure was recorded')} note={units[kind]} flush>
      <Box ref={holder} sx={{ ...fluidWidth, overflow: 'hidden' }}>
        <svg
          role="img"
          aria-label={bars.map(({ value, count }) => `${format.number(value, 1)}: ${format.number(count)}`).join(', ')}
          width={width}
          height={chartHeight}
          style={{ display: 'block', fontSize: 12.5, fontFamily: 'inherit' }}
        >
          {bars.map(({ value, count, isRound }, at) => {
            const high = (count / most) * (chartHeight - 64)
            const x = 8 + at * step
            return (
              <g key={value}>
                <rect x={x + 2} y={chartHeight - 36 - high} width={Math.max(2, step - 4)} height={high} rx={2} fill={isRound ? '#B3541E' : '#2B7A4B'} />
                <text x={x + step / 2} y={chartHeight - 42 - high} textAnchor="middle" fill="#1E2622">
                  {format.number(count)}
                </text>
                <text x={x + step / 2} y={chartHeight - 18} textAnchor="middle" fill="#4A544E" fontSize={isNarrow ? 10 : 12.5}>
                  {format.number(value, Number.isInteger(value) ? 0 : 1)}
                </text>
              </g>
            )
          })}
        </svg>
      </Box>
    </Panel>
  )
}

const mapHeight = 280
function Places({ evidence }: { evidence: readonly EvidenceRow[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(600)
  const drawn = dotsOf(evidence, width, mapHeight, 40)
  if (!drawn) return null
  const bar = scaleBar(drawn.metresPerPx, 90)
  return (
    <Panel title={t('Where they were captured')} flush>
      <Box ref={holder} sx={{ ...fluidWidth, bgcolor: '#EEF0EA', overflow: 'hidden' }}>
        <svg
          role="img"
          aria-label={t('Where they were captured')}
          width={width}
          height={mapHeight}
          style={{ display: 'block', fontSize: 12.5, fontFamily: 'inherit' }}
        >
          {drawn.dots.map(({ id, x, y }) => (
            <circle key={id} cx={x} cy={y} r={7} fill="#1E67A8" fillOpacity={0.35} stroke="#1E67A8" strokeWidth={1.5} />
          ))}
          {bar ? (
            <g transform={`translate(16, ${mapHeight - 16})`}>
              <path d={`M0,-5V0H${bar.px}V-5`} fill="none" stroke="#1E2622" strokeWidth={1.5} />
              <text x={bar.px + 8} y={2} fill="#1E2622">
                {format.number(bar.metres, bar.metres < 1 ? 1 : 0)} m
              </text>
            </g>
          ) : null}
        </svg>
      </Box>
    </Panel>
  )
}

function Evidence({ kind, record, evidence }: { kind: AnomalyKind; record: RecordAnswer; evidence: readonly EvidenceRow[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  return (
    <Panel title={t('Evidence')} flush>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" aria-label={t('Evidence')} sx={{ '& td, & th': { px: 2 }, '& tr:last-of-type > td': { borderBottom: 0 } }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('Record')}</TableCell>
              <TableCell>{t('When')}</TableCell>
              <TableCell>{t('Farmer')}</TableCell>
              <TableCell align="right">{units[kind]}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {evidence.map((one) => (
              <TableRow key={one.eventId ?? one.recordId} sx={{ height: 44 }}>
                <TableCell>
                  <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: one.entity, id: one.recordId }}>
                    {t(findEntity(one.entity)?.label ?? one.entity)}
                  </TextLink>
                </TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{one.at ? format.time(one.at) : '–'}</TableCell>
                <TableCell>{one.farmerId ? <RefLink id={one.farmerId} refs={record.refs} /> : '–'}</TableCell>
                <TableCell align="right">{one.value === null ? '–' : format.number(one.value, 1)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Panel>
  )
}
