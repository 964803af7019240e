// What a certification body confirms is confirmed by an auditor of a body that certifies the group: one of another body, who has the group among the clients
// by name, confirms nothing. Before anybody certifies it, the reach of the auditor alone decides.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { phrase } from '#domain/messages/message.ts'
import { saveFlags } from '#server/store/flags.ts'
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

const critical = { severity: 'CRITICAL', rule: 'NPOP 3.2', description: 'Books are missing', openedOn: '2026-01-12', dueOn: '2026-02-12' }

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
  it('decides on no non-conformity of the group, and is not offered to; the one that certifies it does', async () => {
    const found = await ok(as('ines').post('/nonconformity', { ...critical, ref: 'OB-1' }))
    const { id: sentId } = await ok(as('ines').post('/nonconformity', { ...critical, ref: 'OB-2' }))
    const act = (who: ReturnType<typeof as>, id: string, type: string, data: Json = {}, hour = 10) =>
      record(who, 'nonconformity', id, type, '2026-01-14', data, hour)
    const proposal = { sanction: 'CORRECTIVE_ACTION', reason: 'Again', dueOn: '2026-03-01' }
    await refused(() => act(other(), found.id, 'ESCALATED', proposal), elsewhere)
    await ok(act(as('fatima'), sentId, 'ACTION_SENT', { action: 'Done', doneOn: '2026-01-13' }, 9))
    await refused(() => act(other(), sentId, 'CLOSED', { visitedOn: '2026-01-14' }), elsewhere)
    await refused(() => act(other(), sentId, 'ACTION_RETURNED', { comment: 'Not yet' }), elsewhere)
    const offered = async (who: ReturnType<typeof as>, id: string): Promise<string[]> => (await ok(who.get(`/nonconformity/${id}`))).may
    expect(await offered(other(), sentId)).not.toEqual(expect.arrayContaining(['CLOSED']))
    expect(await offered(as('carla'), sentId)).toEqual(expect.arrayContaining(['CLOSED', 'ACTION_RETURNED']))
    expect(await offered(other(), found.id)).not.toEqual(expect.arrayContaining(['ESCALATED']))
    await ok(act(as('carla'), sentId, 'CLOSED', { visitedOn: '2026-01-14' }))
    await ok(act(as('carla'), found.id, 'ESCALATED', proposal))
    await refused(() => act(other(), found.id, 'SANCTION_IMPOSED', {}, 11), elsewhere)
    await ok(act(as('ada'), found.id, 'SANCTION_IMPOSED', {}, 11))
  })
  it('closes no finding of a crop or a plot that the body decides (BR-12, BR-14, BR-15)', async () => {
    const { cropId, parcelId } = await chain.sown()
    for (const [entity, id, ruleId] of [
      ['crop', cropId, 'BR-14'],
      ['crop', cropId, 'BR-15'],
      ['landparcel', parcelId, 'BR-12'],
    ] as const) {
      const [finding] = await world.scoped('ada', async (scope) => {
        await saveFlags(scope, entityOf(entity), id, [{ ruleId, severity: 'REVIEW', message: phrase`To be decided` }], { eventId: null })
        const { rows } = await sql<{ id: string }>`select id from flag where subject_id = ${id}::uuid and rule_id = ${ruleId} and closed_at is null`.execute(
          scope.db,
        )
        return rows
      })
      const path = `/${entity}/${id}/findings/${finding?.id}/close`
      const shown = async (who: ReturnType<typeof as>) => (await ok(who.get(`/${entity}/${id}`))).flags.find((one: Json) => one.id === finding?.id)?.mayClose
      expect([entity, ruleId, await shown(other()), await shown(as('carla'))]).toEqual([entity, ruleId, false, true])
      await refused(() => other().post(path, { reason: 'NO_ISSUE', note: 'Seen' }), elsewhere)
      await ok(as('carla').post(path, { reason: 'NO_ISSUE', note: 'Seen' }))
    }
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

describe('a group that has changed its body', () => {
  it('has its open non-conformities closed by the one that certifies it now', async () => {
    const { id } = await ok(as('ines').post('/nonconformity', { ...critical, ref: 'OB-3' }))
    await ok(record(as('fatima'), 'nonconformity', id, 'ACTION_SENT', '2026-01-14', { action: 'Done', doneOn: '2026-01-13' }, 9))
    // The certificates of the former body were withdrawn above; the other body has one now.
    const bodyId = stranger.grants[0]?.certificationBodyIds?.[0]
    await world.scoped('ada', ({ db }) =>
      sql`update scopecertificate set certification_body_id = ${bodyId}::uuid, status = 'VALID' where id = ${chain.certificates.group}::uuid`.execute(db),
    )
    const close = (who: ReturnType<typeof as>) => record(who, 'nonconformity', id, 'CLOSED', '2026-01-14', {})
    await refused(() => close(as('carla')), elsewhere)
    await ok(close(other()))
  })
})
