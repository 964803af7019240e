// Whether what a person was to answer in an overlap (BR-02) still waits for them: it does until either side has said something since, one of the
// boundaries is another one, or the two plots are in dispute no longer.
import { sql } from 'kysely'
import type { Db } from '../../scope.ts'

/** A walk along the line answers nothing; what is settled, moved, resolved or retired does. */
const goesOn = ['OVERLAP_PROPOSED', 'OVERLAP_ACCEPTED', 'OVERLAP_WITHDRAWN', 'OVERLAP_DECIDED', 'OVERLAP_SETTLED'] as const

/** Of these events of plots, by their ids, those that nothing has followed. */
export async function unanswered(db: Db, tenantId: number, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select word.id from event as word
    join landparcel as one on one.tenant_id = word.tenant_id and one.id = word.subject_id and one.deleted_at is null and one.status <> 'RETIRED'
    join landparcel as two on two.tenant_id = word.tenant_id and two.code = word.data->>'otherParcelCode' and two.deleted_at is null and two.status <> 'RETIRED'
    where word.tenant_id = ${tenantId} and word.id = any(${eventIds}::uuid[]) and word.status = 'RECORDED' and 'DISPUTED' in (one.status, two.status)
      and coalesce(word.data->>'baseHash', one.geo_hash) = one.geo_hash
      and not exists (select 1 from event as later where later.tenant_id = word.tenant_id and later.subject_type = 'landparcel' and later.status = 'RECORDED'
        and later.recorded_at >= word.recorded_at and later.id <> word.id
        and ((later.subject_id = one.id and later.event_type = any(${[...goesOn]}::text[]) and later.data->>'otherParcelCode' = two.code)
          or (later.subject_id = two.id and later.event_type = any(${[...goesOn]}::text[]) and later.data->>'otherParcelCode' = one.code)
          or (later.subject_id in (one.id, two.id) and later.event_type = 'BOUNDARY_CAPTURED')))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
