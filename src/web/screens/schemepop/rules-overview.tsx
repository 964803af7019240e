// The rules of a scheme for a crop, gravest first: what is asked, what follows when it fails, and what it weighs.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type RuleText, ruleTextIn } from '#domain/certification/rule-text.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { severities } from '#domain/kernel/terms.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { Related } from '#web/engine/view/related.tsx'
import { formatValue } from '#web/fields/format-value.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'

type Rule = RuleText & {
  code: string
  check: unknown
  clauseRef?: string | null
  severity: string
  weight: number
  correctiveDays: number
  effectOnFail: string
}
const gravestFirst = Object.keys(severities).reverse()

export function RulesOverview({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = entity.fields as Fields
  const ruleFields = fields.rules?.fields ?? {}
  const rules = (record.rules as Rule[] | null) ?? []
  const weight = rules.reduce((sum, rule) => sum + rule.weight, 0)
  const judgement: FigureRow[] = [
    { key: 'pass', label: t('Points needed'), value: formatValue(fields.passScore as Field, record.passScore, { t, format }) },
    { key: 'major', label: t('Major findings allowed'), value: format.number(Number(record.maxMajor)) },
    { key: 'rules', label: t('Rules'), value: format.number(rules.length) },
    { key: 'weight', label: t('Weights together'), value: format.number(weight) },
  ]
  const place: FigureRow[] = ['schemeId', 'cropTypeId', 'popId', 'versionNo', 'basedOnId', 'publishedOn'].flatMap((name): FigureRow[] => {
    const [field, value] = [fields[name] as Field, record[name]]
    if (name === 'cropTypeId' && !value) return [{ key: name, label: t(field.label), value: t('every crop'), strong: false }]
    return value === null || value === undefined
      ? []
      : [{ key: name, label: t(field.label), value: <ShowValue field={field} value={value} refs={record.refs} />, strong: false }]
  })
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: 2, lg: 1 } }}>
        {gravestFirst.map((severity) => {
          const of = rules.filter((rule) => rule.severity === severity)
          return of.length === 0 ? null : (
            <Panel
              key={severity}
              title={formatValue(ruleFields.severity as Field, severity, { t, format })}
              note={t('{{count}} rules', { count: of.length })}
              flush
            >
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {of.map((rule) => (
                  <RuleLine key={rule.code} rule={rule} fields={ruleFields} refs={record.refs} />
                ))}
              </Box>
            </Panel>
          )
        })}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: 1, lg: 2 } }}>
        <Panel title={t('Judgement')}>
          <FigureRows rows={judgement} />
        </Panel>
        <Panel title={t('What they hold for')}>
          <FigureRows rows={place} />
        </Panel>
        <Related entity={entity} id={record.id} />
        <LatestEvents entity={entity} record={record} />
        <RecordFacts record={record} />
      </Box>
    </Box>
  )
}

function RuleLine({ rule, fields, refs }: { rule: Rule; fields: Fields; refs: PanelProps['record']['refs'] }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const under = [
    formatValue(fields.check as Field, rule.check, { t, format, refs }),
    rule.clauseRef,
    rule.correctiveDays > 0 ? t('{{count}} days to correct it', { count: rule.correctiveDays }) : '',
  ].filter(Boolean)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '104px minmax(0, 1fr) auto' },
        columnGap: 1.5,
        rowGap: 0.75,
        alignItems: 'start',
        px: 2,
        py: 1.25,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>{rule.code}</Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography component="div">{ruleTextIn(i18n.language, rule)}</Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {under.join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, justifyContent: { sm: 'flex-end' } }}>
        {rule.effectOnFail === 'NONE' ? null : (
          <StatusChip
            tone={rule.effectOnFail === 'CONDITION' ? 'pending' : 'error'}
            label={formatValue(fields.effectOnFail as Field, rule.effectOnFail, { t, format })}
          />
        )}
        <Typography variant="caption" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
          {t('weight {{weight}}', { weight: format.number(rule.weight) })}
        </Typography>
      </Box>
    </Box>
  )
}
