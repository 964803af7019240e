// Which step an event is for, asked afterwards (BR-18: outside every window → ask; docs/decisions/0168): what came from a device, a program, an import or an
// approval, and what a plan that moved has left outside, is an open finding of its record until somebody answers, another event stands in its place, or a
// step takes it. Follows from the plan each time it is settled.
import { type RawBuilder, sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { PlanFact } from '#domain/kernel/plan-engine.ts'
import { phrase } from '#domain/messages/message.ts'
import type { ClosedReason } from '#domain/rules/finding-answer.ts'
import type { Scope } from '../scope.ts'
import type { ClosedFlag } from '../store/flags.ts'
import { bringFlagsOfMany, byPerson, type ProjectedFinding } from '../store/project-flags.ts'

/** A finding of this kind on an event, open or closed. */
export type KnownQuestion = { id: string; closedAt: string | null; closedReason: ClosedReason | null; figures: Record<string, unknown> | null }
type PlanEventRow = { id: string; subjectType: string; planEventId: string | null; forNoStep: boolean | null; questions: KnownQuestion[] | null }
/** Events that a plan is folded from: which of them nobody has answered for, whose they are, and what was asked of them. */
export type Questions = { unanswered: ReadonlySet<string>; subjects: ReadonlyMap<string, string>; known: ReadonlyMap<string, readonly KnownQuestion[]> }

/** As a column beside an event `e` (jsonb): so that settling a plan asks the database nothing more. */
export const questionsOfEvent = ({ tenant }: Scope): RawBuilder<KnownQuestion[] | null> => sql<KnownQuestion[] | null>`
  (select jsonb_agg(jsonb_build_object('id', f.id, 'closedAt', f.closed_at, 'closedReason', f.closed_reason, 'figures', f.figures) order by f.opened_at desc, f.id desc)
    from flag as f where f.tenant_id = ${tenant.id} and f.event_id = e.id and f.subject_type = e.subject_type and f.subject_id = e.subject_id and f.rule_id = 'BR-18')`

export const questionsAmong = (events: readonly PlanEventRow[]): Questions => ({
  unanswered: new Set(events.flatMap(({ id, planEventId, forNoStep }) => (planEventId === null && forNoStep !== true ? [id] : []))),
  subjects: new Map(events.map(({ id, subjectType }) => [id, subjectType])),
  known: new Map(events.flatMap(({ id, questions }) => (questions ? [[id, questions] as const] : []))),
})
/** What its plan says of an event now is not what stands on it: open, or closed by a person. */
export function isOutdated({ known }: Questions, eventId: string, isInQuestion: boolean): boolean {
  const questions = known.get(eventId) ?? []
  const isOpen = questions.some(({ closedAt }) => closedAt === null)
  return isInQuestion ? !isOpen && !questions.some(({ closedReason }) => byPerson.includes(closedReason)) : isOpen
}

type Plan = { inQuestion: Questions; subjectId: string; facts: readonly PlanFact[] }

/** Brings the questions of these records to what their plans say: no statement where nothing changes, two for all that do. */
export async function askAfterwards(scope: Scope, entity: AnyEntity, plans: readonly Plan[]): Promise<void> {
  const known = plans.flatMap(({ inQuestion, subjectId }) =>
    [...inQuestion.known].flatMap(([eventId, questions]) =>
      inQuestion.subjects.get(eventId) === entity.name ? questions.map((question) => flagOf(question, subjectId, eventId)) : [],
    ),
  )
  const findings = plans.flatMap(({ inQuestion, subjectId, facts }) =>
    facts.flatMap((fact) => (inQuestion.subjects.get(fact.id) === entity.name ? [{ ...questionOf(fact), subjectId, eventId: fact.id }] : [])),
  )
  if (known.length > 0 || findings.length > 0) await bringFlagsOfMany(scope, entity, known, findings)
}

const questionOf = ({ day }: Pick<PlanFact, 'day'>): Omit<ProjectedFinding, 'eventId'> => ({
  ruleId: 'BR-18',
  severity: 'WARN',
  message: phrase`Which step of the package is this for? No step was to be done on the day of this event. Say which open step it is for, or that it is for none.`,
  figures: { day },
})
const flagOf = ({ id, closedAt, closedReason, figures }: KnownQuestion, subjectId: string, eventId: string): ClosedFlag => ({
  ...questionOf({ day: '' }),
  ...{ id, subjectId, eventId, closedAt, closedReason, message: '', openedAt: '', openedBy: null, owner: 'OPERATOR_MANAGER', closedBy: null, note: null },
  ...(figures ? { figures } : { figures: {} }),
})
