// The process that carries out an act of many writes is killed (SIGKILL) in the middle of it, and after its commit before anybody is answered: with it the
// database where that is embedded. Nothing of an act is there before its commit, asked again it is there once, and the end is that of an undisturbed run
// and of a replay of the histories. Kills in one act of each play, on a server;
// ACTS_KILLS=1000 in each act, at every message that it sends, on both databases.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Database } from '#server/db/database.ts'
import { differencesOf } from '#server/jobs/clock/projection-audit.ts'
import { findRecord } from '#server/store/get.ts'
import { chainOf, clock } from '../api/chain-stage.ts'
import { type LastingDatabase, lastingDatabase } from '../harness/lasting-database.ts'
import { openWorld, type World } from '../harness/world.ts'
import { ends, plays, stateOf } from './killed-acts.ts'
import { type Act, type Stage, stageOf } from './killed-play.ts'

/** In each act of a longer run. */
const kills = Number(process.env.ACTS_KILLS ?? 1)
const isLong = process.env.ACTS_KILLS !== undefined
/** Writing each act once takes minutes: on the embedded database in the longer run only. */
const isRun = isLong || process.env.TEST_DATABASE_URL !== undefined
let folder: string
let lasting: LastingDatabase
let running: Database
let world: World
let stage: Stage
let child: ChildProcess | undefined

/** Whichever is open now, under one name. */
const current = new Proxy({} as Database, {
  get(_, name) {
    const value: unknown = Reflect.get(running, name)
    return typeof value === 'function' ? value.bind(running) : value
  },
})
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farmbook-acts-'))
  lasting = await lastingDatabase(folder)
  running = await lasting.open()
  world = await openWorld({ database: current, now: clock })
  stage = stageOf(world, await chainOf(world))
}, 180_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  await lasting.close(running)
  rmSync(folder, { recursive: true, force: true })
})
const tenantId = () => world.tenants.cotton.id

type Ended = { /** How many messages the transaction of each act sent. */ messages: Map<string, number>; answered: Set<string> }
/** These acts in a process of their own, killed before that message of that act, or at 0 after its commit. */
async function carryOut(acts: readonly Act[], kill?: { act: Act; at: number }): Promise<Ended> {
  await lasting.close(running)
  const env = {
    ...process.env,
    ...lasting.env,
    SUBDOMAIN: world.tenants.cotton.subdomain,
    ACTS: JSON.stringify(acts),
    ...(kill ? { KILL_IN: kill.act.name, KILL_AT: String(kill.at) } : {}),
  }
  const started = spawn(process.execPath, ['tests/contract/acts-process.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  const exited = new Promise<void>((resolve) => started.once('exit', () => resolve()))
  const messages = new Map<string, number>()
  const answered = new Set<string>()
  let sent = 0
  for await (const line of createInterface({ input: started.stdout })) {
    const [word, name = ''] = line.split(' ')
    if (word === 'message') sent++
    if (word !== 'answered') continue
    messages.set(name, sent)
    answered.add(name)
    sent = 0
  }
  await exited
  running = await lasting.open()
  expect(started.signalCode ?? started.exitCode).toBe(kill ? 'SIGKILL' : 0)
  return { messages, answered }
}

/** Every row of the tenant, by table. */
async function everything(): Promise<Record<string, string>> {
  return running.transaction(tenantId(), async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1`.execute(db)
    const each = tables.map(
      ({ name }) => sql`select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(r::text, ' ' order by r::text)), '') as rows
        from ${sql.table(name)} as r where r.tenant_id = ${tenantId()}`,
    )
    const { rows } = await sql<{ name: string; rows: string }>`${sql.join(each, sql` union all `)}`.execute(db)
    return Object.fromEntries(rows.map(({ name, rows: text }) => [name, text]))
  })
}
/** Crops are judged once a day: what a rule that another play has published makes of this one's crop is not there yet. */
const byTheClock: ReadonlySet<string> = new Set(['complianceScore', 'openNcCount', 'excludedHa'])
const differences = (records: readonly (readonly [entity: string, id: string])[]): Promise<string[]> =>
  world.scoped('ada', async (scope) => {
    const found: string[] = []
    for (const [name, id] of records) {
      const entity = entityOf(name)
      const row = await findRecord(scope, entity, id, { by: 'any' })
      for (const column of row ? await differencesOf(scope, entity, row) : ['lost']) if (!byTheClock.has(column)) found.push(`${name} ${column}`)
    }
    return found
  })
/** Before which of so many messages an act is killed; 0: after its commit, which a refused one has not. One of both kinds by turns; with more kills all over it. */
function momentsOf({ refusedBy }: Act, most: number, turn: number): number[] {
  if (kills === 1) return [turn % 2 && !refusedBy ? 0 : Math.ceil(most / 2)]
  const count = Math.min(kills - 1, most)
  const before = Array.from({ length: count }, (_, at) => Math.round(1 + (at * (most - 1)) / Math.max(1, count - 1)))
  return [...new Set(before), ...(refusedBy ? [] : [0])]
}

let turn = 0
describe.runIf(isRun)('killed in the middle', () => {
  it.each(Object.entries(plays))('%s: nothing half-written, nothing twice', { timeout: 600_000 + kills * 120_000 }, async (name, play) => {
    const twin = await play(stage)
    const { messages } = await carryOut(twin.acts)
    const undisturbed = await stateOf(running, tenantId(), twin.ids)
    expect(undisturbed.statuses).toEqual(ends[name])
    expect(undisturbed.rows.length).toBeGreaterThan(4)

    const { acts, records, ids } = await play(stage)
    const chosen = isLong ? acts : acts.slice(turn % acts.length).slice(0, 1)
    let killed = 0
    for (const act of chosen) {
      const place = acts.indexOf(act)
      const most = messages.get(twin.acts[place]?.name ?? '') ?? 0
      expect(most).toBeGreaterThan(2)
      if (place > 0) await carryOut(acts.slice(0, place))
      for (const at of momentsOf(act, most, turn)) {
        const before = await everything()
        const { answered } = await carryOut([act], { act, at })
        killed++
        expect(answered.size).toBe(0)
        const after = await everything()
        if (at > 0) expect(after).toEqual(before)
        else expect(after.event).not.toBe(before.event)
      }
    }
    turn++
    // Whoever had no answer asks again.
    await carryOut(acts)
    console.log(`${killed} kills: ${name}`)
    expect(await stateOf(running, tenantId(), ids)).toEqual(undisturbed)
    expect(await differences(records)).toEqual([])
    // Sent once more, nothing is written.
    const last = await everything()
    await carryOut(acts)
    expect(await everything()).toEqual(last)
  })
})
