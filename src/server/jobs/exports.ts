// Makes the file of a long export: page after page in its person's name, with the rights they have at each, then stored as a file of
// theirs. Whoever takes it up again makes it anew; of a file that was stored and not noted the round of unused files takes care.

import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { can, type User } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import { layoutOf } from '#domain/exchange/layouts.ts'
import type { fileTypes } from '#domain/kernel/files.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { mayWorkAcross, mayWorkIn } from '#domain/may-work-in.ts'
import { personalFieldsShown } from '#domain/personal-data.ts'
import { newId } from '#server/store/new-id.ts'
import { tenantById } from '../db/platform.ts'
import { inTries, isOfMoment } from '../db/tries.ts'
import { exportedRows, exportStream } from '../exchange/export.ts'
import { noteExport, rightsOf, type StoredExport, takeExport } from '../exchange/export-jobs.ts'
import { folderPrefix } from '../exchange/upload.ts'
import { sha256 } from '../files/prepare.ts'
import { driverOf, type FileStorage } from '../files/storage.ts'
import { beginUpload, finishUpload } from '../files/upload.ts'
import type { ChosenOperator, Db, Scope, Tenant } from '../scope.ts'
import { withinKey } from '../store/key-of-job.ts'
import { listRecords } from '../store/list.ts'
import { listQuery } from '../store/list-query.ts'
import { spelledJson } from '../store/spelled.ts'
import { noteTakenOut, purposeOfRow, withoutPurpose } from '../store/taken-out.ts'
import { enqueueAgain, takeUpForgotten } from './forgotten.ts'
import type { Job, JobContext } from './job.ts'

export type ExportJobParts = {
  /** The person as they stand now, null when they may not come in any more. */
  personNow(tenant: Tenant, userId: string, db: Db): Promise<User | null>
  storage: FileStorage
}
/** Bytes: half a million rows of a wide table. The port of files takes them whole. */
const longestFile = 50_000_000
const mediaTypeOf = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const satisfies Record<
  StoredExport['format'],
  keyof typeof fileTypes
>
const notAnyMore = 'The export was stopped: you may not export this any more.'

class Stopped extends Error {}
class Superseded extends Error {}

export const exportJob = (parts: ExportJobParts): Job => ({
  topic: 'export',
  every: '*/20 * * * *',
  async run(context, { tenantId, exportId }) {
    if (typeof exportId !== 'string' || tenantId === undefined) return await takeUpForgotten(context, 'export')
    const tenant = await context.database.platform((db) => tenantById(db, tenantId))
    if (!tenant) return
    const taken = await context.database.transaction(tenantId, (db) => takeExport(db, tenantId, exportId), { isWrite: true })
    if (taken) await new Export(context, parts, tenant, taken).run()
  },
})

class Export {
  readonly #context: JobContext
  readonly #parts: ExportJobParts
  readonly #tenant: Tenant
  readonly #taken: StoredExport

  constructor(context: JobContext, parts: ExportJobParts, tenant: Tenant, taken: StoredExport) {
    this.#context = context
    this.#parts = parts
    this.#tenant = tenant
    this.#taken = taken
  }

  async run(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), folderPrefix))
    try {
      const path = join(folder, 'export')
      const rows = await this.#write(path)
      await this.#store(await readFile(path), rows)
    } catch (error) {
      if (error instanceof Superseded) return
      if (error instanceof Stopped) {
        await this.#context.database.transaction(this.#tenant.id, async (db) => enqueueAgain(db, 'export', { exportId: this.#taken.id }), { isWrite: true })
        return
      }
      if (!(error instanceof Problem) || error.status >= 500) throw error
      await this.#inTries((db) => noteExport(db, this.#taken, { state: 'FAILED', ...spelledJson(error.sentence) }))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Answers how many rows it has. */
  async #write(path: string): Promise<number> {
    const { entity: name, format, query } = this.#taken
    const entity = findEntity(name)
    const layout = entity && layoutOf(entity, 'records')
    if (!entity || !layout) throw new Problem('NOT_FOUND', { message: 'There is no such list any more.' })
    const requested = listQuery(entity, new URLSearchParams(query))
    const total = await this.#inScope(async (scope) => {
      if (personalFieldsShown(scope.user, entity).length > 0 && this.#taken.purpose === null) throw withoutPurpose()
      const { total = null, totalIsCapped } = await listRecords(scope, entity, { ...requested, limit: 1, count: true })
      return totalIsCapped ? null : total
    })
    const rows = exportedRows((work) => this.#inScope(work), layout, requested)
    let count = 0
    let noted = performance.now()
    const counted = async function* (note: (count: number) => Promise<void>) {
      for await (const row of rows) {
        yield row
        count++
        if (performance.now() - noted < pulseMs) continue
        noted = performance.now()
        await note(count)
      }
    }
    const note = (done: number) => this.#note({ done_rows: done, total_rows: total })
    await note(0)
    const file = await open(path, 'w')
    try {
      let size = 0
      for await (const piece of exportStream(format, layout, counted(note))) {
        size += piece.byteLength
        if (size > longestFile) throw new Problem('TOO_LARGE', { message: 'The file would be larger than is stored. Narrow the list, or take it in parts.' })
        await file.write(piece)
      }
    } finally {
      await file.close()
    }
    return count
  }

  async #store(content: Buffer, rows: number): Promise<void> {
    const { file_name: name, format, id } = this.#taken
    const bytes = new Uint8Array(content)
    const hash = sha256(bytes)
    const mediaType = mediaTypeOf[format]
    const prepared = { name, mediaType, bytes, sha256: hash, sentSha256: hash, width: null, height: null, taken: { at: null, lat: null, lng: null } }
    const started = await this.#inScope((scope) => beginUpload(scope, prepared, scope.newId(), this.#parts.storage))
    await driverOf(this.#parts.storage, started.stored_in).put({ tenantId: this.#tenant.id, id: started.id }, bytes, mediaType)
    await this.#inScope(async (own) => {
      const { db } = own
      await finishUpload({ db, tenant: this.#tenant }, started)
      const isNoted = await noteExport(db, this.#taken, { state: 'DONE', done_rows: rows, total_rows: rows, size: bytes.byteLength, file_id: started.id })
      if (!isNoted) throw new Superseded(id)
      const { entity: name, query: filter } = this.#taken
      const entity = findEntity(name)
      const stated = purposeOfRow(this.#taken)
      const personal = entity ? personalFieldsShown(own.user, entity) : []
      if (!entity || !stated || personal.length === 0) return
      const columns = personal.map((field) => entity.fields[field]?.label ?? field)
      await noteTakenOut(own, { stated, what: entity.plural, format, rows, columns, filter })
    })
  }

  async #note(changes: Parameters<typeof noteExport>[2]): Promise<void> {
    if (!(await this.#inTries((db) => noteExport(db, this.#taken, changes)))) throw new Superseded()
  }

  #inTries<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return inTries(() => this.#context.database.transaction(this.#tenant.id, work, { isWrite: true }), { isTransient: isOfMoment, longestPauseMs: 3000 })
  }

  /** In the person's name, with the rights of the moment, which must be those with which it was asked for. Throws FORBIDDEN. */
  #inScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    if (this.#context.stop.aborted) return Promise.reject(new Stopped())
    const { behaviours, clock } = this.#context
    const { created_by, entity, operator_id, rights, api_key_id } = this.#taken
    return this.#inTries(async (db) => {
      const person = await this.#parts.personNow(this.#tenant, created_by, db)
      const user = person && (await withinKey(db, this.#tenant.id, person, api_key_id, clock()))
      const operator = operator_id === null ? null : await operatorOf(db, this.#tenant, operator_id)
      const isTheirs = user && operator !== undefined && can(user, entity, 'X') && (operator ? mayWorkIn(user, operator.id) : mayWorkAcross(user))
      if (!isTheirs || rightsOf(user) !== rights) throw new Problem('FORBIDDEN', { message: notAnyMore })
      const tenant = this.#tenant
      return await work({
        tenant,
        user,
        db,
        operator,
        behaviours,
        now: clock(),
        source: 'SYSTEM',
        requestId: this.#taken.id,
        newId,
        afterCommit: () => {},
      })
    })
  }
}

/** How often its progress is written, and a cancelled one found. */
const pulseMs = 500

const operatorOf = (db: Db, tenant: Tenant, id: string): Promise<ChosenOperator | undefined> =>
  db
    .selectFrom('collective')
    .select(['id', 'code', 'title as name'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
