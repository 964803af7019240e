// The columns of every table as statements are checked against them: those of the tables that no entity declares, as plain
// data that a test compares with the database, and those that follow from the declarations.

import type { ColumnType } from 'kysely'
import type { Role } from '#domain/access.ts'
import type { CheckAnswer } from '#domain/chain/certificate-answer.ts'
import type { Declarations } from '#domain/entities.ts'
import type { AnyEntity, RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import type { FileType } from '#domain/kernel/files.ts'
import type { Language } from '#domain/messages/languages.ts'
import type { Words } from '#domain/messages/values.ts'
import type { ReportFormat, RunState } from '#domain/reports/report.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'

/** `values` is never there: it carries the types of what is read and of what is written. */
type Column<Read = unknown, Written = unknown> = { type: string; isNullable: boolean; values?: ColumnType<Read, Written, Written> }
const column = <Read, Written = Read>(type: string): Column<Read, Written> => ({ type, isNullable: false })
const nullable = <Read, Written>({ type }: Column<Read, Written>): Column<Read | null, Written | null> => ({ type, isNullable: true })
/** The database fills it in when it is left out. */
const filled = <Read, Written>({ type }: Column<Read, Written>): Column<Read, Written | undefined> => ({ type, isNullable: false })

const text = column<string>('text')
const oneOf = <const Values extends readonly string[]>(..._values: Values) => column<Values[number]>('text')
const uuid = column<string>('uuid')
const integer = column<number>('integer')
const bigint = column<number>('bigint')
const numeric = column<number>('numeric')
const boolean = column<boolean>('boolean')
const texts = column<string[]>('text[]')
const uuids = column<string[]>('uuid[]')
/** Read as ISO 8601 in UTC. */
const moment = column<string, string | Date>('timestamp with time zone')
/** Written as text: left to themselves, the engines would write a list as an array of SQL. */
const json = <Value>() => column<Value, string>('jsonb')
const tenant_id = integer

export const fixedColumns = {
  migration: { name: text, hash: text, applied_at: filled(moment) },
  tenant: {
    id: filled(integer),
    subdomain: text,
    name: text,
    timezone: filled(text),
    country: filled(text),
    config: filled(json<Record<string, unknown>>()),
    theme: filled(json<Record<string, unknown>>()),
    version: filled(integer),
    created_at: filled(moment),
    updated_at: filled(moment),
  },
  picture: {
    tenant_id,
    hash: text,
    format: oneOf('png', 'jpeg', 'webp'),
    width: integer,
    height: integer,
    bytes: column<Uint8Array>('bytea'),
    created_at: moment,
    created_by: uuid,
  },
  file: {
    tenant_id,
    id: uuid,
    operator_id: nullable(uuid),
    name: text,
    media_type: column<FileType>('text'),
    size: integer,
    sha256: text,
    sent_sha256: text,
    width: nullable(integer),
    height: nullable(integer),
    taken_at: nullable(text),
    taken_lat: nullable(numeric),
    taken_lng: nullable(numeric),
    state: oneOf('UPLOADING', 'UNATTACHED', 'ATTACHED', 'REMOVING'),
    stored_in: oneOf('database', 'folder', 's3'),
    uploaded_by: uuid,
    uploaded_at: moment,
  },
  file_content: { tenant_id, file_id: uuid, bytes: column<Uint8Array>('bytea') },
  file_use: {
    tenant_id,
    file_id: uuid,
    entity: text,
    record_id: uuid,
    source_id: uuid,
    event_type: nullable(text),
    field: text,
    used_at: moment,
    used_by: nullable(uuid),
  },
  awaited_file: {
    tenant_id,
    file_id: uuid,
    awaited_from: uuid,
    entity: text,
    record_id: uuid,
    source_id: uuid,
    event_type: nullable(text),
    field: text,
    named_at: moment,
    named_by: uuid,
    reminded_at: nullable(moment),
  },
  tenant_change: { tenant_id, version: integer, changed_at: moment, changed_by: uuid, changes: json<Record<string, [unknown, unknown]>>() },
  event: {
    tenant_id,
    id: uuid,
    event_type: text,
    subject_type: text,
    subject_id: uuid,
    subject_version: integer,
    operator_id: nullable(uuid),
    occurred_at: moment,
    occurred_offset_min: integer,
    recorded_at: moment,
    recorded_by: nullable(uuid),
    source: text,
    status: filled(column<RecordedEvent['status']>('text')),
    data: json<Record<string, unknown>>(),
    notes: nullable(text),
    gps: nullable(json<{ lat: number; lng: number; accuracyM: number }>()),
    late_reason: nullable(text),
    plan_event_id: nullable(uuid),
    status_before: nullable(text),
    status_after: text,
    hash: text,
    hash_format: filled(column<number>('smallint')),
    salts: nullable(json<{ public: string; private: string }>()),
    void_reason: nullable(column<NonNullable<RecordedEvent['voidReason']>>('text')),
    void_note: nullable(text),
    voided_at: nullable(moment),
    voided_by: nullable(uuid),
    supersedes_event_id: nullable(uuid),
    cause_event_id: nullable(uuid),
    unit_id: nullable(uuid),
  },
  flag: {
    tenant_id,
    id: uuid,
    rule_id: column<RuleId>('text'),
    severity: oneOf('INFO', 'WARN', 'REVIEW'),
    subject_type: text,
    subject_id: uuid,
    event_id: nullable(uuid),
    message: text,
    words: nullable(json<Words>()),
    figures: nullable(json<Record<string, unknown>>()),
    owner_role: column<Role>('text'),
    opened_at: moment,
    opened_by: nullable(uuid),
    closed_at: nullable(moment),
    closed_by: nullable(uuid),
    closed_reason: nullable(oneOf('CORRECTED', 'ACCEPTED', 'NO_ISSUE', 'OBSOLETE', 'VOIDED', 'SETTLED')),
    resolution: nullable(text),
  },
  search_token: { tenant_id, entity: text, token: text, record_id: uuid, is_personal: boolean },
  idempotency: {
    tenant_id,
    user_id: uuid,
    key: text,
    request_hash: text,
    status: nullable(integer),
    headers: nullable(json<Record<string, string>>()),
    body: nullable(text),
    created_at: moment,
  },
  clock_day: { tenant_id, handler: text, day: column<string>('date') },
  counter: { tenant_id, name: text, value: bigint },
  ledger_entry: {
    tenant_id,
    id: uuid,
    batch_id: nullable(uuid),
    account: text,
    delta_kg: numeric,
    event_id: uuid,
    at: moment,
    recorded_at: moment,
    void_event_id: nullable(uuid),
  },
  lot_unit: { tenant_id, event_id: uuid, owner_id: uuid, unit_no: text, lot_id: uuid, voided_at: nullable(moment) },
  lot_link: {
    tenant_id,
    event_id: uuid,
    output_id: uuid,
    output_kind: text,
    input_id: uuid,
    input_kind: text,
    kg: numeric,
    claim: nullable(text),
    at: moment,
    recorded_at: moment,
    voided_at: nullable(moment),
    void_event_id: nullable(uuid),
  },
  certificate_shipment: { tenant_id, dispatch_id: uuid, certificate_id: uuid },
  certificate_invoice: { tenant_id, seller_id: uuid, invoice_no: text, certificate_id: uuid },
  certificate_check: { tenant_id, event_id: uuid, certificate_id: uuid, results: json<CheckAnswer[]>() },
  parcel_cell: { tenant_id, cell: bigint, parcel_id: uuid, w: integer, s: integer, e: integer, n: integer, home: boolean },
  parcel_count: { tenant_id, operator_id: uuid, cell: bigint, n: integer, ha: numeric, version: bigint },
  import_job: {
    tenant_id,
    id: uuid,
    entity: text,
    kind: text,
    operator_id: nullable(uuid),
    file_name: text,
    is_dry_run: boolean,
    state: oneOf('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'),
    format: nullable(text),
    mapping: filled(json<Record<string, string>>()),
    header: filled(texts),
    ignored_columns: filled(texts),
    run: filled(integer),
    done_row: filled(integer),
    total_rows: nullable(integer),
    progress: filled(numeric),
    created_rows: filled(integer),
    changed_rows: filled(integer),
    unchanged_rows: filled(integer),
    flagged_rows: filled(integer),
    rejected_rows: filled(integer),
    message: nullable(text),
    words: nullable(json<Words>()),
    created_at: moment,
    created_by: uuid,
    updated_at: moment,
    finished_at: nullable(moment),
  },
  import_line: {
    tenant_id,
    import_id: uuid,
    row_number: integer,
    outcome: oneOf('REJECTED', 'FLAGGED'),
    cells: texts,
    problems: json<{ column: string; code: string; message: string; words?: Words }[]>(),
  },
  import_part: { tenant_id, import_id: uuid, part: integer, bytes: column<Uint8Array>('bytea') },
  import_set: { tenant_id, import_id: uuid, last_row: integer, keys: texts },
  export_job: {
    tenant_id,
    id: uuid,
    entity: text,
    operator_id: nullable(uuid),
    format: oneOf('csv', 'xlsx'),
    query: text,
    rights: text,
    state: oneOf('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'),
    run: filled(integer),
    done_rows: filled(integer),
    total_rows: nullable(integer),
    size: nullable(integer),
    file_name: text,
    file_id: nullable(uuid),
    message: nullable(text),
    words: nullable(json<Words>()),
    created_at: moment,
    created_by: uuid,
    updated_at: moment,
    finished_at: nullable(moment),
  },
  session_token: {
    tenant_id,
    sid: uuid,
    user_id: nullable(uuid),
    provider: text,
    subject: text,
    device: nullable(text),
    refresh_hash: text,
    former_hash: nullable(text),
    rotated_at: nullable(moment),
    confirmed_at: nullable(moment),
    sealed_tokens: text,
    expires_at: nullable(moment),
    renewing_until: nullable(moment),
    created_at: moment,
    seen_at: moment,
  },
  attempt: { tenant_id, who: text, remaining: column<number>('double precision'), is_taken: boolean, at: moment },
  mail: {
    tenant_id,
    id: uuid,
    kind: oneOf('INVITATION', 'NOTICES'),
    user_id: uuid,
    state: oneOf('WAITING', 'SENT', 'FAILED', 'CANCELLED'),
    tries: filled(integer),
    due_at: moment,
    reason: nullable(text),
    created_at: moment,
    ended_at: nullable(moment),
  },
  outbox: {
    tenant_id,
    id: uuid,
    code: text,
    subject_type: text,
    subject_ids: uuids,
    operator_id: nullable(uuid),
    event_id: nullable(uuid),
    figures: nullable(json<Record<string, unknown>>()),
    user_ids: nullable(uuids),
    actor_id: nullable(uuid),
    dedupe_key: text,
    occurrences: integer,
    round: filled(integer),
    state: oneOf('WAITING', 'DONE', 'WITHDRAWING', 'WITHDRAWN'),
    raised_at: moment,
    due_at: moment,
    ended_at: nullable(moment),
  },
  delivery: {
    tenant_id,
    id: uuid,
    source_id: uuid,
    channel: oneOf('MAIL', 'PUSH', 'SMS', 'WHATSAPP', 'IVR_VOICE'),
    recipient_id: uuid,
    state: oneOf('WAITING', 'SENT', 'DELIVERED', 'READ', 'HEARD', 'FAILED', 'CANCELLED'),
    round: filled(integer),
    params: nullable(json<Record<string, string>>()),
    mail_id: nullable(uuid),
    tries: filled(integer),
    due_at: moment,
    reason: nullable(text),
    heard_seconds: nullable(integer),
    created_at: moment,
    ended_at: nullable(moment),
  },
  notification_setting: { tenant_id, user_id: uuid, settings: json<Record<string, unknown>>(), updated_at: moment },
  push_subscription: {
    tenant_id,
    id: uuid,
    user_id: uuid,
    endpoint: text,
    keys: json<{ p256dh: string; auth: string }>(),
    name: filled(text),
    created_at: moment,
  },
  push_key: { tenant_id, private_key: text, created_at: moment },
  report_run: {
    tenant_id,
    id: uuid,
    report: text,
    operator_id: nullable(uuid),
    format: column<ReportFormat>('text'),
    language: column<Language>('text'),
    parameters: json<Record<string, unknown>>(),
    state: column<RunState>('text'),
    progress: filled(numeric),
    tries: filled(integer),
    row_count: nullable(integer),
    sha256: nullable(text),
    size: nullable(integer),
    file_name: nullable(text),
    file_id: nullable(uuid),
    message: nullable(text),
    words: nullable(json<Words>()),
    requested_by: uuid,
    created_at: moment,
    finished_at: nullable(moment),
    rights: nullable(text),
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>

type FixedTables = {
  [T in keyof typeof fixedColumns]: {
    [C in keyof (typeof fixedColumns)[T]]: (typeof fixedColumns)[T][C] extends Column<infer Read, infer Written> ? ColumnType<Read, Written, Written> : never
  }
}

/** `columnName` (../names.ts) as a type. */
type Snake<Name extends string, Done extends string = ''> = Name extends `${infer Head}${infer Tail}`
  ? Snake<Tail, Head extends Lowercase<Head> ? `${Done}${Head}` : `${Done}_${Lowercase<Head>}`>
  : Done
/** Points, polygons and lists of records are jsonb. */
type ColumnOf<Value> = [Value] extends [string | number | boolean | string[] | null] ? Value : ColumnType<Value, string | null, string | null>
/** Columns that the server computes (`keys` of a declaration): of each, the type of its value. */
type KeyColumns = { farmer: { village_key: string | null; name_keys: string[] | null; relation_key: string | null } }
type EntityTable<E extends AnyEntity> = { tenant_id: number; deleted_at: string | null } & {
  [Name in keyof Stored<E> & string as Snake<Name>]: ColumnOf<Stored<E>[Name]>
}
export type Tables = FixedTables & {
  [Name in keyof Declarations]: EntityTable<Declarations[Name]> & (Name extends keyof KeyColumns ? KeyColumns[Name] : unknown)
}
