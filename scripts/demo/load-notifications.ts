// The inboxes of the demo people and two messages to members, made by the product's own deliverer and clock: what the season gave
// occasion to, what the day brings, and some of it read already.
import { sql } from 'kysely'
import { noticeCodes, notices } from '#domain/notifications/catalogue.ts'
import type { Ways } from '#server/channels/deliver.ts'
import type { Telephone } from '#server/channels/telephone.ts'
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/http/log.ts'
import { dueMessages } from '#server/jobs/clock/mobile-messages.ts'
import { reminders } from '#server/jobs/clock/reminders.ts'
import { runClock } from '#server/jobs/clock.ts'
import { deliverAll, telephoneAll } from '#server/jobs/deliver.ts'
import type { Tenant } from '#server/scope.ts'
import { addDays } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { contextOf } from './load-clock.ts'
import { staff, staffFor } from './staff.ts'

const noWays: Ways = { mail: false, push: false, telephone: false }
/** One in nine is switched off, as in the field. */
const telephone: Telephone = {
  send: async ({ to }) => (to.endsWith('7') ? { state: 'FAILED', reason: 'Switched off', isFinal: true } : { state: 'DELIVERED' }),
}

export async function loadNotifications(database: Database, log: Log, tenant: Tenant): Promise<void> {
  const context = contextOf(database, log, () => new Date())
  // Receipts of a whole season are for telephones, which this has none of.
  const forTelephones = noticeCodes.filter((code) => notices[code].to.every((one) => 'member' in one))
  await database.transaction(tenant.id, (db) =>
    sql`update outbox set state = 'DONE', ended_at = raised_at where tenant_id = ${tenant.id} and code = any(${forTelephones}::text[])`.execute(db),
  )
  await runClock(context, tenant, [...reminders])
  // What gathers is due after a minute; nothing more comes.
  await database.transaction(tenant.id, (db) => sql`update outbox set due_at = raised_at where tenant_id = ${tenant.id} and state = 'WAITING'`.execute(db))
  await deliverAll(context, tenant, noWays)
}

/** What the managers, who enter most of the season themselves, hear of from others. */
export async function giveOccasions(client: DemoClient, anchor: string): Promise<void> {
  for (const operator of ['OP1', 'OP2']) {
    const [inspector, administrator] = [staffFor('INTERNAL_INSPECTOR', operator), staffFor('ADMIN', operator)]
    const [, farmerId] = [...(await client.idsByCode(staffFor('OPERATOR_MANAGER', operator), operator, 'farmer')).values()]
    const found = { severity: 'MAJOR', rule: 'Buffer strip', farmerId, openedOn: addDays(anchor, -30) }
    const open = (ref: string, description: string, dueOn: string) =>
      client.create(inspector, operator, 'nonconformity', { ref: `${operator}-${ref}`, description, dueOn, ...found }, `${operator}-${ref}`)
    await open('NC-1', 'The buffer strip on the north side is 4 m wide.', addDays(anchor, -2))
    await open('NC-2', 'Two pages of the farm diary are missing.', addDays(anchor, 5))
    const people = await client.idsByCode(administrator, '-', 'user', 'email')
    const assigneeId = people.get(staffFor('OPERATOR_MANAGER', operator).email)
    const task = { subject: 'Send the season’s figures to the certification body', type: 'DOCUMENT', priority: 'P2', dueDate: addDays(anchor, 3), assigneeId }
    await client.create(administrator, operator, 'task', { ...task, checklist: [], evidence: [], fourEyes: false }, `${operator}-figures`)
  }
}

/** Everybody has read some of theirs. */
export async function readSome(client: DemoClient): Promise<void> {
  for (const who of staff.slice(0, 8)) {
    const [operator = '-'] = who.operators
    const { items } = await client.send(who, operator, '/notification?limit=20&sort=createdAt')
    for (const [place, { id }] of (items as { id: string }[]).entries())
      if (place % 3 === 0)
        await client.post(who, operator, `/notification/${id}/events`, { eventType: 'READ', occurredAt: new Date().toISOString(), data: {} }, `read:${id}`)
  }
}

/** One message has reached most of a village's members; a voice call waits for approval. */
export async function sendMessages(client: DemoClient, database: Database, log: Log, tenant: Tenant): Promise<void> {
  const operator = 'OP1'
  const manager = staffFor('OPERATOR_MANAGER', operator)
  const { items } = await client.send(manager, operator, '/farmer?limit=1')
  const village = (items as { village: string }[])[0]?.village ?? ''
  const message = {
    name: 'Third picking before the rain',
    channel: 'SMS',
    text: 'Rain is expected on Thursday. Please pick what is open, and keep it dry.',
    versions: [{ language: 'hi', text: 'गुरुवार को बारिश की संभावना है। खुली कपास की तुड़ाई कर लें और उसे सूखा रखें।' }],
    groupIds: [],
    roles: [],
    villages: [village],
    claims: [],
    farmerIds: [],
  }
  const now = new Date().toISOString()
  const sent = await client.create(manager, operator, 'mobilenotification', message, 'rain')
  await client.record(manager, operator, 'mobilenotification', sent, 'SUBMITTED', now)
  // At once, also at night: the programme is looked at when it has been loaded.
  const context = contextOf(database, log, () => new Date())
  await runClock(context, tenant, [{ ...dueMessages, due: async () => [sent] }])
  await telephoneAll({ ...context, clock: () => new Date(Date.now() + 1000) }, tenant, telephone, { alsoAtNight: true })
  const waiting = await client.create(
    manager,
    operator,
    'mobilenotification',
    {
      ...message,
      name: 'Training on neem extract',
      channel: 'IVR_VOICE',
      audioRef: 'neem-training.mp3',
      text: 'Training at the centre on Monday at 10.',
      versions: [],
      villages: [],
    },
    'training',
  )
  await client.record(manager, operator, 'mobilenotification', waiting, 'SUBMITTED', now)
}
