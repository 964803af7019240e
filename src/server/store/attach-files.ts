// Files that an event names are attached with it, in its transaction: from then on they belong to its record, whoever may read that
// reads them, and they stay. An event that created or edited the record attaches those that its fields name since. What the
// device has not sent yet is attached when it comes (awaited-files.ts).
import { sql } from 'kysely'
import { type AnyEntity, eventSpecOf } from '#domain/kernel/entity.ts'
import { fileTarget } from '#domain/kernel/field-kinds.ts'
import { sendWithNext } from '#server/db/connection.ts'
import { actorOf, type Scope } from '../scope.ts'
import { awaitFiles } from './awaited-files.ts'
import { changesIn } from './event-view.ts'
import { referencesIn } from './references.ts'

type Attaching = { id: string; subjectId: string; eventType: string; data: Record<string, unknown> }

/** Files that an event names; one that made or edited its record, those that its fields name since. */
export function filesNamed(entity: AnyEntity, { eventType, data }: Pick<Attaching, 'eventType' | 'data'>): { id: string; path: string }[] {
  const spec = eventSpecOf(entity, eventType)
  const fields = spec ? spec.fields : entity.fields
  const values = spec ? data : Object.fromEntries(Object.entries(changesIn(data)).map(([name, { to }]) => [name, to]))
  return referencesIn(fields, values).filter(({ target }) => target === fileTarget)
}

/** Written with the next statement. That the files are there and may be read was checked with the other references. */
export function attachFiles(scope: Scope, entity: AnyEntity, { id, subjectId, eventType, data }: Attaching): void {
  const spec = eventSpecOf(entity, eventType)
  const named = filesNamed(entity, { eventType, data })
  if (named.length === 0) return
  const { tenant, now } = scope
  // One whose removal has started cannot be named: no state at all is a fault.
  sendWithNext(
    scope.db,
    sql`update file set state = case state when 'UNATTACHED' then 'ATTACHED' end
      where tenant_id = ${tenant.id} and id = any(${named.map((one) => one.id)}::uuid[]) and state in ('UNATTACHED', 'REMOVING')`,
  )
  const uses = JSON.stringify(named.map((one) => ({ file_id: one.id, field: one.path.split('.')[0] })))
  const use = { entity: entity.name, recordId: subjectId, sourceId: spec ? id : subjectId, eventType: spec ? eventType : null, uses }
  sendWithNext(
    scope.db,
    sql`insert into file_use (tenant_id, file_id, entity, record_id, source_id, event_type, field, used_at, used_by)
      select ${tenant.id}, u.file_id, ${use.entity}, ${use.recordId}, ${use.sourceId}, ${use.eventType}, u.field, ${now.toISOString()}, ${actorOf(scope)}
      from json_to_recordset(${uses}::json) as u (file_id uuid, field text)
      where exists (select from file as f where f.tenant_id = ${tenant.id} and f.id = u.file_id and f.state <> 'UPLOADING') on conflict do nothing`,
  )
  sendWithNext(scope.db, awaitFiles(scope, use))
}
