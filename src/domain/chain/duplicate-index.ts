// Members by what BR-23 compares, in memory: for a set of new members at once, compared with those who are there and with each
// other. Finds everybody who may reach the threshold, by the same ways as the database is asked for one member.
import { type Mark, type Marks, waysToReach } from '../people/duplicates.ts'
import { areAlike, type Comparable, comparable, makeComparable } from '../people/names-alike.ts'

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

/** Ways to the threshold by which of the marks a person has, worked out once for each combination. */
export class Ways {
  readonly threshold: number
  readonly #known = new Map<string, (Mark | 'document')[][]>()

  constructor(threshold: number) {
    this.threshold = threshold
  }
  of(marks: Marks): (Mark | 'document')[][] {
    const { phone, relation, homePoint, names, nationalIdType, nationalIdLast4 } = marks
    const key = [phone, relation, homePoint, names.length, nationalIdType, nationalIdLast4].map((one) => (one ? '1' : '0')).join('')
    const known = this.#known.get(key) ?? waysToReach(marks, this.threshold)
    this.#known.set(key, known)
    return known
  }
}

type Entry = { id: string; names: readonly Comparable[] }
/** Members of a village who name the same relation; that of those who name none is ''. */
type Family = { relation: Comparable; entries: Entry[] }
class Village {
  readonly families = new Map<string, Family>()
  readonly #inOrder: Family[] = []
  /** For a relation's name: the families whose is taken for it, of the first so many. */
  readonly #alike = new Map<string, { families: Family[]; compared: number }>()

  add(relation: string, entry: Entry): void {
    const family = this.families.get(relation)
    if (family) {
      family.entries.push(entry)
      return
    }
    const made = { relation: makeComparable(relation), entries: [entry] }
    this.families.set(relation, made)
    this.#inOrder.push(made)
  }
  familiesLike(relation: string): readonly Family[] {
    const known = this.#alike.get(relation) ?? { families: [], compared: 0 }
    this.#alike.set(relation, known)
    const own = comparable(relation)
    for (; known.compared < this.#inOrder.length; known.compared++) {
      const family = this.#inOrder[known.compared]
      if (family?.relation.name && areAlike(own, family.relation)) known.families.push(family)
    }
    return known.families
  }
}

export class DuplicateIndex {
  readonly #ways: Ways
  /** The marks by which each was entered, as one text. */
  readonly #marks = new Map<string, string>()
  readonly #byPhone = new Map<string, Entry[]>()
  readonly #byDocument = new Map<string, Entry[]>()
  readonly #villages = new Map<string, Village>()

  constructor(ways: Ways) {
    this.#ways = ways
  }

  /** Of somebody who is entered again with other marks, both are found. */
  add(id: string, marks: Marks): void {
    const text = [marks.phone, documentOf(marks), marks.village, marks.relation, ...marks.names].join('\n')
    if (this.#marks.get(id) === text) return
    this.#marks.set(id, text)
    const entry: Entry = { id, names: marks.names.map(makeComparable) }
    put(this.#byPhone, marks.phone, entry)
    put(this.#byDocument, documentOf(marks), entry)
    const village = this.#villages.get(marks.village) ?? new Village()
    this.#villages.set(marks.village, village)
    village.add(marks.relation ?? '', entry)
  }

  /** Ids of everybody who may reach the threshold beside this person, in their order. */
  near(marks: Marks): string[] {
    const found = new Set<string>()
    const all = (entries: readonly Entry[] = []) => {
      for (const { id } of entries) found.add(id)
    }
    for (const way of this.#ways.of(marks)) {
      if (way.includes('phone')) all(this.#byPhone.get(marks.phone ?? ''))
      else if (way.includes('document')) all(this.#byDocument.get(documentOf(marks) ?? ''))
      else for (const entry of this.#neighbours(marks, way)) found.add(entry.id)
    }
    return [...found].sort()
  }

  /** Of the same village, and alike in the names that this way asks for. */
  #neighbours(marks: Marks, way: readonly (Mark | 'document')[]): Entry[] {
    const village = this.#villages.get(marks.village)
    if (!village) return []
    const families = way.includes('relation') ? village.familiesLike(marks.relation ?? '') : [...village.families.values()]
    const entries = families.flatMap((family) => family.entries)
    if (!way.includes('name')) return entries
    const names = marks.names.map(comparable)
    return entries.filter((entry) => entry.names.some((other) => names.some((one) => areAlike(one, other))))
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
