// Every event that people cannot record names who records it: a behaviour of the product or a handler of the clock. A new `system`
// event without a line here fails, and so does a line whose file records something else.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'

/** Steps of packages change together: one statement writes their events. */
const plansOfCrops = 'src/server/behaviours/plan-rows.ts'
/** Source file in which the product records the event today. */
const recordedIn: Readonly<Record<string, string>> = {
  'anomaly CLEARED': 'src/server/behaviours/work/find-anomalies.ts',
  'anomaly EVIDENCE_ADDED': 'src/server/behaviours/work/find-anomalies.ts',
  'anomaly REOPENED': 'src/server/behaviours/work/find-anomalies.ts',
  'approvedlist REPLACED': 'src/server/behaviours/people/approvedlist.ts',
  'crop CLAIM_LOWERED': 'src/server/behaviours/land/croppingsystem.ts',
  'croppingsystem ENDED': 'src/server/behaviours/land/system-life.ts',
  'croppingsystem STARTED': 'src/server/behaviours/land/system-life.ts',
  'farmerseason DECIDED': 'src/server/behaviours/people/collective.ts',
  'lactation CLOSED': 'src/server/behaviours/husbandry/lactations.ts',
  'lactation REOPENED': 'src/server/behaviours/husbandry/lactations.ts',
  'mobilenotification APPROVAL_NEEDED': 'src/server/jobs/clock/mobile-messages.ts',
  'mobilenotification FAILED': 'src/server/channels/send-to-telephones.ts',
  'mobilenotification PARTIAL': 'src/server/channels/send-to-telephones.ts',
  'mobilenotification SENDING': 'src/server/jobs/clock/mobile-messages.ts',
  'mobilenotification SENT': 'src/server/channels/send-to-telephones.ts',
  'nonconformity ESCALATED_BY_RULE': 'src/server/jobs/clock/overdue-findings.ts',
  'farmer ERASED': 'src/server/jobs/erase-person.ts',
  'farmer ACCOUNT_SHOWN': 'src/server/http/bank-routes.ts',
  'farmer SANCTION': 'src/server/behaviours/certification/sanctions.ts',
  'farmer SANCTION_LIFTED': 'src/server/behaviours/certification/sanctions.ts',
  'farmer TAKEN_OVER': 'src/server/behaviours/people/farmer-merge.ts',
  'farmerseason SANCTIONED': 'src/server/behaviours/certification/sanctions.ts',
  'farmerseason SANCTION_LIFTED': 'src/server/behaviours/certification/sanctions.ts',
  'landparcel CONVERSION_RESET_LIFTED': 'src/server/behaviours/certification/sanctions.ts',
  'landparcel MERGED_AWAY': 'src/server/behaviours/land/landparcel-lineage.ts',
  'landparcel OVERLAP_ACCEPTED': 'src/server/behaviours/land/overlap-talks.ts',
  'landparcel OVERLAP_DECIDED': 'src/server/behaviours/land/overlap-talks.ts',
  'landparcel OVERLAP_PROPOSED': 'src/server/behaviours/land/overlap-talks.ts',
  'landparcel OVERLAP_SETTLED': 'src/server/behaviours/land/overlap-talks.ts',
  'landparcel OVERLAP_WALK': 'src/server/behaviours/land/overlap-talks.ts',
  'landparcel OVERLAP_WITHDRAWN': 'src/server/behaviours/land/overlap-talks.ts',
  'landparcel TAKEN_OVER': 'src/server/behaviours/land/landparcel-lineage.ts',
  'nonconformity CURED': 'src/server/behaviours/certification/cure.ts',
  'notification ACTIONED': 'src/server/jobs/clock/dealt-with.ts',
  'notification REPEATED': 'src/server/channels/deliver.ts',
  'notification WITHDRAWN': 'src/server/channels/deliver.ts',
  'planevent DUE': 'src/server/jobs/clock/plan-steps.ts',
  'planevent NOT_APPLICABLE': plansOfCrops,
  'planevent PASSED': plansOfCrops,
  'planevent REPLANNED': plansOfCrops,
  'planevent MISSED': 'src/server/jobs/clock/plan-steps.ts',
  'planevent DONE_LATE': 'src/server/store/record-event.ts',
  'planevent DONE_ON_TIME': 'src/server/store/record-event.ts',
  'collective CORRECTIVE_ACTION': 'src/server/behaviours/certification/sanctions.ts',
  'collective SANCTION': 'src/server/behaviours/certification/sanctions.ts',
  'collective SANCTION_LIFTED': 'src/server/behaviours/certification/sanctions.ts',
  'collective MOCK_RECALL': 'src/server/behaviours/processing/recallcase.ts',
  'productbatch HOLD_LIFTED': 'src/server/behaviours/processing/retests.ts',
  'productbatch RETEST_ASKED': 'src/server/behaviours/processing/retests.ts',
  'productbatch PURCHASE_ASKED': 'src/server/http/ticket-routes.ts',
  'productbatch PURCHASE_CONFIRMED': 'src/server/http/ticket-routes.ts',
  'productbatch RECALL': 'src/server/behaviours/processing/recallcase.ts',
  'productbatch RECALL_ENDED': 'src/server/behaviours/processing/recallcase.ts',
  'recallcase WIDENED': 'src/server/ledger/late-recalls.ts',
  'productbatch RECEIVED': 'src/server/behaviours/processing/processingsystem.ts',
  'productbatch STOCK_COUNTED': 'src/server/behaviours/processing/processingsystem.ts',
  'processor SCOPE_LAPSED': 'src/server/behaviours/certification/lapsed-company.ts',
  'processor SCOPE_RESTORED': 'src/server/behaviours/certification/lapsed-company.ts',
  'scopecertificate EXPIRED': 'src/server/jobs/clock/scope-certificates.ts',
  'transactioncertificate RESERVATION_ENDED': 'src/server/jobs/clock/reservations.ts',
  'transactioncertificate REVISED': 'src/server/behaviours/certification/certificate-steps.ts',
  'submission APPLIED': 'src/server/behaviours/work/submission.ts',
  'submission APPLY_FAILED': 'src/server/behaviours/work/submission.ts',
  'submission AUTO_APPROVED': 'src/server/behaviours/work/submission.ts',
  'submission DIVIDED': 'src/server/behaviours/work/submission-split.ts',
  'submission CONFLICT': 'src/server/behaviours/work/submission.ts',
  'submission FILES_ARRIVED': 'src/server/behaviours/work/submission.ts',
  'submission FILES_AWAITED': 'src/server/behaviours/work/submission.ts',
  'user API_KEY_MADE': 'src/server/store/api-keys.ts',
  'user API_KEY_REVOKED': 'src/server/store/api-keys.ts',
  'user DEVICE_REVOKED': 'src/server/auth/revoke-device.ts',
  'user PERSONAL_DATA_EXPORTED': 'src/server/store/taken-out.ts',
  'user SIGNED_IN_FIRST': 'src/server/auth/identify.ts',
  'withdrawal ENDED': 'src/server/behaviours/husbandry/withdrawals.ts',
  'withdrawal REOPENED': 'src/server/behaviours/husbandry/withdrawals.ts',
  'withdrawal VOIDED': 'src/server/behaviours/husbandry/withdrawals.ts',
}

const systemEvents = entities
  .flatMap(({ name, events }) => Object.entries(events as Record<string, EventSpec>).flatMap(([type, { system }]) => (system ? [`${name} ${type}`] : [])))
  .sort()

describe('events of the product itself', () => {
  it('each have one named recorder, and nothing else is named', () => {
    expect(Object.keys(recordedIn).sort()).toEqual(systemEvents)
  })
  it.each(Object.entries(recordedIn))('%s is recorded in %s', (event, file) => {
    const [name = '', type = ''] = event.split(' ')
    const source = readFileSync(file, 'utf8')
    if (file === plansOfCrops) expect(source).toMatch(/updateMany\(\s*scope,\s*planevent,/)
    else expect(source).toMatch(new RegExp(`(recordBySystem|noteBySystem)\\(scope, (entityOf\\('${name}'\\)|${name}),`))
    // A planned step is fulfilled in time or late; which of the two is worked out beside it.
    expect(type.startsWith('DONE_') ? readFileSync('src/server/store/fulfil-plan.ts', 'utf8') : source).toContain(`'${type}'`)
  })
})
