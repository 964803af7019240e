// A submission under review: what came from the phone beside what is stored, the boundary on both, what is known of its
// capture, and the decision with its reason. Nothing of it is in force before somebody else has approved it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { can } from '#domain/access.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Choice as Side } from '#domain/kernel/merge.ts'
import { isEventForm } from '#domain/work/submitted.ts'
import { waitingStates } from '#domain/work/waiting.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Choice, Decide } from '../decide.tsx'
import { AnswersTable } from './answers-table.tsx'
import { ApproveInPart } from './approve-in-part.tsx'
import { ApproveWithChoices, outcomeOf } from './approve-with-choices.tsx'
import { BoundaryPicture, isPolygon } from './boundary-picture.tsx'
import { CaptureFacts } from './capture-facts.tsx'
import { ChecksPanel, checksIn } from './checks-panel.tsx'
import { useAnswerLabel } from './format-answer.ts'
import { MergeTable } from './merge-table.tsx'
import { FailurePanel, ResultPanel } from './outcome.tsx'
import { type Answer, meaningOf, readAnswers } from './read-answers.ts'
import { type ChoiceByField, reviewIn } from './review.ts'
import { useWaiting } from './waiting.tsx'

const choices: readonly Choice[] = [
  { type: 'APPROVED', words: 'comment', look: 'primary' },
  { type: 'RETRIED', words: 'comment', look: 'primary' },
  { type: 'RETURNED', words: 'comment', look: 'plain' },
  { type: 'REJECTED', words: 'reason', look: 'grave' },
]

export function SubmissionOverview({ entity, record: submission }: PanelProps) {
  const { t } = useTranslation()
  const user = useUser()
  const answers = (submission.answers as Answer[] | null) ?? []
  const meaning = meaningOf(String(submission.formCode), submission.targetType, answers)
  const mayRead = meaning !== null && can(user, meaning.entity.name, 'V')
  const { data: target } = useOne(meaning?.entity.name ?? '', mayRead && typeof submission.targetId === 'string' ? submission.targetId : undefined)
  const labelOf = useAnswerLabel(meaning)
  // What happened is compared with nothing, also where it does not say what.
  const compared = isEventForm(String(submission.formCode)) ? null : (target ?? null)
  const read = readAnswers(answers, meaning, compared)
  const boundary = read.find(({ field, proposed }) => factsOf(field).isPlace && isPolygon(proposed))
  const waiting = useWaiting(submission)
  const { merge, failure, result, parts, refs: named } = reviewIn(submission)
  const [chosen, setChosen] = useState<ChoiceByField>({})
  const contested = merge?.fields.filter(({ isContested }) => isContested).map(({ field }) => field) ?? []
  const inMerge = new Set(merge?.fields.map(({ field }) => field))
  const apart = merge ? read.filter(({ name, isKnown }) => !isKnown || !inMerge.has(name)) : []
  const isOwn = submission.createdBy === user.id
  const isRequest = submission.formCode === 'CHANGE_REQUEST'
  const source = isRequest ? t('Requested') : t('From the phone')
  const report = (subject: RecordAnswer) => outcomeOf(entity, subject, t)
  // What could not be carried out is put right here, before the next one.
  const done = (subject: RecordAnswer) => {
    if (subject.status !== 'APPLY_FAILED' && subject.status !== 'CONFLICT') waiting.openNext()
  }
  const mayDecide = choices.some(({ type }) => submission.may.includes(type))
  // Whoever would decide, had somebody else sent it.
  const waitsForOther = isOwn && can(user, entity.name, 'A') && waitingStates.some((state) => state === submission.status)
  const checks = <ChecksPanel checks={checksIn(submission)} meaning={meaning} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {waiting.bar}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Panel
            title={meaning?.event ? t(eventLabel(meaning.entity, meaning.eventType ?? '')) : isRequest ? t('Requested changes') : t('What was captured')}
            note={target ? <Target target={target} submission={submission} entity={meaning?.entity.name ?? ''} /> : undefined}
            flush
          >
            {merge && meaning ? (
              <MergeTable
                merge={merge}
                fields={meaning.fields}
                seen={typeof submission.targetVersion === 'number' ? submission.targetVersion : null}
                refs={{ ...submission.refs, ...named, ...target?.refs }}
                choices={chosen}
                proposed={source}
                isRequest={isRequest}
                {...(mayDecide && !isOwn ? { onChoose: (field: string, choice: Side) => setChosen((now) => ({ ...now, [field]: choice })) } : {})}
              />
            ) : (
              <AnswersTable read={read} isCompared={compared !== null} refs={{ ...submission.refs, ...named, ...target?.refs }} proposed={source} />
            )}
          </Panel>
          {apart.length > 0 ? (
            <Panel title={t('Stays with the submission')} note={t('The record has no such field.')} flush>
              <AnswersTable read={apart} isCompared={false} refs={submission.refs ?? {}} proposed={source} />
            </Panel>
          ) : null}
          {boundary ? (
            <BoundaryPicture proposed={boundary.proposed as Polygon} now={isPolygon(target?.boundary) ? target.boundary : null} from={source} />
          ) : null}
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {failure ? <FailurePanel failure={failure} meaning={meaning} mayRetry={submission.may.includes('RETRIED')} /> : checks}
          {result ? <ResultPanel result={result} /> : null}
          {mayDecide || waitsForOther ? (
            <Panel title={t('Decision')}>
              {isOwn ? (
                <Typography color="textSecondary">{t('You sent this yourself. Somebody else decides about it.')}</Typography>
              ) : (
                <Box sx={{ pt: 1, display: 'grid', gap: 1.5 }}>
                  {merge && contested.length > 0 ? (
                    <ApproveWithChoices submission={submission} merge={merge} contested={contested} chosen={chosen} onDone={done} />
                  ) : null}
                  <Decide
                    key={submission.id}
                    entity={entity}
                    record={submission}
                    choices={contested.length > 0 ? choices.filter(({ type }) => type !== 'APPROVED') : choices}
                    label={t('Comment, or what is missing')}
                    report={report}
                    onDone={(_, subject) => done(subject)}
                  />
                  <ApproveInPart
                    key={`${submission.id} in part`}
                    submission={submission}
                    parts={parts}
                    read={read}
                    contested={contested}
                    labelOf={labelOf}
                    onDone={done}
                  />
                </Box>
              )}
            </Panel>
          ) : null}
          {failure ? checks : null}
          <CaptureFacts entity={entity} submission={submission} />
        </Box>
      </Box>
    </Box>
  )
}

/** The record it is about; whether that was changed since the phone saw it. */
function Target({ target, submission, entity }: { target: RecordAnswer; submission: RecordAnswer; entity: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const seen = submission.targetVersion
  const hasMoved = typeof seen === 'number' && target.version > seen
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id: target.id }}>
        {target.title}
      </TextLink>
      {hasMoved ? (
        <StatusChip tone="pending" label={t('begun from version {{seen}}, now {{now}}', { seen: format.number(seen), now: format.number(target.version) })} />
      ) : null}
    </Box>
  )
}
