// A facility or line at a place: collection centre, gin, press (domain dictionary 4.2). Runs are its events.
import { entity } from '../kernel/entity.ts'
import { attachments, choice, date, derived, integer, kilograms, optional, point, reference, references, rows, share, text, time } from '../kernel/kinds.ts'
import { claims, systemTypes } from '../kernel/terms.ts'
import { processingsystemEvents } from './processingsystem-events.ts'

export const processingsystem = entity('processingsystem', {
  label: 'Processing system',
  plural: 'Processing systems',
  group: 'Processing',
  about: 'Centres, gins and lines: what they took in, what came out and how well it balanced.',
  belongsTo: { operator: 'collectiveId', atOperator: 'THEIRS_AND_OPEN', processor: 'processorId' },
  codePrefix: 'PSY',
  fields: {
    name: text('Name', { max: 80, search: true, sort: true }),
    processorId: optional(
      reference('Processor', 'processor', {
        fixed: true,
        choosable: [{ field: 'status', is: ['ACTIVE'], why: 'Processors that are not active (applicants, suspended, exited) are left out.' }],
      }),
    ),
    collectiveId: optional(reference('Operator', 'collective', { fixed: true })),
    parcelId: optional(reference('On land parcel', 'landparcel')),
    systemType: choice('Type', systemTypes, { filter: true }),
    place: text('Place', { max: 60, search: true }),
    district: text('District', { max: 60, filter: true }),
    point: optional(point('Position')),
    capacityKgPerDay: kilograms('Capacity per day', { min: 1, sort: true }),
    segregation: choice(
      'Keeping apart',
      { DEDICATED: 'Dedicated to one claim', SEPARATE_LINE: 'Separate line', CLEANED_CHANGEOVER: 'Cleaned between' },
      { filter: true },
    ),
    inputProductIds: references('Takes in', 'product'),
    outputProductIds: references('Makes', 'product'),
    norms: rows(
      'Own norms',
      {
        productId: reference('Product', 'product'),
        min: share('Lowest', { max: 1.2 }),
        typical: share('Typical', { max: 1.2 }),
        max: share('Highest', { max: 1.2 }),
      },
      { max: 20, help: 'Share of the input; empty: the programme’s norms (BR-10).' },
    ),
    seasonFrom: optional(date('Season from')),
    seasonTo: optional(date('Season to')),
    shifts: optional(integer('Shifts', { min: 1, max: 4 })),
    gln: optional(text('GLN', { pattern: /^\d{13}$/, hint: 'Thirteen digits.' })),
    readPointUri: optional(
      text('Read point', {
        max: 200,
        pattern: /^(?:https?:\/\/[^\s/]\S*|urn:[a-z0-9][a-z0-9-]{1,31}:\S+)$/i,
        hint: 'An address that begins with https:// or urn:, without spaces.',
        help: 'How EPCIS documents name the place where goods are read here; empty: as the facility itself.',
      }),
    ),
    files: attachments(),
    lastCleaningAt: derived(time('Last cleaned at', { sort: true })),
    lastRunAt: derived(time('Last run at', { sort: true })),
    lastRunClaim: derived(choice('Claim of the last run', claims)),
    runCount: derived(integer('Runs')),
  },
  unique: [['name', 'district']],
  title: (row) => row.name,
  subtitle: ['systemType', 'place'],
  list: ['code', 'systemType', 'place', 'processorId', 'capacityKgPerDay', 'segregation', 'lastCleaningAt', 'status'],
  form: {
    Facility: ['name', 'systemType', 'processorId', 'collectiveId', 'parcelId', 'files'],
    Place: ['place', 'district', 'point', 'gln', 'readPointUri'],
    Work: ['capacityKgPerDay', 'segregation', 'inputProductIds', 'outputProductIds', 'norms', 'seasonFrom', 'seasonTo', 'shifts'],
  },
  beforeAdmission: ['DRAFT'],
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    DECOMMISSIONED: { label: 'Decommissioned', tone: 'neutral' },
  },
  final: ['DECOMMISSIONED'],
  events: processingsystemEvents,
  checks: [
    {
      path: 'processorId',
      code: 'rule',
      message: 'A facility belongs either to a processor or to an operator.',
      fails: (row) => !row.processorId === !row.collectiveId,
    },
    {
      path: 'norms',
      code: 'rule',
      message: 'Each norm must rise from lowest over typical to highest.',
      fails: (row) => row.norms.some((norm) => norm.min > norm.typical || norm.typical > norm.max),
    },
  ],
})
