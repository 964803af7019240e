// Where an animal stood, by what was entered about it and by its moves, in the order of their happening.
import { type HistoryEvent, inOrder, textIn } from './replay.ts'

/** Of an animal's history, what says where it stands. */
export const placingEvents = ['CREATED', 'EDITED', 'UNIT_MOVE'] as const
/** `from` null: from the beginning. It ends where the next begins. */
export type Stay = { unitId: string; from: string | null }

export function staysOf(history: readonly HistoryEvent[]): Stay[] {
  // What was entered comes first, whenever it was typed: an animal may be entered after its first events happened.
  const created = history.filter(({ eventType }) => eventType === 'CREATED').flatMap(({ data }) => enteredUnit(data) ?? [])
  const later = inOrder(history).flatMap(({ eventType, occurredAt, data }) => {
    const unitId = eventType === 'UNIT_MOVE' ? textIn(data, 'toUnitId') : eventType === 'EDITED' ? enteredUnit(data) : null
    return unitId ? [{ unitId, from: occurredAt }] : []
  })
  return [...created.map((unitId) => ({ unitId, from: null })), ...later]
}

export const unitAt = (stays: readonly Stay[], at: string): string | null =>
  stays.findLast(({ from }) => from === null || Date.parse(from) <= Date.parse(at))?.unitId ?? null

/** What an entry or a correction says of a field; undefined where it says nothing. */
export function enteredIn({ changes }: Readonly<Record<string, unknown>>, field: string): unknown {
  const change = isRecord(changes) ? changes[field] : undefined
  return isRecord(change) ? change.to : undefined
}
/** The unit that an event of this data places its subject in. */
export const unitIn = (data: Readonly<Record<string, unknown>>): string | null => textIn(data, 'toUnitId') ?? enteredUnit(data)
function enteredUnit(data: Readonly<Record<string, unknown>>): string | null {
  const unitId = enteredIn(data, 'unitId')
  return typeof unitId === 'string' ? unitId : null
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
