// What a step does to lots, from its first posting to its end: each lot's totals as they become, from when its movements change, what
// it was before. Totals are those of its row and what the step adds to them, so that a long ledger is never summed anew.
import { type Balance, creditAccounts, freeOf, physicalAccounts, restrictionAccounts, toGrams } from '#domain/chain/ledger.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { stepKey } from '../store/step.ts'
import type { LotReading } from './lot-readings.ts'
import type { Lot } from './lots.ts'

export type LotInStep = {
  /** The lot before the step. */
  before: Lot
  onHand: number
  /** Sent out of it. */
  shipped: number
  /** Bound by certificates that are judged, and by issued ones. */
  reserved: number
  issued: number
  credited: number
  /** The earliest moment at which its movements change (ISO 8601). */
  from: string
  /** Asked of it by what the step posts (grams). */
  requested: number
  /** Kilograms were taken back from it. */
  isTakenBack: boolean
  /** Its movements have changed since they were last judged, or since it was last projected. */
  isJudged: boolean
  isProjected: boolean
}
export type StepLedger = {
  lots: Map<string, LotInStep>
  /** What was read of lots when they were judged last. */
  readings: Map<string, LotReading>
  /** Events that the step posts for, or takes back. */
  events: Set<string>
  /** Those of them that name units, until their lives are judged. */
  unitEvents: Set<string>
  /** Lots and crops whose claim, tests or days of picking have changed, as they were before: what was made of them is projected again. */
  changedSources: Map<string, Row>
  /** Lots whose links have changed. */
  joined: Set<string>
  /** Lots of which links were voided, or whose sources changed. */
  parted: Set<string>
  /** Lots that a voided event had made, with the void. */
  endedLots: Map<string, string>
  /** Goods that had come into a lot, or an adjustment, were taken back. */
  hasLess: boolean
  /** When goods of a farm lot were bought. */
  bought: Map<string, string>
}
const steps = new WeakMap<object, StepLedger>()

const openLedger = (scope: Scope): StepLedger | undefined => steps.get(stepKey(scope))
export function stepLedger(scope: Scope): StepLedger {
  const known = openLedger(scope)
  if (known) return known
  const step: StepLedger = {
    lots: new Map(),
    readings: new Map(),
    events: new Set(),
    unitEvents: new Set(),
    changedSources: new Map(),
    joined: new Set(),
    parted: new Set(),
    endedLots: new Map(),
    hasLess: false,
    bought: new Map(),
  }
  steps.set(stepKey(scope), step)
  return step
}
/** At the end of a step, when all rows are written. */
export const closeStepLedger = (scope: Scope): void => {
  steps.delete(stepKey(scope))
}

const gramsOf = (lot: Lot, name: 'onHandKg' | 'shippedKg' | 'reservedKg' | 'certifiedKg' | 'closedQtyKg'): number => toGrams(lot[name] ?? 0)
/** The lot's place in the step; `from`: a moment from which its movements change. */
export function lotInStep(scope: Scope, lot: Lot, from: string): LotInStep {
  const { lots } = stepLedger(scope)
  const known = lots.get(lot.id)
  if (known) {
    if (Date.parse(from) < Date.parse(known.from)) known.from = from
    openLedger(scope)?.readings.delete(lot.id)
    return Object.assign(known, { isJudged: false, isProjected: false })
  }
  const fresh: LotInStep = {
    before: lot,
    onHand: gramsOf(lot, 'onHandKg'),
    shipped: gramsOf(lot, 'shippedKg'),
    reserved: gramsOf(lot, 'reservedKg'),
    issued: gramsOf(lot, 'certifiedKg'),
    credited: gramsOf(lot, 'closedQtyKg'),
    from,
    requested: 0,
    isTakenBack: false,
    isJudged: false,
    isProjected: false,
  }
  lots.set(lot.id, fresh)
  return fresh
}

const isOf = (accounts: readonly string[], account: string): boolean => accounts.includes(account)
/** Adds one movement to a lot's totals. */
export function addTo(lot: LotInStep, account: string, grams: number): void {
  if (isOf(physicalAccounts, account)) lot.onHand += grams
  if (account === 'SHIPPED') lot.shipped -= grams
  if (account === 'TC_ISSUE') lot.issued += grams
  else if (isOf(restrictionAccounts, account)) lot.reserved += grams
  if (isOf(creditAccounts, account)) lot.credited += grams
}

/** What lies in a lot as the step leaves it so far. */
export function balanceInStep(scope: Scope, lot: Lot): Balance {
  const { onHand, shipped, reserved, issued, credited } = openLedger(scope)?.lots.get(lot.id) ?? {
    onHand: gramsOf(lot, 'onHandKg'),
    shipped: gramsOf(lot, 'shippedKg'),
    reserved: gramsOf(lot, 'reservedKg'),
    issued: gramsOf(lot, 'certifiedKg'),
    credited: gramsOf(lot, 'closedQtyKg'),
  }
  return { onHand, shipped, reserved, issued, credited, available: freeOf({ onHand, shipped, reserved, issued }) }
}
/** The lot as it was before the step. */
export const beforeStep = (scope: Scope, lot: Lot): Lot => openLedger(scope)?.lots.get(lot.id)?.before ?? lot
/** The lot has been projected with what the step has posted so far. */
export function markProjected(scope: Scope, { id }: Pick<Lot, 'id'>): void {
  const lot = openLedger(scope)?.lots.get(id)
  if (lot) lot.isProjected = true
}
/** What was read of the lot in this step, if it is as it was then. */
export const readingInStep = (scope: Scope, { id }: Pick<Lot, 'id'>): LotReading | undefined => openLedger(scope)?.readings.get(id)
