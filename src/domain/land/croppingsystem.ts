// The plan of a season on (part of) a parcel: sole crop, intercrop or sequence; parent of crops (domain dictionary 3.4).

import { openSeasons } from '../kernel/choosable.ts'
import { entity } from '../kernel/entity.ts'
import { groundEvents } from '../kernel/ground-events.ts'
import { choice, date, derived, flag, hectares, longText, optional, polygon, reference, text } from '../kernel/kinds.ts'
import { withFiles } from '../kernel/step-files.ts'
import { plannedTypes, waterRegimes } from '../kernel/terms.ts'

const live = ['PLANNED', 'ACTIVE']

export const croppingsystem = entity('croppingsystem', {
  label: 'Cropping system',
  plural: 'Cropping systems',
  group: 'Farm',
  about: 'What a plot is planned to carry in a season.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'CSY',
  fields: {
    parcelId: reference('Land parcel', 'landparcel', {
      fixed: true,
      choosable: [{ field: 'status', is: ['DRAFT', 'MAPPED', 'VERIFIED'], why: 'Disputed and retired parcels are left out: nothing can be planned on them.' }],
    }),
    seasonId: reference('Season', 'season', { fixed: true, choosable: openSeasons }),
    systemType: choice(
      'System',
      { SOLE: 'Sole crop', INTERCROP: 'Intercrop', MIXED: 'Mixed', SEQUENCE: 'Sequence', RELAY: 'Relay', AGROFORESTRY: 'Agroforestry' },
      { initial: 'SOLE', filter: true },
    ),
    areaHa: hectares('Area', { max: 100, sort: true }),
    subPlot: optional(polygon('Part of the plot')),
    rowRatio: optional(text('Row ratio', { max: 9, pattern: /^\d{1,2}(:\d{1,2}){1,2}$/, hint: 'Like 4:2.' })),
    waterRegime: choice('Water', waterRegimes, { filter: true }),
    previousCropTypeId: optional(reference('Crop before', 'croptype')),
    nextCropTypeId: optional(reference('Crop after', 'croptype')),
    plannedSowing: date('Planned sowing', { sort: true }),
    plannedEnd: date('Planned end'),
    managedOrganically: flag('Managed organically', { initial: true, help: 'The same crop grown both ways needs separate storage (BR-05).' }),
    farmerId: derived(reference('Farmer', 'farmer')),
    village: derived(text('Village', { max: 60, search: true, filter: true })),
    parcelName: derived(text('Plot', { max: 60, search: true })),
    seasonCode: derived(text('Season code', { max: 32 })),
  },
  title: (row) => [row.parcelName, row.seasonCode].filter(Boolean).join(', ') || 'Cropping system',
  subtitle: ['systemType', 'village'],
  list: ['parcelId', 'farmerId', 'seasonId', 'systemType', 'areaHa', 'waterRegime', 'status'],
  form: {
    Plot: ['parcelId', 'seasonId', 'systemType', 'rowRatio', 'areaHa', 'subPlot'],
    Plan: ['waterRegime', 'plannedSowing', 'plannedEnd', 'previousCropTypeId', 'nextCropTypeId', 'managedOrganically'],
  },
  startsOn: { by: ['plannedSowing'], season: 'seasonId' },
  states: {
    PLANNED: { label: 'Planned', tone: 'neutral' },
    ACTIVE: { label: 'Growing', tone: 'progress' },
    CLOSED: { label: 'Closed', tone: 'neutral' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  },
  final: ['CLOSED', 'CANCELLED'],
  events: withFiles(
    {
      STARTED: {
        label: 'First sowing',
        fields: { cropId: reference('Crop', 'crop'), causeEventId: derived(text('Cause', { max: 36 })) },
        from: live,
        to: 'ACTIVE',
        system: true,
        icon: 'grass',
      },
      ENDED: {
        label: 'All crops ended',
        fields: { causeEventId: derived(text('Cause', { max: 36 })) },
        from: ['ACTIVE'],
        to: 'CLOSED',
        system: true,
        icon: 'flag',
      },
      CANCELLED: {
        label: 'Cancel',
        fields: { reason: text('Reason', { max: 200 }) },
        from: live,
        to: 'CANCELLED',
        roles: ['ADMIN', 'OPERATOR_MANAGER'],
        icon: 'cancel',
      },
      ...groundEvents,
      // BR-06: the water regime decides the ceiling of what is sown, so a second person stands behind raising it.
      WATER_CHANGE_PROPOSED: {
        label: 'Other water regime proposed',
        help: 'Counts once somebody else has approved it.',
        icon: 'water_drop',
        from: live,
        fields: { waterRegime: choice('Water', waterRegimes), reason: longText('Reason', { max: 500 }) },
      },
      WATER_CHANGE_APPROVED: {
        label: 'Approve the water regime',
        icon: 'done_all',
        from: live,
        right: 'approve',
        roles: ['ADMIN', 'OPERATOR_MANAGER'],
        excludesActorOf: ['WATER_CHANGE_PROPOSED'],
        fields: { comment: optional(longText('Comment', { max: 500 })) },
      },
      BIODIVERSITY_OBS: { label: 'Biodiversity seen', icon: 'emoji_nature', from: live, fields: { observation: longText('What was seen', { max: 500 }) } },
    },
    plannedTypes,
  ),
  checks: [
    { path: 'plannedEnd', code: 'min', message: 'The planned end comes after sowing.', fails: (row) => row.plannedEnd <= row.plannedSowing },
    {
      path: 'rowRatio',
      code: 'required',
      message: 'An intercrop needs its row ratio, like 4:2.',
      fails: (row) => row.systemType === 'INTERCROP' && !row.rowRatio,
    },
  ],
})
