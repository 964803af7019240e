// Posting to the ledger: the only writer of ledger_entry and lot_link. Lots are locked in the order of their
// ids, movements written in balance, and every running balance checked at every moment before anything stands.
import { sql } from 'kysely'
import { balanceOf, isBalanced, type Movement, physicalAccounts, restrictionAccounts, toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { kgText } from '#domain/rules/verdict.ts'
import type { Scope } from '../scope.ts'
import { changeBySystem } from '../store/edit.ts'
import { recordsById } from '../store/get.ts'

export type Link = { from: string; fromKind: 'crop' | 'productbatch'; to: string; grams: number }
type Event = { id: string; occurredAt: string }
export type Posting = {
  event: Event
  movements: readonly Movement[]
  /** When what goes in is taken, if that is before the event: a run takes at its start and makes at its end (BR-25). */
  takenAt?: string | undefined
  links?: readonly Link[]
  /** The lot whose own event this is; its fields are set on it, the store writes them. */
  subject?: Row | undefined
  /** What else changes of a lot by this event, by its id: written together with its figures. */
  changes?: ReadonlyMap<string, Record<string, unknown>> | undefined
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
export async function post(scope: Scope, { event, movements, takenAt, links = [], subject, changes }: Posting): Promise<void> {
  if (!isBalanced(movements)) throw new Error(`Movements of event ${event.id} do not balance`)
  const lots = await lockLots(scope, lotsIn(movements))
  const before = new Map(lots.map((lot) => [lot.id, lot.onHandKg as number | null]))
  await insertEntries(
    scope,
    event.id,
    movements.map((one) => ({ ...one, at: one.batchId !== null && one.grams < 0 ? (takenAt ?? event.occurredAt) : event.occurredAt })),
  )
  const real = links.filter(({ grams }) => grams > 0)
  if (real.length) {
    await scope.db
      .insertInto('lot_link')
      .values(
        real.map(({ from, fromKind, to, grams }) => ({
          tenant_id: scope.tenant.id,
          event_id: event.id,
          output_id: to,
          output_kind: 'productbatch',
          input_id: from,
          input_kind: fromKind,
          kg: toKg(grams),
        })),
      )
      .execute()
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
  await settle(scope, lots, { subject, changes, checkHolds: true })
}

/**
 * Takes an event's movements back by posting their opposite at the same moment, and its links away (BR-26). Throws
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
  await insertEntries(scope, event.id, movements)
  await scope.db.deleteFrom('lot_link').where('tenant_id', '=', scope.tenant.id).where('event_id', '=', event.id).execute()
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
  await settle(scope, lots, { subject, voidLots })
}

/** Only a lot that gives can fall short: what it receives helps it at every moment. */
const givingIn = (movements: readonly Movement[]): string[] => lotsIn(movements.filter(({ grams }) => grams < 0))
const lotsIn = (movements: readonly Movement[]): string[] => [...new Set(movements.flatMap(({ batchId }) => batchId ?? []))].sort()

type Timed = { at: string }
async function insertEntries(scope: Scope, eventId: string, movements: readonly (Movement & Timed)[]): Promise<void> {
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
    }))
  if (rows.length) await scope.db.insertInto('ledger_entry').values(rows).execute()
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

/** Writes the cached figures of these lots from their movements, and whether they are used up. */
async function settle(
  scope: Scope,
  lots: readonly Row[],
  {
    subject,
    changes: others,
    checkHolds = false,
    voidLots = [],
  }: Pick<Posting, 'subject' | 'changes'> & { checkHolds?: boolean; voidLots?: readonly string[] },
): Promise<void> {
  const sums = await sumsOf(
    scope,
    lots.map(({ id }) => id),
  )
  for (const locked of lots) {
    const lot = locked.id === subject?.id ? subject : locked
    const { onHand, reserved, available, credited } = balanceOf(sums.get(lot.id) ?? [])
    if (checkHolds && reserved > onHand)
      throw ruleBlocked('BR-12', `${kgText(toKg(reserved))} of ${lot.title} are bound by certificates; only ${kgText(toKg(onHand))} would be left.`, {
        batchId: lot.id,
        reservedKg: toKg(reserved),
        onHandKg: toKg(onHand),
      })
    const status = voidLots.includes(lot.id) ? 'VOIDED' : await statusOf(scope, lot, onHand)
    const isFree = ['OPEN', 'CLOSED', 'RELEASED', 'RECEIVED'].includes(status)
    const figures = { onHandKg: toKg(onHand), reservedKg: toKg(reserved), availableKg: isFree ? toKg(available) : 0, closedQtyKg: toKg(credited), status }
    const changes = { ...figures, ...others?.get(lot.id) }
    if (lot === subject) Object.assign(subject, changes)
    else await changeBySystem(scope, productbatch, lot, changes)
  }
}

async function sumsOf(scope: Scope, lotIds: readonly string[]): Promise<Map<string, { account: string; grams: number }[]>> {
  if (lotIds.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('ledger_entry')
    .select(['batch_id', 'account', sql<number>`sum(delta_kg)`.as('kg')])
    .where('tenant_id', '=', scope.tenant.id)
    .where('batch_id', 'in', [...lotIds])
    .where(sql<boolean>`account in (${allList})`)
    .groupBy(['batch_id', 'account'])
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ batchId: row.batch_id as string, account: row.account as string, grams: toGrams(row.kg) })),
    ({ batchId }) => batchId,
  )
}

/** A lot is used up when nothing is left of it, and back where its events left it when something is. An open lot may still be filled. */
async function statusOf(scope: Scope, lot: Row, onHand: number): Promise<string> {
  if (onHand === 0 && ['CLOSED', 'RELEASED', 'RECEIVED'].includes(lot.status)) return 'DEPLETED'
  if (onHand === 0 || lot.status !== 'DEPLETED') return lot.status
  const last = await scope.db
    .selectFrom('event')
    .select('status_after')
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', 'productbatch')
    .where('subject_id', '=', lot.id)
    .where('status', '=', 'RECORDED')
    .where('status_after', '!=', 'DEPLETED')
    .orderBy('subject_version', 'desc')
    .executeTakeFirst()
  return (last?.status_after as string | undefined) ?? 'RELEASED'
}
