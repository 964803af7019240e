// One cow, bull, calf or buffalo, known by its tags (animal 5).
import { entity } from '../kernel/entity.ts'
import { flag, integer, optional, text } from '../kernel/kinds.ts'
import { animalChecks, animalFields, animalForm, animalTitle, animalUnique, animalUniqueIn, lifeStates } from './animal.ts'
import { animalEvents } from './animal-events.ts'

export const cow = entity('cow', {
  label: 'Cow',
  plural: 'Cows',
  group: 'Animal Husbandry',
  about: 'Every cow, bull, calf and buffalo: who it is, how it is, what it gives.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'COW',
  fields: {
    ...animalFields('cow', { CATTLE: 'Cattle', BUFFALO: 'Buffalo' }, { min: 5, max: 100 }),
    a2Tested: optional(flag('A2 milk tested')),
    bloodGroup: optional(text('Blood group', { max: 20 })),
    milkingEase: optional(integer('Ease of milking', { min: 1, max: 5 })),
    draughtTrained: optional(flag('Trained to pull')),
  },
  unique: animalUnique,
  uniqueIn: animalUniqueIn,
  title: animalTitle,
  subtitle: ['species', 'breedId'],
  list: [
    'managementTag',
    'breedId',
    'sex',
    'birthDate',
    'parity',
    'lactationStatus',
    'reproStatus',
    'lastMilkKg',
    'healthStatus',
    'unitId',
    'farmerId',
    'status',
  ],
  form: animalForm(['a2Tested', 'bloodGroup', 'milkingEase', 'draughtTrained']),
  states: lifeStates,
  final: ['DEAD', 'SLAUGHTERED'],
  events: animalEvents('cow', { weightKg: [10, 1500], milkKg: 80, gestationDays: 345, young: 4 }),
  checks: animalChecks,
})
