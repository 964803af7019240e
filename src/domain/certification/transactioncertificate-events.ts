// The way of a transaction certificate from the seller's draft to the body's signature (domain dictionary 5.5).
// Kilograms are reserved at submission and taken at issue, each after the checks of BR-12; whoever prepared it does not issue it (BR-24).
import type { Events } from '../kernel/entity.ts'
import { derived, documentNo, longText, optional, reference, rows, text } from '../kernel/kinds.ts'

const seller = ['OPERATOR_MANAGER', 'PROCESSOR_USER'] as const
/** Whoever may prepare a certificate may also drop it; an administrator prepares for an operator, whose people submit. */
const preparer = ['ADMIN', 'OPERATOR_MANAGER', 'PROCESSOR_USER'] as const
const body = ['CERTIFICATION_BODY_AUDITOR'] as const
const reason = { reason: longText('Reason', { max: 500 }) }

export const transactioncertificateEvents = {
  SUBMITTED: {
    label: 'Submit',
    help: 'Sends it to the certification body. Its kilograms are reserved; nothing is sent while a check stops it.',
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
    help: 'By an auditor who did not prepare it. The checks run again, and its kilograms are certified for good.',
    icon: 'verified',
    from: ['UNDER_REVIEW'],
    to: 'ISSUED',
    right: 'approve',
    roles: body,
    excludesActorOf: ['created', 'EDITED', 'SUBMITTED'],
    fields: {
      tcNo: documentNo('Certificate no.', { max: 60, help: 'The next of the certification body is shown beside the checks.' }),
      reviewNote: optional(longText('What was looked at', { max: 1000, help: 'Needed where a check is to be reviewed.' })),
      verifyUrl: optional(text('Address to verify it at', { max: 200, pattern: /^https?:\/\/\S+$/, hint: 'A web address.' })),
      named: derived(rows('Names on it', { recordId: text('Record', { max: 36 }), title: text('Name', { max: 300 }) }, { max: 1000 })),
      documentHash: derived(text('Fingerprint of the certificate', { min: 64, max: 64 })),
      signature: derived(longText('Signature', { max: 4000 })),
    },
  },
  REJECTED: { label: 'Reject', icon: 'block', from: ['UNDER_REVIEW'], to: 'REJECTED', right: 'approve', roles: body, fields: reason },
  REVISED: {
    label: 'Replaced by a newer one',
    help: 'Recorded when the certificate that takes its place is issued.',
    icon: 'swap_horiz',
    from: ['ISSUED'],
    to: 'REVISED',
    system: true,
    fields: { replacedById: reference('Newer certificate', 'transactioncertificate'), causeEventId: derived(text('Cause', { max: 36 })) },
  },
  RESERVATION_ENDED: { label: 'Reservation ended', icon: 'lock_open', from: ['CORRECTION'], system: 'clock', fields: {} },
  WITHDRAWN: {
    label: 'Withdraw',
    help: 'Every lot that has the goods, or was made of them, is held back, wherever it is.',
    icon: 'dangerous',
    from: ['ISSUED'],
    to: 'WITHDRAWN',
    right: 'approve',
    roles: body,
    fields: reason,
  },
} as const satisfies Events
