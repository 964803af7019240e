// Of which kilograms of a season a premium was paid, by distributions of the group and by payments that were entered by hand, and to whom one is due. A person counts once:
// what was bought of and paid to a record that was merged counts for the one that stays.
import { type RawBuilder, sql } from 'kysely'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { payablePremium, premiumKg } from '#domain/chain/premium.ts'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { PremiumList } from '#domain/people/premium-answer.ts'
import type { Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { agreedOfSeason } from './price-model.ts'

const collective = entityOf('collective')
export const payable: readonly string[] = ['ACTIVE', 'SUSPENDED', 'EXITED']

/** The record that stays, of each of this operator's. */
export async function personsOf({ db, tenant }: Scope, operatorId: string): Promise<(farmerId: string) => string> {
  const { rows } = await sql<{ id: string; stays: string }>`select f.id, f.merged_into_id as stays from farmer as f
    where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.merged_into_id is not null`.execute(db)
  const stays = new Map(rows.map((row) => [row.id, row.stays]))
  return (id) => stays.get(id) ?? id
}

/** Grams that were bought of each person's crops of the season, under a claim or not. `records`: of the persons who alone are wanted; absent: of all of the group. */
export async function boughtOf({ db, tenant }: Scope, operatorId: string, seasonId: string, records?: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ person: string; kg: number }>`select coalesce(f.merged_into_id, f.id) as person, sum(c.purchased_kg)::float8 as kg
    from crop as c join farmer as f on f.tenant_id = ${tenant.id} and f.id = c.farmer_id
    where c.tenant_id = ${tenant.id} and c.operator_id = ${operatorId}::uuid and c.season_id = ${seasonId}::uuid and c.purchased_kg > 0 and c.deleted_at is null
      ${records ? sql`and c.farmer_id = any(${[...records]}::uuid[])` : sql``}
    group by 1`.execute(db)
  return new Map(rows.map(({ person, kg }) => [person, toGrams(kg)]))
}

/** All records of the person: the one that stays, first, and those that were merged into it. */
export async function recordsOfPerson({ db, tenant }: Scope, farmerId: string): Promise<[person: string, ...others: string[]]> {
  const { rows } = await sql<{ id: string }>`select f.id from farmer as n
    join farmer as f on f.tenant_id = ${tenant.id} and coalesce(n.merged_into_id, n.id) in (f.id, f.merged_into_id)
    where n.tenant_id = ${tenant.id} and n.id = ${farmerId}::uuid order by f.merged_into_id nulls first, f.id`.execute(db)
  const [person = farmerId, ...others] = rows.map(({ id }) => id)
  return [person, ...others]
}

/** The rate of the last distribution of the season; null: there is none. */
export async function lastRate({ db, tenant }: Scope, operatorId: string, seasonId: string): Promise<number | null> {
  const { rows } = await sql<{ perKg: number }>`select (d.data->>'perKg')::float8 as "perKg" from event as d
    where d.tenant_id = ${tenant.id} and d.subject_type = 'collective' and d.subject_id = ${operatorId}::uuid and d.event_type = 'PREMIUM_DISTRIBUTION' and d.status = 'RECORDED'
      and d.data->>'seasonId' = ${seasonId} order by d.occurred_at desc, d.subject_version desc limit 1`.execute(db)
  return rows[0]?.perKg ?? null
}

/** For how many grams of the season a premium was paid to the person of these records, by lists and by hand; without the payment `except`. One without a weight is for what it makes at `perKg`. */
export async function paidToPerson(
  scope: Scope,
  records: readonly string[],
  { seasonId, perKg, except = [] }: { seasonId: string; perKg: number | null; except?: readonly (string | null | undefined)[] },
): Promise<number> {
  const { rows } = await sql<{ id: string; kg: number | null; amount: number }>`
    select p.id, (p.data->>'kg')::float8 as kg, (p.data->>'amount')::float8 as amount from farmer as f
    join event as p on p.tenant_id = ${scope.tenant.id} and p.subject_type = 'farmer' and p.subject_id = f.id and p.event_type = 'PAYMENT' and p.status = 'RECORDED' and p.data->>'kind' = 'PREMIUM'
    where f.tenant_id = ${scope.tenant.id} and f.id = any(${[...records]}::uuid[]) and ${seasonOfPremium(scope)} = ${seasonId}`.execute(scope.db)
  return rows.reduce((sum, { id, kg, amount }) => sum + (except.includes(id) ? 0 : toGrams(kg ?? (perKg === null ? 0 : premiumKg(amount, perKg)))), 0)
}

type Moment = RawBuilder<unknown>
/**
 * As SQL: the last season that began before `at` in which goods of the person had been bought by then, as tickets stood at `recordedAt`: what became of them since moves no
 * payment to another season. `person`: the record that stays.
 */
const seasonOfGoods = ({ tenant }: Scope, person: RawBuilder<unknown>, at: Moment, recordedAt: Moment) => sql<string | null>`(
  select s.id::text from farmer as y
    join crop as c on c.tenant_id = ${tenant.id} and c.farmer_id = y.id and c.deleted_at is null
    join season as s on s.tenant_id = ${tenant.id} and s.id = c.season_id and s.start_date <= (${at} at time zone ${tenant.timezone}::text)::date
  where y.tenant_id = ${tenant.id} and (y.id = ${person} or y.merged_into_id = ${person})
    and exists (select from productbatch as l
      join lot_link as k on k.tenant_id = ${tenant.id} and k.input_id = l.id and k.at <= ${at} and (k.voided_at is null or k.voided_at > ${recordedAt})
      join event as e on e.tenant_id = ${tenant.id} and e.id = k.event_id and e.event_type = 'PURCHASE'
      where l.tenant_id = ${tenant.id} and l.crop_id = c.id)
  order by s.start_date desc, s.id limit 1)`

/** As SQL: the season of a premium (`p`) that was paid to a farmer (`f`): the one it names; of before it was noted, the one that its goods say. */
export const seasonOfPremium = (scope: Scope) =>
  sql<string | null>`coalesce(p.data->>'seasonId', ${seasonOfGoods(scope, sql`coalesce(f.merged_into_id, f.id)`, sql`p.occurred_at`, sql`p.recorded_at`)})`

/** Null where nothing was bought of the person by then. */
export async function seasonOfPayment(scope: Scope, eventId: string): Promise<string | null> {
  const { rows } = await sql<{ season: string | null }>`select ${seasonOfPremium(scope)} as season
    from event as p join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = p.subject_id
    where p.tenant_id = ${scope.tenant.id} and p.id = ${eventId}::uuid`.execute(scope.db)
  return rows[0]?.season ?? null
}

/** The season that a premium is for which is being recorded and names none: by the goods of the person, else that of the payment it is put in place of. */
export async function seasonToNote(
  scope: Scope,
  farmerId: string,
  { occurredAt, supersedesEventId }: { occurredAt: string; supersedesEventId: string | null },
) {
  const [at, now] = [sql`${occurredAt}::timestamptz`, sql`${scope.now.toISOString()}::timestamptz`]
  const { rows } = await sql<{ season: string | null }>`select ${seasonOfGoods(scope, sql`coalesce(f.merged_into_id, f.id)`, at, now)} as season
    from farmer as f where f.tenant_id = ${scope.tenant.id} and f.id = ${farmerId}::uuid`.execute(scope.db)
  return rows[0]?.season ?? (supersedesEventId ? await seasonOfPayment(scope, supersedesEventId) : null)
}

type ByHand = { id: string; person: string; kg: number | null; amount: number }
/** Premiums of the season that were paid by hand. */
async function paidByHand(scope: Scope, operatorId: string, seasonId: string): Promise<ByHand[]> {
  const { rows } = await sql<ByHand>`
    select p.id, coalesce(f.merged_into_id, f.id) as person, (p.data->>'kg')::float8 as kg, (p.data->>'amount')::float8 as amount
    from farmer as f
    join event as p on p.tenant_id = ${scope.tenant.id} and p.subject_type = 'farmer' and p.subject_id = f.id and p.event_type = 'PAYMENT' and p.status = 'RECORDED'
      and p.data->>'kind' = 'PREMIUM' and p.data->>'causeEventId' is null
    where f.tenant_id = ${scope.tenant.id} and f.operator_id = ${operatorId}::uuid and ${seasonOfPremium(scope)} = ${seasonId}`.execute(scope.db)
  return rows
}

type Paid = { grams: number; withoutList: number; ofPerson: ReadonlyMap<string, number> }
type PaidOf = { seasonId: string; perKg: number | null; except?: readonly (string | null | undefined)[] }
/**
 * For how many grams of the season a premium was paid, in all and to each; without the events `except`. Distributions had no list once (`withoutList`). A payment
 * by hand that says no weight is for what it makes at `perKg`.
 */
export async function paidOf(scope: Scope, operatorId: string, { seasonId, perKg, except = [] }: PaidOf): Promise<Paid> {
  const personOf = await personsOf(scope, operatorId)
  const ofPerson = new Map<string, number>()
  let [grams, listed] = [0, 0]
  const add = (person: string, more: number): void => void ofPerson.set(person, (ofPerson.get(person) ?? 0) + more)
  for (const { id, data } of await eventsOf(scope, collective, operatorId, ['PREMIUM_DISTRIBUTION'])) {
    if (except.includes(id) || data.seasonId !== seasonId) continue
    grams += toGrams(data.kg)
    for (const { farmerId, kg } of data.list ?? []) {
      if (!farmerId) continue
      add(personOf(farmerId), toGrams(kg ?? 0))
      listed += toGrams(kg ?? 0)
    }
  }
  const withoutList = grams - listed
  for (const { id, person, kg, amount } of await paidByHand(scope, operatorId, seasonId)) {
    const own = except.includes(id) ? 0 : toGrams(kg ?? (perKg === null ? 0 : premiumKg(amount, perKg)))
    add(person, own)
    grams += own
  }
  return { grams, withoutList, ofPerson }
}

/** Persons with a premium of the season that was paid by hand and says no weight: what it was for hangs on the rate of the distributions. */
export async function paidWithoutWeight(scope: Scope, operatorId: string, seasonId: string): Promise<string[]> {
  const payments = await paidByHand(scope, operatorId, seasonId)
  return [...new Set(payments.flatMap(({ person, kg }) => (kg === null ? [person] : [])))].sort()
}

/** As SQL, of a season: what was bought under a claim, as `farmer_id`, `operator_id` and `kg`. Conventional goods earn no premium (BR-29). */
export const goodsUnderClaim = ({ tenant }: Scope, seasonId: RawBuilder<unknown>) => sql`(
  select c.farmer_id, c.operator_id, k.kg from crop as c
    join productbatch as l on l.tenant_id = ${tenant.id} and l.crop_id = c.id and l.unit_type = 'FARM_LOT' and l.deleted_at is null
    join lot_link as k on k.tenant_id = ${tenant.id} and k.input_id = l.id and k.voided_at is null
    join event as e on e.tenant_id = ${tenant.id} and e.id = k.event_id and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
  where c.tenant_id = ${tenant.id} and c.season_id = ${seasonId} and c.purchased_kg > 0 and c.deleted_at is null and coalesce(k.claim, l.claim_status) <> 'CONVENTIONAL')`

type Due = { farmerId: string; code: string; title: string; kg: number }
/** Persons of whom goods were bought under a claim in the season, with the kilograms that had no premium yet, by name. */
export async function kilogramsDue(scope: Scope, operatorId: string, { seasonId, ...of }: PaidOf): Promise<{ due: Due[]; paid: Paid }> {
  const paid = await paidOf(scope, operatorId, { seasonId, ...of })
  const { rows } = await sql<Due>`
    select f.id as "farmerId", f.code, f.title, sum(g.kg)::float8 as kg
    from ${goodsUnderClaim(scope, sql`${seasonId}::uuid`)} as g
    join farmer as o on o.tenant_id = ${scope.tenant.id} and o.id = g.farmer_id
    join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = coalesce(o.merged_into_id, o.id) and f.deleted_at is null and f.status = any(${[...payable]}::text[]) and f.erased_on is null
    where g.operator_id = ${operatorId}::uuid
    group by f.id, f.code, f.title order by f.title, f.id`.execute(scope.db)
  const due = rows.flatMap((row) => {
    const grams = toGrams(row.kg) - (paid.ofPerson.get(row.farmerId) ?? 0)
    return grams > 0 ? [{ ...row, kg: toKg(grams) }] : []
  })
  return { due, paid }
}

/** What a premium of the season is proposed by; without those who would get less than the smallest coin. */
export async function premiumDue(scope: Scope, operatorId: string, seasonId: string, sentPerKg: number | null): Promise<PremiumList> {
  const agreedPerKg = await agreedOfSeason(scope, operatorId, seasonId)
  const perKg = sentPerKg ?? agreedPerKg
  const { due, paid } = await kilogramsDue(scope, operatorId, { seasonId, perKg })
  const shared = payablePremium(perKg === null ? [] : due, perKg ?? 0)
  if (!Number.isSafeInteger(shared.total)) throw fieldProblem('perKg', 'max', 'This is more money than can be paid.')
  const amounts = new Map(shared.list.map((one) => [one.farmerId, one.amount]))
  const bought = [...(await boughtOf(scope, operatorId, seasonId)).values()].reduce((sum, one) => sum + one, 0)
  return {
    items: due.flatMap((row) => (amounts.has(row.farmerId) ? [{ ...row, amount: amounts.get(row.farmerId) ?? 0 }] : [])),
    ...{ perKg, agreedPerKg, kg: shared.kg, total: shared.total, leftKg: toKg(Math.max(0, bought - paid.grams)), withoutListKg: toKg(paid.withoutList) },
  }
}
