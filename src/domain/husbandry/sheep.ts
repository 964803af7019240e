// One sheep, or a counted group of sheep without tags (animal 5).
import { entity } from '../kernel/entity.ts'
import { choice, derived, flag, optional, quantity, text } from '../kernel/kinds.ts'
import { animalChecks, animalFields, animalForm, animalTitle, animalUnique, animalUniqueIn, lifeStates } from './animal.ts'
import { animalEvents, flockEvents } from './animal-events.ts'
import { countChecks, countFields } from './counted-group.ts'

export const sheep = entity('sheep', {
  label: 'Sheep',
  plural: 'Sheep',
  group: 'Animal Husbandry',
  about: 'Sheep, one by one or in counted groups: breed, fleece, lambs and growth.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'SHP',
  fields: {
    ...countFields,
    ...animalFields('sheep', { SHEEP: 'Sheep' }, { min: 0.3, max: 10 }),
    woolType: optional(choice('Wool', { FINE: 'Fine', MEDIUM: 'Medium', COARSE: 'Coarse', HAIR: 'Hair' }, { filter: true })),
    docked: optional(flag('Tail docked')),
    earNotch: optional(text('Ear notch', { max: 40 })),
    lastFleeceKg: derived(quantity('Last fleece', 'kg', { max: 15, decimals: 2, sort: true })),
    lastMicron: derived(quantity('Fibre', 'µm', { min: 10, max: 60, decimals: 1, sort: true })),
  },
  unique: animalUnique,
  uniqueIn: animalUniqueIn,
  title: animalTitle,
  subtitle: ['recordKind', 'breedId'],
  list: ['managementTag', 'recordKind', 'breedId', 'sex', 'birthDate', 'lastFleeceKg', 'lastMicron', 'parity', 'lastWeightKg', 'unitId', 'farmerId', 'status'],
  form: { ...animalForm(['woolType', 'docked', 'earNotch']), Count: ['recordKind', 'females', 'males', 'young'] },
  states: lifeStates,
  final: ['DEAD', 'SLAUGHTERED'],
  events: { ...animalEvents('sheep', { weightKg: [0.5, 200], milkKg: 10, gestationDays: 170, young: 6 }), ...flockEvents },
  checks: [...animalChecks, ...countChecks],
})
