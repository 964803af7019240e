// A kind of crop with its yield norms, seed norms and risks (domain dictionary 2.2). The norms carry
// the yield ceiling (BR-06) and the seed plausibility (BR-20); a programme edits them for its region.
import { entity } from '../kernel/entity.ts'
import { choice, flag, integer, optional, quantity, rows, text } from '../kernel/kinds.ts'
import { seasonKinds, waterRegimes } from '../kernel/terms.ts'

export const croptype = entity('croptype', {
  label: 'Crop type',
  plural: 'Crop types',
  group: 'Settings',
  about: 'Crops the programme grows, with the yields that are possible in its region.',
  belongsTo: {},
  codePrefix: 'CRT',
  fields: {
    name: text('Name', { max: 60, search: true, sort: true }),
    localName: optional(text('Name in own script', { max: 60, search: true })),
    scientificName: text('Scientific name', { max: 120 }),
    lifecycle: choice('Life cycle', { ANNUAL: 'Annual', PERENNIAL: 'Perennial' }, { initial: 'ANNUAL' }),
    hsCode: optional(text('HS code', { pattern: /^\d{4,8}$/, hint: '4 to 8 digits.' })),
    daysMin: integer('Days to harvest, from', { min: 20, max: 1500, unit: 'days' }),
    daysMax: integer('Days to harvest, to', { min: 20, max: 1500, unit: 'days' }),
    seedKgPerHaMin: optional(quantity('Seed, from', 'kg/ha', { max: 500 })),
    seedKgPerHaMax: optional(quantity('Seed, to', 'kg/ha', { max: 500 })),
    gmRisk: flag('GM varieties exist', { initial: false, help: 'Seed then needs a proof that it is not genetically modified.' }),
    eudrCommodity: flag('EUDR commodity', { initial: false }),
    agrovocUri: optional(text('AGROVOC concept', { max: 200, pattern: /^https?:\/\/\S+$/, hint: 'A web address.' })),
    yieldNorms: rows(
      'Yield norms',
      {
        waterRegime: choice('Water', waterRegimes),
        season: optional(choice('Season', seasonKinds)),
        region: optional(text('Region', { max: 60, hint: 'Village, block, district or state.' })),
        minKgPerHa: quantity('Lowest', 'kg/ha', { max: 100_000 }),
        typicalKgPerHa: quantity('Typical', 'kg/ha', { max: 100_000 }),
        maxKgPerHa: quantity('Highest', 'kg/ha', { max: 100_000 }),
      },
      { min: 1, max: 60, help: 'A row without season or region holds for all of them; the row of the nearer region counts before it.' },
    ),
  },
  unique: [['name']],
  title: (row) => row.name,
  subtitle: ['scientificName'],
  list: ['code', 'scientificName', 'lifecycle', 'daysMin', 'daysMax', 'gmRisk'],
  form: {
    Crop: ['name', 'localName', 'scientificName', 'lifecycle', 'hsCode', 'agrovocUri', 'gmRisk', 'eudrCommodity'],
    Norms: ['daysMin', 'daysMax', 'seedKgPerHaMin', 'seedKgPerHaMax', 'yieldNorms'],
  },
  states: { ACTIVE: { label: 'In use', tone: 'success' }, RETIRED: { label: 'No longer used', tone: 'neutral' } },
  events: {
    RETIRED: { label: 'Stop using', fields: {}, from: ['ACTIVE'], to: 'RETIRED', right: 'approve' },
    REINSTATED: { label: 'Use again', fields: {}, from: ['RETIRED'], to: 'ACTIVE', right: 'approve' },
  },
  checks: [
    { path: 'daysMax', code: 'min', message: 'The longest duration is below the shortest.', fails: (row) => row.daysMax < row.daysMin },
    {
      path: 'yieldNorms',
      code: 'rule',
      message: 'Each norm must rise from lowest over typical to highest.',
      fails: (row) => row.yieldNorms.some((norm) => norm.minKgPerHa > norm.typicalKgPerHa || norm.typicalKgPerHa > norm.maxKgPerHa),
    },
  ],
})
