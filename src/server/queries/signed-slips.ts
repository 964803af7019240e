// What the photo of a signed slip is worth (BR-08), as SQL of a ticket's event. It signs once it has come, and one ticket alone: the very same file (sha-256)
// signs the ticket that was recorded first of those that stand. A correction has the place of the ticket that it corrects.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../scope.ts'
import { eventsThen } from '../store/past.ts'

/** In a scope of the past by what was here and recorded then. */
type Within = Pick<Scope, 'tenant' | 'past'>

/** Time and id of the first version of a ticket, by which tickets are in order. */
const firstOf = ({ tenant }: Within, e: string) => sql`(with recursive version as (
    select ${sql.ref(`${e}.id`)} as id, ${sql.ref(`${e}.supersedes_event_id`)} as before, ${sql.ref(`${e}.recorded_at`)} as at
    union all select p.id, p.supersedes_event_id, p.recorded_at from version as n join event as p on p.tenant_id = ${tenant.id} and p.id = n.before
  ) select row(version.at, version.id) from version where version.before is null)`

/** Its photos that are here, as `pf`. */
const photosOf = ({ tenant, past }: Within, e: string) => sql`file as pf where pf.tenant_id = ${tenant.id} and pf.state in ('UNATTACHED', 'ATTACHED')
  and ${past ? sql`pf.uploaded_at <= ${past.knownBy}::timestamptz` : sql`true`}
  and pf.id in (select photo::uuid from jsonb_array_elements_text(case when jsonb_typeof(${sql.ref(`${e}.data`)}->'signedSlip') = 'array' then ${sql.ref(`${e}.data`)}->'signedSlip' else '[]' end) as photo)`

/** The tickets before it that the same photo signs, as `po`. */
const earlierOf = (
  within: Within,
  e: string,
) => sql`file as same join file_use as pu on pu.tenant_id = ${within.tenant.id} and pu.file_id = same.id and pu.field = 'signedSlip' and pu.event_type = 'PURCHASE'
  join event as po on po.tenant_id = ${within.tenant.id} and po.id = pu.source_id and po.id <> ${sql.ref(`${e}.id`)} and ${eventsThen(within, 'po')} and po.data->>'farmerConfirmation' = 'SIGNATURE'
  where same.tenant_id = ${within.tenant.id} and same.sha256 = pf.sha256 and ${firstOf(within, 'po')} < ${firstOf(within, e)}`

/** `id` and `lot` of other tickets that stand and name a photo of this one (`ticketId`, which may be taken back), in open seasons: which of them it signs may turn with this one. */
export const sharersOf = (within: Pick<Scope, 'tenant'>, ticketId: string): RawBuilder<{ id: string; lot: string }> => sql<{ id: string; lot: string }>`
  select distinct po.id, po.subject_id as lot from event as e cross join lateral (select pf.sha256 from ${photosOf(within, 'e')}) as pf
    join file as same on same.tenant_id = ${within.tenant.id} and same.sha256 = pf.sha256
    join file_use as pu on pu.tenant_id = ${within.tenant.id} and pu.file_id = same.id and pu.field = 'signedSlip' and pu.event_type = 'PURCHASE'
    join event as po on po.tenant_id = ${within.tenant.id} and po.id = pu.source_id and po.id <> e.id and po.status = 'RECORDED' and po.data->>'farmerConfirmation' = 'SIGNATURE'
    join productbatch as b on b.tenant_id = ${within.tenant.id} and b.id = po.subject_id
    join season as s on s.tenant_id = ${within.tenant.id} and s.id = b.season_id and s.status = 'OPEN'
  where e.tenant_id = ${within.tenant.id} and e.id = ${ticketId}::uuid and e.event_type = 'PURCHASE'`

/** Whether a photo of its slip was announced and has not come. */
export const awaitsSlip = (
  { tenant }: Within,
  e: string,
): RawBuilder<boolean> => sql<boolean>`exists (select from awaited_file as pa where pa.tenant_id = ${tenant.id}
  and pa.file_id in (select photo::uuid from jsonb_array_elements_text(case when jsonb_typeof(${sql.ref(`${e}.data`)}->'signedSlip') = 'array' then ${sql.ref(`${e}.data`)}->'signedSlip' else '[]' end) as photo)
  and pa.source_id = ${sql.ref(`${e}.id`)} and pa.field = 'signedSlip')`

/** Whether its slip signs it. */
export const isSignedBySlip = (within: Within, e: string): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${e}.data`)}->>'farmerConfirmation' = 'SIGNATURE'
  and not ${awaitsSlip(within, e)} and exists (select from ${photosOf(within, e)} and not exists (select from ${earlierOf(within, e)})))`

/** Receipt number of the ticket that its photos have signed before; null where one of them signs this one, or none is here. */
export const slipOfAnother = (within: Within, e: string): RawBuilder<string | null> => sql<string | null>`case when not exists (
    select from ${photosOf(within, e)} and not exists (select from ${earlierOf(within, e)})) then (
    select coalesce(po.data->>'receiptNo', '') from (select pf.sha256 from ${photosOf(within, e)}) as pf cross join lateral (select po.data, po.recorded_at, po.id from ${earlierOf(within, e)}) as po
    order by po.recorded_at, po.id limit 1) end`
