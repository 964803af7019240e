// R10: who inspected whom, and how it ended.
import { choice, choices, date, integer, longText, optional, share, text } from '../kernel/kinds.ts'
import { inspectionResults } from '../kernel/terms.ts'
import { pastDay, period, season, village } from './parameters.ts'
import { report } from './report.ts'

export const internalInspections = report('internal-inspections', {
  code: 'R10',
  title: 'Internal inspections',
  about:
    'Every internal inspection of a member with its inspector, result and conditions. Score and non-conformities found are those of the checklist, where there was one. Of a past day both are empty.',
  group: 'Inspections',
  on: 'farmer',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, village, result: optional(choices('Result', inspectionResults)), ...period, ...pastDay },
  columns: {
    day: date('Inspected on'),
    memberNo: text('Member no.'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    season: text('Season'),
    round: integer('Round'),
    inspector: text('Inspector', { namesPerson: true }),
    // Of a visit with a checklist.
    score: share('Score'),
    found: integer('Non-conformities found'),
    result: choice('Result', inspectionResults),
    findings: longText('Findings'),
    conditions: longText('Conditions'),
    openFindings: integer('Open non-conformities'),
  },
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
