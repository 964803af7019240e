// What a field can have grown, at each bound of its rules and to the kilogram or gram (BR-06, BR-07): what is refused just above, what is said just below, and that a
// picking or an estimate which comes late, is corrected or is taken back is judged with all the others, whatever was recorded first.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const open = async (cropId: string, rule: string): Promise<string[]> =>
  (await chain.view('crop', cropId)).flags.filter(({ ruleId }: Json) => ruleId === rule).map(({ severity }: Json) => severity)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('pickings of a crop with an estimate of 1,000 kg and a ceiling of 1,600 kg (BR-07)', () => {
  let cropId: string
  const why = async () => ({ reason: 'Late rain', files: [await uploadedSlip(as('fatima'))] })
  const pick = (kg: number, day: string, more: Record<string, unknown> = {}) => record(as('fatima'), 'crop', cropId, 'HARVEST', day, { pickNo: 1, kg, ...more })
  const undo = (eventId: string) => as('fatima').post(`/crop/${cropId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
  beforeAll(async () => {
    ;({ cropId } = await chain.sown())
    await ok(record(as('fatima'), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1000 }))
    await ok(record(as('omar'), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
  })
  it('are nothing to be said of up to the estimate, a warning up to 110 %, and above that for a reason with a photo only, up to 125 %', async () => {
    const steps: [kg: number, severity: string | null][] = [
      [1000, null],
      [1000.001, 'WARN'],
      [1100, 'WARN'],
    ]
    for (const [kg, severity] of steps) {
      const { event } = await ok(pick(kg, '2025-11-01'))
      expect(await open(cropId, 'BR-07')).toEqual(severity ? [severity] : [])
      await ok(undo(event.id))
      expect(await open(cropId, 'BR-07')).toEqual([])
    }
    await refused(() => pick(1100.001, '2025-11-01'), blocked('BR-07'))
    const { reason, files } = await why()
    await refused(() => pick(1100.001, '2025-11-01', { reason }), blocked('BR-07'))
    await refused(() => pick(1100.001, '2025-11-01', { files }), blocked('BR-07'))
    await refused(() => pick(1250.001, '2025-11-01', { reason, files }), blocked('BR-07'))
    const { event } = await ok(pick(1250, '2025-11-01', { reason, files }))
    expect(await open(cropId, 'BR-07')).toEqual(['REVIEW'])
    await ok(undo(event.id))
  })
  it('that come late are judged with those after them, a correction in the place of what it corrects, and a void gives back what it took', async () => {
    const later = await ok(pick(700, '2025-11-10'))
    await refused(() => pick(400.001, '2025-10-20'), blocked('BR-07'))
    const earlier = await ok(pick(400, '2025-10-20'))
    expect([earlier.findings.map((one: Json) => one.severity), await open(cropId, 'BR-07')]).toEqual([['WARN'], ['WARN']])
    const corrected = (kg: number, more = {}) =>
      as('fatima').post(`/crop/${cropId}/events`, {
        ...{ eventType: 'HARVEST', occurredAt: later.event.occurredAt, lateReason: 'Weighed again', supersedesEventId: later.event.id },
        data: { pickNo: 1, kg, ...more },
      })
    const { reason, files } = await why()
    await refused(() => corrected(850.001, { reason, files }), blocked('BR-07'))
    await refused(() => corrected(700.001), blocked('BR-07'))
    const { event } = await ok(corrected(600))
    expect([await open(cropId, 'BR-07'), (await chain.view('crop', cropId)).harvestedKg]).toEqual([[], 1000])
    await ok(undo(event.id))
    expect((await chain.view('crop', cropId)).harvestedKg).toBe(400)
    await ok(pick(700, '2025-11-12'))
    expect(await open(cropId, 'BR-07')).toEqual(['WARN'])
    await ok(undo(earlier.event.id))
    expect([await open(cropId, 'BR-07'), (await chain.view('crop', cropId)).harvestedKg]).toEqual([[], 700])
  })
  it('are refused above the ceiling whatever the estimate, and at it not', async () => {
    const { cropId: other } = await chain.sown()
    await ok(record(as('fatima'), 'crop', other, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1600 }))
    await ok(record(as('omar'), 'crop', other, 'ESTIMATE_APPROVED', '2025-09-22'))
    const more = await why()
    await refused(() => record(as('fatima'), 'crop', other, 'HARVEST', '2025-11-01', { pickNo: 1, kg: 1600.001, ...more }), blocked('BR-07'))
    const { findings } = await ok(record(as('fatima'), 'crop', other, 'HARVEST', '2025-11-01', { pickNo: 1, kg: 1600 }))
    expect(findings).toEqual([])
  })
})

describe('an estimate (BR-06)', () => {
  const estimate = (cropId: string, kgPerHa: number, more: Record<string, unknown> = {}, day = '2025-09-20') =>
    as('fatima').post(`/crop/${cropId}/events`, {
      ...{ eventType: 'YIELD_ESTIMATE', occurredAt: `${day}T10:00:00+05:30`, lateReason: 'From the field book' },
      data: { method: 'BOLL_COUNT', kgPerHa },
      ...more,
    })
  it('is refused a kilogram above the ceiling, also in place of another one and for an earlier day, and taken at it', async () => {
    const { cropId } = await chain.sown({ village: 'Ceiling' })
    await refused(() => estimate(cropId, 1601), { ...blocked('BR-06'), body: { figures: { estimateKg: 1601, capKg: 1600 } } })
    const { event } = await ok(estimate(cropId, 1600))
    await refused(() => estimate(cropId, 1601, { supersedesEventId: event.id }), blocked('BR-06'))
    await refused(() => estimate(cropId, 1601, {}, '2025-09-01'), blocked('BR-06'))
    expect((await chain.view('crop', cropId)).proposedKg).toBe(1600)
    await ok(as('fatima').post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await chain.view('crop', cropId)).proposedKg).toBeNull()
  })
  it('is looked at above 1.3 times the median of the village and its water, and not at it; its correction and its void close that', async () => {
    for (const kgPerHa of [700, 800, 900]) {
      const { cropId } = await chain.sown({ village: 'Median' })
      await ok(estimate(cropId, kgPerHa))
      await ok(record(as('omar'), 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
    }
    const { cropId } = await chain.sown({ village: 'Median' })
    // 1.3 times 800.
    const at = await ok(estimate(cropId, 1040))
    expect([at.findings, await open(cropId, 'BR-06')]).toEqual([[], []])
    const above = await ok(estimate(cropId, 1041, { supersedesEventId: at.event.id }))
    expect([above.findings.map((one: Json) => one.severity), await open(cropId, 'BR-06')]).toEqual([['REVIEW'], ['REVIEW']])
    const below = await ok(estimate(cropId, 1040, { supersedesEventId: above.event.id }))
    expect(await open(cropId, 'BR-06')).toEqual([])
    const again = await ok(estimate(cropId, 1500, { supersedesEventId: below.event.id }))
    expect(await open(cropId, 'BR-06')).toEqual(['REVIEW'])
    await ok(as('fatima').post(`/crop/${cropId}/events/${again.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await open(cropId, 'BR-06')).toEqual([])
    // Elsewhere nobody has another estimate: nothing is compared.
    const { cropId: alone } = await chain.sown({ village: 'Alone' })
    expect((await ok(estimate(alone, 1600))).findings).toEqual([])
  })
})
