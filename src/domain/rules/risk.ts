// The risk class of a farmer (BR-34): points with their reasons, from plain facts. Points are those of the domain dictionary, the bounds of the classes are settings.
import type { Tolerances } from './tolerances.ts'

export const riskClasses = { LOW: ['Low risk', 'success'], MEDIUM: ['Medium risk', 'pending'], HIGH: ['High risk', 'error'] } as const
export type RiskClass = keyof typeof riskClasses
export const riskLabels = { LOW: riskClasses.LOW[0], MEDIUM: riskClasses.MEDIUM[0], HIGH: riskClasses.HIGH[0] } as const satisfies Readonly<
  Record<RiskClass, string>
>
export const riskOrder: readonly RiskClass[] = ['LOW', 'MEDIUM', 'HIGH']

/** In hectares, days and ratios; `latestEvents`: recorded facts of the last year, and how many of them came late. */
export type RiskFacts = {
  isFirstYear: boolean
  gmNeighbours: number
  parallelCrops: number
  majorFindings: number
  /** The estimate per hectare, of the median of the village; null: nothing to compare. */
  yieldOfMedian: number | null
  plotsWithoutPolygon: number
  isLargeFarm: boolean
  lateShare: number | null
}
export type RiskReason = { factor: keyof typeof points; points: number; message: string }
export type Risk = { points: number; riskClass: RiskClass; reasons: RiskReason[] }

const points = { FIRST_YEAR: 2, GM_NEIGHBOUR: 2, PARALLEL: 3, MAJOR_FINDING: 3, YIELD: 3, NO_POLYGON: 2, LARGE_FARM: 1, LATE_EVENTS: 1 } as const
export const yieldBound = 1.3
export const lateBound = 0.3
type Bounds = Pick<Tolerances, 'riskMedium' | 'riskHigh'>
const classOf = (total: number, { riskMedium, riskHigh }: Bounds): RiskClass => (total >= riskHigh ? 'HIGH' : total >= riskMedium ? 'MEDIUM' : 'LOW')

/** `bounds`: points from which it is medium and high, as the programme sets them. */
export function riskOf(facts: RiskFacts, bounds: Bounds): Risk {
  const reasons: RiskReason[] = []
  const count = (factor: keyof typeof points, holds: boolean, message: string) => {
    if (holds) reasons.push({ factor, points: points[factor], message })
  }
  count('FIRST_YEAR', facts.isFirstYear, 'In the first year of membership.')
  count('GM_NEIGHBOUR', facts.gmNeighbours > 0, 'Genetically modified cotton stands next to a plot.')
  count('PARALLEL', facts.parallelCrops > 0, 'The same crop is grown conventionally, too.')
  count('MAJOR_FINDING', facts.majorFindings > 0, 'A major or critical non-conformity within two years.')
  count('YIELD', facts.yieldOfMedian !== null && facts.yieldOfMedian > yieldBound, 'The estimate lies far above the median of the village.')
  count('NO_POLYGON', facts.plotsWithoutPolygon > 0, 'A plot has no mapped boundary.')
  count('LARGE_FARM', facts.isLargeFarm, 'A large farm.')
  count('LATE_EVENTS', facts.lateShare !== null && facts.lateShare > lateBound, 'Much of what is recorded comes late.')
  const total = reasons.reduce((sum, one) => sum + one.points, 0)
  return { points: total, riskClass: classOf(total, bounds), reasons }
}

/** The class without the points of one factor: of what inspections found, where inspections themselves are judged. */
export const classWithout = ({ reasons }: Pick<Risk, 'reasons'>, factor: RiskReason['factor'], bounds: Bounds): RiskClass =>
  classOf(
    reasons.reduce((sum, one) => sum + (one.factor === factor ? 0 : one.points), 0),
    bounds,
  )

/** How many farms a certification body looks at again (BR-34): 5 % (EU), the square root, at least ten; never more than there are. */
export const suggestedSample = (members: number): number => Math.min(members, Math.max(Math.ceil(Math.sqrt(members)), Math.ceil(0.05 * members), 10))
