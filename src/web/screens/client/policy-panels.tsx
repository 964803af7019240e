// What stands beside the rules of automatic approval: what they would have approved lately, what would have stopped the rest, and who changed them when.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useEffect, useMemo, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { type PolicyPreview, type PolicyRule, policyRules } from '#domain/work/approval-policy.ts'
import { policyFields } from '#domain/work/approval-policy-form.ts'
import { submission } from '#domain/work/submission.ts'
import { usePolicyChanges, usePolicyPreview } from '#web/api/approval-policy.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { type FormValues, fromFormValues } from '#web/fields/form-values.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'

const { form: formField, role: roleField } = policyFields.rules.fields as Fields as { form: Field; role: Field }
const outcomeField = (submission.fields.autoChecks.fields as Fields).outcome as Field

function useRuleWords() {
  const { t } = useTranslation()
  const format = useFormat()
  return {
    name: ({ form, role }: Pick<PolicyRule, 'form' | 'role'>) =>
      `${formatValue(formField, form, { t, format })} · ${formatValue(roleField, role, { t, format })}`,
    trust: ({ afterApplied, cleanDays }: PolicyRule) =>
      [
        afterApplied > 0 ? t('after {{figure}} applied', { figure: format.number(afterApplied) }) : t('from the first on'),
        ...(cleanDays > 0 ? [t('no refusal for {{days}}', { days: t('{{count}} days', { count: cleanDays }) })] : []),
      ].join(', '),
  }
}

/** Rules as they are read; none is said too. */
export function RuleLines({ rules }: { rules: readonly PolicyRule[] }) {
  const { t } = useTranslation()
  const words = useRuleWords()
  if (rules.length === 0) return <Typography color="textSecondary">{t('There is no rule: a person decides on every submission.')}</Typography>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {rules.map((rule) => (
        <Box component="li" key={`${rule.form} ${rule.role}`} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography>{words.name(rule)}</Typography>
          <Typography variant="caption" color="textSecondary">
            {words.trust(rule)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** The server counts once somebody has stopped typing, not at every digit. */
const settledMs = 600
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

export function PolicyPreviewPanel({ control }: { control: Control<FormValues, unknown, FormValues> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const typed = useSettled(useWatch({ control, name: 'rules' }))
  const rules = useMemo(() => {
    const read = policyRules.safeParse(fromFormValues(policyFields, { rules: typed }).rules ?? [])
    return read.success ? read.data : null
  }, [typed])
  const { data, error, refetch } = usePolicyPreview(rules)
  if (error && !data) return <LoadError problem={error} title={t('The preview could not be loaded')} retry={() => void refetch()} />
  return (
    <Panel title={t('In the last 30 days')} note={rules === null ? t('of the rules before they are complete') : undefined}>
      {data ? null : <Skeleton variant="rounded" height={48} />}
      {data ? (
        <Box aria-live="polite" sx={{ display: 'grid', gap: 1.5 }}>
          <Typography>
            {data.received === 0
              ? t('Nothing was sent in.')
              : t('{{approved}} of {{received}} would have been approved without a person.', {
                  approved: format.number(data.approved),
                  received: format.number(data.received),
                })}
          </Typography>
          {data.rules.map((rule) => (
            <JudgedRule key={`${rule.form} ${rule.role}`} rule={rule} />
          ))}
          <Typography variant="caption" color="textSecondary">
            {t('Each as it was when it came in; by the roles that people have now.')}
          </Typography>
        </Box>
      ) : null}
    </Panel>
  )
}

function JudgedRule({ rule }: { rule: PolicyPreview['rules'][number] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useRuleWords()
  const { received, approved, flagged, tooFew, refusedLately, flags } = rule
  const stopped = [
    ...(flagged > 0 ? [{ key: 'flagged', words: t('flagged: {{figure}}', { figure: format.number(flagged) }) }] : []),
    ...(tooFew > 0 ? [{ key: 'tooFew', words: t('too few applied before: {{figure}}', { figure: format.number(tooFew) }) }] : []),
    ...(refusedLately > 0 ? [{ key: 'refusedLately', words: t('too soon after a refusal: {{figure}}', { figure: format.number(refusedLately) }) }] : []),
  ]
  const figure = received === 0 ? t('none came in') : `${format.number(approved)} / ${format.number(received)}`
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
        <Typography sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{words.name(rule)}</Typography>
        <Typography color={received === 0 ? 'textSecondary' : undefined} sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {figure}
        </Typography>
      </Box>
      {received > 0 ? (
        <LinearProgress variant="determinate" aria-label={words.name(rule)} aria-valuetext={figure} value={Math.floor((approved / received) * 100)} />
      ) : null}
      {stopped.length > 0 ? (
        <Typography variant="caption" component="div" sx={{ mt: 0.5 }}>
          {t('Left to a person: {{what}}', { what: format.list(stopped.map((one) => one.words)) })}
        </Typography>
      ) : null}
      {flags.length > 0 ? (
        <Typography variant="caption" color="textSecondary" component="div">
          {flags.map(({ ruleId, outcome, count }) => `${ruleId} (${formatValue(outcomeField, outcome, { t, format })}): ${format.number(count)}`).join(' · ')}
        </Typography>
      ) : null}
    </Box>
  )
}

export function PolicyChangesPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePolicyChanges()
  const changes = data?.pages.flatMap(({ items }) => items)
  if (error && !data) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  return (
    <Panel title={t('History')}>
      {data ? null : <Skeleton variant="rounded" height={48} />}
      {changes?.length === 0 ? <Typography color="textSecondary">{t('Nothing was changed yet.')}</Typography> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {changes?.map(({ version, changedAt, changedBy, before, after }) => (
          <li key={version}>
            <Typography variant="caption" color="textSecondary" component="div">
              {format.time(changedAt)} · {changedBy.name}
            </Typography>
            <Difference before={before} after={after} />
          </li>
        ))}
      </Box>
      {hasNextPage ? (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} sx={{ mt: 1 }}>
          {t('Show more')}
        </Button>
      ) : null}
    </Panel>
  )
}

/** Rules that came, went or were altered by one change. */
function Difference({ before, after }: { before: readonly PolicyRule[]; after: readonly PolicyRule[] }) {
  const { t } = useTranslation()
  const words = useRuleWords()
  const keyOf = ({ form, role }: PolicyRule) => `${form} ${role}`
  const was = new Map(before.map((rule) => [keyOf(rule), rule]))
  const is = new Map(after.map((rule) => [keyOf(rule), rule]))
  const lines = [...new Set([...is.keys(), ...was.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    if (now && old && words.trust(now) === words.trust(old)) return []
    const rule = now ?? old
    if (!rule) return []
    const what = now ? (old ? `${words.trust(old)} → ${words.trust(now)}` : words.trust(now)) : t('removed')
    return [{ key, text: `${words.name(rule)}: ${what}` }]
  })
  return lines.map(({ key, text }) => (
    <Typography key={key} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  ))
}
