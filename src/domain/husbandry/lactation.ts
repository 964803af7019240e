// One lactation of one animal, from giving birth to drying off, with what it gave (animal 6). Projected from events alone.
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, integer, quantity, reference, text } from '../kernel/kinds.ts'

export const lactation = entity('lactation', {
  label: 'Lactation',
  plural: 'Lactations',
  group: 'Animal Husbandry',
  about: 'Lactations, with their days and what they gave.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'LAC',
  readOnly: true,
  fields: {
    cowId: derived(reference('Cow', 'cow')),
    goatId: derived(reference('Goat', 'goat')),
    sheepId: derived(reference('Sheep', 'sheep')),
    farmerId: derived(reference('Farmer', 'farmer')),
    village: derived(text('Village', { max: 60, filter: true })),
    parity: derived(integer('Births', { min: 1, max: 30, sort: true })),
    beginDate: derived(date('Began on', { sort: true })),
    endDate: derived(date('Ended on', { sort: true })),
    // ADE icarLactationType.
    type: derived(
      choice('Kind', {
        Normal: 'Whole',
        '100DaysLactation': '100 days',
        '200DaysLactation': '200 days',
        '305DaysLactation': '305 days',
        '365DaysLactation': '365 days',
      }),
    ),
    lengthDays: derived(integer('Length', { unit: 'days', sort: true })),
    milkKg: derived(quantity('Milk', 'kg', { max: 100_000, decimals: 1, sort: true })),
    fatKg: derived(quantity('Fat', 'kg', { max: 10_000, decimals: 1 })),
    proteinKg: derived(quantity('Protein', 'kg', { max: 10_000, decimals: 1 })),
  },
  unique: [
    ['cowId', 'beginDate'],
    ['goatId', 'beginDate'],
    ['sheepId', 'beginDate'],
  ],
  title: (row) => [row.parity, row.beginDate].filter(Boolean).join(' · ') || 'Lactation',
  subtitle: ['beginDate'],
  list: ['cowId', 'goatId', 'sheepId', 'parity', 'beginDate', 'endDate', 'lengthDays', 'milkKg', 'fatKg', 'proteinKg', 'status'],
  form: {},
  states: { OPEN: { label: 'In milk', tone: 'success' }, CLOSED: { label: 'Ended', tone: 'neutral' } },
  events: {
    CLOSED: {
      label: 'Ended',
      fields: { reason: choice('Reason', { DRY_OFF: 'Dried off', DEPARTURE: 'Left the herd', NEXT_BIRTH: 'Gave birth again' }) },
      from: ['OPEN'],
      to: 'CLOSED',
      system: true,
      icon: 'lock',
    },
    REOPENED: { label: 'Goes on', fields: {}, from: ['CLOSED'], to: 'OPEN', system: true, icon: 'lock_open' },
  },
})
