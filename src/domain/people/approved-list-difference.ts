// What differs between two versions of an approved farmer list: rows added, removed and changed, with the fields. Pure.
import type { EntryOf } from '../kernel/field.ts'
import type { listEntry } from './approvedlist.ts'

export type ListEntry = EntryOf<typeof listEntry>
export type ChangedField = { field: keyof ListEntry & string; from: string | number | null; to: string | number | null }
export type ChangedEntry = { entry: ListEntry; fields: ChangedField[] }
export type ListDifference = { added: ListEntry[]; removed: ListEntry[]; changed: ChangedEntry[] }

/** A row is the same row in another version when it is of the same farmer and crop. */
export const keyOfEntry = ({ farmerId, cropId }: ListEntry): string => `${farmerId} ${cropId ?? ''}`

const compared = ['memberNo', 'farmer', 'village', 'result', 'conditions', 'parcel', 'crop', 'areaHa', 'claimStatus', 'estimatedKg'] as const

/** `before`: rows of the version whose place is taken; of a first version none. In the order of `after`, removed ones in that of `before`. */
export function differenceOf(before: readonly ListEntry[], after: readonly ListEntry[]): ListDifference {
  const known = new Map(before.map((entry) => [keyOfEntry(entry), entry]))
  const now = new Set(after.map(keyOfEntry))
  const changed = after.flatMap((entry): ChangedEntry[] => {
    const old = known.get(keyOfEntry(entry))
    if (!old) return []
    const fields = compared.flatMap((field): ChangedField[] => {
      const [from, to] = [old[field] ?? null, entry[field] ?? null]
      return from === to ? [] : [{ field, from, to }]
    })
    return fields.length ? [{ entry, fields }] : []
  })
  return { added: after.filter((entry) => !known.has(keyOfEntry(entry))), removed: before.filter((entry) => !now.has(keyOfEntry(entry))), changed }
}
