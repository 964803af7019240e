// Is this farmer registered already (BR-23)? Points for what two records share; the sum decides.

import type { Finding } from '../kernel/entity.ts'
import type { Point } from '../kernel/kinds.ts'
import { listed, phrase, word } from '../messages/message.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import { areAlike, canonicalName, comparable } from './names-alike.ts'

export type Person = {
  id: string
  firstName: string
  lastName: string
  localName: string | null
  relationName: string | null
  phone: string | null
  village: string
  homePoint: Point | null
  nationalIdType: string | null
  nationalIdLast4: string | null
}
/** Weights of BR-23. The full identity number is never stored, so its last four digits with the same name stand for it. */
export const duplicateWeights = { phone: 0.4, name: 0.3, relation: 0.25, village: 0.15, home: 0.1 } as const

/** What is compared of a person, names in canonical spelling. */
export type Marks = Pick<Person, 'phone' | 'homePoint' | 'nationalIdType' | 'nationalIdLast4'> & {
  /** In either script; a name matches when any of one person's matches any of the other's. */
  names: readonly string[]
  relation: string | null
  village: string
}
export function marksOf({ firstName, lastName, localName, relationName, phone, village, homePoint, nationalIdType, nationalIdLast4 }: Person): Marks {
  return {
    phone,
    homePoint,
    nationalIdType,
    nationalIdLast4,
    names: [...new Set([`${firstName} ${lastName}`, localName ?? ''].map(canonicalName))].filter(Boolean),
    relation: canonicalName(relationName ?? '') || null,
    village: canonicalName(village),
  }
}

const isAlike = (one: string, other: string): boolean => areAlike(comparable(one), comparable(other))

/** BR-23: phone .40 + name (Jaro-Winkler ≥ .90 after transliteration) .30 + relation's name .25 + village .15 + home within 100 m .10. Same identity document and name: 1. */
export const duplicateScore = (a: Person, b: Person): { score: number; same: string[] } => scoreOf(marksOf(a), marksOf(b))

export function scoreOf(a: Marks, b: Marks): { score: number; same: string[] } {
  const same: Mark[] = []
  if (a.phone && a.phone === b.phone) same.push('phone')
  if (a.names.some((one) => b.names.some((other) => isAlike(one, other)))) same.push('name')
  if (a.relation && b.relation && isAlike(a.relation, b.relation)) same.push('relation')
  if (a.village === b.village) same.push('village')
  if (a.homePoint && b.homePoint && metresBetween(a.homePoint, b.homePoint) < 100) same.push('home')
  if (documentOf(a) !== null && documentOf(a) === documentOf(b) && same.includes('name')) return { score: 1, same: ['document', ...same] }
  return { score: weightOf(same), same }
}
export type Mark = keyof typeof duplicateWeights
const weightOf = (marks: readonly Mark[]): number => Math.round(marks.reduce((sum, mark) => sum + duplicateWeights[mark], 0) * 100) / 100
const documentOf = ({ nationalIdType, nationalIdLast4 }: Pick<Marks, 'nationalIdType' | 'nationalIdLast4'>): string | null =>
  nationalIdType && nationalIdLast4 ? `${nationalIdType} ${nationalIdLast4}` : null

/**
 * The least that another record must share with this one to reach the threshold: every minimal set of marks, by the weights
 * and by what is known of the person. Whoever shares none of these sets is no duplicate and need not be read. 'document'
 * goes with 'name' alone.
 */
export function waysToReach(person: Marks, threshold: number): (Mark | 'document')[][] {
  const known = (Object.keys(duplicateWeights) as Mark[]).filter(
    (mark) =>
      (mark !== 'phone' || person.phone) &&
      (mark !== 'relation' || person.relation) &&
      (mark !== 'home' || person.homePoint) &&
      (mark !== 'name' || person.names.length),
  )
  const sets = subsets(known).filter((set) => weightOf(set) >= threshold)
  const least = sets.filter((set) => !sets.some((other) => other.length < set.length && other.every((mark) => set.includes(mark))))
  return [...least, ...(documentOf(person) !== null && person.names.length && threshold <= 1 ? [['document', 'name'] as const].map((set) => [...set]) : [])]
}
/** Every subset, in the order of binary counting. */
const subsets = (marks: readonly Mark[]): Mark[][] =>
  Array.from({ length: 2 ** marks.length }, (_, bits) => marks.filter((_mark, index) => bits & (1 << index)))

/** Metres between two points on the ground, good for neighbours (equirectangular). */
export function metresBetween(a: Point, b: Point): number {
  const [lonA, latA] = a.coordinates
  const [lonB, latB] = b.coordinates
  const metresPerDegree = 111_195
  return Math.hypot((lonB - lonA) * Math.cos(((latA + latB) * Math.PI) / 360), latB - latA) * metresPerDegree
}

/** Somebody registered already. `foreignCode`: set for a member of another operator, and all that may be shown of them. */
export type Known = Person & { memberNo: string; foreignCode?: string }
export type DuplicateVerdict = { outcome: 'none' } | { outcome: 'review' | 'block'; finding: Finding }
/**
 * The strongest likeness among `others`: from 0.70 review, from 1.00 refused unless a reason overrides it (audited). Of another
 * operator's member neither name nor what is the same is shown: whoever types in a phone number would learn whose it is.
 */
export function findDuplicate(person: Person, others: readonly Known[], tolerances: Tolerances): DuplicateVerdict {
  const marks = marksOf(person)
  const best = others
    .filter((other) => other.id !== person.id)
    .map((other) => ({ other, ...scoreOf(marks, marksOf(other)) }))
    .sort((a, b) => b.score - a.score)[0]
  if (!best || best.score < tolerances.duplicateReview) return { outcome: 'none' }
  return { outcome: best.score >= tolerances.duplicateBlock ? 'block' : 'review', finding: { ruleId: 'BR-23', severity: 'REVIEW', ...findingOf(best) } }
}

function findingOf({ other, score, same }: { other: Known; score: number; same: string[] }): Pick<Finding, 'message' | 'figures'> {
  if (other.foreignCode)
    return {
      message: phrase`A member of another operator (${other.foreignCode}) may be the same person. An administrator can compare the two.`,
      figures: { code: other.foreignCode },
    }
  return {
    message: phrase`${other.firstName} ${other.lastName} (${other.memberNo}) may be the same person: same ${listed(same.map(word))}.`,
    figures: { farmerId: other.id, memberNo: other.memberNo, score, same },
  }
}
