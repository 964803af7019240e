// The open inbox: it says what changed to whoever looks at it, and to nobody else; what a person wants to hear of is theirs alone.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Problem } from '#domain/kernel/problems.ts'
import { createApp } from '#server/app.ts'
import { wakeInboxes } from '#server/channels/inbox.ts'
import { createInboxStreams, type InboxStreams } from '#server/channels/streams.ts'
import type { Db, Tenant } from '#server/scope.ts'
import { openWorld, type World } from '../harness/world.ts'
import { delivererOf } from './notification-stage.ts'

let world: World
let streams: InboxStreams
let stage: ReturnType<typeof delivererOf>
beforeAll(async () => {
  world = await openWorld()
  streams = createInboxStreams(world.database)
  stage = delivererOf(world, () => new Date())
})

type Opened = {
  status: number
  next(): Promise<{ unread: number; critical: number; toDo: number; newest: { event: string } | null } | 'end'>
  close(): Promise<void>
}
/** Opens somebody's stream; `next` waits for its next summary. */
async function open(person: string, authenticate = world.deps.authenticate): Promise<Opened> {
  const app = createApp({ ...world.deps, streams, authenticate })
  const tenant = ['dina', 'gopal'].includes(person) ? world.tenants.dairy : world.tenants.cotton
  // The world knows whoever has been spoken for.
  await world.as(person).get('/api/notifications/summary')
  const response = await app.request(`http://${tenant.subdomain}.farmbook.test/api/notifications/stream`, {
    headers: { host: `${tenant.subdomain}.farmbook.test`, 'x-test-user': world.people[person]?.id ?? '' },
  })
  const reader = response.body?.getReader()
  let text = ''
  return {
    status: response.status,
    async next() {
      for (;;) {
        const [, data, rest] = /data: (.+)\n\n([\s\S]*)/.exec(text) ?? []
        if (data) {
          text = rest ?? ''
          return JSON.parse(data)
        }
        const read = await reader?.read()
        if (!read || read.done) return 'end'
        text += new TextDecoder().decode(read.value)
      }
    },
    async close() {
      await reader?.cancel()
    },
  }
}
const until = async (stream: Opened, unread: number): Promise<void> => {
  for (let summary = await stream.next(); summary !== 'end'; summary = await stream.next()) if (summary.unread === unread) return
  throw new Error('The stream has ended')
}
let tasks = 0
const taskFor = async (person: string, manager = 'omar') => {
  const body = { subject: `Weigh ${++tasks}`, type: 'VISIT', priority: 'P3', dueDate: '2099-01-20', assigneeId: world.people[person]?.id, fourEyes: false }
  expect(await world.as(manager).post('/task', body)).toMatchObject({ status: 201 })
}
const summary = async (person: string) => (await world.as(person).get('/api/notifications/summary')).body

describe('the stream of an inbox', () => {
  it('is for signed-in people alone (401), by GET alone (405)', async () => {
    expect(await world.stranger().get('/api/notifications/stream')).toMatchObject({ status: 401 })
    expect(await world.as('omar').post('/api/notifications/stream', {})).toMatchObject({ status: 405 })
    expect(await world.as('omar').get('/api/notifications/summary?person=ada')).toMatchObject({ status: 400 })
  })
  it('starts no watch for HEAD, which nobody would hear', async () => {
    const app = createApp({ ...world.deps, streams })
    await world.as('omar').get('/api/notifications/summary')
    const { subdomain } = world.tenants.cotton
    const address = `http://${subdomain}.farmbook.test/api/notifications/stream`
    const before = streams.count
    const headers = { host: `${subdomain}.farmbook.test`, 'x-test-user': world.people.omar?.id ?? '' }
    const answer = await app.request(address, { method: 'HEAD', headers })
    expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([200, 'text/event-stream', null])
    expect(streams.count).toBe(before)
    expect((await app.request(address, { method: 'HEAD', headers: { host: headers.host } })).status).toBe(401)
  })
  it('says what is unread at once, and again when something is delivered, to this person alone', async () => {
    const [fatima, ines] = [await open('fatima'), await open('ines')]
    onTestFinished(async () => void (await Promise.all([fatima.close(), ines.close()])))
    expect(await fatima.next()).toMatchObject({ unread: 0, newest: null })
    expect(await ines.next()).toMatchObject({ unread: 0 })
    await taskFor('fatima')
    await stage.deliver()
    await until(fatima, 1)
    // Whatever Ines was sent, it says nothing of another's task.
    await taskFor('ines')
    await stage.deliver()
    await until(ines, 1)
    expect(await summary('ines')).toMatchObject({ unread: 1, toDo: 1, newest: { event: 'TASK_ASSIGNED' } })
  })
  it('says nothing of what was rolled back, and everything that was marked elsewhere', async () => {
    const fatima = await open('fatima')
    onTestFinished(() => fatima.close())
    const { unread } = await summary('fatima')
    await until(fatima, unread)
    expect(await world.as('fatima').post('/api/notifications/read', {})).toMatchObject({ status: 200, body: { marked: unread, unread: 0 } })
    await until(fatima, 0)
  })
  it('ends with the next change for whoever may not come in any more', async () => {
    const id = world.people.paul?.id ?? ''
    const asThePersonStands = async (_: Request, tenant: Tenant, db: Db) => {
      const person = await world.deps.personNow?.(tenant, id, db)
      if (!person) throw new Problem('FORBIDDEN')
      return person
    }
    const paul = await open('paul', asThePersonStands)
    onTestFinished(() => paul.close())
    await until(paul, 0)
    const change = (status: string) =>
      world.scoped('ada', async (scope) => {
        await sql`update "user" set status = ${status} where tenant_id = ${scope.tenant.id} and id = ${id}::uuid`.execute(scope.db)
        wakeInboxes(scope, [id])
      })
    await change('SUSPENDED')
    onTestFinished(() => change('ACTIVE'))
    for (let last = await paul.next(); last !== 'end'; ) last = await paul.next()
  })
  it('ends when the server ends, and leaves nothing behind', async () => {
    const before = streams.count
    const ada = await open('ada')
    await ada.next()
    expect(streams.count).toBe(before + 1)
    streams.close()
    for (let last = await ada.next(); last !== 'end'; ) last = await ada.next()
    expect(streams.count).toBe(0)
  })
})

describe('marking as read', () => {
  it('touches no other’s, and each has its event', async () => {
    await taskFor('fatima')
    await taskFor('ines')
    await stage.deliver()
    const [mine] = await stage.inbox('fatima', 'TASK_ASSIGNED')
    const [other] = await stage.inbox('ines', 'TASK_ASSIGNED')
    expect(await world.as('fatima').post('/api/notifications/read', { ids: [other?.id] })).toMatchObject({ status: 200, body: { marked: 0 } })
    expect(await world.as('fatima').post('/api/notifications/read', { ids: ['x'] })).toMatchObject({ status: 400 })
    expect(await world.as('fatima').post('/api/notifications/read', {})).toMatchObject({ body: { marked: 1, unread: 0 } })
    expect(await stage.inbox('ines', 'TASK_ASSIGNED')).toContainEqual(expect.objectContaining({ id: other?.id, status: 'UNREAD' }))
    const { body } = await world.as('fatima').get(`/notification/${mine?.id}/events`)
    expect(body.items).toMatchObject([{ eventType: 'READ', recordedBy: world.people.fatima?.id }])
    expect(await world.as('fatima').get(`/notification/${mine?.id}`)).toMatchObject({
      body: { status: 'READ', version: 2, may: expect.arrayContaining(['UNREAD']) },
    })
  })
})

describe('settings', () => {
  const usual = { mail: 'CRITICAL', mailAt: '07:30', push: 'ALL', quietFrom: '21:00', quietTo: '07:00', muted: [] }
  it.each([
    ['an hour that is none', { ...usual, quietFrom: '25:00' }, 'quietFrom'],
    ['a way that is not known', { ...usual, mail: 'PIGEON' }, 'mail'],
    ['switching off what is critical', { ...usual, muted: ['SC_LAPSED'] }, 'muted', 'What is critical cannot be switched off.'],
    ['a code that is not known', { ...usual, muted: ['NOPE'] }, 'muted', 'There is no notification of this name.'],
    ['a field that is not known', { ...usual, colour: 'red' }, 'colour'],
  ])('refuse %s (400)', async (_, settings, path, message = '') => {
    const answer = await world
      .as('fatima')
      .send('/api/notifications/settings', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(settings) })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: expect.stringContaining(path), message: expect.stringContaining(message) }] } })
  })
  it('are one’s own: what one person switches off, the others still hear of', async () => {
    const put = (settings: unknown) =>
      world.as('fatima').send('/api/notifications/settings', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(settings) })
    expect(await world.as('fatima').get('/api/notifications/settings')).toMatchObject({
      body: { settings: usual, codes: expect.arrayContaining(['PLAN_DUE', 'TASK_ASSIGNED']) },
    })
    expect(await put({ ...usual, muted: ['TASK_ASSIGNED'] })).toMatchObject({ status: 200, body: { settings: { muted: ['TASK_ASSIGNED'] } } })
    expect(await world.as('ines').get('/api/notifications/settings')).toMatchObject({ body: { settings: usual } })
    const before = (await stage.inbox('fatima')).length
    await taskFor('fatima')
    await taskFor('ines')
    await stage.deliver()
    expect(await stage.inbox('fatima')).toHaveLength(before)
    expect((await stage.inbox('ines', 'TASK_ASSIGNED')).length).toBeGreaterThan(1)
    await put(usual)
  })
})

describe('a reader who leaves', () => {
  it('while an answer is on its way takes nothing more, and nothing is thrown', async () => {
    const thrown: unknown[] = []
    const note = (error: unknown) => thrown.push(error)
    process.on('unhandledRejection', note)
    process.on('uncaughtException', note)
    onTestFinished(() => {
      process.off('unhandledRejection', note)
      process.off('uncaughtException', note)
    })
    let calls = 0
    const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const stream = await open('omar', async (...given) => {
      // The second question is the one of the open stream.
      if (++calls === 2) {
        requested.resolve()
        await answered.promise
      }
      return world.deps.authenticate(...given)
    })
    await stream.next()
    await requested.promise
    await stream.close()
    answered.resolve()
    await expect.poll(() => streams.count).toBe(0)
    await new Promise((resolve) => setImmediate(resolve))
    expect(thrown).toEqual([])
  })
})
