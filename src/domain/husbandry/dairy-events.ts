// Milk of a dairy (animal 4): milking the herd, collecting from farmers, the tank and what leaves it.
import type { EventNeed, Events } from '../kernel/entity.ts'
import { choice, flag, integer, optional, quantity, reference, rows, text } from '../kernel/kinds.ts'
import { milkDestinations, sessions } from './animal-terms.ts'
import { milkTanks } from './unit-choices.ts'

const live = ['ACTIVE', 'PAUSED'] as const
const staff = ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'PURCHASE_OFFICER'] as const

const dairyNeeds: readonly EventNeed[] = [
  {
    on: ['systemType', 'milkSpecies'],
    why: 'This production system keeps no animals for milk.',
    fails: ({ systemType, milkSpecies }) => systemType !== 'DAIRY' && systemType !== 'MIXED' && ((milkSpecies as string[] | null) ?? []).length === 0,
  },
]

/** Composition in per cent, as the instrument reads it. */
const percent = (label: string, min: number, max: number) => quantity(label, '%', { min, max, decimals: 2 })

export const dairyEvents = {
  HERD_MILKING: {
    needs: dairyNeeds,
    label: 'Herd milked',
    help: 'One row for each animal of the group.',
    icon: 'water_drop',
    from: live,
    fields: {
      groupId: optional(reference('Group', 'animalgroup')),
      session: choice('Milking', sessions),
      rows: rows(
        'Animals',
        {
          cowId: optional(reference('Cow', 'cow')),
          goatId: optional(reference('Goat', 'goat')),
          sheepId: optional(reference('Sheep', 'sheep')),
          kg: quantity('Milk', 'kg', { max: 80, decimals: 2 }),
          destination: choice('Goes to', milkDestinations),
          remark: optional(text('Remark', { max: 120 })),
        },
        { min: 1, max: 500 },
      ),
    },
  },
  MILK_COLLECTION: {
    needs: dairyNeeds,
    label: 'Milk collected',
    help: 'One row for each farmer who brought milk.',
    icon: 'move_to_inbox',
    from: live,
    roles: staff,
    fields: {
      shift: choice('Shift', { AM: 'Morning', PM: 'Evening' }),
      rows: rows(
        'Farmers',
        {
          farmerId: reference('Farmer', 'farmer'),
          litres: quantity('Milk', 'L', { min: 0.1, max: 2000, decimals: 1 }),
          fatPct: percent('Fat', 1, 12),
          clr: optional(quantity('Lactometer', '°', { min: 15, max: 40, decimals: 1 })),
          snfPct: optional(percent('SNF', 5, 12)),
          tempC: optional(quantity('Temperature', '°C', { min: -2, max: 45, decimals: 1 })),
          adulteration: optional(text('Tests for adulteration', { max: 200 })),
          accepted: flag('Accepted', { initial: true }),
          rejectReason: optional(text('Why refused', { max: 200 })),
        },
        { min: 1, max: 300 },
      ),
    },
  },
  TANK_READING: {
    needs: dairyNeeds,
    label: 'Milk tank read',
    icon: 'straighten',
    from: live,
    fields: {
      unitId: reference('Milk tank', 'housingunit', { choosable: milkTanks }),
      litres: quantity('Milk', 'L', { max: 100_000, decimals: 1 }),
      tempC: quantity('Temperature', '°C', { min: -2, max: 45, decimals: 1 }),
    },
  },
  TANK_TEST: {
    needs: dairyNeeds,
    label: 'Milk tank tested',
    help: 'Found or doubtful: nothing leaves this tank until a later test finds none or it is washed.',
    icon: 'science',
    from: live,
    fields: {
      unitId: reference('Milk tank', 'housingunit', { choosable: milkTanks }),
      fatPct: optional(percent('Fat', 1, 12)),
      snfPct: optional(percent('SNF', 5, 12)),
      proteinPct: optional(percent('Protein', 1, 8)),
      lactosePct: optional(percent('Lactose', 1, 8)),
      sccThousand: optional(integer('Somatic cells', { max: 9999, unit: 'thousand/ml' })),
      tbcThousand: optional(integer('Total bacteria', { max: 100_000, unit: 'thousand/ml' })),
      antibiotic: choice('Antibiotics', { NEG: ['Negative', 'success'], POS: ['Positive', 'error'], DOUBTFUL: ['Doubtful', 'pending'] }),
      freezingPointC: optional(quantity('Freezing point', '°C', { min: -1, max: 0, decimals: 3 })),
    },
  },
  MILK_DISPATCH: {
    needs: dairyNeeds,
    label: 'Milk dispatched',
    icon: 'local_shipping',
    from: live,
    roles: staff,
    fields: {
      unitId: reference('Milk tank', 'housingunit', { choosable: milkTanks }),
      litres: quantity('Milk', 'L', { min: 0.1, max: 100_000, decimals: 1 }),
      vehicle: text('Vehicle', { max: 20 }),
      sealNo: optional(text('Seal', { max: 40 })),
      toProcessorId: reference('Processor', 'processor'),
      tempC: quantity('Temperature', '°C', { min: -2, max: 45, decimals: 1 }),
    },
  },
  MILK_DISCARD: {
    needs: dairyNeeds,
    label: 'Milk thrown away',
    icon: 'delete',
    from: live,
    fields: {
      unitId: optional(reference('Milk tank', 'housingunit', { choosable: milkTanks })),
      litres: quantity('Milk', 'L', { min: 0.1, max: 100_000, decimals: 1 }),
      reason: choice('Reason', { WITHDRAWAL: 'Withdrawal period', COLOSTRUM: 'Colostrum', SPOILT: 'Spoilt', SPILL: 'Spilt', CALF_FEED: 'Fed to calves' }),
    },
  },
  TANK_WASH: {
    needs: dairyNeeds,
    label: 'Milk tank washed',
    help: 'Ends what a test of the milk before forbade.',
    icon: 'cleaning_services',
    from: live,
    fields: {
      unitId: reference('Milk tank', 'housingunit', { choosable: milkTanks }),
      cycle: choice('Wash', { RINSE: 'Rinse', ALKALINE: 'Alkaline', ACID: 'Acid', FULL: 'Full' }),
      chemical: optional(text('Means', { max: 80 })),
      ppm: optional(quantity('Concentration', 'ppm', { max: 10_000, decimals: 0 })),
    },
  },
} as const satisfies Events
