// What happens to a stock of fish or shrimp (animal 8): preparing the pond, stocking, feeding, water, growth, harvest.
// Water is read in the units of the instruments.
import type { Events } from '../kernel/entity.ts'
import { choice, choices, date, flag, integer, kilograms, longText, optional, quantity, reference, rows, text } from '../kernel/kinds.ts'
import { withFiles } from '../kernel/step-files.ts'
import { healthEvents, treatmentFields } from './animal-health-events.ts'
import { disposals } from './animal-terms.ts'

const before = ['PLANNED', 'PREPARED'] as const
const growing = ['STOCKED', 'GROWING', 'HARVESTING'] as const
const milligrams = (label: string, max: number, decimals = 2) => quantity(label, 'mg/L', { max, decimals })

const harvest = {
  fish: rows(
    'Harvest',
    {
      faoAlpha3: text('FAO code', { min: 3, max: 3, pattern: /^[A-Z]{3}$/, hint: 'Three capital letters.' }),
      kg: kilograms('Weight', { max: 10_000_000 }),
      count: optional(integer('Animals', { min: 1, max: 100_000_000 })),
      meanG: optional(quantity('Mean weight', 'g', { max: 50_000, decimals: 2 })),
      grade: optional(text('Grade', { max: 20 })),
    },
    { min: 1, max: 20 },
  ),
  iceKg: optional(quantity('Ice', 'kg', { max: 1_000_000, decimals: 0 })),
  buyer: text('Sold to', { max: 120 }),
  slaughterMethod: choice('Killed by', { ICE: 'Ice', STUNNING: 'Stunning', BLEEDING: 'Bleeding', LIVE: 'Sold alive', OTHER: 'Other' }),
}

/** Those that a package can plan, in the order in which it offers them. */
export const plannedPondEvents = [
  'POND_PREPARATION',
  'INPUT_APPLICATION',
  'STOCKING',
  'FEEDING',
  'CHECK_TRAY',
  'WATER_QUALITY',
  'WATER_EXCHANGE',
  'AERATION',
  'SAMPLING',
  'TREATMENT',
  'PARTIAL_HARVEST',
  'FINAL_HARVEST',
] as const

const declared = {
  POND_PREPARATION: {
    label: 'Pond prepared',
    icon: 'agriculture',
    from: before,
    to: 'PREPARED',
    fields: {
      drained: flag('Drained', { initial: true }),
      driedDays: optional(integer('Days dried', { max: 365, unit: 'days' })),
      ploughed: flag('Ploughed', { initial: false }),
      tasks: optional(longText('What else was done', { max: 500 })),
    },
  },
  STOCKING: {
    label: 'Stocking',
    icon: 'login',
    from: before,
    to: 'STOCKED',
    fields: {
      stock: rows(
        'Stock',
        {
          faoAlpha3: text('FAO code', { min: 3, max: 3, pattern: /^[A-Z]{3}$/, hint: 'Three capital letters.' }),
          count: integer('Animals', { min: 1, max: 100_000_000 }),
          meanG: quantity('Mean weight', 'g', { min: 0.001, max: 5000, decimals: 3 }),
          hatcheryLot: optional(text('Lot of the hatchery', { max: 40 })),
        },
        { min: 1, max: 10 },
      ),
      transportHours: optional(quantity('Transport', 'h', { max: 240, decimals: 1 })),
      pcrWssv: optional(choice('PCR, white spot', { NEG: ['Negative', 'success'], POS: ['Positive', 'error'], NOT_DONE: 'Not done' })),
      pcrEhp: optional(choice('PCR, EHP', { NEG: ['Negative', 'success'], POS: ['Positive', 'error'], NOT_DONE: 'Not done' })),
    },
  },
  INPUT_APPLICATION: {
    label: 'Input applied',
    icon: 'science',
    from: [...before, ...growing],
    fields: {
      inputName: text('Input', { max: 80 }),
      itemId: optional(reference('Input of the list', 'inputitem')),
      quantity: quantity('Quantity', 'unit', { min: 0.001, max: 1_000_000 }),
      unit: choice('Unit', { KG: 'kg', G: 'g', L: 'L', ML: 'mL', COUNT: 'pieces' }),
      basis: choice('Counted for', { POND: 'The whole pond', PER_HA: 'One hectare', PER_M3: 'One cubic metre' }),
      purpose: choice('Purpose', {
        LIME: 'Lime',
        MANURE: 'Manure',
        FERTILISER: 'Fertiliser',
        PROBIOTIC: 'Probiotic',
        MINERAL: 'Mineral',
        DISINFECTANT: 'Disinfectant',
        ZEOLITE: 'Zeolite',
        OTHER: 'Other',
      }),
      organicAllowed: flag('Allowed in organic husbandry', { initial: false }),
    },
  },
  GROWTH_STARTED: { label: 'Growing', icon: 'spa', from: ['STOCKED'], to: 'GROWING', fields: {} },
  FEEDING: {
    label: 'Fed',
    icon: 'redeem',
    from: growing,
    fields: {
      feedItemId: reference('Feed', 'feeditem'),
      feedLot: optional(text('Lot', { max: 40 })),
      kg: kilograms('Quantity', { max: 1_000_000 }),
      method: choice('How', { BROADCAST: 'By hand', TRAY: 'On trays', BAG: 'Hanging bag', MACHINE: 'Feeder' }),
    },
  },
  CHECK_TRAY: {
    label: 'Feeding tray checked',
    icon: 'fact_check',
    from: growing,
    fields: { leftoverPct: quantity('Left over', '%', { max: 100, decimals: 0 }) },
  },
  WATER_QUALITY: {
    label: 'Water tested',
    icon: 'water',
    from: [...before, ...growing],
    fields: {
      temperatureC: quantity('Temperature', '°C', { min: -2, max: 45, decimals: 1 }),
      doMgL: milligrams('Oxygen', 25, 1),
      ph: quantity('pH', 'pH', { max: 14, decimals: 1 }),
      salinityPpt: optional(quantity('Salinity', 'ppt', { max: 45, decimals: 1 })),
      tanMgL: optional(milligrams('Total ammonia', 50)),
      nitriteMgL: optional(milligrams('Nitrite', 50)),
      nitrateMgL: optional(milligrams('Nitrate', 500, 1)),
      alkalinityMgL: optional(milligrams('Alkalinity', 500, 0)),
      hardnessMgL: optional(milligrams('Hardness', 2000, 0)),
      transparencyCm: optional(quantity('Transparency', 'cm', { max: 200, decimals: 0 })),
      h2sMgL: optional(milligrams('Hydrogen sulphide', 10, 3)),
    },
  },
  WATER_EXCHANGE: {
    label: 'Water exchanged',
    icon: 'water_drop',
    from: growing,
    fields: { pct: quantity('Share', '%', { min: 0.1, max: 100, decimals: 1 }), hours: optional(quantity('Hours', 'h', { max: 240, decimals: 1 })) },
  },
  AERATION: {
    label: 'Aeration',
    icon: 'tune',
    from: growing,
    fields: { hours: quantity('Hours', 'h', { min: 0.1, max: 24, decimals: 1 }), device: text('Device', { max: 80 }) },
  },
  SAMPLING: {
    label: 'Sample weighed',
    help: 'Thirty animals or more tell something.',
    icon: 'straighten',
    from: growing,
    fields: {
      method: choice('How', { CASTNET: 'Cast net', TRAY: 'Tray', SEINE: 'Seine' }),
      sampleSize: integer('Animals weighed', { min: 1, max: 100_000 }),
      meanG: quantity('Mean weight', 'g', { min: 0.001, max: 50_000, decimals: 3 }),
      minG: optional(quantity('Lightest', 'g', { max: 50_000, decimals: 3 })),
      maxG: optional(quantity('Heaviest', 'g', { max: 50_000, decimals: 3 })),
      lengthMm: optional(quantity('Length', 'mm', { max: 3000, decimals: 0 })),
    },
  },
  MORTALITY: {
    label: 'Deaths',
    icon: 'cancel',
    from: growing,
    fields: {
      count: integer('Animals', { min: 1, max: 100_000_000 }),
      estimated: flag('Estimated', { initial: false }),
      cause: choice('Cause', {
        DISEASE: 'Disease',
        OXYGEN: 'Lack of oxygen',
        WATER: 'Bad water',
        PREDATOR: 'Predator',
        HANDLING: 'Handling',
        UNKNOWN: 'Not known',
      }),
      disposal: choice('Disposal', disposals),
    },
  },
  DISEASE_OBSERVATION: {
    label: 'Disease observed',
    icon: 'search',
    from: growing,
    fields: {
      signs: choices('Signs', {
        LESIONS: 'Lesions',
        SURFACING: 'At the surface',
        LETHARGY: 'Sluggish',
        WHITE_SPOTS: 'White spots',
        NO_FEEDING: 'Does not feed',
      }),
      diagnosisId: optional(reference('Suspected', 'diagnosiscode')),
      laboratoryRef: optional(text('Laboratory', { max: 80 })),
    },
  },
  TREATMENT: {
    label: 'Treatment',
    help: 'The harvest waits until the withdrawal is over.',
    icon: 'healing',
    from: growing,
    fields: {
      ...treatmentFields,
      basis: choice('Dose for', { PER_KG_BIOMASS: 'One kg of fish', PER_M3: 'One cubic metre', POND: 'The whole pond' }),
      endDate: date('To'),
    },
  },
  RESTRICTION: { ...healthEvents.RESTRICTION, from: growing },
  TRANSFER: {
    label: 'Transfer to another pond',
    help: 'Both counts change together.',
    icon: 'swap_horiz',
    from: growing,
    fields: {
      toCropId: reference('Moved to', 'aquacrop'),
      count: integer('Animals', { min: 1, max: 100_000_000 }),
      meanG: quantity('Mean weight', 'g', { max: 50_000, decimals: 2 }),
    },
  },
  PARTIAL_HARVEST: {
    label: 'Partial harvest',
    help: 'Refused while a withdrawal runs.',
    icon: 'shopping_basket',
    from: growing,
    to: 'HARVESTING',
    fields: harvest,
  },
  FINAL_HARVEST: { label: 'Last harvest', help: 'Refused while a withdrawal runs.', icon: 'shopping_basket', from: growing, to: 'HARVESTED', fields: harvest },
  DISCHARGE_TEST: {
    label: 'Outflow tested',
    help: 'When the pond is drained.',
    icon: 'science',
    from: [...growing, 'HARVESTED'],
    fields: {
      ph: quantity('pH', 'pH', { max: 14, decimals: 1 }),
      suspendedMgL: milligrams('Suspended matter', 10_000, 0),
      doMgL: milligrams('Oxygen', 25, 1),
      freeAmmoniaMgL: optional(milligrams('Free ammonia', 50)),
      bodMgL: optional(milligrams('BOD', 10_000, 0)),
      codMgL: optional(milligrams('COD', 10_000, 0)),
      phosphateMgL: optional(milligrams('Dissolved phosphate', 100)),
      nitrogenMgL: optional(milligrams('Total nitrogen', 1000)),
    },
  },
  COUNT_ADJUST: {
    label: 'Animals counted',
    icon: 'inventory',
    from: growing,
    fields: { counted: integer('Counted', { max: 100_000_000 }), reason: text('Why it differs', { max: 200 }) },
  },
  FAILED: { label: 'Stock lost', icon: 'dangerous', from: growing, to: 'FAILED', fields: { reason: longText('Reason', { max: 500 }) } },
  CLOSE: {
    label: 'Close',
    icon: 'lock',
    from: ['HARVESTED'],
    to: 'CLOSED',
    fields: { drained: flag('Drained', { initial: true }), reason: optional(longText('Reason', { max: 500 })) },
  },
} as const satisfies Events

export const aquacropEvents = withFiles(declared, plannedPondEvents)
