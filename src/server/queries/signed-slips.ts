// What the photo of a signed slip is worth (BR-08), as SQL of a ticket's event. It signs once it has come, and one ticket alone: the very same file (sha-256)
// signs the ticket that was recorded first of those that stand. A correction has the place of the ticket that it corrects.
// Read from the photos of the one ticket on, each step by the key that the one before it gives: `offset 0` leaves the planner no other order, which it would
// choose where it knows little of a table. Of a ticket that is not signed on paper nothing is read.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../scope.ts'
import { eventsThen } from '../store/past.ts'

/** In a scope of the past by what was here and recorded then. */
type Within = Pick<Scope, 'tenant' | 'past'>

/** Time and id of the first version of a ticket, by which tickets are in order. */
const firstOf = ({ tenant }: Within, e: string) => sql`(with recursive version as (
    select ${sql.ref(`${e}.id`)} as id, ${sql.ref(`${e}.supersedes_event_id`)} as before, ${sql.ref(`${e}.recorded_at`)} as at
    union all select p.id, p.supersedes_event_id, p.recorded_at from version as n
      cross join lateral (select q.id, q.supersedes_event_id, q.recorded_at from event as q where q.tenant_id = ${tenant.id} and q.id = n.before offset 0) as p
  ) select row(version.at, version.id) from version where version.before is null)`

/** Files (`f`) that are here. */
const isHere = ({ past }: Within, f: string) => sql`${sql.ref(`${f}.state`)} in ('UNATTACHED', 'ATTACHED')
  and ${past ? sql`${sql.ref(`${f}.uploaded_at`)} <= ${past.knownBy}::timestamptz` : sql`true`}`

/** Ids of the photos that it names, as `named`. */
const namedOf = (e: string) => sql`(select photo::uuid as id from jsonb_array_elements_text(
    case when jsonb_typeof(${sql.ref(`${e}.data`)}->'signedSlip') = 'array' then ${sql.ref(`${e}.data`)}->'signedSlip' else '[]' end) as photo offset 0) as named`

/** Its photos that are here, as `pf`. */
const photosOf = (within: Within, e: string) => sql`${namedOf(e)} cross join lateral (select f.sha256 from file as f
  where f.tenant_id = ${within.tenant.id} and f.id = named.id and ${isHere(within, 'f')} offset 0) as pf`

/** The tickets signed on paper that name the photo `pf`, whoever sent it, as `po`. */
const namingOf = (within: Within, counts: RawBuilder<boolean>) => sql`(select f.id from file as f
    where f.tenant_id = ${within.tenant.id} and f.sha256 = pf.sha256 and ${isHere(within, 'f')} offset 0) as same
  cross join lateral (select u.source_id from file_use as u
    where u.tenant_id = ${within.tenant.id} and u.file_id = same.id and u.field = 'signedSlip' and u.event_type = 'PURCHASE' offset 0) as pu
  cross join lateral (select p.* from event as p
    where p.tenant_id = ${within.tenant.id} and p.id = pu.source_id and ${counts} and p.data->>'farmerConfirmation' = 'SIGNATURE' offset 0) as po`

/** The tickets before it that the same photo signs, as `po`. */
const earlierOf = (within: Within, e: string) => sql`${namingOf(within, eventsThen(within, 'p'))}
  where po.id <> ${sql.ref(`${e}.id`)} and ${firstOf(within, 'po')} < ${firstOf(within, e)}`

/** `id` and `lot` of other tickets that stand and name a photo of this one (`ticketId`, which may be taken back), in open seasons: which of them it signs may turn with this one. */
export const sharersOf = ({ tenant }: Pick<Scope, 'tenant'>, ticketId: string): RawBuilder<{ id: string; lot: string }> => sql<{ id: string; lot: string }>`
  select distinct po.id, po.subject_id as lot from (select t.id, t.data from event as t where t.tenant_id = ${tenant.id} and t.id = ${ticketId}::uuid
      and t.event_type = 'PURCHASE' and t.data->>'farmerConfirmation' = 'SIGNATURE' offset 0) as e
    cross join lateral (select pf.sha256 from ${photosOf({ tenant }, 'e')} offset 0) as pf cross join lateral ${namingOf({ tenant }, sql`p.status = 'RECORDED'`)}
    cross join lateral (select b.season_id from productbatch as b where b.tenant_id = ${tenant.id} and b.id = po.subject_id offset 0) as b
    cross join lateral (select from season as s where s.tenant_id = ${tenant.id} and s.id = b.season_id and s.status = 'OPEN' offset 0) as s
  where po.id <> e.id`

/** Whether a photo of its slip was announced and has not come; in a scope of the past, had not come by then. */
export const awaitsSlip = (within: Within, e: string): RawBuilder<boolean> =>
  within.past
    ? sql<boolean>`exists (select from ${namedOf(e)} where not exists (select from file as f where f.tenant_id = ${within.tenant.id} and f.id = named.id and ${isHere(within, 'f')}))`
    : sql<boolean>`exists (select from ${namedOf(e)} cross join lateral (select from awaited_file as a
    where a.tenant_id = ${within.tenant.id} and a.file_id = named.id and a.source_id = ${sql.ref(`${e}.id`)} and a.field = 'signedSlip' offset 0) as pa)`

const hasOwn = (within: Within, e: string) => sql`exists (select from ${photosOf(within, e)} where not exists (select from ${earlierOf(within, e)}))`

/** Whether its slip signs it. */
export const isSignedBySlip = (
  within: Within,
  e: string,
): RawBuilder<boolean> => sql<boolean>`case when ${sql.ref(`${e}.data`)}->>'farmerConfirmation' = 'SIGNATURE'
  then not ${awaitsSlip(within, e)} and ${hasOwn(within, e)} else false end`

/** Receipt number of the ticket that its photos have signed before; null where one of them signs this one, or none is here. */
export const slipOfAnother = (within: Within, e: string): RawBuilder<string | null> => sql<string | null>`case when not ${hasOwn(within, e)} then (
    select coalesce(po.data->>'receiptNo', '') from (select pf.sha256 from ${photosOf(within, e)} offset 0) as pf cross join lateral (select po.id, po.data, ${firstOf(within, 'po')} as place from ${earlierOf(within, e)}) as po
    order by po.place limit 1) end`
