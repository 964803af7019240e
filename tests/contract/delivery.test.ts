// Killed in the middle of delivering, at whatever moment: what it had started is delivered by the next process, to everybody, once.
import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { notify } from '#server/store/notify.ts'
import { delivererOf } from '../api/notification-stage.ts'
import { serverAddress } from '../harness/database.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
const people = ['ada', 'omar', 'fatima', 'ines', 'pooja']

// The process of the embedded database is killed with it.
describe.runIf(process.env.TEST_DATABASE_URL)('a process that is killed while it delivers', () => {
  it.each([1, 2, 3, 4, 5])(
    'after the %s. of five recipients leaves nothing half done',
    async (after) => {
      const key = `killed after ${after}`
      const subject = { type: 'collective', id: world.places.cotton.OP1?.id ?? '', operatorId: null }
      const userIds = people.map((person) => world.people[person]?.id ?? '')
      await world.scoped('paul', async (scope) => notify(scope, 'REPORT_READY', subject, { key, userIds, figures: { report: key } }))
      const child = spawn(process.execPath, ['tests/contract/stuck-deliverer.ts'], {
        env: { ...process.env, DATABASE_URL: serverAddress() ?? '', TENANT: String(world.tenants.cotton.id), AFTER: String(after) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      await new Promise<void>((resolve) => child.stdout.on('data', (text: Buffer) => String(text).includes('waiting') && resolve()))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      const stage = delivererOf(world, () => new Date(), { mail: true, push: false, telephone: false })
      // The server may still hold the row for the connection that is gone.
      await expect.poll(() => stage.deliver(), { timeout: 30_000 }).toBeGreaterThan(0)
      await stage.deliver()
      for (const person of people) {
        const mine = (await stage.inbox(person, 'REPORT_READY')).filter(({ headline }) => headline.includes(key))
        expect(mine, person).toHaveLength(1)
        expect(mine[0]).toMatchObject({ timesSeen: 1, version: 1 })
      }
      const { rows } = await world.scoped('ada', ({ db, tenant }) =>
        sql<{ state: string }>`select state from outbox where tenant_id = ${tenant.id} and dedupe_key = ${key}`.execute(db),
      )
      expect(rows).toEqual([{ state: 'DONE' }])
    },
    60_000,
  )
})

describe('a recipient', () => {
  it('has each message once: the database refuses a second one', async () => {
    const { rows } = await world.scoped('ada', ({ db }) =>
      sql<{ indexdef: string }>`select indexdef from pg_indexes where indexname = 'notification__recipient_user_id__dedupe_key'`.execute(db),
    )
    expect(rows[0]?.indexdef).toMatch(/^CREATE UNIQUE INDEX/)
  })
})
