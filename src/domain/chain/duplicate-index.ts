// Members by what BR-23 compares, in memory: for a set of new members at once, compared with those who are there and with each
// other. Finds everybody who may reach the threshold, by the same ways as the database is asked for one member.
import { type Known, type Marks, waysToReach } from '../people/duplicates.ts'

type Entry = { known: Known; marks: Marks; relation: Letters | null; names: Letters[] }
type Letters = { mask: number; length: number }

/** Whether every way to the threshold begins with a telephone number, a document or a village; otherwise a set has nothing to look up by. */
export const canBeIndexed = (threshold: number): boolean =>
  waysToReach(anybody, threshold).every((way) => way.some((mark) => mark === 'phone' || mark === 'document' || mark === 'village'))
const anybody: Marks = {
  phone: 'x',
  names: ['x'],
  relation: 'x',
  village: 'x',
  homePoint: { type: 'Point', coordinates: [0, 0] },
  nationalIdType: 'x',
  nationalIdLast4: 'x',
}

export class DuplicateIndex {
  readonly #threshold: number
  readonly #maxForeignShare: number
  readonly #ids = new Set<string>()
  readonly #byPhone = new Map<string, Entry[]>()
  readonly #byDocument = new Map<string, Entry[]>()
  readonly #byVillage = new Map<string, Entry[]>()

  constructor(threshold: number, maxForeignShare: number) {
    this.#threshold = threshold
    this.#maxForeignShare = maxForeignShare + 1e-6
  }

  add(known: Known, marks: Marks): void {
    if (this.#ids.has(known.id)) return
    this.#ids.add(known.id)
    const entry: Entry = { known, marks, relation: marks.relation ? charactersOf(marks.relation) : null, names: marks.names.map(charactersOf) }
    put(this.#byPhone, marks.phone, entry)
    put(this.#byDocument, documentOf(marks), entry)
    put(this.#byVillage, marks.village, entry)
  }

  /** Everybody who may reach the threshold beside this person, in the order of their ids. */
  near(marks: Marks): Known[] {
    const ways = waysToReach(marks, this.#threshold)
    const found = new Set<Entry>()
    const all = (entries: readonly Entry[] = []) => {
      for (const entry of entries) found.add(entry)
    }
    if (ways.some((way) => way.includes('phone'))) all(this.#byPhone.get(marks.phone ?? ''))
    if (ways.some((way) => way.includes('document'))) all(this.#byDocument.get(documentOf(marks) ?? ''))
    const relation = marks.relation ? charactersOf(marks.relation) : null
    const names = marks.names.map(charactersOf)
    for (const way of ways) {
      if (way.includes('phone') || way.includes('document')) continue
      for (const entry of this.#byVillage.get(marks.village) ?? []) {
        if (way.includes('relation') && !(relation && entry.relation && this.#mayBeAlike(relation, entry.relation))) continue
        if (way.includes('name') && !names.some((one) => entry.names.some((other) => this.#mayBeAlike(one, other)))) continue
        found.add(entry)
      }
    }
    return [...found].map(({ known }) => known).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** `mayBeAlike` over letters taken once: each kind of letter that the other name lacks is at least one letter of this one. */
  #mayBeAlike(one: Letters, other: Letters): boolean {
    return bitCount(one.mask & ~other.mask) / one.length + bitCount(other.mask & ~one.mask) / other.length <= this.#maxForeignShare
  }
}

function put(map: Map<string, Entry[]>, key: string | null, entry: Entry): void {
  if (key === null) return
  const known = map.get(key)
  if (known) known.push(entry)
  else map.set(key, [entry])
}
const documentOf = ({ nationalIdType, nationalIdLast4 }: Marks): string | null =>
  nationalIdType && nationalIdLast4 ? `${nationalIdType} ${nationalIdLast4}` : null

/** 32 kinds of letters; two letters of one kind only make names look more alike than they are. */
function charactersOf(name: string): Letters {
  let mask = 0
  let length = 0
  for (const letter of name) {
    mask |= 1 << ((letter.codePointAt(0) ?? 0) & 31)
    length++
  }
  return { mask, length }
}
function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
