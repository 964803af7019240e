// What the migrations after 0001 change in rows that were there: which column, by which file, and how, worked out here without
// the migration's own SQL. A column that is not named stays as it was, and no row goes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sharedSchemesOf } from '../harness/shared-schemes.ts'
import { evidenceOf, notShown, type Snapshot, type StoredRow, villageOfSubject } from './rows-of-then.ts'

/** What a column of a row becomes, from what it was (null where the column is new), the row and everything else that was there. */
type Change = {
  table: string
  column: string
  by: string
  how: (before: string | null, row: StoredRow, all: Snapshot) => string | null
  /** Why no row of the file is changed by it. */
  noRow?: string
}

const words: Readonly<Record<string, string>> = {
  AD: 'ADMIN',
  OM: 'OPERATOR_MANAGER',
  FO: 'FIELD_OFFICER',
  II: 'INTERNAL_INSPECTOR',
  PO: 'PURCHASE_OFFICER',
  PU: 'PROCESSOR_USER',
  CB: 'CERTIFICATION_BODY_AUDITOR',
  BV: 'BRAND_VIEWER',
  RV: 'READ_ONLY_VIEWER',
  FA: 'FARMER',
}
/** Whatever stands at `role` or in `heldRoles`, at any depth. */
const inWords = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => inWords(one, name))
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inWords(inner, key)]))
  return typeof value === 'string' && (name === 'role' || name === 'heldRoles') ? (words[value] ?? value) : value
}

const eventOf = (row: StoredRow, all: Snapshot): StoredRow | undefined => all.get('event')?.get(`${row.tenant_id} ${row.event_id}`)
const isEvent = (row: StoredRow, id: unknown, all: Snapshot): id is string => typeof id === 'string' && !!all.get('event')?.has(`${row.tenant_id} ${id}`)

/** The sanction that is proposed and not decided on, also once the correction was reported. */
function proposalOf(row: StoredRow, all: Snapshot): Readonly<Record<string, string | null>> {
  if (row.status !== 'ESCALATED' && row.status !== 'ACTION_SENT') return {}
  const ofIt = [...(all.get('event')?.values() ?? [])]
    .filter((event) => event.tenant_id === row.tenant_id && event.subject_id === row.id && event.status === 'RECORDED')
    .sort(
      (one, other) => Date.parse(one.occurred_at ?? '') - Date.parse(other.occurred_at ?? '') || Number(one.subject_version) - Number(other.subject_version),
    )
  const proposal = ofIt.findLast(({ event_type: type }) => /^(ESCALATED|SANCTION_|ACTION_RETURNED)/.test(type ?? ''))
  if (!proposal?.event_type?.startsWith('ESCALATED')) return {}
  const { sanction, dueOn = null, seasonId = null } = JSON.parse(proposal.data ?? '{}') as Record<string, string | null>
  return { sanction: sanction ?? null, sanction_state: 'PROPOSED', sanction_due_on: dueOn, sanction_season_id: seasonId }
}

/** The day of receipt in the zone of the programme, or else the day on which it was made. */
function lyingSince(row: StoredRow, all: Snapshot): string | null {
  if (!row.received_at) return row.produced_on ?? null
  const zone = all.get('tenant')?.get(String(row.tenant_id))?.timezone
  if (!zone) throw new Error(`No zone of tenant ${row.tenant_id}`)
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.parse(row.received_at))
}

const history = '0002-append-only-history.sql'
const shownEvidence = '0097-evidence-of-steps.sql'
/** `tests/api/step-evidence.test.ts` tries it on steps that do. */
const asksNothing = 'No package of the file asks for evidence.'
const findings = '0006-findings.sql'
const certificates = '0007-scope-certificates.sql'
const roleCodes = '0010-role-codes.sql'
const variants = '0014-variants.sql'
const plans = '0029-plans.sql'
const units = '0017-units-of-events.sql'
const messageTargets = '0032-message-targets.sql'
const bindings = '0030-transaction-certificates.sql'
const certified = '0036-scope-certificates-alone.sql'
const imports = '0020-durable-imports.sql'
const waste = '0070-waste-is-not-sent.sql'
const isUnderway = (state: string | null): boolean => state === 'QUEUED' || state === 'RUNNING'

/** Words of a condition are a case of their own. */
const stepToday = ({ condition, ...step }: { condition?: unknown }): unknown =>
  typeof condition === 'string' && condition !== '' ? { ...step, condition: { type: 'UNCLASSIFIED', words: condition } } : step

/** The event that an automatic one followed from stood in its data. */
function causeOf(row: StoredRow, all: Snapshot): string | null {
  const data = JSON.parse(row.data ?? '{}')
  const named = row.subject_type === 'planevent' && (row.event_type ?? '').startsWith('DONE_') ? data.eventId : data.causeEventId
  return isEvent(row, named, all) ? named : null
}

/** A void posted the opposite entries under the same event, after those that it takes back. */
function ledgerRecordedAt(row: StoredRow, all: Snapshot): string | null {
  const event = eventOf(row, all)
  if (!event?.voided_at) return event?.recorded_at ?? null
  const entries = [...(all.get('ledger_entry')?.values() ?? [])].filter((one) => one.tenant_id === row.tenant_id && one.event_id === row.event_id)
  const earlier = entries.filter((one) => (one.id ?? '') < (row.id ?? '')).length
  return earlier >= entries.length / 2 ? event.voided_at : (event.recorded_at ?? null)
}

const ownerOf = (ruleId: string | null): string => {
  if (['BR-04', 'BR-12', 'BR-14', 'BR-15'].includes(ruleId ?? '')) return 'CERTIFICATION_BODY_AUDITOR'
  return ['BR-10', 'BR-11', '4.2'].includes(ruleId ?? '') ? 'PROCESSOR_USER' : 'OPERATOR_MANAGER'
}

/** Whether an administrator or an auditor dealt with this certificate: then it stays as it is, confirmed by them. */
function isVouchedFor(row: StoredRow, all: Snapshot): boolean {
  if (row.deleted_at) return false
  return [...(all.get('event')?.values() ?? [])].some((event) => {
    if (event.tenant_id !== row.tenant_id || event.subject_type !== 'scopecertificate' || event.subject_id !== row.id || event.status !== 'RECORDED')
      return false
    const person = all.get('user')?.get(`${row.tenant_id} ${event.recorded_by}`)
    return ['CREATED', 'SUSPENDED', 'REINSTATED', 'WITHDRAWN'].includes(event.event_type ?? '') && /"role": "(AD|CB)"/.test(person?.roles ?? '')
  })
}
const becomesProposed = (row: StoredRow, all: Snapshot): boolean => row.status === 'VALID' && !isVouchedFor(row, all)

const shared = new WeakMap<Snapshot, Map<string, string[]>>()
/** Those that everything in it shares, each programme's by itself. */
function schemesOfLot(row: StoredRow, all: Snapshot): string | null {
  const rows = (table: string, tenant: string | null | undefined) => [...(all.get(table)?.values() ?? [])].filter((one) => one.tenant_id === tenant)
  if (!shared.has(all)) {
    const known = [...(all.get('tenant')?.values() ?? [])].flatMap(({ id, timezone }) => {
      const of = (table: string) => rows(table, id)
      const certificates = of('scopecertificate').map((one) => (becomesProposed(one, all) ? { ...one, status: 'PROPOSED' } : one))
      const books = { lots: of('productbatch'), links: of('lot_link'), crops: of('crop'), events: of('event'), schemes: of('scheme') }
      return [...sharedSchemesOf({ ...books, certificates, zone: timezone ?? '' })].map(([lot, schemes]) => [`${id} ${lot}`, schemes] as const)
    })
    shared.set(all, new Map(known))
  }
  const schemes = shared.get(all)?.get(`${row.tenant_id} ${row.id}`) ?? []
  return schemes.length ? `{${schemes.join(',')}}` : null
}

/** An entry of waste that was taken away, booked as if it had been sent. */
const isWasteSent = (row: StoredRow, all: Snapshot): boolean => row.account === 'SHIPPED' && eventOf(row, all)?.event_type === 'WASTE_OUT'
/** In grams: what was sent out of a lot, by its entries. */
const sentGrams = (row: StoredRow, all: Snapshot): number =>
  [...(all.get('ledger_entry')?.values() ?? [])]
    .filter((one) => one.tenant_id === row.tenant_id && one.batch_id === row.id && one.account === 'SHIPPED' && !isWasteSent(one, all))
    .reduce((sum, { delta_kg }) => sum - Math.round(Number(delta_kg) * 1000), 0)
const inKg = (grams: number): string => (grams / 1000).toFixed(3)
const certifiableGrams = (row: StoredRow, all: Snapshot): number => {
  if (row.status === 'QUARANTINED' || row.quarantine_reason) return 0
  return Math.max(0, Math.round((Number(row.on_hand_kg ?? 0) - Number(row.reserved_kg ?? 0)) * 1000) + sentGrams(row, all))
}

const shown = ['VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN']
/** The scope certificate that its holder shows: a valid one before others, of valid ones the one that began first, of others the one that ended last. */
function shownOf(row: StoredRow, all: Snapshot, kind: 'collective_id' | 'processor_id'): StoredRow | null {
  const of = [...(all.get('scopecertificate')?.values() ?? [])].filter(
    (one) => one.tenant_id === row.tenant_id && one[kind] === row.id && !one.deleted_at && !becomesProposed(one, all) && shown.includes(one.status ?? ''),
  )
  const order = (one: StoredRow): string => {
    const date = Date.parse((one.status === 'VALID' ? one.valid_from : one.valid_to) ?? '') / 86_400_000 + 100_000
    return `${shown.indexOf(one.status ?? '')} ${String(one.status === 'VALID' ? date : 500_000 - date).padStart(9, '0')} ${one.id}`
  }
  return of.sort((one, other) => (order(one) < order(other) ? -1 : 1))[0] ?? null
}
const bodyOf = (certificate: StoredRow | null, all: Snapshot): string | null => {
  const body = certificate && all.get('certificationbody')?.get(`${certificate.tenant_id} ${certificate.certification_body_id}`)
  return body?.short_name ?? body?.name ?? null
}
const holderChanges = (table: 'collective' | 'processor', noRow?: string): Change[] => {
  const certificateOf = (row: StoredRow, all: Snapshot) => shownOf(row, all, `${table}_id`)
  return (
    [
      ['certification_body', (row, all) => bodyOf(certificateOf(row, all), all)],
      ['certificate_no', (row, all) => certificateOf(row, all)?.sc_no ?? null],
      ['certificate_valid_to', (row, all) => certificateOf(row, all)?.valid_to ?? null],
      ['certificate_status', (row, all) => certificateOf(row, all)?.status ?? null],
    ] satisfies [string, (row: StoredRow, all: Snapshot) => string | null][]
  ).map(([column, how]) => ({ table, column, by: certified, how: (_, row, all) => how(row, all), ...(noRow && { noRow }) }))
}
type Registration = Readonly<Record<string, unknown>>
const registrationsOf = (json: string | null | undefined): Registration[] => JSON.parse(json ?? '[]')
/** What was typed of a certificate, in the order of its fields. */
const statement = ({ scheme = null, certificationBody = null, certificateNo = null, since = null, validTo = null }: Registration) => ({
  scheme,
  certificationBody,
  certificateNo,
  since,
  validTo,
})
const listOrNull = (list: unknown[]): string | null => (list.length ? JSON.stringify(list) : null)

export const changes: readonly Change[] = [
  ...holderChanges('collective', 'No group of the file holds a scope certificate'),
  ...holderChanges('processor'),
  { table: 'collective', column: 'stated_certification', by: certified, how: (_, { schemes }) => listOrNull(registrationsOf(schemes).map(statement)) },
  {
    table: 'collective',
    column: 'schemes',
    by: certified,
    how: (json) => JSON.stringify(registrationsOf(json).map(({ certificationBody: _body, certificateNo: _no, validTo: _to, ...rest }) => rest)),
  },
  {
    table: 'processor',
    column: 'stated_certification',
    by: certified,
    how: (_, { certification_body: certificationBody, certificate_no: certificateNo, certificate_valid_to: validTo }) =>
      certificationBody || certificateNo || validTo ? JSON.stringify([statement({ certificationBody, certificateNo, validTo })]) : null,
  },
  { table: 'productbatch', column: 'shipped_kg', by: bindings, how: (_, row, all) => inKg(sentGrams(row, all)) },
  { table: 'productbatch', column: 'lying_since', by: '0096-lying-since.sql', how: (_, row, all) => lyingSince(row, all) },
  // `tests/api/lot-schemes.test.ts` tries it on lots that have some.
  {
    table: 'productbatch',
    column: 'scheme_ids',
    by: '0106-schemes-of-lots.sql',
    how: (_, row, all) => schemesOfLot(row, all),
    noRow: 'No group of the file holds a scope certificate.',
  },
  { table: 'productbatch', column: 'certified_kg', by: bindings, how: () => inKg(0) },
  { table: 'ledger_entry', column: 'account', by: waste, how: (account, row, all) => (isWasteSent(row, all) ? 'LOSS' : account) },
  { table: 'productbatch', column: 'certifiable_kg', by: bindings, how: (_, row, all) => inKg(certifiableGrams(row, all)) },
  { table: 'event', column: 'cause_event_id', by: history, how: (_, row, all) => causeOf(row, all) },
  { table: 'ledger_entry', column: 'recorded_at', by: history, how: (_, row, all) => ledgerRecordedAt(row, all) },
  { table: 'lot_link', column: 'at', by: history, how: (_, row, all) => eventOf(row, all)?.occurred_at ?? null },
  { table: 'lot_link', column: 'recorded_at', by: history, how: (_, row, all) => eventOf(row, all)?.recorded_at ?? null },
  {
    table: 'nonconformity',
    column: 'description_words',
    by: '0074-words-of-findings.sql',
    how: (_, row) => {
      const [first] = JSON.parse(row.reasons ?? '[]') as { message: string; words: string | null }[]
      return first?.message === row.description ? (first?.words ?? null) : null
    },
    noRow: 'reasons came later than the rows of the file',
  },
  // What was escalated has its proposal by 0035 already.
  ...(['sanction', 'sanction_state', 'sanction_due_on', 'sanction_season_id'] as const).map(
    (column): Change => ({
      table: 'nonconformity',
      column,
      by: '0093-proposals-stay.sql',
      how: (before, row, all) => before ?? proposalOf(row, all)[column] ?? null,
      ...(column === 'sanction' || column === 'sanction_state' ? {} : { noRow: 'the file proposes a warning alone' }),
    }),
  ),
  ...(['nonconformity', 'task'] as const).map(
    (table): Change => ({ table, column: 'village', by: '0108-villages-of-tasks.sql', how: (_, row, all) => villageOfSubject(row, all) }),
  ),
  { table: 'event', column: 'hash_format', by: '0003-salted-event-hash.sql', how: () => '1' },
  { table: 'landparcel', column: 'conversion_counts_from', by: '0005-land.sql', how: (_, row) => row.conversion_start ?? null },
  { table: 'flag', column: 'owner_role', by: findings, how: (_, row) => ownerOf(row.rule_id ?? null) },
  { table: 'flag', column: 'opened_by', by: findings, how: (_, row, all) => eventOf(row, all)?.recorded_by ?? null },
  {
    table: 'flag',
    column: 'closed_reason',
    by: findings,
    how: (_, row) => {
      if (!row.closed_at) return null
      return row.resolution === 'No longer holds' ? 'OBSOLETE' : row.resolution === 'Event taken back' ? 'VOIDED' : 'SETTLED'
    },
  },
  {
    table: 'flag',
    column: 'named',
    by: '0082-findings-name-whom.sql',
    how: (_, row) => {
      const { farmerId = null, code = null } = JSON.parse(row.figures ?? '{}')
      return row.rule_id === 'BR-23' ? (farmerId ?? code) : null
    },
    noRow: 'No two people of the file are alike',
  },
  { table: 'scopecertificate', column: 'status', by: certificates, how: (before, row, all) => (becomesProposed(row, all) ? 'PROPOSED' : before) },
  {
    table: 'scopecertificate',
    column: 'version',
    by: certificates,
    how: (before, row, all) => String(Number(before) + (becomesProposed(row, all) || isVouchedFor(row, all) ? 1 : 0)),
  },
  {
    table: 'withdrawal',
    column: 'last_dose_at',
    by: '0008-husbandry.sql',
    how: (_, row) => (row.degree_days_required ? (row.start_at ?? null) : null),
    noRow: 'No withdrawal of the file is counted in degree-days',
  },
  { table: 'user', column: 'held_roles', by: roleCodes, how: (list) => list?.replace(/\w+/g, (code) => words[code] ?? code) ?? null },
  { table: 'user', column: 'roles', by: roleCodes, how: (json) => json && JSON.stringify(inWords(JSON.parse(json))) },
  {
    table: 'pop',
    column: 'plan_events',
    by: plans,
    how: (json) => JSON.stringify(JSON.parse(json ?? '[]').map(stepToday)),
    noRow: 'No package of that version has a condition.',
  },
  { table: 'schemepop', column: 'rules', by: variants, how: (json) => JSON.stringify(JSON.parse(json ?? '[]').map(rulesToday)) },
  { table: 'event', column: 'unit_id', by: units, how: (_, row) => unitOf(JSON.parse(row.data ?? '{}')) },
  {
    table: 'flag',
    column: 'rule_id',
    by: units,
    how: (rule, row) => (rule === 'AH-10' && 'capacityHead' in JSON.parse(row.figures ?? '{}') ? 'AH-23' : rule),
    noRow: 'No unit of the file is too full',
  },
  // Files of imports from before were in the memory of a process.
  // Which of them become what is tried in tests/api/company-terms.test.ts, by the migration itself.
  {
    table: 'flag',
    column: 'figures',
    by: '0102-subcontractors-by-id.sql',
    how: (figures) => figures,
    noRow: 'No company of the file works under contract for another',
  },
  { table: 'import_job', column: 'state', by: imports, how: (state) => (isUnderway(state) ? 'FAILED' : state), noRow: 'Every import of the file has ended' },
  { table: 'mobilenotification', column: 'group_ids', by: messageTargets, how: () => '{}' },
  { table: 'mobilenotification', column: 'roles', by: messageTargets, how: () => '{}' },
  { table: 'import_job', column: 'mapping', by: imports, how: () => '{}' },
  { table: 'import_job', column: 'run', by: imports, how: () => '0' },
  { table: 'import_job', column: 'done_row', by: imports, how: () => '0' },
  { table: 'planevent', column: 'evidence', by: shownEvidence, how: (_, row, all) => arrayOf(evidenceOf(row, all)), noRow: asksNothing },
  { table: 'planevent', column: 'evidence_missing', by: shownEvidence, how: (_, row, all) => arrayOf(notShown(row, all)), noRow: asksNothing },
  { table: 'idempotency', column: 'body', by: roleCodes, how: (json) => json && JSON.stringify(inWords(JSON.parse(json))) },
]

const arrayOf = (values: readonly string[]): string | null => (values.length > 0 ? `{${values.join(',')}}` : null)

/** The unit that an event placed its subject in. */
const unitOf = ({ toUnitId, changes: changed }: { toUnitId?: string; changes?: { unitId?: { to?: string } } }): string | null =>
  toUnitId ?? changed?.unitId?.to ?? null

/** A question without figures keeps its kind; the figures of every other rule were words. */
function rulesToday({ type, params, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const check = type === 'CHECKLIST_QUESTION' && !params ? { type, evidence: [] } : { type: 'UNCLASSIFIED', kind: type, ...(params ? { figures: params } : {}) }
  return { ...rest, check }
}

/** Values of which the file has none, by `table.column`: the test puts them into every row before the later migrations run. */
export const addedValues: Readonly<Record<string, string>> = {
  'schemepop.rules': JSON.stringify(
    [
      { type: 'PHI', params: '15 days, “neem” 5 %' },
      { type: 'CHECKLIST_QUESTION' },
      { type: 'CHECKLIST_QUESTION', params: 'Yes / no', clauseRef: '4.2' },
      { type: 'AREA_SHARE', params: null },
      { type: 'ROTATION', params: '' },
    ].map((rule, at) => ({ code: `R${at}`, text: 'नियम', severity: 'MAJOR', weight: 1, correctiveDays: 0, effectOnFail: 'NONE', ...rule })),
  ),
}
/** What a later migration made of a line, by `table.column` of its list. */
export const changedLines: Readonly<Record<string, (line: Readonly<Record<string, unknown>>) => Record<string, unknown>>> = {
  'submission.answers': ({ value, ...line }) => ({ ...line, value: value === null || value === undefined ? null : { kind: 'TEXT', text: value } }),
}

/** Events that a migration recorded about rows that were there: how many of this type on each of them. */
export const recordedEvents: readonly { table: string; eventType: string; by: string; count: (row: StoredRow, all: Snapshot) => number }[] = [
  { table: 'scopecertificate', eventType: 'CONFIRMED', by: certificates, count: (row, all) => (isVouchedFor(row, all) ? 1 : 0) },
]

/** Tables and columns that a later migration takes away, `table` or `table.column`, with what became of their values. */
export const removed: Readonly<Record<string, string>> = {
  'cow.marks': 'lines',
  'goat.marks': 'lines',
  'sheep.marks': 'lines',
  'mobilenotification.recipients': 'lines',
  'scopecertificate.product_ids': 'lines of its annex',
  'submission.answers': 'lines',
  'transactioncertificate.lines': 'lines',
}

/** Columns of JSON lists that became tables of lines: by `table.column`, what the file has none of and the test therefore adds. */
export const becameLines: Readonly<Record<string, string | null>> = {
  'cow.marks':
    '[{"scheme":"TATTOO","value":"K 17","position":"LEFT_EAR","status":"ACTIVE","from":"2024-02-29"},{"scheme":"BRAND","value":"=R","status":"LOST","to":null}]',
  'goat.marks': '[{"scheme":"LEG_BAND","value":"G-1","status":"REPLACED","position":null}]',
  'sheep.marks': '[{"scheme":"OTHER","value":"नीला 4","status":"ACTIVE"}]',
  'mobilenotification.recipients': '[{"farmerId":"FARMER","state":"HEARD","heardSeconds":12},{"farmerId":"FARMER","state":"FAILED","failure":"Busy"}]',
  'submission.answers': null,
  'transactioncertificate.lines': null,
}

/** Rows written by make-rows.ts when this was the newest migration. */
export const rowsAt = (number: string): string => gunzipSync(readFileSync(join(import.meta.dirname, `rows-${number}.sql.gz`))).toString('utf8')
