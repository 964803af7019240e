// What the product found by itself when a submission came in, rule by rule: read before somebody decides.
import type { Field, Fields, Tone } from '#domain/kernel/field.ts'
import { submission } from '#domain/work/submission.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { type StoredSentence, sentenceIn } from '#web/locales/stored-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { useAnswerLabel } from './format-answer.ts'
import type { Meaning } from './read-answers.ts'

export type Check = StoredSentence & { ruleId: string; outcome: string; field?: string | null }
export const checksIn = ({ autoChecks }: RecordAnswer): Check[] => (autoChecks as Check[] | null) ?? []
const tones: Readonly<Record<string, Tone>> = { INFO: 'progress', WARN: 'pending', REVIEW: 'pending', BLOCK: 'error' }
const outcomes = (submission.fields.autoChecks.fields as Fields).outcome as Field

export function ChecksPanel({ checks, meaning }: { checks: readonly Check[]; meaning: Meaning | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelOf = useAnswerLabel(meaning)
  if (checks.length === 0) return null
  return (
    <Panel title={t('Checked by itself')}>
      <FigureRows
        rows={checks.map(({ ruleId, outcome, field, ...sentence }, at) => ({
          key: `${ruleId} ${at}`,
          label: sentence.message ? `${field ? `${labelOf(field)}: ` : ''}${t(sentenceIn(sentence))}` : t('Rule {{rule}}', { rule: ruleId }),
          value: <StatusChip tone={tones[outcome] ?? 'neutral'} label={formatValue(outcomes, outcome, { t, format })} />,
        }))}
      />
    </Panel>
  )
}
