// A run while it is being typed: texts from fields become the case that the server's own rules (BR-09, BR-10, BR-11)
// judge, so that the verdict on screen is the verdict that saving will meet.

import { changeover, lowestClaim, mixing } from '#domain/chain/claim.ts'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { checkBalance, checkBands, outTurns, type RunCase } from '#domain/chain/mass-balance.ts'
import { type Norm, processNorms } from '#domain/chain/norms.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import type { Claim, Material, Process } from '#domain/kernel/terms.ts'
import type { Tolerances } from '#domain/rules/tolerances.ts'
import { type Block, block } from '#domain/rules/verdict.ts'

/** `onHandKg`: what may be taken, without what is reserved for a certificate. */
export type InputLine = { batchId: string; title: string; material: Material; claim: Claim; onHandKg: number; gmoStatus: string | null; kg: string }
export type OutputLine = { productId: string; title: string; material: Material; kg: string; norm: { min: number; max: number; typical?: number } | null }
export type RunDraft = {
  process: Process
  inputs: readonly InputLine[]
  outputs: readonly OutputLine[]
  wasteKg: string
  invisibleKg: string
  reason: string
  downgradeConfirmed: boolean
}
export type Line = { segregation: string; lastRunClaim: Claim | null; lastRunAt: string | null; lastCleaningAt: string | null }

export type OutputReading = { productId: string; kg: number; share: number | null; norm: Norm | null; rating: 'none' | 'usual' | 'unusual' | 'impossible' }
export type RunReading = {
  inKg: number
  outKg: number
  claim: Claim | null
  outputs: OutputReading[]
  /** Everything that stops saving, the weightiest first. */
  blocks: Block[]
  /** A mixture of claims that a person may confirm. */
  mayDowngrade: boolean
  needsReason: boolean
  isComplete: boolean
}

/** Kilograms as a person types them (12,5 or 12.5 or 6 000); NaN when it is no mass, 0 when empty. */
export function readKg(text: string): number {
  if (!text.trim()) return 0
  const kg = readNumber(text)
  return kg !== null && kg >= 0 && kg <= 10_000_000 && /^[\d,.\s\u00a0\u202f]+$/.test(text) && Number(kg.toFixed(3)) === kg ? kg : Number.NaN
}
const grams = (text: string): number => {
  const kg = readKg(text)
  return Number.isFinite(kg) ? toGrams(kg) : 0
}

export function readRun(draft: RunDraft, line: Line, startedAt: string, tolerances: Tolerances): RunReading {
  const inputGrams = draft.inputs.reduce((sum, one) => sum + grams(one.kg), 0)
  const produced = draft.outputs.filter((one) => grams(one.kg) > 0)
  const run: RunCase = {
    process: draft.process,
    inputGrams,
    from: draft.inputs.map(({ material }) => material),
    outputs: produced.map((one) => ({ material: one.material, grams: grams(one.kg), norm: one.norm })),
    wasteGrams: grams(draft.wasteKg),
    invisibleGrams: grams(draft.invisibleKg),
    hasReason: draft.reason.trim() !== '',
  }
  const claims = draft.inputs.filter((one) => grams(one.kg) > 0).map((one) => one.claim)
  const outputs = readOutputs(draft, run)
  const isComplete =
    inputGrams > 0 &&
    produced.length > 0 &&
    [...draft.inputs, ...draft.outputs].every((one) => Number.isFinite(readKg(one.kg))) &&
    Number.isFinite(readKg(draft.wasteKg)) &&
    Number.isFinite(readKg(draft.invisibleKg))
  const mixed = mixing(claims, draft)
  const checks =
    inputGrams > 0
      ? [
          ...draft.inputs.map((one) => tooMuch(one)),
          claims.length ? mixed.block : null,
          claims.length ? changeover(line, lowestClaim(claims), startedAt, tolerances.cleaningHours).block : null,
          isComplete ? checkBalance(run, tolerances).block : null,
          isComplete ? checkBands(run, tolerances).block : null,
        ]
      : []
  return {
    inKg: toKg(inputGrams),
    outKg: toKg(produced.reduce((sum, one) => sum + grams(one.kg), 0) + run.wasteGrams + run.invisibleGrams),
    claim: claims.length ? lowestClaim(claims) : null,
    outputs,
    blocks: checks.filter((one) => one !== null),
    mayDowngrade: new Set(claims).size > 1 && lowestClaim(claims) !== 'CONVENTIONAL',
    needsReason: outputs.some((one) => one.rating === 'unusual'),
    isComplete,
  }
}

/** BR-09: never more out of a lot than lies there. */
function tooMuch({ batchId, title, onHandKg, kg }: InputLine): Block | null {
  const requested = grams(kg)
  if (requested <= toGrams(onHandKg)) return null
  return block(
    'BR-09',
    `${title} has ${toKg(toGrams(onHandKg)).toLocaleString('en-IN')} kg on hand; the run asks ${toKg(requested).toLocaleString('en-IN')} kg.`,
    {
      batchId,
      batchNo: title,
      askedKg: toKg(requested),
      onHandKg,
    },
  ).block
}

function readOutputs(draft: RunDraft, run: RunCase): OutputReading[] {
  const turns = run.inputGrams > 0 ? outTurns(run) : new Map<Material, number>()
  return draft.outputs.map(({ productId, material, kg, norm: own }) => {
    const generalNorm = processNorms[draft.process].outputs[material] ?? null
    const norm = generalNorm && own ? { ...generalNorm, min: own.min, max: own.max } : generalNorm
    const share = grams(kg) > 0 ? (turns.get(material) ?? null) : null
    return { productId, kg: toKg(grams(kg)), share, norm, rating: ratingOf(share, norm) }
  })
}

export function ratingOf(share: number | null, norm: Norm | null): OutputReading['rating'] {
  if (share === null || !norm) return 'none'
  if ((norm.hardMax !== undefined && share > norm.hardMax) || (norm.hardMin !== undefined && share < norm.hardMin)) return 'impossible'
  return share >= norm.min && share <= norm.max ? 'usual' : 'unusual'
}
