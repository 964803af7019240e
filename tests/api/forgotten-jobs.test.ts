// Imports, exports and reports whose job was lost: left alone while they may still move, taken up after an hour, each once, of every programme; what
// has ended stays as it is.
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { ImportEnds } from '#server/exchange/import-ends.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { exportJob } from '#server/jobs/exports.ts'
import { importJob } from '#server/jobs/imports.ts'
import type { Job } from '#server/jobs/job.ts'
import { reportJob } from '#server/jobs/report.ts'
import { clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { farmers, person } from './exchange-stage.ts'

let world: World
let jobs: Record<string, Job>
const round = (topic: string, minutes: number) =>
  jobs[topic]?.run(
    {
      database: world.database,
      behaviours: world.deps.behaviours,
      log: world.deps.log,
      clock: () => new Date(Date.now() + minutes * 60_000),
      stop: new AbortController().signal,
    },
    {},
  )
/** An app whose process has no workers, over a database without a queue: what is asked for there is enqueued nowhere. */
const requested = async (topic: string): Promise<string> => {
  world.as('omar')
  const app = createApp({ ...world.deps, jobs: null })
  const omar = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
  const answer =
    topic === 'import'
      ? await omar.send('/farmer/import', { method: 'POST', body: farmers(person()), headers: { 'content-type': 'text/csv' } })
      : topic === 'export'
        ? await omar.post('/farmer/exports?format=csv&purpose=OWN_RECORDS')
        : await omar.post('/reports/farmer-register/runs', { format: 'csv', parameters: {}, purpose: 'OWN_RECORDS' })
  expect(answer.status).toBe(202)
  return answer.body.importId ?? answer.body.id
}

beforeAll(async () => {
  world = await openWorld()
  const personNow = world.deps.personNow ?? (async () => null)
  const storage = databaseStorage(world.database)
  jobs = { import: importJob({ personNow, ends: new ImportEnds() }), export: exportJob({ personNow, storage }), report: reportJob({ personNow, storage }) }
})

describe.each([
  ['import', 'import_job'],
  ['export', 'export_job'],
  ['report', 'report_run'],
] as const)('A lost job of the topic %s', (topic, table) => {
  it('is taken up after an hour and not before; once it has ended, never', async () => {
    const id = await requested(topic)
    const [other, done] = [await requested(topic), await requested(topic)]
    await world.scoped('ada', ({ db }) => db.updateTable(table).set({ state: 'DONE' }).where('id', '=', done).execute())
    // Other programmes of the same database may have lost jobs of their own.
    const mine = new Set([id, other, done])
    const takenUp = () =>
      world.logged.flatMap(({ level, message, details }) => {
        const { topic: of, ids } = details as { topic?: string; ids?: string[] }
        return level === 'warn' && message === 'jobs that were lost are taken up again' && of === topic ? (ids ?? []).filter((one) => mine.has(one)).sort() : []
      })
    await round(topic, 59)
    expect(takenUp()).toEqual([])
    await round(topic, 61)
    expect(takenUp()).toEqual([id, other].sort())
  })
})
