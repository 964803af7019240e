// A file that was announced and has not come for a week: the person who announced it is reminded, once, while something still names it.
import { sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import { findRecord } from '../../store/get.ts'
import { notify } from '../../store/notify.ts'
import type { ClockHandler } from './handler.ts'

/** A phone comes to a line within days; what stays out longer was lost or forgotten (assumption). */
const patienceDays = 7

export const awaitedFiles: ClockHandler = {
  name: 'files that did not come',
  stage: 'reminder',
  async due({ db, tenant, now }, after, limit) {
    const { rows } = await sql<{ id: string }>`select distinct file_id as id from awaited_file where tenant_id = ${tenant.id} and reminded_at is null
      and named_at < ${now}::timestamptz - make_interval(days => ${patienceDays}) and (${after}::uuid is null or file_id > ${after}::uuid)
      order by file_id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const { db, tenant, now } = scope
    const uses = await db
      .updateTable('awaited_file')
      .set({ reminded_at: now.toISOString() })
      .where('tenant_id', '=', tenant.id)
      .where('file_id', '=', id)
      .where('reminded_at', 'is', null)
      .returning(['awaited_from', 'entity', 'record_id', 'source_id', 'event_type', 'field'])
      .execute()
    for (const { awaited_from, entity: name, record_id, source_id, event_type, field } of uses) {
      const entity = findEntity(name)
      const record = entity && (await findRecord(scope, entity, record_id, { by: 'any' }))
      if (!record) continue
      const named: unknown = record[field]
      const isNamed = event_type === null ? Array.isArray(named) && named.includes(id) : await isRecorded(scope, source_id)
      if (!isNamed) continue
      const raised = { key: `FILE_AWAITED ${id}`, eventId: event_type === null ? null : source_id, userIds: [awaited_from] }
      notify(scope, 'FILE_AWAITED', { type: name, id: record_id, operatorId: record.operatorId }, raised)
      return
    }
  },
}

const isRecorded = async ({ db, tenant }: Parameters<ClockHandler['carryOut']>[0], eventId: string): Promise<boolean> =>
  (await db
    .selectFrom('event')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', eventId)
    .where('status', '=', 'RECORDED')
    .executeTakeFirst()) !== undefined
