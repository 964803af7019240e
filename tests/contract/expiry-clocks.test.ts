// Laboratory reports and approved lists grow old (BR-31): whoever answers for them hears of it on the day and not before, once.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayIn } from '#domain/kernel/day.ts'
import { runClock } from '#server/jobs/clock.ts'
import { type Chain, chainOf, clock as demoClock, type Json, ok, record } from '../api/chain-stage.ts'
import { delivererOf } from '../api/notification-stage.ts'
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
