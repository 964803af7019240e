// The end of an import, an export and a report reaches whoever asked for it; that personal data was taken out, the administrators.
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseStorage } from '#server/files/database-driver.ts'
import { reportJob } from '#server/jobs/report.ts'
import { openWorld, type World } from '../harness/world.ts'
import { ok } from './chain-stage.ts'
import { farmers, person } from './exchange-stage.ts'
import { delivererOf } from './notification-stage.ts'

let world: World
let stage: ReturnType<typeof delivererOf>
beforeAll(async () => {
  world = await openWorld()
  stage = delivererOf(world, () => new Date())
})
const send = (body: string, query = '') =>
  ok(world.as('omar', 'OP1').send(`/farmer/import${query}`, { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } }))
const headlines = async (who: string, code: string) => (await stage.inbox(who, code)).map(({ headline }) => headline)

describe('what was asked for and has ended', () => {
  it('of an import says its rows to whoever sent it, and to nobody else; a trial says nothing', async () => {
    await send(farmers(person()), '?dryRun=true')
    await send(farmers(person(), person(), person({ gender: 'X' })))
    await stage.deliver()
    expect(await headlines('omar', 'IMPORT_DONE')).toEqual([expect.stringMatching(/has ended: 2 new, 0 changed, 1 rejected\.$/)])
    for (const other of ['ada', 'fatima', 'ines']) expect(await headlines(other, 'IMPORT_DONE')).toEqual([])
  })
  it('of an export of personal data says so to the administrators', async () => {
    const { id } = await ok(world.as('omar', 'OP1').post('/farmer/exports?format=csv&purpose=OWN_RECORDS'))
    await expect.poll(async () => (await world.as('omar', 'OP1').get(`/farmer/exports/${id}`)).body.state).toBe('DONE')
    await stage.deliver()
    expect(await headlines('ada', 'EXPORT_PERSONAL')).toEqual([expect.stringMatching(/has taken out personal data: Farmers, 2 rows\.$/)])
    expect(await headlines('fatima', 'EXPORT_PERSONAL')).toEqual([])
  })
  it('of personal data by whichever way says so to the administrators, once each: a list as it is answered, and a report', async () => {
    const before = (await headlines('ada', 'EXPORT_PERSONAL')).length
    for (const path of ['/farmer/export?purpose=OWN_RECORDS', '/reports/farmer-register.csv?purpose=OWN_RECORDS', '/crop/export'])
      expect((await world.as('omar', 'OP1').get(path)).status).toBe(200)
    await stage.deliver()
    const lines = await headlines('ada', 'EXPORT_PERSONAL')
    expect(lines).toHaveLength(before + 2)
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/personal data: Farmer register, 2 rows\.$/)]))
  })
  it('of a report says that it is ready, once, however often its job comes', async () => {
    const { id } = await ok(world.as('omar', 'OP1').post('/reports/farmer-register/runs', { format: 'csv', parameters: {}, purpose: 'OWN_RECORDS' }))
    const job = reportJob({
      storage: databaseStorage(world.database),
      personNow: async (tenant, user, db) => (await world.deps.personNow?.(tenant, user, db)) ?? null,
    })
    for (let time = 0; time < 2; time++) await job.run(stage.context, { tenantId: world.tenants.cotton.id, runId: id })
    await stage.deliver()
    expect(await headlines('omar', 'REPORT_READY')).toEqual(['The report “Farmer register” is ready.'])
    expect(await stage.inbox('omar', 'REPORT_READY')).toMatchObject([{ timesSeen: 1 }])
  })
})
