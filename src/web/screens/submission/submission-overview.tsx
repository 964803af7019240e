// A submission under review: what came from the phone beside what is stored, the boundary on both, what is known of its
// capture, and the decision with its reason. Nothing of it is in force before somebody else has approved it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { can } from '#domain/access.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
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
import { BoundaryPicture, isPolygon } from './boundary-picture.tsx'
import { CaptureFacts } from './capture-facts.tsx'
import { type Answer, meaningOf, readAnswers } from './read-answers.ts'
import { useWaiting } from './waiting.tsx'

const choices: readonly Choice[] = [
  { type: 'APPROVED', words: 'comment', look: 'primary' },
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
  const read = readAnswers(answers, meaning, target ?? null)
  const boundary = read.find(({ field, proposed }) => factsOf(field).isPlace && isPolygon(proposed))
  const waiting = useWaiting(submission)
  const isOwn = submission.createdBy === user.id
  const mayDecide = choices.some(({ type }) => submission.may.includes(type))
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {waiting.bar}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Panel
            title={meaning?.event ? t(eventLabel(meaning.entity, eventTypeOf(meaning))) : t('What was captured')}
            note={target ? <Target target={target} submission={submission} entity={meaning?.entity.name ?? ''} /> : undefined}
            flush
          >
            <AnswersTable read={read} isCompared={target !== undefined && !meaning?.event} refs={{ ...submission.refs, ...target?.refs }} />
          </Panel>
          {boundary ? <BoundaryPicture proposed={boundary.proposed as Polygon} now={isPolygon(target?.boundary) ? target.boundary : null} /> : null}
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {mayDecide ? (
            <Panel title={t('Decision')}>
              {isOwn ? (
                <Typography color="textSecondary">{t('You sent this yourself. Somebody else decides about it.')}</Typography>
              ) : (
                <Box sx={{ pt: 1 }}>
                  <Decide
                    key={submission.id}
                    entity={entity}
                    record={submission}
                    choices={choices}
                    label={t('Comment, or what is missing')}
                    onDone={waiting.openNext}
                  />
                </Box>
              )}
            </Panel>
          ) : null}
          <CaptureFacts entity={entity} submission={submission} />
        </Box>
      </Box>
    </Box>
  )
}

const eventTypeOf = ({ entity, event }: NonNullable<ReturnType<typeof meaningOf>>): string =>
  Object.entries(entity.events).find(([, spec]) => spec === event)?.[0] ?? ''

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
