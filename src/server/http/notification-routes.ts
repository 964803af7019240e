// A person's inbox beside its records: how much is unread, a stream that says when that changes, all of it marked as read, and what
// they want to hear of. It is one inbox whatever the operator, so no operator stands in these addresses.
import type { Context } from 'hono'
import { sql } from 'kysely'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { noticeCodes, notices } from '#domain/notifications/catalogue.ts'
import {
  type InboxSummary,
  inboxSummary,
  markedRead,
  newPushDevice,
  type SettingsSheet,
  settingsSheet,
  toMarkRead,
} from '#domain/notifications/inbox-answer.ts'
import { noticeSettings, settingsOf } from '#domain/notifications/settings.ts'
import { addDevice, devicesOf, removeDevice } from '../channels/devices.ts'
import { wakeInboxes } from '../channels/inbox.ts'
import { areUsable, pushKeys } from '../channels/push-keys.ts'
import type { InboxStreams } from '../channels/streams.ts'
import { isPushService } from '../channels/web-push.ts'
import type { Scope } from '../scope.ts'
import { markRead } from '../store/mark-read.ts'
import { type Deps, enter } from './endpoint.ts'
import { type Route, route } from './route.ts'

/** Proxies close what says nothing for half a minute. */
const aliveMs = 25_000
/** The token that opened it is good for about as long; the browser opens another one. */
const longestMs = 10 * 60_000

export const notificationRoutes: readonly Route[] = [
  route({
    id: 'notification.summary',
    method: 'get',
    path: '/api/notifications/summary',
    summary: 'How much of one’s own inbox is unread',
    answer: inboxSummary,
    says: 'The figures.',
    handler: async (scope) => ({ json: await summaryOf(scope) }),
  }),
  route({
    id: 'notification.markRead',
    method: 'post',
    path: '/api/notifications/read',
    summary: 'Marks one’s own unread notifications as read',
    description: 'Those named, or all; at most 500 at a time.',
    body: toMarkRead,
    answer: markedRead,
    says: 'How many were marked, and the figures.',
    handler: async (scope, { body: { ids } }) => {
      const marked = await markRead(scope, ids ?? null)
      if (marked) wakeInboxes(scope, [scope.user.id])
      return { json: { marked, ...(await summaryOf(scope)) } }
    },
  }),
  route({
    id: 'notification.settings',
    method: 'get',
    path: '/api/notifications/settings',
    summary: 'What one wants to hear of, by which way and when',
    answer: settingsSheet,
    says: 'The settings.',
    handler: async (scope, { deps }) => ({ json: await sheetOf(scope, deps) }),
  }),
  route({
    id: 'notification.saveSettings',
    signedInOnly: true,
    method: 'put',
    path: '/api/notifications/settings',
    summary: 'Replaces them',
    body: noticeSettings,
    answer: settingsSheet,
    says: 'As saved.',
    handler: async (scope, { body, deps }) => {
      const stored = { settings: JSON.stringify(body), updated_at: scope.now }
      await scope.db
        .insertInto('notification_setting')
        .values({ tenant_id: scope.tenant.id, user_id: scope.user.id, ...stored })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(stored))
        .execute()
      return { json: await sheetOf(scope, deps) }
    },
  }),
  route({
    id: 'notification.addDevice',
    signedInOnly: true,
    method: 'put',
    path: '/api/notifications/devices',
    summary: 'Has this browser notified',
    description:
      'Under the address that it was given by the push service of its maker. A browser is one person’s: it is taken over from whoever had it before.',
    body: newPushDevice,
    answer: settingsSheet,
    says: 'The settings, with the browser among the devices.',
    handler: async (scope, { body, deps }) => {
      if (!deps.push) throw new Problem('NOT_FOUND')
      if (!isPushService(body.endpoint, deps.push.services))
        throw fieldProblem('endpoint', 'rule', 'This browser is notified by a service that is not known here.')
      if (!areUsable(body.keys)) throw fieldProblem('keys', 'rule', 'Nothing can be encrypted for this browser.')
      await addDevice(scope, body)
      return { json: await sheetOf(scope, deps) }
    },
  }),
  route({
    id: 'notification.removeDevice',
    signedInOnly: true,
    method: 'delete',
    path: '/api/notifications/devices/{id}',
    summary: 'Has one of one’s own browsers notified no more',
    answer: settingsSheet,
    says: 'The settings; also where it was none of one’s own.',
    handler: async (scope, { param, deps }) => {
      await removeDevice(scope, param('id'))
      return { json: await sheetOf(scope, deps) }
    },
  }),
  route({
    id: 'notification.stream',
    signedInOnly: true,
    method: 'get',
    path: '/api/notifications/stream',
    summary: 'The same as server-sent events: `inbox` at once and after every change',
    description: 'Ends by itself after ten minutes, when the server ends, and for whoever may not come in any more; open it again.',
    media: ['text/event-stream'],
    says: 'Events whose data is an InboxSummary.',
    respond: (context, deps) => stream(deps, deps.streams, context),
  }),
]

async function summaryOf({ db, tenant, user }: Scope): Promise<InboxSummary> {
  const { rows } = await sql<InboxSummary>`select
      count(*) filter (where n.status = 'UNREAD')::integer as unread,
      count(*) filter (where n.status = 'UNREAD' and n.severity = 'CRITICAL')::integer as critical,
      count(*) filter (where n.action_required)::integer as "toDo",
      (select jsonb_build_object('id', m.id, 'event', m.event, 'severity', m.severity, 'headline', m.headline, 'params', m.params) from notification as m
        where m.tenant_id = ${tenant.id} and m.recipient_user_id = ${user.id}::uuid and m.deleted_at is null and m.status = 'UNREAD'
        order by m.updated_at desc, m.id desc limit 1) as newest
    from notification as n where n.tenant_id = ${tenant.id} and n.recipient_user_id = ${user.id}::uuid and n.deleted_at is null and n.status in ('UNREAD', 'READ')`.execute(
    db,
  )
  const [row] = rows
  return row ?? { unread: 0, critical: 0, toDo: 0, newest: null }
}

async function sheetOf(scope: Scope, { sendsMail = false, push = null }: Deps): Promise<SettingsSheet> {
  const { db, tenant, user, now } = scope
  const row = await db
    .selectFrom('notification_setting')
    .select('settings')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  const ownRoles = new Set(user.grants.map(({ role }) => role))
  const isFor = (code: (typeof noticeCodes)[number]) =>
    notices[code].on.length > 0 && notices[code].to.some((one) => ('role' in one ? ownRoles.has(one.role) : !('member' in one)))
  return {
    settings: settingsOf(row?.settings),
    codes: noticeCodes.filter((code) => notices[code].severity !== 'CRITICAL' && isFor(code)),
    sendsMail,
    sendsPush: push !== null,
    pushKey: push && (await pushKeys(db, tenant.id, push.keys, now)).publicKey,
    devices: push ? await devicesOf(scope) : [],
  }
}

/** Server-sent events: `inbox` with the summary at once and after every change. Whoever may not come in any more is sent away with the next one. */
async function stream(deps: Deps, streams: InboxStreams, context: Context): Promise<Response> {
  const ask = () =>
    enter(deps, context, { signedInOnly: true }, async (scope) => ({ tenantId: scope.tenant.id, userId: scope.user.id, summary: await summaryOf(scope) }))
  const { tenantId, userId, summary } = await ask()
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
  // Who may read it is answered; nobody would hear what is watched.
  if (context.req.method === 'HEAD') return new Response(null, { headers })
  const text = new TextEncoder()
  let stop = () => {}
  let isOpen = true
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isAsking = false
      let isStale = false
      const send = (line: string) => {
        if (isOpen) controller.enqueue(text.encode(line))
      }
      const end = () => {
        if (!isOpen) return
        isOpen = false
        stop()
        try {
          controller.close()
        } catch {
          // The other side has left already.
        }
      }
      const bring = async () => {
        do {
          isStale = false
          const answer = await ask().catch(() => null)
          if (!answer) return end()
          send(`event: inbox\ndata: ${JSON.stringify(answer.summary)}\n\n`)
        } while (isStale && isOpen)
      }
      const wake = () => {
        // Many changes at once are one answer more.
        isStale = true
        if (isAsking) return
        isAsking = true
        void bring().finally(() => {
          isAsking = false
        })
      }
      const alive = setInterval(() => send(': alive\n\n'), aliveMs)
      const over = setTimeout(end, longestMs)
      alive.unref()
      over.unref()
      send(`retry: 3000\nevent: inbox\ndata: ${JSON.stringify(summary)}\n\n`)
      const unwatch = await streams.watch(tenantId, userId, { wake, end })
      stop = () => {
        clearInterval(alive)
        clearTimeout(over)
        unwatch()
      }
      if (!isOpen) return stop()
      // What came between the first answer and watching.
      wake()
    },
    cancel() {
      // An answer may be on its way still; nobody takes it any more.
      isOpen = false
      stop()
    },
  })
  return new Response(body, { headers })
}
