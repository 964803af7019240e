// A standard or programme that operators, processors and crops are certified to, with its limits (domain dictionary 5.2).
// Numbers of the norm are settings here, because standards change them and programmes may be stricter.

import { accountsAreMissing, isAccounted } from '../kernel/custody.ts'
import { entity } from '../kernel/entity.ts'
import { attachments, choice, country, flag, hectares, integer, longText, optional, record, share, text } from '../kernel/kinds.ts'
import { schemeKeys } from '../kernel/scheme-keys.ts'
import { cocModels } from '../kernel/terms.ts'
import { schemeTolerances } from './scheme-tolerances.ts'
import { comment } from './schemes.ts'

export const scheme = entity('scheme', {
  label: 'Scheme',
  plural: 'Schemes',
  group: 'Administration',
  about: 'Standards and programmes, with what they ask of groups, land and goods.',
  belongsTo: {},
  codePrefix: 'SCH',
  duplicable: true,
  fields: {
    name: text('Name', { max: 120, search: true, sort: true }),
    abbreviation: choice('Abbreviation', schemeKeys, { filter: true }),
    versionName: text('Version of the standard', { max: 40 }),
    ownerName: text('Owner of the standard', { max: 120 }),
    type: choice('Type', { FARM: 'Farm', CHAIN: 'Chain', SOCIAL: 'Social' }, { filter: true }),
    country: optional(country('Country')),
    claimText: optional(text('Words of the claim', { max: 200, help: 'What may be said of certified goods.' })),
    cocModel: choice('Chain of custody', cocModels, { initial: 'SEGREGATED' }),
    conversionMonthsAnnual: integer('Conversion, annual crops', { max: 120, unit: 'months', initial: 24 }),
    conversionMonthsPerennial: integer('Conversion, perennial crops', { max: 120, unit: 'months', initial: 36 }),
    icSellableAfterMonths: integer('Sold as in conversion after', { max: 120, unit: 'months', initial: 0 }),
    inspectionsPerYear: integer('Inspections a year', { min: 1, max: 12, initial: 1 }),
    groupMin: optional(integer('Smallest group', { min: 1, max: 100_000, initial: 25 })),
    groupMax: optional(integer('Largest group', { min: 1, max: 100_000, initial: 500 })),
    maxMemberHa: optional(hectares('Largest holding of a member', { max: 10_000, initial: 5 })),
    largeFarmHa: optional(hectares('Large farm from', { max: 10_000, initial: 4, help: 'Large farms are inspected separately.' })),
    largeFarmAreaShareMax: optional(share('Area of large farms, at most', { initial: 0.5 })),
    oneGroupOnly: flag('A member may be in one group only', { initial: false }),
    tolerances: optional(record('Tolerances', schemeTolerances, { help: 'Empty: as the programme has it.' })),
    logo: attachments({ label: 'Logo', max: 1, media: 'image', isListed: true, help: 'On public pages beside the claim.' }),
    documents: attachments({ label: 'Documents' }),
    notes: optional(longText('Notes')),
  },
  unique: [['name', 'versionName']],
  title: (row) => row.name,
  subtitle: ['abbreviation', 'versionName'],
  list: ['abbreviation', 'type', 'versionName', 'cocModel', 'country', 'status'],
  form: {
    Scheme: ['name', 'abbreviation', 'versionName', 'ownerName', 'type', 'country', 'claimText', 'logo', 'cocModel'],
    Conversion: ['conversionMonthsAnnual', 'conversionMonthsPerennial', 'icSellableAfterMonths'],
    Groups: ['inspectionsPerYear', 'groupMin', 'groupMax', 'maxMemberHa', 'largeFarmHa', 'largeFarmAreaShareMax', 'oneGroupOnly'],
    'Transaction certificates': ['tolerances'],
    More: ['documents', 'notes'],
  },
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    ACTIVE: { label: 'Active', tone: 'success' },
    RETIRED: { label: 'No longer used', tone: 'neutral' },
  },
  // A retirement by mistake is taken back; another standard, or the next version of one, is another scheme.
  final: ['RETIRED'],
  events: {
    ACTIVATED: { label: 'Activate', fields: {}, from: ['DRAFT'], to: 'ACTIVE', right: 'approve', roles: ['ADMIN'], icon: 'verified' },
    RETIRED: { label: 'Stop using', fields: {}, from: ['ACTIVE'], to: 'RETIRED', right: 'approve', roles: ['ADMIN'], icon: 'archive' },
    COMMENT: comment,
  },
  checks: [
    { path: 'cocModel', code: 'rule', message: accountsAreMissing, fails: ({ cocModel }) => isAccounted(cocModel) },
    {
      path: 'groupMax',
      code: 'min',
      message: 'The largest group is below the smallest.',
      fails: (row) => row.groupMin !== null && row.groupMax !== null && row.groupMax < row.groupMin,
    },
    {
      path: 'icSellableAfterMonths',
      code: 'max',
      message: 'That is longer than the whole conversion.',
      fails: (row) => row.icSellableAfterMonths > Math.max(row.conversionMonthsAnnual, row.conversionMonthsPerennial),
    },
  ],
})
