// The checks of a transaction certificate (BR-12) in rows: on its page, in its form and on their own tab alike.
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { CheckAnswer } from '#domain/chain/certificate-answer.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { claims } from '#domain/kernel/terms.ts'
import type { Format } from '#web/format/format.ts'
import { useFormat } from '#web/format/use-format.ts'
import { type TFunction, useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export const outcomes: Readonly<Record<CheckAnswer['outcome'], [label: string, tone: Tone]>> = {
  OK: [/* i18n */ 'Fulfilled', 'success'],
  REVIEW: [/* i18n */ 'To be reviewed', 'pending'],
  BLOCK: [/* i18n */ 'Stops it', 'error'],
}

/** What stops it and what is to be reviewed, in full; the others by their codes. */
export function OpenCheckList({ checks, changeOf }: { checks: readonly CheckAnswer[]; changeOf?: (check: CheckAnswer) => ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const open = (['BLOCK', 'REVIEW'] as const).flatMap((outcome) => checks.filter((one) => one.outcome === outcome))
  const fulfilled = checks.filter(({ outcome }) => outcome === 'OK')
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {open.map((check) => (
        <CheckRow key={check.code} check={check} change={changeOf?.(check)} />
      ))}
      {fulfilled.length ? (
        <Box
          component="li"
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            px: 2,
            py: 1.25,
            borderTop: '1px solid',
            borderColor: 'divider',
            '&:first-of-type': { borderTop: 0 },
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{fulfilled.map(({ code }) => code).join(' · ')}</Box>
          <StatusChip tone="success" label={`${t(outcomes.OK[0])}: ${format.number(fulfilled.length)}`} />
        </Box>
      ) : null}
    </Box>
  )
}

/** `change`: a way to what in a form would change its answer. */
export function CheckRow({ check, change }: { check: CheckAnswer; change?: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [label, tone] = outcomes[check.outcome]
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.25, borderTop: '1px solid', borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {check.code}
        </Box>
        <Box component="h3" sx={{ m: 0, font: 'inherit', fontWeight: 600, flex: '1 1 220px', minWidth: 0 }}>
          {t(check.title)}
        </Box>
        <StatusChip tone={tone} label={t(label)} />
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>{t(check)}</Box>
      {check.inputs.length > 0 ? (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 2, color: 'text.secondary', fontSize: 13 }}>
          {check.inputs.slice(0, 12).map((input, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand there twice
            <li key={`${input.label} ${input.of ?? ''} ${at}`}>
              {[input.of, ...(input.terms ?? []).map((one) => t(one)), ''].filter((one) => one !== undefined).join(' · ')}
              {t(input.label)}
              {input.value === null ? '' : `: ${shownValue(input, t, format)}`}
            </li>
          ))}
        </Box>
      ) : null}
      {change}
    </Box>
  )
}

function shownValue({ value, unit, words }: CheckAnswer['inputs'][number], t: TFunction, format: Format): string {
  if (words && typeof value === 'string') return t({ message: value, words })
  if (unit === 'claim') return t(claims[value as keyof typeof claims]?.[0] ?? String(value ?? ''))
  if (typeof value !== 'number') return unit === 'day' && value !== null ? format.fullDate(value) : String(value ?? '')
  if (unit === 'kg') return format.kg(value)
  if (unit === 'share') return format.share(value)
  if (unit === 'km') return t('{{value}} km', { value: format.number(value, 1) })
  if (unit === 'days') return t('{{count}} days', { count: value })
  if (unit === 'months') return t('{{count}} months', { count: value })
  return format.number(value)
}
