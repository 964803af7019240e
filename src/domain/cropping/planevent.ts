// One step of a package of practices, due on one crop, cropping system, flock or pond (domain dictionary 3.5; animal 9.3). Rows come from
// assigning a package; recording the event they wait for closes them.
import { entity } from '../kernel/entity.ts'
import { attachments, choice, choices, date, derived, flag, integer, longText, quantity, reference, text } from '../kernel/kinds.ts'
import { planEvidence, plannedStates } from '../kernel/plan.ts'
import { boundsOfStep, outsideOfStep } from '../kernel/step-bounds.ts'

const planners = ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER'] as const
const open = ['PLANNED', 'DUE'] as const
/** The product plans anew from every status: what an event did it no longer does once that is taken back. */
const any = ['PLANNED', 'DUE', 'DONE_ON_TIME', 'DONE_LATE', 'MISSED', 'SKIPPED', 'NOT_APPLICABLE'] as const
/** What somebody left out in time is neither due nor missed by the day. */
const notLeftOut = ['PLANNED', 'DUE', 'DONE_ON_TIME', 'DONE_LATE', 'MISSED', 'NOT_APPLICABLE'] as const
const leftOutBecause = { NOT_NEEDED: 'Not needed', WEATHER: 'Weather', NO_INPUT: 'Input not to be had', OTHER: 'Other' } as const

export const planevent = entity('planevent', {
  label: 'Planned event',
  plural: 'Planned events',
  group: 'Work',
  about: 'What the packages of practices ask for on each crop, cropping system, flock and pond, and by when.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'PLN',
  readOnly: true,
  fields: {
    cropId: derived(reference('Crop', 'crop')),
    croppingSystemId: derived(reference('Cropping system', 'croppingsystem')),
    poultryBatchId: derived(reference('Poultry batch', 'poultrybatch')),
    aquaCropId: derived(reference('Aquaculture crop', 'aquacrop')),
    farmerId: derived(reference('Farmer', 'farmer')),
    village: derived(text('Village', { max: 60, search: true, filter: true })),
    popEventCode: derived(text('Code', { max: 40, search: true })),
    name: derived(text('Name', { max: 120, search: true, sort: true })),
    eventType: derived(text('Event', { max: 60, filter: true })),
    occurrenceNo: derived(integer('Occurrence', { min: 1, max: 5000 })),
    due: derived(date('Due on', { sort: true })),
    windowStart: derived(date('From')),
    windowEnd: derived(date('To', { sort: true })),
    plannedQty: derived(quantity('Planned quantity', 'unit', { max: 10_000_000 })),
    unit: derived(text('Unit', { max: 20 })),
    itemId: derived(reference('Input', 'inputitem')),
    mandatory: derived(flag('Must be done', { filter: true })),
    weight: derived(integer('Weight in the score', { min: 1, max: 10 })),
    instruction: derived(longText('Instruction', { max: 1000 })),
    audio: derived(attachments({ label: 'Spoken instruction', max: 1, media: 'audio', isListed: true })),
    popId: derived(reference('Package of practices', 'pop')),
    poultryPopId: derived(reference('Package of practices of the flock', 'poultrypop')),
    aquaPopId: derived(reference('Package of practices of the pond', 'aquapop')),
    evidence: derived(choices('Evidence', planEvidence)),
    evidenceMissing: derived(choices('Evidence missing', planEvidence, { filter: true })),
    bounds: derived(boundsOfStep()),
    outside: derived(outsideOfStep()),
    donePartly: derived(flag('Done in part', { filter: true })),
    leftOutBecause: derived(choice('Left out because', leftOutBecause)),
    doneOn: derived(date('Done on')),
    fulfilledByEventId: derived(text('Done by event', { max: 36 })),
  },
  title: (row) => row.name ?? 'Planned event',
  subtitle: ['due', 'village'],
  list: ['cropId', 'croppingSystemId', 'poultryBatchId', 'aquaCropId', 'farmerId', 'village', 'due', 'windowEnd', 'mandatory', 'status'],
  form: {},
  // What falls due or has passed, by the day (jobs/clock/plan-steps.ts).
  lookups: [
    ['status', 'windowStart'],
    ['status', 'windowEnd'],
  ],
  states: plannedStates,
  final: ['DONE_ON_TIME', 'DONE_LATE', 'NOT_APPLICABLE'],
  events: {
    DUE: { label: 'Due', fields: {}, from: notLeftOut, to: 'DUE', system: 'clock', icon: 'edit_calendar' },
    DONE_ON_TIME: { label: 'Done in time', fields: { eventId: text('Event', { max: 36 }) }, from: any, to: 'DONE_ON_TIME', system: true, icon: 'done_all' },
    DONE_LATE: { label: 'Done outside its days', fields: { eventId: text('Event', { max: 36 }) }, from: any, to: 'DONE_LATE', system: true, icon: 'done_all' },
    MISSED: { label: 'Missed', fields: {}, from: notLeftOut, to: 'MISSED', system: 'clock', icon: 'warning' },
    SKIPPED: {
      label: 'Leave out',
      help: 'Says why it is not needed here.',
      fields: { reason: choice('Reason', leftOutBecause) },
      from: open,
      to: 'SKIPPED',
      roles: planners,
      icon: 'cancel',
    },
    REOPENED: { label: 'Plan again', fields: {}, from: ['SKIPPED'], to: 'PLANNED', roles: planners, icon: 'undo' },
    REPLANNED: { label: 'Planned anew', fields: {}, from: any, to: 'PLANNED', system: true, icon: 'undo' },
    PASSED: { label: 'Left out, nothing recorded', fields: {}, from: any, to: 'SKIPPED', system: 'clock', icon: 'cancel' },
    NOT_APPLICABLE: { label: 'Does not apply', fields: {}, from: any, to: 'NOT_APPLICABLE', system: true, icon: 'block' },
  },
})
