// One flock, placed in one unit and managed as a unit until it leaves (animal 7). How many birds live is the balance of its
// events, never a number somebody types.
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, flag, integer, longText, money, optional, quantity, reference, share, text, words } from '../kernel/kinds.ts'
import { publishedPackages } from '../kernel/publication.ts'
import { claims } from '../kernel/terms.ts'
import { birdTypes } from './animal-terms.ts'
import { poultrybatchEvents } from './poultrybatch-events.ts'
import { unitsFor } from './unit-choices.ts'

export const poultrybatch = entity('poultrybatch', {
  label: 'Poultry batch',
  plural: 'Poultry batches',
  group: 'Animal Husbandry',
  about: 'Flocks, house by house: birds alive, growth, eggs and what they ate.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'PBT',
  fields: {
    unitId: reference('Unit', 'housingunit', { fixed: true, help: 'Says to which production system it belongs.', choosable: unitsFor('poultrybatch') }),
    name: optional(text('Name', { max: 60, search: true, sort: true })),
    birdType: choice('Birds', birdTypes, { filter: true }),
    strainId: reference('Strain', 'breed', { choosable: [{ field: 'species', is: ['POULTRY'], why: 'Breeds of other species are left out.' }] }),
    slowGrowing: flag('Slow-growing', { initial: false, help: 'Organic poultry of a slow-growing strain has no lowest age at slaughter.' }),
    purpose: choice('Kept for', { MEAT: 'Meat', EGGS: 'Eggs', BREEDING: 'Breeding', DUAL: 'Several purposes' }, { filter: true }),
    // Producer method code of the egg mark (EU 589/2008).
    housing: choice('Keeping', { ORGANIC: '0, organic', FREE_RANGE: '1, free range', BARN: '2, barn', CAGE: '3, cages' }, { filter: true }),
    multiAge: flag('Birds of several ages together', { initial: false }),
    hatchery: text('Hatchery', { max: 80, search: true }),
    hatchDate: date('Hatched on'),
    placementDate: date('Placed on', { sort: true }),
    placedFemale: integer('Females placed', { max: 1_000_000 }),
    placedMale: integer('Males placed', { max: 1_000_000 }),
    placedUnsexed: integer('Unsexed placed', { max: 1_000_000 }),
    doaCount: optional(integer('Dead on arrival', { max: 1_000_000 })),
    chickWeightG: optional(quantity('Chick weight', 'g', { min: 10, max: 5000, decimals: 1 })),
    chickCost: optional(money('Price of a chick')),
    vaccinationAtHatchery: words('Vaccinated at the hatchery against', { max: 10 }),
    popId: optional(reference('Package of practices', 'poultrypop', { choosable: [publishedPackages] })),
    targetWeightKg: optional(quantity('Weight aimed at', 'kg', { min: 0.05, max: 30, decimals: 2 })),
    targetAgeDays: optional(integer('Age aimed at', { min: 1, max: 900, unit: 'days' })),
    targetFcr: optional(quantity('Feed conversion aimed at', 'kg/kg', { min: 0.5, max: 10, decimals: 2 })),
    notes: optional(longText('Notes', { max: 1000 })),
    popVersion: derived(integer('Version of the package', { min: 1, max: 1000 })),
    productionSystemId: derived(reference('Production system', 'productionsystem')),
    farmerId: derived(reference('Farmer', 'farmer')),
    village: derived(text('Village', { max: 60, search: true, filter: true })),
    unitName: derived(text('House', { max: 40, search: true })),
    claimStatus: derived(choice('Claim', claims, { filter: true })),
    aliveCount: derived(integer('Birds alive', { max: 3_000_000, sort: true })),
    mortalityShare: derived(share('Died so far', { max: 1 })),
    lastWeightG: derived(quantity('Mean weight', 'g', { max: 30_000, decimals: 0, sort: true })),
    feedKg: derived(quantity('Feed so far', 'kg', { max: 100_000_000, decimals: 1 })),
  },
  restorable: ['popId', 'popVersion'],
  title: (row) => row.name ?? [row.unitName, row.placementDate].filter(Boolean).join(', '),
  subtitle: ['birdType', 'strainId'],
  list: ['birdType', 'strainId', 'unitId', 'farmerId', 'placementDate', 'placedUnsexed', 'aliveCount', 'mortalityShare', 'lastWeightG', 'popId', 'status'],
  form: {
    Flock: ['name', 'unitId', 'birdType', 'strainId', 'slowGrowing', 'purpose', 'housing', 'multiAge'],
    Placement: [
      'hatchery',
      'hatchDate',
      'placementDate',
      'placedFemale',
      'placedMale',
      'placedUnsexed',
      'doaCount',
      'chickWeightG',
      'chickCost',
      'vaccinationAtHatchery',
    ],
    Plan: ['popId', 'targetWeightKg', 'targetAgeDays', 'targetFcr', 'notes'],
  },
  startsOn: { by: ['hatchDate'] },
  states: {
    PLANNED: { label: 'Planned', tone: 'neutral' },
    PLACED: { label: 'Placed', tone: 'progress' },
    LAYING: { label: 'Laying', tone: 'success' },
    DEPLETING: { label: 'Leaving', tone: 'pending' },
    CLOSED: { label: 'Closed', tone: 'neutral' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  },
  final: ['CLOSED', 'CANCELLED'],
  events: poultrybatchEvents,
  checks: [
    { path: 'placementDate', code: 'min', message: 'It is placed before it hatched.', fails: (row) => row.placementDate < row.hatchDate },
    {
      path: 'placedUnsexed',
      code: 'required',
      message: 'A flock has at least one bird.',
      fails: (row) => row.placedFemale + row.placedMale + row.placedUnsexed < 1,
    },
    {
      path: 'doaCount',
      code: 'max',
      message: 'More birds dead on arrival than came.',
      fails: (row) => (row.doaCount ?? 0) > row.placedFemale + row.placedMale + row.placedUnsexed,
    },
  ],
})
