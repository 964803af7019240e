// Delivers what the outbox of a programme holds: at once when a transaction has written into it, and every minute what was to
// gather first, or could not be delivered.

import { isNight } from '#domain/notifications/settings.ts'
import { isBeingLoaded } from '#domain/tenancy/loading.ts'
import { newId } from '#server/store/new-id.ts'
import { countAnew } from '../behaviours/work/mobilenotification.ts'
import { deliver, takeDue, type Ways } from '../channels/deliver.ts'
import { noteDelivery } from '../channels/note-delivery.ts'
import { pushKeys } from '../channels/push-keys.ts'
import { notePushed, pushOf, takePushes } from '../channels/send-pushes.ts'
import { endedMessages, endMessage, messageOf, reportedMessages, takeDelivery } from '../channels/send-to-telephones.ts'
import { noTelephone, type Telephone, type Telephoned } from '../channels/telephone.ts'
import type { Pushed, PushSender } from '../channels/web-push.ts'
import { listTenants } from '../db/platform.ts'
import { inTries, isOfMoment } from '../db/tries.ts'
import type { PushKeys } from '../push-settings.ts'
import { type Db, productItself, type Scope, type Tenant } from '../scope.ts'
import type { Job, JobContext } from './job.ts'
import { dropOvertaken } from './waiting.ts'

/** After a failure one row waits so long, and the others go on. */
const pauseMs = 10 * 60_000

/** `keys`: of the setting; null: of the programme. */
export type Pushing = { sender: PushSender; keys: PushKeys | null }

export const deliverJob = (ways: Ways, telephone: Telephone = noTelephone, pushing: Pushing | null = null): Job => ({
  topic: 'deliver',
  every: '* * * * *',
  async run(context, { tenantId }) {
    // Every event that notifies somebody has enqueued one: the first delivers what all of them have left in the outbox.
    await dropOvertaken(context.database, 'deliver', tenantId ?? null)
    for (const tenant of await context.database.platform(listTenants))
      if ((tenantId === undefined || tenant.id === tenantId) && !isBeingLoaded(tenant)) {
        await deliverAll(context, tenant, ways)
        await telephoneAll(context, tenant, telephone)
        if (pushing) await pushAll(context, tenant, pushing)
      }
  },
})

/** Everything that is due of one programme. Answers how many rows were delivered. */
export async function deliverAll(context: JobContext, tenant: Tenant, ways: Ways): Promise<number> {
  const { database, stop, log } = context
  let count = 0
  while (!stop.aborted) {
    const now = context.clock()
    let taken: string | undefined
    try {
      const isDelivered = await inTries(
        () =>
          database.transaction(
            tenant.id,
            async (db) => {
              const scope = scopeOf(context, tenant, db, now)
              const row = await takeDue(scope)
              taken = row?.id
              if (row) await deliver(scope, row, ways)
              return row !== undefined
            },
            { isWrite: true },
          ),
        { isTransient: isOfMoment },
      )
      if (!isDelivered) return count
      count++
    } catch (error) {
      const id = taken
      if (id === undefined) throw error
      log('error', 'notifications: a row of the outbox could not be delivered', { tenant: tenant.subdomain, outbox: id, error })
      const later = { due_at: new Date(now.getTime() + pauseMs) }
      await database.transaction(tenant.id, (db) => db.updateTable('outbox').set(later).where('tenant_id', '=', tenant.id).where('id', '=', id).execute(), {
        isWrite: true,
      })
    }
  }
  return count
}

/**
 * Everything that waits for telephones of one programme, and the end of the messages that are through. Nobody's telephone rings at night
 * but for a code that its farmer waits for, whatever the hour at which it was to be tried again; `alsoAtNight`: for the demo. Answers how many were handed over.
 */
export async function telephoneAll(context: JobContext, tenant: Tenant, telephone: Telephone, { alsoAtNight = false } = {}): Promise<number> {
  const { database, stop } = context
  const within = <T>(work: (scope: Scope) => Promise<T>) =>
    database.transaction(tenant.id, (db) => work(scopeOf(context, tenant, db, context.clock())), { isWrite: true })
  let count = 0
  while (!stop.aborted) {
    const next = await within(async (scope) => {
      const taken = await takeDelivery(scope, !alsoAtNight && isNight(scope.now, tenant.timezone))
      return taken && { taken, message: await messageOf(scope, taken) }
    })
    if (!next) break
    // Outside any transaction: a slow provider holds nobody's rows.
    const { taken, message } = next
    const isNothing = 'state' in message
    const result = isNothing ? message : await telephone.send(message).catch(unsent)
    await within(({ db, now }) => noteDelivery(db, tenant.id, taken, result, now))
    if (!isNothing) count++
  }
  for (const id of await within(endedMessages)) await within((scope) => endMessage(scope, id))
  for (const id of await within(reportedMessages)) await within((scope) => countAnew(scope, id))
  return count
}

/** Everything that waits for browsers of one programme. Answers how many were handed over. */
export async function pushAll(context: JobContext, tenant: Tenant, { sender, keys: given }: Pushing): Promise<number> {
  const { database, stop } = context
  const within = <T>(work: (scope: Scope) => Promise<T>) =>
    database.transaction(tenant.id, (db) => work(scopeOf(context, tenant, db, context.clock())), { isWrite: true })
  let keys: PushKeys | undefined
  let count = 0
  while (!stop.aborted) {
    const taken = await within(async (scope) => {
      const pushes = await takePushes(scope)
      if (pushes.length > 0) keys ??= await pushKeys(scope.db, tenant.id, given, scope.now)
      const all = []
      for (const push of pushes) all.push({ push, what: await pushOf(scope, push) })
      return all
    })
    const own = keys
    if (taken.length === 0 || !own) break
    // Outside any transaction, and side by side: a push service that does not answer is waited for once and not twenty times.
    await Promise.all(
      taken.map(async ({ push, what }) => {
        const isNothing = 'state' in what
        const result = isNothing ? what : await sender.send(what, own).catch(unsent)
        await within((scope) => notePushed(scope, push, isNothing ? null : what.endpoint, result))
      }),
    )
    count += taken.filter(({ what }) => !('state' in what)).length
  }
  return count
}
const unsent = (error: unknown): Extract<Telephoned & Pushed, { state: 'FAILED' }> => ({
  state: 'FAILED',
  reason: error instanceof Error ? error.message : String(error),
  isFinal: false,
})

const scopeOf = ({ behaviours, jobWaits }: JobContext, tenant: Tenant, db: Db, now: Date): Scope => ({
  tenant,
  db,
  now,
  behaviours,
  user: productItself,
  operator: null,
  source: 'SYSTEM',
  requestId: 'deliver',
  newId,
  // What it enqueues is found by the workers' next round, or at once where this process works, too.
  afterCommit: (work) => setImmediate(work),
  ...(jobWaits ? { jobWaits: (topic, payload) => jobWaits(topic, { ...payload, tenantId: tenant.id }) } : {}),
})
