// How one programme uses the installation: its mail, its files, its rows.
import { sql } from 'kysely'
import { queryAll, TextQuery } from '../db/connection.ts'
import { quoted } from '../db/names.ts'
import type { Db } from '../scope.ts'

export type MailFigures = {
  waiting: number
  failed: number
  sent: number
  /** Why the last try of one that waits or has failed did not succeed, in the words of the mail server. */
  lastReason: string | null
  /** When the oldest that waits was asked for. */
  oldestWaitingAt: string | null
}
export async function mailFigures(db: Db, tenantId: number): Promise<MailFigures> {
  const { rows } =
    await sql<MailFigures>`select count(*) filter (where state = 'WAITING')::integer as waiting, count(*) filter (where state = 'FAILED')::integer as failed,
      count(*) filter (where state = 'SENT')::integer as sent, min(created_at) filter (where state = 'WAITING') as "oldestWaitingAt",
      (select m.reason from mail as m where m.tenant_id = ${tenantId} and m.state in ('WAITING', 'FAILED') and m.reason is not null
        order by coalesce(m.ended_at, m.created_at) desc limit 1) as "lastReason"
    from mail where tenant_id = ${tenantId}`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0, sent: 0, lastReason: null, oldestWaitingAt: null }
}

/** What the clock could not bring up to date and tries again by itself, as failures of its job; newest first. */
export async function clockFailures(
  db: Db,
  tenantId: number,
): Promise<{ id: string; topic: string; at: string; tries: number; isGivenUp: boolean; reason: string }[]> {
  const { rows } = await sql<{
    id: string
    at: string
    tries: number
    reason: string
  }>`select f.handler || ' ' || f.record_id as id, f.failed_at as at, f.tries,
    f.handler || ': ' || f.reason as reason from clock_failure as f where f.tenant_id = ${tenantId} order by f.failed_at desc, 1 limit 50`.execute(db)
  return rows.map((row) => ({ ...row, topic: 'clock', isGivenUp: false }))
}

export type MessageFigures = { waiting: number; failed: number; sent: number }
/** To telephones and browsers; those by mail are counted with the mail. */
export async function messageFigures(db: Db, tenantId: number): Promise<MessageFigures> {
  const { rows } =
    await sql<MessageFigures>`select count(*) filter (where state = 'WAITING')::integer as waiting, count(*) filter (where state = 'FAILED')::integer as failed,
      count(*) filter (where state not in ('WAITING', 'FAILED', 'CANCELLED'))::integer as sent
    from delivery where tenant_id = ${tenantId} and channel <> 'MAIL'`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0, sent: 0 }
}

export type FileFigures = { files: number; bytes: number; unattached: number }
export async function fileFigures(db: Db, tenantId: number): Promise<FileFigures> {
  const { rows } = await sql<FileFigures>`select count(*)::integer as files, coalesce(sum(size), 0)::bigint as bytes,
      count(*) filter (where state = 'UNATTACHED')::integer as unattached
    from file where tenant_id = ${tenantId} and state in ('UNATTACHED', 'ATTACHED')`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0, unattached: 0 }
}

/** `bytes`: about so many, by the mean length of a row of that table. */
export type TableFigures = { table: string; rows: number; bytes: number }
/** Tables answered, the largest first. */
const tablesAtMost = 12
/** Rows are counted; a programme so large that this takes longer is answered without. */
const countMs = 8000

/** Throws SQLSTATE 57014 when counting takes too long. */
export async function tableFigures(db: Db, tenantId: number): Promise<TableFigures[]> {
  const { rows: tables } = await sql<{ name: string; mean: number }>`select c.relname as name,
      case when c.reltuples > 0 then pg_relation_size(c.oid) / c.reltuples else 0 end::float8 as mean
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`.execute(db)
  const counts = tables.map(({ name }) => `select count(*) from ${quoted(name)} where tenant_id = ${tenantId}`)
  await queryAll(db, sql`select set_config('statement_timeout', ${String(countMs)}, true)`)
  const [found] = await queryAll(db, new TextQuery(sql`${sql.raw(counts.join(' union all '))}`))
  return tables
    .map(({ name, mean }, at) => {
      const rows = Number(found[at]?.[0] ?? 0)
      return { table: name, rows, bytes: Math.round(rows * mean) }
    })
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.bytes - a.bytes || b.rows - a.rows)
    .slice(0, tablesAtMost)
}
