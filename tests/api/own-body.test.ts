// What a certification body confirms is confirmed by an auditor of a body that certifies the group: one of another body, who has the group among the clients
// by name, confirms nothing. Before anybody certifies it, the reach of the auditor alone decides.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let stranger: User
let plot: string
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const other = () => world.asUser(stranger, 'cotton', 'OP1')
const elsewhere = { status: 403, body: { code: 'FORBIDDEN', detail: expect.stringContaining('Another certification body') } }
const start = (who: ReturnType<typeof as>, id: string) =>
  record(who, 'landparcel', id, 'CONVERSION_CONFIRMED', '2026-01-14', { startedOn: '2022-01-10', document: 'NC-1' })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const body = await seedsOf(world).make(entityOf('certificationbody'))
  const own = { operatorIds: [world.places.cotton.OP1?.id as string], certificationBodyIds: [body.id] }
  stranger = { id: randomUUID(), name: 'Auditor of another body', email: null, grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', ...own }] }
  plot = (await chain.member({ conversionStart: null })).parcelId
  await ok(record(as('omar'), 'landparcel', plot, 'CONVERSION_STARTED', '2022-01-10', { startedOn: '2022-01-10' }))
}, 120_000)

describe('an auditor of another certification body', () => {
  it('confirms neither the start of conversion nor that a prohibited input was an error (403), and writes nothing', async () => {
    await refused(() => start(other(), plot), elsewhere)
    const { id: itemId } = await seedsOf(world).make(entityOf('inputitem'))
    await refused(
      () => record(other(), 'landparcel', plot, 'PROHIBITED_INPUT_DISMISSED', '2026-01-14', { itemId, usedOn: '2026-01-10', reason: 'Another plot' }),
      elsewhere,
    )
  })
  it('neither countersigns nor returns a list of approved farmers', async () => {
    const { farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    const farmSchemeId = await chain.standards.scheme('NPOP')
    await ok(record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', '2026-01-15', { farmSchemeId, seasonId: chain.season }))
    const [list] = (await ok(as('omar').get('/approvedlist'))).items
    const { hash } = await chain.view('approvedlist', list.id)
    await ok(record(as('omar'), 'approvedlist', list.id, 'SIGNED', '2026-01-15', { hash }))
    for (const [type, data] of Object.entries({ COUNTERSIGNED: { hash }, RETURNED: { reason: 'No' } }))
      await refused(() => record(other(), 'approvedlist', list.id, type, '2026-01-15', data), elsewhere)
    await ok(record(as('carla'), 'approvedlist', list.id, 'COUNTERSIGNED', '2026-01-15', { hash }))
  })
  it('does not take back what the other body has confirmed', async () => {
    const { event } = await ok(start(as('carla'), plot))
    await refused(() => other().post(`/landparcel/${plot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }), { status: 403 })
    expect((await chain.view('landparcel', plot)).startConfirmedAt).not.toBeNull()
  })
  it('confirms where nobody certifies any more', async () => {
    for (const id of Object.values(chain.certificates)) {
      const { collectiveId }: Json = await chain.view('scopecertificate', id)
      if (collectiveId) await ok(onCertificate(as('carla'), id, 'WITHDRAWN', '2026-01-15'))
    }
    const { parcelId } = await chain.member({ conversionStart: null, name: 'Late' })
    await ok(record(as('omar'), 'landparcel', parcelId, 'CONVERSION_STARTED', '2022-01-10', { startedOn: '2022-01-10' }))
    await ok(start(other(), parcelId))
  })
})
