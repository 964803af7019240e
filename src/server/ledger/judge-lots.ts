// The judgement of a step over the lots it touched: at no moment from the first that it changes may a lot have given more than it had
// (BR-09), have been closed empty or voided with goods in it, or give what a certificate binds (BR-12). Asked of the database once for all of them, and only from
// that moment on; what lay there before is the total less what came and went since.

import { sql } from 'kysely'
import { z } from 'zod'
import { sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { judgeMoments, type Marker, type Shortage } from '#domain/chain/lot-balance.ts'
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, onDay, phrase } from '#domain/messages/message.ts'
import { valueOfRow } from '#domain/messages/spelled-row.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'

import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { laterProblem } from '../store/history.ts'
import { writeEntries } from './ledger-rows.ts'
import { type LotReading, readLots } from './lot-readings.ts'
import { lotStateIn } from './lot-state-at.ts'
import type { Lot } from './lots.ts'
import { refuseWithOpening } from './opening-alone.ts'
import { addTo, type LotInStep, stepLedger } from './step-ledger.ts'

/** Throws RULE_BLOCKED or STATE_CONFLICT with the first event that is not possible any more. A disposal takes what there was: it is corrected. */
export async function judgeLots(scope: Scope): Promise<void> {
  const step = stepLedger(scope)
  const most = tolerancesOf(scope.tenant.config.tolerances).stockCountReview
  const lots = [...step.lots.values()].filter(({ isJudged }) => !isJudged)
  if (lots.length === 0) return
  const readings = await readLots(
    scope,
    lots.map(({ before, from }) => ({ id: before.id, since: from })),
  )
  const short: Short[] = []
  for (const lot of lots) {
    lot.isJudged = true
    const reading = readings.get(lot.before.id)
    if (!reading) continue
    step.readings.set(lot.before.id, reading)
    await refuseWithOpening(scope, lot.before.id, reading.history)
    refuseBoughtUnderHold(lot.before, reading, step.bought.get(lot.before.id))
    const { shortage, disposed } = judgeMoments(lot.onHand, reading.moments, markersOf(reading, lot.from), most)
    if (disposed) dispose(scope, lot, disposed)
    if (shortage) short.push({ lot, shortage })
  }
  const [first] = short
  if (first) await refuse(scope, first, short)
  for (const { onHand, shipped, reserved, issued, before } of lots) {
    const [bound, left] = [reserved + issued, onHand + shipped]
    if (bound > left)
      throw ruleBlocked('BR-12', phrase`${kilograms(toKg(bound))} of ${before.title} are bound by certificates; only ${kilograms(toKg(left))} would be left.`, {
        batchId: before.id,
        reservedKg: toKg(reserved),
        issuedKg: toKg(issued),
        leftKg: toKg(left),
      })
  }
}

/** BR-15: a person restricted the farm lot when the goods were bought, whatever has become of that hold since. */
function refuseBoughtUnderHold({ id, title }: Lot, { history }: LotReading, at: string | undefined): void {
  if (at === undefined) return
  const byPeople = new Set(history.flatMap((event) => (event.eventType === 'QUARANTINE' && !event.data.causeEventId ? event.id : [])))
  const hold = byPeople.size > 0 ? lotStateIn(history, at).holds.find(({ eventId }) => byPeople.has(eventId)) : undefined
  if (hold) throw ruleBlocked('BR-15', phrase`The farm lot ${title} is held back: ${valueOfRow(hold.reason, hold.words)}.`, { batchId: id })
}

const judged: readonly string[] = ['CLOSED', 'VOIDED', 'DISPOSAL', 'ADJUST_APPROVED', 'REPACK', 'LOADED', 'UNLOADED']
/** Its events that the balance decides on, from the first moment that changes. */
const markersOf = ({ history }: LotReading, from: string): Marker[] => {
  const agreed = new Set(history.flatMap(({ eventType, data }) => (eventType === 'ADJUST_AGREED' ? [data.adjustEventId] : [])))
  return (
    history
      // A lot ends with the event that made it, whenever its goods had come.
      .filter(
        ({ eventType, occurredAt, data }) =>
          judged.includes(eventType) && !(eventType === 'VOIDED' && data.causeEventId) && Date.parse(occurredAt) >= Date.parse(from),
      )
      .map(({ id, eventType, occurredAt, data }) => ({
        id,
        eventType,
        at: new Date(occurredAt).toISOString(),
        ...(eventType === 'REPACK' ? { weighed: packedGrams(data.units) } : isLoose(data) ? { weighed: toGrams(Number(data.kg)) } : {}),
        ...(eventType === 'ADJUST_APPROVED'
          ? { isAgreed: agreed.has(data.adjustEventId), ...(typeof data.deltaKg === 'number' && { weighed: toGrams(data.deltaKg) }) }
          : {}),
      }))
  )
}
/** Loaded or unloaded by weight: no units were named. */
const isLoose = ({ kg, units }: Readonly<Record<string, unknown>>): boolean => typeof kg === 'number' && !(Array.isArray(units) && units.length)
/** Of the units of a REPACK. */
const packedUnits = z.array(z.object({ kg: z.number() }))
const packedGrams = (units: unknown): number => sumGrams(packedUnits.parse(units).map(({ kg }) => toGrams(kg)))

/** What a disposal took follows from what there was at its time. */
function dispose(scope: Scope, lot: LotInStep, { id, at, grams }: { id: string; at: string; grams: number }): void {
  writeEntries(scope, id, [
    { batchId: lot.before.id, account: 'LOSS', grams: -grams, at },
    { batchId: null, account: 'GONE', grams, at },
  ])
  addTo(lot, 'LOSS', -grams)
}

type Short = { lot: LotInStep; shortage: Shortage }
/** `first`: of those that are short. */
async function refuse(scope: Scope, first: Short, short: readonly Short[]): Promise<never> {
  const own = stepLedger(scope).events
  const { lot, shortage } = first
  const { marker, worst } = shortage
  // The first event that is not possible any more, beside those that took what is missing.
  const eventId = marker?.id ?? shortage.eventIds.find((id) => !own.has(id))
  if (marker && (!lot.isTakenBack || worst.grams === 0))
    throw laterProblem(entityOf('productbatch'), { ...marker, occurredAt: marker.at }, lot.isTakenBack ? 'voided' : 'added')
  if (lot.isTakenBack) {
    const batchIds = short.map(({ lot: { before } }) => before.id)
    const titles = short.map(({ lot: { before } }) => before.title).join(', ')
    throw ruleBlocked('BR-26', phrase`Kilograms of ${titles} were used since. Take those events back first.`, {
      batchIds,
      dependants: await usersOf(scope, batchIds),
      ...(eventId ? { eventId } : {}),
    })
  }
  const { title, id } = lot.before
  const askedKg = toKg(lot.requested)
  const leftKg = toKg(lot.onHand + lot.requested)
  const message =
    askedKg > leftKg
      ? phrase`${title} has ${kilograms(leftKg)} left, ${kilograms(askedKg)} are asked.`
      : phrase`${title} did not have ${kilograms(askedKg)} at that time: it would have been ${kilograms(toKg(worst.grams))} short on ${onDay(worst.at)}.`
  throw ruleBlocked('BR-09', message, {
    batchId: id,
    batchNo: title,
    askedKg,
    leftKg,
    shortKg: toKg(worst.grams),
    at: worst.at,
    ...(eventId ? { eventId } : {}),
  })
}

/** Events that took kilograms out of these lots, other than those of the step. */
async function usersOf(scope: Scope, lotIds: readonly string[]): Promise<Record<string, unknown>[]> {
  const [rows = []] = await queryAll(
    scope.db,
    sql`select distinct v.id as "eventId", v.event_type as "eventType", v.subject_type as "subjectType", v.subject_id as "subjectId" from ledger_entry as e
      join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.status = 'RECORDED'
      where e.tenant_id = ${scope.tenant.id} and e.batch_id = any(${[...lotIds]}::uuid[]) and e.delta_kg < 0
        and not e.event_id = any(${[...stepLedger(scope).events]}::uuid[]) limit 20`,
  )
  return rows
}
