// A notification that asks for something is dealt with when that is done, by whomever: no finding of its rules is open any more on
// what it speaks of, its records have moved on, or both sides of an overlap have.
import { sql } from 'kysely'
import { entityOf, findEntity } from '#domain/entities.ts'
import { asksMainAlone, findNotice, noticeCodes, notices, rulesRequested, statesRequested } from '#domain/notifications/catalogue.ts'
import { unanswered } from '../../behaviours/land/overlap-words.ts'
import { wakeInboxes } from '../../channels/inbox.ts'
import { findRecord } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import type { ClockHandler, Moment } from './handler.ts'

const notification = entityOf('notification')
const open = ['UNREAD', 'READ']
/** Of these also what asks nothing of its reader: it is over when somebody else has done it. */
const informing = noticeCodes.filter((code) => notices[code].informs)
type Asking = { id: string; event: string; subject_type: string; subject_ids: string[]; event_id: string | null }

export const dealtWith: ClockHandler = {
  name: 'notifications dealt with',
  stage: 'sending',
  async due(moment, after, limit) {
    const found: string[] = []
    for (let from = after; found.length < limit; ) {
      const page = await asking(moment, from, limit)
      const done = await doneAmong(moment, page)
      found.push(...page.flatMap(({ id }) => (done.has(id) ? [id] : [])))
      from = page.at(-1)?.id ?? null
      if (page.length < limit) break
    }
    return found.slice(0, limit)
  },
  async carryOut(scope, id) {
    const one = await findRecord(scope, notification, id, { lock: true, by: 'any' })
    if (!one || !open.includes(one.status)) return
    await recordBySystem(scope, notification, id, { eventType: 'ACTIONED', occurredAt: scope.now.toISOString(), data: {} })
    if (one.recipientUserId) wakeInboxes(scope, [one.recipientUserId])
  },
}

/** Open ones that ask for something, with the records that they speak of. */
async function asking({ db, tenant }: Moment, after: string | null, limit: number): Promise<Asking[]> {
  const { rows } = await sql<Asking>`select n.id, n.event, n.subject_type, o.subject_ids, o.event_id from notification as n
    join outbox as o on o.tenant_id = n.tenant_id and n.dedupe_key = o.dedupe_key || '#' || o.round
    where n.tenant_id = ${tenant.id} and n.deleted_at is null and (n.action_required or n.event = any(${informing}::text[])) and n.status in ('UNREAD', 'READ')
      and (${after}::uuid is null or n.id > ${after}::uuid) order by n.id limit ${limit}`.execute(db)
  return rows
}

async function doneAmong({ db, tenant }: Moment, page: readonly Asking[]): Promise<Set<string>> {
  const done = new Set<string>()
  for (const [key, of] of Map.groupBy(page, ({ event, subject_type }) => `${event} ${subject_type}`)) {
    const [code = '', type = ''] = key.split(' ')
    const notice = findNotice(code)
    const ids = [...new Set(of.flatMap(({ subject_ids }) => subject_ids))]
    if (notice?.asks === 'word') {
      const words = await unanswered(
        db,
        tenant.id,
        of.flatMap(({ event_id }) => event_id ?? []),
      )
      for (const { id, event_id } of of) if (!words.has(event_id ?? '')) done.add(id)
      continue
    }
    const rules = notice ? rulesRequested(notice, type) : []
    const states = notice ? statesRequested(notice) : []
    // Of what the catalogue knows no longer nothing is asked any more.
    const { rows } =
      !notice || !findEntity(type)
        ? { rows: [] }
        : rules.length
          ? await sql<{ id: string }>`select distinct f.subject_id as id from flag as f where f.tenant_id = ${tenant.id} and f.subject_type = ${type}
              and f.subject_id = any(${ids}::uuid[]) and f.rule_id = any(${[...rules]}::text[]) and f.closed_at is null and (f.aspect is null or ${!asksMainAlone(notice)})`.execute(
              db,
            )
          : await sql<{ id: string }>`select r.id from ${sql.table(type)} as r where r.tenant_id = ${tenant.id} and r.id = any(${ids}::uuid[])
              and r.deleted_at is null and not (r.status = any(${[...states]}::text[]))`.execute(db)
    const waiting = new Set(rows.map(({ id }) => id))
    for (const { id, subject_ids } of of) if (!subject_ids.some((subject) => waiting.has(subject))) done.add(id)
  }
  return done
}
