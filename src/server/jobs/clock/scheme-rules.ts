// Crops are judged by the rules of their schemes beside the writes that change them (5.2): whatever was recorded of them, their system,
// plot, grower or lots, of a version of the rules or of a scope certificate since the last round, and every crop once a day, because windows end with the day. A round takes what no
// round before it can have seen: each fact brings its crops up once, and once more where something else was being written while that round began (docs/decisions/0118).
import { type RawBuilder, sql } from 'kysely'
import { isToBeJudged } from '../../behaviours/certification/judged-crops.ts'
import { updateCompliance } from '../../behaviours/certification/update-compliance.ts'
import type { ClockHandler, Moment } from './handler.ts'

/** Longer than any transaction that records something: one that was open when the last round began may have noted its moment so long before. */
const minutesBack = 15
const page = async ({ db }: Moment, from: RawBuilder<unknown>, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await sql<{
    id: string
  }>`select distinct c.id from ${from} and (${after}::uuid is null or c.id > ${after}::uuid) order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Written by the transaction `xmin` of the row, whose whole number is the last one so far that ends in its 32 bits. */
const isUnseen = (seen: Moment['seen']): RawBuilder<unknown> =>
  seen
    ? sql`${seen.xid}::bigint <= (select t.top - ((t.top - e.xmin::text::bigint) & 4294967295) from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as top) as t)`
    : sql`true`

export const cropsOfToday: ClockHandler = {
  name: 'rules of schemes: every crop',
  stage: 'judgement',
  isDaily: true,
  due: (moment, after, limit) => page(moment, sql`crop as c where ${isToBeJudged(moment)}`, after, limit),
  carryOut: updateCompliance,
}

export const cropsTouched: ClockHandler = {
  name: 'rules of schemes: what was recorded',
  stage: 'judgement',
  notesRounds: true,
  due(moment, after, limit) {
    const { tenant, now, seen } = moment
    const recent = sql`select e.subject_type, e.subject_id from event as e where e.tenant_id = ${tenant.id}
      and e.recorded_at > ${(seen && seen.at < now ? seen.at : now).toISOString()}::timestamptz - make_interval(mins => ${minutesBack}) and ${isUnseen(seen)} and e.subject_type in ('crop', 'croppingsystem', 'landparcel', 'farmer', 'productbatch', 'schemepop', 'scopecertificate')`
    const touched = sql`
      with recent as (${recent})
      select r.subject_id from recent as r where r.subject_type = 'crop'
      union select t.id from recent as r join crop as t on t.tenant_id = ${tenant.id} and t.cropping_system_id = r.subject_id where r.subject_type = 'croppingsystem'
      union select t.id from recent as r join crop as t on t.tenant_id = ${tenant.id} and t.parcel_id = r.subject_id where r.subject_type = 'landparcel'
      union select t.id from recent as r join crop as t on t.tenant_id = ${tenant.id} and t.farmer_id = r.subject_id where r.subject_type = 'farmer'
      union select o.crop_id from recent as r join lot_origin as o on o.tenant_id = ${tenant.id} and o.lot_id = r.subject_id where r.subject_type = 'productbatch'
      union select t.id from recent as r join schemepop as v on v.tenant_id = ${tenant.id} and v.id = r.subject_id and v.status <> 'DRAFT'
        join crop as t on t.tenant_id = ${tenant.id} and (v.crop_type_id is null or t.crop_type_id = v.crop_type_id)
        where r.subject_type = 'schemepop'
      union select t.id from recent as r join scopecertificate as s on s.tenant_id = ${tenant.id} and s.id = r.subject_id
        join crop as t on t.tenant_id = ${tenant.id} and t.operator_id = s.collective_id where r.subject_type = 'scopecertificate'`
    return page(moment, sql`crop as c where ${isToBeJudged(moment)} and c.id in (${touched})`, after, limit)
  },
  carryOut: updateCompliance,
}
