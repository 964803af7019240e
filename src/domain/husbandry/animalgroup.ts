// A set of animals handled together: a milking group, a pasture group (animal 3). Who is in it changes only by animals
// joining and leaving.
import { entity } from '../kernel/entity.ts'
import { choice, derived, integer, longText, optional, reference, text } from '../kernel/kinds.ts'
import { groupPurposes } from './animal-terms.ts'

export const animalgroup = entity('animalgroup', {
  label: 'Group of animals',
  plural: 'Groups of animals',
  group: 'Animal Husbandry',
  about: 'Animals that are milked, fed or moved together.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'AGR',
  fields: {
    productionSystemId: reference('Production system', 'productionsystem', { fixed: true }),
    name: text('Name', { max: 80, search: true, sort: true }),
    purpose: choice('Purpose', groupPurposes, { filter: true }),
    unitId: optional(
      reference('Unit', 'housingunit', {
        choosable: [{ field: 'productionSystemId', same: 'productionSystemId', why: 'Units of other production systems are left out.' }],
      }),
    ),
    notes: optional(longText('Notes', { max: 500 })),
    farmerId: derived(reference('Farmer', 'farmer')),
    village: derived(text('Village', { max: 60, search: true, filter: true })),
    headCount: derived(integer('Animals')),
  },
  unique: [['productionSystemId', 'name']],
  title: (row) => row.name,
  subtitle: ['purpose', 'productionSystemId'],
  list: ['productionSystemId', 'purpose', 'unitId', 'headCount', 'status'],
  form: { Group: ['productionSystemId', 'name', 'purpose', 'unitId', 'notes'] },
  states: { ACTIVE: { label: 'Active', tone: 'success' }, CLOSED: { label: 'Closed', tone: 'neutral' } },
  events: {
    CLOSED: { label: 'Close', fields: { reason: longText('Reason', { max: 500 }) }, from: ['ACTIVE'], to: 'CLOSED', icon: 'lock' },
    REOPENED: { label: 'Open again', fields: {}, from: ['CLOSED'], to: 'ACTIVE', icon: 'lock_open' },
  },
})
