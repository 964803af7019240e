// The nightly audit: of every entity whose columns follow from its history, records are folded from nothing, as of now, and compared with
// their row: one in 32 each night, so that each is compared once a month, and one in eight of those written on the two days before. Nothing is
// written. A difference is a failure of the record: it is logged, shown to whoever looks after the programme, and compared again.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { addDays, daysBetween, zonedEndOfDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { recordAsOf } from '../../store/as-of.ts'
import { findRecord } from '../../store/get.ts'
import type { ClockHandler } from './handler.ts'

const [nights, nightsOfFresh] = [32, 8]

/** Names of the columns of `row` that are not what its history says; fields that pass with the calendar are worked out when they are read. */
export async function differencesOf(scope: Scope, entity: AnyEntity, row: Row): Promise<string[]> {
  const now = scope.now.toISOString()
  const past = await recordAsOf(scope, entity, row, { occurredBy: now, knownBy: now })
  const passing = Object.keys(scope.behaviours[entity.name]?.today ?? {})
  const names = ['status', ...Object.keys(entity.fields)].filter((name) => !past.notDerived.includes(name) && !passing.includes(name))
  return names.filter((name) => !isDeepStrictEqual(past.row[name] ?? null, row[name] ?? null))
}

const auditOf = (entity: AnyEntity): ClockHandler => ({
  name: `audit: ${entity.name}`,
  stage: 'reminder',
  isDaily: true,
  async due({ db, tenant, day }, after, limit) {
    const night = daysBetween('2026-01-01', day)
    const slice = (of: number) => sql`get_byte(uuid_send(r.id), 15) % ${of}::integer = ${night % of}::integer`
    const today = zonedEndOfDay(addDays(day, -1), tenant.timezone).toISOString()
    // What was written today is compared from tomorrow on: a programme that is being loaded has other work.
    const { rows } = await sql<{ id: string }>`select r.id from ${sql.table(entity.name)} as r where r.tenant_id = ${tenant.id} and r.deleted_at is null
      and (${after}::uuid is null or r.id > ${after}::uuid) and r.updated_at <= ${today}::timestamptz
      and (${slice(nights)} or (r.updated_at > ${today}::timestamptz - interval '2 days' and ${slice(nightsOfFresh)}))
      order by r.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const row = await findRecord(scope, entity, id, { by: 'any', lock: true })
    // What was written after the round began is compared on another night.
    const names = row && row.updatedAt <= scope.now.toISOString() ? await differencesOf(scope, entity, row) : []
    if (names.length) throw new Error(`Not what its history says: ${names.join(', ')}`)
  },
})

/** Entities whose behaviour has a `project`, and whose past of today is known to be their row (tests/replay). */
export const audited = [
  'approvedlist',
  'aquacrop',
  'cow',
  'crop',
  'croppingsystem',
  'farmerseason',
  'goat',
  'landparcel',
  'nonconformity',
  'poultrybatch',
  'productbatch',
  'sheep',
  'transactioncertificate',
] as const
export const projectionAudits: readonly ClockHandler[] = audited.map((name) => auditOf(entityOf(name)))
