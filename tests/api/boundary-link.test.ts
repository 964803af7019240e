// A link by which somebody without an account draws the boundary of one plot (domain dictionary 13.2): who makes one, what it opens, what is sent by it, and
// that nothing is written to the plot before somebody has approved it.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, today } from './chain-stage.ts'
import { field, stageOf } from './parcel-stage.ts'

let world: World
let chain: Chain
let now = Date.parse(today)
beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
})
const path = '/api/public/boundary-link'
const by = (name: string): Client => world.as(name, 'OP1')
const nobody = () => world.stranger()
const viewer = { id: randomUUIDv7(), name: 'Vera', email: null }
const refuse = refusing(() => world)
const view = (entity: string, id: string): Promise<Json> => ok(by('omar').get(`/${entity}/${id}`))
const linkTo = async (parcelId: string): Promise<string> => {
  const { path: page } = await ok(by('fatima').post(`/landparcel/${parcelId}/boundary-link`, {}))
  return new URL(page, 'https://cotton.example').searchParams.get('token') as string
}
const drawn = (token: string, at = 7300, more: Json = {}) => ({
  token,
  id: randomUUIDv7(),
  boundary: field(at, 7000),
  boundaryMethod: 'GPS_WALK',
  gpsAccuracyM: 4.5,
  ...more,
})
const send = (body: Json) => nobody().post(path, body)
const open = (token: string) => nobody().get(`${path}?${new URLSearchParams({ token })}`)
const waiting = async (parcelId: string): Promise<Json[]> => (await ok(by('omar').get(`/submission?filter[targetId]=${parcelId}&limit=100`))).items

describe('a link to draw the boundary of a plot', () => {
  it('is made by whoever may map the plot, of one that is there', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    await refuse(() => by('pooja').post(`/landparcel/${parcelId}/boundary-link`, {}), { status: 404 })
    const reader = world.asUser({ ...viewer, grants: [{ role: 'READ_ONLY_VIEWER', operatorIds: [String(world.places.cotton.OP1?.id)] }] }, 'cotton', 'OP1')
    await refuse(() => reader.post(`/landparcel/${parcelId}/boundary-link`, {}), { status: 403 })
    await refuse(() => by('fatima').post(`/landparcel/${randomUUIDv7()}/boundary-link`, {}), { status: 404 })
    await refuse(() => nobody().post(`/api/operators/OP1/landparcel/${parcelId}/boundary-link`, {}), { status: 401 })
    expect(await ok(by('fatima').post(`/landparcel/${parcelId}/boundary-link`, {}))).toEqual({
      path: expect.stringMatching(/^\/public\/draw-boundaries\?token=/),
      until: new Date(now + 7 * 86_400_000).toISOString(),
      submits: 3,
    })
  })

  it('opens nothing where nobody made it, and tells of the plot its number, village and initials alone', async () => {
    const { parcelId, farmerId } = await chain.member({ name: 'Ravi Patel', conversionStart: null })
    const token = await linkTo(parcelId)
    for (const other of ['', 'x', `${token}x`, `${token.slice(0, -2)}AA`, token.split('.').reverse().join('.')])
      await refuse(() => open(other), { status: 404 })
    await refuse(() => world.stranger(`${world.tenants.dairy.subdomain}.farmbook.test`).get(`${path}?${new URLSearchParams({ token })}`), { status: 404 })
    const plot = await view('landparcel', parcelId)
    const shown = await ok(open(token))
    expect(shown).toMatchObject({
      mode: plot.boundary ? 'EDIT' : 'NEW',
      parcelNo: plot.parcelNo,
      village: plot.village,
      left: 3,
      neighbours: expect.any(Array),
    })
    expect(shown.initials).toMatch(/^(\p{Lu}\. ?)+$/u)
    const farmer = await view('farmer', farmerId)
    for (const secret of [farmer.title, farmer.phone, farmer.id, parcelId, plot.code, plot.title])
      if (secret) expect(JSON.stringify(shown)).not.toContain(secret)
  })

  it('is stored nowhere, also where the call has a key: sent again it makes another link', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const ask = async () => (await ok(by('fatima').post(`/landparcel/${parcelId}/boundary-link`, {}, { 'idempotency-key': 'link-1' }))).path as string
    const [first, second] = [await ask(), await ask()]
    expect(first).not.toBe(second)
    const stored = await world.deps.database.transaction(world.tenants.cotton.id, (db) =>
      db.selectFrom('idempotency').selectAll().where('key', '=', 'link-1').execute(),
    )
    expect(stored).toEqual([])
  })

  it('shows around a plot without a boundary what lies round the other plots of its grower, and nobody else of the village', async () => {
    const { farmerId } = await chain.member({ village: 'Balakwada', conversionStart: null })
    const other = await chain.member({ village: 'Balakwada', conversionStart: null })
    const stage = await stageOf(world)
    const plot = async (owner: string, no: string, boundary: Json | null) =>
      (await stage.plant({ farmerId: owner, parcelNo: no, declaredAreaHa: 1, boundary, boundaryMethod: boundary ? 'DESKTOP_DRAW' : null }, by('fatima')))
        .id as string
    const unmapped = await plot(farmerId, 'N-1', null)
    const far = await plot(other.farmerId, 'F-1', field(26_000, 21_000))
    const corners = async () => (await ok(open(await linkTo(unmapped)))).neighbours.map(({ coordinates }: Json) => String(coordinates[0][0]))
    const cornerOf = async (id: string) => String((await view('landparcel', id)).boundary.coordinates[0][0])
    const before = await corners()
    expect(before).not.toContain(await cornerOf(far))
    const near = await plot(other.farmerId, 'F-2', field(20_200, 20_000))
    expect(await corners()).toEqual(before)
    const own = await plot(farmerId, 'N-2', field(20_000, 20_000))
    expect((await corners()).sort()).toEqual([...before, await cornerOf(own), await cornerOf(near)].sort())
  })

  it('takes no line that crosses itself, nothing else than a boundary, and nothing after seven days', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const token = await linkTo(parcelId)
    const [a, b, c, d] = field(7100, 7000).coordinates[0] as [number, number][]
    await refuse(() => send(drawn(token, 7100, { boundary: { type: 'Polygon', coordinates: [[a, c, b, d, a]] } })), {
      status: 400,
      body: { fields: [{ path: 'boundary' }] },
    })
    await refuse(() => send({ ...drawn(token), name: 'Other' }), { status: 400 })
    await refuse(() => send({ ...drawn(token), boundaryMethod: 'CADASTRE' }), { status: 400, body: { fields: [{ path: 'boundaryMethod' }] } })
    now += 7 * 86_400_000
    await refuse(() => send(drawn(token)), { status: 404 })
    await refuse(() => open(token), { status: 404 })
  })

  it('brings a submission of nobody, once however often it is sent, three times, also of two at once', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const before = await view('landparcel', parcelId)
    const token = await linkTo(parcelId)
    const first = drawn(token)
    expect(await ok(send(first))).toEqual({ left: 2 })
    expect(await ok(send(first))).toEqual({ left: 2 })
    const answers = await Promise.all([7320, 7340, 7360].map((at) => send(drawn(token, at))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect((await ok(open(token))).left).toBe(0)
    const sent = await waiting(parcelId)
    expect(sent).toHaveLength(3)
    for (const one of sent) expect(one).toMatchObject({ formCode: 'PUBLIC_BOUNDARY', status: 'RECEIVED', createdBy: null, targetVersion: before.version })
    expect(await view('landparcel', parcelId)).toMatchObject({ version: before.version, boundary: before.boundary })
  })

  it('is approved into the boundary of the plot, and taken back with the approval', async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const before = await view('landparcel', parcelId)
    const body = drawn(await linkTo(parcelId), 7500)
    await ok(send(body))
    now += 60_000
    const decide = { eventType: 'APPROVED', occurredAt: new Date(now).toISOString(), data: {} }
    await ok(by('omar').post(`/submission/${body.id}/events`, decide))
    const done = await view('submission', body.id)
    expect(done, JSON.stringify(done.extra.failure)).toMatchObject({ status: 'APPLIED', resultType: 'landparcel', resultId: parcelId })
    expect(await view('landparcel', parcelId)).toMatchObject({
      boundary: { coordinates: body.boundary.coordinates },
      boundaryMethod: 'GPS_WALK',
      gpsAccuracyM: 4.5,
    })
    const approval = (await ok(by('ada').get(`/submission/${body.id}/history?limit=100`))).items.find(({ eventType }: Json) => eventType === 'APPROVED')
    await ok(by('omar').post(`/submission/${body.id}/events/${approval.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await view('landparcel', parcelId)).boundary?.coordinates).toEqual(before.boundary?.coordinates)
  })
})
