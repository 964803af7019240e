// Notifications of browsers: who may have one notified, that what arrives can be read by that browser alone and says nothing of people,
// and that each browser gets each notification once, at hours its person wants, until it is gone.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SettingsSheet } from '#domain/notifications/inbox-answer.ts'
import { defaultSettings, type NoticeSettings } from '#domain/notifications/settings.ts'
import { createApp } from '#server/app.ts'
import { pushKeys } from '#server/channels/push-keys.ts'
import { isPushService, webPushSender } from '#server/channels/web-push.ts'
import { type Pushing, pushAll } from '#server/jobs/deliver.ts'
import { pushKeysOf } from '#server/push-settings.ts'
import { clientOf } from '../harness/client.ts'
import { openPushService } from '../harness/push-service.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'

/** Noon in Nimar. */
const noon = Date.parse('2026-01-15T06:30:00Z')
let ahead = 0
const clock = () => new Date(noon + ahead)
const hours = (n: number) => n * 3_600_000
let world: World
let chain: Chain
let stage: ReturnType<typeof delivererOf>
let service: Awaited<ReturnType<typeof openPushService>>
let pushing: Pushing
/** As the server answers with this push service set. */
const as = (person: string) => {
  const app = createApp({ ...world.deps, push: { services: [service.origin], keys: null } })
  return clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people[person]?.id ?? '' }, '')
}
const put = (person: string, path: string, body: unknown, client = as(person)) =>
  client.send(path, { method: 'PUT', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const devices = '/api/notifications/devices'
const sheet = async (person: string): Promise<SettingsSheet> => (await as(person).get('/api/notifications/settings')).body
const switchOn = async (person: string, name = '') => {
  const browser = service.browser(name)
  expect(await put(person, devices, browser.device)).toMatchObject({ status: 200 })
  return browser
}
const wants = (person: string, settings: Partial<NoticeSettings>) => put(person, '/api/notifications/settings', { ...defaultSettings, ...settings })
const sendAll = () => pushAll(stage.context, world.tenants.cotton, pushing)
const deliverAndSend = async () => {
  await stage.deliver()
  return sendAll()
}
let tasks = 0
const taskFor = async (person: string, subject = `Visit Ramesh Patidar ${++tasks}`): Promise<Json> =>
  ok(world.as('omar').post('/task', { subject, type: 'VISIT', priority: 'P3', dueDate: '2026-01-20', assigneeId: world.people[person]?.id, fourEyes: false }))
const states = async () =>
  (
    await world.scoped('ada', ({ db, tenant }) =>
      sql<{
        state: string
        reason: string | null
      }>`select state, reason from delivery where tenant_id = ${tenant.id} and channel = 'PUSH' order by created_at, id`.execute(db),
    )
  ).rows

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  stage = delivererOf(world, clock, { mail: false, push: true, telephone: false })
  service = await openPushService()
  pushing = { sender: webPushSender({ services: [service.origin], contact: 'mailto:it@farmbook.test' }), keys: null }
  await stage.deliver()
}, 120_000)
afterAll(() => service?.close())
beforeEach(async () => {
  ahead = 0
  stage.setAhead(0)
  service.arrived.length = 0
  service.answers.clear()
  service.onArrival(async () => {})
  await world.scoped('ada', async ({ db, tenant }) => {
    for (const table of ['push_subscription', 'delivery', 'notification_setting'] as const)
      await db.deleteFrom(table).where('tenant_id', '=', tenant.id).execute()
  })
})

describe('refused', () => {
  it('a push service that nobody knows: the server calls no address of somebody’s choice', async () => {
    for (const endpoint of [
      'http://127.0.0.1:1/x',
      'http://169.254.169.254/latest',
      `${service.origin.replace('://', '://a:b@')}/x`,
      'file:///etc/passwd',
      'x',
    ]) {
      const { device } = service.browser()
      expect((await put('fatima', devices, { ...device, endpoint })).status, endpoint).toBe(400)
    }
    expect((await sheet('fatima')).devices).toEqual([])
  })
  it('keys that nothing can be encrypted for', async () => {
    const { device } = service.browser()
    for (const keys of [
      { ...device.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...device.keys, auth: 'abc' },
      { ...device.keys, p256dh: '' },
    ])
      expect((await put('fatima', devices, { ...device, keys })).status).toBe(400)
  })
  it('where this installation pushes nothing (404), and then the settings say so', async () => {
    const { device } = service.browser()
    const plain = clientOf(world.app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.fatima?.id ?? '' }, '')
    expect(await put('fatima', devices, device, plain)).toMatchObject({ status: 404 })
    expect((await plain.get('/api/notifications/settings')).body).toMatchObject({ sendsPush: false, pushKey: null, devices: [] })
  })
  it('another’s device is not taken away', async () => {
    await switchOn('fatima')
    const [mine] = (await sheet('fatima')).devices
    expect(await as('ines').delete(`${devices}/${mine?.id}`)).toMatchObject({ status: 200, body: { devices: [] } })
    expect((await sheet('fatima')).devices).toHaveLength(1)
  })
})

describe('an address of a push service', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://sg2p.notify.windows.com/w/?token=x', true],
    ['https://notify.windows.com.example.org/', false],
    ['https://evilnotify.windows.com/', false],
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://fcm.googleapis.com.example.org/x', false],
  ])('%s: %s', (endpoint, isKnown) => expect(isPushService(endpoint)).toBe(isKnown))
})

describe('a browser that is switched on', () => {
  it('gets what its person hears of, once, readable by it alone, with codes in the place of names', async () => {
    const phone = await switchOn('fatima', 'Chrome · Android')
    const other = await switchOn('ines')
    const task = await taskFor('fatima')
    expect(await deliverAndSend()).toBe(1)
    expect(await sendAll()).toBe(0)
    const [push, ...more] = service.to(phone.path)
    expect([more, service.to(other.path)]).toEqual([[], []])
    const [mine] = (await stage.inbox('fatima', 'TASK_ASSIGNED')).filter(({ subjectId }) => subjectId === task.id)
    expect(mine?.headline).toContain('Ramesh')
    expect(push?.payload).toEqual({
      id: mine?.id,
      title: `A task for you, due on 20 Jan 2026: ${task.code}.`,
      code: task.code,
      link: '/private/farmbook/-/notifications/list',
      language: 'en',
    })
    expect(JSON.stringify(push?.payload)).not.toContain('Ramesh')
    expect(push?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: mine?.id.replaceAll('-', ''), 'content-encoding': 'aes128gcm' })
    expect(push?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:it@farmbook.test' })
    expect(push?.key).toBe((await sheet('fatima')).pushKey)
    expect(await states()).toEqual([{ state: 'SENT', reason: null }])
  })
  it('each of one’s browsers gets it, and the list names them', async () => {
    const both = [await switchOn('fatima', 'Chrome · Android'), await switchOn('fatima', 'Firefox · Linux')]
    await taskFor('fatima')
    expect(await deliverAndSend()).toBe(2)
    for (const { path } of both) expect(service.to(path)).toHaveLength(1)
    expect((await sheet('fatima')).devices.map(({ name }) => name)).toEqual(['Chrome · Android', 'Firefox · Linux'])
  })
  it('is in the words of its person', async () => {
    const { path } = await switchOn('fatima')
    const speak = (locale: string) =>
      world.scoped('ada', ({ db, tenant }) =>
        sql`update "user" set locale = ${locale} where tenant_id = ${tenant.id} and id = ${world.people.fatima?.id}::uuid`.execute(db),
      )
    await speak('hi')
    const task = await taskFor('fatima')
    await deliverAndSend()
    await speak('en')
    expect(service.to(path)).toMatchObject([{ payload: { language: 'hi', code: task.code, title: expect.stringMatching(/[\u0900-\u097F]/) } }])
  })
  it('that somebody else switches on is theirs: the one before gets nothing there any more', async () => {
    const { device, path } = await switchOn('fatima')
    await taskFor('fatima')
    await stage.deliver()
    await ok(put('ines', devices, device))
    expect(await sendAll()).toBe(0)
    expect(service.to(path)).toEqual([])
    expect(await states()).toEqual([{ state: 'CANCELLED', reason: 'The browser is not notified any more' }])
    expect((await sheet('fatima')).devices).toEqual([])
    await taskFor('ines')
    await deliverAndSend()
    expect(service.to(path)).toHaveLength(1)
  })
  it('that is switched off gets nothing, of what waits already neither', async () => {
    const { path } = await switchOn('fatima')
    await taskFor('fatima')
    await stage.deliver()
    const [mine] = (await sheet('fatima')).devices
    await ok(as('fatima').delete(`${devices}/${mine?.id}`))
    await sendAll()
    await taskFor('fatima')
    await deliverAndSend()
    expect(service.to(path)).toEqual([])
  })
  it('is one of twenty at most: the oldest goes', async () => {
    const first = await switchOn('fatima', 'first')
    for (let n = 0; n < 20; n++) {
      ahead += 1000
      await switchOn('fatima', `${n}`)
    }
    const known = (await sheet('fatima')).devices.map(({ name }) => name)
    expect(known).toHaveLength(20)
    expect(known).not.toContain('first')
    await taskFor('fatima')
    await deliverAndSend()
    expect(service.to(first.path)).toEqual([])
  })
})

describe('what its person wants', () => {
  const critical = async () => {
    const { id } = await chain.lot()
    const sampleNo = `S-${++tasks}`
    const lotEvent = (type: string, data: Record<string, unknown>) =>
      record(world.as('omar'), 'productbatch', id, type, '2026-01-15', { kind: 'GMO', sampleNo, ...data })
    await ok(lotEvent('SAMPLE_TAKEN', { laboratory: 'Indore' }))
    await ok(lotEvent('LAB_RESULT', { result: 'POSITIVE', reportNo: sampleNo }))
  }
  it('nothing at night, in the zone of the programme; in the morning it comes', async () => {
    const { path } = await switchOn('fatima')
    // 21:30 in Nimar is 16:00 UTC, in the middle of the day for the machine.
    ahead = hours(9.5)
    await taskFor('fatima')
    expect(await deliverAndSend()).toBe(0)
    ahead = hours(18.9)
    expect(await sendAll()).toBe(0)
    ahead = hours(19.1)
    expect(await sendAll()).toBe(1)
    expect(service.to(path)).toHaveLength(1)
  })
  it('quiet hours that were set while it waited count', async () => {
    const { path } = await switchOn('fatima')
    await taskFor('fatima')
    await stage.deliver()
    await ok(wants('fatima', { quietFrom: '11:00', quietTo: '15:00' }))
    expect(await sendAll()).toBe(0)
    ahead = hours(3.1)
    expect(await sendAll()).toBe(1)
    expect(service.to(path)).toHaveLength(1)
  })
  it('none at all, also of what waits already', async () => {
    const { path } = await switchOn('fatima')
    await taskFor('fatima')
    await stage.deliver()
    await ok(wants('fatima', { push: 'NONE' }))
    await sendAll()
    await taskFor('fatima')
    await deliverAndSend()
    expect(service.to(path)).toEqual([])
    expect(await states()).toEqual([{ state: 'CANCELLED', reason: 'The person does not want it' }])
  })
  it('not what is switched off, nor what they have read meanwhile', async () => {
    const { path } = await switchOn('fatima')
    await ok(wants('fatima', { muted: ['TASK_ASSIGNED'] }))
    await taskFor('fatima')
    await deliverAndSend()
    await ok(wants('fatima', {}))
    await taskFor('fatima')
    await stage.deliver()
    await ok(as('fatima').post('/api/notifications/read', {}))
    await sendAll()
    expect(service.to(path)).toEqual([])
  })
  it('what is critical at any hour, urgently', async () => {
    const { path } = await switchOn('pooja')
    await ok(wants('pooja', { push: 'CRITICAL' }))
    ahead = hours(12)
    await critical()
    await deliverAndSend()
    expect(service.to(path)).toMatchObject([{ headers: { urgency: 'high', ttl: '259200' }, payload: { title: expect.stringContaining('positive') } }])
  })
  it('a suspended person gets nothing, of what waits already neither', async () => {
    const { path } = await switchOn('ines')
    await taskFor('ines')
    await stage.deliver()
    const set = (status: string) =>
      world.scoped('ada', ({ db, tenant }) =>
        sql`update "user" set status = ${status} where tenant_id = ${tenant.id} and id = ${world.people.ines?.id}::uuid`.execute(db),
      )
    await set('SUSPENDED')
    await sendAll()
    await set('ACTIVE')
    expect([service.to(path), await states()]).toEqual([[], [{ state: 'CANCELLED', reason: 'The person is suspended' }]])
  })
})

describe('a push service that', () => {
  it.each([404, 410])('answers %s: the browser is forgotten, and what waits for it goes', async (status) => {
    const { path } = await switchOn('fatima')
    const other = await switchOn('fatima')
    await taskFor('fatima')
    await taskFor('fatima')
    service.answers.set(path, { status })
    await deliverAndSend()
    expect((await sheet('fatima')).devices).toHaveLength(1)
    expect(service.to(other.path)).toHaveLength(2)
    expect((await states()).map(({ state }) => state).sort()).toEqual(['CANCELLED', 'CANCELLED', 'SENT', 'SENT'])
  })
  it('is busy is asked again, not before it wants, and then once', async () => {
    const { path } = await switchOn('fatima')
    await taskFor('fatima')
    service.answers.set(path, { status: 429, headers: { 'retry-after': '1800' } })
    await deliverAndSend()
    service.answers.clear()
    ahead = hours(0.4)
    expect(await sendAll()).toBe(0)
    ahead = hours(0.6)
    expect(await sendAll()).toBe(1)
    expect(service.to(path)).toHaveLength(1)
  })
  it('stays away is given up after five tries', async () => {
    const { path } = await switchOn('fatima')
    await taskFor('fatima')
    await stage.deliver()
    service.answers.set(path, { status: 503 })
    let tries = 0
    for (let n = 0; n < 40; n++) {
      tries += await sendAll()
      ahead += hours(0.1)
    }
    expect([tries, await states()]).toEqual([5, [{ state: 'FAILED', reason: 'The push service answered 503' }]])
  })
  it('refuses what we say (400) is not asked again', async () => {
    const { path } = await switchOn('fatima')
    await taskFor('fatima')
    service.answers.set(path, { status: 400 })
    await deliverAndSend()
    expect(await states()).toEqual([{ state: 'FAILED', reason: 'The push service answered 400' }])
  })
  it('took it from a process that died before it could say so gets it again under the same topic and tag: one on the screen', async () => {
    const { path } = await switchOn('fatima')
    await taskFor('fatima')
    await stage.deliver()
    let isDead = false
    service.onArrival(async () => {
      isDead = true
    })
    const dying = {
      ...stage.context,
      database: {
        ...world.database,
        transaction: async (...[tenant, work, use]: Parameters<World['database']['transaction']>) => {
          if (isDead) throw new Error('Killed')
          return world.database.transaction(tenant, work, use)
        },
      },
    }
    await expect(pushAll(dying as typeof stage.context, world.tenants.cotton, pushing)).rejects.toThrow('Killed')
    service.onArrival(async () => {})
    expect(await sendAll()).toBe(0)
    ahead = hours(0.1)
    expect(await sendAll()).toBe(1)
    const [first, second] = service.to(path)
    expect([second?.headers.topic, second?.payload]).toEqual([first?.headers.topic, first?.payload])
  })
  it('is reached by several workers at once gets each once', async () => {
    const { path } = await switchOn('fatima')
    for (let n = 0; n < 5; n++) await taskFor('fatima')
    await Promise.all([stage.deliver(), stage.deliver()])
    await Promise.all([sendAll(), sendAll(), sendAll()])
    expect(new Set(service.to(path).map(({ payload }) => payload.id)).size).toBe(5)
    expect(service.to(path)).toHaveLength(5)
  })
})

describe('the key of a programme', () => {
  it('is made once, by whoever asks first, also two at once, and is another one in another programme', async () => {
    await world.scoped('ada', ({ db, tenant }) => db.deleteFrom('push_key').where('tenant_id', '=', tenant.id).execute())
    const [one, other] = await Promise.all([sheet('fatima'), sheet('ines')])
    expect(one.pushKey).toBe(other.pushKey)
    expect(Buffer.from(one.pushKey ?? '', 'base64url')).toHaveLength(65)
    const dairy = await world.database.transaction(world.tenants.dairy.id, (db) => pushKeys(db, world.tenants.dairy.id, null, clock()))
    expect(dairy.publicKey).not.toBe(one.pushKey)
  })
  it('is that of the setting where there is one', async () => {
    const given = pushKeysOf(Buffer.alloc(32, 7).toString('base64url'))
    expect(await world.scoped('ada', ({ db, tenant }) => pushKeys(db, tenant.id, given, clock()))).toBe(given)
    expect(() => pushKeysOf('abc')).toThrow()
  })
})
