// What happens to the numbered units of a lot where they lie (domain dictionary 4.4; EPCIS repackaging, loading, unloading).
import type { Events } from '../kernel/entity.ts'
import { documentNo, kilograms, optional, rows, text, words } from '../kernel/kinds.ts'

/** As many units may be in one lot. */
export const mostUnits = 1000
/** Numbers of units in the lot; where it has units, these or how many of them are named. */
export const namedUnits = optional(words('Unit numbers', { max: mostUnits, help: 'Which ones; empty: the first ones, as many as are given.' }))
/** What a bale weighs (4.2), when it is pressed and when it is packed anew. */
export const baleWeight = { min: 140, max: 230 } as const
const handlers = ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER'] as const
const packed = ['CLOSED', 'RELEASED', 'RECEIVED'] as const
export const sscc = text('Shipment (SSCC)', {
  max: 40,
  pattern: /^[A-Za-z0-9\-./_]+$/,
  hint: 'Letters, digits and - . / _',
  help: '18 digits with a check digit, or your own number.',
})

export const unitEvents = {
  REPACK: {
    needs: [{ why: 'A farm lot is one farmer’s harvest, loose until it is bought.', on: ['unitType'], fails: ({ unitType }) => unitType === 'FARM_LOT' }],
    label: 'Packed',
    help: 'All goods of the lot in numbered units. A number that is there already stays the same unit; one that is left out ends.',
    icon: 'inventory_2',
    from: packed,
    roles: handlers,
    fields: {
      units: rows(
        'Units',
        { unitNo: documentNo('No.', { max: 20 }), kg: kilograms('Weight') },
        { min: 1, max: mostUnits, help: 'Together the weight of the lot.' },
      ),
      reason: optional(text('Why', { max: 200 })),
    },
  },
  RELABEL: {
    label: 'Labelled anew',
    help: 'Another label on units; each keeps its number, and is found by both.',
    icon: 'label',
    from: ['OPEN', ...packed, 'IN_TRANSIT'],
    roles: handlers,
    fields: {
      labels: rows('Labels', { unitNo: documentNo('No.', { max: 20 }), label: text('Label', { max: 40 }) }, { min: 1, max: mostUnits }),
      reason: text('Why', { max: 200 }),
    },
  },
  LOADED: {
    label: 'Loaded',
    help: 'Units, or loose goods, into a shipment. A dispatch that names the shipment sends what was loaded.',
    icon: 'pallet',
    from: [...packed, 'IN_TRANSIT'],
    roles: handlers,
    fields: {
      sscc,
      units: optional(words('Unit numbers', { max: mostUnits, help: 'Empty: all that are in no shipment.' })),
      kg: optional(kilograms('Weight', { help: 'Of goods without units.' })),
      vehicle: optional(text('Vehicle', { max: 20 })),
      sealNo: optional(text('Seal', { max: 40 })),
    },
  },
  UNLOADED: {
    label: 'Unloaded',
    help: 'Units, or loose goods, out of a shipment.',
    icon: 'output',
    from: [...packed, 'IN_TRANSIT'],
    roles: handlers,
    fields: {
      sscc,
      units: optional(words('Unit numbers', { max: mostUnits, help: 'Empty: all that are in it.' })),
      kg: optional(kilograms('Weight', { help: 'Of goods without units.' })),
    },
  },
} as const satisfies Events
