// The figures of a recall from its lots and the ways between them (BR-27), each kilogram counted once: it lies in one lot, or was lost from one.
import { gram } from '../processing/recallcase-projection.ts'

/** `processorId` null: with the operator. `lostKg`: lost, disposed of or adjusted away, net. */
export type RecallLot = {
  id: string
  processorId: string | null
  onHandKg: number
  lostKg: number
  isTravelling: boolean
  isRestricted: boolean
}
/** `kg` of lot `to` came from `from`. */
export type RecallLink = { from: string; to: string; kg: number; isDispatch: boolean }
export type RecallHolder = { processorId: string | null; lots: number; kg: number; restrictedKg: number; travellingKg: number; lostKg: number }
export type RecallSums = {
  lots: number
  /** On hand, travelling and lost. */
  affectedKg: number
  foundKg: number
  restrictedKg: number
  lostKg: number
  shippedKg: number
  travellingKg: number
  /** Whoever has some of it, most first; with the operator first among equals. */
  holders: RecallHolder[]
}

const sum = (values: readonly number[]): number => gram(values.reduce((total, value) => total + value, 0))

/** `startHolder`: who had the goods where the recall begins; what that one dispatched counts as sent out. */
export function recallSums(lots: readonly RecallLot[], links: readonly RecallLink[], startHolder: string | null): RecallSums {
  const byId = new Map(lots.map((lot) => [lot.id, lot]))
  const foundKg = sum(lots.map(({ onHandKg }) => onHandKg))
  const lostKg = sum(lots.map((lot) => lot.lostKg))
  const sent = links.filter(({ from, to, isDispatch }) => isDispatch && byId.has(to) && byId.get(from)?.processorId === startHolder)
  const holders = [...Map.groupBy(lots, ({ processorId }) => processorId)].map(
    ([processorId, own]): RecallHolder => ({
      processorId,
      lots: own.filter(({ onHandKg }) => onHandKg > 0).length,
      kg: sum(own.map(({ onHandKg }) => onHandKg)),
      restrictedKg: sum(own.map(({ onHandKg, isRestricted }) => (isRestricted ? onHandKg : 0))),
      travellingKg: sum(own.map(({ onHandKg, isTravelling }) => (isTravelling ? onHandKg : 0))),
      lostKg: sum(own.map((lot) => lot.lostKg)),
    }),
  )
  return {
    lots: lots.length,
    affectedKg: gram(foundKg + Math.max(0, lostKg)),
    foundKg,
    restrictedKg: sum(lots.map(({ onHandKg, isRestricted }) => (isRestricted ? onHandKg : 0))),
    lostKg,
    shippedKg: sum(sent.map(({ kg }) => kg)),
    travellingKg: sum(lots.map(({ onHandKg, isTravelling }) => (isTravelling ? onHandKg : 0))),
    holders: holders
      .filter(({ kg }) => kg > 0)
      .sort((one, other) => other.kg - one.kg || String(one.processorId ?? '').localeCompare(String(other.processorId ?? ''))),
  }
}
