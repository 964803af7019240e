// What can happen to cattle, buffaloes, goats and sheep (animal 5.4), from birth to leaving. Lists of values are those of
// ICAR's ADE; bounds that differ by species come in as `bounds`.
import type { Events } from '../kernel/entity.ts'
import { choice, choices, flag, integer, longText, money, optional, quantity, reference, rows, text } from '../kernel/kinds.ts'
import { healthEvents } from './animal-health-events.ts'
import { deathReasons, disposals, milkDestinations, sessions, sexes } from './animal-terms.ts'

const here = ['ALIVE'] as const

/** kg of one animal; gestation in days: outside of it the birth or loss is refused (animal 5.5); young in one birth. */
export type SpeciesBounds = { weightKg: readonly [number, number]; milkKg: number; gestationDays: number; young: number }

export const animalEvents = <const N extends string>(self: N, { weightKg: [lightest, heaviest], milkKg, gestationDays, young }: SpeciesBounds) =>
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
        buyer: optional(text('To', { max: 120 })),
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
      fields: { toUnitId: reference('To unit', 'housingunit'), toGroupId: optional(reference('To group', 'animalgroup')) },
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
    HEAT: {
      label: 'Heat',
      icon: 'favorite',
      from: here,
      fields: {
        signs: choices('Signs', {
          Slime: 'Slime',
          InterestedInOthers: 'Interested in others',
          StandingHeat: 'Stands to be mounted',
          Bawling: 'Bawling',
          Blood: 'Blood',
        }),
        intensity: optional(choice('How strong', { VeryWeak: 'Very weak', Weak: 'Weak', Normal: 'Ordinary', Strong: 'Strong', VeryStrong: 'Very strong' })),
        certainty: choice('How sure', { SuspectedHeat: 'Suspected', InHeat: 'Certain', Unlikely: 'Unlikely' }),
      },
    },
    SERVICE: {
      label: 'Service',
      icon: 'favorite',
      from: here,
      fields: {
        type: choice('Kind', { NaturalService: 'By a male, led', RunWithBull: 'Male in the group', Insemination: 'Insemination', Implantation: 'Embryo' }),
        sireId: optional(reference('Sire', self)),
        strawId: optional(text('Straw', { max: 60 })),
        strawBatch: optional(text('Batch of the straw', { max: 40 })),
        sexed: optional(flag('Sexed semen')),
        technician: optional(text('Technician', { max: 80 })),
        rank: optional(integer('Which service', { min: 1, max: 20 })),
      },
    },
    PREGNANCY_CHECK: {
      label: 'Pregnancy check',
      icon: 'biotech',
      from: here,
      fields: {
        method: choice('How', { Echography: 'Ultrasound', Palpation: 'By hand', Blood: 'Blood', Milk: 'Milk', Visual: 'By eye', Other: 'Other' }),
        result: choice('Result', {
          Empty: ['Not pregnant', 'pending'],
          Pregnant: ['Pregnant', 'success'],
          Multiple: ['Pregnant with several', 'success'],
          Unknown: 'Not known',
        }),
        foetalAgeDays: optional(integer('Age of the young', { min: 1, max: gestationDays, unit: 'd' })),
        foetusCount: optional(integer('Young', { min: 1, max: young })),
      },
    },
    ABORTION: {
      label: 'Abortion',
      icon: 'trending_down',
      from: here,
      fields: {
        gestationDays: optional(integer('Days pregnant', { min: 1, max: gestationDays, unit: 'd' })),
        sampleTaken: flag('Sample taken', { initial: false }),
      },
    },
    PARTURITION: {
      label: 'Birth of young',
      help: 'Opens the lactation; milk is held back for the days of colostrum.',
      icon: 'emoji_nature',
      from: here,
      fields: {
        ease: choice('How', {
          EasyUnassisted: 'Easy, alone',
          EasyAssisted: 'Easy, with help',
          DifficultExtraAssistance: 'Difficult',
          DifficultVeterinaryCare: 'Difficult, veterinarian',
          CaesareanOrSurgery: 'Caesarean',
        }),
        progeny: rows(
          'Young',
          {
            sex: choice('Sex', sexes),
            // ADE icarParturitionBirthStatusType.
            birthStatus: choice('State', {
              Alive: ['Alive', 'success'],
              Stillborn: ['Stillborn', 'error'],
              Aborted: ['Aborted', 'error'],
              DiedBeforeTaggingDate: ['Died before tagging', 'error'],
              DiedAfterTaggingDate: ['Died after tagging', 'error'],
              SlaughteredAtBirth: ['Slaughtered at birth', 'error'],
              EuthanisedAtBirth: ['Put down at birth', 'error'],
            }),
            weightKg: optional(quantity('Weight', 'kg', { min: 0.1, max: 100, decimals: 2 })),
            tag: optional(text('Tag', { max: 20 })),
          },
          { min: 1, max: young },
        ),
        retainedPlacenta: flag('Afterbirth stayed', { initial: false }),
        colostrumFed: flag('Colostrum given', { initial: true }),
      },
    },
    DO_NOT_BREED: {
      label: 'Not to be bred',
      icon: 'block',
      from: here,
      fields: { doNotBreed: flag('Not to be bred', { initial: true }), reason: optional(text('Reason', { max: 200 })) },
    },
    MILKING: {
      label: 'Milked',
      icon: 'water_drop',
      from: here,
      fields: {
        session: choice('Milking', sessions),
        kg: quantity('Milk', 'kg', { max: milkKg, decimals: 2 }),
        destination: choice('Goes to', milkDestinations),
        durationMin: optional(quantity('Duration', 'min', { max: 60, decimals: 1 })),
        complete: flag('Milked out', { initial: true }),
        remarks: optional(text('Remark', { max: 120 })),
      },
    },
    MILK_TEST: {
      label: 'Milk tested',
      icon: 'science',
      from: here,
      fields: {
        kg24h: quantity('Milk in 24 hours', 'kg', { max: milkKg * 2, decimals: 2 }),
        fatPct: optional(quantity('Fat', '%', { min: 1, max: 15, decimals: 2 })),
        proteinPct: optional(quantity('Protein', '%', { min: 1, max: 10, decimals: 2 })),
        lactosePct: optional(quantity('Lactose', '%', { min: 1, max: 8, decimals: 2 })),
        sccThousand: optional(integer('Somatic cells', { max: 9999, unit: 'thousand/ml' })),
        urea: optional(quantity('Urea', 'mg/L', { max: 1000, decimals: 0 })),
        testDayCode: optional(choice('State at the test', { Dry: 'Dry', SamplingImpossible: 'Could not be sampled', Sick: 'Ill' })),
      },
    },
    DRY_OFF: {
      label: 'Dried off',
      icon: 'water',
      from: here,
      fields: {
        product: optional(reference('Medicine', 'medicine')),
        reason: choice('Reason', { PLANNED: 'Planned', LOW_YIELD: 'Little milk', DISEASE: 'Disease', OTHER: 'Other' }),
      },
    },
    WEANING: {
      label: 'Weaned',
      icon: 'call_split',
      from: here,
      fields: {
        kg: optional(quantity('Weight', 'kg', { min: lightest, max: heaviest, decimals: 1 })),
        ageDays: optional(integer('Age', { min: 1, max: 500, unit: 'd' })),
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
    NOTE: { label: 'Note', icon: 'feedback', fields: { text: longText('Note', { max: 1000 }) } },
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
