// What became of a submission that was approved: why it could not be carried out, field by field, or what it made.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { findEntity } from '#domain/entities.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { sentenceIn } from '#web/locales/stored-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { useAnswerLabel } from './format-answer.ts'
import type { Meaning } from './read-answers.ts'
import type { Failure, Result } from './review.ts'

/** `mayRetry`: the reader is who puts it right. */
export function FailurePanel({ failure, meaning, mayRetry }: { failure: Failure; meaning: Meaning | null; mayRetry: boolean }) {
  const { t } = useTranslation()
  const labelOf = useAnswerLabel(meaning)
  const problems = failure.fields ?? []
  return (
    <Panel
      title={<ToneText tone="error" label={t('Could not be carried out')} />}
      note={failure.ruleId ? t('Rule {{rule}}', { rule: failure.ruleId }) : undefined}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t(sentenceIn({ message: failure.problem, words: failure.words ?? null }))}</Typography>
      {problems.length > 0 ? (
        <Box
          component="dl"
          sx={{ m: 0, mt: 1.5, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, auto) 1fr' }, columnGap: 2, rowGap: 0.75 }}
        >
          {problems.map(({ path, ...sentence }) => (
            <Box key={path} sx={{ display: { xs: 'block', sm: 'contents' } }}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {labelOf(path)}
              </Box>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {t(sentenceIn(sentence))}
              </Box>
            </Box>
          ))}
        </Box>
      ) : null}
      <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 1.5 }}>
        {mayRetry
          ? t('Nothing of it was saved. Put right what stands in the way and apply it again, or return it.')
          : t('Nothing of it was saved. Whoever reviews it puts right what stands in the way, or returns it.')}
      </Typography>
    </Panel>
  )
}

export function ResultPanel({ result }: { result: Result }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const entity = findEntity(result.resultType)
  const { data: made } = useOne(result.resultType, result.resultId)
  return (
    <Panel title={<ToneText tone="success" label={t('Applied')} />}>
      <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: result.resultType, id: result.resultId }}>
        {made?.title || t(entity?.label ?? result.resultType)}
      </TextLink>
      {result.unread && result.unread.length > 0 ? (
        <Typography color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {t('Stays with the submission, because the record has no such field: {{fields}}', { fields: result.unread.join(', ') })}
        </Typography>
      ) : null}
    </Panel>
  )
}
