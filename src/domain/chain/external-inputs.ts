// Certificates from elsewhere that are named as what went in (BR-12 T09): known by number and issuer alone, whatever the case, blanks and punctuation. What certificates of the programme use
// of one is added up, and never more than is stated of it; and they state one weight. Pure; in whole grams.
import { kilograms, phrase, type Sentence } from '../messages/message.ts'
import type { CheckInput } from './certificate-check.ts'
import type { ExternalInput } from './certificate-facts.ts'
import { sumGrams, toGrams, toKg } from './ledger.ts'

/** Characters that number and issuer are compared without, as JavaScript and PostgreSQL both read them between brackets: blanks, punctuation and dashes. */
export const dropped = '\\s!-/:-@\\[-`{-~\\u00A0-\\u00BF\\u2000-\\u206F\\u2212\\u2E00-\\u2E7F\\u3000-\\u303F'
const everyDropped = new RegExp(`[${dropped}]+`, 'gu')
/** Number or issuer as it is compared. One of punctuation alone is compared as it is. */
export function inputKey(text: string | null | undefined): string {
  const plain = (text ?? '').normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()
  return plain.replaceAll(everyDropped, '') || plain
}
type Key = { no: string; body: string }
/** One whose issuer is not said may be that of any issuer. */
export const mayBeSame = (one: Key, other: Key): boolean => one.no === other.no && (one.body === other.body || !one.body || !other.body)

export type NamedInput = {
  externalNo?: string | null | undefined
  externalBody?: string | null | undefined
  externalKg?: number | null | undefined
  kgUsed: number
}
/** `otherKg`: a second weight that the same certificate states. */
export type KeyedInput = { key: Key; no: string; body: string; kg: number; statedKg: number | null; otherKg: number | null }
/** Rows of one certificate, once for each from elsewhere, in the order of their keys. */
export function externalInputsOf(rows: readonly NamedInput[]): KeyedInput[] {
  const named = rows.filter(({ externalNo }) => inputKey(externalNo))
  const byKey = Map.groupBy(named, ({ externalNo, externalBody }) => `${inputKey(externalNo)}\n${inputKey(externalBody)}`)
  return [...byKey]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, of]) => {
      const [first] = of
      if (!first) return []
      const stated = [...new Set(of.flatMap(({ externalKg }) => externalKg ?? []))]
      const [no, body] = [first.externalNo?.trim() ?? '', first.externalBody?.trim() ?? '']
      const kg = toKg(sumGrams(of.map(({ kgUsed }) => toGrams(kgUsed))))
      return [{ key: { no: inputKey(no), body: inputKey(body) }, no, body, kg, statedKg: stated[0] ?? null, otherKg: stated[1] ?? null }]
    })
}

export const externalLines = (inputs: readonly ExternalInput[]): CheckInput[] =>
  inputs.flatMap(({ no, kg, statedKg, usedKg, isOpen }): CheckInput[] => [
    { label: 'Certificate from elsewhere', of: no, value: kg, unit: 'kg' },
    ...(statedKg === null ? [] : [{ label: 'Weight on it', of: no, value: statedKg, unit: 'kg' } as const]),
    ...(usedKg > 0 && isOpen ? [{ label: 'Used by other certificates', of: no, value: usedKg, unit: 'kg' } as const] : []),
  ])

/** What stops: one of this programme, weights that contradict each other, and more used than is on it. What is of other sellers is neither named nor weighed. */
export function whyNotUsed(inputs: readonly ExternalInput[]): Sentence | null {
  for (const { no, kg, statedKg, othersStateKg, usedKg, isOpen, other, isOfProgramme } of inputs) {
    if (isOfProgramme) return phrase`Certificate ${no} is of this programme: name it as one of this programme, not as one from elsewhere.`
    const onItKg = statedKg ?? othersStateKg
    if (onItKg === null) continue
    if (other)
      return other.certificate === null
        ? phrase`${kilograms(onItKg)} are stated here to be on certificate ${no} from elsewhere; another certificate states another weight: correct whichever is wrong.`
        : phrase`${kilograms(onItKg)} are stated here to be on certificate ${no} from elsewhere, and ${kilograms(other.kg)} on ${other.certificate}: correct whichever is wrong.`
    const left = toGrams(onItKg) - toGrams(usedKg)
    if (toGrams(kg) > left)
      return isOpen
        ? phrase`${kilograms(kg)} of certificate ${no} from elsewhere are named as used; ${kilograms(toKg(Math.max(0, left)))} are left of it.`
        : phrase`${kilograms(kg)} of certificate ${no} from elsewhere are named as used; what other certificates leave of it does not suffice.`
  }
  return null
}

/** What the body has to look at: the paper itself, always. */
export function toSeeOf(inputs: readonly ExternalInput[]): Sentence | null {
  const unstated = inputs.find(({ body, statedKg }) => statedKg === null || !body)
  if (unstated) return phrase`Not checked: say who issued certificate ${unstated.no} from elsewhere, and which weight is on it.`
  const [first] = inputs
  return first ? phrase`Certificate ${first.no} is from elsewhere: whether it holds, and what was used of it outside this programme, is not known here.` : null
}
