// What can happen to a crop, in the order of a season (domain dictionary 3.5). Effects are in
// server/behaviours/crop*.ts; here are the fields, bounds, states and rights.
import { checklistAnswer } from '../kernel/checklist-answer.ts'
import type { Choosable } from '../kernel/choosable.ts'
import type { Events } from '../kernel/entity.ts'
import { applicationFields, irrigationFields, waitingPeriod } from '../kernel/field-work.ts'
import { gmProofFields } from '../kernel/gm-proof.ts'
import { attachments, choice, date, flag, hectares, integer, kilograms, longText, optional, quantity, reference, rows, share, text } from '../kernel/kinds.ts'
import { productWords } from '../kernel/product-words.ts'
import { publishedPackages } from '../kernel/publication.ts'
import { cropOperations, inspectionResults } from '../kernel/terms.ts'
import { dismissalFields, resultFields, sampleFields } from '../kernel/test-events.ts'

export const seedTreatments = { UNTREATED: 'Untreated', BIO: 'Biological', CHEMICAL: ['Chemical', 'error'] } as const
const growing = ['SOWN', 'GROWING', 'HARVESTING'] as const
/** Of the field and of what was picked; a result may come after the season’s work. */
const tested = [...growing, 'HARVESTED', 'CLOSED'] as const
const fieldStaff = ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER'] as const

/** Packages that a crop may follow. `cropType`: name of the value that says its type. */
export const followable = (cropType: string): readonly Choosable[] => [
  publishedPackages,
  { field: 'cropTypeId', same: cropType, why: 'Packages of other crop types are left out.' },
]

const sowingFields = {
  seedKg: kilograms('Seed', { max: 50_000 }),
  areaHa: hectares('Area sown', { max: 100 }),
  method: choice('Method', { DIBBLING: 'Dibbling', DRILL: 'Seed drill', BROADCAST: 'Broadcast', TRANSPLANT: 'Transplanting' }),
  seedLotNo: text('Seed lot', { max: 40 }),
  seedTreated: choice('Seed treatment', seedTreatments),
  ...gmProofFields,
  spacingRowCm: optional(quantity('Row spacing', 'cm', { min: 5, max: 300, decimals: 0 })),
  spacingPlantCm: optional(quantity('Plant spacing', 'cm', { min: 5, max: 300, decimals: 0 })),
  files: attachments(),
}

export const cropEvents = {
  PACKAGE_ASSIGNED: {
    label: 'Follow a package of practices',
    help: 'Plans its steps. What is done already stays; what is open follows the new package.',
    icon: 'edit_calendar',
    from: ['PLANNED', ...growing, 'HARVESTED'],
    roles: fieldStaff,
    fields: { popId: reference('Package of practices', 'pop', { choosable: followable('subject.cropTypeId') }) },
  },
  SEED_RECEIPT: {
    label: 'Seed received',
    icon: 'inventory',
    from: ['PLANNED', 'SOWN'],
    fields: {
      seedLotNo: text('Seed lot', { max: 40 }),
      kg: kilograms('Seed', { max: 50_000 }),
      supplier: text('Supplier', { max: 80 }),
      ...gmProofFields,
      files: attachments(),
    },
  },
  SEED_TREATMENT: {
    label: 'Seed treated',
    icon: 'science',
    from: ['PLANNED'],
    fields: { itemId: reference('Input', 'inputitem'), gPerKg: quantity('Rate', 'g/kg', { min: 0.01, max: 200, decimals: 2 }) },
  },
  SOWING: {
    label: 'Sowing',
    help: 'The claim of an annual crop counts from this day (BR-04).',
    icon: 'grass',
    from: ['PLANNED'],
    to: 'SOWN',
    roles: fieldStaff,
    fields: sowingFields,
  },
  RESOWING: {
    label: 'Sowing again',
    icon: 'grass',
    from: ['SOWN', 'GROWING'],
    to: 'SOWN',
    roles: fieldStaff,
    fields: { ...sowingFields, reason: text('Reason', { max: 200 }) },
  },
  GERMINATION_COUNT: {
    label: 'Germination count',
    icon: 'spa',
    from: ['SOWN', 'GROWING'],
    to: 'GROWING',
    fields: { plantsPerM2: quantity('Plants', '/m²', { max: 400, decimals: 1 }), gapPct: optional(quantity('Gaps', '%', { max: 100, decimals: 1 })) },
  },
  INTERCULTURE: {
    label: 'Weeding, thinning, earthing up',
    icon: 'agriculture',
    from: growing,
    fields: {
      operation: choice('Operation', cropOperations),
      labourDays: optional(quantity('Labour', 'days', { max: 1000, decimals: 1 })),
    },
  },
  IRRIGATION: {
    label: 'Irrigation',
    icon: 'water_drop',
    from: ['PLANNED', ...growing],
    fields: {
      ...irrigationFields,
    },
  },
  SCOUTING: {
    label: 'Scouting',
    icon: 'search',
    from: growing,
    fields: {
      pest: text('Pest', { max: 80 }),
      count: quantity('Count', 'per unit', { max: 100_000, decimals: 1 }),
      unit: choice('Counted per', { PLANT: 'Plant', TRAP: 'Trap', M2: 'm²' }),
      threshold: optional(quantity('Threshold', 'per unit', { max: 100_000, decimals: 1 })),
      beneficials: optional(text('Beneficial insects', { max: 200 })),
    },
  },
  PEST_MONITORING: {
    label: 'Traps set and read',
    icon: 'pest_control',
    from: growing,
    fields: {
      trap: choice('Trap', { PHEROMONE: 'Pheromone', STICKY: 'Sticky', LIGHT: 'Light trap', OTHER: 'Other' }),
      traps: integer('Traps', { min: 1, max: 10_000 }),
      caught: optional(quantity('Caught', 'per trap', { max: 100_000, decimals: 1 })),
      lure: optional(text('Lure', { max: 80 })),
    },
  },
  FLOWERING: {
    label: 'Flowering',
    help: 'Steps that are counted from flowering are due from this day.',
    icon: 'spa',
    from: growing,
    fields: { share: optional(quantity('Plants in flower', '%', { max: 100, decimals: 0 })) },
  },
  PLANT_PROTECTION: {
    label: 'Plant protection',
    help: 'Harvest waits until the waiting period is over.',
    icon: 'pest_control',
    from: growing,
    fields: {
      ...applicationFields,
      target: text('Against', { max: 80 }),
      phiDays: waitingPeriod,
      applicator: optional(text('Applied by', { max: 80 })),
    },
  },
  YIELD_ESTIMATE: {
    label: 'Yield estimate',
    help: 'Counts once somebody else has approved it.',
    icon: 'calculate',
    from: growing,
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR'],
    fields: {
      method: choice('Method', { SAMPLE_PLOT: 'Sample plot', BOLL_COUNT: 'Boll count', EYE: 'By eye', MODEL: 'Model' }),
      kgPerHa: quantity('Yield', 'kg/ha', { min: 0, max: 100_000, decimals: 1 }),
      samples: optional(
        rows('Samples', { m2: quantity('Area', 'm²', { min: 0.1, max: 10_000, decimals: 1 }), kg: kilograms('Weight', { min: 0 }) }, { max: 20 }),
      ),
    },
  },
  ESTIMATE_APPROVED: {
    needs: [{ why: 'There is no estimate waiting for approval.', on: ['proposedKg'], fails: ({ proposedKg }) => proposedKg === null }],
    label: 'Approve estimate',
    icon: 'done_all',
    from: growing,
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR'],
    excludesActorOf: ['YIELD_ESTIMATE'],
    blockedByReviewOf: ['BR-06'],
    fields: { comment: optional(longText('Comment', { max: 500 })) },
  },
  HARVEST: {
    label: 'Harvest',
    help: 'Creates or tops up the farm lot of this crop.',
    icon: 'shopping_basket',
    from: growing,
    to: 'HARVESTING',
    roles: fieldStaff,
    fields: {
      pickNo: integer('Picking', { min: 1, max: 8 }),
      kg: kilograms('Weight', { max: 200_000 }),
      moisture: optional(quantity('Moisture', '%', { min: 4, max: 20, decimals: 1 })),
      trash: optional(quantity('Trash', '%', { max: 30, decimals: 1 })),
      bags: optional(integer('Bags', { max: 10_000 })),
      pickers: optional(integer('Pickers', { max: 1000 })),
      storage: optional(text('Stored at', { max: 80 })),
      reason: optional(text('Why more than estimated', { max: 300, help: 'Above 110 % of the estimate, with a photo.' })),
      files: attachments(),
      phiOverride: optional(text('Why before the waiting period is over', { max: 300, help: 'Managers only, with the report of the laboratory.' })),
      phiReportNo: optional(text('Laboratory report no.', { max: 60, help: 'Of the test that allows it (BR-19).' })),
      phiReport: attachments({ label: 'Report of the laboratory' }),
    },
  },
  RETAINED: {
    label: 'Kept by the farmer',
    help: 'Seed or home use: no longer for sale.',
    icon: 'home',
    from: ['HARVESTING', 'HARVESTED'],
    fields: { kg: kilograms('Weight', { max: 200_000 }), purpose: choice('Kept for', { SEED: 'Seed', HOME: 'Home use', OTHER: 'Other' }) },
  },
  CROP_LOSS: {
    label: 'Crop loss',
    help: 'A loss of 100 % ends the crop.',
    icon: 'thunderstorm',
    from: growing,
    fields: {
      cause: choice('Cause', {
        DROUGHT: 'Drought',
        FLOOD: 'Flood',
        HAIL: 'Hail',
        PEST: 'Pest',
        DISEASE: 'Disease',
        ANIMALS: 'Animals',
        FIRE: 'Fire',
        OTHER: 'Other',
      }),
      share: share('Share lost'),
      note: optional(text('What happened', { max: 300 })),
      files: attachments(),
    },
  },
  INTERNAL_INSPECTION: {
    label: 'Internal inspection',
    icon: 'fact_check',
    from: ['PLANNED', ...growing, 'HARVESTED'],
    roles: ['INTERNAL_INSPECTOR'],
    requiresIndependence: true,
    fields: {
      round: integer('Round', { min: 1, max: 4 }),
      result: choice('Result', inspectionResults),
      // By the codes of the questions in the rules of a scheme (5.2).
      answers: optional(rows('Answers to questions', checklistAnswer, { max: 100 })),
      findings: optional(longText('Findings')),
      conditions: optional(longText('Conditions', { max: 500 })),
      files: attachments(),
    },
  },
  SAMPLE_TAKEN: {
    label: 'Sample taken',
    icon: 'biotech',
    from: tested,
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR'],
    fields: sampleFields(),
  },
  LAB_RESULT: {
    label: 'Laboratory result',
    help: 'A positive result holds what was picked and every lot made of it, also what is picked later. A negative one of a later sample lifts these holds.',
    icon: 'science',
    from: tested,
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR'],
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
  CROP_CLOSE: {
    label: 'End of harvest',
    icon: 'flag',
    from: ['HARVESTING', 'SOWN', 'GROWING'],
    to: 'HARVESTED',
    roles: fieldStaff,
    fields: {
      residue: choice('Residue', { SHREDDED: 'Shredded', COMPOSTED: 'Composted', GRAZED: 'Grazed', REMOVED: 'Removed' }),
      stalksRemovedOn: optional(date('Stalks removed on')),
    },
  },
  CLOSED: {
    label: 'Close for the season',
    icon: 'lock',
    from: ['HARVESTED'],
    to: 'CLOSED',
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: { reconciled: flag('Deliveries are reconciled') },
  },
  CANCELLED: { label: 'Cancel', icon: 'cancel', from: ['PLANNED'], to: 'CANCELLED', roles: fieldStaff, fields: { reason: text('Reason', { max: 200 }) } },
  QR_REVOKED: {
    label: 'Withdraw public page',
    icon: 'visibility_off',
    from: ['SOWN', 'GROWING', 'HARVESTING', 'HARVESTED'],
    right: 'approve',
    roles: ['ADMIN', 'OPERATOR_MANAGER'],
    fields: { reason: text('Reason', { max: 200 }) },
  },
  CLAIM_LOWERED: {
    label: 'Claim lowered',
    help: 'Conventional from here on; the harvest is held back.',
    icon: 'trending_down',
    from: [...growing, 'HARVESTED', 'CLOSED'],
    system: true,
    fields: { reason: longText('Reason', { max: 500, wordsIn: 'words' }), words: productWords },
  },
} as const satisfies Events
