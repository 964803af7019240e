// The claim of a crop on the days on which it changes (BR-04, BR-14): a day before, on the day, and as its facts are recorded late, corrected and taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let urea: string
const as = (who: string) => world.as(who, 'OP1')
const claim = async (cropId: string): Promise<string> => (await chain.view('crop', cropId)).claimStatus
const take = (who: string, entity: string, id: string, eventId: string, note?: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', ...(note ? { note } : {}) })
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  urea = (await ok(as('ada').post('/inputitem', { name: 'Urea', category: 'OTHER', permission: 'PROHIBITED', phiDays: 0 }))).id
}, 120_000)

describe('a crop sown on 20 June 2025 (BR-04)', () => {
  it.each([
    [null, 'CONVENTIONAL'],
    ['2025-06-21', 'CONVENTIONAL'],
    ['2025-06-20', 'IC1'],
    ['2024-06-21', 'IC1'],
    ['2024-06-20', 'IC2'],
    ['2023-06-21', 'IC2'],
    ['2023-06-20', 'ORGANIC'],
  ])('on a plot in conversion since %s is %s', async (conversionStart, expected) => {
    const { cropId } = await chain.sown({ conversionStart })
    expect(await claim(cropId)).toBe(expected)
  })
  it('is what it was on the day that its sowing is corrected to, and as planned when that is taken back', async () => {
    const { cropId } = await chain.sown({ conversionStart: '2023-06-21' })
    const { items } = await ok(as('omar').get(`/crop/${cropId}/events`))
    const sowing = items.find(({ eventType }: Json) => eventType === 'SOWING')
    const on = (day: string, supersedesEventId: string) =>
      ok(
        as('fatima').post(`/crop/${cropId}/events`, {
          eventType: 'SOWING',
          occurredAt: at(day),
          data: sowing.data,
          lateReason: 'Field book',
          supersedesEventId,
        }),
      )
    const { event } = await on('2025-06-21', sowing.id)
    expect(await claim(cropId)).toBe('ORGANIC')
    const { event: again } = await on('2025-06-20', event.id)
    expect(await claim(cropId)).toBe('IC2')
    await ok(take('fatima', 'crop', cropId, again.id))
    expect((await claim(cropId)) ?? null).toBeNull()
  })
  it('follows a start of conversion that is corrected by a day, either way, and its void', async () => {
    const { cropId, parcelId } = await chain.sown({ conversionStart: '2025-06-20' })
    expect(await claim(cropId)).toBe('IC1')
    const { items } = await ok(as('omar').get(`/landparcel/${parcelId}/events`))
    const start = items.find(({ eventType }: Json) => eventType === 'CONVERSION_STARTED')
    const confirmed = items.find(({ eventType }: Json) => eventType === 'CONVERSION_CONFIRMED')
    await ok(take('carla', 'landparcel', parcelId, confirmed.id))
    const on = (startedOn: string, supersedesEventId: string) =>
      ok(
        as('omar').post(`/landparcel/${parcelId}/events`, {
          ...{ eventType: 'CONVERSION_STARTED', occurredAt: at(startedOn), data: { startedOn }, lateReason: 'Register', supersedesEventId },
        }),
      )
    const { event } = await on('2025-06-21', start.id)
    expect(await claim(cropId)).toBe('CONVENTIONAL')
    const { event: again } = await on('2025-06-20', event.id)
    expect(await claim(cropId)).toBe('IC1')
    await ok(take('omar', 'landparcel', parcelId, again.id))
    expect(await claim(cropId)).toBe('CONVENTIONAL')
  })
})

describe('a prohibited input (BR-14)', () => {
  const found = (parcelId: string, usedOn: string, more: Record<string, unknown> = {}, who = 'ines') =>
    as(who).post(`/landparcel/${parcelId}/events`, {
      ...{ eventType: 'PROHIBITED_INPUT_FOUND', occurredAt: at('2025-11-10'), lateReason: 'Field book' },
      ...{ data: { itemId: urea, usedOn, evidence: 'Empty bag' }, ...more },
    })
  it('of the day before the sowing begins the conversion anew on it; of that day it costs the crop its claim', async () => {
    const [before, on] = [await chain.sown(), await chain.sown()]
    await ok(found(before.parcelId, '2025-06-19'))
    await ok(found(on.parcelId, '2025-06-20'))
    expect([await claim(before.cropId), await claim(on.cropId)]).toEqual(['IC1', 'CONVENTIONAL'])
  })
  it('of the day on which the crop was over costs its claim, and of the day after does not', async () => {
    const over = async (usedOn: string) => {
      const { cropId, parcelId } = await chain.sown()
      await chain.picked(cropId, 300)
      await ok(record(as('fatima'), 'crop', cropId, 'CROP_CLOSE', '2025-10-28', { residue: 'SHREDDED' }))
      await ok(found(parcelId, usedOn))
      return claim(cropId)
    }
    expect([await over('2025-10-28'), await over('2025-10-29')]).toEqual(['CONVENTIONAL', 'ORGANIC'])
  })
  it('counts by the day of its use, in whatever order two are recorded, corrected and taken back', async () => {
    const { cropId, parcelId } = await chain.sown()
    const last = async () => (await chain.view('landparcel', parcelId)).lastProhibitedInputOn
    const { event } = await ok(found(parcelId, '2025-08-01'))
    await ok(found(parcelId, '2025-06-10'))
    expect([await last(), await claim(cropId)]).toEqual(['2025-08-01', 'CONVENTIONAL'])
    const corrected = { supersedesEventId: event.id, notes: 'It was in June' }
    const usedOn = '2025-06-19'
    expect((await found(parcelId, usedOn, corrected, 'ada')).status).toBe(409)
    const dismissal = (day: string) =>
      ok(record(as('carla'), 'landparcel', parcelId, 'PROHIBITED_INPUT_DISMISSED', '2026-01-14', { itemId: urea, usedOn: day, reason: 'Another day' }))
    await dismissal('2025-08-01')
    const { event: moved } = await ok(found(parcelId, usedOn, corrected, 'ada'))
    expect([await last(), await claim(cropId)]).toEqual(['2025-06-19', 'IC1'])
    await dismissal(usedOn)
    await ok(take('ada', 'landparcel', parcelId, moved.id, 'No input at all'))
    expect([await last(), await claim(cropId)]).toEqual(['2025-06-10', 'IC1'])
  })
})
