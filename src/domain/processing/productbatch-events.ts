// What happens to a lot (domain dictionary 4.4): buying, joining, splitting, moving, holding, losing.
import type { EventNeed, Events } from '../kernel/entity.ts'
import {
  attachments,
  choice,
  derived,
  documentNo,
  flag,
  integer,
  kilograms,
  longText,
  money,
  optional,
  quantity,
  reference,
  rows,
  text,
} from '../kernel/kinds.ts'
import { productWords } from '../kernel/product-words.ts'
import type { Role } from '../kernel/terms.ts'
import { dismissalFields, resultFields, sampleFields, sampleNo, testKind } from '../kernel/test-events.ts'
import { openingEvents } from './opening-events.ts'
import { ticketEvents } from './ticket-events.ts'
import { namedUnits, sscc, unitEvents } from './unit-events.ts'

const live = ['OPEN', 'CLOSED', 'RELEASED', 'RECEIVED'] as const
/** A result may come after the goods have left or were used up. */
const tested = [...live, 'IN_TRANSIT', 'QUARANTINED', 'RECALLED', 'DEPLETED'] as const
const handlers = ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER'] as const
/** Fails for who is none of the processor that holds the lot; what names auditors of the certification body is theirs wherever the goods are. */
export const ofHolder =
  (...others: Role[]): EventNeed['fails'] =>
  ({ processorId }, { grants }) =>
    typeof processorId === 'string' &&
    !grants.some(({ role, processorIds }) => role === 'ADMIN' || others.includes(role) || (role === 'PROCESSOR_USER' && processorIds?.includes(processorId)))

/** What the operator's manager decides of its goods wherever they are (4.4). */
export const decisions = ['QUARANTINE', 'RELEASE', 'DISPOSAL', 'ADJUST_APPROVED'] as const
const inputLots = rows('Taken from', { batchId: reference('Lot', 'productbatch'), kg: kilograms('Weight') }, { min: 1, max: 200 })

export const productbatchEvents = {
  PURCHASE: {
    needs: [
      {
        why: 'A farm lot is one farmer’s harvest: goods are bought into a lot of the centre.',
        on: ['unitType'],
        fails: ({ unitType }) => unitType === 'FARM_LOT',
      },
    ],
    label: 'Purchase',
    help: 'A farmer’s delivery at the centre: taken from the farm lot into this one.',
    icon: 'shopping_cart',
    withPosition: true,
    from: ['OPEN'],
    against: 'The group, or the company that buys, is suspended or has left, or its product is not for sale: nothing is bought.',
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER'],
    fields: {
      cropId: reference('Crop', 'crop'),
      grossKg: kilograms('Gross', { max: 20_000 }),
      tareKg: kilograms('Tare', { min: 0, max: 20_000 }),
      netKg: kilograms('Net', { min: 1, max: 5000 }),
      moisture: optional(quantity('Moisture', '%', { min: 4, max: 20, decimals: 1 })),
      grade: optional(text('Grade', { max: 20 })),
      pricePerKg: money('Price per kg', { min: 1, max: 10_000_00 }),
      premiumPerKg: optional(money('Premium per kg', { max: 10_000_00 })),
      deductions: optional(money('Deductions', { help: 'Above 5 % of the price the manager records the ticket (BR-29).' })),
      receiptNo: documentNo('Receipt no.', { max: 40 }),
      scaleId: optional(text('Scale', { max: 40 })),
      witness: optional(text('Witness', { max: 80 })),
      farmerConfirmation: optional(choice('Farmer confirmed by', { OTP: 'One-time code', IVR: 'Phone call', SIGNATURE: 'Signature' })),
      signedSlip: attachments({ label: 'Photo of the signed slip', personal: true }),
      asConventional: optional(flag('Bought as conventional', { help: 'For border rows and whatever else is not to be sold under a claim.' })),
      downgradeConfirmed: optional(flag('Mixing claims on purpose: the lowest one counts')),
    },
  },
  ...ticketEvents,
  HEAP_BUILT: {
    needs: [{ why: 'A farm lot is one farmer’s harvest: nothing is joined into it.', on: ['unitType'], fails: ({ unitType }) => unitType === 'FARM_LOT' }],
    label: 'Heap built',
    help: 'Joins lots of one product into this one.',
    icon: 'landscape',
    from: ['OPEN'],
    roles: handlers,
    fields: { inputs: inputLots, downgradeConfirmed: optional(flag('Mixing claims on purpose: the lowest one counts')) },
  },
  MERGE: {
    needs: [{ why: 'A farm lot is one farmer’s harvest: nothing is joined into it.', on: ['unitType'], fails: ({ unitType }) => unitType === 'FARM_LOT' }],
    label: 'Merge into this lot',
    icon: 'call_merge',
    from: ['OPEN'],
    roles: handlers,
    fields: { inputs: inputLots, downgradeConfirmed: optional(flag('Mixing claims on purpose: the lowest one counts')) },
  },
  SPLIT: {
    label: 'Split',
    help: 'Makes new lots out of part of this one.',
    icon: 'call_split',
    from: ['CLOSED', 'RELEASED', 'RECEIVED'],
    roles: handlers,
    fields: {
      outputs: rows(
        'New lots',
        {
          kg: kilograms('Weight'),
          bales: optional(integer('Bales', { min: 1, max: 1000 })),
          units: namedUnits,
          batchNo: optional(documentNo('Lot no.', { max: 20, pattern: /^[A-Za-z0-9\-./_]+$/, hint: 'Letters, digits and - . / _' })),
        },
        { min: 1, max: 50 },
      ),
    },
  },
  ...openingEvents,
  CLOSED: {
    needs: [
      { why: 'A farm lot is one farmer’s harvest: it closes with its crop.', on: ['unitType'], fails: ({ unitType }) => unitType === 'FARM_LOT' },
      { why: 'There is nothing in this lot yet.', on: ['onHandKg'], fails: ({ onHandKg }) => !onHandKg },
    ],
    label: 'Close lot',
    help: 'Nothing more is added.',
    icon: 'lock',
    from: ['OPEN'],
    to: 'CLOSED',
    roles: handlers,
    fields: { weighingDocument: optional(text('Weighing document', { max: 60 })), files: attachments() },
  },
  RELEASED: {
    needs: [
      {
        why: 'The GMO test was positive. Hold the lot back; the manager may release it as conventional.',
        on: ['gmoStatus'],
        fails: ({ gmoStatus }) => gmoStatus === 'POSITIVE',
      },
      { why: 'The result of the GMO test is awaited.', on: ['gmoStatus'], fails: ({ gmoStatus }) => gmoStatus === 'PENDING' },
    ],
    label: 'Release',
    icon: 'verified',
    from: ['CLOSED'],
    to: 'RELEASED',
    blockedByReviewOf: ['BR-08'],
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'PROCESSOR_USER'],
    fields: { comment: optional(text('Comment', { max: 200 })) },
  },
  DISPATCH: {
    label: 'Dispatch',
    help: 'What leaves becomes a lot of its own, on its way to the buyer.',
    icon: 'local_shipping',
    from: ['RELEASED', 'RECEIVED'],
    blockedByReviewOf: ['BR-08'],
    against:
      'Whoever holds it is suspended, or the group has no scope certificate in force: nothing is sent under a claim; and nothing of a product that is not for sale.',
    roles: handlers,
    fields: {
      buyerId: reference('Buyer', 'processor'),
      kg: kilograms('Weight'),
      bales: optional(integer('Bales', { min: 1, max: 1000 })),
      units: namedUnits,
      sscc: optional({ ...sscc, help: 'Sends what was loaded into this shipment.' }),
      invoiceNo: documentNo('Invoice', { max: 40 }),
      transportDocument: optional(text('Transport document', { max: 60 })),
      files: attachments(),
      vehicle: optional(text('Vehicle', { max: 20 })),
      batchNo: optional(documentNo('New lot no.', { max: 20, pattern: /^[A-Za-z0-9\-./_]+$/, hint: 'Letters, digits and - . / _' })),
    },
  },
  RECEIVED: {
    label: 'Received',
    icon: 'move_to_inbox',
    from: ['IN_TRANSIT'],
    to: 'RECEIVED',
    system: true,
    fields: {
      processingSystemId: reference('At', 'processingsystem'),
      netKg: kilograms('Net'),
      storageBin: optional(text('Stored at', { max: 40 })),
      causeEventId: derived(text('Cause', { max: 36 })),
    },
  },
  MOVE: {
    label: 'Move',
    icon: 'forklift',
    from: live,
    roles: handlers,
    fields: { processingSystemId: optional(reference('Moved to', 'processingsystem')), storageBin: optional(text('Stored at', { max: 40 })) },
  },
  ...unitEvents,
  SAMPLE_TAKEN: {
    label: 'Sample taken',
    icon: 'biotech',
    from: tested,
    fields: sampleFields(),
  },
  LAB_RESULT: {
    label: 'Laboratory result',
    help: 'A positive result holds the lot, and every lot made of it, and asks for new samples of lots from the same sources. A negative one of a later sample lifts these holds.',
    icon: 'science',
    from: tested,
    fields: resultFields(),
  },
  // BR-15: the certification body’s part of taking a positive result back once a certificate names the goods.
  RESULT_DISMISSED: {
    label: 'Agree that a positive result was recorded in error',
    help: 'By the certification body: somebody who may approve, and did not record the result, may then take it back.',
    icon: 'undo',
    from: tested,
    roles: ['CERTIFICATION_BODY_AUDITOR'],
    fields: dismissalFields(),
  },
  RETEST_ASKED: {
    label: 'To be tested again',
    help: 'A lot that has goods of the same sources was tested positive: this one waits for a sample of its own.',
    icon: 'biotech',
    from: tested,
    system: true,
    fields: { kind: derived(testKind()), sampleNo: derived(sampleNo()), causeEventId: derived(text('Cause', { max: 36 })) },
  },
  HOLD_LIFTED: {
    label: 'Hold lifted by a negative test',
    icon: 'lock_open',
    from: tested,
    system: true,
    fields: { holdEventId: derived(text('Hold', { max: 36 })), causeEventId: derived(text('Cause', { max: 36 })) },
  },
  QUARANTINE: {
    needs: [
      {
        why: 'A processor holds this lot: its people hold it back, or the operator’s manager, or the certification body.',
        on: ['processorId'],
        fails: ofHolder('OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'),
      },
    ],
    label: 'Hold back',
    help: 'The lot cannot be used or sold until it is released.',
    icon: 'pan_tool',
    from: [...live, 'IN_TRANSIT'],
    // The body's is beside any other.
    alsoFrom: { states: ['QUARANTINED', 'RECALLED'], roles: ['CERTIFICATION_BODY_AUDITOR'] },
    to: 'QUARANTINED',
    roles: [...handlers, 'CERTIFICATION_BODY_AUDITOR'],
    fields: {
      reason: longText('Reason', { max: 500, wordsIn: 'words' }),
      words: productWords,
      ref: optional(text('Reference', { max: 60 })),
      causeEventId: derived(text('Cause', { max: 36 })),
      isOfBody: derived(flag('By the certification body')),
      certificationBodyId: derived(reference('Certification body', 'certificationbody')),
    },
  },
  RELEASE_AGREED: {
    label: 'Agree to release',
    help: 'By the certification body that holds it back, or by the administrator when that body certifies here no more: the manager then releases it or disposes of it.',
    icon: 'how_to_reg',
    from: ['QUARANTINED', 'RECALLED'],
    roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'],
    fields: {
      note: longText('How the cause was closed', { max: 500 }),
      certificationBodyId: derived(reference('Certification body', 'certificationbody')),
    },
  },
  RELEASE: {
    label: 'Release from hold',
    icon: 'lock_open',
    from: ['QUARANTINED'],
    to: 'RELEASED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    excludesActorOf: ['LAB_RESULT'],
    fields: { causeClosed: longText('How the cause was closed', { max: 500 }), downgrade: flag('Release as conventional', { initial: false }) },
  },
  RECALL: {
    label: 'Recalled',
    help: 'A recall found goods in it: it is restricted until the recall is closed.',
    icon: 'flag',
    from: tested,
    to: 'RECALLED',
    system: true,
    fields: {
      caseId: derived(reference('Recall', 'recallcase')),
      reason: derived(text('Reason', { max: 500, wordsIn: 'words' })),
      words: productWords,
      causeEventId: derived(text('Cause', { max: 36 })),
    },
  },
  RECALL_ENDED: {
    label: 'Recall ended',
    help: 'The recall was closed; what else restricts the lot stays.',
    icon: 'lock_open',
    from: tested,
    system: true,
    fields: { caseId: derived(reference('Recall', 'recallcase')), causeEventId: derived(text('Cause', { max: 36 })) },
  },
  LOSS: {
    label: 'Loss',
    icon: 'trending_down',
    from: live,
    roles: handlers,
    fields: {
      cause: choice('Cause', { DRYING: 'Drying', SPILLAGE: 'Spillage', THEFT: 'Theft', FIRE: 'Fire', RAIN: 'Rain', OTHER: 'Other' }),
      kg: kilograms('Weight'),
      evidence: optional(text('Evidence', { max: 200 })),
    },
  },
  DISPOSAL: {
    label: 'Dispose of',
    icon: 'delete_forever',
    from: ['QUARANTINED', 'RECALLED'],
    to: 'DISPOSED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: { method: text('How', { max: 120 }), evidence: text('Evidence', { max: 200 }) },
  },
  ADJUST: {
    label: 'Propose adjustment',
    help: 'Takes effect when somebody else approves it.',
    icon: 'tune',
    from: live,
    roles: handlers,
    fields: {
      deltaKg: quantity('Difference', 'kg', { min: -100_000, max: 100_000 }),
      reason: longText('Reason', { max: 500, wordsIn: 'words' }),
      words: productWords,
      causeEventId: derived(text('Cause', { max: 36 })),
    },
  },
  STOCK_COUNTED: {
    label: 'Stock counted',
    help: 'A difference to the books of that moment takes effect when somebody else approves it.',
    icon: 'inventory',
    from: live,
    system: true,
    fields: {
      countedKg: kilograms('Counted', { min: 0 }),
      deltaKg: derived(quantity('Difference', 'kg', { min: -100_000, max: 100_000 })),
      reason: optional(longText('Reason', { max: 500 })),
      causeEventId: derived(text('Cause', { max: 36 })),
    },
  },
  ADJUST_AGREED: {
    label: 'Agree to adjustment',
    help: 'By the certification body, where more is adjusted than the programme leaves to one approval. It takes effect when it is approved.',
    icon: 'how_to_reg',
    from: live,
    roles: ['CERTIFICATION_BODY_AUDITOR'],
    excludesActorOf: ['ADJUST', 'STOCK_COUNTED'],
    fields: {
      adjustEventId: optional(text('Proposal', { max: 36, help: 'Which proposal, when several wait.' })),
      deltaKg: derived(quantity('Difference', 'kg', { min: -100_000, max: 100_000 })),
      comment: optional(text('Comment', { max: 200 })),
      certificationBodyId: derived(reference('Certification body', 'certificationbody')),
    },
  },
  ADJUST_APPROVED: {
    label: 'Approve adjustment',
    icon: 'done_all',
    from: live,
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    excludesActorOf: ['ADJUST', 'STOCK_COUNTED'],
    fields: {
      adjustEventId: optional(text('Proposal', { max: 36, help: 'Which proposal, when several wait.' })),
      deltaKg: derived(quantity('Difference', 'kg', { min: -100_000, max: 100_000 })),
      comment: optional(text('Comment', { max: 200 })),
    },
  },
  VOIDED: {
    label: 'Void lot',
    icon: 'cancel',
    from: ['OPEN'],
    to: 'VOIDED',
    roles: handlers,
    fields: { reason: longText('Reason', { max: 500, wordsIn: 'words' }), words: productWords, causeEventId: derived(text('Cause', { max: 36 })) },
  },
  QR_REVOKED: {
    label: 'Withdraw public page',
    icon: 'visibility_off',
    from: tested,
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: { reason: text('Reason', { max: 200 }) },
  },
} as const satisfies Events
