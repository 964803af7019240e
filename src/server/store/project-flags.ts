// Findings that follow from a record's history: each projection says which hold now, and the open ones are brought to that,
// in whatever order the facts came. A finding that a person has closed stays closed while its figures are the same.
import { isDeepStrictEqual } from 'node:util'
import type { AnyEntity, Finding } from '#domain/kernel/entity.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { Scope } from '../scope.ts'
import { allFlags, closeFlag, saveFlags } from './flags.ts'

/** `eventId`: the event that it speaks of; null for the record as a whole. */
export type ProjectedFinding = Finding & { eventId: string | null }

const byPerson: readonly unknown[] = ['CORRECTED', 'ACCEPTED', 'NO_ISSUE']
const keyOf = ({ eventId, ruleId }: { eventId: string | null; ruleId: RuleId }): string => `${eventId} ${ruleId}`

/**
 * Answers those that are new. `rules`: those whose findings on this record (of the kind of event or record that the projection speaks of) are all among `findings`.
 * `ofEvents`: findings of the record as a whole are another's.
 */
export async function projectFlags(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  rules: readonly RuleId[],
  findings: readonly ProjectedFinding[],
  { ofEvents = false }: { ofEvents?: boolean } = {},
): Promise<ProjectedFinding[]> {
  const known = (await allFlags(scope, entity, subjectId)).filter(({ ruleId, eventId }) => rules.includes(ruleId) && (!ofEvents || eventId !== null))
  const wanted = new Set(findings.map(keyOf))
  for (const flag of known) if (!flag.closedAt && !wanted.has(keyOf(flag))) await closeFlag(scope, flag.id, 'OBSOLETE', 'No longer holds')
  const fresh = findings.filter((finding) => {
    const same = known.filter((flag) => keyOf(flag) === keyOf(finding) && isDeepStrictEqual(flag.figures ?? null, finding.figures ?? null))
    return !same.some(({ closedAt, closedReason }) => !closedAt || byPerson.includes(closedReason))
  })
  for (const [eventId, of] of Map.groupBy(fresh, (finding) => finding.eventId)) await saveFlags(scope, entity, subjectId, of, { eventId })
  return fresh
}
