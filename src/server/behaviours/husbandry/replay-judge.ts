// The end of a step: a history that does not hold any more is refused at its first event that contradicts what happened before
// it, and findings are brought to what the history says. One judge for animals, flocks and ponds.
import type { EventFinding, HistoryEvent, Refusal } from '#domain/husbandry/replay.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { HistoryEvent as StoredEvent } from '#domain/kernel/history.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { Scope } from '../../scope.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { answerWith, atEndOfStep, changesOfStep } from '../../store/step.ts'

export const dated = (scope: Scope, history: readonly StoredEvent[]): HistoryEvent[] =>
  history.map((event) => ({ ...event, day: localDay(scope, event.occurredAt) }))

/**
 * Throws RULE_BLOCKED naming the first event that no longer holds. `before`: the refusal of the history as it was; what did
 * not hold then, by data older than the rule, is not the fault of this change.
 */
export async function refuseContradiction(now: Refusal | null, before: () => Promise<Refusal | null>, path?: string): Promise<void> {
  if (!now) return
  const old = await before()
  if (old && old.eventId === now.eventId && old.ruleId === now.ruleId) return
  const { ruleId, message, figures, eventId, eventType } = now
  throw ruleBlocked(ruleId, message, { ...figures, eventId, eventType, ...(path ? { path } : {}) })
}

/** Refuses, at the end of the step, what makes the history of a record contradict itself. `before`: the refusal of the history before the step. */
export const judgeAtEnd = (
  scope: Scope,
  entity: AnyEntity,
  id: string,
  now: Refusal | null,
  before: () => Promise<Refusal | null>,
  path?: string,
): Promise<void> =>
  atEndOfStep(scope, `judge ${entity.name} ${id}`, async () => {
    // What is being recorded is doubted at its own field.
    if (now?.path && changesOfStep(scope).recorded.includes(now.eventId)) throw fieldProblem(now.path, 'max', now.message)
    await refuseContradiction(now, before, path)
  })

/** Brings the findings of these rules, at the end of the step, to what the history says: one for each event and rule. */
export const findAtEnd = (scope: Scope, entity: AnyEntity, id: string, rules: readonly RuleId[], findings: readonly EventFinding[]): Promise<void> =>
  atEndOfStep(scope, `findings ${entity.name} ${id}`, () => bringFindings(scope, entity, id, rules, findings))

/** The same at once. What is new of an event of this step is answered with it. */
export async function bringFindings(scope: Scope, entity: AnyEntity, id: string, rules: readonly RuleId[], findings: readonly EventFinding[]): Promise<void> {
  for (const { eventId, ...finding } of await projectFlags(scope, entity, id, rules, findings)) answerWith(scope, eventId, finding)
}

/** Columns of a projection that this entity has, and the status that its whole history leads to. */
export const projectedRow = (
  entity: AnyEntity,
  { status, columns }: { status: string; columns: Readonly<Record<string, unknown>> },
): Record<string, unknown> => ({ ...Object.fromEntries(Object.entries(columns).filter(([field]) => field in entity.fields)), status })
