// Units of a lot where they lie: packed, labelled anew, loaded into a shipment and out of it (domain dictionary 4.4; EPCIS repackaging,
// loading, unloading). No kilogram moves by these.
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import type { entityOf } from '#domain/entities.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { hasGs1CheckDigit } from '#domain/processing/processor.ts'
import { baleWeight } from '#domain/processing/unit-events.ts'
import { postUnits, reverseUnits } from '../../ledger/lot-ledger.ts'
import type { Lot } from '../../ledger/lots.ts'
import { onHandAt } from '../../ledger/on-hand-at.ts'
import { checkNewNumbers, labelTaken, type UnitMove, unitsNow, unitsOfLot } from '../../ledger/units.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'

type Batch = ReturnType<typeof entityOf<'productbatch'>>
type On<K extends EventTypeOf<Batch>> = EventBehaviour<Batch, K>
/** An event that does something to units alone, which its void takes back. */
const ofUnits = <K extends EventTypeOf<Batch>>(moves: (scope: Scope, change: EventChange<Batch, K>) => Promise<UnitMove[]>): On<K> => ({
  apply: async (scope, change) => postUnits(scope, change.event, await moves(scope, change)),
  reverse: reverseUnits,
})

/** 4.4: kilograms equal. Who holds the lot gives the new numbers; a unit that was there before keeps whose it is. */
export const repack = ofUnits<'REPACK'>(async (scope, { subject, event }) => {
  const { units } = event.data
  const onHandKg = await onHandAt(scope, subject, event.occurredAt)
  const packedKg = toKg(units.reduce((grams, { kg }) => grams + toGrams(kg), 0))
  if (packedKg !== onHandKg)
    throw ruleBlocked('BR-09', phrase`The units weigh ${kilograms(packedKg)} together; ${kilograms(onHandKg)} were in the lot.`, { packedKg, onHandKg })
  const there = await unitsOfLot(scope, subject.id, toGrams(onHandKg), event.occurredAt)
  checkWeights(subject, units, there)
  const numbers = units.map(({ unitNo }) => unitNo)
  const again = numbers.findIndex((no, index) => numbers.indexOf(no) !== index)
  if (again >= 0) throw fieldProblem(`data.units.${again}.unitNo`, 'taken', phrase`Bale ${numbers[again]} is listed twice.`)
  const known = new Map(there.map((unit) => [numberOf(unit.unitNo), unit]))
  const ownerId = subject.processorId ?? subject.operatorId
  const fresh = numbers.filter((no) => !known.has(no))
  if (fresh.length) await checkNewNumbers(scope, ownerId, fresh, (no) => `data.units.${numbers.indexOf(no)}.unitNo`, subject.id)
  return units.map(({ unitNo, kg }) => ({
    ownerId: known.get(unitNo)?.ownerId ?? ownerId,
    unitNo: known.get(unitNo)?.unitNo ?? unitNo,
    from: subject.id,
    to: subject.id,
    grams: toGrams(kg),
  }))
})

/** Bales weigh what they may when they are pressed. One that was there and weighs less or more in the books (it has dried, a run took of it) goes no further out. */
function checkWeights({ unitType }: Lot, units: readonly { unitNo: string; kg: number }[], there: readonly { unitNo: string; grams: number }[]): void {
  if (unitType !== 'BALE_LOT' && unitType !== 'BALE') return
  const booked = new Map(there.map(({ unitNo, grams }) => [numberOf(unitNo), toKg(grams)]))
  for (const [index, { unitNo, kg }] of units.entries()) {
    const { min, max } = baleWeight
    const was = booked.get(unitNo)
    const [least, most] = was === undefined ? [min, max] : [Math.min(min, was), Math.max(max, was)]
    if (kg < least || kg > most)
      throw fieldProblem(`data.units.${index}.kg`, kg < least ? 'min' : 'max', phrase`A bale weighs ${kilograms(min)} to ${kilograms(max)}.`)
  }
}

export const relabel = ofUnits<'RELABEL'>(async (scope, { subject, event }) => {
  const { labels } = event.data
  const there = await unitsThen(scope, subject, event.occurredAt)
  const moves: UnitMove[] = []
  for (const [index, { unitNo, label }] of labels.entries()) {
    const unit = there.find((one) => numberOf(one.unitNo) === unitNo)
    if (!unit) throw fieldProblem(`data.labels.${index}.unitNo`, 'missing', phrase`${unitNo} is not in ${subject.title}.`)
    if (labels.findIndex((one) => one.unitNo === unitNo || one.label === label) !== index)
      throw fieldProblem(`data.labels.${index}.label`, 'taken', 'A unit and a label are named once.')
    moves.push({ ownerId: unit.ownerId, unitNo: unit.unitNo, from: subject.id, to: subject.id, label })
  }
  const taken = await labelTaken(scope, moves)
  if (taken)
    throw fieldProblem(`data.labels.${labels.findIndex(({ label }) => label === taken.label)}.label`, 'taken', phrase`${taken.unitNo} bears this label.`)
  return moves
})

export const loaded = ofUnits<'LOADED'>(async (scope, { subject, event }) => {
  const { sscc, units, kg } = event.data
  checkSscc(sscc)
  const there = await unitsThen(scope, subject, event.occurredAt)
  if (there.length === 0) return loose(scope, subject, event.occurredAt, kg)
  const free = (await unitsNow(scope, subject.id)).filter((one) => one.sscc === null)
  const numbers = units?.length ? units : free.filter(({ unitNo }) => there.some((one) => one.unitNo === unitNo)).map(({ unitNo }) => unitNo)
  return moved(subject, there, numbers, sscc)
})

export const unloaded = ofUnits<'UNLOADED'>(async (scope, { subject, event }) => {
  const { sscc, units, kg } = event.data
  const there = await unitsThen(scope, subject, event.occurredAt)
  if (there.length === 0) return loose(scope, subject, event.occurredAt, kg)
  const numbers = units?.length ? units : (await unitsNow(scope, subject.id)).filter((one) => one.sscc === sscc).map(({ unitNo }) => unitNo)
  return moved(subject, there, numbers, sscc)
})

const unitsThen = async (scope: Scope, lot: Lot, at: string) => unitsOfLot(scope, lot.id, toGrams(await onHandAt(scope, lot, at)), at)

/** Goods without units are loaded by weight: no more than there was. */
async function loose(scope: Scope, lot: Lot, at: string, kg: number | null | undefined): Promise<UnitMove[]> {
  if (!kg) throw fieldProblem('data.kg', 'required', 'This lot has no numbered units: say how much.')
  const onHandKg = await onHandAt(scope, lot, at)
  if (kg > onHandKg)
    throw ruleBlocked('BR-09', phrase`${lot.title} has ${kilograms(onHandKg)} left, ${kilograms(kg)} are asked.`, { askedKg: kg, leftKg: onHandKg })
  return []
}

function moved(lot: Lot, there: Awaited<ReturnType<typeof unitsThen>>, numbers: readonly string[], sscc: string): UnitMove[] {
  if (numbers.length === 0) throw fieldProblem('data.units', 'required', 'Name at least one unit.')
  return numbers.map((unitNo) => {
    const unit = there.find((one) => numberOf(one.unitNo) === numberOf(unitNo))
    if (!unit) throw fieldProblem('data.units', 'missing', phrase`${unitNo} is not in ${lot.title}.`)
    return { ownerId: unit.ownerId, unitNo: unit.unitNo, from: lot.id, to: lot.id, sscc }
  })
}

/** GS1: a number of 18 digits is an SSCC, and its last digit follows from the others. */
function checkSscc(sscc: string): void {
  if (/^\d{18}$/.test(sscc) && !hasGs1CheckDigit(sscc)) throw fieldProblem('data.sscc', 'format', 'The check digit of this SSCC is wrong.')
}
