// Which records a reference may name, beyond that they exist: declared at the field, and read by both sides. The form offers
// only these and says why others are left out; the server refuses the others with the same sentence.

/**
 * A record of the target may be taken when `field` of it (also id or status) is one of `is`, the same as another value of the form, or one of
 * those that `of` has for another value, `by` its name.
 */
export type Choosable = {
  field: string
  /** Why the others are left out, as a sentence. */
  why: string
  /** The server refuses with a code of its own elsewhere; only the form reads this. */
  isRefusedElsewhere?: true
} & ({ is: readonly string[] } | { same: string } | { by: string; of: Readonly<Record<string, readonly string[]>> })

/** A closed season is refused with a code of its own (PERIOD_CLOSED, BR-28). */
export const openSeasons: readonly Choosable[] = [{ field: 'status', is: ['OPEN'], isRefusedElsewhere: true, why: 'Closed seasons are left out.' }]

/**
 * Value that a name in `same` or `by` stands for: a field beside the reference, or with `subject.` one of the record an event happens to, or
 * that is edited.
 * Undefined or null: not known yet, and then nothing is left out by it.
 */
export type Given = (name: string) => unknown

const wanted = (rule: Choosable, given: Given): readonly string[] | null => {
  if ('is' in rule) return rule.is
  const value = given('same' in rule ? rule.same : rule.by)
  if ('of' in rule) return typeof value === 'string' ? (rule.of[value] ?? null) : null
  return typeof value === 'string' && value !== '' ? [value] : null
}

/** What the list of the target is asked for, and the sentences about what is left out. */
export function choosableNow(rules: readonly Choosable[] = [], given: Given): { filters: Record<string, string[]>; why: string[] } {
  const known = rules.flatMap((rule) => {
    const values = wanted(rule, given)
    return values ? [{ rule, values }] : []
  })
  return { filters: Object.fromEntries(known.map(({ rule, values }) => [rule.field, [...values]])), why: known.map(({ rule }) => rule.why) }
}

/** Names of other values that the rules look at. */
export const namesOfSiblings = (rules: readonly Choosable[] = []): string[] =>
  rules.flatMap((rule) => ('same' in rule ? [rule.same] : 'by' in rule ? [rule.by] : []))

/** The first sentence against taking this record; null when it may be taken. `facts`: the fields of it that the rules name. */
export function whyNot(rules: readonly Choosable[] = [], facts: Readonly<Record<string, unknown>>, given: Given): string | null {
  const failing = rules.find((rule) => {
    const values = rule.isRefusedElsewhere ? null : wanted(rule, given)
    const own = facts[rule.field]
    return values !== null && !(Array.isArray(own) ? own : [own]).some((one) => values.includes(one as string))
  })
  return failing?.why ?? null
}

/** Schemes to which groups of farmers are certified. */
export const farmSchemes: readonly Choosable[] = [{ field: 'type', is: ['FARM'], why: 'Schemes of processing and trade have no farmers.' }]
