// The process that submits and issues transaction certificates is killed (SIGKILL) in the middle, again and again: with it the database where that is embedded.
// What was answered is there, nothing is issued or reserved twice, and no more is certified than was sent; counted by SQL of its own. It is killed in each step, also
// in an issue that a check refuses.
// CERTIFICATE_KILLS=100 makes it a longer run.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { chainOf, clock } from '../api/chain-stage.ts'
import { salesOf } from '../api/sale-stage.ts'
import { lastingDatabase } from '../harness/lasting-database.ts'
import { openWorld } from '../harness/world.ts'

const kills = Number(process.env.CERTIFICATE_KILLS ?? 3)
const isLong = process.env.CERTIFICATE_KILLS !== undefined
/** Kilograms of one dispatch. */
const kg = 12.5
const dispatchesOfLot = 40
/** In which step it is killed, one after the other. */
const killedIn = ['refused ISSUED', 'SUBMITTED', 'ISSUED', 'REVIEW_STARTED', 'refused SUBMITTED'] as const

it(
  `${kills} kills: nothing issued twice, nothing lost`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'farmbook-kills-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { env, open, close } = await lastingDatabase(folder)
    const first = await open()
    const world = await openWorld({ database: first, now: clock })
    const sales = salesOf(await chainOf(world))
    const { id: tenantId, subdomain } = world.tenants.cotton
    // Every third dispatch is on two drafts, of which one may be issued. What came of the next one is restricted before the issue.
    const dispatches = 3 + kills
    const drafts: { id: string; restricts: string | null; isSecond: boolean }[] = []
    let lotId = ''
    for (let n = 0; n < dispatches; n++) {
      if (n % dispatchesOfLot === 0) lotId = await sales.lot(kg * dispatchesOfLot)
      const sent = await sales.send(lotId, kg)
      for (let copy = 0; copy < (n % 3 === 0 ? 2 : 1); copy++)
        drafts.push({ id: (await sales.draft([sent])).id, restricts: n % 3 === 1 ? sent.partId : null, isSecond: copy > 0 })
    }
    const restricted = drafts.filter(({ restricts }) => restricts).length
    const settings = {
      ...process.env,
      ...env,
      SUBDOMAIN: subdomain,
      SELLER: world.people.omar?.id ?? '',
      AUDITOR: world.people.carla?.id ?? '',
      BUYER: world.people.paul?.id ?? '',
    }
    await close(first)

    let child: ChildProcess | undefined
    onTestFinished(() => void child?.kill('SIGKILL'))
    /** The last status that was answered to each step of a certificate, in the words of the process. */
    const answered = new Map<string, number>()
    const isEnded = (id: string): boolean =>
      answered.get(`${id} ISSUED`) === 201 || [...answered].some(([step, status]) => step.startsWith(id) && status === 422)
    const kindOf = (id: string, step: string): string => {
      const draft = drafts.find((one) => one.id === id)
      const isRefused = step === 'ISSUED' ? draft?.restricts : step === 'SUBMITTED' && draft?.isSecond
      return isRefused ? `refused ${step}` : step
    }
    const inSteps: string[] = []
    let contradicted = 0
    for (let start = 0; ; start++) {
      const waiting = drafts.filter(({ id }) => !isEnded(id))
      if (waiting.length === 0) break
      const killIn = inSteps.length < kills ? killedIn[start % killedIn.length] : null
      // One after the other, so that the transaction is that of the step; now and then several at once, and in the end.
      const workers = killIn && start % 4 !== 3 ? 1 : 3
      const process_ = spawn(process.execPath, ['tests/contract/certificate-process.ts'], {
        env: { ...settings, CERTIFICATES: JSON.stringify(waiting), WORKERS: String(workers) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = process_
      const exited = new Promise<void>((resolve) => process_.once('exit', () => resolve()))
      let isThere = false
      for await (const line of createInterface({ input: process_.stdout })) {
        const [word, id = '', step = '', status = ''] = line.split(' ')
        if (word === 'answered') {
          const before = answered.get(`${id} ${step}`)
          if (before !== undefined && before !== Number(status)) contradicted++
          answered.set(`${id} ${step}`, Number(status))
        }
        if (word === 'sends') isThere ||= killIn === kindOf(id, step)
        if (line !== 'write' || !isThere) continue
        if (isLong) await setTimeout(Math.random() * 60)
        process_.kill('SIGKILL')
      }
      await exited
      if (process_.signalCode === 'SIGKILL') inSteps.push(String(killIn))
      else expect(process_.exitCode).toBe(0)
    }
    console.log(`${inSteps.length} kills over ${drafts.length} certificates of ${dispatches} dispatches: ${inSteps.join(', ')}`)
    if (kills > 0) expect(inSteps).toContain('refused ISSUED')
    expect(contradicted).toBe(0)

    const database = await open()
    const counted = await database.transaction(tenantId, async (db) => {
      const { rows } = await sql<Record<string, unknown>>`select
        (select count(*) from transactioncertificate where tenant_id = ${tenantId} and status = 'ISSUED')::integer as issued,
        (select count(distinct tc_no) from transactioncertificate where tenant_id = ${tenantId} and status = 'ISSUED')::integer as numbers,
        (select count(*) from transactioncertificate where tenant_id = ${tenantId} and status = 'DRAFT')::integer as drafts,
        (select count(*) from transactioncertificate where tenant_id = ${tenantId} and status = 'UNDER_REVIEW')::integer as reviewed,
        (select count(*) from event where tenant_id = ${tenantId} and event_type = 'QUARANTINE')::integer as restricted,
        (select coalesce(max(n), 0) from (select count(*) as n from event where tenant_id = ${tenantId} and subject_type = 'transactioncertificate'
          and event_type in ('SUBMITTED', 'REVIEW_STARTED', 'ISSUED') group by subject_id, event_type) as steps)::integer as most,
        (select sum(delta_kg) from ledger_entry where tenant_id = ${tenantId} and account = 'TC_ISSUE')::float8 as certified,
        (select coalesce(sum(delta_kg), 0) from ledger_entry where tenant_id = ${tenantId} and account = 'TC_RESERVE')::float8 as reserved,
        (select count(*) from (select batch_id, account from ledger_entry where tenant_id = ${tenantId} and account like 'TC_%'
          group by batch_id, account having sum(delta_kg) < 0) as negative)::integer as negative,
        (select count(*) from (select batch_id from ledger_entry where tenant_id = ${tenantId} group by batch_id
          having sum(delta_kg) filter (where account like 'TC_%') > sum(delta_kg) filter (where account = 'PURCHASED')) as over)::integer as over`.execute(db)
      return rows[0]
    })
    await close(database)
    const answeredWith = (status: number) => drafts.filter(({ id }) => answered.get(`${id} ISSUED`) === status)
    expect([answeredWith(201).length, answeredWith(422).map(({ restricts }) => restricts !== null)]).toEqual([
      dispatches - restricted,
      Array.from({ length: restricted }, () => true),
    ])
    expect(counted).toEqual({
      issued: dispatches - restricted,
      numbers: dispatches - restricted,
      drafts: drafts.length - dispatches,
      reviewed: restricted,
      restricted,
      most: 1,
      certified: (dispatches - restricted) * kg,
      reserved: restricted * kg,
      negative: 0,
      over: 0,
    })
  },
  1_200_000 + kills * 120_000,
)
