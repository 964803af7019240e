// One goat, or a counted group of goats without tags (animal 5).
import { entity } from '../kernel/entity.ts'
import { choice, flag, optional } from '../kernel/kinds.ts'
import { animalChecks, animalFields, animalForm, animalTitle, animalUnique, animalUniqueIn, lifeStates } from './animal.ts'
import { animalEvents, flockEvents } from './animal-events.ts'
import { countChecks, countFields } from './counted-group.ts'

export const goat = entity('goat', {
  label: 'Goat',
  plural: 'Goats',
  group: 'Animal Husbandry',
  about: 'Goats, one by one or in counted groups: breed, growth, young and milk.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'GOT',
  fields: {
    ...countFields,
    ...animalFields('goat', { GOAT: 'Goat' }, { min: 0.3, max: 10 }),
    fibreType: optional(choice('Fibre', { NONE: 'None', CASHMERE: 'Cashmere', MOHAIR: 'Mohair' }, { filter: true })),
    wattles: optional(flag('Wattles')),
  },
  unique: animalUnique,
  uniqueIn: animalUniqueIn,
  title: animalTitle,
  subtitle: ['recordKind', 'breedId'],
  list: ['managementTag', 'recordKind', 'breedId', 'sex', 'birthDate', 'parity', 'lastWeightKg', 'lastMilkKg', 'healthStatus', 'unitId', 'farmerId', 'status'],
  form: { ...animalForm(['fibreType', 'wattles']), Count: ['recordKind', 'females', 'males', 'young'] },
  states: lifeStates,
  final: ['DEAD', 'SLAUGHTERED'],
  events: { ...animalEvents('goat', { weightKg: [0.5, 150], milkKg: 10, gestationDays: 170, young: 6 }), ...flockEvents },
  checks: [...animalChecks, ...countChecks],
})
