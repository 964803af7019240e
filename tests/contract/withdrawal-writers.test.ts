// A certificate that is withdrawn at the moment at which its lot is tested, on a real PostgreSQL: what was sent under it is restricted, whoever of the two comes second to it (5.5).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { chainOf, clock, record } from '../api/chain-stage.ts'
import { type Sales, salesOf } from '../api/sale-stage.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { type LockOrder, openLockOrder } from '../harness/lock-order.ts'
import { openWorld, type World } from '../harness/world.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('goods whose certificate is withdrawn while their lot is tested', () => {
  let world: World
  let sales: Sales
  let database: Database
  let locks: LockOrder
  beforeAll(async () => {
    await sharedDatabase()
    database = await openPostgres({ url: serverAddress() as string, max: 16 })
    world = await openWorld({ now: clock, database })
    sales = salesOf(await chainOf(world))
    locks = await openLockOrder()
  }, 240_000)
  afterAll(async () => {
    await locks?.close()
    await database?.close()
  })
  it.each(['withdrawn first', 'tested first'])('are restricted: %s', async (first) => {
    const lot = await sales.lot(50)
    const sent = await sales.send(lot, 20)
    const { id } = await sales.issued([sent])
    const test = { kind: 'GMO', sampleNo: 'S-1', result: 'NEGATIVE', reportNo: 'R-1' }
    const withdrawn = () => sales.act(world.as('carla', 'OP1'), id, 'WITHDRAWN', { reason: 'Finding of the audit' })
    const tested = () => record(world.as('ada', 'OP1'), 'productbatch', lot, 'LAB_RESULT', '2026-01-10', test)
    const answers = await locks.atRow('productbatch', sent.partId, first === 'withdrawn first' ? [withdrawn, tested] : [tested, withdrawn])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const { body } = await world.as('ada', 'OP1').get(`/productbatch/${sent.partId}`)
    expect(body).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'NEGATIVE' })
  })
})
