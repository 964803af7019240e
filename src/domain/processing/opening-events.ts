// Opening stock of a lot: goods from before the programme (domain dictionary 12), proposed by a holder and approved by an administrator.
import type { Events } from '../kernel/entity.ts'
import { attachments, choice, date, kilograms, optional, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'

const handlers = ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER'] as const

export const openingEvents = {
  OPENING_STOCK: {
    needs: [
      { why: 'A farm lot is one farmer’s harvest: it has no opening stock.', on: ['unitType'], fails: ({ unitType }) => unitType === 'FARM_LOT' },
      { why: 'Opening stock goes into an empty lot.', on: ['onHandKg'], fails: ({ onHandKg }) => !!onHandKg },
    ],
    label: 'Propose opening stock',
    help: 'Goods from before the programme was on Farmbook. They count once an administrator approves them.',
    icon: 'start',
    from: ['OPEN'],
    roles: handlers,
    fields: {
      kg: kilograms('Weight'),
      claim: choice('Claim', claims),
      producedOn: optional(date('Made on')),
      externalCertificateNo: optional(text('Transaction certificate from elsewhere', { max: 40, help: 'Certified goods need one.' })),
      certificationBody: optional(text('Certification body', { max: 80 })),
      externalCertificateKg: optional(kilograms('Weight on it', { help: 'Of the transaction certificate: no more opening stock is entered of it.' })),
      files: attachments(),
    },
  },
  OPENING_APPROVED: {
    label: 'Approve opening stock',
    help: 'By an administrator who did not propose it. The lot is closed with it.',
    icon: 'done_all',
    from: ['OPEN'],
    to: 'CLOSED',
    right: 'approve',
    roles: ['ADMIN'],
    excludesActorOf: ['OPENING_STOCK'],
    fields: { comment: optional(text('Comment', { max: 200 })) },
  },
} as const satisfies Events
