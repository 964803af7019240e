// One run of a line: inputs are consumed, output lots come into being, and the two must balance (BR-09), be what
// such a process yields (BR-10) and keep claims apart (BR-11).

import { claimRank, mixing } from '#domain/chain/claim.ts'
import { apportion, run as runMovements, sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { checkRun, drift, type RunCase } from '#domain/chain/mass-balance.ts'
import { mainOutputs, processInputs, systemProcesses } from '#domain/chain/norms.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { type Claim, materials, type Process, processes, systemTypes } from '#domain/kernel/terms.ts'
import { assertPasses, kgText, percentText } from '#domain/rules/verdict.ts'
import type { Link } from '../../ledger/ledger-rows.ts'
import { type NewLot, post, posts } from '../../ledger/lot-ledger.ts'
import { claimOf, type TakenLot, takenLots } from '../../ledger/lot-moves.ts'
import { usableStates } from '../../ledger/lot-uses.ts'
import { activeProduct, isOwnedBy, type Product, referred } from '../../ledger/lots.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { tolerances } from '../open-season.ts'
import { judgeLine, type Line, lineFacts, type Run, type RunData } from './processing-line.ts'

const processingsystem = entityOf('processingsystem')
/** A run longer than this is a slip of the date. */
const longestRunMs = 7 * 86_400_000
/** The log book of a shift is written up by the next day. */
const maximumDelayMs = 86_400_000

export const processRun = posts<typeof processingsystem, 'PROCESS_RUN'>(
  async (scope, { subject, event, flag }) => {
    const { data } = event
    checkTimes(scope, event.occurredAt, data)
    checkProcess(subject, data.process)
    const taken = await takenLots(scope, data.inputs, usableStates, data.startedAt)
    const [first] = taken
    if (!first) throw fieldProblem('data.inputs', 'missing', 'There is no such lot.')
    // All products of the run in one question.
    await recordsById(scope, entityOf('product'), [...data.outputs.map(({ productId }) => productId), ...taken.map(({ lot }) => lot.productId)])
    const outputs: { product: Product; grams: number; grade: string | null; batchNo: string | null }[] = []
    for (const [index, { productId, kg, grade, batchNo }] of data.outputs.entries()) {
      const product = await activeProduct(scope, productId, `data.outputs.${index}.productId`)
      outputs.push({ product, grams: toGrams(kg), grade: grade ?? null, batchNo: batchNo ?? null })
    }
    await checkInputs(scope, subject, data, taken)
    if (data.process === 'PRESSING') throw fieldProblem('data.process', 'rule', 'Bales are pressed with their numbers: record “Bales pressed”.')
    const mixed = mixing(
      taken.map(({ lot }) => claimOf(lot)),
      { downgradeConfirmed: data.downgradeConfirmed === true },
    )
    for (const finding of assertPasses(mixed)) flag(finding)
    await judgeLine(scope, subject, data.startedAt, event.id)

    const runCase: RunCase = {
      process: data.process,
      inputGrams: sumGrams(taken.map(({ grams }) => grams)),
      wasteGrams: toGrams(data.wasteKg),
      invisibleGrams: toGrams(data.invisibleKg),
      hasReason: !!data.reason,
      outputs: outputs.map(({ grams, product }) => ({ material: product.material, grams, norm: lineNorm(subject, product.id) })),
    }
    for (const finding of assertPasses(checkRun(runCase, tolerances(scope)))) flag(finding)
    const earlier = await lineFacts(scope, subject.id, event.id, data, event.occurredAt)
    const findings = [
      ...dedicated(subject, earlier.lastClaim, mixed.claim),
      overCapacity(scope, subject, event.occurredAt, runCase.inputGrams, earlier.around),
      await drifting(scope, earlier.latest, data),
    ]
    for (const finding of findings) if (finding) flag(finding)

    const made = outputs.map(({ product, grams, grade, batchNo }): { lot: NewLot; grams: number } => ({
      lot: {
        id: scope.newId(),
        operatorId: operatorOf(scope, taken, first),
        productId: product.id,
        unitType: product.unitType,
        seasonId: first.lot.seasonId,
        status: 'CLOSED',
        batchNo,
        grade,
        processorId: subject.processorId,
        processingSystemId: subject.id,
        producedOn: localDay(scope, data.endedAt),
      },
      grams,
    }))
    await post(scope, {
      event: { id: event.id, occurredAt: data.endedAt },
      takenAt: data.startedAt,
      made: made.map(({ lot }) => lot),
      links: linksOf(taken, made),
      movements: runMovements(
        taken.map(({ lot, grams }) => ({ batchId: lot.id, grams })),
        made.map(({ lot, grams }) => ({ batchId: lot.id, grams })),
        runCase.wasteGrams,
      ),
    })
  },
  (scope, { subject, event }) => judgeLine(scope, subject, event.data.startedAt),
)

/** 4.2: a facility runs what it is built for. */
function checkProcess(system: Line, process: Process): void {
  const own = systemProcesses[system.systemType]
  if (own.includes(process)) return
  const may = own.length ? own.map((one) => processes[one].toLowerCase()).join(' and ') : 'no process'
  throw fieldProblem('data.process', 'rule', `${system.title} is a facility for ${systemTypes[system.systemType].toLowerCase()}: it runs ${may}.`)
}

/** A run is recorded when it has ended, at the latest on the next day (BR-25): its kilograms move at its own start and end. */
function checkTimes(scope: Scope, occurredAt: string, { startedAt, endedAt }: RunData): void {
  const [start, end] = [Date.parse(startedAt), Date.parse(endedAt)]
  if (end <= start) throw fieldProblem('data.endedAt', 'min', 'A run ends after it began.')
  if (end - start > longestRunMs) throw fieldProblem('data.endedAt', 'max', 'A run of more than seven days: please check the dates.')
  if (end > scope.now.getTime() + 5 * 60_000) throw fieldProblem('data.endedAt', 'max', 'This lies in the future.')
  const occurredMs = Date.parse(occurredAt)
  if (occurredMs < end || occurredMs - end > maximumDelayMs)
    throw fieldProblem('occurredAt', 'rule', 'A run is recorded for the moment it ended, or up to a day later. Compare with the times of the run.')
}

/** Inputs must be what the process takes in, owned by the facility's owner, and there before the run began (BR-25). */
async function checkInputs(scope: Scope, system: Line, { process, startedAt }: RunData, taken: readonly TakenLot[]): Promise<void> {
  const products = new Map<string, Product>()
  for (const [index, { lot }] of taken.entries()) {
    const path = `data.inputs.${index}.batchId`
    if (!isOwnedBy(system, lot)) throw fieldProblem(path, 'rule', `${lot.title} is not held by the owner of ${system.title}. Receive it first.`)
    const product = products.get(lot.productId) ?? (await referred(scope, 'product', lot.productId, path))
    products.set(product.id, product)
    if (!processInputs[process].includes(product.material))
      throw fieldProblem(
        path,
        'rule',
        `${processes[process]} takes in ${processInputs[process].map((one) => materials[one].toLowerCase()).join(' or ')}; this is ${product.title}.`,
      )
    if (lot.receivedAt && Date.parse(lot.receivedAt) > Date.parse(startedAt))
      throw ruleBlocked('BR-25', `${lot.title} was received after this run began.`, { batchId: lot.id, receivedAt: lot.receivedAt, startedAt })
  }
}

const lineNorm = (system: Line, productId: string): { min: number; max: number } | null => system.norms.find((norm) => norm.productId === productId) ?? null
/** Lots of one operator make lots of that operator; a mixed run belongs to the operator at whose address it is recorded, else to the first. */
const operatorOf = (scope: Scope, taken: readonly TakenLot[], first: TakenLot): string => {
  const isMixed = taken.some(({ lot }) => lot.operatorId !== first.lot.operatorId)
  return isMixed && scope.operator && taken.some(({ lot }) => lot.operatorId === scope.operator?.id) ? scope.operator.id : first.lot.operatorId
}
/** Each output came from all inputs in the proportion of their mass; parts sum to the output to the gram. */
export function linksOf(taken: readonly TakenLot[], lots: { lot: { id: string }; grams: number }[]): Link[] {
  return lots.flatMap(({ lot, grams }) => {
    const parts = apportion(
      grams,
      taken.map((one) => one.grams),
    )
    return taken.map((one, index): Link => ({ from: one.lot.id, fromKind: 'productbatch', to: lot.id, grams: parts[index] ?? 0 }))
  })
}
/** A line dedicated to one claim that runs another is worth a word. */
function dedicated(system: Line, last: Claim | null, claim: Claim): Finding[] {
  if (system.segregation !== 'DEDICATED' || !last || claimRank[last] === claimRank[claim]) return []
  return [
    {
      ruleId: 'BR-11',
      severity: 'WARN',
      message: 'This line is dedicated to one claim, and its last run had another.',
      figures: { lastRunClaim: last, claim },
    },
  ]
}

/** More than 120 % of the day's capacity, all runs of the day together (4.2). */
function overCapacity(scope: Scope, system: Line, occurredAt: string, grams: number, around: readonly Run[]): Finding | null {
  const day = localDay(scope, occurredAt)
  const runs = around.filter(({ occurredAt: moment }) => localDay(scope, moment) === day)
  const kg = toKg(grams + sumGrams(runs.flatMap(({ data }) => data.inputs.map((input) => toGrams(input.kg)))))
  const share = kg / system.capacityKgPerDay
  if (share <= tolerances(scope).capacityWarn) return null
  return {
    ruleId: '4.2',
    severity: 'WARN',
    message: `${kgText(kg)} on one day are ${percentText(share, 0)} of what this line can do.`,
    figures: { kg, capacityKgPerDay: system.capacityKgPerDay },
  }
}

/** BR-10: the main out-turn of the latest runs against those before, this run included. */
async function drifting(scope: Scope, latest: readonly Run[], data: RunData): Promise<Finding | null> {
  const runs = [...latest.map((run) => run.data), data]
  const made = await recordsById(
    scope,
    entityOf('product'),
    runs.flatMap(({ outputs }) => outputs.map(({ productId }) => productId)),
  )
  const [main] = mainOutputs(data.process)
  const mains = new Set(made.filter(({ material }) => material === main).map(({ id }) => id))
  const shares = runs.flatMap((one) => {
    const out = sumGrams(one.outputs.filter(({ productId }) => mains.has(productId)).map(({ kg }) => toGrams(kg)))
    return out ? [out / sumGrams(one.inputs.map(({ kg }) => toGrams(kg)))] : []
  })
  return drift(shares, tolerances(scope))
}
