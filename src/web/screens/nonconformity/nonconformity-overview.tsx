// A non-conformity on one page: how grave, by when, what the rule asks and why it fails, what was reported, and what it concerns.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type Field, type Fields, refersToOne } from '#domain/kernel/field.ts'
import { severities } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { PanelProps, ShownProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { Related } from '#web/engine/view/related.tsx'
import { RefLink, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { type StoredSentence, sentenceIn } from '#web/locales/stored-sentence.ts'
import { type TFunction, useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useDue } from '../due.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { HeadFacts } from '../head-facts.tsx'

export function NonconformityOverview({ entity, record }: PanelProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Gravity record={record} />
        <Finding entity={entity} record={record} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Concerns entity={entity} record={record} />
        <Sanction entity={entity} record={record} />
        <Related entity={entity} id={record.id} />
        <LatestEvents entity={entity} record={record} />
        <RecordFacts record={record} />
      </Box>
    </Box>
  )
}

type PartProps = Pick<PanelProps, 'entity' | 'record'>

function Gravity({ record }: Pick<PartProps, 'record'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = String(record.dueOn)
  const due = useDue(day, record.status)
  const [label, tone] = severities[record.severity as keyof typeof severities]
  const facts: [string, React.ReactNode][] = [
    [t('Severity'), <StatusChip key="severity" label={t(label)} tone={tone} />],
    [
      t('To be corrected by'),
      <Box key="due" component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {format.longDay(day)}
        {due ? <StatusChip label={due.words} tone={due.tone} /> : null}
      </Box>,
    ],
    [t('Opened on'), format.date(String(record.openedOn))],
  ]
  return (
    <Panel>
      <HeadFacts facts={facts} columns="1fr 1.6fr 1fr" leading={1} />
    </Panel>
  )
}

/** What the product itself wrote, in the reader's words: it stands among the reasons with its values. What a person wrote, as it is. */
const wordedIn = ({ reasons }: RecordAnswer, text: string, t: TFunction): string => {
  const own = ((reasons as StoredSentence[] | null) ?? []).find(({ message }) => message === text)
  return own ? t(sentenceIn(own)) : text
}

/** Its evidence where all its fields are shown. */
export function EvidenceWords({ value, row }: ShownProps) {
  const { t } = useTranslation()
  return (
    <Typography component="span" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {wordedIn(row as RecordAnswer, String(value), t)}
    </Typography>
  )
}

/** A rule of a scheme says what it asks, in the words of who wrote it; why it fails is said in the reader's language. */
function Finding({ entity, record }: PartProps) {
  const { t } = useTranslation()
  const fields = entity.fields as Fields
  const reasons = (record.reasons as StoredSentence[] | null) ?? []
  const description = String(record.description)
  // What the product found by itself is no rule of a scheme with a text of its own.
  const isByRule = reasons.length > 0 && !reasons.some(({ message }) => message === description)
  const written = typeof record.evidence === 'string' && record.evidence ? [wordedIn(record, record.evidence, t)] : []
  const evidence = isByRule ? reasons.map((one) => t(sentenceIn(one))) : written
  const files = (record.files as unknown[] | null) ?? []
  const rows: FigureRow[] = [
    { key: 'rule', label: t('Rule'), value: String(record.rule) },
    ...(typeof record.clause === 'string' && record.clause ? [{ key: 'clause', label: t('Clause'), value: record.clause }] : []),
    ...(typeof record.schemePopId === 'string'
      ? [{ key: 'schemePopId', label: t('Rules'), value: <RefLink id={record.schemePopId} refs={record.refs} /> }]
      : []),
  ]
  return (
    <Panel title={isByRule ? t('Why the rule fails') : t('What was found')}>
      {isByRule ? (
        evidence.map((one) => (
          <Typography key={one} sx={{ fontSize: 17, fontWeight: 500, maxWidth: 680 }}>
            {one}
          </Typography>
        ))
      ) : (
        <Typography sx={{ fontSize: 17, fontWeight: 500, whiteSpace: 'pre-line', maxWidth: 680, overflowWrap: 'anywhere' }}>
          {wordedIn(record, description, t)}
        </Typography>
      )}
      {isByRule ? (
        <Named label={t('What the rule asks')}>{description}</Named>
      ) : (
        evidence.map((one) => (
          <Named key={one} label={t('Evidence')}>
            {one}
          </Named>
        ))
      )}
      <Box sx={{ mt: 2, pt: 1, borderTop: '1px solid', borderColor: 'divider' }}>
        <FigureRows rows={rows} />
      </Box>
      {files.length > 0 ? (
        <Box sx={{ mt: 1.5 }}>
          <ShowValue field={fields.files as Field} value={files} />
        </Box>
      ) : null}
    </Panel>
  )
}

function Named({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-line', maxWidth: 680, overflowWrap: 'anywhere' }}>{children}</Typography>
    </Box>
  )
}

/** Whom and what it concerns, from the person to the goods. */
function Concerns({ entity, record }: PartProps) {
  const { t } = useTranslation()
  const rows: FigureRow[] = Object.entries(entity.fields as Fields).flatMap(([name, field]) => {
    const id = record[name]
    return refersToOne(field) && name !== 'schemePopId' && typeof id === 'string'
      ? [{ key: name, label: t(field.label), value: <RefLink id={id} refs={record.refs} /> }]
      : []
  })
  return rows.length > 0 ? (
    <Panel title={t('What it is about')}>
      <FigureRows rows={rows} />
    </Panel>
  ) : null
}

/** What the rule costs when it fails, and the sanction that people propose, impose and lift (BR-24). */
function Sanction({ entity, record }: PartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = entity.fields as Fields
  const effect = record.effectOnFail
  const rows: FigureRow[] = [
    ...(typeof effect === 'string' && effect !== 'NONE'
      ? [{ key: 'effectOnFail', label: t('When it fails'), value: <ShowValue field={fields.effectOnFail as Field} value={effect} /> }]
      : []),
    ...(['sanction', 'sanctionState'] as const).flatMap((name) =>
      record[name] ? [{ key: name, label: t(fields[name]?.label ?? ''), value: <ShowValue field={fields[name] as Field} value={record[name]} /> }] : [],
    ),
    ...(typeof record.sanctionDueOn === 'string'
      ? [{ key: 'sanctionDueOn', label: t(fields.sanctionDueOn?.label ?? ''), value: format.longDay(record.sanctionDueOn) }]
      : []),
  ]
  return rows.length > 0 ? (
    <Panel title={t('Consequences')}>
      <FigureRows rows={rows} />
    </Panel>
  ) : null
}
