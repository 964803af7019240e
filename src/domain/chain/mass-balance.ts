// One run: does what came out account for what went in, and is it what such a process yields (BR-09, BR-10).
// Masses in whole grams.

import type { Finding } from '../kernel/entity.ts'
import type { Material, Process } from '../kernel/terms.ts'
import { materials, processes } from '../kernel/terms.ts'
import { kilograms, listed, percent, phrase, small, word } from '../messages/message.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import { block, mergeVerdicts, pass, type Verdict } from '../rules/verdict.ts'
import { type Grams, sumGrams, toKg } from './ledger.ts'
import { isMadeBy, isMadeFrom, mainOutputs, type Norm, processNorms } from './norms.ts'

export type RunCase = {
  process: Process
  inputGrams: Grams
  /** What went in is made of; absent: not known. */
  from?: readonly Material[]
  /** One per output line; lines of one material count together. `norm`: the facility's own band. */
  outputs: { material: Material; grams: Grams; norm?: { min: number; max: number } | null }[]
  /** Thrown away, in no lot; counts as trash of the process. */
  wasteGrams: Grams
  invisibleGrams: Grams
  /** The person said why it lies outside the usual band. */
  hasReason: boolean
}

/**
 * BR-09: Σ in = Σ out + waste + invisible, |difference| ≤ 0.5 % of the input; outputs + waste ≤ input
 * (more only where the process adds water or size, norms.totalMax).
 */
export function checkBalance(run: RunCase, tolerances: Tolerances): Verdict {
  const out = sumGrams(run.outputs.map((one) => one.grams))
  const difference = run.inputGrams - out - run.wasteGrams - run.invisibleGrams
  const figures = {
    inKg: toKg(run.inputGrams),
    outKg: toKg(out),
    wasteKg: toKg(run.wasteGrams),
    invisibleKg: toKg(run.invisibleGrams),
    differenceKg: toKg(difference),
    differenceShare: difference / run.inputGrams,
  }
  if (out + run.wasteGrams > run.inputGrams * processNorms[run.process].totalMax) {
    return block('BR-09', phrase`More came out (${kilograms(toKg(out + run.wasteGrams))}) than went in (${kilograms(figures.inKg)}).`, figures)
  }
  // A process that takes up water (pressing) or size (weaving) may end with more than it began with, up to totalMax.
  const gainShare = Math.max(tolerances.massDifference, processNorms[run.process].totalMax - 1)
  if (difference > run.inputGrams * tolerances.massDifference || -difference > run.inputGrams * gainShare) {
    return block(
      'BR-09',
      phrase`${kilograms(Math.abs(figures.differenceKg))} are ${difference > 0 ? word('unaccounted for') : word('too many')}: ${percent(Math.abs(figures.differenceShare), 2)} of the input, at most ${percent(difference > 0 ? tolerances.massDifference : gainShare)} may be. Weigh again, or record the loss.`,
      figures,
    )
  }
  return pass
}

/** Shares of the input by material; waste counts with the process's trash where it has one. */
export function outTurns(run: RunCase): Map<Material, number> {
  const grams = new Map<Material, Grams>()
  for (const { material, grams: out } of run.outputs) grams.set(material, (grams.get(material) ?? 0) + out)
  if ('GIN_TRASH' in processNorms[run.process].outputs) grams.set('GIN_TRASH', (grams.get('GIN_TRASH') ?? 0) + run.wasteGrams)
  return new Map([...grams].map(([material, out]) => [material, out / run.inputGrams]))
}

/**
 * BR-10: y = out/in per output. Inside the band fine, outside WARN with a reason, outside the hard bound refused. So is a run
 * that made nothing it is run for, and an output that no such process makes (2.3); what comes off besides has no band.
 */
export function checkBands(run: RunCase, tolerances: Tolerances): Verdict {
  const norms = processNorms[run.process]
  const verdicts: Verdict[] = [...outTurns(run)].map(([material, share]) => {
    const norm = norms.outputs[material]
    if (norm && run.from && !isMadeFrom(run.process, run.from, material)) return otherMaterial(run.process, run.from, material)
    if (!norm) return isMadeBy(run.process, material) ? pass : foreign(run.process, material)
    const own = run.outputs.find((one) => one.material === material)?.norm
    return checkBand(run.process, material, share, own ? { ...norm, min: own.min, max: own.max } : norm, run.hasReason)
  })
  const wanted = mainOutputs(run.process)
  if (!run.outputs.some((one) => wanted.includes(one.material)))
    verdicts.push(
      block(
        'BR-10',
        phrase`This run made no ${listed(
          wanted.map((one) => small(materials[one])),
          'or',
        )}.`,
        { missing: wanted[0] },
      ),
    )
  // A by-product that always comes off and is not booked needs a reason, like one outside its band.
  for (const [material, norm] of Object.entries(norms.outputs) as [Material, Norm][])
    if (norm.min > 0 && !wanted.includes(material) && !run.outputs.some((one) => one.material === material))
      verdicts.push(checkBand(run.process, material, 0, norm, run.hasReason))
  const invisible = run.invisibleGrams / run.inputGrams
  if (invisible > norms.invisibleMax * tolerances.invisibleBlock)
    verdicts.push(
      block(
        'BR-10',
        phrase`The invisible loss of ${percent(invisible, 2)} cannot be: ${percent(norms.invisibleMax)} is usual, at most ${percent(norms.invisibleMax * tolerances.invisibleBlock)} can be booked.`,
        { invisibleShare: invisible, invisibleMax: norms.invisibleMax },
      ),
    )
  else if (invisible > norms.invisibleMax) {
    verdicts.push({
      block: null,
      findings: [
        {
          ruleId: 'BR-10',
          severity: 'REVIEW',
          message: phrase`The invisible loss of ${percent(invisible, 2)} is above the usual ${percent(norms.invisibleMax)}.`,
          figures: { invisibleShare: invisible, invisibleMax: norms.invisibleMax },
        },
      ],
    })
  }
  return mergeVerdicts(...verdicts)
}

const foreign = (process: Process, material: Material): Verdict =>
  block('BR-10', phrase`${word(processes[process])} makes no ${small(materials[material])}. Record that as a run of its own.`, {
    process,
    foreign: material,
    makes: Object.keys(processNorms[process].outputs),
  })
const otherMaterial = (process: Process, from: readonly Material[], material: Material): Verdict =>
  block(
    'BR-10',
    phrase`${word(processes[process])} of ${listed(
      [...new Set(from)].map((one) => small(materials[one])),
      'and',
    )} makes no ${small(materials[material])}. Record each material as a run of its own.`,
    { process, foreign: material, from: [...new Set(from)] },
  )

function checkBand(process: Process, material: Material, share: number, norm: Norm, hasReason: boolean): Verdict {
  const figures = {
    process,
    material,
    share: Math.round(share * 100_000) / 100_000,
    min: norm.min,
    max: norm.max,
    hardMin: norm.hardMin ?? null,
    hardMax: norm.hardMax ?? null,
  }
  const name = word(materials[material])
  if ((norm.hardMax !== undefined && share > norm.hardMax) || (norm.hardMin !== undefined && share < norm.hardMin)) {
    const most = percent(norm.hardMax ?? 1)
    const possible =
      norm.hardMin === undefined
        ? phrase`${name} came to ${percent(share)} of the input; at most ${most} is possible.`
        : phrase`${name} came to ${percent(share)} of the input; ${percent(norm.hardMin)} to ${most} is possible.`
    return block('BR-10', possible, figures)
  }
  if (share >= norm.min && share <= norm.max) return pass
  const message = phrase`${name} came to ${percent(share)} of the input; ${percent(norm.min)} to ${percent(norm.max)} is usual.`
  return hasReason
    ? { block: null, findings: [{ ruleId: 'BR-10', severity: 'WARN', message, figures }] }
    : block('BR-10', phrase`${message} Give the reason.`, figures)
}

/**
 * What a run is made for and its share of the input: the main output that most was made of, null when there is none. A process that
 * makes the same thing of several materials has an out-turn for each.
 */
export function mainOutTurn({
  process,
  inputGrams,
  outputs,
}: Pick<RunCase, 'process' | 'inputGrams' | 'outputs'>): { material: Material; share: number } | null {
  const made = mainOutputs(process).map((material) => ({
    material,
    grams: sumGrams(outputs.filter((one) => one.material === material).map(({ grams }) => grams)),
  }))
  const most = made.toSorted((one, other) => other.grams - one.grams)[0]
  return most?.grams ? { material: most.material, share: most.grams / inputGrams } : null
}

/** BR-09 and BR-10 together; the balance comes first, because shares of a run that does not balance mean nothing. */
export function checkRun(run: RunCase, tolerances: Tolerances): Verdict {
  const balance = checkBalance(run, tolerances)
  return balance.block ? balance : mergeVerdicts(balance, checkBands(run, tolerances))
}

/** How many of the latest runs are compared with the ones before. */
export const driftWindow = 30
/**
 * BR-10: the mean of the latest 30 runs lies more than 2 standard deviations (of that mean) from the history before them.
 * `shares`: main out-turn of each run, oldest first. Fewer than 60 runs say nothing.
 */
export function drift(shares: readonly number[], tolerances: Tolerances): Finding | null {
  const latest = shares.slice(-driftWindow)
  const history = shares.slice(0, -driftWindow)
  if (latest.length < driftWindow || history.length < driftWindow) return null
  const usual = mean(history)
  const sigma = Math.sqrt(mean(history.map((share) => (share - usual) ** 2)) / driftWindow)
  const now = mean(latest)
  if (Math.abs(now - usual) <= tolerances.driftSigmas * sigma) return null
  return {
    ruleId: 'BR-10',
    severity: 'REVIEW',
    message: phrase`The last ${driftWindow} runs yield ${percent(now)} on average, ${percent(usual)} before.`,
    // As exact as the sentence: a run recorded late that changes nothing to be seen is no other finding.
    figures: { mean: rounded(now, 3), usual: rounded(usual, 3), sigma: rounded(sigma, 4) },
  }
}
const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
