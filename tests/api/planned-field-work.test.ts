// Steps of the demo package that are done to a cropping system, and the traps of a crop, close the plan that waits for them (BR-18;
// review B34).
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createBySystem } from '#server/store/create.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, ok } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const plan = (values: Record<string, unknown>) =>
  world.scoped(
    'ada',
    async (scope) =>
      (
        await createBySystem(scope, entityOf('planevent'), {
          operatorId: world.places.cotton.OP1?.id as string,
          name: 'Step',
          due: '2025-07-01',
          windowStart: '2025-06-15',
          windowEnd: '2025-07-20',
          ...values,
        })
      ).row,
  )

describe('a planned step of field work', () => {
  it.each([
    ['LAND_PREP', 'croppingsystem', { operation: 'PLOUGHING' }],
    ['INPUT_APPLICATION', 'croppingsystem', { dosePerHa: 5, unit: 'KG', total: 5 }],
    ['COVER_CROP', 'croppingsystem', { species: 'Sunn hemp', kg: 20 }],
    ['PEST_MONITORING', 'crop', { trap: 'PHEROMONE', traps: 12, caught: 3.5 }],
  ])('%s is fulfilled by the event on its %s', async (eventType, entity, data) => {
    const { systemId, cropId } = await chain.sown()
    const itemId =
      eventType === 'INPUT_APPLICATION'
        ? (await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Compost', category: 'COMPOST', permission: 'ALLOWED', phiDays: 0 }))).id
        : undefined
    const id = entity === 'crop' ? cropId : systemId
    const { id: planEventId } = await plan({ eventType, ...(entity === 'crop' ? { cropId } : { croppingSystemId: systemId }) })
    const body = { eventType, occurredAt: at('2025-07-02'), data: { ...data, ...(itemId ? { itemId } : {}) }, lateReason: 'Field book', planEventId }
    const { event } = await ok(world.as('fatima').post(`/${entity}/${id}/events`, body))
    expect(await chain.view('planevent', planEventId)).toMatchObject({ status: 'DONE_ON_TIME', fulfilledByEventId: event.id })
  })
})
