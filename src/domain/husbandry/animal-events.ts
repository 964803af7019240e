// What can happen to cattle, buffaloes, goats and sheep (animal 5.4), from birth to leaving. Lists of values are those of
// ICAR's ADE; bounds that differ by species come in as `bounds`.

import type { Events } from '../kernel/entity.ts'
import { choice, flag, integer, longText, money, optional, quantity, reference, text } from '../kernel/kinds.ts'
import { type BreedingBounds, breedingEvents } from './animal-breeding-events.ts'
import { healthEvents } from './animal-health-events.ts'
import { deathReasons, disposals } from './animal-terms.ts'
import { unitsFor } from './unit-choices.ts'

const here = ['ALIVE'] as const

/** `weightKg`: lightest and heaviest of one animal. */
export type SpeciesBounds = BreedingBounds & { weightKg: readonly [number, number] }

export const animalEvents = <const N extends string>(self: N, { weightKg: [lightest, heaviest], ...bounds }: SpeciesBounds) =>
  ({
    ARRIVAL: {
      label: 'Arrival',
      help: 'Also the return of an animal that was away.',
      icon: 'login',
      from: ['ALIVE', 'OFF_FARM'],
      to: 'ALIVE',
      fields: {
        reason: choice('Reason', {
          Purchase: 'Bought',
          InternalTransfer: 'From another place of the same keeper',
          Imported: 'Imported',
          StudServiceReturn: 'Back from service',
          AgistmentReturn: 'Back from another’s pasture',
          ShowReturn: 'Back from a show',
          SaleReturn: 'Sale taken back',
          Other: 'Other',
        }),
        fromHolding: optional(text('From holding', { max: 40 })),
        consignment: optional(text('Consignment', { max: 40 })),
        healthCertificate: optional(text('Health certificate', { max: 60 })),
      },
    },
    DEPARTURE: {
      label: 'Departure',
      icon: 'logout',
      from: here,
      to: 'OFF_FARM',
      fields: {
        kind: choice('Kind', {
          Sale: 'Sale',
          Slaughter: 'Slaughter',
          Export: 'Export',
          InternalTransfer: 'To another place of the same keeper',
          StudService: 'For service',
          Agistment: 'To another’s pasture',
          Show: 'To a show',
          Newborn: 'Newborn',
          Other: 'Other',
        }),
        reason: optional(
          choice('Reason', {
            Age: 'Age',
            Superfluous: 'Not needed',
            Fertility: 'Fertility',
            Mastitis: 'Mastitis',
            LegOrClaw: 'Legs and claws',
            Health: 'Health',
            Production: 'Low production',
            Behaviour: 'Behaviour',
            Other: 'Other',
          }),
        ),
        buyer: optional(text('Sold to', { max: 120 })),
        toHolding: optional(text('To holding', { max: 40 })),
        liveKg: optional(quantity('Live weight', 'kg', { min: lightest, max: heaviest, decimals: 1 })),
        price: optional(money('Price')),
      },
    },
    SLAUGHTER: {
      label: 'Slaughter',
      help: 'Refused while a withdrawal for meat runs.',
      icon: 'dangerous',
      from: here,
      to: 'SLAUGHTERED',
      fields: {
        plant: text('Slaughterhouse', { max: 80 }),
        liveKg: quantity('Live weight', 'kg', { min: lightest, max: heaviest, decimals: 1 }),
        carcassKg: optional(quantity('Carcass', 'kg', { min: 0.1, max: heaviest, decimals: 1 })),
        lotNo: optional(text('Lot', { max: 40 })),
        anteMortem: choice('Before slaughter', { PASSED: ['Passed', 'success'], FAILED: ['Failed', 'error'] }),
        postMortem: optional(choice('After slaughter', { PASSED: ['Passed', 'success'], PARTLY: ['Partly', 'pending'], FAILED: ['Failed', 'error'] })),
      },
    },
    DEATH: {
      label: 'Death',
      icon: 'cancel',
      from: here,
      to: 'DEAD',
      fields: {
        method: choice('How', { Perished: 'Died', Culled: 'Put down', Accident: 'Accident', Theft: 'Stolen', Lost: 'Lost' }),
        reason: choice('Reason', deathReasons),
        disposal: choice('Disposal', disposals),
        weightKg: optional(quantity('Weight', 'kg', { min: lightest, max: heaviest, decimals: 1 })),
      },
    },
    RETAG: {
      label: 'New tag',
      help: 'The old number still finds the animal.',
      icon: 'edit',
      from: here,
      fields: {
        kind: choice('Which', { managementTag: 'Tag', pashuAadhaar: 'Pashu Aadhaar', rfid: 'Electronic tag', euAnimalId: 'EU number' }),
        oldValue: optional(text('Old number', { max: 30 })),
        newValue: text('New number', { max: 30 }),
        reason: choice('Reason', { LOST: 'Lost', BROKEN: 'Broken', UNREADABLE: 'Cannot be read', OTHER: 'Other' }),
      },
    },
    UNIT_MOVE: {
      label: 'Moved',
      icon: 'swap_horiz',
      from: here,
      fields: { toUnitId: reference('To unit', 'housingunit', { choosable: unitsFor('cow') }), toGroupId: optional(reference('To group', 'animalgroup')) },
    },
    SET_JOIN: { label: 'Joins a group', icon: 'groups', from: here, fields: { groupId: reference('Group', 'animalgroup') } },
    SET_LEAVE: { label: 'Leaves a group', icon: 'person_off', from: here, fields: { groupId: reference('Group', 'animalgroup') } },
    WEIGHT: {
      label: 'Weighed',
      icon: 'straighten',
      from: here,
      fields: {
        kg: quantity('Weight', 'kg', { min: lightest, max: heaviest, decimals: 1 }),
        method: choice('How', {
          LoadCell: 'Scales',
          Girth: 'Tape round the chest',
          Assessed: 'By eye',
          WalkOver: 'Walk-over scales',
          Predicted: 'Computed',
          Imaged: 'By camera',
          GroupAverage: 'Mean of the group',
        }),
      },
    },
    BODY_CONDITION: { label: 'Body condition', icon: 'fact_check', from: here, fields: { score: quantity('Score', 'of 5', { min: 1, max: 5, decimals: 2 }) } },
    ...breedingEvents(self, bounds),
    WEANING: {
      label: 'Weaned',
      icon: 'call_split',
      from: here,
      fields: {
        kg: optional(quantity('Weight', 'kg', { min: lightest, max: heaviest, decimals: 1 })),
        ageDays: optional(integer('Age', { min: 1, max: 500, unit: 'days' })),
      },
    },
    PROCEDURE: {
      label: 'Procedure',
      icon: 'build',
      from: here,
      fields: {
        kind: choice('Kind', { CASTRATION: 'Castration', DEHORNING: 'Dehorning', HOOF_TRIM: 'Hoof trimming', TAIL_DOCK: 'Tail docking', MARKING: 'Marking' }),
        anaesthesia: flag('With anaesthesia', { initial: false }),
        approvalRef: optional(text('Approval', { max: 60, help: 'Organic husbandry asks for it.' })),
      },
    },
    ...healthEvents,
    // A remark may also be made about an animal that is away or dead.
    NOTE: { label: 'Note', icon: 'feedback', from: ['ALIVE', 'OFF_FARM', 'DEAD', 'SLAUGHTERED'], fields: { text: longText('Note', { max: 1000 }) } },
  }) as const satisfies Events

/** What only goats and sheep have: fibre, and groups that are counted instead of tagged. */
export const flockEvents = {
  SHEARING: {
    label: 'Shearing',
    icon: 'spa',
    from: here,
    fields: {
      greasyKg: quantity('Greasy fleece', 'kg', { min: 0.1, max: 15, decimals: 2 }),
      micron: optional(quantity('Fibre', 'µm', { min: 10, max: 60, decimals: 1 })),
      stapleMm: optional(quantity('Staple', 'mm', { min: 10, max: 300, decimals: 0 })),
      cleanYieldPct: optional(quantity('Clean yield', '%', { min: 30, max: 90, decimals: 1 })),
      colour: optional(text('Colour', { max: 40 })),
      fleeceClass: optional(text('Class', { max: 20 })),
      vmPct: optional(quantity('Plant matter', '%', { max: 50, decimals: 1 })),
    },
  },
  GROUP_COUNT: {
    label: 'Group counted',
    icon: 'inventory',
    from: here,
    fields: {
      females: integer('Females', { max: 100_000 }),
      males: integer('Males', { max: 100_000 }),
      young: integer('Young', { max: 100_000 }),
      explanation: optional(text('Why it differs', { max: 200 })),
    },
  },
} as const satisfies Events
