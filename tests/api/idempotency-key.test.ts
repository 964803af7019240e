// A key that is forgotten (keys are stored for a time) while its call is tried again: the call is carried out, as with any new key.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { Database } from '#server/db/database.ts'
import { sharedDatabase } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

/** Run once after a transaction that is to be tried again. */
let betweenTries: (() => Promise<unknown>) | null = null
let world: World
beforeAll(async () => {
  const shared = await sharedDatabase()
  const database: Database = {
    ...shared,
    transaction: (...given) =>
      shared.transaction(...given).catch(async (error: unknown) => {
        const work = codeOf(error) === '40001' ? betweenTries : null
        betweenTries = null
        await work?.()
        throw error
      }),
  }
  world = await openWorld({ database })
})
const forget = () =>
  world.database.transaction(world.tenants.cotton.id, (db) => sql`delete from idempotency where tenant_id = ${world.tenants.cotton.id}`.execute(db))

describe('an Idempotency-Key whose row goes between two tries', () => {
  const body = { ...sampleOf(entityOf('landowner')), code: 'KEY-1' }
  const send = (values: Record<string, unknown> = {}) => world.as('ada', 'OP1').post('/landowner', { ...body, ...values }, { 'idempotency-key': 'gone' })
  it('is a new key: what the call asks for is done, or refused by its own reason', async () => {
    const first = await send()
    expect(first.status).toBe(201)
    betweenTries = forget
    expect(await send()).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
    expect(betweenTries).toBe(null)
  })
  it('is stored with its answer again', async () => {
    const first = await send({ code: 'KEY-2' })
    betweenTries = forget
    const second = await send({ code: 'KEY-3' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).not.toBe(first.body.id)
    const third = await send({ code: 'KEY-3' })
    expect([third.status, third.body.id, third.headers.get('idempotent-replayed')]).toEqual([201, second.body.id, 'true'])
  })
})
