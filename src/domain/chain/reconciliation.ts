// Reconciliation of certified goods (domain dictionary 7, BR-12a): per holder, material, claim and period, what was there, came in, was made, used,
// lost and sent on leads to what is there; what came in came with certificates, what was made lies in the norms of its process, and no more
// is certified than was sent on. Pure; in whole grams.
import type { Claim, Material, Process } from '../kernel/terms.ts'
import { exceeds } from '../rules/exceeds.ts'
import { claimRank } from './claim.ts'
import { sumGrams, toGrams, toKg } from './ledger.ts'
import { comesOf, processNorms } from './norms.ts'

/** Kilograms of one material under one claim in a holder's hands. Movements are signed as they change the stock, but for those that are named as taken. */
export type Flow = {
  material: Material
  claim: Claim
  openKg: number
  /** Bought from members, or received from a seller. */
  receivedKg: number
  /** Of what was received: by dispatches that are on an issued certificate; what was bought from members needs none. */
  coveredKg: number
  madeKg: number
  usedKg: number
  /** Joined or split into lots of another claim or product (+ or −). */
  movedKg: number
  lostKg: number
  /** Adjustments of stock counts (+ or −). */
  adjustedKg: number
  sentKg: number
  /** Of what was sent: on issued certificates of this holder. */
  certifiedKg: number
  closeKg: number
}
type Kilograms = readonly { material: Material; kg: number }[]
/** Runs of the holder that ended in the period and made some of a material under a claim: how much of the material they made, under whatever claim, and what went into them. */
export type ProcessFlow = { process: Process; material: Material; claim: Claim; kg: number; inputs: Kilograms }
export type FlowProblem = 'UNCOVERED' | 'YIELD' | 'OVERSOLD' | 'BOOKS'
/** `expectedKg`: what would be there by the movements. `gapKg`, `gapShare`: certified goods that came in without a certificate, of those that came in. */
export type Reconciled = Flow & { expectedKg: number; gapKg: number; gapShare: number; problem: FlowProblem | null }

/** `gap`: the share above which a gap is to be reviewed. */
export function reconcile(flows: readonly Flow[], processes: readonly ProcessFlow[], gap: number): Reconciled[] {
  const outside = processes.flatMap(yieldProblems)
  return flows.map((flow) => {
    const grams = (name: Exclude<keyof Flow, 'material' | 'claim'>) => toGrams(flow[name])
    const expected =
      grams('openKg') + grams('receivedKg') + grams('madeKg') - grams('usedKg') + grams('movedKg') - grams('lostKg') + grams('adjustedKg') - grams('sentKg')
    const isCertified = claimRank[flow.claim] > 0
    const uncovered = isCertified ? Math.max(0, grams('receivedKg') - grams('coveredKg')) : 0
    const gapShare = uncovered === 0 ? 0 : uncovered / grams('receivedKg')
    const problem = ((): FlowProblem | null => {
      if (expected !== grams('closeKg') || expected < 0) return 'BOOKS'
      if (
        grams('certifiedKg') >
        sumGrams([grams('openKg'), grams('receivedKg'), grams('madeKg'), Math.max(0, grams('movedKg')), Math.max(0, grams('adjustedKg'))])
      )
        return 'OVERSOLD'
      if (outside.some(({ material, claim }) => material === flow.material && claim === flow.claim)) return 'YIELD'
      return gapShare > gap ? 'UNCOVERED' : null
    })()
    return { ...flow, expectedKg: toKg(expected), gapKg: toKg(uncovered), gapShare, problem }
  })
}

/** What lies outside the band that its process can have (consumed × yMin ≤ produced ≤ consumed × yMax). */
function yieldProblems({ process, material, claim, kg, inputs }: ProcessFlow): { material: Material; claim: Claim }[] {
  const into = sumGrams(inputs.filter((input) => comesOf(process, input.material, material)).map((input) => toGrams(input.kg)))
  const norm = processNorms[process].outputs[material]
  if (!norm || into <= 0) return []
  const [least, most] = [norm.hardMin ?? norm.min, norm.hardMax ?? norm.max]
  const made = toGrams(kg)
  return exceeds(made, into, most) || made < into * least - 1e-6 ? [{ material, claim }] : []
}
