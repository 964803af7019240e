// Posting to the ledger. A behaviour says what an event moves, joins and makes
// (Effects); this writes it, one statement for entries and one for links, and the step's end judges and projects every touched lot
// once (settle-lots.ts). A void takes back what carries the event's id, so that no behaviour undoes by hand.

import { sql } from 'kysely'
import { isBalanced, isPhysical, type Movement, sumGrams, toGrams } from '#domain/chain/ledger.ts'
import { type LotSource, lotColumns } from '#domain/chain/lot-projection.ts'
import { lotStates } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, EventTypeOf } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { queryAll, sendWithNext } from '#server/db/connection.ts'
import type { EventBehaviour, EventChange, Scope } from '../scope.ts'
import { createBySystem, type Given } from '../store/create.ts'
import { recordsById } from '../store/get.ts'
import { atEndOfStep } from '../store/step.ts'
import { type Link, writeEntries, writeLinks } from './ledger-rows.ts'
import { lotsChanged } from './lot-origin.ts'
import type { Lot } from './lots.ts'
import { schemesOfCrop } from './scheme-certificates.ts'
import { settleLots } from './settle-lots.ts'
import { addTo, lotInStep, stepLedger } from './step-ledger.ts'
import { markUnits, type UnitMove, writeUnits } from './units.ts'

/** A lot that an event makes. Its claim, tests, days of picking and kilograms follow from links and movements of the same effects. */
export type NewLot = Given<typeof productbatch> & Pick<Lot, 'id' | 'operatorId' | 'productId' | 'unitType' | 'seasonId' | 'status'>
export type Effects = {
  event: { id: string; occurredAt: string }
  movements: readonly Movement[]
  /** When what goes in is taken, if that is before the event: a run takes at its start and makes at its end (BR-25). */
  takenAt?: string | undefined
  links?: readonly Link[]
  made?: readonly NewLot[]
  /** What happens to numbered units by it. */
  units?: readonly UnitMove[]
}

const productbatch = entityOf('productbatch')
/** Lots by id, locked in the order of their ids. */
export const lockLots = (scope: Scope, ids: readonly string[]): Promise<Lot[]> => recordsById(scope, productbatch, [...new Set(ids)].sort(), { lock: true })
const lotsIn = (movements: readonly Movement[]): string[] => [...new Set(movements.flatMap(({ batchId }) => batchId ?? []))].sort()

/**
 * Carries out an event's effects on lots. At the end of the step RULE_BLOCKED is thrown when a lot would have given more than it had
 * at that moment or at any later one (BR-09), or what is bound by a certificate (BR-12). Answers the lots it has made.
 */
export async function post(scope: Scope, { event, movements, takenAt, links = [], made = [], units = [] }: Effects): Promise<Lot[]> {
  if (!isBalanced(movements)) throw new Error(`Movements of event ${event.id} do not balance`)
  const drafted = new Set(made.map(({ id }) => id))
  const lots = await lockLots(
    scope,
    lotsIn(movements).filter((id) => !drafted.has(id)),
  )
  const step = stepLedger(scope)
  step.events.add(event.id)
  const real = links.filter(({ grams }) => grams > 0)
  const makings: Lot[] = []
  for (const draft of made) makings.push(await make(scope, event, draft, movements, real))
  const timed = movements.map((one) => ({ ...one, at: one.batchId !== null && one.grams < 0 ? (takenAt ?? event.occurredAt) : event.occurredAt }))
  for (const { batchId, account, grams, at } of timed) {
    const lot = lots.find(({ id }) => id === batchId)
    if (!lot) continue
    const inStep = lotInStep(scope, lot, at)
    addTo(inStep, account, grams)
    if (grams < 0) inStep.requested -= grams
  }
  writeEntries(scope, event.id, timed)
  for (const { to } of real) step.joined.add(to)
  writeLinks(scope, event, real)
  if (real.length)
    await lotsChanged(
      scope,
      real.map(({ to }) => to),
    )
  writeUnits(scope, event, units)
  await atEndOfStep(scope, 'lots', () => settleLots(scope))
  return makings
}

/** Writes a new lot with what its projection says of it, so that it is written once. */
async function make(scope: Scope, event: Effects['event'], draft: NewLot, movements: readonly Movement[], links: readonly Link[]): Promise<Lot> {
  const own = links.filter(({ to }) => to === draft.id)
  const sources: LotSource[] = []
  for (const { from, fromKind, claim } of own) {
    const day = localDay(scope, event.occurredAt)
    const source = await sourceOf(scope, fromKind, from, day)
    if (!source) throw new Error(`No ${fromKind} ${from}`)
    sources.push({ ...source, kind: fromKind, linkClaim: claim ?? null, day })
  }
  const grams = sumGrams(movements.filter(({ batchId }) => batchId === draft.id).map((one) => one.grams))
  const columns = lotColumns({
    state: lotStates.start(draft.status),
    sources,
    balance: { onHand: grams, shipped: 0, reserved: 0, issued: 0, available: grams, credited: grams },
    row: { claimStatus: null, gmoStatus: null, producedOn: draft.producedOn ?? null, harvestFrom: null, harvestTo: null },
    hasGivenAway: false,
    isCollected: false,
    isCropClosed: false,
  })
  return (await createBySystem(scope, productbatch, { ...draft, ...columns, lyingSince: columns.producedOn }, event.id)).row
}
/** What a lot inherits of a crop or of another lot. */
type Inherited = Pick<LotSource, 'claim' | 'gmo' | 'harvestFrom' | 'harvestTo' | 'schemes'>
async function sourceOf(scope: Scope, kind: Link['fromKind'], id: string, day: string): Promise<Inherited | undefined> {
  if (kind === 'crop') {
    const [row] = await recordsById(scope, entityOf('crop'), [id])
    if (!row) return undefined
    const schemes = await schemesOfCrop(scope, row.operatorId, day)
    return { claim: row.claimStatus, gmo: null, harvestFrom: row.harvestStart, harvestTo: row.harvestEnd, schemes }
  }
  const [row] = await recordsById(scope, productbatch, [id])
  return row && { claim: row.claimStatus, gmo: row.gmoStatus, harvestFrom: row.harvestFrom, harvestTo: row.harvestTo, schemes: row.schemeIds }
}

/** Lots as they stand when an event that made them may be taken back. */
const untouched: readonly string[] = ['IN_TRANSIT', 'CLOSED', 'RELEASED', 'RECEIVED']

/**
 * Takes an event's effects on lots back (BR-26): opposite entries at the same moments, its links and units marked, the lots it had made
 * ended. Throws RULE_BLOCKED when one of those was used since; at the end of the step, when kilograms are missing, with the events that used them.
 */
export async function reversePostings(scope: Scope, { subject, event }: Pick<EventChange, 'subject' | 'event'>): Promise<void> {
  const [entries = [], links = []] = await queryAll(
    scope.db,
    sql<{
      batchId: string | null
      account: string
      kg: number
      at: string
    }>`select e.batch_id as "batchId", e.account, e.delta_kg as kg, e.at from ledger_entry as e where e.tenant_id = ${scope.tenant.id} and e.event_id = ${event.id}::uuid order by e.id`,
    sql<{
      id: string
    }>`select distinct l.output_id as id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.event_id = ${event.id}::uuid and l.voided_at is null`,
  )
  if (entries.length === 0 && links.length === 0) return
  const opposite = entries.map(({ batchId, account, kg, at }) => ({
    batchId,
    account,
    grams: -toGrams(kg),
    at: new Date(at).toISOString(),
  }))
  const outputs = links.map(({ id }) => id)
  const lots = await lockLots(scope, [...outputs, ...opposite.flatMap(({ batchId }) => batchId ?? [])])
  const step = stepLedger(scope)
  step.events.add(event.id)
  // What an event fills (its subject, a crop's farm lot) was there before it; every other output it has made.
  const made = lots.filter(({ id, unitType }) => outputs.includes(id) && id !== subject.id && unitType !== 'FARM_LOT')
  refuseUsed(made)
  for (const { batchId, account, grams, at } of opposite) {
    const lot = lots.find(({ id }) => id === batchId)
    if (!lot) continue
    const inStep = lotInStep(scope, lot, at)
    addTo(inStep, account, grams)
    if (grams < 0 && isPhysical(account)) inStep.isTakenBack = true
    if (account === 'ADJUST' || (inStep.isTakenBack && !made.includes(lot))) step.hasLess = true
  }
  writeEntries(scope, event.id, opposite, event.voidEventId)
  const marked = { voided_at: scope.now.toISOString() }
  const ofEvent = { tenant_id: scope.tenant.id, event_id: event.id }
  if (outputs.length) {
    for (const id of outputs) {
      step.joined.add(id)
      step.parted.add(id)
    }
    const void_event_id = event.voidEventId ?? null
    sendWithNext(
      scope.db,
      scope.db
        .updateTable('lot_link')
        .set({ ...marked, void_event_id })
        .where((where) => where.and(ofEvent)),
    )
    await lotsChanged(scope, outputs)
  }
  if (lots.some(({ unitType }) => isCounted(unitType))) markUnits(scope, event)
  for (const { id } of made) step.endedLots.set(id, event.voidEventId ?? event.id)
  await atEndOfStep(scope, 'lots', () => settleLots(scope))
}
/** Lots whose goods may be numbered units. */
export const isCounted = (unitType: string): boolean => unitType !== 'FARM_LOT'
/** What an event does to units alone: nothing moves. Written as `post` writes the rest, and taken back by `reverseUnits`. */
export async function postUnits(scope: Scope, event: Effects['event'], units: readonly UnitMove[]): Promise<void> {
  stepLedger(scope).events.add(event.id)
  writeUnits(scope, event, units)
  await atEndOfStep(scope, 'lots', () => settleLots(scope))
}
export async function reverseUnits(scope: Scope, { event }: Pick<EventChange, 'event'>): Promise<void> {
  markUnits(scope, event)
  await atEndOfStep(scope, 'lots', () => settleLots(scope))
}
function refuseUsed(made: readonly Lot[]): void {
  const received = made.filter(({ receivedAt }) => receivedAt)
  if (received.length) throw ruleBlocked('BR-26', 'The goods were received. Take the receipt back first.', { batchIds: received.map(({ id }) => id) })
  const used = made.find(({ status }) => !untouched.includes(status))
  if (used)
    throw ruleBlocked('BR-26', phrase`${used.title} has been used, sent or held back since. Take that back first.`, { batchId: used.id, status: used.status })
}

/** An event whose effects are all in the ledger. `mayBeVoided`: throws when it may not be, for a reason of its own. */
export const posts = <E extends AnyEntity, K extends EventTypeOf<E>>(
  apply: NonNullable<EventBehaviour<E, K>['apply']>,
  mayBeVoided?: (scope: Scope, change: EventChange<E, K>) => Promise<void> | void,
): EventBehaviour<E, K> => ({
  apply,
  async checkVoid(scope, change) {
    await mayBeVoided?.(scope, change)
  },
  reverse: reversePostings,
})

export type Filling = { id: string; eventType: string; subjectType: string; occurredAt: string; isLater: boolean }
/** The first event by which goods came into a lot and that was not taken back; `isLater`: they came after the moment, and none before it. */
export async function firstFilling(scope: Scope, lotId: string, moment: string): Promise<Filling | undefined> {
  const [[first] = []] = await queryAll(
    scope.db,
    sql<Filling>`select v.id, v.event_type as "eventType", v.subject_type as "subjectType", to_json(v.occurred_at)#>>'{}' as "occurredAt",
        min(e.at) > ${moment}::timestamptz as "isLater" from ledger_entry as e
      join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id
      where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.account in ('PRODUCED', 'PURCHASED', 'RECEIVED')
      group by v.id, v.event_type, v.subject_type, v.occurred_at having sum(e.delta_kg) <> 0 order by min(e.at), v.id limit 1`,
  )
  return first
}
