// Findings that follow from a record's history: each projection says which hold now, and the open ones are brought to that,
// in whatever order the facts came. A finding that a person has closed stays closed while its figures are the same.
import { isDeepStrictEqual } from 'node:util'
import type { AnyEntity, Finding } from '#domain/kernel/entity.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { Scope } from '../scope.ts'
import { type ClosedFlag, closeFlag, closeFlags, flagsOfRules, saveFlags, saveFlagsOfMany } from './flags.ts'

/** `eventId`: the event that it speaks of; null for the record as a whole. */
export type ProjectedFinding = Finding & { eventId: string | null }

/** Reasons with which people close. */
export const byPerson: readonly unknown[] = ['CORRECTED', 'ACCEPTED', 'NO_ISSUE']
const hasSameFigures = (flag: Finding, finding: Finding): boolean => isDeepStrictEqual(flag.figures ?? null, finding.figures ?? null)
const sameOf = (known: readonly ClosedFlag[], finding: ProjectedFinding): ClosedFlag[] =>
  known.filter((flag) => keyOf(flag) === keyOf(finding) && hasSameFigures(flag, finding))
/** Closed by a person with these figures. */
export const isDecided = (known: readonly ClosedFlag[], finding: ProjectedFinding): boolean =>
  sameOf(known, finding).some(({ closedReason }) => byPerson.includes(closedReason))
/** Neither open with these figures, nor closed with them by a person. */
export const isNew = (known: readonly ClosedFlag[], finding: ProjectedFinding): boolean =>
  !isDecided(known, finding) && !sameOf(known, finding).some(({ closedAt }) => !closedAt)
const keyOf = ({ eventId, ruleId, aspect }: Pick<ProjectedFinding, 'eventId' | 'ruleId' | 'aspect'>): string => `${eventId} ${ruleId} ${aspect ?? ''}`

/**
 * Answers those that are new. `rules`: those whose findings on this record (of the kind of event or record that the projection speaks of) are all among `findings`.
 * `ofEvents`: findings of the record as a whole are another's. `events`: so are those of other events than these.
 */
export async function projectFlags(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  rules: readonly RuleId[],
  findings: readonly ProjectedFinding[],
  { ofEvents = false, events }: { ofEvents?: boolean; events?: readonly string[] } = {},
): Promise<ProjectedFinding[]> {
  if (rules.length === 0 || events?.length === 0) return []
  const known = await flagsOfRules(scope, entity, subjectId, rules, events)
  return bringFlags(
    scope,
    entity,
    subjectId,
    known.filter(({ eventId }) => !ofEvents || eventId !== null),
    findings,
  )
}

/** The same where the findings of the projection, open and closed, newest first, have been read. */
export async function bringFlags(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  known: readonly ClosedFlag[],
  findings: readonly ProjectedFinding[],
): Promise<ProjectedFinding[]> {
  for (const { id } of outdatedOf(known, findings)) await closeFlag(scope, id, 'OBSOLETE', 'No longer holds')
  const fresh = findings.filter((finding) => isNew(known, finding))
  for (const [eventId, of] of Map.groupBy(fresh, (finding) => finding.eventId)) await saveFlags(scope, entity, subjectId, of, { eventId })
  return fresh
}
/** The same of events of several records, one finding of each rule and aspect: two statements, however many they are. */
export async function bringFlagsOfMany(
  scope: Scope,
  entity: AnyEntity,
  known: readonly ClosedFlag[],
  findings: readonly (ProjectedFinding & { subjectId: string; eventId: string })[],
): Promise<void> {
  const ofEvent = Map.groupBy(known, ({ eventId }) => eventId)
  const byEvent = Map.groupBy(findings, ({ eventId }) => eventId)
  const outdated = [...ofEvent].flatMap(([eventId, flags]) => outdatedOf(flags, byEvent.get(eventId ?? '') ?? []))
  await closeFlags(
    scope,
    outdated.map(({ id }) => id),
    'OBSOLETE',
    'No longer holds',
  )
  const fresh = findings.filter((finding) => isNew(ofEvent.get(finding.eventId) ?? [], finding))
  saveFlagsOfMany(
    scope,
    entity,
    fresh.map(({ subjectId, eventId, ...finding }) => ({ subjectId, eventId, finding })),
  )
}

/** Open ones that do not hold, or whose figures are out of date: what a person has closed with those of today is decided. */
function outdatedOf(known: readonly ClosedFlag[], findings: readonly ProjectedFinding[]): ClosedFlag[] {
  const byKey = new Map(findings.map((finding) => [keyOf(finding), finding]))
  return known.filter((flag) => {
    const finding = byKey.get(keyOf(flag))
    return !flag.closedAt && (!finding || (!hasSameFigures(flag, finding) && isDecided(known, finding)))
  })
}
