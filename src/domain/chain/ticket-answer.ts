// Tickets as they are answered: what was bought from whom, and the farmer's word on it (BR-08).
import { z } from 'zod'
import { count, flag, id, keyOf, kg, moment, text, whole } from '../kernel/answer-shapes.ts'
import { ticketStates } from './tickets.ts'

const ticket = z.object({
  eventId: id,
  lotId: id,
  lot: text,
  at: moment,
  receiptNo: text,
  farmerId: id.nullable(),
  farmer: text,
  netKg: kg,
  pricePerKg: whole.describe('Minor units of money per kg, with the premium.'),
  amount: whole.describe('Minor units of money.'),
  state: keyOf(ticketStates),
  by: z.enum(['CODE', 'CALL', 'PAPER']).nullable(),
  confirmedAt: moment.nullable().describe('When the farmer confirmed it; null as long as nothing confirms it, or it is disputed.'),
  reason: text.nullable(),
  numberChangedOn: z.iso.date().nullable().describe('The farmer’s number was changed shortly before it was used.'),
  hasPhone: flag.describe('The farmer has a number of their own.'),
  takesCode: flag.describe('A code was asked for, and no dispute since then has ended it.'),
  codeUntil: moment.nullable().describe('A code was sent that may be entered until then.'),
  triesLeft: count.nullable(),
  calls: z.array(z.object({ id, at: moment, state: text, heardSeconds: count.nullable() })).describe('Calls to the farmer about it, newest first.'),
  isBuyer: flag.describe('The reader has recorded it, and does not speak for the farmer.'),
})
export const ticketsAnswer = z.object({ items: z.array(ticket) }).meta({ id: 'Tickets' })
export type Tickets = z.infer<typeof ticketsAnswer>
export type Ticket = z.infer<typeof ticket>

/** `outcome` of entering a code. */
export const codeAnswer = z.object({ outcome: z.enum(['CONFIRMED', 'WRONG', 'EXPIRED', 'USED_UP', 'NONE']), triesLeft: count }).meta({ id: 'CodeEntered' })
export type CodeAnswer = z.infer<typeof codeAnswer>
