// The farmer's word on a purchase (domain dictionary BR-08): asked for, confirmed, attested by somebody who heard it, or disputed.
import type { Events } from '../kernel/entity.ts'
import { choice, date, derived, kilograms, longText, money, optional, reference, text } from '../kernel/kinds.ts'

/** A farmer may speak long after the goods have left. */
const ticketStates = ['OPEN', 'CLOSED', 'RELEASED', 'RECEIVED', 'IN_TRANSIT', 'QUARANTINED', 'RECALLED', 'DEPLETED'] as const

export const ticketEvents = {
  PURCHASE_ASKED: {
    label: 'Farmer asked to confirm',
    help: 'By a one-time code or a call to the farmer’s own number.',
    icon: 'send',
    from: ticketStates,
    system: true,
    fields: {
      purchaseEventId: derived(text('Ticket', { max: 36 })),
      by: derived(choice('By', { SMS: 'One-time code', CALL: 'Phone call' })),
      cropId: derived(reference('Crop', 'crop')),
      netKg: derived(kilograms('Net')),
      amount: derived(money('Amount')),
      receiptNo: derived(text('Receipt no.', { max: 40 })),
    },
  },
  PURCHASE_CONFIRMED: {
    label: 'Ticket confirmed by the farmer',
    help: 'By the one-time code that was sent to the farmer’s own number.',
    icon: 'how_to_reg',
    from: ticketStates,
    system: true,
    fields: { purchaseEventId: derived(text('Ticket', { max: 36 })), numberChangedOn: derived(date('Number changed on')) },
  },
  PURCHASE_ATTESTED: {
    label: 'Attest the farmer’s call',
    help: 'Somebody else than the buyer attests that the farmer confirmed the ticket in a recorded call.',
    icon: 'feedback',
    from: ticketStates,
    isInPerson: true,
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER'],
    fields: {
      purchaseEventId: text('Ticket', { max: 36 }),
      callId: text('Call', { max: 36 }),
      note: optional(longText('What the farmer answered', { max: 500 })),
    },
  },
  PURCHASE_DISPUTED: {
    label: 'Ticket disputed by the farmer',
    help: 'Recorded for the farmer by somebody else than the buyer.',
    icon: 'dangerous',
    from: ticketStates,
    isInPerson: true,
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER'],
    fields: {
      purchaseEventId: text('Ticket', { max: 36 }),
      reason: longText('What the farmer says', { max: 500 }),
      claimedKg: optional(kilograms('Weight by the farmer')),
      claimedPricePerKg: optional(money('Price per kg by the farmer')),
    },
  },
} as const satisfies Events
