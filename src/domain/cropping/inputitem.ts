// An input farmers apply: manure, botanical, trap, fertiliser (domain dictionary 2.1). Its permission
// and waiting period decide what its use does to a crop (BR-14, BR-19).
import { farmSchemes } from '../kernel/choosable.ts'
import { entity } from '../kernel/entity.ts'
import { attachments, choice, integer, optional, quantity, reference, rows, text } from '../kernel/kinds.ts'
import { inputCategories, inputPermissions } from '../kernel/terms.ts'

export const inputitem = entity('inputitem', {
  label: 'Input',
  plural: 'Inputs',
  group: 'Settings',
  about: 'Seeds, manures and plant protection the programme knows, with what is allowed.',
  belongsTo: {},
  codePrefix: 'INP',
  fields: {
    name: text('Name', { max: 80, search: true, sort: true }),
    category: choice('Category', inputCategories, { filter: true }),
    permission: choice('Permission', inputPermissions, { initial: 'UNKNOWN', filter: true }),
    schemePermissions: optional(
      rows(
        'Permission by scheme',
        { schemeId: reference('Scheme', 'scheme', { choosable: farmSchemes }), permission: choice('Permission', inputPermissions) },
        { max: 20, help: 'Of schemes that say otherwise than the programme. Those that are not named go by the programme.' },
      ),
    ),
    cropTypeId: optional(reference('Seed of', 'croptype', { help: 'Of seed: the crop that is grown from it (BR-20).' })),
    varietyId: optional(
      reference('Variety', 'variety', { choosable: [{ field: 'cropTypeId', same: 'cropTypeId', why: 'Varieties of other crop types are left out.' }] }),
    ),
    maker: optional(text('Maker', { max: 80 })),
    composition: optional(text('Composition', { max: 200 })),
    phiDays: integer('Waiting period before harvest', { max: 365, unit: 'days', initial: 0 }),
    maxKgPerHaYear: optional(quantity('Highest yearly rate', 'kg/ha', { max: 100_000 })),
    files: attachments(),
  },
  unique: [['name']],
  title: (row) => row.name,
  subtitle: ['category'],
  list: ['code', 'category', 'permission', 'phiDays', 'status'],
  form: {
    Input: ['name', 'category', 'permission', 'schemePermissions', 'cropTypeId', 'varietyId', 'maker', 'composition', 'phiDays', 'maxKgPerHaYear', 'files'],
  },
  checks: [
    { path: 'cropTypeId', code: 'rule', message: 'Seed alone is of a crop.', fails: ({ category, cropTypeId }) => !!cropTypeId && category !== 'SEED' },
    { path: 'cropTypeId', code: 'required', message: 'Choose the crop of the variety.', fails: ({ cropTypeId, varietyId }) => !!varietyId && !cropTypeId },
    {
      path: 'schemePermissions',
      code: 'rule',
      message: 'A scheme is named twice.',
      fails: ({ schemePermissions: list }) => !!list && new Set(list.map(({ schemeId }) => schemeId)).size < list.length,
    },
  ],
  states: { ACTIVE: { label: 'In use', tone: 'success' }, RETIRED: { label: 'No longer used', tone: 'neutral' } },
  events: {
    RETIRED: { label: 'Stop using', fields: {}, from: ['ACTIVE'], to: 'RETIRED', right: 'approve' },
    REINSTATED: { label: 'Use again', fields: {}, from: ['RETIRED'], to: 'ACTIVE', right: 'approve' },
  },
})
