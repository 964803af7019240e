// Tasks and non-conformities reach field officers and inspectors by the village of the member whom they are about (dictionary 8: scope a), however that is named,
// and follow when somebody moves or a plot gets another grower. What is given to somebody reaches them everywhere (docs/decisions/0171).
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role, User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
type Limited = { id: string; client: Client }
let officer: Limited
let inspector: Limited
const [near, far] = ['Ahirkhedi', 'Bamandi']
const people = {} as Record<'near' | 'far', { farmerId: string; parcelId: string }>
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  officer = await limited('FIELD_OFFICER')
  inspector = await limited('INTERNAL_INSPECTOR')
  people.near = await chain.member({ name: 'Nila', village: near, isInspected: false })
  people.far = await chain.member({ name: 'Farida', village: far, isInspected: false })
})
async function limited(role: Role): Promise<Limited> {
  const grants = [{ role, operatorIds: [world.places.cotton.OP1?.id as string], villages: [near] }]
  const made = await seedsOf(world).make(entityOf('user'), { values: { roles: grants } })
  const user: User = { id: made.id, name: made.name, email: made.email, grants, farmerId: null }
  return { id: made.id, client: world.asUser(user, 'cotton', 'OP1') }
}
const omar = () => world.as('omar', 'OP1')
const ines = () => world.as('ines', 'OP1')
const refused = refusing(() => world)
let refs = 0
const taskBody = (about: Json = {}): Json => ({
  subject: 'Look at the field',
  type: 'OTHER',
  priority: 'P3',
  fourEyes: false,
  dueDate: '2026-01-20',
  team: 'Field officers',
  checklist: [],
  ...about,
})
const findingBody = (about: Json = {}): Json => ({
  ref: `V-${++refs}`,
  severity: 'MINOR',
  rule: 'STORE',
  description: 'Sacks of urea in the store',
  openedOn: '2026-01-10',
  dueOn: '2026-02-10',
  ...about,
})
const task = (about: Json, who = omar()): Promise<Json> => ok(who.post('/task', taskBody(about)))
const finding = (about: Json, who = ines()): Promise<Json> => ok(who.post('/nonconformity', findingBody(about)))
const idsOf = async (who: Client, entity: string): Promise<string[]> => (await ok(who.get(`/${entity}?limit=200`))).items.map(({ id }: Json) => id)
const villageOf = async (entity: string, id: string): Promise<string | null> => (await ok(world.as('ada', 'OP1').get(`/${entity}/${id}`))).village

describe('what is about a member of another village', () => {
  it('is not listed, counted, found, viewed, changed, commented or named to a field officer and an inspector of some villages', async () => {
    const [theirs, own] = [await task({ farmerId: people.far.farmerId }), await task({ farmerId: people.near.farmerId })]
    const [theirFinding, ownFinding] = [await finding({ farmerId: people.far.farmerId }), await finding({ farmerId: people.near.farmerId })]
    for (const { client } of [officer, inspector]) {
      for (const [entity, hidden, seen] of [
        ['task', theirs, own],
        ['nonconformity', theirFinding, ownFinding],
      ] as const) {
        const answer = await ok(client.get(`/${entity}?limit=200&count=true`))
        const ids = answer.items.map(({ id }: Json) => id)
        expect([entity, ids.includes(seen.id), ids.includes(hidden.id)]).toEqual([entity, true, false])
        expect(answer.items.every(({ village }: Json) => village === near)).toBe(true)
        expect(answer.total).toBe(ids.length)
        expect(JSON.stringify(answer.refs ?? {})).not.toContain('Farida')
        expect(await client.get(`/${entity}/${seen.id}`)).toMatchObject({ status: 200, body: { village: near } })
        for (const path of ['', '/events']) expect([path, (await client.get(`/${entity}/${hidden.id}${path}`)).status]).toEqual([path, 404])
        expect((await ok(client.get(`/${entity}?filter[village]=${far}`))).items).toEqual([])
        const found = await ok(client.get(`/${entity}?q=${encodeURIComponent(hidden.code)}`))
        expect(JSON.stringify(found)).not.toContain(hidden.id)
      }
      await refused(() => client.patch(`/task/${theirs.id}`, { subject: 'Mine now' }, { 'if-match': '"1"' }), { status: 404 })
      await refused(() => record(client, 'task', theirs.id, 'COMMENT', '2026-01-14', { text: 'Seen' }), { status: 404 })
    }
    await refused(() => record(officer.client, 'nonconformity', theirFinding.id, 'ACTION_SENT', '2026-01-14', { action: 'Moved', doneOn: '2026-01-14' }), {
      status: 404,
    })
    expect((await record(officer.client, 'nonconformity', ownFinding.id, 'ACTION_SENT', '2026-01-14', { action: 'Moved', doneOn: '2026-01-14' })).status).toBe(
      201,
    )
  })
  it('is not made by them (403), nor is their own moved there', async () => {
    await refused(() => officer.client.post('/task', taskBody({ farmerId: people.far.farmerId })), { status: 403 })
    await refused(() => officer.client.post('/task', taskBody({ parcelId: people.far.parcelId, assigneeId: officer.id, team: null })), { status: 403 })
    await refused(() => inspector.client.post('/nonconformity', findingBody({ farmerId: people.far.farmerId })), { status: 403 })
    const own = await ok(officer.client.post('/task', taskBody({ farmerId: people.near.farmerId })))
    expect(own.village).toBe(near)
    await refused(() => officer.client.patch(`/task/${own.id}`, { farmerId: people.far.farmerId }, { 'if-match': '"1"' }), { status: 403 })
    await refused(() => officer.client.post('/task', { ...taskBody({ farmerId: people.near.farmerId }), village: far }), { status: 400 })
  })
  it('reaches whoever is to do it: read, begun and done, and not changed', async () => {
    const given = await task({ farmerId: people.far.farmerId, assigneeId: officer.id, team: null })
    expect(await idsOf(officer.client, 'task')).toContain(given.id)
    expect(await idsOf(inspector.client, 'task')).not.toContain(given.id)
    const { body } = await officer.client.get(`/task/${given.id}`)
    expect(body.may).not.toContain('edit')
    await refused(() => officer.client.patch(`/task/${given.id}`, { subject: 'Another' }, { 'if-match': '"1"' }), { status: 403 })
    expect((await record(officer.client, 'task', given.id, 'DONE', '2026-01-14', {})).status).toBe(201)
  })
  it('is not made about nobody: the member is asked for (400)', async () => {
    const named = { status: 400, body: { fields: [{ path: 'farmerId', code: 'required' }] } }
    await refused(() => officer.client.post('/task', taskBody({ subject: 'Order sacks' })), named)
    await refused(() => inspector.client.post('/nonconformity', findingBody({ rule: 'PAPERS' })), named)
    expect((await officer.client.post('/task', taskBody({ farmerId: people.near.farmerId, subject: 'Bring sacks' }))).status).toBe(201)
  })
  it('and what is about nobody is of those with the whole group; a team of villages reads what is theirs', async () => {
    const [ofGroup, findingOfGroup] = [await task({ subject: 'Order sacks' }), await finding({ rule: 'PAPERS' })]
    expect([ofGroup.village, findingOfGroup.village]).toEqual([null, null])
    expect(await idsOf(officer.client, 'task')).not.toContain(ofGroup.id)
    expect(await idsOf(inspector.client, 'nonconformity')).not.toContain(findingOfGroup.id)
    expect(await idsOf(world.as('fatima', 'OP1'), 'task')).toContain(ofGroup.id)
  })
})

describe('the village', () => {
  it('is that of the member named, or else of the grower of the plot, crop or finding; an edit of what it is about changes it', async () => {
    const grown = await chain.sown({ village: far, isInspected: false })
    const made = await finding({ cropId: grown.cropId })
    expect(made.village).toBe(far)
    const ofFinding = await task({ nonConformityId: made.id })
    expect([(await task({ parcelId: grown.parcelId })).village, (await task({ cropId: grown.cropId })).village, ofFinding.village]).toEqual([far, far, far])
    // The member who is named counts before the grower of what is named.
    expect((await task({ farmerId: people.near.farmerId, parcelId: grown.parcelId })).village).toBe(near)
    const changed = await ok(omar().patch(`/task/${ofFinding.id}`, { farmerId: people.near.farmerId, nonConformityId: null }, { 'if-match': '"1"' }))
    expect(changed.village).toBe(near)
    expect((await ok(omar().patch(`/task/${ofFinding.id}`, { farmerId: null }, { 'if-match': '"2"' }))).village).toBe(null)
  })
  it('follows when the member moves, and comes back with them', async () => {
    const grown = await chain.sown({ name: 'Mover', village: near, isInspected: false })
    const named = await task({ farmerId: grown.farmerId })
    const ofPlot = await task({ parcelId: grown.parcelId })
    const ofCrop = await finding({ cropId: grown.cropId })
    const ofFinding = await task({ nonConformityId: ofCrop.id })
    const villages = async () => [
      await villageOf('task', named.id),
      await villageOf('task', ofPlot.id),
      await villageOf('nonconformity', ofCrop.id),
      await villageOf('task', ofFinding.id),
    ]
    const moveTo = async (village: string) => {
      const { version } = await ok(omar().get(`/farmer/${grown.farmerId}`))
      await ok(omar().patch(`/farmer/${grown.farmerId}`, { village }, { 'if-match': `"${version}"` }))
    }
    expect(await villages()).toEqual([near, near, near, near])
    expect(await idsOf(officer.client, 'task')).toEqual(expect.arrayContaining([named.id, ofPlot.id, ofFinding.id]))
    await moveTo(far)
    expect(await villages()).toEqual([far, far, far, far])
    const left = await idsOf(officer.client, 'task')
    expect([named, ofPlot, ofFinding].filter(({ id }) => left.includes(id))).toEqual([])
    await moveTo(near)
    expect(await villages()).toEqual([near, near, near, near])
  })
  it('follows a plot to its next grower, and back when that is taken back; what names the member stays', async () => {
    const from = await chain.member({ name: 'Giver', village: near, isInspected: false })
    const to = await chain.member({ name: 'Taker', village: far, isInspected: false })
    const [ofPlot, ofMember] = [await task({ parcelId: from.parcelId }), await task({ farmerId: from.farmerId, parcelId: from.parcelId })]
    const given = await ok(record(omar(), 'landparcel', from.parcelId, 'GROWER_CHANGED', '2026-01-14', { farmerId: to.farmerId }))
    expect([await villageOf('task', ofPlot.id), await villageOf('task', ofMember.id)]).toEqual([far, near])
    await ok(omar().post(`/landparcel/${from.parcelId}/events/${given.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect([await villageOf('task', ofPlot.id), await villageOf('task', ofMember.id)]).toEqual([near, near])
  })
})
