// Cases of a variant that a page fetches when it first shows their entity: declarations come with every first list, and few people
// ever see the rules of a scheme. Until they are there the variant has a discriminator without choices, and no case.
import type { Choice, Field, Fields } from './field.ts'
import { choice } from './kinds.ts'

/** What `variant()` is made of. */
type LazyCases = { readonly on: string; readonly choice: Field<string, true>; readonly cases: Readonly<Record<string, Fields>> }
type Late = { load: () => Promise<LazyCases>; choices: Choice[]; promise?: Promise<void> }
const late = new Map<LazyCases['cases'] | undefined, Late>()

/** LazyCases that `load` fills; `on` and `label` are those of the discriminator. */
export function lateParts<P extends LazyCases>(on: P['on'], label: string, load: () => Promise<P>): P {
  const choices: Choice[] = []
  const cases = {}
  late.set(cases, { load, choices })
  return { on, choice: { ...choice(label, {}), choices }, cases } as LazyCases as P
}

/** What fetches the late cases of these fields; undefined when there are none or they are there. The same promise each time, also one that has failed: the page says so, and a reload tries again. */
export function casesToFetch(fields: Fields): Promise<void> | undefined {
  for (const field of Object.values(fields)) {
    const one = late.get(field.cases)
    if (one) {
      one.promise ??= one.load().then(({ choice: { choices = [] }, cases }) => {
        one.choices.push(...choices)
        Object.assign(field.cases ?? {}, cases)
        Object.assign(field.fields ?? {}, ...Object.values(cases))
        late.delete(field.cases)
      })
      return one.promise
    }
    const inner = casesToFetch(field.fields ?? {})
    if (inner !== undefined) return inner
  }
  return undefined
}
