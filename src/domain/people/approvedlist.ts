// The approved farmer list as a document (domain dictionary 3.1, R02; docs/decisions/0059): who may sell what under a scheme in a season,
// as of the day on which it was drawn up. It is signed by the operator's manager and countersigned by an auditor of the certification
// body, and never changes; a newer version takes its place.
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, hectares, integer, kilograms, longText, reference, rows, text } from '../kernel/kinds.ts'
import { claims, seasonResults } from '../kernel/terms.ts'

/** One crop of an approved farmer, or one without a crop in this season (`parcelId`, `cropId` and what follows of them are null). */
export const listEntry = {
  farmerId: derived(text('Farmer', { max: 36 })),
  memberNo: derived(text('Member no.', { max: 40 })),
  farmer: derived(text('Name', { max: 161 })),
  village: derived(text('Village', { max: 60 })),
  result: derived(choice('Result', seasonResults)),
  conditions: derived(text('Conditions', { max: 500 })),
  parcelId: derived(text('Plot', { max: 36 })),
  parcel: derived(text('Land parcel', { max: 161 })),
  cropId: derived(text('Crop', { max: 36 })),
  crop: derived(text('Crop', { max: 161 })),
  areaHa: derived(hectares('Area', { min: 0, isInHectares: true })),
  claimStatus: derived(choice('Claim', claims)),
  estimatedKg: derived(kilograms('Estimate', { min: 0 })),
}

const fingerprint = {
  hash: text('Fingerprint of the list', { min: 64, max: 64, help: 'The one that was read: a list that says something else is not signed by it.' }),
}

export const approvedlist = entity('approvedlist', {
  label: 'Approved farmer list',
  plural: 'Approved farmer lists',
  group: 'Farm',
  about: 'Lists of the farmers whose goods are sold under a scheme in a season, signed by the operator and its certification body.',
  belongsTo: { operator: 'operatorId' },
  codePrefix: 'AFV',
  readOnly: true,
  fields: {
    schemeId: derived(reference('Scheme', 'scheme')),
    seasonId: derived(reference('Season', 'season')),
    versionNo: derived(integer('Version', { min: 1, max: 100_000, sort: true })),
    asOf: derived(date('As of', { sort: true })),
    farmersCount: derived(integer('Farmers', { max: 100_000 })),
    plotsCount: derived(integer('Plots', { max: 1_000_000 })),
    areaHa: derived(hectares('Area', { min: 0, max: 1_000_000, isInHectares: true })),
    estimatedKg: derived(kilograms('Estimate', { min: 0 })),
    hash: derived(text('Fingerprint of the list', { min: 64, max: 64 })),
    replacesId: derived(reference('Takes the place of', 'approvedlist')),
    signedBy: derived(reference('Signed by', 'user')),
    signedOn: derived(date('Signed on')),
    countersignedBy: derived(reference('Countersigned by', 'user')),
    inForceFrom: derived(date('In force from', { sort: true })),
    inForceTo: derived(date('In force until')),
    entries: derived(rows('Farmers and crops', listEntry, { max: 50_000 })),
  },
  unique: [['operatorId', 'schemeId', 'seasonId', 'versionNo']],
  title: (row) => `Version ${row.versionNo}`,
  subtitle: ['schemeId', 'seasonId'],
  list: ['schemeId', 'seasonId', 'versionNo', 'asOf', 'farmersCount', 'areaHa', 'inForceFrom', 'inForceTo', 'status'],
  form: {},
  startsOn: { by: ['createdAt', 'asOf'] },
  states: {
    DRAFT: { label: 'To be signed', tone: 'pending' },
    SIGNED: { label: 'To be countersigned', tone: 'progress' },
    IN_FORCE: { label: 'In force', tone: 'success' },
    REPLACED: { label: 'Replaced', tone: 'neutral' },
    RETURNED: { label: 'Returned', tone: 'error' },
    DISCARDED: { label: 'Discarded', tone: 'neutral' },
  },
  final: ['REPLACED', 'RETURNED', 'DISCARDED'],
  thereFrom: 'ENTRY',
  events: {
    SIGNED: {
      label: 'Sign',
      help: 'By the operator’s manager. From then on the list does not change.',
      fields: fingerprint,
      from: ['DRAFT'],
      to: 'SIGNED',
      right: 'approve',
      roles: ['OPERATOR_MANAGER'],
      icon: 'draw',
    },
    COUNTERSIGNED: {
      label: 'Countersign',
      help: 'By an auditor of the certification body, who is not the person who signed it. The list is then in force in place of the one before.',
      fields: fingerprint,
      from: ['SIGNED'],
      to: 'IN_FORCE',
      roles: ['CERTIFICATION_BODY_AUDITOR'],
      excludesActorOf: ['created', 'SIGNED'],
      icon: 'verified',
    },
    RETURNED: {
      label: 'Return',
      fields: { reason: longText('What is to be corrected', { max: 500 }) },
      from: ['SIGNED'],
      to: 'RETURNED',
      roles: ['CERTIFICATION_BODY_AUDITOR'],
      icon: 'undo',
    },
    DISCARDED: { label: 'Discard', fields: {}, from: ['DRAFT'], to: 'DISCARDED', right: 'approve', roles: ['OPERATOR_MANAGER'], icon: 'block' },
    REPLACED: {
      label: 'Replaced by a newer version',
      fields: { by: derived(text('By', { max: 36 })) },
      from: ['IN_FORCE'],
      to: 'REPLACED',
      system: true,
      icon: 'history',
    },
  },
})
