// What happens at a facility (domain dictionary 4.2): intake, cleaning, runs, pressing, counts.
// Every one that moves kilograms posts them to the ledger (server/behaviours/processingsystem*.ts).
import type { Events } from '../kernel/entity.ts'
import { attachments, choice, documentNo, flag, integer, kilograms, longText, optional, quantity, reference, rows, text, time, words } from '../kernel/kinds.ts'
import { processes, type SystemType } from '../kernel/terms.ts'
import { baleWeight } from './unit-events.ts'

const staff = ['ADMIN', 'PURCHASE_OFFICER', 'PROCESSOR_USER'] as const
/** Where there is a press; the norms say the same of the process (chain/norms.ts). */
export const withPress: readonly SystemType[] = ['GINNING', 'PRESSING']

export const processingsystemEvents = {
  ACTIVATED: { label: 'Activate', icon: 'verified', from: ['DRAFT'], to: 'ACTIVE', right: 'approve', roles: ['ADMIN'], fields: {} },
  SUSPENDED: {
    label: 'Suspend',
    icon: 'block',
    from: ['ACTIVE'],
    to: 'SUSPENDED',
    right: 'approve',
    roles: ['ADMIN'],
    fields: { reason: longText('Reason', { max: 500 }) },
  },
  REINSTATED: {
    label: 'Reinstate',
    icon: 'undo',
    from: ['SUSPENDED'],
    to: 'ACTIVE',
    right: 'approve',
    roles: ['ADMIN'],
    fields: { reason: longText('What was corrected', { max: 500 }) },
  },
  DECOMMISSIONED: {
    label: 'Decommission',
    help: 'Only when it holds no stock.',
    icon: 'archive',
    from: ['ACTIVE', 'SUSPENDED'],
    to: 'DECOMMISSIONED',
    right: 'approve',
    roles: ['ADMIN'],
    fields: { reason: longText('Reason', { max: 500 }) },
  },
  GOODS_RECEIVED: {
    label: 'Goods received',
    help: 'Weigh what arrives; the difference to what was sent is booked.',
    icon: 'move_to_inbox',
    from: ['ACTIVE'],
    roles: staff,
    fields: {
      batchId: reference('Lot', 'productbatch'),
      grossKg: kilograms('Gross'),
      tareKg: kilograms('Tare', { min: 0 }),
      netKg: kilograms('Net'),
      moisture: optional(quantity('Moisture', '%', { max: 30, decimals: 1 })),
      vehicle: optional(text('Vehicle', { max: 20 })),
      document: optional(text('Transport document', { max: 60 })),
      storageBin: optional(text('Stored at', { max: 40 })),
    },
  },
  CLEANING: {
    label: 'Cleaning',
    help: 'Opens the line to certified goods for 24 hours.',
    icon: 'cleaning_services',
    from: ['ACTIVE'],
    roles: staff,
    fields: {
      area: text('What was cleaned', { max: 120 }),
      method: choice('Method', { BRUSHED: 'Brushed', BLOWN: 'Blown out', WASHED: 'Washed', PURGED: 'Purged' }),
      purgeKg: optional(kilograms('Purged', { min: 0, max: 100_000 })),
      files: attachments(),
    },
  },
  PROCESS_RUN: {
    label: 'Run',
    help: 'What went in must come out: as product, waste or measured loss.',
    icon: 'settings',
    from: ['ACTIVE'],
    roles: staff,
    fields: {
      process: choice('Process', processes),
      inputs: rows(
        'Input lots',
        {
          batchId: reference('Lot', 'productbatch'),
          kg: kilograms('Weight'),
          units: optional(words('Unit numbers', { max: 1000, help: 'Which bales or cones are used; empty: the first ones.' })),
        },
        { min: 1, max: 50 },
      ),
      outputs: rows(
        'Outputs',
        {
          productId: reference('Product', 'product'),
          kg: kilograms('Weight'),
          grade: optional(text('Grade', { max: 20 })),
          batchNo: optional(documentNo('Lot no.', { max: 20, pattern: /^[A-Za-z0-9\-./_]+$/, hint: 'Letters, digits and - . / _' })),
        },
        { min: 1, max: 12 },
      ),
      wasteKg: kilograms('Waste', { min: 0, help: 'Thrown away, kept in no lot.' }),
      invisibleKg: kilograms('Invisible loss', { min: 0, help: 'Moisture and dust that left no weight behind.' }),
      startedAt: time('Started at'),
      endedAt: time('Ended at'),
      shift: optional(integer('Shift', { min: 1, max: 4 })),
      reason: optional(text('Why out of the usual band', { max: 300 })),
      downgradeConfirmed: optional(flag('Mixing claims on purpose: the lowest one counts')),
    },
  },
  BALE_PRESSED: {
    needs: [
      {
        why: 'There is no press here: bales are pressed at a gin or a press.',
        on: ['systemType'],
        fails: ({ systemType }) => !withPress.includes(systemType as SystemType),
      },
    ],
    label: 'Bales pressed',
    help: 'Makes one bale lot with a weight for each bale.',
    icon: 'view_in_ar',
    from: ['ACTIVE'],
    roles: staff,
    fields: {
      batchId: reference('Lint lot', 'productbatch'),
      productId: reference('Product', 'product'),
      lintKg: kilograms('Lint used'),
      reason: optional(text('Why out of the usual band', { max: 300 })),
      batchNo: optional(documentNo('Lot no.', { max: 20, pattern: /^[A-Za-z0-9\-./_]+$/, hint: 'Letters, digits and - . / _' })),
      bales: rows(
        'Bales',
        {
          no: documentNo('Bale no.', { max: 20 }),
          kg: kilograms('Weight', baleWeight),
          moisture: optional(quantity('Moisture', '%', { max: 20, decimals: 1 })),
          stapleMm: optional(quantity('Staple', 'mm', { min: 15, max: 45, decimals: 1 })),
          mic: optional(quantity('Micronaire', 'mic', { min: 2, max: 7, decimals: 2 })),
        },
        { min: 1, max: 300 },
      ),
    },
  },
  QC_TEST: {
    label: 'Quality test',
    icon: 'science',
    from: ['ACTIVE'],
    roles: staff,
    fields: {
      batchId: reference('Lot', 'productbatch'),
      stapleMm: optional(quantity('Staple', 'mm', { min: 15, max: 45, decimals: 1 })),
      mic: optional(quantity('Micronaire', 'mic', { min: 2, max: 7, decimals: 2 })),
      strength: optional(quantity('Strength', 'g/tex', { max: 60, decimals: 1 })),
      trash: optional(quantity('Trash', '%', { max: 30, decimals: 1 })),
      moisture: optional(quantity('Moisture', '%', { max: 30, decimals: 1 })),
      result: choice('Result', { PASS: ['Passed', 'success'], FAIL: ['Failed', 'error'] }),
      grade: optional(text('Grade', { max: 20 })),
    },
  },
  STOCK_COUNT: {
    label: 'Stock count',
    help: 'A difference is proposed as an adjustment for somebody else to approve.',
    icon: 'inventory',
    from: ['ACTIVE'],
    roles: staff,
    fields: {
      batchId: reference('Lot', 'productbatch'),
      countedKg: kilograms('Counted', { min: 0 }),
      cause: optional(text('Cause of a difference', { max: 200 })),
    },
  },
  WASTE_OUT: {
    label: 'Waste taken away',
    icon: 'delete',
    from: ['ACTIVE'],
    roles: staff,
    fields: { batchId: reference('Lot', 'productbatch'), kg: kilograms('Weight'), destination: text('Where to', { max: 120 }) },
  },
  BREAKDOWN: {
    label: 'Breakdown',
    icon: 'build',
    from: ['ACTIVE'],
    roles: staff,
    fields: { hours: quantity('Hours', 'h', { min: 0.1, max: 2400, decimals: 1 }), cause: text('Cause', { max: 200 }) },
  },
} as const satisfies Events
