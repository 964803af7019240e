// One crop of one variety in one cropping system (domain dictionary 3.5): from sowing over harvest to
// what is left to sell. Claim, ceiling and kilograms follow from events; nobody types them.
import { entity } from '../kernel/entity.ts'
import { gmProofFields, isShown } from '../kernel/gm-proof.ts'
import {
  attachments,
  choice,
  date,
  derived,
  flag,
  hectares,
  integer,
  kilograms,
  optional,
  quantity,
  reference,
  references,
  share,
  text,
  time,
  words,
} from '../kernel/kinds.ts'
import { withFiles } from '../kernel/step-files.ts'
import { claims, plannedTypes } from '../kernel/terms.ts'
import { gmoStatuses } from '../kernel/test-events.ts'
import { cropEvents, followable, seedTreatments } from './crop-events.ts'

export const cropRoles = { MAIN: 'Main crop', INTERCROP: 'Intercrop', BORDER: 'Border', TRAP: 'Trap crop', REFUGE: 'Refuge', COVER: 'Cover crop' } as const

export const crop = entity('crop', {
  label: 'Crop',
  plural: 'Crops',
  group: 'Farm',
  about: 'What grows on each plot this season, its stage, its claim and its kilograms.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'CRP',
  fields: {
    croppingSystemId: reference('Cropping system', 'croppingsystem', {
      fixed: true,
      choosable: [{ field: 'status', is: ['PLANNED', 'ACTIVE'], why: 'Cropping systems that have ended are left out.' }],
    }),
    cropTypeId: reference('Crop type', 'croptype', { fixed: true }),
    varietyId: reference('Variety', 'variety', {
      choosable: [{ field: 'cropTypeId', same: 'cropTypeId', why: 'Varieties of other crop types are left out.' }],
    }),
    role: choice('Role', cropRoles, { initial: 'MAIN', filter: true }),
    areaHa: hectares('Area', { max: 100, sort: true }),
    areaShare: optional(
      share('Share of the area', { min: 0.001, help: 'Of crops that grow mixed on one piece of ground: how much of it is this one. They come to 100 %.' }),
    ),
    plannedSowing: date('Planned sowing', { sort: true }),
    popId: optional(
      reference('Package of practices', 'pop', {
        fixed: true,
        choosable: followable('cropTypeId'),
        help: 'Plans the work of the season. Another one is followed later by an event.',
      }),
    ),
    schemePopIds: optional(
      references('Further scheme rules', 'schemepop', {
        max: 10,
        writableBy: ['ADMIN', 'OPERATOR_MANAGER'],
        choosable: [{ field: 'status', is: ['PUBLISHED'], why: 'Only published rules are offered.' }],
        help: 'It is judged by these besides the rules that the certificates of its group bring.',
      }),
    ),
    seedSource: choice('Seed source', { OWN_SAVED: 'Own, saved', GROUP: 'From the group', COMPANY: 'Bought', EXCHANGE: 'Exchanged' }),
    seedLotNo: optional(text('Seed lot', { max: 40 })),
    seedQtyKg: optional(kilograms('Seed', { max: 50_000 })),
    seedTreated: optional(choice('Seed treatment', seedTreatments)),
    seedOrganic: flag('Organic seed', { initial: false }),
    ...gmProofFields,
    files: attachments(),
    spacingRowCm: optional(quantity('Row spacing', 'cm', { min: 5, max: 300, decimals: 0 })),
    spacingPlantCm: optional(quantity('Plant spacing', 'cm', { min: 5, max: 300, decimals: 0 })),
    farmerId: derived(reference('Farmer', 'farmer')),
    popVersion: derived(integer('Version of the package', { min: 1, max: 1000 })),
    parcelId: derived(reference('Land parcel', 'landparcel')),
    seasonId: derived(reference('Season', 'season')),
    village: derived(text('Village', { max: 60, search: true, sort: true, filter: true })),
    places: derived(
      words('Lies in', { max: 5, help: 'Village, block, district and state as they were when it was planned: the yield norm of that region counts (BR-06).' }),
    ),
    cropName: derived(text('Crop', { max: 60, search: true, sort: true })),
    varietyName: derived(text('Variety name', { max: 60, search: true })),
    sowingDate: derived(date('Sown on', { sort: true })),
    germinationDate: derived(date('Germinated on')),
    harvestStart: derived(date('First picking')),
    harvestEnd: derived(date('Last picking')),
    harvestNotBefore: derived(date('Harvest not before', { help: 'The waiting period of the last plant protection (BR-19).' })),
    claimStatus: derived(choice('Claim', claims, { filter: true, help: 'As of the day of sowing, of a perennial as of its first harvest (BR-04).' })),
    yieldCapKg: derived(kilograms('Yield ceiling', { min: 0 })),
    excludedHa: derived(
      hectares('Border rows excluded', { min: 0, help: 'Beside neighbours without the buffer that its schemes ask for: not sold as certified (BR-13).' }),
    ),
    proposedKg: derived(kilograms('Estimate awaiting approval', { min: 0 })),
    estimatedKg: derived(kilograms('Estimate', { min: 0, sort: true })),
    estimateMethod: derived(choice('Estimated by', { SAMPLE_PLOT: 'Sample plot', BOLL_COUNT: 'Boll count', EYE: 'By eye', MODEL: 'Model' })),
    estimateApprovedBy: derived(reference('Estimate approved by', 'user')),
    lossShare: derived(quantity('Lost', '%', { max: 100, decimals: 1 })),
    harvestedKg: derived(kilograms('Harvested', { min: 0, sort: true })),
    purchasedKg: derived(kilograms('Purchased', { min: 0, sort: true })),
    retainedKg: derived(kilograms('Kept by the farmer', { min: 0, sort: true })),
    remainingSellableKg: derived(kilograms('Left to sell', { min: 0, sort: true })),
    complianceScore: derived(
      quantity('Compliance', '%', { max: 100, decimals: 1, help: 'Points of the rules of its schemes (BR-17); of several schemes the lowest.' }),
    ),
    openNcCount: derived(integer('Open non-conformities')),
    gmoStatus: derived(
      choice('GMO test', gmoStatuses, { filter: true, help: 'Of the field, not of lots made of what was picked. Empty: no sample was taken.' }),
    ),
    gmoTestId: derived(text('GMO test report', { max: 60, help: 'The last negative one, which is a proof of non-GM seed.' })),
    qrToken: derived(text('Public code', { min: 22, max: 22 })),
    qrRevokedAt: derived(time('Public page withdrawn at')),
  },
  unique: [['croppingSystemId', 'cropTypeId', 'varietyId', 'role'], ['qrToken']],
  title: (row) => [row.cropName, row.varietyName].filter(Boolean).join(', ') || 'Crop',
  subtitle: ['parcelId', 'village'],
  list: ['farmerId', 'parcelId', 'areaHa', 'claimStatus', 'status', 'harvestedKg', 'remainingSellableKg'],
  form: {
    Crop: ['croppingSystemId', 'cropTypeId', 'varietyId', 'role', 'areaHa', 'areaShare', 'plannedSowing', 'popId', 'schemePopIds'],
    Seed: ['seedSource', 'seedLotNo', 'seedQtyKg', 'seedTreated', 'seedOrganic', 'nonGmProofKind', 'nonGmProof', 'nonGmProofFiles', 'files'],
    Spacing: ['spacingRowCm', 'spacingPlantCm'],
  },
  startsOn: { by: ['plannedSowing', 'sowingDate'], season: 'seasonId', startedBy: ['SOWING'] },
  states: {
    PLANNED: { label: 'Planned', tone: 'neutral' },
    SOWN: { label: 'Sown', tone: 'progress' },
    GROWING: { label: 'Growing', tone: 'progress' },
    HARVESTING: { label: 'Being harvested', tone: 'progress' },
    HARVESTED: { label: 'Harvested', tone: 'success' },
    CLOSED: { label: 'Closed', tone: 'neutral' },
    FAILED: { label: 'Failed', tone: 'error' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  },
  final: ['CLOSED', 'FAILED', 'CANCELLED'],
  certified: {
    in: ['SOWN', 'GROWING', 'HARVESTING', 'HARVESTED'],
    fields: ['varietyId', 'seedSource', 'seedOrganic', 'nonGmProofKind', 'nonGmProof', 'nonGmProofFiles'],
  },
  events: withFiles(cropEvents, plannedTypes),
  checks: [
    {
      path: 'nonGmProof',
      code: 'required',
      message: 'Enter the number of the proof, or attach it.',
      fails: (row) => !!row.nonGmProofKind && !isShown(row),
    },
  ],
})
