// The farmer's word on a ticket (BR-08): attested after a call, disputed, and both again, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import { delivererOf } from '../api/notification-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { endsAsFolded } from './concurrent.ts'
import type { Fact, Family, Fold } from './engine.ts'
import { histories, isOn, tryHistories } from './trying.ts'

type Ticket = {
  /** What the last word says. */
  state: string
  /** Whether it is open that nobody confirmed it. */
  isUnconfirmed: boolean
  /** Disputes that nothing was confirmed after, sorted. */
  disputes: string[]
}
/** From the dictionary alone: the last word counts, and a confirmation settles what was open before it. */
const foldTicket: Fold<Ticket> = (facts) => {
  const last = facts.at(-1)
  const confirmed = facts.findLast(({ type }) => type === 'PURCHASE_ATTESTED')
  const disputes = facts.filter(({ type, day }) => type === 'PURCHASE_DISPUTED' && day > (confirmed?.day ?? 0))
  const state = last ? (last.type === 'PURCHASE_DISPUTED' ? 'DISPUTED' : 'CONFIRMED') : 'ASKED'
  return { state: { state, isUnconfirmed: !confirmed, disputes: disputes.map(({ key }) => key).sort() } }
}

let world: World
let chain: Chain
let crop = ''
let opened = 0
const tickets = new Map<string, { eventId: string; callId: string }>()
const as = (key: string) => world.as(key, 'OP1')
const ticketOf = async (lot: string): Promise<Json> => (await ok(as('omar').get(`/productbatch/${lot}/tickets`))).items[0]
/** An hour apart, from noon of 14 January. */
const momentOf = (day: number): string => new Date(Date.UTC(2026, 0, 14, 6 + day)).toISOString()

async function plant(): Promise<void> {
  const { cropId, farmerId } = await chain.sown({ areaHa: 4 })
  crop = cropId
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 4800)
  const { version } = await chain.view('farmer', farmerId)
  await ok(as('fatima').patch(`/farmer/${farmerId}`, { noPhone: false, phone: '+919812345678' }, { 'if-match': `"${version}"` }))
}

const family: Family<Ticket> = {
  name: 'ticket',
  history: fc
    .array(fc.constantFrom('PURCHASE_ATTESTED', 'PURCHASE_DISPUTED'), { minLength: 2, maxLength: 6 })
    .map((types) => types.map((type, place): Fact => ({ key: `f${place + 1}`, type, day: place + 1, data: { claimedKg: 40 + place } }))),
  changed: (fact, by) => ({ ...fact, data: { claimedKg: Number(fact.data.claimedKg) + by } }),
  fold: foldTicket,
  async open() {
    if (opened++ % 80 === 0) await plant()
    const { id } = await chain.lot()
    const { event } = await ok(chain.buy(id, crop, 50, '2026-01-14', { farmerConfirmation: null }))
    await ok(as('pooja').post(`/productbatch/${id}/tickets/${event.id}/ask`, { by: 'CALL' }))
    const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    await stage.deliver()
    await telephoneAll(stage.context, world.tenants.cotton, { send: async () => ({ state: 'HEARD', heardSeconds: 20 }) })
    const [call] = (await ticketOf(id)).calls
    tickets.set(id, { eventId: event.id, callId: call.id })
    return id
  },
  async record(id, fact, supersedesEventId) {
    const ticket = tickets.get(id)
    const data = fact.type === 'PURCHASE_ATTESTED' ? { callId: ticket?.callId } : { reason: 'The scale was wrong', claimedKg: fact.data.claimedKg }
    // Whoever disputes does not attest.
    return as(fact.type === 'PURCHASE_ATTESTED' ? 'ada' : 'omar').post(`/productbatch/${id}/events`, {
      eventType: fact.type,
      occurredAt: momentOf(fact.day),
      data: { purchaseEventId: ticket?.eventId, ...data },
      lateReason: 'From the book',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    })
  },
  void: (id, eventId) => as('ada').post(`/productbatch/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const { state, by, reason, numberChangedOn } = await ticketOf(id)
    const lot = await chain.view('productbatch', id)
    const open = lot.flags.filter(({ severity, figures }: Json) => severity === 'REVIEW' && !figures?.changedOn).map(({ eventId }: Json) => eventId)
    const ticket = tickets.get(id)?.eventId
    return {
      folded: {
        state,
        isUnconfirmed: open.includes(ticket),
        disputes: open.flatMap((eventId: string) => (eventId === ticket ? [] : keyOf(eventId))).sort(),
      },
      rest: { by, reason, numberChangedOn, flags: lot.flags.filter(({ severity }: Json) => severity === 'REVIEW').length },
    }
  },
}

describe.runIf(isOn('ticket'))('histories of tickets', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => world,
    () => [family],
  )
})

describe('the fold of a ticket', () => {
  const fold = (...types: string[]) => foldTicket(types.map((type, place) => ({ key: `f${place + 1}`, type, day: place + 1, data: {} })))
  it('is what was stated last', () => {
    expect(fold('PURCHASE_DISPUTED', 'PURCHASE_ATTESTED')).toEqual({ state: { state: 'CONFIRMED', isUnconfirmed: false, disputes: [] } })
    expect(fold('PURCHASE_ATTESTED', 'PURCHASE_DISPUTED')).toEqual({ state: { state: 'DISPUTED', isUnconfirmed: false, disputes: ['f2'] } })
  })
})
