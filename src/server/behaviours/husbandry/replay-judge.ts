// A new, late, voided or edited fact is accepted when the history still holds with it. One judge for animals, flocks and ponds.
import type { Refusal } from '#domain/husbandry/replay.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'

/**
 * Throws RULE_BLOCKED naming the first event that no longer holds. `before`: the refusal of the history as it was; what did
 * not hold then, by data older than the rule, is not the fault of this change.
 */
export function refuseContradiction(now: Refusal | null, before: () => Refusal | null, path?: string): void {
  if (!now) return
  const old = before()
  if (old && old.eventId === now.eventId && old.ruleId === now.ruleId) return
  const { ruleId, message, figures, eventId, eventType } = now
  throw ruleBlocked(ruleId, message, { ...figures, eventId, eventType, ...(path ? { path } : {}) })
}

/** Writes a projection into its record: the columns that this entity has, and the state that its whole history leads to. */
export function writeProjection(entity: AnyEntity, row: Row, { status, columns }: { status: string; columns: Readonly<Record<string, unknown>> }): void {
  const known = Object.entries(columns).filter(([field]) => field in entity.fields)
  Object.assign(row, Object.fromEntries(known), { status })
}
