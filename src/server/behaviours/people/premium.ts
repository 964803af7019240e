// The premium that a group pays its members (domain dictionary 5.4, PREMIUM_DISTRIBUTION): a list of who gets what for which kilograms, which makes the total, and a payment
// of each, which goes with it when it is taken back or corrected. It is paid when the season is over, too: neither asks whether the season is open.
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { premiumFor, premiumKg, sumsOfPremium } from '#domain/chain/premium.ts'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { amount, phrase } from '#domain/messages/message.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { membersOf } from './members-of.ts'
import { judgePremiumLater } from './premium-overpaid.ts'
import {
  boughtOf,
  lastRate,
  paidOf,
  paidToPerson,
  paidWithoutWeight,
  payable,
  personsOf,
  recordsOfPerson,
  seasonOfPayment,
  seasonToNote,
} from './premium-paid.ts'
import { agreedOfSeason } from './price-model.ts'

const [collective, farmer] = [entityOf('collective'), entityOf('farmer')]

/** Money in hundredths: less than one of the currency is rounding. */
const rounding = 100

type Former = { seasonId: string | null; grams: number; ofRow: ReadonlyMap<string, number> }
/** What the distribution that is corrected had paid; of no such event, nothing: who is named there for no less is no new payment, whatever became of the person or the goods since. */
export async function formerOf(scope: Scope, operatorId: string, eventId: string | null | undefined): Promise<Former> {
  if (!eventId) return { seasonId: null, grams: 0, ofRow: new Map() }
  const events = await eventsOf(scope, collective, operatorId, ['PREMIUM_DISTRIBUTION'], { voidedToo: eventId })
  const data = events.find(({ id }) => id === eventId)?.data
  return {
    seasonId: data?.seasonId ?? null,
    grams: toGrams(data?.kg ?? 0),
    ofRow: new Map((data?.list ?? []).flatMap(({ farmerId, kg }) => (farmerId ? [[farmerId, toGrams(kg ?? 0)] as const] : []))),
  }
}

/** The list makes weight and total, each amount is what its kilograms say, and no more kilograms have a premium than were bought in the season, of the group and of each member. */
export const premiumDistribution: EventBehaviour<typeof collective, 'PREMIUM_DISTRIBUTION'> = {
  async check(scope, { subject, event, flag }) {
    const { seasonId, kg, perKg, total, list } = event.data
    const money = (value: number) => amount(value, currencyOf(scope.tenant.config))
    if (Math.abs(kg * perKg - total) >= rounding)
      throw fieldProblem('data.total', 'rule', phrase`The total is the kilograms times the amount per kg: ${money(kg * perKg)}.`)
    for (const [index, one] of list.entries())
      if (Math.abs(premiumFor(one.kg, perKg) - one.amount) >= rounding)
        throw fieldProblem(`data.list.${index}.amount`, 'rule', phrase`For this weight it is ${money(premiumFor(one.kg, perKg))}.`)
    const sums = sumsOfPremium(list)
    if (toGrams(sums.kg) !== toGrams(kg)) throw fieldProblem('data.kg', 'rule', phrase`The weights of the list make ${sums.kg} kg.`)
    if (sums.amount !== total) throw fieldProblem('data.total', 'rule', phrase`The amounts of the list make ${money(sums.amount)}.`)
    // Nobody of them is paid by hand meanwhile.
    await recordsById(
      scope,
      farmer,
      list.map(({ farmerId }) => farmerId),
      { lock: true },
    )
    const former = await formerOf(scope, subject.id, event.supersedesEventId)
    const isSameSeason = former.seasonId === seasonId
    const bought = await boughtOf(scope, subject.id, seasonId)
    const paid = await paidOf(scope, subject.id, { seasonId, perKg, except: [event.id, event.supersedesEventId] })
    const personOf = await personsOf(scope, subject.id)
    for (const [person, rows] of Map.groupBy(list, ({ farmerId }) => personOf(farmerId))) {
      if (isSameSeason && rows.every((row) => toGrams(row.kg) <= (former.ofRow.get(row.farmerId) ?? 0))) continue
      const due = sumsOfPremium(rows).kg
      const [own, had] = [toKg(bought.get(person) ?? 0), toKg(paid.ofPerson.get(person) ?? 0)]
      if (toGrams(had) + toGrams(due) <= toGrams(own)) continue
      const [member] = await recordsById(scope, farmer, [person])
      // Who is no member is named as such by the list.
      if (!member || member.operatorId !== subject.id) continue
      throw ruleBlocked('5.4', phrase`Of ${member.title} ${own} kg were bought in this season; a premium was paid for ${had} kg of them already.`, {
        farmerId: person,
        boughtKg: own,
        paidKg: had,
        kg: due,
      })
    }
    const agreed = await agreedOfSeason(scope, subject.id, seasonId)
    if (agreed !== null && agreed !== perKg)
      flag({
        ruleId: '5.4',
        severity: 'WARN',
        aspect: 'PREMIUM',
        message: phrase`The premium is ${money(perKg)} a kg; the price model of the group makes ${money(agreed)}.`,
        figures: { perKg, agreedPerKg: agreed },
      })
    const boughtKg = toKg([...bought.values()].reduce((sum, one) => sum + one, 0))
    const paidKg = toKg(paid.grams)
    if (paid.grams + toGrams(kg) > toGrams(boughtKg) && !(isSameSeason && toGrams(kg) <= former.grams))
      throw ruleBlocked('5.4', phrase`In this season ${boughtKg} kg were bought; a premium was paid for ${paidKg} kg of them already.`, {
        boughtKg,
        paidKg,
        kg,
      })
  },
  async apply(scope, { subject, event }) {
    const { seasonId, list, ref } = event.data
    const known = new Set((await formerOf(scope, subject.id, event.supersedesEventId)).ofRow.keys())
    const members = await membersOf(
      scope,
      subject,
      list.map(({ farmerId }) => farmerId),
      (index) => `data.list.${index}.farmerId`,
      known,
    )
    const unpaid = list.findIndex(({ farmerId }) => !known.has(farmerId) && !payable.includes(members.get(farmerId)?.status ?? ''))
    if (unpaid >= 0) throw fieldProblem(`data.list.${unpaid}.farmerId`, 'rule', 'Only members, and those who have left, are paid.')
    const [season] = await recordsById(scope, entityOf('season'), [seasonId])
    for (const { farmerId, kg, amount: due } of list)
      await recordBySystem(scope, farmer, farmerId, {
        eventType: 'PAYMENT',
        occurredAt: event.occurredAt,
        data: { kind: 'PREMIUM', amount: due, kg, seasonId, ref: ref ?? season?.code ?? '', causeEventId: event.id },
      })
  },
  /** Its members are judged with their payments. A payment by hand that says no weight is for what it makes at the last rate paid out, which may be another one now. */
  follow: async (scope, { subject, event }) => {
    for (const person of await paidWithoutWeight(scope, subject.id, event.data.seasonId)) await judgePremiumLater(scope, person)
  },
}

/** Of a premium that is paid by hand: no more kilograms than were bought of the person in the season and had none yet. Without a weight it is for what it makes at the last rate paid out. */
export const paymentByHand: EventBehaviour<typeof farmer, 'PAYMENT'> = {
  withCause: true,
  /** The season is noted with a premium that names none: it stays what it is for, whatever becomes of the goods. */
  async complete(scope, { id }, { data: { kind, seasonId }, ...sent }): Promise<{ seasonId?: string | null }> {
    return kind === 'PREMIUM' && !seasonId ? { seasonId: await seasonToNote(scope, id, sent) } : {}
  },
  async check(scope, { subject, event }) {
    const { kind, causeEventId } = event.data
    if (kind !== 'PREMIUM' || causeEventId) return
    const seasonId = await seasonOfPayment(scope, event.id)
    if (!seasonId) return
    const perKg = await lastRate(scope, subject.operatorId, seasonId)
    const kg = event.data.kg ?? (perKg === null ? null : premiumKg(event.data.amount, perKg))
    if (kg === null) return
    const records = await recordsOfPerson(scope, subject.id)
    const [person] = records
    const own = toKg((await boughtOf(scope, subject.operatorId, seasonId, records)).get(person) ?? 0)
    const had = toKg(await paidToPerson(scope, records, { seasonId, perKg, except: [event.id, event.supersedesEventId] }))
    const left = Math.max(0, toGrams(own) - toGrams(had))
    // A sum is rounded: it is compared with what is due for the rest.
    const isMore = event.data.kg === null && perKg !== null ? event.data.amount > premiumFor(toKg(left), perKg) : toGrams(kg) > left
    if (isMore)
      throw ruleBlocked('5.4', phrase`Of ${subject.title} ${own} kg were bought in this season; a premium was paid for ${had} kg of them already.`, {
        farmerId: person,
        boughtKg: own,
        paidKg: had,
        kg,
      })
  },
  follow: async (scope, { subject, event }) => {
    if (event.data.kind === 'PREMIUM') await judgePremiumLater(scope, subject.id)
  },
}
