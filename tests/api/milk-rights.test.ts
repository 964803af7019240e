// Milk that farmers bring, and that leaves, is recorded by the purchase officer, too, whom these events name; what the herd itself gives is not.
import { beforeAll, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf } from './husbandry-stage.ts'

let farm: Husbandry
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now: clock }))
}, 120_000)
const refused = refusing(() => farm.world)
const as = (who: string) => farm.world.as(who, 'OP1')
const on = (who: string, id: string, eventType: string, data: Record<string, unknown>) =>
  as(who).post(`/productionsystem/${id}/events`, { eventType, occurredAt: daysAgo(1), data, lateReason: 'From the book' })

it('is recorded by the purchase officer where it is bought, who milks no herd, changes no dairy (403)', async () => {
  const { id } = farm.dairy
  const cow = await farm.cow()
  const herd = { session: 'AM', rows: [{ cowId: cow.id, kg: 5, destination: 'MilkTank' }] }
  await refused(() => on('pooja', id, 'HERD_MILKING', herd), { status: 403 })
  await refused(() => as('pooja').patch(`/productionsystem/${id}`, { systemType: 'MIXED' }, { 'if-match': '"1"' }), { status: 403 })
  const [farmer] = await farm.list('/farmer?limit=1')
  const rows = [{ farmerId: farmer.id, litres: 12, fatPct: 4, clr: 28, accepted: true }]
  const { status, body } = await on('pooja', id, 'MILK_COLLECTION', { shift: 'AM', rows })
  expect([status, body.event?.eventType]).toEqual([201, 'MILK_COLLECTION'])
  await refused(() => on('carla', id, 'MILK_COLLECTION', { shift: 'PM', rows }), { status: 403 })
})
