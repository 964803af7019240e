// What animals are, eat and are treated with: the catalogues of animal husbandry (animal 2). A programme edits its own.
import { entity } from '../kernel/entity.ts'
import { choice, flag, integer, optional, quantity, rows, share, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { medicineClasses, species } from './animal-terms.ts'
import { withdrawalProducts } from './withdrawal-products.ts'

const states = { ACTIVE: { label: 'In use', tone: 'success' }, RETIRED: { label: 'No longer used', tone: 'neutral' } } as const
const events = {
  RETIRED: { label: 'Stop using', fields: {}, from: ['ACTIVE'], to: 'RETIRED', right: 'approve' },
  REINSTATED: { label: 'Use again', fields: {}, from: ['RETIRED'], to: 'ACTIVE', right: 'approve' },
} as const

export const breed = entity('breed', {
  label: 'Breed',
  plural: 'Breeds',
  group: 'Settings',
  about: 'Breeds and strains of animals the programme keeps.',
  belongsTo: {},
  codePrefix: 'BRD',
  fields: {
    name: text('Name', { max: 80, search: true, sort: true }),
    localName: optional(text('Name in own script', { max: 80, search: true })),
    species: choice('Species', species, { filter: true }),
    scheme: choice('List', { ICAR: 'ICAR', NBAGR: 'NBAGR (India)', LOCAL: 'Own list' }, { initial: 'LOCAL', filter: true }),
    schemeCode: optional(text('Code in that list', { max: 20, search: true })),
    purpose: optional(
      choice(
        'Kept for',
        { MILK: 'Milk', MEAT: 'Meat', EGGS: 'Eggs', WOOL_FIBRE: 'Wool and fibre', DRAFT: 'Draught', DUAL: 'Several purposes' },
        { filter: true },
      ),
    ),
    slowGrowing: flag('Slow-growing', { initial: false, help: 'Organic poultry of a slow-growing strain has no lowest age at slaughter.' }),
  },
  unique: [['species', 'name']],
  title: (row) => row.name,
  subtitle: ['species', 'purpose'],
  list: ['code', 'species', 'scheme', 'schemeCode', 'purpose', 'status'],
  form: { Breed: ['name', 'localName', 'species', 'scheme', 'schemeCode', 'purpose', 'slowGrowing'] },
  states,
  events,
})

export const medicine = entity('medicine', {
  label: 'Medicine',
  plural: 'Medicines',
  group: 'Settings',
  about: 'Medicines and vaccines, and how long after them milk, meat, eggs or fish may not be used.',
  belongsTo: {},
  codePrefix: 'MED',
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    registrationNo: optional(text('Registration no.', { max: 60, search: true })),
    medicineClass: choice('Class', medicineClasses, { filter: true }),
    maker: optional(text('Maker', { max: 80 })),
    composition: optional(text('Composition', { max: 200 })),
    organicAllowed: flag('Allowed in organic husbandry', { initial: false }),
    prescriptionOnly: flag('Only on prescription', { initial: false }),
    withdrawals: rows(
      'Withdrawal periods',
      {
        species: choice('Species', species),
        product: choice('Product', withdrawalProducts),
        value: integer('Period', { max: 2000 }),
        unit: choice('Unit', { HOURS: 'hours', DAYS: 'days', DEGREE_DAYS: 'degree-days' }),
      },
      { max: 40, help: 'As the label says; schemes may ask for more.' },
    ),
  },
  unique: [['name'], ['registrationNo']],
  title: (row) => row.name,
  subtitle: ['medicineClass'],
  list: ['code', 'medicineClass', 'registrationNo', 'organicAllowed', 'prescriptionOnly', 'status'],
  form: {
    Medicine: ['name', 'registrationNo', 'medicineClass', 'maker', 'composition', 'organicAllowed', 'prescriptionOnly'],
    'Withdrawal periods': ['withdrawals'],
  },
  states,
  events,
})

export const feeditem = entity('feeditem', {
  label: 'Feed',
  plural: 'Feeds',
  group: 'Settings',
  about: 'Feeds, with what is in them and whether they are organic.',
  belongsTo: {},
  codePrefix: 'FED',
  fields: {
    name: text('Name', { max: 80, search: true, sort: true }),
    // ADE icarFeedCategoryType.
    category: choice('Category', { Concentrate: 'Concentrate', Roughage: 'Roughage', Additives: 'Additives', Other: 'Other' }, { filter: true }),
    proteinShare: optional(share('Protein')),
    dryMatterShare: optional(share('Dry matter')),
    claimStatus: choice('Claim', claims, { initial: 'CONVENTIONAL', filter: true }),
    supplier: optional(text('Supplier', { max: 80, search: true })),
    lotTracked: flag('Kept by lots', { initial: false }),
    pricePerKg: optional(quantity('Price per kg', 'per kg', { max: 100_000, decimals: 2 })),
  },
  unique: [['name', 'supplier']],
  title: (row) => row.name,
  subtitle: ['category', 'claimStatus'],
  list: ['code', 'category', 'proteinShare', 'dryMatterShare', 'claimStatus', 'supplier', 'status'],
  form: { Feed: ['name', 'category', 'supplier', 'pricePerKg', 'claimStatus', 'lotTracked'], 'What is in it': ['proteinShare', 'dryMatterShare'] },
  states,
  events,
})

export const diagnosiscode = entity('diagnosiscode', {
  label: 'Diagnosis',
  plural: 'Diagnoses',
  group: 'Settings',
  about: 'Diseases that are looked for, and which of them must be reported.',
  belongsTo: {},
  codePrefix: 'DGN',
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    localName: optional(text('Name in own script', { max: 120, search: true })),
    species: choice('Species', species, { filter: true }),
    listCode: optional(text('Code in a list', { max: 20, search: true })),
    notifiable: flag('Must be reported', { initial: false, filter: true, help: 'A diagnosis of it is a finding for the operator’s manager.' }),
  },
  unique: [['species', 'name']],
  title: (row) => row.name,
  subtitle: ['species'],
  list: ['code', 'species', 'listCode', 'notifiable', 'status'],
  form: { Diagnosis: ['name', 'localName', 'species', 'listCode', 'notifiable'] },
  states,
  events,
})
