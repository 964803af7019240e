// Addresses of tickets (BR-08): those of a lot and of a farmer, asking the farmer, and entering the code that the farmer reads out.
import { z } from 'zod'
import { canRecord } from '#domain/access.ts'
import { codeAnswer, ticketsAnswer } from '#domain/chain/ticket-answer.ts'
import { payable } from '#domain/chain/tickets.ts'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { hasOwnPhone } from '#domain/people/telephone.ts'
import { numberChangedOn } from '../behaviours/processing/purchase-words.ts'
import { type TicketWordRow, ticketOf, wordsAbout } from '../behaviours/processing/ticket-versions.ts'
import { ticketsOfFarmer, ticketsOfLot } from '../reports/tickets.ts'
import { productItself, type Scope } from '../scope.ts'
import { asOfQuery, recordIn } from '../store/as-of.ts'
import { getRecord, recordsById } from '../store/get.ts'
import { inPast } from '../store/past.ts'
import { enterCode } from '../store/purchase-codes.ts'
import { recordBySystem } from '../store/record-event.ts'
import { asOf } from './as-of-query.ts'
import { type Route, route } from './route.ts'

const [productbatch, farmer, crop] = [entityOf('productbatch'), entityOf('farmer'), entityOf('crop')]
const ticketPath = '/api/operators/{operator}/productbatch/{id}/tickets/{eventId}'

const asksADay = 5
const isDispute = ({ eventType }: TicketWordRow): boolean => eventType === 'PURCHASE_DISPUTED'
/** Confirmed or attested as it is now; a dispute may be followed by another question. */
const isAnswered = (words: readonly TicketWordRow[], ticketId: string): boolean =>
  ['PURCHASE_CONFIRMED', 'PURCHASE_ATTESTED'].includes(words.findLast((word) => isDispute(word) || word.ticketId === ticketId)?.eventType ?? '')
/** A code confirms what was asked by code since the last dispute: a call asked for since then brings none from before it back. */
const takesCode = (words: readonly TicketWordRow[], ticketId: string): boolean => {
  const since = words.slice(words.findLastIndex(isDispute) + 1)
  return since.length === words.length || since.some((word) => word.ticketId === ticketId && word.eventType === 'PURCHASE_ASKED' && word.by === 'SMS')
}

/** Id of a record of which something is known in the scope. Throws NOT_FOUND. */
const known = async (scope: Scope, entity: typeof productbatch | typeof farmer, id: string): Promise<string> => (await recordIn(scope, entity, id)).id

export const ticketRoutes: readonly Route[] = [
  route({
    id: 'productbatch.tickets',
    method: 'get',
    path: '/api/operators/{operator}/productbatch/{id}/tickets',
    summary: 'The tickets of a lot',
    description: 'What was bought into it, newest first, with the word of each farmer (BR-08), now or as of a past day. At most 500.',
    query: z.strictObject(asOf),
    answer: ticketsAnswer,
    says: 'The tickets.',
    handler: async (scope, { param, search }) => {
      const then = inPast(scope, asOfQuery(scope, search))
      return { json: await ticketsOfLot(then, await known(then, productbatch, param('id'))) }
    },
  }),
  route({
    id: 'farmer.tickets',
    method: 'get',
    path: '/api/operators/{operator}/farmer/{id}/tickets',
    summary: 'The tickets of a farmer',
    description: 'What was bought of the farmer’s crops, newest first, with the farmer’s word on each (BR-08), now or as of a past day. At most 500.',
    query: z.strictObject(asOf),
    answer: ticketsAnswer,
    says: 'The tickets.',
    handler: async (scope, { param, search }) => {
      const then = inPast(scope, asOfQuery(scope, search))
      return { json: await ticketsOfFarmer(then, await known(then, farmer, param('id'))) }
    },
  }),
  route({
    id: 'productbatch.askFarmer',
    method: 'post',
    path: `${ticketPath}/ask`,
    summary: 'Ask the farmer to confirm a ticket',
    description: 'By a one-time code to the farmer’s own number, or by a voice call. The code is in the message alone.',
    body: z.strictObject({ by: z.enum(['SMS', 'CALL']) }),
    answer: ticketsAnswer,
    says: 'The tickets of the lot.',
    handler: async (scope, { param, body }) => {
      const lot = await getRecord(scope, productbatch, param('id'), { lock: true })
      if (!canRecord(scope.user, productbatch, productbatch.events.PURCHASE, lot)) throw new Problem('FORBIDDEN')
      const ticket = await ticketOf(scope, lot.id, param('eventId'))
      const { id, data } = ticket
      const words = await wordsAbout(scope, lot.id, ticket)
      if (isAnswered(words, id)) throw new Problem('STATE_CONFLICT')
      // Each message is a new code with five tries, and costs: a few a day.
      if (words.filter(({ eventType, ms }) => eventType === 'PURCHASE_ASKED' && ms < 86_400_000).length >= asksADay)
        throw new Problem('TOO_MANY', { headers: { 'Retry-After': '3600' } })
      const [grown] = await recordsById(scope, crop, [String(data.cropId)])
      const [member] = grown?.farmerId ? await recordsById(scope, farmer, [grown.farmerId]) : []
      if (!member || !hasOwnPhone(member)) throw fieldProblem('by', 'rule', 'This farmer has no telephone of their own.')
      await recordBySystem(scope, productbatch, lot.id, {
        eventType: 'PURCHASE_ASKED',
        occurredAt: scope.now.toISOString(),
        data: { purchaseEventId: id, by: body.by, cropId: data.cropId, netKg: data.netKg, amount: payable(data), receiptNo: data.receiptNo },
      })
      return { json: await ticketsOfLot(scope, lot.id) }
    },
  }),
  route({
    id: 'productbatch.enterCode',
    method: 'post',
    path: `${ticketPath}/code`,
    summary: 'Enter the code that the farmer reads out',
    description: 'A right code confirms the ticket in the farmer’s name. A wrong one is counted; five end the code.',
    body: z.strictObject({ code: z.string().regex(/^\d{6}$/) }),
    answer: codeAnswer,
    says: 'What came of it.',
    handler: async (scope, { param, body }) => {
      const lot = await getRecord(scope, productbatch, param('id'), { lock: true })
      if (!canRecord(scope.user, productbatch, productbatch.events.PURCHASE, lot)) throw new Problem('FORBIDDEN')
      const ticket = await ticketOf(scope, lot.id, param('eventId'))
      if (!takesCode(await wordsAbout(scope, lot.id, ticket), ticket.id)) throw new Problem('STATE_CONFLICT')
      const { outcome, triesLeft } = await enterCode(scope, ticket.id, body.code)
      if (outcome !== 'RIGHT') return { json: { outcome, triesLeft } }
      await recordBySystem({ ...scope, user: productItself }, productbatch, lot.id, {
        eventType: 'PURCHASE_CONFIRMED',
        occurredAt: scope.now.toISOString(),
        data: { purchaseEventId: ticket.id, numberChangedOn: await numberChangedOn(scope, ticket) },
      })
      return { json: { outcome: 'CONFIRMED' as const, triesLeft: 0 } }
    },
  }),
]
