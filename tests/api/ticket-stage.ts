// The stage of two-sided tickets (BR-08): a farmer with a telephone of their own and an approved crop, and what is done to a ticket of 50 kg at the counter.
import { issueCode } from '#server/store/purchase-codes.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

export type Bought = { lot: string; ticket: string }

export async function openTickets() {
  const world: World = await openWorld({ now: clock })
  const chain: Chain = await chainOf(world)
  const as = (who: string) => world.as(who, 'OP1')
  const { cropId: crop, farmerId: farmer } = await chain.sown({ areaHa: 4 })
  await chain.decide('APPROVED', farmer)
  await chain.picked(crop, 4800)
  const { version } = await chain.view('farmer', farmer)
  await ok(as('fatima').patch(`/farmer/${farmer}`, { noPhone: false, phone: '+919812345678' }, { 'if-match': `"${version}"` }))
  return {
    ...{ world, chain, crop, farmer },
    as,
    /** 50 kg bought by Pooja, whose ticket nobody has confirmed. */
    async bought(more: Record<string, unknown> = {}): Promise<Bought> {
      const { id: lot } = await chain.lot()
      const { event } = await ok(chain.buy(lot, crop, 50, '2026-01-14', { farmerConfirmation: null, ...more }))
      return { lot, ticket: event.id }
    },
    ticketOf: async ({ lot, ticket }: Bought, who = 'omar'): Promise<Json> =>
      (await ok(as(who).get(`/productbatch/${lot}/tickets`))).items.find(({ eventId }: Json) => eventId === ticket),
    ask: ({ lot, ticket }: Bought, by = 'SMS', who = 'pooja') => as(who).post(`/productbatch/${lot}/tickets/${ticket}/ask`, { by }),
    enter: ({ lot, ticket }: Bought, code: string, who = 'pooja') => as(who).post(`/productbatch/${lot}/tickets/${ticket}/code`, { code }),
    /** As the message to the farmer makes it; only the telephone has it. */
    codeOf: ({ ticket }: Bought): Promise<string> => world.scoped('ada', (scope) => issueCode(scope, ticket)),
    about: (who: string, { lot, ticket }: Bought, eventType: string, data: Record<string, unknown> = {}) =>
      as(who).post(`/productbatch/${lot}/events`, { eventType, occurredAt: clock().toISOString(), data: { purchaseEventId: ticket, ...data } }),
  }
}
export type Tickets = Awaited<ReturnType<typeof openTickets>>
