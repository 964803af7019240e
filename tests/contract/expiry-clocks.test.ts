// Laboratory reports and approved lists grow old, certificates and leases end (BR-31): whoever answers for them hears of it on the day and not before, once; also of what is confirmed late, and by the day
// that a correction gives.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayIn } from '#domain/kernel/day.ts'
import { runClock } from '#server/jobs/clock.ts'
import { confirmation, onCertificate } from '../api/certificate-stage.ts'
import { type Chain, chainOf, clock as demoClock, type Json, ok, record } from '../api/chain-stage.ts'
import { delivererOf } from '../api/notification-stage.ts'
import { ownersIn } from '../api/parcel-stage.ts'
import { openWorld, type World } from '../harness/world.ts'

const dayMs = 86_400_000
let world: World
let chain: Chain
let stage: ReturnType<typeof delivererOf>
let ahead = 0
const clock = () => new Date(demoClock().getTime() + ahead)
const today = (days: number) => addDays(dayIn('Asia/Kolkata', demoClock()), days)
async function tick(days: number): Promise<void> {
  ahead = days * dayMs
  stage.setAhead(0)
  for (let time = 0; time < 2; time++) await runClock(stage.context, world.tenants.cotton)
  stage.setAhead(120_000)
  await stage.deliver()
}
const heard = async (person: string, code: string, id: string) => (await stage.inbox(person, code)).filter(({ subjectId }) => subjectId === id)

beforeAll(async () => {
  world = await openWorld({ now: demoClock })
  chain = await chainOf(world)
  stage = delivererOf(world, clock)
}, 120_000)

describe('a laboratory report', () => {
  it('on goods that are left is announced when it is twelve months old, once; a newer one takes its place, a void gives it back', async () => {
    const { farmerId, cropId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 300)
    const [tested, sentOn] = [(await chain.lot()).id as string, (await chain.lot()).id as string]
    for (const lot of [tested, sentOn]) {
      await ok(chain.buy(lot, cropId, 100))
      await ok(record(world.as('pooja', 'OP1'), 'productbatch', lot, 'CLOSED', '2025-11-21'))
    }
    const result = async (lot: string, day: string, reportNo: string, reportedOn: string): Promise<Json> => {
      await ok(record(world.as('pooja', 'OP1'), 'productbatch', lot, 'SAMPLE_TAKEN', day, { kind: 'GMO', sampleNo: reportNo, laboratory: 'Lab' }, 9))
      return ok(
        record(
          world.as('pooja', 'OP1'),
          'productbatch',
          lot,
          'LAB_RESULT',
          day,
          { kind: 'GMO', sampleNo: reportNo, result: 'NEGATIVE', reportNo, reportedOn },
          10,
        ),
      )
    }
    await result(tested, '2025-12-01', 'R-1', '2025-11-28')
    await result(sentOn, '2025-12-01', 'R-2', '2025-11-28')
    await ok(record(world.as('omar', 'OP1'), 'productbatch', sentOn, 'RELEASED', '2025-12-02'))
    await ok(record(world.as('pooja', 'OP1'), 'productbatch', sentOn, 'DISPATCH', '2025-12-03', { buyerId: chain.ginner, kg: 100, invoiceNo: 'I-1' }))
    await tick(316)
    expect(today(316)).toBe('2026-11-27')
    expect(await heard('pooja', 'LAB_AGEING', tested)).toEqual([])
    for (const days of [317, 330]) await tick(days)
    expect(await heard('pooja', 'LAB_AGEING', tested)).toMatchObject([{ severity: 'WARN', headline: expect.stringContaining('R-1') }])
    expect(await heard('pooja', 'LAB_AGEING', sentOn)).toEqual([])
    expect(await heard('omar', 'LAB_AGEING', tested)).toEqual([])
    const { event } = await result(tested, '2026-01-10', 'R-3', '2026-01-09')
    await tick(350)
    expect(await heard('pooja', 'LAB_AGEING', tested)).toHaveLength(1)
    await tick(359)
    expect(await heard('pooja', 'LAB_AGEING', tested)).toHaveLength(2)
    ahead = 0
    await ok(world.as('pooja', 'OP1').post(`/productbatch/${tested}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await tick(360)
    expect(await heard('pooja', 'LAB_AGEING', tested)).toHaveLength(2)
  })
})

describe('an approved list', () => {
  it('is announced to the manager twelve months after it came into force, once', async () => {
    ahead = 0
    const [omar, carla] = [world.as('omar', 'OP1'), world.as('carla', 'OP1')]
    const scheme = await chain.standards.scheme('NPOP')
    const day = today(0)
    await ok(record(omar, 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', day, { farmSchemeId: scheme, seasonId: chain.season }))
    const { id } = (await ok(omar.get('/approvedlist?sort=-versionNo'))).items[0]
    const { hash } = await ok(omar.get(`/approvedlist/${id}`))
    await ok(record(omar, 'approvedlist', id, 'SIGNED', day, { hash }))
    await ok(record(carla, 'approvedlist', id, 'COUNTERSIGNED', day, { hash }))
    expect((await ok(omar.get(`/approvedlist/${id}`))).inForceFrom).toBe('2026-01-15')
    await tick(364)
    expect(await heard('omar', 'AFL_AGEING', id)).toEqual([])
    for (const days of [365, 380]) await tick(days)
    expect(await heard('omar', 'AFL_AGEING', id)).toMatchObject([{ severity: 'WARN' }])
    expect(await heard('pooja', 'AFL_AGEING', id)).toEqual([])
  })
})

describe('the last day of a scope certificate', () => {
  const group = () => world.places.cotton.OP1?.id as string
  const [omar, carla, ada] = [() => world.as('omar', 'OP1'), () => world.as('carla', 'OP1'), () => world.as('ada', 'OP1')]
  const heardOf = async (id: string) => (await heard('omar', 'SC_EXPIRING', id)).length
  it('is announced on the ninetieth day before it and not on the one before that, of one that is confirmed late with the days that are left, and not while it is not', async () => {
    ahead = 0
    const input = await chain.standards.input(
      { collectiveId: group() },
      { scheme: 'NOP', issueDate: '2026-01-01', validFrom: '2026-01-01', validTo: today(100) },
    )
    const { id } = await ok(ada().post('/scopecertificate', input))
    await tick(10)
    expect(await heardOf(id)).toBe(0)
    ahead = 0
    const { event } = await ok(carla().post(`/scopecertificate/${id}/events`, { ...confirmation, occurredAt: '2026-01-02T10:00:00+05:30' }))
    await tick(9)
    expect(await heardOf(id)).toBe(0)
    ahead = 0
    await ok(carla().post(`/scopecertificate/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await tick(10)
    expect(await heardOf(id)).toBe(0)
    ahead = 0
    await ok(carla().post(`/scopecertificate/${id}/events`, { ...confirmation, occurredAt: '2026-01-02T10:00:00+05:30' }))
    await tick(12)
    expect(await heard('omar', 'SC_EXPIRING', id)).toMatchObject([{ headline: expect.stringMatching(/in 88 days\.$/) }])
    // Withdrawn, which becomes known late; and not withdrawn after all.
    ahead = 0
    const withdrawn = await ok(onCertificate(carla(), id, 'WITHDRAWN', '2026-01-10'))
    await tick(40)
    expect(await heardOf(id)).toBe(1)
    ahead = 0
    await ok(carla().post(`/scopecertificate/${id}/events/${withdrawn.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await tick(41)
    expect(await heardOf(id)).toBe(2)
  })
  it('is another one when the proposal is corrected: announced by that', async () => {
    ahead = 0
    const input = await chain.standards.input(
      { collectiveId: group() },
      { scheme: 'ROC', issueDate: '2026-01-01', validFrom: '2026-01-01', validTo: today(100) },
    )
    const { id, version } = await ok(ada().post('/scopecertificate', input))
    await ok(ada().patch(`/scopecertificate/${id}`, { validTo: today(130) }, { 'if-match': `"${version}"` }))
    await ok(carla().post(`/scopecertificate/${id}/events`, { ...confirmation, occurredAt: '2026-01-02T10:00:00+05:30' }))
    await tick(39)
    expect(await heardOf(id)).toBe(0)
    await tick(40)
    expect(await heardOf(id)).toBe(1)
  })
  it('of a lease is that of its record: entered when its mark has passed it is announced once, moved on it is announced anew, and not of what is owned', async () => {
    ahead = 0
    const { parcelId } = await chain.member()
    const heardOfLease = async () => (await heard('omar', 'LEASE_ENDING', parcelId)).length + (await heard('fatima', 'LEASE_ENDING', parcelId)).length
    const edit = async (values: Json) => {
      ahead = 0
      const { version } = await chain.view('landparcel', parcelId)
      await ok(omar().patch(`/landparcel/${parcelId}`, values, { 'if-match': `"${version}"` }))
    }
    await edit({ tenure: 'LEASED', landowners: await ownersIn(world), leaseFrom: '2024-01-01', leaseTo: today(95) })
    await tick(4)
    const none = await heardOfLease()
    await tick(5)
    const once = await heardOfLease()
    expect([none, once > 0]).toEqual([0, true])
    await edit({ leaseTo: today(120) })
    await tick(29)
    expect(await heardOfLease()).toBe(once)
    await tick(30)
    expect(await heardOfLease()).toBe(2 * once)
    await edit({ tenure: 'OWNED', leaseFrom: null, leaseTo: null })
    await tick(95)
    expect(await heardOfLease()).toBe(2 * once)
  })
})
