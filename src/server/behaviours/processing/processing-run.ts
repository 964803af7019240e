// One run of a line: inputs are consumed, output lots come into being, and the two must balance (BR-09), be what
// such a process yields (BR-10) and keep claims apart (BR-11).

import { sql } from 'kysely'
import { claimRank, mixing } from '#domain/chain/claim.ts'
import { apportion, run as runMovements, toGrams } from '#domain/chain/ledger.ts'
import { checkRun } from '#domain/chain/mass-balance.ts'
import { processInputs, systemProcesses } from '#domain/chain/norms.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { type Material, materials, type Process, processes, systemTypes } from '#domain/kernel/terms.ts'
import { listed, phrase, small, word } from '#domain/messages/message.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import type { Link } from '../../ledger/ledger-rows.ts'
import { type NewLot, post, posts } from '../../ledger/lot-ledger.ts'
import { claimOf, type TakenLot, takenLots } from '../../ledger/lot-moves.ts'
import { usableStates } from '../../ledger/lot-uses.ts'
import { activeProduct, isOwnedBy, type Product, referred } from '../../ledger/lots.ts'
import { onHandAt } from '../../ledger/on-hand-at.ts'
import { namedUnits, type UnitMove, unitsOfLot } from '../../ledger/units.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { tolerances } from '../open-season.ts'
import { judgeLine } from './line-changes.ts'
import { type LineTerms, termsOf } from './line-then.ts'
import { type Line, type RunData, runCaseOf } from './processing-line.ts'
import { findRunsLater } from './run-findings.ts'

const processingsystem = entityOf('processingsystem')
/** A run longer than this is a slip of the date. */
const longestRunMs = 7 * 86_400_000
/** The log book of a shift is written up by the next day. */
const maximumDelayMs = 86_400_000

const posted = posts<typeof processingsystem, 'PROCESS_RUN'>(
  async (scope, { subject, event }) => {
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
    const from = await checkInputs(scope, subject, data, taken)
    if (data.process === 'PRESSING') throw fieldProblem('data.process', 'rule', 'Bales are pressed with their numbers: record “Bales pressed”.')
    const units = await consumedUnits(scope, data, taken)
    const claims = taken.map(({ lot }) => claimOf(lot))
    const mixed = mixing(claims, { downgradeConfirmed: data.downgradeConfirmed === true })
    if (!mixed.block || !(await areOfFormer(scope, event, taken))) assertPasses(mixed)
    await judgeLine(scope, subject, { ...data, own: event.id })

    const caseOf = (line: LineTerms) =>
      runCaseOf(line, data, (productId) => outputs.find(({ product }) => product.id === productId)?.product.material ?? 'OTHER', from)
    const runCase = caseOf(subject)
    const verdict = checkRun(runCase, tolerances(scope))
    // What the line allows now was found on runs of then, if it was not allowed; what it does not allow now is refused if it was not allowed then either.
    if (verdict.block)
      assertPasses(checkRun(caseOf((await termsOf(scope, subject))({ endedAt: data.endedAt, recordedAt: event.recordedAt })), tolerances(scope)))

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
      units,
      movements: runMovements(
        taken.map(({ lot, grams }) => ({ batchId: lot.id, grams })),
        made.map(({ lot, grams }) => ({ batchId: lot.id, grams })),
        runCase.wasteGrams,
      ),
    })
  },
  (scope, { subject, event }) => judgeLine(scope, subject, event.data),
)
/** It refuses what cannot be; what is found on it, and on the runs after it, follows from the history of the line. */
export const processRun: EventBehaviour<typeof processingsystem, 'PROCESS_RUN'> = {
  ...posted,
  settle: (scope, { subject, event }) => findRunsLater(scope, subject, event.data),
}

/**
 * All goods are those of the run that this one corrects, and of none below the highest claim among them there is more: what they are found to be
 * since is a finding, and not refused.
 */
async function areOfFormer({ db, tenant }: Scope, { supersedesEventId }: { supersedesEventId: string | null }, taken: readonly TakenLot[]): Promise<boolean> {
  if (supersedesEventId === null) return false
  const { rows } = await sql<{ inputs: RunData['inputs'] }>`select e.data->'inputs' as inputs from event as e
    where e.tenant_id = ${tenant.id} and e.id = ${supersedesEventId}::uuid and e.event_type = 'PROCESS_RUN'`.execute(db)
  const former = new Map(rows.flatMap(({ inputs }) => inputs.map(({ batchId, kg }): [string, number] => [batchId, toGrams(kg)])))
  const rank = ({ lot }: TakenLot) => claimRank[claimOf(lot)]
  const highest = Math.max(...taken.map(rank))
  return taken.every((one) => {
    const grams = former.get(one.lot.id)
    return grams !== undefined && (rank(one) === highest || one.grams <= grams)
  })
}

/** Named bales or cones end in this run; they weigh what is taken of their lot. */
async function consumedUnits(scope: Scope, { inputs, startedAt }: RunData, taken: readonly TakenLot[]): Promise<UnitMove[]> {
  const moves: UnitMove[] = []
  for (const [index, { kg, units = [] }] of inputs.entries()) {
    const lot = taken[index]?.lot
    if (!lot || !units?.length) continue
    const there = await unitsOfLot(scope, lot.id, toGrams(await onHandAt(scope, lot, startedAt)), startedAt)
    const path = `data.inputs.${index}`
    for (const { ownerId, unitNo } of namedUnits(there, units, kg, { units: `${path}.units`, kg: `${path}.kg` }, lot.title))
      moves.push({ ownerId, unitNo, from: lot.id, to: null, at: startedAt })
  }
  return moves
}

/** 4.2: a facility runs what it is built for. */
function checkProcess(system: Line, process: Process): void {
  const own = systemProcesses[system.systemType]
  if (own.includes(process)) return
  const may = own.length
    ? listed(
        own.map((one) => small(processes[one])),
        'and',
      )
    : word('no process')
  throw fieldProblem('data.process', 'rule', phrase`${system.title} is a facility for ${small(systemTypes[system.systemType])}: it runs ${may}.`)
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

/** Inputs must be what the process takes in, owned by the facility's owner, and there before the run began (BR-25). Answers what they are made of. */
async function checkInputs(scope: Scope, system: Line, { process, startedAt }: RunData, taken: readonly TakenLot[]): Promise<Material[]> {
  const products = new Map<string, Product>()
  for (const [index, { lot }] of taken.entries()) {
    const path = `data.inputs.${index}.batchId`
    if (!isOwnedBy(system, lot)) throw fieldProblem(path, 'rule', phrase`${lot.title} is not held by the owner of ${system.title}. Receive it first.`)
    const product = products.get(lot.productId) ?? (await referred(scope, 'product', lot.productId, path))
    products.set(product.id, product)
    if (!processInputs[process].includes(product.material))
      throw fieldProblem(
        path,
        'rule',
        phrase`${word(processes[process])} takes in ${listed(
          processInputs[process].map((one) => small(materials[one])),
          'or',
        )}; this is ${word(product.title)}.`,
      )
    if (lot.receivedAt && Date.parse(lot.receivedAt) > Date.parse(startedAt))
      throw ruleBlocked('BR-25', phrase`${lot.title} was received after this run began.`, { batchId: lot.id, receivedAt: lot.receivedAt, startedAt })
  }
  return [...new Set([...products.values()].map(({ material }) => material))]
}

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
