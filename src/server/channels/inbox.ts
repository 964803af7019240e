// Says to whoever has an inbox open, in whatever process, that it has changed: by a notice of the database, which is sent when the
// transaction commits and never when it rolls back.
import { sql } from 'kysely'
import { sendWithNext } from '../db/connection.ts'
import type { Scope } from '../scope.ts'

export const inboxChannel = 'farmbook_inbox'
/** A notice of the database takes 8000 bytes. */
const atOnce = 150

/** Sent with the next statement. */
export function wakeInboxes({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, userIds: readonly string[]): void {
  const ids = [...new Set(userIds)]
  for (let from = 0; from < ids.length; from += atOnce)
    sendWithNext(db, sql`select pg_notify(${inboxChannel}, ${`${tenant.id} ${ids.slice(from, from + atOnce).join(',')}`})`)
}
