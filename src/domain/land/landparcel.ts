// One mapped plot, a single polygon (domain dictionary 3.3). The geometry's soundness and overlaps
// (BR-01, BR-02) are checked by domain/geo; the boundary's versions are its BOUNDARY_CAPTURED events.

import { entity } from '../kernel/entity.ts'
import {
  attachments,
  choice,
  choices,
  date,
  derived,
  flag,
  hectares,
  integer,
  optional,
  point,
  polygon,
  quantity,
  record,
  reference,
  rows,
  share,
  text,
  time,
} from '../kernel/kinds.ts'
import { notMerged } from '../kernel/member-choices.ts'
import { claims, neighbourUses, waterRegimes } from '../kernel/terms.ts'
import { boundaryMethods, landparcelEvents, sides, tenures } from './landparcel-events.ts'

export const landparcel = entity('landparcel', {
  label: 'Land parcel',
  plural: 'Land parcels',
  group: 'Farm',
  about: 'Every plot of every member, with its boundary, its owner and its organic status.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'PCL',
  fields: {
    name: text('Name', { max: 60, search: true, sort: true }),
    parcelNo: text('Plot no.', { max: 60, search: true, sort: true }),
    farmerId: reference('Farmer', 'farmer', { fixed: true, choosable: notMerged, help: 'A change of grower is recorded as an event.' }),
    tenure: choice('Tenure', tenures, { filter: true }),
    leaseFrom: optional(date('Lease from')),
    leaseTo: optional(date('Lease to', { sort: true })),
    landowners: rows('Owners', { landownerId: reference('Owner', 'landowner'), share: share('Share') }, { max: 20 }),
    surveyNo: optional(text('Survey no.', { max: 40, personal: true })),
    declaredAreaHa: hectares('Declared area', { min: 0.01, max: 100, sort: true }),
    boundary: optional(polygon('Boundary')),
    boundaryMethod: optional(choice('How it was mapped', boundaryMethods, { filter: true })),
    mappedAt: optional(date('Mapped on')),
    gpsAccuracyM: optional(quantity('GPS accuracy', 'm', { max: 1000, decimals: 1 })),
    point: optional(point('Point', { help: 'Instead of a boundary, up to 4 ha.' })),
    soilType: optional(
      choice('Soil', { BLACK: 'Black cotton soil', RED: 'Red', ALLUVIAL: 'Alluvial', SANDY: 'Sandy', LOAM: 'Loam', CLAY: 'Clay', OTHER: 'Other' }),
    ),
    slopePct: optional(quantity('Slope', '%', { max: 100, decimals: 1 })),
    waterSources: optional(choices('Water sources', { RAIN: 'Rain', WELL: 'Well', TUBEWELL: 'Tube well', CANAL: 'Canal', RIVER: 'River', POND: 'Pond' })),
    waterRegime: choice('Water', waterRegimes, { filter: true }),
    lastProhibitedInputOn: optional(date('Last prohibited input on')),
    conversionStart: optional(date('In the scheme since', { writableBy: ['ADMIN', 'OPERATOR_MANAGER'], help: 'Conversion months count from here (BR-04).' })),
    retroMonths: optional(
      integer('Months recognised before', {
        max: 12,
        unit: 'months',
        writableBy: ['ADMIN', 'OPERATOR_MANAGER'],
        help: 'They count once the certification body has confirmed them.',
      }),
    ),
    retroDocument: optional(text('Document of recognition', { max: 80, writableBy: ['ADMIN', 'OPERATOR_MANAGER'] })),
    // The record of rights, the map of the survey, the recognition of earlier months.
    files: attachments({ personal: true }),
    landUseHistory: rows('Land use before', { season: text('Season', { max: 20 }), use: text('Use', { max: 80 }) }, { max: 6 }),
    neighbours: rows(
      'Neighbours',
      { side: choice('Side', sides), use: choice('Use', neighbourUses), bufferM: quantity('Buffer', 'm', { max: 1000, decimals: 1 }) },
      { max: 8 },
    ),
    village: derived(text('Village', { max: 60, search: true, sort: true, filter: true })),
    mappedAreaHa: derived(hectares('Mapped area', { min: 0, sort: true })),
    areaDifference: derived(share('Against declared', { min: -10, max: 10 })),
    perimeterM: derived(quantity('Perimeter', 'm', { max: 1_000_000, decimals: 1 })),
    centroid: derived(point('Centre')),
    bbox: derived(
      record('Bounds', {
        west: quantity('West', '°', { min: -180, max: 180, decimals: 7 }),
        south: quantity('South', '°', { min: -90, max: 90, decimals: 7 }),
        east: quantity('East', '°', { min: -180, max: 180, decimals: 7 }),
        north: quantity('North', '°', { min: -90, max: 90, decimals: 7 }),
      }),
    ),
    geoHash: derived(text('Boundary fingerprint', { min: 64, max: 64 })),
    boundaryVersion: derived(integer('Boundary version')),
    hasBoundary: derived(flag('Has a boundary', { filter: true })),
    mappedBy: derived(reference('Mapped by', 'user')),
    verifiedAt: derived(time('Verified at')),
    retroConfirmedAt: derived(time('Recognition confirmed at')),
    startConfirmedAt: derived(time('Start of conversion confirmed at')),
    conversionCountsFrom: derived(
      date('Conversion counts from', {
        help: 'A start further back than the programme allows counts from its recording until the certification body has confirmed it (BR-04).',
      }),
    ),
    conversionMonths: derived(integer('Conversion, annual crops', { unit: 'months', help: 'As the scheme asked when the plot entered it; empty: 24.' })),
    conversionMonthsPerennial: derived(
      integer('Conversion, perennial crops', { unit: 'months', help: 'As the scheme asked when the plot entered it; empty: 36.' }),
    ),
    organicStatus: derived(choice('Organic status', claims, { filter: true, help: 'As of today; a crop takes its own from the day of sowing (BR-04).' })),
    cropNow: derived(text('Crop of the season', { max: 60, filter: true })),
  },
  unique: [['farmerId', 'parcelNo'], ['geoHash']],
  title: (row) => row.name,
  subtitle: ['parcelNo', 'village'],
  list: ['farmerId', 'village', 'declaredAreaHa', 'mappedAreaHa', 'areaDifference', 'organicStatus', 'status'],
  form: {
    Plot: ['name', 'parcelNo', 'farmerId', 'declaredAreaHa', 'waterRegime', 'soilType', 'slopePct', 'waterSources'],
    Boundary: ['boundary', 'boundaryMethod', 'mappedAt', 'gpsAccuracyM', 'point'],
    Tenure: ['tenure', 'leaseFrom', 'leaseTo', 'landowners', 'surveyNo', 'files'],
    'Organic status': ['conversionStart', 'lastProhibitedInputOn', 'retroMonths', 'retroDocument', 'landUseHistory', 'neighbours'],
  },
  states: {
    DRAFT: { label: 'Not mapped', tone: 'neutral' },
    MAPPED: { label: 'Mapped', tone: 'pending' },
    VERIFIED: { label: 'Verified', tone: 'success' },
    DISPUTED: { label: 'Disputed', tone: 'error' },
    RETIRED: { label: 'Retired', tone: 'neutral' },
  },
  final: ['RETIRED'],
  certified: {
    in: ['VERIFIED', 'DISPUTED'],
    fields: ['boundary', 'point', 'declaredAreaHa', 'waterRegime', 'lastProhibitedInputOn', 'conversionStart', 'retroMonths', 'retroDocument', 'neighbours'],
  },
  events: landparcelEvents,
  checks: [
    {
      path: 'leaseFrom',
      code: 'required',
      message: 'A leased or shared plot needs the first day of the lease.',
      fails: (row) => (row.tenure === 'LEASED' || row.tenure === 'SHARECROP') && !row.leaseFrom,
    },
    {
      path: 'leaseTo',
      code: 'required',
      message: 'A leased or shared plot needs the last day of the lease.',
      fails: (row) => (row.tenure === 'LEASED' || row.tenure === 'SHARECROP') && !row.leaseTo,
    },
    {
      path: 'leaseTo',
      code: 'min',
      message: 'The lease ends after it begins.',
      fails: (row) => !!row.leaseFrom && !!row.leaseTo && row.leaseTo <= row.leaseFrom,
    },
    {
      path: 'landowners',
      code: 'max',
      message: 'The owners’ shares come to more than 100 %.',
      fails: (row) => row.landowners.reduce((sum, owner) => sum + owner.share, 0) > 1.00001,
    },
    {
      path: 'retroDocument',
      code: 'required',
      message: 'Recognised months need the certification body’s document.',
      fails: (row) => !!row.retroMonths && !row.retroDocument,
    },
    {
      path: 'point',
      code: 'rule',
      message: 'A point alone is enough only up to 4 ha.',
      fails: (row) => !!row.point && !row.boundary && row.declaredAreaHa > 4,
    },
  ],
})
