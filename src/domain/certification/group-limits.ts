// Limits of a grower group under a scheme (BR-22; NPOP ch. 5, Reg. 2018/848 Art. 36): how many members, how much of the area may be large
// farms', how much a member may hold, and whether members may be in another group as well. The numbers are the scheme's own; one that it does not
// name limits nothing.
import type { Finding, Stored } from '../kernel/entity.ts'
import { hectares, percent, phrase } from '../messages/message.ts'
import { toM2 } from '../rules/areas.ts'
import { fallsShort } from '../rules/exceeds.ts'
import { block, found, pass, type Verdict } from '../rules/verdict.ts'
import type { scheme } from './scheme.ts'

export type GroupLimits = Pick<Stored<typeof scheme>, 'groupMin' | 'groupMax' | 'largeFarmHa' | 'largeFarmAreaShareMax' | 'maxMemberHa' | 'oneGroupOnly'>
/**
 * Active members, the area of their holdings (ha), and how much of it is farms of `largeFarmHa` and more; how many hold more than
 * `maxMemberHa`, and how many are members of another group as well.
 */
export type GroupFacts = { members: number; areaHa: number; largeHa: number; overSize: number; inOtherGroups: number }

const largeShare = ({ areaHa, largeHa }: GroupFacts): number => (areaHa > 0 ? largeHa / areaHa : 0)
/** Whether large farms have this share of the area, or more. */
const hasShareOfLarge = ({ areaHa, largeHa }: GroupFacts, share: number): boolean => areaHa > 0 && !fallsShort(toM2(largeHa), toM2(areaHa), share)

/**
 * Whether a group may be certified: at both limits of its size it may, and the share of large farms lies below its limit. Who holds more than the
 * scheme's limit is a member by the turnover test (Art. 36), which the certification body looks at: that is found, not refused.
 */
export function groupMayBeCertified(facts: GroupFacts, { groupMin, groupMax, largeFarmAreaShareMax, maxMemberHa, oneGroupOnly }: GroupLimits): Verdict {
  const { members, overSize, inOtherGroups } = facts
  if (groupMin !== null && members < groupMin)
    return block('BR-22', phrase`A group has at least ${groupMin} members; this one has ${members}.`, { members, groupMin })
  if (groupMax !== null && members > groupMax)
    return block('BR-22', phrase`A group has at most ${groupMax} members; this one has ${members}.`, { members, groupMax })
  const share = largeShare(facts)
  if (largeFarmAreaShareMax !== null && hasShareOfLarge(facts, largeFarmAreaShareMax))
    return block('BR-22', phrase`Large farms have ${percent(share)} of the area; it must be less than ${percent(largeFarmAreaShareMax)}.`, {
      largeFarmAreaShare: share,
      largeFarmAreaShareMax,
    })
  if (oneGroupOnly && inOtherGroups > 0)
    return block('BR-22', phrase`Members may be in one group only. In another group as well: ${inOtherGroups}.`, { inOtherGroups })
  if (maxMemberHa === null || overSize === 0) return pass
  return found({
    ruleId: 'BR-22',
    severity: 'REVIEW',
    message: phrase`Members with more than ${hectares(maxMemberHa, 2)}: ${overSize}. They are members by the turnover test.`,
    figures: { overSize, maxMemberHa },
  })
}

/** Per cent of a limit from which people are notified (domain dictionary 9, GROUP_LIMIT). */
const marks = [100, 95, 80] as const

/** What is close to its limit, by the mark that was reached: the same finding until the next one is. `name`: of the scheme. */
export function groupNearsLimits(facts: GroupFacts, { groupMax, largeFarmAreaShareMax }: GroupLimits, name: string): Finding | null {
  const members = groupMax ? marks.find((mark) => !fallsShort(facts.members, groupMax, mark / 100)) : undefined
  const share = largeFarmAreaShareMax ? marks.find((mark) => hasShareOfLarge(facts, (largeFarmAreaShareMax * mark) / 100)) : undefined
  if (members === undefined && share === undefined) return null
  const message =
    members !== undefined && members >= (share ?? 0)
      ? phrase`The group has reached ${members} % of the ${groupMax} members that ${name} allows.`
      : phrase`The area of large farms has reached ${share} % of the share (${percent(largeFarmAreaShareMax ?? 0)}) that ${name} allows.`
  return {
    ruleId: 'BR-22',
    severity: 'WARN',
    message,
    figures: { ...(members ? { membersMark: members, groupMax } : {}), ...(share ? { shareMark: share, largeFarmAreaShareMax } : {}) },
  }
}

/** The members of a group live and farm within reach of each other (domain dictionary 5.4). `exactKm`: between the two furthest apart; said to a tenth, rounded up, so that it is above `mostKm`. */
export function groupSpread(exactKm: number, mostKm: number): (Finding & { figures: { distanceM: number; mostM: number } }) | null {
  if (exactKm <= mostKm) return null
  const hundredMetres = Math.ceil(Math.round(exactKm * 1000) / 100)
  return {
    ruleId: 'BR-22',
    severity: 'WARN',
    aspect: 'PLACE',
    message: phrase`Members of the group lie ${hundredMetres / 10} km apart; usual are ${mostKm} km at most.`,
    figures: { distanceM: hundredMetres * 100, mostM: mostKm * 1000 },
  }
}

/** What a person has decided of a distance counts until it has grown by more than a tenth. */
export const isWithinDecided = (distanceM: number, decidedM: number): boolean => distanceM * 10 <= decidedM * 11
