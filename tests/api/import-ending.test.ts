// Imports that end before their file does: their sender is suspended, the process is asked to end, the database is away for a
// moment. What was counted is in, what was not is not started, and the job says so at once.
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { Semaphore } from '#server/exchange/semaphore.ts'
import { type Answer, type Client, clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { farmers, person } from './exchange-stage.ts'

/** Three transactions at least: ten rows first, then sets of five hundred or fewer. */
const rows = 1_300
const file = () => farmers(...Array.from({ length: rows }, () => person()))

describe('an import that ends before its file', { timeout: 120_000 }, () => {
  let world: World
  let imports: Semaphore
  /** Called before each transaction of an import, with its number: calls say which record they are about, imports do not. */
  let before: (n: number) => Promise<void>
  let omar: Client
  let nobody: Client
  beforeEach(async () => {
    world = await openWorld()
    imports = new Semaphore()
    before = async () => {}
    let n = 0
    const transaction: Database['transaction'] = async (tenant, work, use) => {
      if (use?.isWrite && !('record' in use)) await before(++n)
      return world.database.transaction(tenant, work, use)
    }
    const app = createApp({ ...world.deps, imports, database: { ...world.database, transaction } })
    await world.as('omar').get('/farmer')
    nobody = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, {}, '/api/operators/OP1')
    omar = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
  })
  const send = (wait = 100): Promise<Answer> =>
    omar.send('/farmer/import?name=members.csv', {
      method: 'POST',
      body: file(),
      headers: { 'content-type': 'text/csv', ...(wait ? { prefer: `wait=${wait}` } : {}) },
    })
  const made = async () => (await world.as('ada', 'OP1').get('/farmer?count=true&limit=1')).body.total
  const jobs = async (): Promise<Answer['body'][]> => (await world.as('omar').get('/farmer/imports')).body.items

  it('stops when its sender is suspended: the rows counted are in, and no more', async () => {
    const ada = world.as('ada', '-')
    let suspended = 0
    before = async (n) => {
      if (n !== 3) return
      suspended = (
        await ada.post(`/user/${world.people.omar?.id}/events`, { eventType: 'SUSPENDED', occurredAt: new Date().toISOString(), data: { reason: 'Left' } })
      ).status
    }
    await send()
    const [job] = await jobs()
    expect(suspended).toBe(201)
    expect(job).toMatchObject({ state: 'FAILED', message: 'The import was stopped: its sender may not import here any more. Rows counted so far are in.' })
    expect(job.created).toBeGreaterThan(0)
    expect(job.created).toBeLessThan(rows)
    expect(await made()).toBe(job.created)
  })
  it('stops when the process ends, and so do those that wait for their turn; all are reported as interrupted', async () => {
    // Two are under way with sets of rows still to write, the third waits for one of them.
    let goOn = () => {}
    const allSent = new Promise<void>((resolve) => {
      goOn = resolve
    })
    before = async (n) => {
      if (n > 2) await allSent
    }
    for (let count = 0; count < 3; count++) expect((await send(0)).status).toBe(202)
    const stopped = imports.stop()
    goOn()
    await stopped
    const ended = await jobs()
    expect(ended.map(({ state }) => state)).toEqual(['INTERRUPTED', 'INTERRUPTED', 'INTERRUPTED'])
    for (const { message, finishedAt } of ended) {
      expect(message).toBe('The server was restarted meanwhile. Send the file again: rows that are in are recognised.')
      expect(finishedAt).not.toBeNull()
    }
    expect(await made()).toBe(ended.reduce((sum, { created }) => sum + created, 0))
    // Whoever sends one now is answered the same, instead of waiting for a process that is gone.
    expect((await send()).body).toMatchObject({ state: 'INTERRUPTED', created: 0 })
  })
  it('is waited for only by whoever may see it (401 at once)', async () => {
    let goOn = () => {}
    const sent = new Promise<void>((resolve) => {
      goOn = resolve
    })
    before = async (n) => {
      if (n > 1) await sent
    }
    const { body } = await send(0)
    // The import cannot end before this has been answered.
    const stranger = await nobody.get(`/farmer/imports/${body.importId}`, { prefer: 'wait=100' })
    expect(stranger.status).toBe(401)
    goOn()
    await imports.ended(body.importId, 60_000)
  })
  it.each(['40P01', '55P03', '08006'])('is tried again when the database says %s: no row is rejected for it, none is in twice', async (code) => {
    let failures = 0
    before = async (n) => {
      if (n !== 2 && n !== 3) return
      failures += 1
      throw Object.assign(new Error('not now'), { code })
    }
    expect((await send()).body).toMatchObject({ state: 'DONE', created: rows, rejected: 0 })
    expect([failures, await made()]).toEqual([2, rows])
  })
})
