// Breeding and milk of cattle, buffaloes, goats and sheep (animal 5.4): heat, service, pregnancy, birth, milking, drying off.
import type { EventNeed, Events } from '../kernel/entity.ts'
import { choice, choices, flag, integer, optional, quantity, reference, rows, text } from '../kernel/kinds.ts'
import { milkDestinations, sessions, sexes } from './animal-terms.ts'

const here = ['ALIVE'] as const

/** kg of one milking; gestation in days, beyond which nothing is believed (animal 5.5); young in one birth. */
/** AH-03; a counted group is asked by its head counts. */
const femaleOnly = (self: string): readonly EventNeed[] => [
  {
    on: self === 'cow' ? ['sex'] : ['sex', 'recordKind'],
    why: 'That happens to females only.',
    fails: ({ sex, recordKind }) => recordKind !== 'GROUP' && sex !== 'FEMALE',
  },
]

export type BreedingBounds = { milkKg: number; gestationDays: number; young: number }

export const breedingEvents = <const N extends string>(self: N, { milkKg, gestationDays, young }: BreedingBounds) =>
  ({
    HEAT: {
      needs: femaleOnly(self),
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
      needs: femaleOnly(self),
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
      needs: femaleOnly(self),
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
        foetalAgeDays: optional(integer('Age of the young', { min: 1, max: gestationDays, unit: 'days' })),
        foetusCount: optional(integer('Young', { min: 1, max: young })),
      },
    },
    ABORTION: {
      needs: femaleOnly(self),
      label: 'Abortion',
      icon: 'trending_down',
      from: here,
      fields: {
        gestationDays: optional(integer('Days pregnant', { min: 1, max: gestationDays, unit: 'days' })),
        sampleTaken: flag('Sample taken', { initial: false }),
      },
    },
    PARTURITION: {
      needs: femaleOnly(self),
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
            birthStatus: choice('Birth status', {
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
      needs: femaleOnly(self),
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
      needs: femaleOnly(self),
      label: 'Dried off',
      icon: 'water',
      from: here,
      fields: {
        product: optional(reference('Medicine', 'medicine')),
        reason: choice('Reason', { PLANNED: 'Planned', LOW_YIELD: 'Little milk', DISEASE: 'Disease', OTHER: 'Other' }),
      },
    },
  }) as const satisfies Events
