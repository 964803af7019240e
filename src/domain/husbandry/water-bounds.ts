// Bounds of pond water outside which somebody has to act, by group of species (animal 8). They are drawn as bands, and what
// lies beyond them is a finding. The values are assumptions: a programme sets its own (`husbandry.water` of its configuration).
import type { Bound, WaterTable } from './assumptions.ts'
import type { WaterTest } from './pond-projection.ts'
import type { EventFinding } from './replay.ts'

export const waterMeasures = ['doMgL', 'ph', 'temperatureC', 'nh3MgL', 'tanMgL', 'nitriteMgL', 'salinityPpt'] as const
export type WaterMeasure = (typeof waterMeasures)[number]
export type WaterBounds = Readonly<Record<WaterMeasure, Bound>>

const from = (least: number): Bound => ({ least, most: null })
const upTo = (most: number): Bound => ({ least: null, most })
const between = (least: number, most: number): Bound => ({ least, most })

const carp: WaterBounds = {
  doMgL: from(4),
  ph: between(6.5, 9),
  temperatureC: between(20, 33),
  nh3MgL: upTo(0.06),
  tanMgL: upTo(1),
  nitriteMgL: upTo(0.5),
  salinityPpt: upTo(5),
}
const byGroup: Readonly<Record<string, WaterBounds>> = {
  CARP: carp,
  TILAPIA: { ...carp, temperatureC: between(22, 36), salinityPpt: upTo(15) },
  CATFISH: { ...carp, doMgL: from(3), temperatureC: between(20, 35) },
  PANGASIUS: { ...carp, doMgL: from(3), temperatureC: between(22, 34) },
  TROUT: { ...carp, doMgL: from(6), temperatureC: between(4, 20), nh3MgL: upTo(0.02) },
  SHRIMP: { ...carp, temperatureC: between(26, 32), nh3MgL: upTo(0.1), nitriteMgL: upTo(1), salinityPpt: upTo(45) },
}
/** Beyond these the animals die: the finding is for review, whatever the species. */
const critical: Readonly<Partial<Record<WaterMeasure, Bound>>> = { doMgL: from(3), ph: between(6, 9.5), nh3MgL: upTo(0.6) }

/** FAO alpha-3 codes of what is grown, by group. */
const groupOfCode: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['CTC', 'CTL', 'LRO', 'ROH', 'MRI', 'MRG', 'FCP', 'SVC', 'BIC', 'FCG', 'LBC'].map((code) => [code, 'CARP'])),
  ...Object.fromEntries(['TLN', 'TLP', 'TLM', 'OTN'].map((code) => [code, 'TILAPIA'])),
  ...Object.fromEntries(['CLZ', 'CLI', 'ITP', 'CAX', 'HFO'].map((code) => [code, 'CATFISH'])),
  ...Object.fromEntries(['PGS', 'PGN', 'PNW'].map((code) => [code, 'PANGASIUS'])),
  ...Object.fromEntries(['TRR', 'TRS', 'SVF'].map((code) => [code, 'TROUT'])),
  ...Object.fromEntries(['PNV', 'GIT', 'PBA', 'PNI'].map((code) => [code, 'SHRIMP'])),
}

/** The group of the species with the largest share; OTHER where the code is of no group. Only shrimp are stocked as post-larvae. */
export function speciesGroup(stock: readonly { faoAlpha3?: string; share?: number; stage?: string }[] | null | undefined): string {
  const main = [...(stock ?? [])].sort((one, other) => (other.share ?? 0) - (one.share ?? 0))[0]
  if (!main) return 'OTHER'
  return groupOfCode[main.faoAlpha3 ?? ''] ?? (main.stage === 'PL' ? 'SHRIMP' : 'OTHER')
}

/** A species without a table of its own is judged as carp. */
export const boundsOf = (group: string, own: WaterTable = {}): WaterBounds => ({ ...(byGroup[group] ?? carp), ...(own[group] as Partial<WaterBounds>) })

const isOutside = ({ least, most }: Bound, value: number): boolean => (least !== null && value < least) || (most !== null && value > most)
export const isOutOfBounds = (bounds: WaterBounds, measure: WaterMeasure, value: number): boolean => isOutside(bounds[measure], value)

/** Figures of a finding are read by their names. */
const figureNames: Readonly<Record<WaterMeasure, string>> = {
  doMgL: 'oxygen',
  ph: 'ph',
  temperatureC: 'temperature',
  nh3MgL: 'ammonia',
  tanMgL: 'totalAmmonia',
  nitriteMgL: 'nitrite',
  salinityPpt: 'salinity',
}

/** What is out of bounds in one reading, by its name; null when nothing is. */
export function waterTrouble(
  bounds: WaterBounds,
  test: Readonly<Partial<Pick<WaterTest, WaterMeasure>>>,
): { severity: 'WARN' | 'REVIEW'; figures: Record<string, number> } | null {
  const wrong = waterMeasures.flatMap((measure) => {
    const value = test[measure]
    return typeof value === 'number' && isOutOfBounds(bounds, measure, value) ? [{ measure, value }] : []
  })
  if (wrong.length === 0) return null
  const isCritical = wrong.some(({ measure, value }) => {
    const bound = critical[measure]
    return bound !== undefined && isOutside(bound, value)
  })
  return {
    severity: isCritical ? 'REVIEW' : 'WARN',
    figures: Object.fromEntries(wrong.map(({ measure, value }) => [figureNames[measure], Math.round(value * 1000) / 1000])),
  }
}

/** AH-18: readings outside what these species bear, by event. */
export function waterFindings(tested: readonly { eventId: string; test: WaterTest }[], bounds: WaterBounds): EventFinding[] {
  return tested.flatMap(({ eventId, test }) => {
    const trouble = waterTrouble(bounds, test)
    return trouble ? [{ eventId, ruleId: 'AH-18', message: 'The water is outside what the animals bear.', ...trouble }] : []
  })
}
