// What happens on a husbandry enterprise as a whole (animal 3): feed in and out, cleaning, visits, readings, conversion.
import type { Events } from '../kernel/entity.ts'
import { attachments, choice, date, integer, kilograms, longText, optional, quantity, reference, rows, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { unitsHere } from './unit-choices.ts'

const live = ['DRAFT', 'ACTIVE', 'PAUSED'] as const
const deciders = ['ADMIN', 'OPERATOR_MANAGER'] as const

export const productionsystemEvents = {
  ACTIVATED: {
    label: 'Activate',
    help: 'Needs at least one unit.',
    icon: 'verified',
    from: ['DRAFT', 'PAUSED'],
    to: 'ACTIVE',
    right: 'approve',
    roles: deciders,
    fields: {},
  },
  PAUSED: {
    label: 'Pause',
    icon: 'block',
    from: ['ACTIVE'],
    to: 'PAUSED',
    right: 'approve',
    roles: deciders,
    fields: { reason: longText('Reason', { max: 500 }) },
  },
  CLOSED: {
    label: 'Close',
    help: 'Only when no animal, flock or pond is left in it.',
    icon: 'lock',
    from: ['ACTIVE', 'PAUSED'],
    to: 'CLOSED',
    right: 'approve',
    roles: deciders,
    fields: { reason: longText('Reason', { max: 500 }) },
  },
  FEED_DELIVERY: {
    label: 'Feed delivered',
    icon: 'local_shipping',
    from: live,
    fields: {
      feedItemId: reference('Feed', 'feeditem'),
      lotNo: optional(text('Lot', { max: 40 })),
      qtyKg: kilograms('Quantity', { max: 1_000_000 }),
      claimStatus: choice('Claim', claims),
      supplier: optional(text('Supplier', { max: 80 })),
    },
  },
  GROUP_FEEDING: {
    label: 'Group fed',
    icon: 'redeem',
    from: live,
    fields: {
      groupId: optional(reference('Group', 'animalgroup')),
      unitId: optional(reference('Unit', 'housingunit', { choosable: unitsHere })),
      feedItemId: reference('Feed', 'feeditem'),
      feedLot: optional(text('Lot', { max: 40 })),
      qtyKg: kilograms('Quantity', { max: 1_000_000 }),
      headCount: integer('Animals', { min: 1 }),
    },
  },
  CLEANING_DISINFECTION: {
    label: 'Cleaning and disinfection',
    icon: 'cleaning_services',
    from: live,
    fields: {
      unitId: reference('Unit', 'housingunit', { choosable: unitsHere }),
      product: text('Means', { max: 80 }),
      dose: optional(text('Dose', { max: 60 })),
      downtimeDays: integer('Days empty', { max: 60, unit: 'days' }),
    },
  },
  BIOSECURITY_VISIT: {
    label: 'Visitor',
    icon: 'directions_walk',
    from: live,
    fields: { visitor: text('Visitor', { max: 80 }), purpose: text('Purpose', { max: 200 }), lastFarmContactDate: optional(date('Last on another farm')) },
  },
  INSPECTION: {
    label: 'Inspection',
    icon: 'fact_check',
    from: live,
    roles: ['INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
    fields: {
      checklist: text('Checklist', { max: 120 }),
      score: integer('Points', { max: 100 }),
      nonConformities: rows(
        'Findings',
        {
          severity: choice('Severity', { MINOR: ['Minor', 'pending'], MAJOR: ['Major', 'error'], CRITICAL: ['Critical', 'error'] }),
          text: text('What was found', { max: 500 }),
          dueDate: date('To be corrected by'),
        },
        { max: 50 },
      ),
      files: attachments(),
    },
  },
  ENVIRONMENT_READING: {
    label: 'Climate reading',
    icon: 'thunderstorm',
    from: live,
    fields: {
      unitId: reference('Unit', 'housingunit', { choosable: unitsHere }),
      temperatureC: quantity('Temperature', '°C', { min: -20, max: 60, decimals: 1 }),
      humidityPct: optional(quantity('Humidity', '%', { max: 100, decimals: 0 })),
      nh3Ppm: optional(quantity('Ammonia', 'ppm', { max: 100, decimals: 1 })),
      co2Ppm: optional(quantity('Carbon dioxide', 'ppm', { max: 50_000, decimals: 0 })),
    },
  },
  MANURE_REMOVAL: {
    label: 'Manure taken out',
    icon: 'compost',
    from: live,
    fields: { qtyKg: kilograms('Quantity', { max: 1_000_000 }), destinationParcelId: optional(reference('To land parcel', 'landparcel')) },
  },
  GRAZING: {
    label: 'Grazing',
    icon: 'grass',
    from: live,
    fields: {
      groupId: optional(reference('Group', 'animalgroup')),
      parcelId: reference('Land parcel', 'landparcel'),
      from: date('From'),
      to: date('To'),
    },
  },
  CONVERSION_STARTED: {
    label: 'Enter the scheme',
    icon: 'play_arrow',
    from: live,
    right: 'approve',
    roles: deciders,
    fields: { startedOn: date('From') },
  },
  CONVERSION_RESET: {
    label: 'Conversion starts again',
    icon: 'restart_alt',
    from: live,
    right: 'approve',
    roles: deciders,
    fields: { resetOn: date('From'), cause: longText('Cause', { max: 500 }), nonConformityId: optional(reference('Non-conformity', 'nonconformity')) },
  },
} as const satisfies Events
