// Posting to the ledger: the only writer of ledger_entry and lot_link. Lots are locked in the order of their
// ids, movements written in balance, and every running balance checked at every moment before anything stands.
import { sql } from 'kysely'
import { balanceOf, isBalanced, type Movement, physicalAccounts, restrictionAccounts, toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { kgText } from '#domain/rules/verdict.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { projectAgain } from '../store/project.ts'
import { recordBySystem } from '../store/record-event.ts'
import { lotsChanged } from './lot-origin.ts'

/** `claim`: with which the kilograms came, where that is not the claim of their source (bought as conventional). */
export type Link = { from: string; fromKind: 'crop' | 'productbatch'; to: string; grams: number; claim?: Claim | undefined }
/** `voidEventId`: the EVENT_VOIDED that takes the event back. */
type Event = { id: string; occurredAt: string; voidEventId?: string | undefined }
export type Posting = {
  event: Event
  movements: readonly Movement[]
  /** When what goes in is taken, if that is before the event: a run takes at its start and makes at its end (BR-25). */
  takenAt?: string | undefined
  links?: readonly Link[]
  /** The lot whose own event this is; its fields are set on it, the store writes them. */
  subject?: Row | undefined
}

const productbatch = entityOf('productbatch')
const listOf = (accounts: readonly string[]) => sql.join(accounts.map((account) => sql.lit(account)))
const physicalList = listOf(physicalAccounts)
const allList = listOf([...physicalAccounts, ...restrictionAccounts])
/** Lots by id, locked in the order of their ids. */
export const lockLots = (scope: Scope, ids: readonly string[]): Promise<Row[]> => recordsById(scope, productbatch, [...new Set(ids)].sort(), { lock: true })

/**
 * Writes an event's movements and links. Throws RULE_BLOCKED (BR-09) when a lot would have given more than it had at
 * that moment or at any later one, and (BR-12) when it would give what is bound by a certificate.
 */
export async function post(scope: Scope, { event, movements, takenAt, links = [], subject }: Posting): Promise<void> {
  if (!isBalanced(movements)) throw new Error(`Movements of event ${event.id} do not balance`)
  const lots = await lockLots(scope, lotsIn(movements))
  const before = new Map(lots.map((lot) => [lot.id, lot.onHandKg as number | null]))
  insertEntries(
    scope,
    event.id,
    movements.map((one) => ({ ...one, at: one.batchId !== null && one.grams < 0 ? (takenAt ?? event.occurredAt) : event.occurredAt })),
  )
  const real = links.filter(({ grams }) => grams > 0)
  if (real.length) {
    sendWithNext(
      scope.db,
      scope.db.insertInto('lot_link').values(
        real.map(({ from, fromKind, to, grams, claim }) => ({
          tenant_id: scope.tenant.id,
          event_id: event.id,
          output_id: to,
          output_kind: 'productbatch',
          input_id: from,
          input_kind: fromKind,
          kg: toKg(grams),
          claim: claim ?? null,
          at: event.occurredAt,
          recorded_at: scope.now.toISOString(),
        })),
      ),
    )
    await lotsChanged(
      scope,
      real.map(({ to }) => to),
    )
  }
  const short = await overdrawn(scope, givingIn(movements))
  const first = short[0]
  if (first) {
    const lot = lots.find(({ id }) => id === first.lotId)
    const askedKg = toKg(-movements.filter(({ batchId, grams }) => batchId === first.lotId && grams < 0).reduce((sum, { grams }) => sum + grams, 0))
    const leftKg = before.get(first.lotId) ?? 0
    const message =
      askedKg > leftKg
        ? `${lot?.title ?? 'The lot'} has ${kgText(leftKg)} left, ${kgText(askedKg)} are asked.`
        : `${lot?.title ?? 'The lot'} did not have ${kgText(askedKg)} at that time: it would have been ${kgText(first.shortKg)} short on ${first.at.slice(0, 10)}.`
    throw ruleBlocked('BR-09', message, { batchId: first.lotId, batchNo: lot?.title, askedKg, leftKg, shortKg: first.shortKg, at: first.at })
  }
  await settle(scope, lots, subject, { checkHolds: true })
}

/**
 * Takes an event's movements back by posting their opposite at the same moment, and marks its links as voided (BR-26). Throws
 * RULE_BLOCKED with the events that used the kilograms since. `voidLots`: lots this event had made; they end as VOIDED.
 */
export async function reverse(scope: Scope, event: Event, subject?: Row, voidLots: readonly string[] = []): Promise<void> {
  const rows = await scope.db
    .selectFrom('ledger_entry')
    .select(['batch_id', 'account', 'delta_kg', 'at'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('event_id', '=', event.id)
    .execute()
  const movements = rows.map(
    (row) => ({ batchId: row.batch_id, account: row.account, grams: -toGrams(row.delta_kg), at: row.at as string }) as Movement & Timed,
  )
  if (movements.length === 0) return
  const lots = await lockLots(scope, lotsIn(movements))
  insertEntries(scope, event.id, movements, event.voidEventId)
  const voided = await scope.db
    .updateTable('lot_link')
    .set({ voided_at: scope.now.toISOString(), void_event_id: event.voidEventId ?? null })
    .where('tenant_id', '=', scope.tenant.id)
    .where('event_id', '=', event.id)
    .returning('output_id')
    .execute()
  await lotsChanged(
    scope,
    voided.map((link) => link.output_id as string),
  )
  const short = await overdrawn(scope, givingIn(movements))
  if (short.length) {
    const dependants = await usersOf(
      scope,
      short.map(({ lotId }) => lotId),
      event.id,
    )
    const named = lots
      .filter(({ id }) => short.some(({ lotId }) => lotId === id))
      .map(({ title }) => title)
      .join(', ')
    throw ruleBlocked('BR-26', `Kilograms of ${named} were used since. Take those events back first.`, {
      batchIds: short.map(({ lotId }) => lotId),
      dependants,
    })
  }
  await settle(scope, lots, subject, { checkHolds: true })
  for (const id of voidLots)
    await recordBySystem(scope, productbatch, id, {
      eventType: 'VOIDED',
      occurredAt: scope.now.toISOString(),
      data: { reason: 'The event that made this lot was voided.', causeEventId: event.voidEventId ?? event.id },
    })
}

/** Only a lot that gives can fall short: what it receives helps it at every moment. */
const givingIn = (movements: readonly Movement[]): string[] => lotsIn(movements.filter(({ grams }) => grams < 0))
const lotsIn = (movements: readonly Movement[]): string[] => [...new Set(movements.flatMap(({ batchId }) => batchId ?? []))].sort()

type Timed = { at: string }
function insertEntries(scope: Scope, eventId: string, movements: readonly (Movement & Timed)[], voidEventId?: string): void {
  const rows = movements
    .filter(({ grams }) => grams !== 0)
    .map(({ batchId, account, grams, at }) => ({
      tenant_id: scope.tenant.id,
      id: scope.newId(),
      batch_id: batchId,
      account,
      delta_kg: toKg(grams),
      event_id: eventId,
      at,
      recorded_at: scope.now.toISOString(),
      void_event_id: voidEventId ?? null,
    }))
  if (rows.length) sendWithNext(scope.db, scope.db.insertInto('ledger_entry').values(rows))
}

/** Lots whose physical balance is below zero at some moment, and the worst of it. Movements of one moment count together. */
async function overdrawn(scope: Scope, lotIds: readonly string[]): Promise<{ lotId: string; shortKg: number; at: string }[]> {
  if (lotIds.length === 0) return []
  const { rows } = await sql<{ lotId: string; shortKg: number; at: string }>`
    select distinct on (balance.batch_id) balance.batch_id as "lotId", -balance.kg as "shortKg", balance.at from (
      select e.batch_id, e.at, sum(sum(e.delta_kg)) over (partition by e.batch_id order by e.at) as kg from ledger_entry as e
      where e.tenant_id = ${scope.tenant.id} and e.batch_id in (${sql.join([...lotIds])}) and e.account in (${physicalList}) group by e.batch_id, e.at
    ) as balance where balance.kg < 0 order by balance.batch_id, balance.kg`.execute(scope.db)
  return rows
}

/** Events that took kilograms out of these lots. */
async function usersOf(
  scope: Scope,
  lotIds: readonly string[],
  exceptEventId: string,
): Promise<{ eventId: string; eventType: string; subjectType: string; subjectId: string }[]> {
  const { rows } = await sql<{ eventId: string; eventType: string; subjectType: string; subjectId: string }>`
    select distinct v.id as "eventId", v.event_type as "eventType", v.subject_type as "subjectType", v.subject_id as "subjectId" from ledger_entry as e
    join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.status = 'RECORDED'
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = any(${[...lotIds]}::uuid[]) and e.delta_kg < 0 and e.event_id <> ${exceptEventId}::uuid limit 20`.execute(
    scope.db,
  )
  return rows
}

/** Projects these lots again from their movements. The lot whose own event this is (`subject`) is projected and written by the store. */
async function settle(scope: Scope, lots: readonly Row[], subject: Row | undefined, { checkHolds }: { checkHolds: boolean }): Promise<void> {
  if (checkHolds) await refuseBound(scope, lots)
  for (const lot of lots) if (lot.id !== subject?.id) await projectAgain(scope, productbatch, lot)
}

/** BR-12: kilograms that a certificate binds stay in the lot. */
async function refuseBound(scope: Scope, lots: readonly Row[]): Promise<void> {
  const rows = await scope.db
    .selectFrom('ledger_entry')
    .select(['batch_id', 'account', sql<number>`sum(delta_kg)`.as('kg')])
    .where('tenant_id', '=', scope.tenant.id)
    .where(sql<boolean>`batch_id = any(${lots.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`account in (${allList})`)
    .groupBy(['batch_id', 'account'])
    .execute()
  const sums = Map.groupBy(rows, (row) => row.batch_id as string)
  for (const lot of lots) {
    const entries = (sums.get(lot.id) ?? []).map((row) => ({ account: row.account as string, grams: toGrams(row.kg) }))
    const { onHand, reserved } = balanceOf(entries)
    if (reserved > onHand)
      throw ruleBlocked('BR-12', `${kgText(toKg(reserved))} of ${lot.title} are bound by certificates; only ${kgText(toKg(onHand))} would be left.`, {
        batchId: lot.id,
        reservedKg: toKg(reserved),
        onHandKg: toKg(onHand),
      })
  }
}

/** Kilograms that lay in a lot at a moment, by what has been recorded until now. */
export async function onHandAt(scope: Scope, lotId: string, moment: string): Promise<number> {
  const { rows } = await sql<{ kg: number }>`
    select coalesce(sum(e.delta_kg), 0) as kg from ledger_entry as e
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.at <= ${moment}::timestamptz and e.account in (${physicalList})`.execute(
    scope.db,
  )
  return rows[0]?.kg ?? 0
}
