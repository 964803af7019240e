// The premium that a group pays its members (domain dictionary 5.4, PREMIUM_DISTRIBUTION): a list of who gets what for which kilograms, which makes the total, and a payment
// of each, which goes with it when it is taken back or corrected.
import { sql } from 'kysely'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { premiumFor, sharePremium, sumsOfPremium } from '#domain/chain/premium.ts'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { amount, phrase } from '#domain/messages/message.ts'
import type { PremiumList } from '#domain/people/premium-answer.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { openSeason } from '../open-season.ts'
import { membersOf } from './members-of.ts'

const [collective, farmer] = [entityOf('collective'), entityOf('farmer')]

/** Money in hundredths: less than one of the currency is rounding. */
const rounding = 100
const payable = ['ACTIVE', 'SUSPENDED', 'EXITED']

type Paid = { grams: number; ofMember: ReadonlyMap<string, number> }
/** For how many grams of the season a premium was paid, in all and to each; without the payments of `except`. Those of before had no list. */
async function paidOf(scope: Scope, operatorId: string, seasonId: string, except: readonly (string | null | undefined)[] = []): Promise<Paid> {
  const earlier = await eventsOf(scope, collective, operatorId, ['PREMIUM_DISTRIBUTION'])
  const ofMember = new Map<string, number>()
  let grams = 0
  for (const { id, data } of earlier) {
    if (except.includes(id) || data.seasonId !== seasonId) continue
    grams += toGrams(data.kg)
    for (const { farmerId, kg } of data.list ?? []) if (farmerId) ofMember.set(farmerId, (ofMember.get(farmerId) ?? 0) + toGrams(kg ?? 0))
  }
  return { grams, ofMember }
}

type Bought = { farmerId: string; kg: number }
/** What was bought of each member's crops of the season, under a claim or not. */
async function boughtOf({ db, tenant }: Scope, operatorId: string, seasonId: string): Promise<Bought[]> {
  const { rows } = await sql<Bought>`select c.farmer_id as "farmerId", sum(c.purchased_kg)::float8 as kg from crop as c
    where c.tenant_id = ${tenant.id} and c.operator_id = ${operatorId}::uuid and c.season_id = ${seasonId}::uuid and c.purchased_kg > 0 and c.deleted_at is null
    group by c.farmer_id`.execute(db)
  return rows
}

/** The list makes weight and total, each amount is what its kilograms say, and no more kilograms have a premium than were bought in the season, of the group and of each member. */
export const premiumDistribution: EventBehaviour<typeof collective, 'PREMIUM_DISTRIBUTION'> = {
  async check(scope, { subject, event }) {
    const { seasonId, kg, perKg, total, list } = event.data
    await openSeason(scope, seasonId)
    const money = (value: number) => amount(value, currencyOf(scope.tenant.config))
    if (Math.abs(kg * perKg - total) >= rounding)
      throw fieldProblem('data.total', 'rule', phrase`The total is the kilograms times the amount per kg: ${money(kg * perKg)}.`)
    for (const [index, one] of list.entries())
      if (Math.abs(premiumFor(one.kg, perKg) - one.amount) >= rounding)
        throw fieldProblem(`data.list.${index}.amount`, 'rule', phrase`For this weight it is ${money(premiumFor(one.kg, perKg))}.`)
    const sums = sumsOfPremium(list)
    if (toGrams(sums.kg) !== toGrams(kg)) throw fieldProblem('data.kg', 'rule', phrase`The weights of the list make ${sums.kg} kg.`)
    if (sums.amount !== total) throw fieldProblem('data.total', 'rule', phrase`The amounts of the list make ${money(sums.amount)}.`)
    const paid = await paidOf(scope, subject.id, seasonId, [event.id, event.supersedesEventId])
    const bought = await boughtOf(scope, subject.id, seasonId)
    const boughtKg = toKg(bought.reduce((sum, one) => sum + toGrams(one.kg), 0))
    const paidKg = toKg(paid.grams)
    if (paid.grams + toGrams(kg) > toGrams(boughtKg))
      throw ruleBlocked('5.4', phrase`In this season ${boughtKg} kg were bought; a premium was paid for ${paidKg} kg of them already.`, {
        boughtKg,
        paidKg,
        kg,
      })
    const ofMember = new Map(bought.map((one) => [one.farmerId, one.kg]))
    for (const { farmerId, kg: due } of list) {
      const [own, had] = [ofMember.get(farmerId) ?? 0, toKg(paid.ofMember.get(farmerId) ?? 0)]
      if (toGrams(had) + toGrams(due) <= toGrams(own)) continue
      const [member] = await recordsById(scope, farmer, [farmerId])
      // Who is no member is named as such by the list.
      if (!member || member.operatorId !== subject.id) continue
      throw ruleBlocked('5.4', phrase`Of ${member.title} ${own} kg were bought in this season; a premium was paid for ${had} kg of them already.`, {
        farmerId,
        boughtKg: own,
        paidKg: had,
        kg: due,
      })
    }
  },
  async apply(scope, { subject, event }) {
    const { seasonId, list, ref } = event.data
    const members = await membersOf(
      scope,
      subject,
      list.map(({ farmerId }) => farmerId),
      (index) => `data.list.${index}.farmerId`,
    )
    const unpaid = list.findIndex(({ farmerId }) => !payable.includes(members.get(farmerId)?.status ?? ''))
    if (unpaid >= 0) throw fieldProblem(`data.list.${unpaid}.farmerId`, 'rule', 'Only members, and those who have left, are paid.')
    const [season] = await recordsById(scope, entityOf('season'), [seasonId])
    for (const { farmerId, kg, amount: due } of list)
      await recordBySystem(scope, farmer, farmerId, {
        eventType: 'PAYMENT',
        occurredAt: event.occurredAt,
        data: { kind: 'PREMIUM', amount: due, kg, ref: ref ?? season?.code ?? '', causeEventId: event.id },
      })
  },
  async checkVoid(scope, { event }) {
    await openSeason(scope, event.data.seasonId)
  },
}

/** Members of whom goods were bought under a claim in the season, with the kilograms that had no premium yet, by name. */
export async function premiumDue(scope: Scope, operatorId: string, seasonId: string, perKg: number): Promise<PremiumList> {
  const paid = await paidOf(scope, operatorId, seasonId)
  const { rows } = await sql<{ farmerId: string; code: string; title: string; kg: number }>`
    select f.id as "farmerId", f.code, f.title, sum(k.kg)::float8 as kg
    from crop as c
    join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = c.farmer_id and f.deleted_at is null and f.status = any(${payable}::text[]) and f.erased_on is null
    join productbatch as l on l.tenant_id = ${scope.tenant.id} and l.crop_id = c.id and l.unit_type = 'FARM_LOT' and l.deleted_at is null
    join lot_link as k on k.tenant_id = ${scope.tenant.id} and k.input_id = l.id and k.voided_at is null
    join event as e on e.tenant_id = ${scope.tenant.id} and e.id = k.event_id and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
    where c.tenant_id = ${scope.tenant.id} and c.operator_id = ${operatorId}::uuid and c.season_id = ${seasonId}::uuid and c.purchased_kg > 0 and c.deleted_at is null
      and coalesce(k.claim, l.claim_status) <> 'CONVENTIONAL'
    group by f.id, f.code, f.title order by f.title, f.id`.execute(scope.db)
  const due = rows.flatMap((row) => {
    const grams = toGrams(row.kg) - (paid.ofMember.get(row.farmerId) ?? 0)
    return grams > 0 ? [{ ...row, kg: toKg(grams) }] : []
  })
  const shared = sharePremium(due, perKg)
  const amounts = new Map(shared.list.map((one) => [one.farmerId, one.amount]))
  return { items: due.map((row) => ({ ...row, amount: amounts.get(row.farmerId) ?? 0 })), kg: shared.kg, total: shared.total }
}
