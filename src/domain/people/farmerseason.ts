// A member's results of one season (domain dictionary 3.1): inspections and the committee's result.
// The approved farmer list is these rows; they come from inspections and committees alone.
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, kilograms, longText, optional, quantity, reference, text } from '../kernel/kinds.ts'
import { seasonResults } from '../kernel/terms.ts'
import { sanctionRef } from './sanction-fields.ts'

/** BR-17: the lowest of the member’s crops of the season, as the committee saw it. */
const complianceAtDecision = quantity('Compliance when decided', '%', { max: 100, decimals: 1 })

export const farmerseason = entity('farmerseason', {
  label: 'Season result',
  plural: 'Season results',
  group: 'Farm',
  about: 'Inspections and approval of each member, season by season: the approved farmer list.',
  belongsTo: { operator: 'operatorId', farmer: 'farmerId', village: 'village' },
  codePrefix: 'AFL',
  readOnly: true,
  fields: {
    farmerId: derived(reference('Farmer', 'farmer')),
    seasonId: derived(reference('Season', 'season')),
    farmerName: derived(text('Name', { max: 161, search: true, sort: true, namesPerson: true })),
    village: derived(text('Village', { max: 60, search: true, filter: true })),
    inspection1On: derived(date('First inspection', { sort: true })),
    inspection2On: derived(date('Second inspection', { sort: true })),
    inspectorId: derived(reference('Inspector', 'user')),
    inspectionResult: derived(choice('Inspector’s result', seasonResults)),
    result: derived(choice('Result', seasonResults, { filter: true })),
    conditions: derived(longText('Conditions', { max: 500 })),
    approvedOn: derived(date('Decided on', { sort: true })),
    approvedBy: derived(reference('Decided by', 'user')),
    listHash: derived(text('Fingerprint of the list', { min: 64, max: 64 })),
    estimatedKg: derived(kilograms('Estimate', { min: 0 })),
    deliveredKg: derived(kilograms('Delivered', { min: 0 })),
    complianceScore: derived(complianceAtDecision),
  },
  unique: [['farmerId', 'seasonId']],
  title: (row) => row.farmerName ?? 'Season result',
  subtitle: ['seasonId', 'village'],
  list: ['farmerId', 'seasonId', 'village', 'inspection1On', 'inspection2On', 'result', 'approvedOn'],
  form: {},
  states: { OPEN: { label: 'Waiting for the committee', tone: 'pending' }, DECIDED: { label: 'Decided', tone: 'success' } },
  events: {
    DECIDED: {
      label: 'Decided by the committee',
      fields: {
        result: choice('Result', seasonResults),
        conditions: optional(longText('Conditions', { max: 500 })),
        reason: optional(text('Reason', { max: 300 })),
        listHash: derived(text('Fingerprint of the list', { max: 64 })),
        complianceScore: derived(complianceAtDecision),
        causeEventId: derived(text('Cause', { max: 36 })),
      },
      from: ['OPEN', 'DECIDED'],
      to: 'DECIDED',
      system: true,
      icon: 'how_to_reg',
    },
    // Beside the committee's decision, which counts again once the sanction is lifted.
    SANCTIONED: {
      label: 'Sales of the season stopped',
      fields: sanctionRef,
      system: true,
      icon: 'gavel',
    },
    SANCTION_LIFTED: { label: 'Sanction lifted', fields: sanctionRef, system: true, icon: 'lock_open' },
  },
})
