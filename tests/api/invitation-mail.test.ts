// An invitation by mail: queued with the person, sent after the commit over a real SMTP server, once, whatever happens to
// the server or beside it. What must not be sent comes first, then the mail, then what is left of it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { createMailSender, type MailSender } from '#server/mail/sender.ts'
import { type MailTransport, smtpTransport } from '#server/mail/transport.ts'
import { clientOf } from '../harness/client.ts'
import { type Mailbox, openMailbox } from '../harness/mailbox.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Json, ok } from './chain-stage.ts'

let world: World
let mailbox: Mailbox
let sender: MailSender
let ada: ReturnType<typeof clientOf>
let clock: number
const minutes = (count: number) => {
  clock += count * 60_000
}
beforeAll(async () => {
  clock = Date.now()
  world = await openWorld({ now: () => new Date(clock) })
  mailbox = await openMailbox()
  sender = senderOver(smtpTransport(mailbox.url))
  world.as('ada')
  const app = createApp({ ...world.deps, sendsMail: true })
  ada = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.ada?.id ?? '', 'x-client': 'web' }, '/api/operators/-')
})
afterAll(async () => {
  await sender.close()
  await mailbox.close()
})
beforeEach(async () => {
  mailbox.refuse = null
  await sender.round(world.tenants.cotton.id)
  mailbox.received.length = 0
})

/** Another process over the same database. */
function senderOver(transport: MailTransport): MailSender {
  const linkOf: Parameters<typeof createMailSender>[0]['linkOf'] = (tenant, invited) => world.deps.invitations?.linkOf(tenant, invited) ?? ''
  const clockOf = () => new Date(clock)
  return createMailSender({ database: world.database, transport, from: 'no-reply@farmbook.example', linkOf, clock: clockOf, log: world.deps.log })
}
let number = 0
const invite = (changes: Record<string, unknown> = {}): Promise<Json> =>
  ok(
    ada.post('/user', {
      name: 'Nina Rao',
      email: `nina${++number}@cotton.example`,
      locale: 'en',
      mfa: false,
      roles: [{ role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id], villages: ['Kasrawad'] }],
      ...changes,
    }),
  )
const event = (id: string, eventType: string, data: Record<string, unknown> = {}) =>
  ada.post(`/user/${id}/events`, { eventType, occurredAt: new Date(clock).toISOString(), data })
const mailsTo = (id: string) =>
  world.database.transaction(world.tenants.cotton.id, (db) => db.selectFrom('mail').selectAll().where('user_id', '=', id).orderBy('created_at').execute())
const delivery = async (id: string) => (await ada.get(`/user/${id}/invitation`)).body.delivery

describe('mail that must not be sent', () => {
  it('is none when the person was refused: queued in the same transaction, gone with it', async () => {
    const { email } = await invite()
    await sender.round(world.tenants.cotton.id)
    mailbox.received.length = 0
    expect(await ada.post('/user', { name: 'Nina Rao', email, locale: 'en', mfa: false, roles: [{ role: 'ADMIN' }] })).toMatchObject({ status: 409 })
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toEqual([])
  })
  it('is that to somebody suspended, deactivated or retired before it went', async () => {
    const [one, other, third] = [await invite(), await invite(), await invite()]
    await ok(event(one.id, 'SUSPENDED', { reason: 'A mistake' }))
    await ok(event(other.id, 'DEACTIVATED', { reason: 'A mistake' }))
    expect((await ada.delete(`/user/${third.id}`)).status).toBe(204)
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toEqual([])
    expect((await mailsTo(one.id)).map(({ state }) => state)).toEqual(['CANCELLED'])
  })
  it('is that to an address that was corrected before it went: only the right one gets it', async () => {
    const person = await invite({ email: 'tpyo@cotton.example' })
    await ok(ada.patch(`/user/${person.id}`, { email: 'right@cotton.example' }, { 'if-match': `"${person.version}"` }))
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received.map(({ to }) => to)).toEqual([['right@cotton.example']])
  })
  it('is one that waited until its invitation had lapsed', async () => {
    const { id } = await invite()
    minutes(15 * 1440)
    await sender.round(world.tenants.cotton.id)
    expect([mailbox.received, (await mailsTo(id)).map(({ state }) => state)]).toEqual([[], ['CANCELLED']])
  })
})

describe('an invitation', () => {
  it('goes once, to the person, from the programme, in their language, with the link; and nothing of its text is kept', async () => {
    const { id, email } = await invite({ name: 'नीना राव', locale: 'hi' })
    await Promise.all([sender.round(world.tenants.cotton.id), sender.round(world.tenants.cotton.id)])
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toHaveLength(1)
    const [mail] = mailbox.received
    const { link } = (await ada.get(`/user/${id}/invitation`)).body
    expect(mail).toMatchObject({ from: 'no-reply@farmbook.example', to: [email], fromName: 'cotton', subject: 'Ada Deshmukh ने आपको cotton में बुलाया है' })
    expect(mail?.text).toContain('नमस्ते नीना राव')
    expect(mail?.text).toContain('गाँव: Kasrawad')
    expect([mail?.text, mail?.html].map((body) => body?.includes(link))).toEqual([true, true])
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(await delivery(id)).toMatchObject({ state: 'SENT', tries: 1, reason: null })
    expect(Object.keys((await mailsTo(id))[0] as object)).not.toEqual(expect.arrayContaining(['body']))
    expect(JSON.stringify(await mailsTo(id))).not.toMatch(/cotton\.example|invitation=|नीना/)
  })
  it('keeps its headers its own, whatever a programme is called and however long', async () => {
    const name = `Nimar\r\nBcc: everybody@cotton.example\r\n\r\n<b>${'जैविक '.repeat(40)}`
    await world.database.platform((db) =>
      db
        .updateTable('tenant')
        .set({ config: JSON.stringify({ name }) })
        .where('id', '=', world.tenants.cotton.id)
        .execute(),
    )
    try {
      const { email } = await invite({ name: `${'Maria-'.repeat(12)}Anna` })
      await sender.round(world.tenants.cotton.id)
      const [mail] = mailbox.received
      expect(mail?.to).toEqual([email])
      expect(mail?.headerNames.filter((one) => /^(bcc|to|from|subject|<b>)/.test(one)).sort()).toEqual(['from', 'subject', 'to'])
      expect(mail?.fromName).toMatch(/^Nimar Bcc: everybody@cotton\.example <b>जैविक .*…$/)
      expect(mail?.html).not.toContain('<b>')
      expect(Math.max(...(mail?.raw.split('\r\n') ?? []).map((line) => line.length))).toBeLessThanOrEqual(998)
    } finally {
      await world.database.platform((db) => db.updateTable('tenant').set({ config: '{}' }).where('id', '=', world.tenants.cotton.id).execute())
    }
  })
  it('is not sent by a second process while the first one hands it over', async () => {
    let release = () => {}
    const barrier = new Promise<void>((done) => {
      release = done
    })
    const real = smtpTransport(mailbox.url)
    const handing = Promise.withResolvers<void>()
    const slow = senderOver({
      hand: async (mail) => {
        handing.resolve()
        await barrier
        return real.hand(mail)
      },
      close: real.close,
    })
    await invite()
    const first = slow.round(world.tenants.cotton.id)
    await handing.promise
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toEqual([])
    release()
    await first
    await sender.round(world.tenants.cotton.id)
    await slow.close()
    expect(mailbox.received).toHaveLength(1)
  })
  it('is taken over from a process that died with it, under the same Message-ID', async () => {
    const { id } = await invite()
    const handed = Promise.withResolvers<void>()
    const dying = senderOver({
      hand: () => {
        handed.resolve()
        return new Promise(() => {})
      },
      close: () => {},
    })
    void dying.round(world.tenants.cotton.id)
    await handed.promise
    expect((await mailsTo(id))[0]?.tries).toBe(1)
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toEqual([])
    minutes(3)
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received.map(({ headers }) => headers.get('message-id'))).toEqual([
      `<${(await mailsTo(id))[0]?.id}@${world.tenants.cotton.subdomain}.farmbook.test>`,
    ])
  })
})

describe('a mail server that says no', () => {
  it('for good is believed: told with its reason, and not asked again', async () => {
    mailbox.refuse = { code: 550, message: 'No such user here' }
    const { id } = await invite()
    await sender.round(world.tenants.cotton.id)
    expect(await delivery(id)).toMatchObject({ state: 'FAILED', tries: 1, reason: expect.stringContaining('No such user here') })
    mailbox.refuse = null
    minutes(1440)
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toEqual([])
  })
  it('for now is asked again after growing pauses, seven times in all, and then no more', async () => {
    mailbox.refuse = { code: 451, message: 'Greylisted, come back later' }
    const { id } = await invite()
    const pauses: number[] = []
    for (let last = clock; pauses.length < 7; ) {
      await sender.round(world.tenants.cotton.id)
      const current = await delivery(id)
      if (current.state !== 'WAITING') break
      expect(current).toMatchObject({ reason: expect.stringContaining('Greylisted') })
      pauses.push(Math.round((Date.parse(current.at) - last) / 60_000))
      clock = Date.parse(current.at)
      last = clock
    }
    expect(pauses).toEqual([1, 5, 30, 120, 360, 720])
    expect(await delivery(id)).toMatchObject({ state: 'FAILED', tries: 7 })
    minutes(1440)
    await sender.round(world.tenants.cotton.id)
    expect((await mailsTo(id))[0]).toMatchObject({ tries: 7 })
  })
  it('by being away is waited for, and gets the mail when it is back', async () => {
    const { id } = await invite()
    const nowhere = await openMailbox()
    await nowhere.close()
    const lost = senderOver(smtpTransport(nowhere.url))
    await lost.round(world.tenants.cotton.id)
    await lost.close()
    expect(await delivery(id)).toMatchObject({ state: 'WAITING', tries: 1, reason: expect.stringContaining('ECONNREFUSED') })
    minutes(1)
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toHaveLength(1)
  })
  it('to our own password is our fault and not the person’s: tried again when it was mended', async () => {
    const guarded = await openMailbox({ account: { user: 'farmbook', pass: 'right' } })
    const { id } = await invite()
    const mistaken = senderOver(smtpTransport(guarded.url.replace(':right@', ':wrong@')))
    await mistaken.round(world.tenants.cotton.id)
    expect(await delivery(id)).toMatchObject({ state: 'WAITING', tries: 1, reason: expect.stringContaining('Invalid username or password') })
    minutes(1)
    await sender.round(world.tenants.cotton.id)
    expect(mailbox.received).toHaveLength(1)
    await mistaken.close()
    await guarded.close()
  })
})
