// A catalogue item: what lots are lots of (domain dictionary 4.3).

import { accountsAreMissing, isAccounted } from '../kernel/custody.ts'
import { entity } from '../kernel/entity.ts'
import { choice, flag, integer, kilograms, optional, quantity, reference, rows, share, text, words } from '../kernel/kinds.ts'
import { batchUnits, cocModels, materials } from '../kernel/terms.ts'
import { hasGs1CheckDigit } from './processor.ts'
import { qualityCodes } from './qualities.ts'

export const product = entity('product', {
  label: 'Product',
  plural: 'Products',
  group: 'Processing',
  about: 'What the programme buys, makes and sells, from seed cotton to garment.',
  belongsTo: {},
  codePrefix: 'PRD',
  fields: {
    name: text('Name', { max: 80, search: true, sort: true }),
    kind: choice(
      'Kind',
      { RAW: 'Raw', SEMI: 'Semi-finished', FINISHED: 'Finished', BYPRODUCT: 'By-product', WASTE: 'Waste', PACKAGING: 'Packaging' },
      { filter: true },
    ),
    material: choice('Material', materials, { filter: true, help: 'Conversion norms follow from it.' }),
    cropTypeId: optional(reference('Crop type', 'croptype')),
    hsCode: text('HS code', { pattern: /^\d{6,8}$/, hint: 'Six to eight digits.' }),
    gtin: optional(text('GTIN', { pattern: /^(\d{8}|\d{12,14})$/, hint: '8, 12, 13 or 14 digits.' })),
    unitType: choice('Kept as', batchUnits, { filter: true }),
    nominalUnitKg: optional(kilograms('Weight of one unit', { max: 100_000 })),
    composition: rows('Composition', { material: choice('Material', materials), share: share('Share'), organic: flag('Organic') }, { max: 20 }),
    gradeScale: optional(words('Grades', { max: 20, help: 'From the best to the lowest, as quality tests give them.' })),
    qcParams: optional(
      rows(
        'Bounds of quality',
        { code: choice('Property', qualityCodes), min: optional(quantity('Lowest', '', { max: 1000 })), max: optional(quantity('Highest', '', { max: 1000 })) },
        { max: 5, help: 'A quality test outside of them is noted (4.3).' },
      ),
    ),
    storage: optional(text('Storage', { max: 200 })),
    shelfLifeDays: optional(integer('Shelf life', { min: 1, max: 36_500, unit: 'days' })),
    sellable: flag('May be sold', { initial: true }),
    cocModel: choice('Chain of custody', cocModels, { initial: 'SEGREGATED' }),
  },
  unique: [['name', 'kind'], ['gtin']],
  title: (row) => row.name,
  subtitle: ['kind', 'material'],
  list: ['code', 'kind', 'material', 'hsCode', 'gtin', 'unitType', 'status'],
  form: {
    Product: ['name', 'kind', 'material', 'cropTypeId', 'hsCode', 'gtin'],
    Handling: ['unitType', 'nominalUnitKg', 'storage', 'shelfLifeDays', 'sellable', 'cocModel', 'composition'],
    Quality: ['gradeScale', 'qcParams'],
  },
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    ACTIVE: { label: 'Active', tone: 'success' },
    DISCONTINUED: { label: 'Discontinued', tone: 'neutral' },
  },
  events: {
    ACTIVATED: { label: 'Activate', fields: {}, from: ['DRAFT', 'DISCONTINUED'], to: 'ACTIVE', right: 'approve', roles: ['ADMIN'], icon: 'verified' },
    DISCONTINUED: { label: 'Discontinue', fields: {}, from: ['ACTIVE'], to: 'DISCONTINUED', right: 'approve', roles: ['ADMIN'], icon: 'archive' },
  },
  checks: [
    { path: 'cocModel', code: 'rule', message: accountsAreMissing, fails: ({ cocModel }) => isAccounted(cocModel) },
    { path: 'cropTypeId', code: 'required', message: 'A raw product comes from a crop.', fails: (row) => row.kind === 'RAW' && !row.cropTypeId },
    { path: 'gtin', code: 'format', message: 'The check digit of this GTIN is wrong.', fails: (row) => !!row.gtin && !hasGs1CheckDigit(row.gtin) },
    {
      path: 'qcParams',
      code: 'rule',
      message: 'Each bound of quality has a lowest or a highest value, and the lowest is not above the highest.',
      fails: ({ qcParams }) =>
        (qcParams ?? []).some(({ min, max }) => ((min ?? null) === null ? (max ?? null) === null : (max ?? null) !== null && (min ?? 0) > (max ?? 0))),
    },
    {
      path: 'qcParams',
      code: 'taken',
      message: 'A property has its bounds once.',
      fails: ({ qcParams }) => new Set(qcParams?.map(({ code }) => code)).size < (qcParams?.length ?? 0),
    },
    {
      path: 'composition',
      code: 'rule',
      message: 'The shares must come to 100 %.',
      fails: (row) =>
        (row.kind === 'FINISHED' || row.composition.length > 0) && Math.abs(row.composition.reduce((sum, part) => sum + part.share, 0) - 1) > 0.00001,
    },
  ],
})
