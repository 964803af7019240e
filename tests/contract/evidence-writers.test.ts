// A file that comes while the event that names it is being recorded, on a real PostgreSQL (docs/decisions/0164): the step that the event does is judged by what came, whichever of the
// two ends first, and nobody meets a deadlock.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { at, type Chain, chainOf, type Json, ok, record } from '../api/chain-stage.ts'
import { step } from '../api/plan-step.ts'
import { clientOf } from '../harness/client.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { drawnImage, pdf } from '../harness/files.ts'
import { type LockOrder, openLockOrder } from '../harness/lock-order.ts'
import { openWorld, type World } from '../harness/world.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('a file that comes while its event is recorded', () => {
  let world: World
  let chain: Chain
  let database: Database
  let locks: LockOrder
  let popId: string
  let now = '2026-01-15T06:30:00Z'
  const fatima = () => world.as('fatima', 'OP1')
  const stepOf = async (cropId: string): Promise<Json> => {
    const { items } = await ok(world.as('ada', 'OP1').get(`/planevent?filter[cropId]=${cropId}&limit=200`))
    const all = await Promise.all((items as Json[]).map(({ id }) => chain.view('planevent', id)))
    return all.find(({ popEventCode }) => popEventCode === 'WEED') as Json
  }
  const sown = async (): Promise<string> => {
    now = '2026-01-15T06:30:00Z'
    const { parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId)
    now = '2025-07-12T06:30:00Z'
    const cropId = await chain.cropIn(systemId, { popId })
    const seed = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
    await ok(fatima().post(`/crop/${cropId}/events`, { eventType: 'SOWING', occurredAt: at('2025-06-20'), data: seed, lateReason: 'Field book' }))
    return cropId
  }
  /** Whoever sends a file waits, its row being there and its bytes not stored, until it is let go on. */
  const slowly = () => {
    const storage = databaseStorage(database)
    const driver = storage.drivers.database as NonNullable<typeof storage.drivers.database>
    const [arrived, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const put: typeof driver.put = async (...all) => {
      arrived.resolve()
      await mayGoOn.promise
      await driver.put(...all)
    }
    const app = createApp({ ...world.deps, files: { ...storage, drivers: { database: { ...driver, put } } } })
    const headers = { 'x-test-user': world.people.fatima?.id as string, 'x-client': 'web' }
    return {
      sender: clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, headers, '/api/operators/OP1'),
      arrived: arrived.promise,
      goOn: mayGoOn.resolve,
    }
  }

  beforeAll(async () => {
    await sharedDatabase()
    database = await openPostgres({ url: serverAddress() as string, max: 16 })
    world = await openWorld({ now: () => new Date(now), database })
    chain = await chainOf(world)
    locks = await openLockOrder()
    const planEvents = [step('SOW', 'SOWING', 0, 0, 0), step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING', evidence: ['PHOTO'] })]
    const { id } = await ok(
      world.as('ada', 'OP1').post('/pop', {
        ...{ name: 'Cotton with evidence', cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
        ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents },
      }),
    )
    popId = id
    await ok(record(world.as('ada', 'OP1'), 'pop', id, 'PUBLISHED', '2025-06-01'))
  }, 240_000)
  afterAll(async () => {
    await locks?.close()
    await database?.close()
  })

  const judged = async (type: string, bytes: Buffer, evidenceMissing: string[] | null): Promise<void> => {
    const before = await locks.deadlocks()
    const cropId = await sown()
    const { id: planEventId } = await stepOf(cropId)
    const later = randomUUIDv7()
    const { sender, arrived, goOn } = slowly()
    const sending = sender.send(`/files?name=weeding&id=${later}`, { method: 'POST', headers: { 'content-type': type }, body: bytes as BodyInit })
    await arrived
    const body = { eventType: 'INTERCULTURE', occurredAt: at('2025-07-11'), data: { operation: 'WEEDING', files: [later] }, planEventId }
    // The event has named the file and waits for the row of its step; then the file comes.
    const [recorded, sent] = await locks.atRow<{ status: number; body: Json }>('planevent', planEventId, [
      () => fatima().post(`/crop/${cropId}/events`, body, { 'X-Files-To-Come': later }),
      () => {
        goOn()
        return sending
      },
    ])
    expect([recorded?.status, sent?.status, sent?.body.state]).toEqual([201, 201, 'ATTACHED'])
    expect(await stepOf(cropId)).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing })
    expect((await locks.deadlocks()) - before).toBe(0)
  }
  it('has its step judged by it when it is no picture', () => judged('application/pdf', pdf(randomUUID()), ['PHOTO']))
  it('has its step judged by it when it is a picture', async () => judged('image/png', await drawnImage(40, 30, 'png', '#3a7d2c'), null))
})
