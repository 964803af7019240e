// Twelve people at once on the crops of a few cropping systems, on a real PostgreSQL: sowing, sowing again, inputs on the whole system,
// losses, taking back. Land, cropping system and crop are locked in this order by each of them, so that no two end in a deadlock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from '../api/chain-stage.ts'
import type { Client } from '../harness/client.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'

const writers = 12
const roundsEach = 12

describe.runIf(process.env.TEST_DATABASE_URL)('twelve writers on the crops of two cropping systems', () => {
  let world: World
  let chain: Chain
  let pool: Database
  let fatima: Client
  const inputs: Record<string, string> = {}
  /** Each with the crops that stand there. */
  const systems: { id: string; crops: string[] }[] = []
  /** Transactions that the database gave up, by SQLSTATE; a caller does not see those that are tried again. */
  const givenUp: unknown[] = []

  beforeAll(async () => {
    await sharedDatabase()
    pool = await openPostgres({ url: serverAddress() as string, max: 4 * writers })
    const counting: Database = {
      ...pool,
      transaction: (tenant, work, use) =>
        pool.transaction(tenant, work, use).catch((error: unknown) => {
          if (codeOf(error) === '40P01') givenUp.push(error)
          throw error
        }),
    }
    world = await openWorld({ now: clock, database: counting })
    chain = await chainOf(world)
    fatima = world.as('fatima')
    const ada = world.as('ada', 'OP1')
    for (const permission of ['ALLOWED', 'PROHIBITED'])
      inputs[permission] = (await ok(ada.post('/inputitem', { name: permission, category: 'OTHER', permission, phiDays: 3 }))).id
    for (const name of ['Ramesh', 'Suresh']) {
      const { parcelId } = await chain.member({ name })
      const id = await chain.systemOn(parcelId, { systemType: 'MIXED' })
      const crops: string[] = []
      for (const role of ['MAIN', 'INTERCROP', 'BORDER']) crops.push(await chain.cropIn(id, { role, areaHa: 0.5, areaShare: 0.3 }))
      systems.push({ id, crops })
    }
  })
  afterAll(async () => {
    await pool?.close()
  })

  it('sow, apply inputs and take back: no deadlock, no 5xx', async () => {
    const statuses = new Map<number, number>()
    const faults: Json[] = []
    const sowing = {
      seedKg: 2,
      areaHa: 0.5,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-1',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    const note = ({ status, body }: { status: number; body: Json }): { event?: { id: string } } => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) faults.push(body)
      return status === 201 ? body : {}
    }
    const applied = (permission: string) => ({ itemId: inputs[permission], dosePerHa: 5, unit: 'KG', total: 5 })
    const voided = async (entity: string, id: string, { event }: { event?: { id: string } }) => {
      if (event) note(await fatima.post(`/${entity}/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    }
    const writer = async (number: number) => {
      for (let round = 0; round < roundsEach; round++) {
        const { id, crops } = systems[round % systems.length] as (typeof systems)[number]
        if (number % 4 === 0) {
          const application = note(
            await record(fatima, 'croppingsystem', id, 'INPUT_APPLICATION', '2025-07-10', applied(round === 8 ? 'PROHIBITED' : 'ALLOWED')),
          )
          if (round % 2) await voided('croppingsystem', id, application)
          continue
        }
        const cropId = crops[(number + round) % crops.length] as string
        const sown = note(await record(fatima, 'crop', cropId, 'SOWING', '2025-06-20', sowing))
        if (round === 10) note(await record(fatima, 'crop', cropId, 'PLANT_PROTECTION', '2025-07-10', { ...applied('PROHIBITED'), target: 'Growth' }))
        if (round % 4 === 0) {
          const { version } = await ok(fatima.get(`/crop/${cropId}`))
          note(await fatima.patch(`/crop/${cropId}`, { plannedSowing: `2025-06-2${number % 10}` }, { 'if-match': `"${version}"` }))
        }
        if (round % 3 === 0) note(await record(fatima, 'crop', cropId, 'RESOWING', '2025-07-02', { ...sowing, reason: 'Dry spell' }))
        if (round % 3 === 1) await voided('crop', cropId, note(await record(fatima, 'crop', cropId, 'CROP_LOSS', '2025-08-01', { share: 1, cause: 'DROUGHT' })))
        await voided('crop', cropId, sown)
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)))
    // Without events that were recorded and taken back the rest would prove nothing.
    for (const status of [200, 201]) expect(statuses.get(status) ?? 0).toBeGreaterThan(writers)
    expect([faults.slice(0, 3), faults.length]).toEqual([[], 0])
    expect(givenUp).toEqual([])
  }, 300_000)
})
