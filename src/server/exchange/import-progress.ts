// How far an import is, as its worker writes it: in the transaction of the rows themselves, so that both commit or neither. A worker
// takes the import with a number (`run`); only the one that took it last writes, so that one which was given up for dead but lives
// carries out nothing that another has carried out.

import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { storableJson } from '#domain/kernel/sound-json.ts'
import type { Sentence } from '#domain/messages/message.ts'
import { queryAll, sendWithNext } from '#server/db/connection.ts'
import type { Database } from '#server/db/database.ts'
import type { ChosenOperator, Db, RowOf } from '../scope.ts'
import { spelledJson } from '../store/spelled.ts'
import { roomOfRemoved } from '../store/stored-bytes.ts'
import type { Counts, Line } from './import-jobs.ts'
import { folderPrefix, isFormat, type Upload } from './upload.ts'

/** Bytes of one statement: what a message between us and either engine carries without effort. */
export const partBytes = 1_000_000

/** It was cancelled, or another worker has taken it: nothing of this transaction counts. */
export class Superseded extends Error {}

export type Taken = RowOf<'import_job'>
type Run = Pick<Taken, 'tenant_id' | 'id' | 'run'>

/** An import that was taken; `operator`: null at the address of all operators, undefined when it is gone. `keys`: what its sets have been about so far. */
export type TakenImport = { taken: Taken; operator: ChosenOperator | null | undefined; keys: string[] }

/** Takes an import that waits or runs; undefined when it has ended. */
export async function takeImport(db: Db, tenantId: number, id: string): Promise<TakenImport | undefined> {
  const taken = await db
    .updateTable('import_job')
    .set((row) => ({ state: 'RUNNING' as const, run: row('run', '+', 1), updated_at: new Date().toISOString() }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returningAll()
    .executeTakeFirst()
  if (!taken) return undefined
  const sets = db.selectFrom('import_set').select('keys').where('tenant_id', '=', tenantId).where('import_id', '=', id)
  const operators = db
    .selectFrom('collective')
    .select(['id', 'code', 'title as name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', taken.operator_id)
    .where('deleted_at', 'is', null)
  const [found, [operator]] = await queryAll(db, sets, operators)
  return { taken, operator: taken.operator_id === null ? null : operator, keys: found.flatMap(({ keys }) => keys) }
}

export type SetDone = { lastRow: number; totalRows: number | null; progress: number; counts: Counts; lines: readonly Line[]; keys: readonly string[] }

/** Writes how far it is. Throws Superseded. */
export async function noteSet(db: Db, run: Run, { lastRow, totalRows, progress, counts, lines, keys }: SetDone): Promise<void> {
  insertLines(db, run, lines)
  sendWithNext(db, db.insertInto('import_set').values({ tenant_id: run.tenant_id, import_id: run.id, last_row: lastRow, keys: [...keys] }))
  const { numUpdatedRows } = await ofRun(db, run)
    .set({
      progress: Math.round(progress * 1000) / 1000,
      done_row: lastRow,
      total_rows: totalRows,
      created_rows: counts.created,
      changed_rows: counts.changed,
      unchanged_rows: counts.unchanged,
      flagged_rows: counts.flagged,
      rejected_rows: counts.rejected,
      updated_at: new Date().toISOString(),
    })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Superseded()
}

/** It has ended: its file is not needed any more. Undefined when it was cancelled, or another worker has taken it. */
export async function noteEnd(db: Db, run: Run, state: 'DONE' | 'FAILED', message: Sentence | null): Promise<Ended | undefined> {
  const now = new Date().toISOString()
  const ended = await ofRun(db, run)
    .set({ state, ...(message === null ? {} : spelledJson(message)), updated_at: now, finished_at: now, ...(state === 'DONE' ? { progress: 1 } : {}) })
    .returning(['file_name as file', 'created_by as userId', 'created_rows as created', 'changed_rows as changed', 'rejected_rows as rejected'])
    .executeTakeFirst()
  if (ended) removeParts(db, run.tenant_id, run.id)
  return ended
}
export type Ended = { file: string; userId: string; created: number; changed: number; rejected: number }

const ofRun = (db: Db, { tenant_id, id, run }: Run) =>
  db.updateTable('import_job').where('tenant_id', '=', tenant_id).where('id', '=', id).where('run', '=', run).where('state', '=', 'RUNNING')

/** The file of an import that has ended, and what its sets were about: sent with the next statement, or the commit. Their room is given back. */
export function removeParts(db: Db, tenantId: number, id: string): void {
  sendWithNext(db, db.deleteFrom('import_set').where('tenant_id', '=', tenantId).where('import_id', '=', id))
  const removal = sql`delete from import_part where tenant_id = ${tenantId} and import_id = ${id} returning octet_length(bytes) as size`
  sendWithNext(db, roomOfRemoved(tenantId, removal))
}

/** Files of imports that have ended otherwise than by `noteEnd`. */
export async function removeLeftParts(db: Db, tenantId: number): Promise<void> {
  const left = await db
    .selectFrom('import_job as j')
    .select('j.id')
    .where('j.tenant_id', '=', tenantId)
    .where('j.state', 'not in', ['QUEUED', 'RUNNING'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('import_part as p').select('p.part').where('p.tenant_id', '=', tenantId).whereRef('p.import_id', '=', 'j.id')),
    )
    .execute()
  for (const { id } of left) removeParts(db, tenantId, id)
}

/** The file as it was sent, in a folder of its own. A part at a time: each is a transaction. */
export async function restoreUpload(database: Database, { tenant_id, id, format }: Taken): Promise<Pick<Upload, 'path' | 'bytes' | 'format' | 'dispose'>> {
  if (!isFormat(format)) throw new Error(`The file of import ${id} is not stored`)
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  const dispose = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'upload')
  let bytes = 0
  try {
    const file = await open(path, 'w')
    try {
      for (let part = 0; ; part++) {
        const { rows } = await database.transaction(tenant_id, (db) =>
          sql<{ base64: string }>`select encode(bytes, 'base64') as base64 from import_part
            where tenant_id = ${tenant_id} and import_id = ${id} and part = ${part}`.execute(db),
        )
        const piece = Buffer.from(rows[0]?.base64 ?? '', 'base64')
        await file.write(piece)
        bytes += piece.byteLength
        if (piece.byteLength < partBytes) break
      }
    } finally {
      await file.close()
    }
    return { path, bytes, format, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Sent with the next statement, as one parameter: the same text for one line and for five hundred. */
function insertLines(db: Db, { tenant_id, id }: Run, lines: readonly Line[]): void {
  if (lines.length === 0) return
  const rows = lines.map(({ row, outcome, cells, problems }) => ({
    row_number: row,
    outcome,
    cells,
    problems,
  }))
  sendWithNext(
    db,
    sql`insert into import_line (tenant_id, import_id, row_number, outcome, cells, problems)
      select ${tenant_id}, ${id}::uuid, l.row_number, l.outcome, l.cells, l.problems from json_populate_recordset(null::import_line, ${storableJson(rows)}::json) as l`,
  )
}
