// What a group's manager does with lots of its goods that a processor holds (4.4): they are restricted, released from that, disposed of, and an adjustment is approved; every other step, and what is
// entered of the lot, is its holder's. What is offered is what is accepted.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let lot = ''
const as = (key: string) => world.as(key, 'OP1')
const refused = refusing(() => world)
const step = (who: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  record(as(who), 'productbatch', lot, type, day, data, hour)
const may = async (who: string): Promise<string[]> => (await ok(as(who).get(`/productbatch/${lot}`))).may
const undo = (who: string, eventId: string) => as(who).post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const edit = async (who: string, values: Record<string, unknown>) => {
  const { version } = await chain.view('productbatch', lot)
  return as(who).patch(`/productbatch/${lot}`, values, { 'if-match': `"${version}"` })
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  lot = await chain.boughtAtGin(500)
}, 120_000)

describe('of a lot that a processor holds', () => {
  it('the manager changes no field, withdraws no public page and makes no step (403), and none of it is offered', async () => {
    expect((await may('omar')).filter((name) => name !== 'QUARANTINE' && name !== 'ADJUST_APPROVED')).toEqual([])
    for (const values of [{ batchNo: 'OMAR-1' }, { grade: 'A' }, { storageBin: 'B' }]) await refused(() => edit('omar', values), { status: 403 })
    await refused(() => step('omar', 'QR_REVOKED', '2025-12-01', { reason: 'No' }), { status: 403 })
    await refused(() => step('omar', 'LOSS', '2025-12-01', { cause: 'DRYING', kg: 1 }), { status: 403 })
    await refused(() => step('omar', 'ADJUST', '2025-12-01', { deltaKg: 1, reason: 'Found' }), { status: 403 })
    // A purchase officer of the group decides of none of it.
    expect(await may('pooja')).toEqual([])
    await refused(() => step('pooja', 'QUARANTINE', '2025-12-01', { reason: 'Wet' }), { status: 403 })
    await ok(edit('paul', { grade: 'A' }))
  })
  it('the manager holds back, releases, and approves an adjustment that its people propose; offered and accepted, late and taken back', async () => {
    const { event: proposal } = await ok(step('paul', 'ADJUST', '2025-12-05', { deltaKg: -5, reason: 'Weighed anew' }))
    expect(await may('omar')).toContain('ADJUST_APPROVED')
    const { event: approval } = await ok(step('omar', 'ADJUST_APPROVED', '2025-12-06'))
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(495)
    await ok(undo('omar', approval.id))
    await ok(undo('paul', proposal.id))
    expect(await may('omar')).toContain('QUARANTINE')
    const { event: hold } = await ok(step('omar', 'QUARANTINE', '2025-12-08', { reason: 'Wet' }))
    expect((await may('omar')).sort()).toEqual(['DISPOSAL', 'RELEASE'])
    await ok(step('omar', 'RELEASE', '2025-12-09', { causeClosed: 'Dry', downgrade: false }))
    await refused(() => undo('omar', hold.id), { status: 409 })
    expect((await chain.view('productbatch', lot)).status).toBe('RECEIVED')
    const { event: again } = await ok(step('omar', 'QUARANTINE', '2025-12-12', { reason: 'Wet, too' }))
    await ok(undo('omar', again.id))
    expect((await chain.view('productbatch', lot)).status).toBe('RECEIVED')
  })
  it('of two who decide at once one is first', async () => {
    await ok(step('paul', 'ADJUST', '2025-12-15', { deltaKg: -4, reason: 'Weighed anew' }))
    const both = await Promise.all(['omar', 'ada'].map((who) => step(who, 'ADJUST_APPROVED', '2025-12-16')))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(496)
  })
})
