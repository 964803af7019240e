// Notifications by mail: what is critical at once, the rest once a day in one mail, in the person's language; nothing that was read
// meanwhile, nothing to whoever was suspended, and never another text at a second try.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NoticeCode } from '#domain/notifications/catalogue.ts'
import { createMailSender, type MailSender } from '#server/mail/sender.ts'
import { type MailTransport, smtpTransport } from '#server/mail/transport.ts'
import { notify } from '#server/store/notify.ts'
import { type Mailbox, openMailbox } from '../harness/mailbox.ts'
import { openWorld, type World } from '../harness/world.ts'
import { delivererOf } from './notification-stage.ts'

/** Ten in the morning in Nimar. */
const morning = Date.parse('2026-01-15T04:30:00Z')
const hour = 3_600_000
let world: World
let mailbox: Mailbox
let sender: MailSender
let stage: ReturnType<typeof delivererOf>
let ahead = 0
const clock = () => new Date(morning + ahead)
const senderOver = (transport: MailTransport) =>
  createMailSender({
    database: world.database,
    transport,
    from: 'no-reply@farmbook.example',
    linkOf: () => 'https://cotton.farmbook.example/',
    homeOf: ({ subdomain }) => `https://${subdomain}.farmbook.example`,
    clock,
    log: world.deps.log,
  })
beforeAll(async () => {
  world = await openWorld({ now: clock })
  mailbox = await openMailbox()
  sender = senderOver(smtpTransport(mailbox.url))
  stage = delivererOf(world, clock, { mail: true, push: false, telephone: false })
  stage.setAhead(0)
})
afterAll(async () => {
  await sender.close()
  await mailbox.close()
})
beforeEach(async () => {
  // A day of its own for each test, so that what is the same as yesterday is another one.
  ahead = Math.ceil((ahead + 48 * hour) / (24 * hour)) * 24 * hour
  mailbox.refuse = null
  await world.scoped('ada', ({ db, tenant }) => sql`update mail set state = 'CANCELLED' where tenant_id = ${tenant.id} and state = 'WAITING'`.execute(db))
  await world.scoped('ada', ({ db, tenant }) => sql`update delivery set state = 'CANCELLED' where tenant_id = ${tenant.id} and state = 'WAITING'`.execute(db))
  mailbox.received.length = 0
})
let raised = 0
/** Raised by Ada about the operator, so that its manager hears of it. */
const happens = async (code: NoticeCode, figures: Record<string, unknown> = {}) => {
  const subject = { type: 'collective', id: world.places.cotton.OP1?.id ?? '', operatorId: world.places.cotton.OP1?.id ?? '' }
  await world.scoped('ada', async (scope) => notify(scope, code, subject, { key: `${code} ${++raised}`, figures }))
  await stage.deliver()
}
const critical = () => happens('CONSENT_WITHDRAWN', { purpose: 'MARKETING' })
const ordinary = (round = 1) => happens('INSPECTION_PLAN', { round })
const put = (person: string, settings: Record<string, unknown>) =>
  world.as(person).send('/api/notifications/settings', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mail: 'CRITICAL', mailAt: '07:30', push: 'ALL', quietFrom: '21:00', quietTo: '07:00', muted: [], ...settings }),
  })
const to = (person: string) => mailbox.received.filter(({ to: [address] }) => address === world.people[person]?.email)
const set = (person: string, column: string, value: string) =>
  world.scoped('ada', ({ db, tenant }) =>
    sql`update "user" set ${sql.ref(column)} = ${value} where tenant_id = ${tenant.id} and id = ${world.people[person]?.id}::uuid`.execute(db),
  )

describe('no mail', () => {
  it('goes to whoever was suspended since', async () => {
    await critical()
    await set('omar', 'status', 'SUSPENDED')
    await sender.round(world.tenants.cotton.id)
    await set('omar', 'status', 'ACTIVE')
    expect(to('omar')).toEqual([])
    ahead += 48 * hour
    await sender.round(world.tenants.cotton.id)
    expect(to('omar')).toEqual([])
  })
  it('says what was read in the inbox meanwhile', async () => {
    await ordinary()
    expect(await world.as('omar').post('/api/notifications/read', {})).toMatchObject({ status: 200 })
    ahead += 24 * hour
    await sender.round(world.tenants.cotton.id)
    expect(to('omar')).toEqual([])
  })
  it('goes out about what is ordinary to whoever wants what is critical alone', async () => {
    await put('omar', { mail: 'NONE' })
    await ordinary()
    await critical()
    ahead += 24 * hour
    await sender.round(world.tenants.cotton.id)
    await put('omar', {})
    expect(to('omar')).toHaveLength(1)
    expect(to('omar')[0]?.text).not.toContain('Inspection round')
  })
  it('is written for those whom another way reaches alone', async () => {
    await happens('PLAN_DUE')
    ahead += 24 * hour
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toEqual([])
  })
})

describe('what is critical', () => {
  it('goes out at once, once, with the way to the inbox', async () => {
    await critical()
    await Promise.all([sender.round(world.tenants.cotton.id), sender.round(world.tenants.cotton.id)])
    await sender.round(world.tenants.cotton.id)
    expect(to('omar')).toHaveLength(1)
    const [mail] = to('omar')
    expect(mail?.subject).toMatch(/has withdrawn a consent: Story and photo\.$/)
    expect(mail?.text).toContain(`https://${world.tenants.cotton.subdomain}.farmbook.example/private/farmbook/-/notifications/list`)
    expect(mail?.html).toContain('Open the inbox')
  })
  it('takes along what waits for the mail of the day', async () => {
    await ordinary(1)
    await sender.round(world.tenants.cotton.id)
    expect(to('omar')).toEqual([])
    await critical()
    await sender.round(world.tenants.cotton.id)
    expect(to('omar')).toMatchObject([{ subject: expect.stringMatching(/: 2 notifications$/) }])
    // The gravest first.
    expect(to('omar')[0]?.text.indexOf('consent')).toBeLessThan(to('omar')[0]?.text.indexOf('Inspection round') ?? 0)
    ahead += 24 * hour
    await sender.round(world.tenants.cotton.id)
    expect(to('omar')).toHaveLength(1)
  })
})

describe('the mail of the day', () => {
  it('goes out at its hour in the zone of the programme, with all that came since, in the person’s language', async () => {
    await set('omar', 'locale', 'hi')
    await ordinary(1)
    await ordinary(2)
    // Half past seven of the next morning is 21.5 hours later.
    ahead += 21.4 * hour
    await sender.round(world.tenants.cotton.id)
    expect(to('omar')).toEqual([])
    ahead += 0.2 * hour
    await sender.round(world.tenants.cotton.id)
    await sender.round(world.tenants.cotton.id)
    await set('omar', 'locale', 'en')
    expect(to('omar')).toHaveLength(1)
    const [mail] = to('omar')
    expect(mail?.subject).toMatch(/2 सूचनाएँ$/)
    expect(mail?.text).toContain('निरीक्षण दौर 1 शुरू हुआ है')
    expect(mail?.text).toContain('निरीक्षण दौर 2 शुरू हुआ है')
  })
})

describe('a mail server that is away, or a process that dies', () => {
  it('is tried again with the same text under the same number, and what came meanwhile has a mail of its own', async () => {
    const texts: { text: string; messageId: string }[] = []
    const dying = senderOver({
      hand: async ({ text, messageId }) => {
        texts.push({ text, messageId })
        // The process dies before it can write down that it was handed over.
        throw new Error('Killed')
      },
      close: () => {},
    })
    await critical()
    await expect(dying.round(world.tenants.cotton.id)).rejects.toThrow('Killed')
    await critical()
    const left = await world.scoped(
      'ada',
      async ({ db, tenant }) =>
        (
          await sql<{
            n: number
          }>`select count(*)::integer as n from mail where tenant_id = ${tenant.id} and state = 'WAITING' and user_id = ${world.people.omar?.id}::uuid`.execute(
            db,
          )
        ).rows[0]?.n,
    )
    expect(left).toBe(1)
    ahead += 0.1 * hour
    await sender.round(world.tenants.cotton.id)
    await sender.round(world.tenants.cotton.id)
    const received = to('omar')
    expect(received).toHaveLength(2)
    const own = texts.find(({ messageId }) => received[0]?.headers.get('message-id') === messageId)
    expect(received[0]?.text.trim()).toBe(own?.text.trim())
    expect(new Set(received.map(({ headers }) => headers.get('message-id'))).size).toBe(2)
    const states = await world.scoped(
      'ada',
      async ({ db, tenant }) =>
        (
          await sql<{
            state: string
            n: number
          }>`select state, count(*)::integer as n from delivery where tenant_id = ${tenant.id} and recipient_id = ${world.people.omar?.id}::uuid and state = 'WAITING' group by state`.execute(
            db,
          )
        ).rows,
    )
    expect(states).toEqual([])
  })
})
