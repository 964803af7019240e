// The process that imports is killed (SIGKILL) in the middle, again and again: with it the worker and, where it is embedded, the
// database. Each row is in once, each bad row comes back once, and nothing is left behind; counted by SQL of its own.
// IMPORT_KILLS=50 makes it a longer run.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { farmers, person } from '../api/exchange-stage.ts'
import { lastingDatabase } from '../harness/lasting-database.ts'
import { openWorld } from '../harness/world.ts'

const kills = Number(process.env.IMPORT_KILLS ?? 2)
const isLong = process.env.IMPORT_KILLS !== undefined
/** What the product answers of an import. */
type Ended = Record<string, unknown>

const goodRows = 900
const badRows = 30

/** Good rows, bad ones between them, and at the end one that is about the same as the first. */
function file(): string {
  const rows = Array.from({ length: goodRows + badRows }, (_, n) => person(n % 31 === 30 ? { gender: 'none' } : {}))
  return farmers(...rows, { ...(rows[0] ?? {}), first_name: 'Another' })
}

it(
  `${kills} kills: nothing lost, nothing twice`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'farmbook-kills-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { env, open, close } = await lastingDatabase(folder)
    const first = await open()
    const world = await openWorld({ database: first })
    const tenantId = world.tenants.cotton.id
    const settings = {
      ...process.env,
      ...env,
      SUBDOMAIN: world.tenants.cotton.subdomain,
      USER_ID: world.people.omar?.id ?? '',
      ...(isLong ? { HAND_BACK: '1' } : {}),
    }
    await close(first)

    let child: ChildProcess | undefined
    onTestFinished(() => void child?.kill('SIGKILL'))
    let killed = 0
    /** The last thing that a process said before it was killed. */
    const last = { rows: 0, accepted: 0, ended: 0 }
    /** One process over this file: how its import ended, or undefined when it was killed before. At the start of a transaction of rows or a moment later, sometimes when the file was accepted. */
    const carryOn = async (path: string, start: number): Promise<Ended | undefined> => {
      const worker = spawn(process.execPath, ['tests/contract/import-process.ts'], {
        env: { ...settings, IMPORT_FILE: path },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = worker
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      const target = killed >= kills ? undefined : isLong && start % 7 === 0 ? 'accepted' : 'rows'
      let ended: Ended | undefined
      let seen = 0
      let word = ''
      for await (const line of createInterface({ input: worker.stdout })) {
        word = line.split(' ', 1)[0] ?? ''
        if (word === 'ended') ended = JSON.parse(line.slice(word.length))
        if (word !== target || ++seen !== 1 + (start % 4)) continue
        if (isLong) await setTimeout(Math.random() * 80)
        worker.kill('SIGKILL')
      }
      await exited
      if (worker.signalCode === 'SIGKILL') {
        killed++
        if (word in last) last[word as keyof typeof last]++
      } else expect(worker.exitCode).toBe(0)
      return ended
    }
    const ended: Ended[] = []
    while (killed < kills) {
      const path = join(folder, `list-${ended.length + 1}.csv`)
      writeFileSync(path, file())
      let one: Ended | undefined
      for (let start = 1; one === undefined; start++) one = await carryOn(path, start)
      ended.push(one)
    }
    console.log(`${killed} kills over ${ended.length} imports of ${goodRows + badRows + 1} rows; last sign before the kill: ${JSON.stringify(last)}`)

    for (const one of ended)
      expect(one).toMatchObject({ state: 'DONE', created: goodRows, changed: 0, unchanged: 0, rejected: badRows + 1, rows: goodRows + badRows + 1 })
    const database = await open()
    const counted = await database.transaction(tenantId, async (db) => {
      const { rows } = await sql<Record<string, number>>`select
      (select count(*) from farmer where tenant_id = ${tenantId})::integer as farmers,
      (select count(distinct member_no) from farmer where tenant_id = ${tenantId})::integer as numbers,
      (select count(*) from event where tenant_id = ${tenantId} and subject_type = 'farmer' and event_type = 'CREATED')::integer as created,
      (select count(distinct code) from farmer where tenant_id = ${tenantId})::integer as codes,
      (select count(*) from import_line where tenant_id = ${tenantId} and outcome = 'REJECTED')::integer as rejected,
      (select count(*) from import_job where tenant_id = ${tenantId})::integer as imports,
      (select count(*) from import_part where tenant_id = ${tenantId})::integer as parts,
      (select count(*) from import_set where tenant_id = ${tenantId})::integer as sets,
      (select value from counter where tenant_id = ${tenantId} and name = 'file:bytes')::integer as bytes`.execute(db)
      return rows[0]
    })
    await close(database)
    const all = ended.length * goodRows
    expect(counted).toEqual({
      farmers: all,
      numbers: all,
      created: all,
      codes: all,
      rejected: ended.length * (badRows + 1),
      imports: ended.length,
      parts: 0,
      sets: 0,
      bytes: 0,
    })
  },
  1_200_000 + kills * 120_000,
)
