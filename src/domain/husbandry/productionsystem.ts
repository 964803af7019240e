// One husbandry enterprise on one plot: a herd, a poultry farm or a group of ponds (animal 3). A dairy is a production
// system of the type DAIRY (animal 4): its fields are here, filled in only where there is milk.
import { entity } from '../kernel/entity.ts'
import {
  choice,
  choices,
  date,
  derived,
  longText,
  money,
  optional,
  personName,
  phone,
  quantity,
  record,
  reference,
  references,
  text,
  words,
} from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { milkSpecies } from './animal-terms.ts'
import { dairyEvents } from './dairy-events.ts'
import { productionsystemEvents } from './productionsystem-events.ts'

export const productionsystem = entity('productionsystem', {
  label: 'Production system',
  plural: 'Production systems',
  group: 'Animal Husbandry',
  about: 'Herds, poultry farms and ponds of the members: what is kept where, and how it stands.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'PDS',
  fields: {
    name: text('Name', { min: 2, max: 80, search: true, sort: true }),
    systemType: choice(
      'Type',
      {
        DAIRY: 'Dairy',
        BEEF_DRAFT: 'Cattle for meat and draught',
        GOAT: 'Goats',
        SHEEP: 'Sheep',
        POULTRY: 'Poultry',
        AQUACULTURE: 'Aquaculture',
        MIXED: 'Mixed',
      },
      { filter: true },
    ),
    landParcelId: reference('Land parcel', 'landparcel', { fixed: true }),
    schemeIds: references('Schemes', 'scheme'),
    managementType: choice(
      'Keeping',
      {
        EXTENSIVE: 'Extensive',
        SEMI_INTENSIVE: 'Semi-intensive',
        INTENSIVE: 'Intensive',
        FREE_RANGE: 'Free range (poultry)',
        BARN: 'Barn (poultry)',
        CAGE: 'Cages (poultry)',
      },
      { filter: true },
    ),
    establishmentNo: optional(text('Holding no.', { max: 40, search: true })),
    gln: optional(text('GLN', { pattern: /^\d{13}$/, hint: 'Thirteen digits.' })),
    waterSource: optional(
      choice('Water source', {
        WELL: 'Well',
        RIVER: 'River',
        CANAL: 'Canal',
        RESERVOIR: 'Reservoir',
        SEA: 'Sea',
        BRACKISH_CREEK: 'Brackish creek',
        RAIN: 'Rain',
      }),
    ),
    startDate: date('Since', { sort: true }),
    endDate: optional(date('Until')),
    vetName: optional(personName('Veterinarian')),
    vetRegNo: optional(text('Registration no. of the veterinarian', { max: 40 })),
    vetPhone: optional(phone('Phone of the veterinarian')),
    milkSpecies: choices('Milk of', milkSpecies, { min: 0 }),
    milkingsPerDay: optional(choice('Milkings a day', { '1': '1', '2': '2', '3': '3', '4': '4', Robot: 'Robot' })),
    sessionTimes: words('Milking times', { max: 4 }),
    collectionRole: optional(choice('Role', { FARM: 'Farm', COLLECTION_CENTRE: 'Collection centre' }, { filter: true })),
    snfFormula: optional(
      record('SNF from lactometer', {
        a: quantity('Times the reading', '×', { max: 1, decimals: 4 }),
        b: quantity('Times the fat', '×', { max: 2, decimals: 4 }),
        c: quantity('Plus', '%', { max: 2, decimals: 2 }),
      }),
    ),
    ratePerKgFat: optional(money('Price per kg of fat')),
    ratePerKgSnf: optional(money('Price per kg of SNF')),
    tankTempMaxC: optional(quantity('Milk tank, warmest', '°C', { min: -2, max: 20, decimals: 1, initial: 8 })),
    notes: optional(longText('Notes')),
    farmerId: derived(reference('Farmer', 'farmer')),
    village: derived(text('Village', { max: 60, search: true, sort: true, filter: true })),
    claimStatus: derived(choice('Claim', claims, { filter: true })),
    conversionStartDate: derived(date('In the scheme since')),
  },
  unique: [
    ['operatorId', 'name'],
    ['operatorId', 'establishmentNo'],
  ],
  title: (row) => row.name,
  subtitle: ['systemType', 'village'],
  list: ['systemType', 'farmerId', 'landParcelId', 'village', 'managementType', 'claimStatus', 'status'],
  form: {
    System: ['name', 'systemType', 'landParcelId', 'managementType', 'schemeIds', 'startDate', 'endDate', 'establishmentNo', 'gln', 'waterSource', 'notes'],
    Veterinarian: ['vetName', 'vetRegNo', 'vetPhone'],
    Dairy: ['milkSpecies', 'milkingsPerDay', 'sessionTimes', 'collectionRole', 'tankTempMaxC', 'snfFormula', 'ratePerKgFat', 'ratePerKgSnf'],
  },
  beforeAdmission: ['DRAFT'],
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    ACTIVE: { label: 'Active', tone: 'success' },
    PAUSED: { label: 'Paused', tone: 'pending' },
    CLOSED: { label: 'Closed', tone: 'neutral' },
  },
  final: ['CLOSED'],
  events: { ...productionsystemEvents, ...dairyEvents },
  checks: [
    { path: 'endDate', code: 'min', message: 'The last day comes after the first.', fails: (row) => !!row.endDate && row.endDate <= row.startDate },
    {
      path: 'waterSource',
      code: 'required',
      message: 'Ponds and tanks need their source of water.',
      fails: (row) => row.systemType === 'AQUACULTURE' && !row.waterSource,
    },
    {
      path: 'milkSpecies',
      code: 'required',
      message: 'A dairy says whose milk it is.',
      fails: (row) => row.systemType === 'DAIRY' && row.milkSpecies.length === 0,
    },
    {
      path: 'managementType',
      code: 'rule',
      message: 'This way of keeping is for poultry only.',
      fails: (row) => ['FREE_RANGE', 'BARN', 'CAGE'].includes(row.managementType) && row.systemType !== 'POULTRY' && row.systemType !== 'MIXED',
    },
  ],
})
