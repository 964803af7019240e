// The change by which a flock or pond moved to another package is taken back (decision 104): it follows again what it followed before, also a version that was superseded since, with
// its plan; what was changed later stays.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld } from '../harness/world.ts'
import { clock, daysAgo, type Husbandry, husbandryOf, type Json, plainDay } from './husbandry-stage.ts'

let farm: Husbandry
let minutes = 0
const now = () => new Date(clock().getTime() + minutes * 60_000)
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now }))
}, 120_000)
const refused = refusing(() => farm.world)
const kinds = { poultrybatch: 'poultrypop', aquacrop: 'aquapop' } as const
type Kind = keyof typeof kinds
const step = (code: string, eventType: string, offsetDays: number): Json => ({
  ...{ code, name: `Do ${code}`, eventType, offsetDays, windowBefore: 1, windowAfter: 2, mandatory: true, critical: false, weight: 1, evidence: [] },
})
const draft = async (kind: Kind, name: string, offset: number): Promise<Json> => {
  const entity = kinds[kind]
  const own =
    kind === 'poultrybatch'
      ? { birdType: 'BROILER', strainId: null, anchor: 'PLACEMENT', planEvents: [step('WEIGH', 'WEIGHT_SAMPLE', offset)] }
      : { speciesGroup: 'CARP', anchor: 'STOCKING', planEvents: [step('WEIGH', 'SAMPLING', offset)] }
  const values = { name, collectiveId: null, basedOnId: null, durationDays: 60, stages: [{ name: 'All', fromDay: 0, toDay: 60 }], targets: [], ...own }
  return farm.make(entity, { ...farm.sampleOf(entity, values), ...values }, farm.ada)
}
const publish = async (kind: Kind, id: string) => farm.ada.post(`/${kinds[kind]}/${id}/events`, { eventType: 'PUBLISHED', occurredAt: daysAgo(0, 1), data: {} })
const published = async (kind: Kind, name: string, offset: number): Promise<string> => {
  const { id } = await draft(kind, name, offset)
  expect((await publish(kind, id)).status).toBe(201)
  return id
}
const stock = async (kind: Kind, popId: string): Promise<string> =>
  kind === 'poultrybatch'
    ? (await farm.flock({ popId, placementDate: plainDay(14), hatchDate: plainDay(14) })).id
    : (await farm.pond({ popId, stockingDate: plainDay(14), plannedHarvestDate: plainDay(-200) })).id
const view = (kind: Kind, id: string): Promise<Json> => farm.view(kind, id)
const edit = async (kind: Kind, id: string, values: Json, by = farm.omar) => {
  minutes += 1
  return by.patch(`/${kind}/${id}`, values, { 'if-match': `"${(await view(kind, id)).version}"` })
}
const assign = (kind: Kind, popId: string, ids: string[]) => {
  minutes += 1
  return farm.omar.post(`/${kinds[kind]}/${popId}/assign`, { ids })
}
const edits = async (kind: Kind, id: string): Promise<Json[]> =>
  (await farm.list(`/${kind}/${id}/history`)).filter(({ eventType, status }: Json) => eventType === 'EDITED' && status === 'RECORDED')
const undo = (kind: Kind, id: string, eventId: string, by = farm.omar) => {
  minutes += 1
  return by.post(`/${kind}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
}
const planOf = async (kind: Kind, id: string): Promise<string[]> =>
  (await farm.list(`/planevent?filter[${kind === 'poultrybatch' ? 'poultryBatchId' : 'aquaCropId'}]=${id}&limit=100`))
    .map(({ due, status }: Json) => `${due} ${status}`)
    .sort()
let names = 0
/** A stock that began with the first version and was moved to the second, which superseded the first. */
async function moved(kind: Kind) {
  const name = `Followed ${++names}`
  const first = await published(kind, name, 40)
  const id = await stock(kind, first)
  const plan = await planOf(kind, id)
  const second = await published(kind, name, 50)
  expect((await assign(kind, second, [id])).body).toEqual({ count: 1 })
  const [change] = await edits(kind, id)
  return { id, first, second, plan, change: change.id as string }
}

describe.each(Object.keys(kinds) as Kind[])('%s', (kind) => {
  it('refuses what may not be taken back: another edit, its making, somebody else’s without the right, and twice', async () => {
    const { id, change } = await moved(kind)
    await refused(() => undo(kind, id, change, farm.world.as('pooja', 'OP1')), { status: 403 })
    expect((await edit(kind, id, { tags: ['seen'] })).status).toBe(200)
    const [tagged] = await edits(kind, id)
    await refused(() => undo(kind, id, tagged.id), { status: 409, body: { code: 'STATE_CONFLICT' } })
    const created = (await farm.list(`/${kind}/${id}/history`)).find(({ eventType }: Json) => eventType === 'CREATED')
    await refused(() => undo(kind, id, created.id), { status: 409 })
    expect((await undo(kind, id, change)).status).toBe(200)
    await refused(() => undo(kind, id, change), { status: 409 })
  })
  it('follows the superseded version again, with its plan, and says so in its history and its past', async () => {
    const { id, first, second, plan, change } = await moved(kind)
    const known = now().toISOString()
    expect(await planOf(kind, id)).not.toEqual(plan)
    const { body } = await undo(kind, id, change)
    expect(body.subject).toMatchObject({ popId: first, popVersion: 1 })
    expect(body.event).toMatchObject({ eventType: 'EDITED', status: 'VOIDED' })
    expect(await view(kind, id)).toMatchObject({ popId: first, popVersion: 1 })
    expect((await planOf(kind, id)).filter((row) => !row.endsWith('NOT_APPLICABLE'))).toEqual(plan)
    expect((await farm.list(`/${kind}/${id}/history`))[0]).toMatchObject({ eventType: 'EVENT_VOIDED', data: { eventId: change, eventType: 'EDITED' } })
    const past = async (query: string) => (await farm.omar.get(`/${kind}/${id}?${query}`)).body
    expect(await past(`asOf=${encodeURIComponent(now().toISOString())}`)).toMatchObject({ popId: first, popVersion: 1 })
    expect(await past(`asOf=${encodeURIComponent(known)}&knownAt=${encodeURIComponent(known)}`)).toMatchObject({ popId: second, popVersion: 2 })
    // Edited on, and moved on once more; nobody else begins with it.
    expect((await edit(kind, id, { tags: ['on'] })).body).toMatchObject({ popId: first })
    expect((await edit(kind, id, { popId: null })).status).toBe(200)
    await refused(() => edit(kind, id, { popId: first }), { status: 400, body: { fields: [{ path: 'popId', code: 'rule' }] } })
    const [latest] = await edits(kind, id)
    expect((await undo(kind, id, latest.id)).body.subject).toMatchObject({ popId: first, popVersion: 1 })
  })
  it('has what was chosen since, whichever change is taken back first; and both taken back, what it began with', async () => {
    for (const isLaterFirst of [false, true]) {
      const { id, first, second, change } = await moved(kind)
      const third = await published(kind, `Other ${names}`, 30)
      expect((await edit(kind, id, { popId: third })).status).toBe(200)
      const [later] = await edits(kind, id)
      const order = isLaterFirst ? [later.id, change] : [change, later.id]
      expect((await undo(kind, id, order[0])).body.subject).toMatchObject({ popId: isLaterFirst ? second : third })
      expect((await undo(kind, id, order[1])).body.subject).toMatchObject({ popId: first, popVersion: 1 })
    }
  })
  it('gives back what else was typed with it, unless that was changed since', async () => {
    const { id, first, second } = await moved(kind)
    const other = await published(kind, `Typed ${names}`, 30)
    const was = await view(kind, id)
    const field = 'name'
    expect((await edit(kind, id, { popId: other, [field]: 'One', tags: ['a'] })).status).toBe(200)
    const [both] = await edits(kind, id)
    expect((await edit(kind, id, { [field]: 'Two' })).status).toBe(200)
    expect((await undo(kind, id, both.id)).body.subject).toMatchObject({ popId: second, [field]: 'Two', tags: was.tags })
    expect(first).not.toBe(second)
  })
  it('taken back by two at once, and while it is edited, is taken back once', async () => {
    const { id, first, change } = await moved(kind)
    const answers = await Promise.all([undo(kind, id, change), undo(kind, id, change), edit(kind, id, { tags: ['while'] })])
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 409])
    expect([200, 409, 412]).toContain(answers[2].status)
    expect(await view(kind, id)).toMatchObject({ popId: first, popVersion: 1 })
  })
  it('lets the newer publication be taken back only while nobody follows it', async () => {
    const { id, first, second, change } = await moved(kind)
    const { items } = (await farm.ada.get(`/${kinds[kind]}/${second}/events`)).body
    const unpublish = () => farm.ada.post(`/${kinds[kind]}/${second}/events/${items[0].id}/void`, { reason: 'INCORRECT_DATA' })
    await refused(unpublish, { status: 422, body: { ruleId: 'AH-13' } })
    expect((await undo(kind, id, change)).status).toBe(200)
    expect((await unpublish()).status).toBe(200)
    expect(await farm.view(kinds[kind], first)).toMatchObject({ status: 'PUBLISHED' })
    expect(await view(kind, id)).toMatchObject({ popId: first, popVersion: 1 })
  })
})
