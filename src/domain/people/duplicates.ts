// Is this farmer registered already (BR-23)? Points for what two records share; the sum decides.
import type { Finding } from '../kernel/entity.ts'
import type { Point } from '../kernel/kinds.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import { canonicalName, namesAlike } from './names-alike.ts'

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
/** Weights of BR-23. The full identity number is never kept, so its last four digits with the same name stand for it. */
export const duplicateWeights = { phone: 0.4, name: 0.3, relation: 0.25, village: 0.15, home: 0.1 } as const
const nameThreshold = 0.9

/** BR-23: phone .40 + name (Jaro-Winkler ≥ .90 after transliteration) .30 + relation's name .25 + village .15 + home within 100 m .10. Same identity document and name: 1. */
export function duplicateScore(a: Person, b: Person): { score: number; same: string[] } {
  const same: string[] = []
  if (a.phone && a.phone === b.phone) same.push('phone')
  if (isSameName(a, b)) same.push('name')
  if (a.relationName && b.relationName && namesAlike(a.relationName, b.relationName) >= nameThreshold) same.push('relation')
  if (canonicalName(a.village) === canonicalName(b.village)) same.push('village')
  if (a.homePoint && b.homePoint && metresBetween(a.homePoint, b.homePoint) < 100) same.push('home')
  const hasSameDocument = !!a.nationalIdLast4 && !!a.nationalIdType && a.nationalIdType === b.nationalIdType && a.nationalIdLast4 === b.nationalIdLast4
  if (hasSameDocument && same.includes('name')) return { score: 1, same: ['document', ...same] }
  const score = same.reduce((sum, key) => sum + duplicateWeights[key as keyof typeof duplicateWeights], 0)
  return { score: Math.round(score * 100) / 100, same }
}

/** The names match in either script: Latin with Latin, own script with own script, or one with the other. */
function isSameName(a: Person, b: Person): boolean {
  const names = (person: Person) => [`${person.firstName} ${person.lastName}`, person.localName ?? ''].filter(Boolean)
  return names(a).some((one) => names(b).some((other) => namesAlike(one, other) >= nameThreshold))
}

/** Metres between two points on the ground, good for neighbours (equirectangular). */
export function metresBetween(a: Point, b: Point): number {
  const [lonA, latA] = a.coordinates
  const [lonB, latB] = b.coordinates
  const metresPerDegree = 111_195
  return Math.hypot((lonB - lonA) * Math.cos(((latA + latB) * Math.PI) / 360), latB - latA) * metresPerDegree
}

/** Somebody registered already. `foreignCode`: set for a member of another operator, and all that may be told of them. */
export type Known = Person & { memberNo: string; foreignCode?: string }
export type DuplicateVerdict = { outcome: 'none' } | { outcome: 'review' | 'block'; finding: Finding }
/**
 * The strongest likeness among `others`: from 0.70 review, from 1.00 refused unless a reason overrides it (audited). Of another
 * operator's member neither name nor what is the same is told: whoever types in a phone number would learn whose it is.
 */
export function findDuplicate(person: Person, others: readonly Known[], tolerances: Tolerances): DuplicateVerdict {
  const best = others
    .filter((other) => other.id !== person.id)
    .map((other) => ({ other, ...duplicateScore(person, other) }))
    .sort((a, b) => b.score - a.score)[0]
  if (!best || best.score < tolerances.duplicateReview) return { outcome: 'none' }
  return { outcome: best.score >= tolerances.duplicateBlock ? 'block' : 'review', finding: { ruleId: 'BR-23', severity: 'REVIEW', ...findingOf(best) } }
}

function findingOf({ other, score, same }: { other: Known; score: number; same: string[] }): Pick<Finding, 'message' | 'figures'> {
  if (other.foreignCode)
    return {
      message: `A member of another operator (${other.foreignCode}) may be the same person. An administrator can compare the two.`,
      figures: { code: other.foreignCode },
    }
  return {
    message: `${other.firstName} ${other.lastName} (${other.memberNo}) may be the same person: same ${same.join(', ')}.`,
    figures: { farmerId: other.id, memberNo: other.memberNo, score, same },
  }
}
