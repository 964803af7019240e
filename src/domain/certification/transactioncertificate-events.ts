// The way of a transaction certificate from the seller's draft to the body's signature (domain dictionary 5.5).
// Kilograms will be reserved at submission and taken at issue; whoever prepared it does not issue it (BR-24).
import type { Events } from '../kernel/entity.ts'
import { derived, longText, optional, reference, text } from '../kernel/kinds.ts'

const seller = ['OPERATOR_MANAGER', 'PROCESSOR_USER'] as const
/** Whoever may prepare a certificate may also drop it; an administrator prepares for an operator, whose people submit. */
const preparer = ['ADMIN', 'OPERATOR_MANAGER', 'PROCESSOR_USER'] as const
const body = ['CERTIFICATION_BODY_AUDITOR'] as const
/** BR-12: its checks of lots, kilograms, scope certificates and earlier certificates are not built; without them nothing leaves the draft. */
export const unchecked = 'Transaction certificates cannot be submitted or issued yet: the checks of lots, kilograms and scope certificates are still to come.'
const reason = { reason: longText('Reason', { max: 500 }) }

export const transactioncertificateEvents = {
  SUBMITTED: {
    label: 'Submit',
    help: 'Sends it to the certification body.',
    unavailable: unchecked,
    icon: 'send',
    from: ['DRAFT', 'CORRECTION'],
    to: 'SUBMITTED',
    roles: seller,
    fields: { note: optional(longText('Note', { max: 500 })) },
  },
  CANCELLED: { label: 'Cancel', icon: 'cancel', from: ['DRAFT', 'SUBMITTED', 'CORRECTION'], to: 'CANCELLED', roles: preparer, fields: reason },
  REVIEW_STARTED: { label: 'Begin the review', icon: 'search', from: ['SUBMITTED'], to: 'UNDER_REVIEW', right: 'approve', roles: body, fields: {} },
  CORRECTION_ASKED: {
    label: 'Ask for a correction',
    icon: 'undo',
    from: ['UNDER_REVIEW'],
    to: 'CORRECTION',
    right: 'approve',
    roles: body,
    fields: { note: longText('What is missing', { max: 1000 }) },
  },
  ISSUED: {
    label: 'Issue',
    help: 'By an auditor who did not prepare it.',
    unavailable: unchecked,
    icon: 'verified',
    from: ['UNDER_REVIEW'],
    to: 'ISSUED',
    right: 'approve',
    roles: body,
    excludesActorOf: ['created', 'SUBMITTED'],
    fields: {
      tcNo: text('Certificate no.', { max: 60 }),
      verifyUrl: optional(text('Address to verify it at', { max: 200, pattern: /^https?:\/\/\S+$/, hint: 'A web address.' })),
      signature: derived(longText('Signature', { max: 4000 })),
    },
  },
  REJECTED: { label: 'Reject', icon: 'block', from: ['UNDER_REVIEW'], to: 'REJECTED', right: 'approve', roles: body, fields: reason },
  REVISED: {
    label: 'Replace by a newer one',
    icon: 'swap_horiz',
    from: ['ISSUED'],
    to: 'REVISED',
    right: 'approve',
    roles: body,
    fields: { replacedById: reference('Newer certificate', 'transactioncertificate'), ...reason },
  },
  WITHDRAWN: {
    label: 'Withdraw',
    help: 'What was made of the goods must be held back.',
    icon: 'dangerous',
    from: ['ISSUED'],
    to: 'WITHDRAWN',
    right: 'approve',
    roles: body,
    fields: reason,
  },
} as const satisfies Events
