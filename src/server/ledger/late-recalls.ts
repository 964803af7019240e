// A recall goes on finding lots while it is open (BR-27): a fact that was recorded late may have led goods of it elsewhere. Those lots are restricted then, too,
// and the case is open again, because further holders may have to answer.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { recordBySystem } from '../store/record-event.ts'
import { traceFigures, traceLocked } from './recall-trace.ts'

const recallcase = entityOf('recallcase')

/** Lots into which goods came by a link of this step, out of a lot of an open recall, at whatever depth. */
export async function recallFilledLate(scope: Scope, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return
  const { db, tenant } = scope
  const [rows = []] = await queryAll(
    db,
    sql<{ caseId: string }>`
      with recursive made (id) as (
        select unnest(${[...lotIds]}::uuid[])
        union select l.output_id from made join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = made.id and l.voided_at is null
      ), above (lot_id, id) as (
        select l.output_id, l.input_id from made join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = made.id and l.input_kind = 'productbatch' and l.voided_at is null
        union select above.lot_id, l.input_id from above
          join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and l.voided_at is null
      )
      select distinct c.id as "caseId" from above
      join event as r on r.tenant_id = ${tenant.id} and r.subject_type = 'productbatch' and r.subject_id = above.id and r.event_type = 'RECALL' and r.status = 'RECORDED'
      join recallcase as c on c.tenant_id = ${tenant.id} and c.id = (r.data->>'caseId')::uuid and c.status in ('OPEN', 'CONTAINED')
      where not exists (select from event as q where q.tenant_id = ${tenant.id} and q.subject_type = 'productbatch' and q.subject_id = above.lot_id
        and q.event_type = 'RECALL' and q.status = 'RECORDED' and q.data->>'caseId' = c.id::text)
      order by c.id`,
  )
  await widen(
    scope,
    rows.map(({ caseId }) => caseId),
  )
}

/** A harvest on a plot that is recalled: its farm lot is new, or had nothing of the crop in it when the case was opened. */
export async function recallHarvest(scope: Scope, parcelId: string): Promise<void> {
  const { db, tenant } = scope
  const { rows } = await sql<{ id: string }>`
    select c.id from recallcase as c where c.tenant_id = ${tenant.id} and c.parcel_id = ${parcelId}::uuid and not c.is_drill and c.status in ('OPEN', 'CONTAINED')
      and exists (select from crop as k join productbatch as b on b.tenant_id = ${tenant.id} and b.crop_id = k.id and b.status not in ('VOIDED', 'DISPOSED')
        where k.tenant_id = ${tenant.id} and k.parcel_id = ${parcelId}::uuid and not exists (select from event as q
          where q.tenant_id = ${tenant.id} and q.subject_type = 'productbatch' and q.subject_id = b.id and q.event_type = 'RECALL' and q.status = 'RECORDED'
            and q.data->>'caseId' = c.id::text))
    order by c.id`.execute(db)
  await widen(
    scope,
    rows.map(({ id }) => id),
  )
}

async function widen(scope: Scope, caseIds: readonly string[]): Promise<void> {
  for (const recall of await recordsById(scope, recallcase, caseIds))
    await recordBySystem(scope, recallcase, recall.id, {
      eventType: 'WIDENED',
      occurredAt: scope.now.toISOString(),
      data: traceFigures(await traceLocked(scope, recall), recall.isDrill),
    })
}
