// Plots that lie over land registered in another programme (BR-02): asked once for each boundary, at night and so many a day, of programmes
// that take part. The database answers yes or no (app.lies_elsewhere); whoever moves a boundary does not see at once what it touches.
import { sql } from 'kysely'
import { takesPart } from '#domain/tenancy/blind-overlaps.ts'
import { requestElsewhere } from '../../behaviours/land/elsewhere.ts'
import type { ClockHandler } from './handler.ts'

export const landElsewhere: ClockHandler = {
  name: 'land registered in another programme',
  stage: 'judgement',
  isDaily: true,
  async due({ db, tenant }, after, limit) {
    if (!takesPart(tenant)) return []
    const { rows } = await sql<{ id: string }>`
      select p.id from landparcel as p where p.tenant_id = ${tenant.id} and p.deleted_at is null and p.status <> 'RETIRED' and p.boundary is not null
        and p.geo_hash is not null and (${after}::uuid is null or p.id > ${after}::uuid)
        and not exists (select from parcel_elsewhere as e where e.tenant_id = ${tenant.id} and e.parcel_id = p.id and e.is_requested and e.answered_on > (now() at time zone 'utc')::date - 7)
        and not exists (select from parcel_elsewhere as e where e.tenant_id = ${tenant.id} and e.parcel_id = p.id and e.ring = p.geo_hash
          and (not e.is_over or e.answered_on > (now() at time zone 'utc')::date - 90))
      order by p.id limit least(${limit}, greatest(0, app.questions_left()))`.execute(db)
    return rows.map(({ id }) => id)
  },
  carryOut: requestElsewhere,
}
