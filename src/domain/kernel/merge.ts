// Three-way merge of a record by field (BR-33): what a device has captured since it read the record, beside what others have changed since.
// A field that only one of them changed takes that change; one that both changed to different values is a conflict, which a person decides.

/**
 * SAME: nobody changed it. BOTH: both to the same value. DEVICE, NOW: only there; of a conflict, whose value a person chose.
 * CONFLICT: both changed it, to different values, and nobody has chosen.
 */
export type MergeOutcome = 'SAME' | 'BOTH' | 'DEVICE' | 'NOW' | 'CONFLICT'
/** `base`: as the device read it. `value`: what the field is to be; of a conflict as it is now. `isContested`: both changed it, chosen or not. */
export type MergedField = { field: string; base: unknown; device: unknown; now: unknown; outcome: MergeOutcome; isContested: boolean; value: unknown }
type Values = Readonly<Record<string, unknown>>
export type Choice = 'DEVICE' | 'NOW'

/**
 * Fields of `device`, in their order. Absent and null are the same. `choices`: by field, whose value a person chose; read only where
 * both changed it. Pure; neither value is altered.
 */
export function mergeByField({
  base,
  device,
  now,
  choices = {},
}: {
  base: Values
  device: Values
  now: Values
  choices?: Readonly<Record<string, Choice>>
}): MergedField[] {
  return Object.keys(device).map((field) => {
    const [before, sent, present] = [base[field] ?? null, device[field] ?? null, now[field] ?? null]
    const made = (outcome: MergeOutcome, isContested = false): MergedField => ({
      field,
      base: before,
      device: sent,
      now: present,
      outcome,
      isContested,
      value: outcome === 'DEVICE' ? sent : present,
    })
    if (isSameValue(sent, present)) return made(isSameValue(before, present) ? 'SAME' : 'BOTH')
    if (isSameValue(before, present)) return made('DEVICE')
    if (isSameValue(before, sent)) return made('NOW')
    return made(Object.hasOwn(choices, field) ? (choices[field] ?? 'CONFLICT') : 'CONFLICT', true)
  })
}

/** What is to be written over `now`: the fields whose value comes from the device. */
export const mergedChanges = (fields: readonly MergedField[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap(({ field, outcome, value }) => (outcome === 'DEVICE' ? [[field, value]] : [])))

/** Names of fields that a person has to decide. */
export const conflictsIn = (fields: readonly MergedField[]): string[] => fields.flatMap(({ field, outcome }) => (outcome === 'CONFLICT' ? [field] : []))

/** Whether two values of a field say the same: by content, in whatever order an object names its parts; null, absent and an empty list are nothing. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one !== 'object' || typeof other !== 'object') return false
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, at) => isSameValue(item, other[at]))
  const [left, right] = [one as Values, other as Values]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((name) => isSameValue(left[name], right[name]))
}
const isNothing = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0)
