// What happens to a lot (domain dictionary 4.4): buying, joining, splitting, moving, holding, losing.
import type { Events } from '../kernel/entity.ts'
import { choice, date, derived, flag, integer, kilograms, longText, money, optional, quantity, reference, rows, text } from '../kernel/kinds.ts'

const live = ['OPEN', 'CLOSED', 'RELEASED', 'RECEIVED'] as const
const keepers = ['AD', 'OM', 'PO', 'PU'] as const
const inputLots = rows('Taken from', { batchId: reference('Lot', 'productbatch'), kg: kilograms('Weight') }, { min: 1, max: 200 })

export const productbatchEvents = {
  PURCHASE: {
    label: 'Purchase', help: 'A farmer’s delivery at the centre: taken from the farm lot into this one.', icon: 'shopping_cart', from: ['OPEN'], roles: ['AD', 'OM', 'PO'],
    fields: {
      cropId: reference('Crop', 'crop'),
      grossKg: kilograms('Gross', { max: 20_000 }),
      tareKg: kilograms('Tare', { min: 0, max: 20_000 }),
      netKg: kilograms('Net', { min: 1, max: 5000 }),
      moisture: optional(quantity('Moisture', '%', { min: 4, max: 20, decimals: 1 })),
      grade: optional(text('Grade', { max: 20 })),
      pricePerKg: money('Price per kg', { min: 1, max: 10_000_00 }),
      premiumPerKg: optional(money('Premium per kg', { max: 10_000_00 })),
      deductions: optional(money('Deductions')),
      deductionsApprovedBy: optional(text('Deductions agreed by', { max: 80 })),
      receiptNo: text('Receipt no.', { max: 40 }),
      scaleId: optional(text('Scale', { max: 40 })),
      witness: optional(text('Witness', { max: 80 })),
      farmerConfirmation: optional(choice('Farmer confirmed by', { OTP: 'One-time code', IVR: 'Phone call', SIGNATURE: 'Signature' })),
      downgradeConfirmed: optional(flag('Mixing claims on purpose: the lowest one counts')),
    },
  },
  HEAP_BUILT: {
    label: 'Heap built', help: 'Joins lots of one product into this one.', icon: 'landscape', from: ['OPEN'], roles: keepers,
    fields: { inputs: inputLots, downgradeConfirmed: optional(flag('Mixing claims on purpose: the lowest one counts')) },
  },
  MERGE: { label: 'Merge into this lot', icon: 'call_merge', from: ['OPEN'], roles: keepers, fields: { inputs: inputLots, downgradeConfirmed: optional(flag('Mixing claims on purpose: the lowest one counts')) } },
  SPLIT: {
    label: 'Split', help: 'Makes new lots out of part of this one.', icon: 'call_split', from: ['CLOSED', 'RELEASED', 'RECEIVED'], roles: keepers,
    fields: { outputs: rows('New lots', { kg: kilograms('Weight'), bales: optional(integer('Bales', { min: 1, max: 1000 })), batchNo: optional(text('Lot no.', { max: 20, pattern: /^[A-Za-z0-9\-./_]+$/, hint: 'Letters, digits and - . / _' })) }, { min: 1, max: 50 }) },
  },
  CLOSED: { label: 'Close lot', help: 'Nothing more is added.', icon: 'lock', from: ['OPEN'], to: 'CLOSED', roles: keepers, fields: { weighingDocument: optional(text('Weighing document', { max: 60 })) } },
  RELEASED: { label: 'Release', icon: 'verified', from: ['CLOSED'], to: 'RELEASED', roles: ['AD', 'OM', 'PU'], fields: { comment: optional(text('Comment', { max: 200 })) } },
  DISPATCH: {
    label: 'Dispatch', help: 'What leaves becomes a lot of its own, on its way to the buyer.', icon: 'local_shipping', from: ['RELEASED', 'RECEIVED'], roles: keepers,
    fields: {
      buyerId: reference('Buyer', 'processor'), kg: kilograms('Weight'), bales: optional(integer('Bales', { min: 1, max: 1000 })), invoiceNo: text('Invoice', { max: 40 }),
      transportDocument: optional(text('Transport document', { max: 60 })), vehicle: optional(text('Vehicle', { max: 20 })), batchNo: optional(text('New lot no.', { max: 20, pattern: /^[A-Za-z0-9\-./_]+$/, hint: 'Letters, digits and - . / _' })),
    },
  },
  RECEIVED: { label: 'Received', icon: 'move_to_inbox', from: ['IN_TRANSIT'], to: 'RECEIVED', system: true, fields: { processingSystemId: reference('At', 'processingsystem'), netKg: kilograms('Net'), storageBin: optional(text('Stored at', { max: 40 })), causeEventId: derived(text('Cause', { max: 36 })) } },
  MOVE: { label: 'Move', icon: 'forklift', from: live, roles: keepers, fields: { processingSystemId: optional(reference('To', 'processingsystem')), storageBin: optional(text('Stored at', { max: 40 })) } },
  SAMPLE_TAKEN: { label: 'Sample taken', icon: 'biotech', from: [...live, 'QUARANTINED'], fields: { kind: choice('Test', { GMO: 'GMO', RESIDUE: 'Residue' }), sampleNo: text('Sample no.', { max: 40 }), laboratory: text('Laboratory', { max: 80 }) } },
  LAB_RESULT: {
    label: 'Laboratory result', help: 'A positive result holds the lot back.', icon: 'science', from: [...live, 'QUARANTINED'],
    fields: { kind: choice('Test', { GMO: 'GMO', RESIDUE: 'Residue' }), sampleNo: text('Sample no.', { max: 40 }), result: choice('Result', { NEGATIVE: ['Negative', 'success'], POSITIVE: ['Positive', 'error'] }), reportNo: text('Report', { max: 60 }), reportedOn: optional(date('Reported on')) },
  },
  QUARANTINE: { label: 'Hold back', help: 'The lot cannot be used or sold until it is released.', icon: 'pan_tool', from: live, to: 'QUARANTINED', fields: { reason: longText('Reason', { max: 500 }), ref: optional(text('Reference', { max: 60 })) } },
  RELEASE: {
    label: 'Release from hold', icon: 'lock_open', from: ['QUARANTINED'], to: 'RELEASED', right: 'approve', roles: ['AD', 'OM'],
    fields: { causeClosed: longText('How the cause was closed', { max: 500 }), downgrade: flag('Release as conventional', { initial: false }) },
  },
  LOSS: { label: 'Loss', icon: 'trending_down', from: live, roles: keepers, fields: { cause: choice('Cause', { DRYING: 'Drying', SPILLAGE: 'Spillage', THEFT: 'Theft', FIRE: 'Fire', RAIN: 'Rain', OTHER: 'Other' }), kg: kilograms('Weight'), evidence: optional(text('Evidence', { max: 200 })) } },
  DISPOSAL: { label: 'Dispose of', icon: 'delete_forever', from: ['QUARANTINED'], to: 'DISPOSED', right: 'approve', roles: ['AD', 'OM'], fields: { method: text('How', { max: 120 }), evidence: text('Evidence', { max: 200 }) } },
  ADJUST: { label: 'Propose adjustment', help: 'Takes effect when somebody else approves it.', icon: 'tune', from: live, roles: keepers, fields: { deltaKg: quantity('Difference', 'kg', { min: -100_000, max: 100_000 }), reason: longText('Reason', { max: 500 }), causeEventId: derived(text('Cause', { max: 36 })) } },
  ADJUST_APPROVED: { label: 'Approve adjustment', icon: 'done_all', from: live, right: 'approve', roles: ['AD', 'OM'], notBy: ['ADJUST'], fields: { comment: optional(text('Comment', { max: 200 })) } },
  VOIDED: { label: 'Void lot', icon: 'cancel', from: ['OPEN'], to: 'VOIDED', roles: keepers, fields: { reason: longText('Reason', { max: 500 }) } },
  QR_REVOKED: { label: 'Withdraw public page', icon: 'visibility_off', from: [...live, 'IN_TRANSIT', 'DEPLETED', 'QUARANTINED'], right: 'approve', roles: ['AD', 'OM'], fields: { reason: text('Reason', { max: 200 }) } },
} as const satisfies Events
