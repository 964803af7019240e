// Identifiers of other systems of a record into which others went, by its history (decisions 91, 104): what people entered on it, and which records have become part of it. A record that
// was joined to it by mistake, and is by itself again, leaves nothing behind, and what could be entered only because of it does not count.
import { type ExternalId, isSameExternalId, mostExternalIds } from './external-ids.ts'

export type IdentifierStep =
  /** A person changed the list. */
  | { kind: 'ENTERED'; from: readonly ExternalId[]; to: readonly ExternalId[] }
  /** A record became part of it, with the identifiers that it had. `isTakenBack`: by mistake; from then until SEPARATED its identifiers were within reach. */
  | { kind: 'JOINED'; id: string; ids: readonly ExternalId[]; isTakenBack: boolean }
  | { kind: 'SEPARATED'; id: string }

export const hasIdentifier = (list: readonly ExternalId[], one: ExternalId): boolean => list.some((other) => isSameExternalId(one, other))
export const withoutIdentifiers = (list: readonly ExternalId[], some: readonly ExternalId[]): ExternalId[] => list.filter((one) => !hasIdentifier(some, one))
const ofSystem = (list: readonly ExternalId[], system: string): ExternalId | undefined => list.find((one) => one.system === system)

/** What goes over from one to the other: not of a system of which that has its own, and as many as there is room for. */
export const handedOver = (ended: readonly ExternalId[], staying: readonly ExternalId[]): ExternalId[] =>
  ended.filter(({ system }) => !ofSystem(staying, system)).slice(0, Math.max(0, mostExternalIds - staying.length))

/** `steps`: in order. Answers its own, and those that records which are part of it still have. */
export function joinedIdentifiers(steps: readonly IdentifierStep[]): { own: ExternalId[]; former: Map<string, ExternalId[]> } {
  let own: ExternalId[] = []
  const former = new Map<string, ExternalId[]>()
  const mistaken = new Map<string, readonly ExternalId[]>()
  for (const step of steps) {
    if (step.kind === 'SEPARATED') mistaken.delete(step.id)
    else if (step.kind === 'ENTERED') own = entered(own, step, [...mistaken.values()].flat())
    else if (step.isTakenBack) mistaken.set(step.id, step.ids)
    else {
      const over = handedOver(step.ids, own)
      own = [...own, ...over]
      former.set(step.id, withoutIdentifiers(step.ids, over))
    }
    // What is entered here leaves those that went on as it.
    if (step.kind === 'ENTERED') for (const [id, ids] of former) former.set(id, withoutIdentifiers(ids, own))
  }
  return { own, former }
}

/** Each system of which the entry was changed, as it was then entered; one of another record is nobody's to enter. */
function entered(
  own: readonly ExternalId[],
  { from, to }: { from: readonly ExternalId[]; to: readonly ExternalId[] },
  ofOthers: readonly ExternalId[],
): ExternalId[] {
  let list = [...own]
  for (const system of new Set([...from, ...to].map((one) => one.system))) {
    const [before, after] = [ofSystem(from, system), ofSystem(to, system)]
    if (before?.value === after?.value || (after && hasIdentifier(ofOthers, after))) continue
    if (!after) list = list.filter((one) => one.system !== system)
    else list = ofSystem(list, system) ? list.map((one) => (one.system === system ? after : one)) : [...list, after]
  }
  return list
}
