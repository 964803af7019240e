// A time in which a product of an animal, flock or pond may not be used, after a medicine or by a restriction (animal 10.1).
// It can only be made longer, never shorter.
import { entity } from '../kernel/entity.ts'
import { choice, derived, integer, quantity, reference, text, time } from '../kernel/kinds.ts'
import { withdrawalProducts } from './withdrawal-products.ts'

export const withdrawal = entity('withdrawal', {
  label: 'Withdrawal',
  plural: 'Withdrawals',
  group: 'Animal Husbandry',
  about: 'What may not be milked into the tank, sold or slaughtered, and until when.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'WDR',
  readOnly: true,
  fields: {
    cowId: derived(reference('Cow', 'cow')),
    goatId: derived(reference('Goat', 'goat')),
    sheepId: derived(reference('Sheep', 'sheep')),
    poultryBatchId: derived(reference('Poultry batch', 'poultrybatch')),
    aquaCropId: derived(reference('Aquaculture crop', 'aquacrop')),
    unitId: derived(reference('Milk tank', 'housingunit')),
    farmerId: derived(reference('Farmer', 'farmer')),
    village: derived(text('Village', { max: 60, filter: true })),
    product: derived(choice('Product', withdrawalProducts, { filter: true })),
    medicineId: derived(reference('Medicine', 'medicine')),
    startAt: derived(time('Held back from', { sort: true })),
    lastDoseAt: derived(time('Last dose')),
    statutoryEndAt: derived(time('By the label until')),
    effectiveEndAt: derived(time('Held back until', { sort: true })),
    basis: derived(choice('Counted in', { TIME: 'Time', DEGREE_DAYS: 'Degree-days' })),
    degreeDaysRequired: derived(integer('Degree-days needed', { max: 5000 })),
    schemeFactor: derived(quantity('Times the label', '×', { min: 1, max: 10, decimals: 2 })),
    treatmentEventId: derived(text('Treatment', { max: 36 })),
  },
  title: (row) => [row.product, row.effectiveEndAt?.slice(0, 10)].filter(Boolean).join(' · ') || 'Withdrawal',
  subtitle: ['product', 'effectiveEndAt'],
  list: ['cowId', 'poultryBatchId', 'aquaCropId', 'farmerId', 'product', 'medicineId', 'startAt', 'effectiveEndAt', 'status'],
  form: {},
  states: {
    ACTIVE: { label: 'In force', tone: 'error' },
    ENDED: { label: 'Over', tone: 'success' },
    VOIDED: { label: 'Voided', tone: 'neutral' },
  },
  final: ['ENDED', 'VOIDED'],
  events: {
    ENDED: { label: 'Over', fields: {}, from: ['ACTIVE'], to: 'ENDED', system: true, icon: 'done_all' },
    REOPENED: { label: 'In force again', fields: {}, from: ['ENDED'], to: 'ACTIVE', system: true, icon: 'restart_alt' },
    VOIDED: { label: 'Voided', fields: {}, from: ['ACTIVE', 'ENDED'], to: 'VOIDED', system: true, icon: 'cancel' },
  },
})
