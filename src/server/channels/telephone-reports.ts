// Reports of a provider of telephones, noted at the deliveries that they are of. The message to many that these belong to is counted anew by the workers, once
// for many reports. Who does not want messages gets no more: they are marked as the programme marks them.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { unreachableTag } from '#domain/work/mobilenotification.ts'
import { type Known, knownAfter, type TelephoneReport, type TelephoneReportsAnswer, wasSent } from '#domain/work/telephone-report.ts'
import type { Scope } from '../scope.ts'
import { changeBySystem } from '../store/edit.ts'
import { recordsById } from '../store/get.ts'
import { appendEvent, changesBetween } from '../store/write.ts'

/** Whom a message goes to. */
const recipients: readonly AnyEntity[] = [entityOf('farmer'), entityOf('user')]
type Delivery = Known & { id: string; recipientId: string; tries: number }

export async function noteReports(scope: Scope, reports: readonly TelephoneReport[]): Promise<TelephoneReportsAnswer> {
  const byId = Map.groupBy(reports, ({ id }) => id.toLowerCase())
  const { rows } = await sql<Delivery>`select id, recipient_id as "recipientId", state, reason, heard_seconds as "heardSeconds", tries from delivery
    where tenant_id = ${scope.tenant.id} and id = any(${[...byId.keys()]}::uuid[]) and channel in ('SMS', 'WHATSAPP', 'IVR_VOICE') order by id for update`.execute(
    scope.db,
  )
  const sent = rows.filter((one) => one.tries > 0 && wasSent(one))
  const changed = sent.flatMap(({ id, state, reason, heardSeconds }) => {
    const before: Known = { state, reason, heardSeconds }
    const after = (byId.get(id) ?? []).reduce((known, one) => knownAfter(known, one) ?? known, before)
    return after === before ? [] : [{ id, ...after }]
  })
  if (changed.length > 0)
    await sql`update delivery as d set state = r.state, reason = r.reason, heard_seconds = r."heardSeconds", is_reported = true, ended_at = coalesce(d.ended_at, ${scope.now})
      from json_to_recordset(${JSON.stringify(changed)}::json) as r (id uuid, state text, reason text, "heardSeconds" integer)
      where d.tenant_id = ${scope.tenant.id} and d.id = r.id`.execute(scope.db)
  const optedOut = new Map<string, string>()
  for (const { id, recipientId } of sent)
    for (const { state, at } of byId.get(id) ?? [])
      if (state === 'OPTED_OUT' && Date.parse(at) > Date.parse(optedOut.get(recipientId) ?? '1970-01-01')) optedOut.set(recipientId, at)
  if (optedOut.size > 0) for (const entity of recipients) await markUnreachable(scope, entity, await notOverruled(scope, optedOut))
  const known = new Set(sent.map(({ id }) => id))
  return { changed: changed.length, unchanged: sent.length - changed.length, unknown: [...byId.keys()].filter((id) => !known.has(id)) }
}

/** Those from whom nobody has taken the mark since, each as the record that stays where two were merged: a report that comes once more takes back nothing that a person has decided. */
async function notOverruled(scope: Scope, optedOut: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = JSON.stringify([...optedOut].map(([id, at]) => ({ id, at })))
  const answer = await sql<{ id: string }>`select distinct coalesce(f.merged_into_id, r.id) as id
    from json_to_recordset(${rows}::json) as r (id uuid, at timestamptz) left join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = r.id
    where not exists (select from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_id = coalesce(f.merged_into_id, r.id) and e.event_type = 'EDITED'
      and e.data#>'{changes,tags,from}' @> ${JSON.stringify([unreachableTag])}::jsonb and e.recorded_at > r.at)`.execute(scope.db)
  return answer.rows.map(({ id }) => id)
}

/** As if somebody had entered the tag: it is on the record, in its history, and whoever may edit the record takes it away. */
async function markUnreachable(scope: Scope, entity: AnyEntity, ids: readonly string[]): Promise<void> {
  const records: Row[] = await recordsById(scope, entity, [...new Set(ids)].sort(), { lock: true })
  for (const before of records) {
    if (before.tags.includes(unreachableTag)) continue
    const after: Row = await changeBySystem(scope, entity, before, { tags: [...before.tags, unreachableTag] })
    await appendEvent(
      scope,
      entity,
      after,
      { eventType: 'EDITED', occurredAt: scope.now.toISOString(), data: { changes: changesBetween(entity, before, after) }, causeEventId: null },
      { before: before.status, after: after.status, version: after.version },
    )
  }
}
