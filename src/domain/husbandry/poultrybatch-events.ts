// What happens to a flock (animal 7). Counts of birds and eggs are whole numbers; the balance of living birds follows from
// placement, deaths, culls, transfers and catches.
import type { Events } from '../kernel/entity.ts'
import { choice, date, integer, kilograms, longText, optional, quantity, reference, text } from '../kernel/kinds.ts'
import { withFiles } from '../kernel/step-files.ts'
import { healthEvents, treatmentFields } from './animal-health-events.ts'
import { disposals, mortalityCauses } from './animal-terms.ts'

const alive = ['PLACED', 'LAYING', 'DEPLETING'] as const
const birds = (label: string, min = 0) => integer(label, { min, max: 1_000_000 })
const temperature = (label: string) => quantity(label, '°C', { min: -20, max: 60, decimals: 1 })

/** Those that a package can plan, in the order in which it offers them. */
export const plannedFlockEvents = [
  'PLACEMENT',
  'DAILY_RECORD',
  'FEEDING',
  'WATER',
  'WEIGHT_SAMPLE',
  'EGG_COLLECTION',
  'VACCINATION',
  'TREATMENT',
  'ENVIRONMENT',
  'LITTER',
  'LIGHTING',
  'CATCH',
  'CLEANOUT',
] as const

const declared = {
  PLACEMENT: {
    label: 'Placement',
    help: 'Opens the balance of the flock.',
    icon: 'login',
    from: ['PLANNED'],
    to: 'PLACED',
    fields: {
      females: birds('Females'),
      males: birds('Males'),
      unsexed: birds('Unsexed'),
      weightG: optional(quantity('Chick weight', 'g', { min: 10, max: 5000, decimals: 1 })),
      transportHours: optional(quantity('Transport', 'h', { max: 240, decimals: 1 })),
      uniformityPct: optional(quantity('Uniformity', '%', { max: 100, decimals: 1 })),
    },
  },
  DAILY_RECORD: {
    label: 'Day’s record',
    help: 'Once a day: deaths, feed, water and eggs together.',
    icon: 'edit_calendar',
    from: alive,
    fields: {
      day: date('Day'),
      deadFemales: birds('Dead females'),
      deadMales: birds('Dead males'),
      deadUnsexed: birds('Dead unsexed'),
      culledFemales: birds('Culled females'),
      culledMales: birds('Culled males'),
      culledUnsexed: birds('Culled unsexed'),
      feedKg: optional(quantity('Feed', 'kg', { max: 1_000_000, decimals: 1 })),
      waterL: optional(quantity('Water', 'L', { max: 10_000_000, decimals: 0 })),
      temperatureMinC: optional(temperature('Coldest')),
      temperatureMaxC: optional(temperature('Warmest')),
      humidityPct: optional(quantity('Humidity', '%', { max: 100, decimals: 0 })),
      lightHours: optional(quantity('Light', 'h', { max: 24, decimals: 1 })),
      eggsGood: birds('Good eggs'),
      eggsCracked: birds('Cracked eggs'),
      eggsDirty: birds('Dirty eggs'),
      eggsBroken: birds('Broken eggs'),
      averageEggG: optional(quantity('Mean egg weight', 'g', { min: 5, max: 200, decimals: 1 })),
    },
  },
  MORTALITY: {
    label: 'Deaths',
    icon: 'cancel',
    from: alive,
    fields: { count: birds('Birds', 1), cause: choice('Cause', mortalityCauses), disposal: choice('Disposal', disposals) },
  },
  CULL: { label: 'Culled', icon: 'cancel', from: alive, fields: { count: birds('Birds', 1), reason: text('Reason', { max: 200 }) } },
  TRANSFER: {
    label: 'Transfer to another flock',
    help: 'Both balances change together.',
    icon: 'swap_horiz',
    from: alive,
    fields: {
      toBatchId: reference('To flock', 'poultrybatch'),
      count: birds('Birds', 1),
      averageWeightG: optional(quantity('Mean weight', 'g', { max: 30_000, decimals: 0 })),
    },
  },
  COUNT_ADJUST: { label: 'Birds counted', icon: 'inventory', from: alive, fields: { counted: birds('Counted'), reason: text('Why it differs', { max: 200 }) } },
  FEEDING: {
    label: 'Fed',
    icon: 'redeem',
    from: alive,
    fields: { feedItemId: reference('Feed', 'feeditem'), feedLot: optional(text('Lot', { max: 40 })), kg: kilograms('Quantity', { max: 1_000_000 }) },
  },
  WATER: { label: 'Water given', icon: 'water_drop', from: alive, fields: { litres: quantity('Water', 'L', { min: 0.1, max: 10_000_000, decimals: 1 }) } },
  WEIGHT_SAMPLE: {
    label: 'Sample weighed',
    help: 'A sound mean needs one bird in a hundred, and at least thirty.',
    icon: 'straighten',
    from: alive,
    fields: {
      sampleSize: birds('Birds weighed', 1),
      meanG: quantity('Mean weight', 'g', { min: 5, max: 30_000, decimals: 1 }),
      sdG: optional(quantity('Spread', 'g', { max: 10_000, decimals: 1 })),
      uniformityPct: optional(quantity('Uniformity', '%', { max: 100, decimals: 1 })),
    },
  },
  EGG_COLLECTION: {
    label: 'Eggs collected',
    icon: 'shopping_basket',
    from: alive,
    fields: {
      good: birds('Good eggs'),
      cracked: birds('Cracked eggs'),
      dirty: birds('Dirty eggs'),
      broken: birds('Broken eggs'),
      floor: optional(birds('Eggs from the floor')),
      gradeXl: optional(birds('XL, 73 g and more')),
      gradeL: optional(birds('L, 63 to 73 g')),
      gradeM: optional(birds('M, 53 to 63 g')),
      gradeS: optional(birds('S, under 53 g')),
    },
  },
  LAYING_STARTED: { label: 'Laying begins', icon: 'play_arrow', from: ['PLACED', 'LAYING'], to: 'LAYING', fields: {} },
  VACCINATION: {
    label: 'Vaccination',
    icon: 'vaccines',
    from: alive,
    fields: {
      diseaseId: optional(reference('Against', 'diagnosiscode')),
      medicineId: reference('Vaccine', 'medicine'),
      batchNo: text('Batch of the medicine', { max: 40 }),
      route: choice('Given', { SC: 'Under the skin', IM: 'Into the muscle', EYE: 'Eye drop', WATER: 'In the water', SPRAY: 'Spray', WING_WEB: 'Wing web' }),
      birds: birds('Birds', 1),
    },
  },
  DISEASE_OBSERVATION: {
    label: 'Disease observed',
    icon: 'search',
    from: alive,
    fields: {
      signs: text('Signs', { max: 200 }),
      diagnosisId: optional(reference('Suspected', 'diagnosiscode')),
      birds: optional(birds('Birds', 1)),
      laboratoryRef: optional(text('Laboratory', { max: 80 })),
    },
  },
  TREATMENT: {
    label: 'Treatment',
    help: 'Until the withdrawal is over, no bird is caught for slaughter, and eggs are for review.',
    icon: 'healing',
    from: alive,
    fields: { ...treatmentFields, startDate: date('From'), endDate: date('To') },
  },
  RESTRICTION: { ...healthEvents.RESTRICTION, from: alive },
  ENVIRONMENT: {
    label: 'Climate reading',
    icon: 'thunderstorm',
    from: alive,
    fields: {
      temperatureC: temperature('Temperature'),
      humidityPct: optional(quantity('Humidity', '%', { max: 100, decimals: 0 })),
      nh3Ppm: optional(quantity('Ammonia', 'ppm', { max: 100, decimals: 1 })),
      co2Ppm: optional(quantity('Carbon dioxide', 'ppm', { max: 50_000, decimals: 0 })),
    },
  },
  LITTER: {
    label: 'Litter',
    icon: 'compost',
    from: alive,
    fields: {
      action: choice('What was done', { TURNED: 'Turned', ADDED: 'Added', REPLACED: 'Replaced' }),
      moisturePct: optional(quantity('Moisture', '%', { max: 100, decimals: 0 })),
    },
  },
  LIGHTING: {
    label: 'Light',
    icon: 'tune',
    from: alive,
    fields: { hours: quantity('Light', 'h', { max: 24, decimals: 1 }), lux: optional(quantity('Brightness', 'lx', { max: 10_000, decimals: 0 })) },
  },
  CATCH: {
    label: 'Birds caught',
    help: 'Refused while a withdrawal for meat runs.',
    icon: 'local_shipping',
    from: alive,
    to: 'DEPLETING',
    fields: {
      count: birds('Birds', 1),
      totalLiveKg: kilograms('Live weight', { max: 10_000_000 }),
      buyer: text('Sold to', { max: 120 }),
      forSlaughter: choice('Sold for', { SLAUGHTER: 'Slaughter', LIVE: 'Sold alive' }),
      vehicle: optional(text('Vehicle', { max: 20 })),
      feedWithdrawalHours: optional(quantity('Hours without feed', 'h', { max: 72, decimals: 1 })),
    },
  },
  CLEANOUT: {
    label: 'House cleared',
    help: 'Only when no bird is left.',
    icon: 'cleaning_services',
    from: ['PLACED', 'LAYING', 'DEPLETING'],
    to: 'CLOSED',
    fields: { litterKg: optional(quantity('Litter', 'kg', { max: 1_000_000, decimals: 0 })), downtimeDays: integer('Days empty', { max: 60, unit: 'days' }) },
  },
  CANCELLED: { label: 'Cancel', icon: 'cancel', from: ['PLANNED'], to: 'CANCELLED', fields: { reason: longText('Reason', { max: 500 }) } },
} as const satisfies Events

export const poultrybatchEvents = withFiles(declared, plannedFlockEvents)
