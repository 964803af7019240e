// The planted problems, tried on the loaded programme: each file is sent to the import it is made for, and the
// rule that it names must refuse it, flag it, or let it pass for a later screening.
import { describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { tenantsOf } from '#server/http/tenants.ts'
import { addDays, at, todayInIndia } from '../../scripts/demo/calendar.ts'
import { asDemoPeople, DemoClient } from '../../scripts/demo/demo-client.ts'
import type { Problem } from '../../scripts/demo/problem-file.ts'
import { problemLots } from '../../scripts/demo/problem-seasons.ts'
import { makeProblems } from '../../scripts/demo/problems.ts'
import { makeProgramme } from '../../scripts/demo/programme.ts'
import { staffFor } from '../../scripts/demo/staff.ts'

export function problemTrials(database: () => Database): void {
  const programme = makeProgramme(todayInIndia())
  const { problems, files } = makeProblems(programme)
  const textOf = ({ file }: Problem) => files.find(({ name }) => name.endsWith(`/${file}`))?.text ?? ''
  const client = () =>
    new DemoClient(
      createApp({
        database: database(),
        behaviours,
        log: () => {},
        now: () => new Date(),
        tenants: tenantsOf(database(), { bases: ['demo.localhost'], local: null, port: '' }),
        authenticate: asDemoPeople,
      }),
      'cotton.demo.localhost',
      'trial',
    )
  const administrator = staffFor('ADMIN', '')
  const trial = (problem: Problem, dryRun: boolean) =>
    client().send(administrator, problem.operator, `/${problem.entity}/import?kind=${problem.kind}&dryRun=${dryRun}`, {
      method: 'POST',
      body: textOf(problem),
      headers: { 'content-type': 'text/csv', prefer: 'wait=60' },
    })

  describe('the planted problems', () => {
    it.each(problems.filter(({ entity }) => entity !== 'processingsystem').map((problem) => [problem.file, problem] as const))('%s', async (_, problem) => {
      const job = await trial(problem, true)
      expect(job, JSON.stringify(job.problems)).toMatchObject(
        problem.outcome === 'REFUSED' ? { state: 'DONE', rejected: job.rows } : { state: 'DONE', rejected: 0 },
      )
      const rules = job.problems.map(({ ruleId }: { ruleId?: string }) => ruleId)
      if (problem.outcome !== 'SCREENED') expect(rules, JSON.stringify(job.problems)).toContain(problem.rule)
    })

    it('the runs, on lots that are sent to the gins for it', async () => {
      await sendTrialLots(client(), programme)
      for (const problem of problems.filter(({ entity }) => entity === 'processingsystem')) {
        const job = await trial(problem, true)
        const outcomes = job.problems.map(({ ruleId, outcome }: { ruleId?: string; outcome: string }) => `${ruleId} ${outcome}`)
        expect(outcomes, `${problem.file}: ${JSON.stringify(job.problems)}`).toContain(
          `${problem.rule} ${problem.outcome === 'REFUSED' ? 'REJECTED' : 'FLAGGED'}`,
        )
      }
    })

    it('are not in the books: a dry run writes nothing', async () => {
      const page = await client().send(administrator, 'OP1', '/farmer?q=OP1-901')
      expect(page.items).toEqual([])
    })
  })
}

/** 1,000 kg to Khargone and 300 kg to Sendhwa, of what Narmada's centres still hold of closed organic lots. */
async function sendTrialLots(client: DemoClient, { calendar }: ReturnType<typeof makeProgramme>): Promise<void> {
  const administrator = staffFor('ADMIN', '')
  const code = 'OP1'
  const idOf = async (entity: string, name: string) => (await client.idsByCode(administrator, code, entity)).get(name) ?? ''
  const [product, season] = [await idOf('product', 'PRD-SC'), await idOf('season', calendar.kharif.code)]
  const page = await client.send(administrator, code, '/productbatch?limit=200&filter[unitType]=HEAP&filter[claimStatus]=ORGANIC')
  const sources: { id: string; onHandKg: number; status: string }[] = page.items.filter(
    (lot: { onHandKg: number; status: string; productId: string; processorId: string | null }) =>
      lot.onHandKg > 0 && lot.productId === product && !lot.processorId,
  )
  const record = (entity: string, id: string, type: string, when: string, data: Record<string, unknown> = {}) =>
    client.record(administrator, code, entity, id, type, when, data)
  const day = addDays(calendar.anchor, -8)
  for (const source of sources) if (source.status === 'OPEN') await record('productbatch', source.id, 'CLOSED', at(day, 7))
  for (const { batchNo, sentAs, kg, gin, buyer } of problemLots) {
    const id = await client.create(administrator, code, 'productbatch', { batchNo, productId: product, unitType: 'HEAP', seasonId: season }, batchNo)
    let left: number = kg
    const inputs = sources.flatMap((source) => {
      const taken = Math.min(left, source.onHandKg)
      left -= taken
      source.onHandKg -= taken
      return taken > 0 ? [{ batchId: source.id, kg: taken }] : []
    })
    await record('productbatch', id, 'HEAP_BUILT', at(day, 8), { inputs })
    await record('productbatch', id, 'CLOSED', at(day, 9))
    await record('productbatch', id, 'RELEASED', at(day, 10))
    await record('productbatch', id, 'DISPATCH', at(day, 11), { buyerId: await idOf('processor', buyer), kg, invoiceNo: `TRY-${batchNo}`, batchNo: sentAs })
    const sent = (await client.send(administrator, code, `/productbatch?filter[batchNo]=${sentAs}`)).items[0]
    await record('processingsystem', await idOf('processingsystem', gin), 'GOODS_RECEIVED', at(day, 16), {
      batchId: sent.id,
      grossKg: kg + 100,
      tareKg: 100,
      netKg: kg,
    })
  }
}
