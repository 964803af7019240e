// The tickets of a lot with the farmer's word on each (BR-08): from the events of the lot alone. The buyer's own entry is no word of the farmer's.
import type { HistoryEvent } from '../kernel/history.ts'

export const ticketStates = {
  CONFIRMED: ['Confirmed by the farmer', 'success'],
  SIGNED: ['Signed on paper', 'success'],
  IMPORTED: ['Confirmed, by an imported book', 'neutral'],
  DISPUTED: ['Disputed by the farmer', 'error'],
  ASKED: ['Farmer asked', 'progress'],
  WAITING: ['Not confirmed yet', 'pending'],
  OVERDUE: ['Not confirmed in time', 'error'],
} as const
export type TicketState = keyof typeof ticketStates
export type TicketWord = {
  state: TicketState
  by: 'CODE' | 'CALL' | 'PAPER' | null
  confirmedAt: string | null
  reason: string | null
  numberChangedOn: string | null
  /** A code was asked for, and no dispute since then has ended it. */
  takesCode: boolean
}

export const ofFarmer: ReadonlySet<string> = new Set(['PURCHASE_ASKED', 'PURCHASE_CONFIRMED', 'PURCHASE_ATTESTED', 'PURCHASE_DISPUTED'])
type FarmerEvent = Pick<HistoryEvent, 'eventType' | 'occurredAt' | 'data'>

const isConfirmation = ({ eventType }: FarmerEvent): boolean => eventType === 'PURCHASE_CONFIRMED' || eventType === 'PURCHASE_ATTESTED'

/** Signed on paper, and the paper is there: what the buyer alone says of a signature is no word of the farmer's. */
export const isSigned = ({ farmerConfirmation, signedSlip }: Readonly<Record<string, unknown>>): boolean =>
  farmerConfirmation === 'SIGNATURE' && Array.isArray(signedSlip) && signedSlip.length > 0

/**
 * `replies`: the events about this ticket and about those that it corrects (`isEarlier`), in the order in which the farmer spoke: an attestation and a code come where
 * they were asked for. A dispute stays with the correction, a
 * confirmation of other figures does not. `isFromBook`: imported, of a day before the programme
 * had its first record here. `allowedHours`: until the farmer must have confirmed.
 */
export function wordOn(
  ticket: FarmerEvent & { isFromBook?: boolean },
  replies: readonly (FarmerEvent & { isEarlier?: boolean })[],
  now: Date,
  allowedHours: number,
): TicketWord {
  const sinceDispute = replies.slice(replies.findLastIndex(({ eventType }) => eventType === 'PURCHASE_DISPUTED') + 1)
  const takesCode = sinceDispute.some(({ eventType, data, isEarlier }) => !isEarlier && eventType === 'PURCHASE_ASKED' && data.by === 'SMS')
  const none = { by: null, confirmedAt: null, reason: null, numberChangedOn: null, takesCode }
  const dispute = replies.slice(replies.findLastIndex(isConfirmation) + 1).findLast(({ eventType }) => eventType === 'PURCHASE_DISPUTED')
  if (dispute) return { ...none, state: 'DISPUTED', reason: (dispute.data.reason as string | undefined) ?? null }
  const own = replies.filter(({ isEarlier }) => !isEarlier)
  const last = own.findLast(isConfirmation)
  if (last)
    return {
      ...none,
      state: 'CONFIRMED',
      by: last.eventType === 'PURCHASE_CONFIRMED' ? 'CODE' : 'CALL',
      confirmedAt: last.occurredAt,
      numberChangedOn: (last.data.numberChangedOn as string | null | undefined) ?? null,
    }
  if (isSigned(ticket.data)) return { ...none, state: 'SIGNED', by: 'PAPER', confirmedAt: ticket.occurredAt }
  if (ticket.isFromBook && ticket.data.farmerConfirmation) return { ...none, state: 'IMPORTED' }
  const requested = own.at(-1)
  const isOverdue = now.getTime() - Date.parse(ticket.occurredAt) > allowedHours * 3_600_000
  return { ...none, state: isOverdue ? 'OVERDUE' : requested ? 'ASKED' : 'WAITING' }
}

/** What is paid for a ticket, in minor units of money (BR-29). */
export const payable = ({ netKg, pricePerKg, premiumPerKg, deductions }: Readonly<Record<string, unknown>>): number =>
  Math.round(Number(netKg) * (Number(pricePerKg) + Number(premiumPerKg ?? 0))) - Number(deductions ?? 0)
