// A variety of a crop type (domain dictionary 2.1, supporting tables).
import { entity } from '../kernel/entity.ts'
import { choice, optional, quantity, reference, text } from '../kernel/kinds.ts'

export const variety = entity('variety', {
  label: 'Variety',
  plural: 'Varieties',
  group: 'Settings',
  about: 'Varieties farmers may sow, and whether they are free of genetic modification.',
  belongsTo: {},
  codePrefix: 'VAR',
  fields: {
    cropTypeId: reference('Crop type', 'croptype'),
    name: text('Name', { max: 60, search: true, sort: true }),
    species: optional(text('Species', { max: 120 })),
    gmStatus: choice(
      'Genetic modification',
      { NON_GM: ['Not modified', 'success'], GM: ['Modified', 'error'], UNKNOWN: ['Not known', 'pending'] },
      { initial: 'NON_GM', filter: true },
    ),
    seedKgPerHaMin: optional(quantity('Seed, from', 'kg/ha', { max: 500 })),
    seedKgPerHaMax: optional(quantity('Seed, to', 'kg/ha', { max: 500 })),
  },
  unique: [['cropTypeId', 'name']],
  title: (row) => row.name,
  subtitle: ['species'],
  list: ['code', 'cropTypeId', 'species', 'gmStatus', 'status'],
  form: { Variety: ['cropTypeId', 'name', 'species', 'gmStatus', 'seedKgPerHaMin', 'seedKgPerHaMax'] },
  states: { ACTIVE: { label: 'In use', tone: 'success' }, RETIRED: { label: 'No longer used', tone: 'neutral' } },
  events: {
    RETIRED: { label: 'Stop using', fields: {}, from: ['ACTIVE'], to: 'RETIRED', right: 'approve' },
    REINSTATED: { label: 'Use again', fields: {}, from: ['RETIRED'], to: 'ACTIVE', right: 'approve' },
  },
})
