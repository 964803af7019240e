// The steps of a package one under the other, each as a few short lines: when, what, with what, and how it is shown to be done.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { Bound } from '#domain/kernel/step-bounds.ts'
import type { Refs } from '#web/api/answers.ts'
import { Listen } from '#web/engine/view/listen.tsx'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { boundWords } from './bound-words.ts'
import type { Calendar, PopStep } from './pop-calendar.ts'

type Props = { calendar: Calendar /** Fields of one step. */; fields: Fields; refs: Refs }

export function PopSteps({ calendar, fields, refs }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {calendar.rows.map(({ step, occurrences }) => {
        const [first] = occurrences
        const window = first && first.to > first.from ? t('day {{from}} to {{to}}', { from: format.number(first.from), to: format.number(first.to) }) : ''
        return (
          <Box
            component="li"
            key={step.code}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '72px minmax(0, 1fr)', sm: '104px minmax(0, 1fr) minmax(0, 15em)' },
              columnGap: 2,
              rowGap: 0.25,
              px: 2,
              py: 1.25,
              borderBottom: '1px solid',
              borderColor: 'divider',
              '&:last-of-type': { borderBottom: 0 },
            }}
          >
            <Box sx={{ textAlign: 'right' }}>
              <Box sx={{ fontSize: 16, fontWeight: 600, fontVariantNumeric: 'tabular-nums', lineHeight: '22px' }}>{format.number(first?.day ?? 0)}</Box>
              <Typography variant="caption" color="textSecondary">
                {window}
              </Typography>
            </Box>
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
                <Box component="span" sx={{ fontWeight: 500 }}>
                  {step.name}
                </Box>
                {step.mandatory ? null : <ToneText label={t('may be left out')} />}
              </Box>
              <Typography variant="body2" color="textSecondary" component="div">
                {[
                  formatValue(fields.eventType as Field, step.eventType, { t, format, refs }),
                  ...repetition(step, t, format.number),
                  ...after(step, calendar, t),
                ].join(' · ')}
              </Typography>
              {typeof step.instruction === 'string' && step.instruction ? (
                <Typography variant="body2" sx={{ mt: 0.5, maxWidth: 560, whiteSpace: 'pre-line' }}>
                  {step.instruction}
                </Typography>
              ) : null}
              <Listen step={{ title: step.name, audio: step.audio }} />
            </Box>
            <Box sx={{ gridColumn: { xs: '2', sm: 'auto' }, fontSize: 13.5, color: 'text.secondary' }}>
              {((step.bounds ?? []) as Bound[]).map((bound) => (
                <div key={bound.figure}>{boundWords(bound, { entity: 'pop', eventType: step.eventType }, { t, format })}</div>
              ))}
              {withWhat.map((name) => {
                const field = fields[name]
                const words = field ? formatValue(field, step[name], { t, format, refs }) : ''
                return field && words ? (
                  <div key={name}>
                    {t(field.label)}{' '}
                    <Box component="span" sx={{ color: 'text.primary' }}>
                      {words}
                    </Box>
                  </div>
                ) : null
              })}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

const withWhat = ['itemId', 'dosePerHa', 'params', 'condition', 'evidence'] as const

function repetition({ repeatEveryDays, repeatCount }: PopStep, t: ReturnType<typeof useTranslation>['t'], number: (value: number) => string): string[] {
  if (!repeatEveryDays || !repeatCount) return []
  return [t('{{times}} times, every {{count}} days', { times: number(repeatCount), count: repeatEveryDays })]
}

function after({ anchor, anchorCode }: PopStep, { rows }: Calendar, t: ReturnType<typeof useTranslation>['t']): string[] {
  const before = anchor === 'PREVIOUS' ? rows.find(({ step }) => step.code === anchorCode) : undefined
  return before ? [t('counted from “{{step}}”', { step: before.step.name })] : []
}
