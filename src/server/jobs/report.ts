// Makes a report that somebody asked for in the background. The rights are those of the moment at which it is made; it ends as soon as it
// is cancelled; a job that comes again, because its process died, makes the file anew and leaves the first one to be removed as unused.

import { sql } from 'kysely'
import type { User } from '#domain/access.ts'
import { type FileType, fileTypeNames } from '#domain/kernel/files.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { isLanguage } from '#domain/messages/languages.ts'
import { findReport } from '#domain/reports/all.ts'
import { type AnyReport, mostPdfRows, mostRows } from '#domain/reports/report.ts'
import { newId } from '#server/store/new-id.ts'
import { besides } from '../db/connection.ts'
import { listTenants } from '../db/platform.ts'
import { rightsOf } from '../exchange/export-jobs.ts'
import { sha256 } from '../files/prepare.ts'
import { driverOf, type FileStorage } from '../files/storage.ts'
import { beginUpload, finishUpload } from '../files/upload.ts'
import { personalColumns } from '../reports/engine/access.ts'
import { documentOf } from '../reports/engine/document-of.ts'
import { recordMadeFiles } from '../reports/engine/made-file.ts'
import { operatorOfRun } from '../reports/engine/operator-of-run.ts'
import type { PackDocument } from '../reports/engine/pack.ts'
import type { ReportDocument } from '../reports/engine/report-document.ts'
import { makeFile, type ReportFile } from '../reports/engine/report-file.ts'
import type { StoredRun } from '../reports/engine/report-runs.ts'
import { noteReportTakenOut } from '../reports/engine/report-taken-out.ts'
import { mostInBackground } from '../reports/engine/tables-then.ts'
import type { Db, Scope, Tenant } from '../scope.ts'
import { withinKey } from '../store/key-of-job.ts'
import { notify, notifyingJob } from '../store/notify.ts'
import { spelledJson } from '../store/spelled.ts'
import { purposeOfRow, withoutPurpose } from '../store/taken-out.ts'
import { takeUpForgotten } from './forgotten.ts'
import type { Job, JobContext } from './job.ts'

/** The person as they stand now, null when they may not come in any more. */
export type PersonNow = (tenant: Tenant, userId: string, db: Db) => Promise<User | null>
/** `homeOf`: how people reach a programme, which its papers say; absent in tests of other things. */
type ReportJobDeps = { storage: FileStorage; personNow: PersonNow; homeOf?(tenant: Tenant): string }
/** Processes that died over it; it is not tried for ever. */
const mostTries = 5
/** Progress is written so often, and a cancelled run found so soon. */
const pulseMs = 700
const longestReadMs = 300_000
/** What reading is of the whole: of a past day it is most of the work. */
const readingShare = 0.5

class Ended extends Error {}

export const reportJob = (deps: ReportJobDeps): Job => ({
  topic: 'report',
  every: '27 * * * *',
  async run(context, { tenantId, runId }) {
    if (typeof runId !== 'string') return await takeUpForgotten(context, 'report')
    const tenants = await context.database.platform(listTenants)
    const tenant = tenants.find(({ id }) => id === tenantId)
    if (tenant) await makeRun(context, deps, tenant, runId)
  },
})

async function makeRun(context: JobContext, deps: ReportJobDeps, tenant: Tenant, runId: string): Promise<void> {
  const write = <T>(work: (db: Db) => Promise<T>) => context.database.transaction(tenant.id, work, { isWrite: true, record: runId })
  const run = await write((db) => begin(db, tenant, runId, context.clock()))
  if (!run) return
  try {
    const reading = pulse(context, (share) => whileItIsRead(context, tenant, (aside) => stillWanted(aside, tenant, run, readingShare * share)))
    const { document, rights } = await write((db) => read(context, deps, tenant, db, run, reading))
    await stillWanted(write, tenant, run, readingShare)
    const bytesOf = (one: PackDocument) => driverOf(deps.storage, one.storedIn).get({ tenantId: tenant.id, id: one.id })
    const file = await makeFile(document, run.format, {
      bytesOf,
      onProgress: pulse(context, (share) => stillWanted(write, tenant, run, readingShare + (0.95 - readingShare) * share)),
    })
    await store(context, deps, tenant, { ...run, rights }, document, file, write)
  } catch (error) {
    if (error instanceof Ended) return
    // What is away for a moment is no answer: the job comes again.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await write((db) => end(db, tenant, run, context.clock(), { state: 'FAILED', ...spelledJson(error.sentence) }))
  }
}

/** Written beside the reading, which holds a connection: only where there is another one that nobody waits for, so never on the embedded database. */
async function whileItIsRead({ database }: JobContext, { id }: Tenant, beat: (write: Write) => Promise<void>): Promise<void> {
  const { running, waiting, connections } = database.load()
  if (waiting > 0 || running >= connections) return
  try {
    await besides(() => beat((work) => database.transaction(id, work)))
  } catch (error) {
    // Whoever took the connection first was quicker: how far it is, is said the next time.
    if (error instanceof Ended) throw error
  }
}

type Write = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Undefined where there is nothing to do: it was made, cancelled, or tried too often. */
async function begin(db: Db, tenant: Tenant, id: string, now: Date): Promise<StoredRun | undefined> {
  const found = await db.selectFrom('report_run').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id).forUpdate().executeTakeFirst()
  if (found?.state !== 'QUEUED' && found?.state !== 'RUNNING') return undefined
  if (found.tries >= mostTries) {
    await end(db, tenant, found, now, { state: 'FAILED', message: 'The file could not be made. Ask for it again, or narrow it.' })
    return undefined
  }
  await db
    .updateTable('report_run')
    .set({ state: 'RUNNING', progress: 0, tries: found.tries + 1 })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
  return found
}

/** In the name of whoever asked, with the rights they have now. Throws FORBIDDEN. */
async function read(
  context: JobContext,
  { personNow, homeOf }: ReportJobDeps,
  tenant: Tenant,
  db: Db,
  run: StoredRun,
  onProgress: (share: number) => Promise<void>,
): Promise<{ document: ReportDocument; rights: string }> {
  // Nobody waits for it as for a page.
  await sql`set local statement_timeout = ${sql.lit(longestReadMs)}`.execute(db)
  const user = await askerOf(context, personNow, tenant, db, run)
  const report: AnyReport | undefined = findReport(run.report)
  if (!report) throw withoutReport()
  const scope = scopeOf(context, tenant, db, user)
  const operator = run.operator_id === null ? null : await operatorOfRun(scope, run.operator_id)
  const language = isLanguage(run.language) ? run.language : 'en'
  if (run.purpose === null && personalColumns(scope, report, run.format).length > 0) throw withoutPurpose()
  const limit = run.format === 'pdf' ? mostPdfRows : mostRows
  const home = homeOf?.(tenant) ?? null
  const document = await documentOf({ ...scope, operator }, { report, format: run.format, values: given(run), language, home }, limit, {
    most: mostInBackground,
    onProgress,
  })
  return { document, rights: rightsOf(user) }
}
const withoutReport = () => new Problem('NOT_FOUND', { message: 'There is no such report any more.' })

/** Whoever asked, as they and the key they asked with stand now. Throws FORBIDDEN. */
async function askerOf({ clock }: JobContext, personNow: PersonNow, tenant: Tenant, db: Db, { requested_by, api_key_id }: StoredRun): Promise<User> {
  const person = await personNow(tenant, requested_by, db)
  if (!person) throw new Problem('FORBIDDEN', { message: 'Whoever asked for this report may not come in any more.' })
  return await withinKey(db, tenant.id, person, api_key_id, clock())
}

/** Parameters that have a value; the others are not given. */
const given = ({ parameters }: StoredRun) => Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null))

const scopeOf = ({ behaviours, clock }: JobContext, tenant: Tenant, db: Db, user: User): Scope => ({
  tenant,
  db,
  user,
  behaviours,
  now: clock(),
  operator: null,
  source: 'SYSTEM',
  requestId: 'report',
  newId,
  afterCommit: () => {},
})

/** Throws Ended when it was cancelled. */
async function stillWanted(write: Write, tenant: Tenant, { id }: StoredRun, progress: number): Promise<void> {
  const changed = await write((db) =>
    db
      .updateTable('report_run')
      .set({ progress: Math.round(progress * 1000) / 1000 })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .returning('id')
      .executeTakeFirst(),
  )
  if (!changed) throw new Ended()
}

/** Calls `beat` now and then. Throws when the process ends, so that another one goes on. */
function pulse({ stop }: JobContext, beat: (share: number) => Promise<void>): (share: number) => Promise<void> {
  let last = performance.now()
  return async (share) => {
    if (stop.aborted) throw new Error('The process ends before the file is made')
    if (performance.now() - last < pulseMs) return
    last = performance.now()
    await beat(share)
  }
}

async function store(
  context: JobContext,
  { storage, personNow }: ReportJobDeps,
  tenant: Tenant,
  run: StoredRun,
  { whole, ranAt }: ReportDocument,
  file: ReportFile,
  write: Write,
): Promise<void> {
  const mediaType: FileType | undefined = fileTypeNames.find((one) => file.mediaType.startsWith(one))
  if (!mediaType) throw new Problem('UNSUPPORTED_MEDIA')
  const hash = sha256(file.bytes)
  const prepared = {
    name: file.name,
    mediaType,
    bytes: file.bytes,
    sha256: hash,
    sentSha256: hash,
    width: null,
    height: null,
    taken: { at: null, lat: null, lng: null },
  }
  const started = await write(async (db) => {
    const user = await askerOf(context, personNow, tenant, db, run)
    const scope = scopeOf(context, tenant, db, user)
    return await beginUpload(scope, prepared, scope.newId(), storage)
  })
  await driverOf(storage, started.stored_in).put({ tenantId: tenant.id, id: started.id }, file.bytes, mediaType)
  await write(async (db) => {
    await finishUpload({ db, tenant }, started)
    const done = {
      state: 'DONE',
      progress: 1,
      row_count: whole.rows.length,
      sha256: whole.sha256,
      size: file.bytes.byteLength,
      file_name: file.name,
      file_id: started.id,
      rights: run.rights,
    } as const
    const ended = await end(db, tenant, run, context.clock(), done)
    if (ended.every(({ numUpdatedRows }) => numUpdatedRows === 0n)) return
    const { id, requested_by: userId, report, schedule_id } = run
    await noteTaken(context, personNow, tenant, db, run, { whole, made: file.made, ranAt })
    // What somebody waits for at the screen is no mail; what comes by itself is.
    const code = schedule_id === null ? 'REPORT_READY' : 'REPORT_SCHEDULED'
    const scope = notifyingJob(db, tenant, { now: context.clock(), jobWaits: context.jobWaits })
    const figures = { report: findReport(report)?.title ?? report }
    notify(scope, code, { type: 'user', id: userId, operatorId: null }, { key: `${code} ${id}`, userIds: [userId], figures })
  })
}

/** With what its reader sees now: rights that changed since it was read make it nobody's file. Throws FORBIDDEN. */
async function noteTaken(
  context: JobContext,
  personNow: PersonNow,
  tenant: Tenant,
  db: Db,
  run: StoredRun,
  { whole, made, ranAt }: Pick<ReportDocument, 'whole' | 'ranAt'> & Pick<ReportFile, 'made'>,
): Promise<void> {
  const user = await askerOf(context, personNow, tenant, db, run)
  const report = findReport(run.report)
  if (!report) throw withoutReport()
  const scope = scopeOf(context, tenant, db, user)
  const operator = run.operator_id === null ? null : await operatorOfRun(scope, run.operator_id)
  await noteReportTakenOut({ ...scope, operator }, report, run.format, whole, purposeOfRow(run))
  await recordMadeFiles({ ...scope, operator }, made, ranAt)
}

/** What was cancelled meanwhile stays so. */
const end = (
  db: Db,
  tenant: Tenant,
  { id }: StoredRun,
  now: Date,
  values: Partial<Pick<StoredRun, 'state' | 'progress' | 'row_count' | 'sha256' | 'size' | 'file_name' | 'file_id' | 'rights'>> & {
    message?: string
    words?: string | null
  },
) =>
  db
    .updateTable('report_run')
    .set({ ...values, finished_at: now.toISOString() })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .execute()
