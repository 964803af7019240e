// Logo, documents and operators of a scheme (domain dictionary 5.2, 13.1): what is refused, what public pages show and to whom, who its operators are, and the trace of each.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { drawnImage, pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let npop: string
let token: string
let sent = 0
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const upload = async (type: string, bytes: Uint8Array<ArrayBuffer>, who = 'ada', operator = 'OP1'): Promise<Json> => {
  const init = { method: 'POST', headers: { 'content-type': type }, body: bytes }
  return ok(world.as(who, operator).send(`/files?name=${++sent}`, init))
}
const image = async (width: number, height: number) => new Uint8Array(await drawnImage(width, height, 'png'))
const patch = async (values: Json, who = 'ada') => as(who).patch(`/scheme/${npop}`, values, { 'if-match': `"${(await chain.view('scheme', npop)).version}"` })
const pageOf = async (): Promise<Json> => ok(world.stranger().get(`/api/public/crop/${token}`))
const pageHtml = async (): Promise<string> => (await world.stranger().get(`/public/crop/${token}`)).body

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  npop = await chain.standards.scheme('NPOP')
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  token = (await chain.view('crop', cropId)).qrToken
}, 120_000)

describe('the logo of a scheme', () => {
  it('is one picture: a paper, a second one (400), and anybody else than an administrator (403) are refused', async () => {
    const paper = await upload('application/pdf', new Uint8Array(pdf('Standard')))
    await refused(() => patch({ logo: [paper.id] }), { status: 400, body: { fields: [{ path: 'logo', code: 'format' }] } })
    const two = [await upload('image/png', await image(30, 20)), await upload('image/png', await image(31, 20))]
    await refused(() => patch({ logo: two.map(({ id }) => id) }), { status: 400, body: { fields: [{ path: 'logo', code: 'max' }] } })
    await refused(() => patch({ logo: [two[0].id] }, 'omar'), { status: 403 })
  })
  it('is shown to strangers beside the claim, small, and gone from there when it is taken away', async () => {
    expect((await pageOf()).certificate).toMatchObject({ scheme: 'NPOP', logo: null })
    expect(await pageHtml()).not.toContain('<img')
    const { id, sha256 } = await upload('image/png', await image(900, 300))
    expect((await world.stranger().get(`/api/public/scheme-logo/${sha256}`)).status).toBe(404)
    await ok(patch({ logo: [id] }))
    const { logo } = (await pageOf()).certificate
    expect(logo).toBe(`/api/public/scheme-logo/${sha256}`)
    expect(await pageHtml()).toContain(`<img class="logo" src="${logo}" alt="NPOP"`)
    const picture = await world.stranger().get(logo)
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('set-cookie')]).toEqual([200, 'image/webp', null])
    const listed = (await ok(as('omar').get('/scheme?limit=200'))).items.find((one: Json) => one.id === npop)
    expect(listed.logo).toEqual([id])
    await ok(patch({ logo: [] }))
    expect((await pageOf()).certificate.logo).toBeNull()
    expect((await world.stranger().get(logo)).status).toBe(404)
  })
  it('is no way to other files, nor to those of another programme', async () => {
    const { id, sha256 } = await upload('image/png', await image(40, 41))
    await ok(patch({ documents: [id] }))
    const address = (hash: string) => `/api/public/scheme-logo/${hash}`
    for (const hash of [sha256, 'a'.repeat(64)]) expect((await world.stranger().get(address(hash))).status).toBe(404)
    expect((await world.stranger().get(address('1'))).status).toBeGreaterThanOrEqual(400)
    await ok(patch({ logo: [id] }))
    expect((await world.stranger().get(address(sha256))).status).toBe(200)
    expect((await world.stranger(`${world.tenants.dairy.subdomain}.farmbook.test`).get(address(sha256))).status).toBe(404)
  })
})

describe('the documents of a scheme', () => {
  it('are read by whoever reads the scheme, and stand in its history', async () => {
    const { id } = await upload('application/pdf', new Uint8Array(pdf('NPOP chapter 5')))
    await ok(patch({ documents: [id] }))
    for (const who of ['omar', 'carla', 'ines']) expect((await as(who).get(`/files/${id}`)).status, who).toBe(200)
    expect((await world.as('dina', '-').get(`/files/${id}`)).status).toBe(404)
    const { items } = await ok(as('ada').get(`/scheme/${npop}/history?limit=1`))
    expect(items[0].data.changes.documents.to).toEqual([id])
  })
})

describe('the operators of a scheme', () => {
  const operatorsOf = async (id: string, who = 'ada'): Promise<Json[]> => (await ok(as(who).get(`/scheme/${id}/operators`))).items
  it('are asked for by whoever reads the scheme: a stranger (401), another programme (404), another word (400)', async () => {
    expect((await world.stranger().get(`/api/operators/OP1/scheme/${npop}/operators`)).status).toBe(401)
    expect((await world.as('dina', '-').get(`/scheme/${npop}/operators`)).status).toBe(404)
    expect((await as('ada').get(`/scheme/${npop}/operators?all=1`)).status).toBe(400)
  })
  it('are its certified groups and processors with members and hectares, as their lists have them', async () => {
    const answer = await as('ada').get(`/scheme/${npop}/operators`)
    expect(flawsOfAnswer('scheme.operators', answer.status, answer.body)).toEqual([])
    const farmers = (await ok(as('ada').get('/farmer?limit=200'))).items.filter(({ status }: Json) => status === 'ACTIVE')
    const plots = (await ok(as('ada').get('/landparcel?limit=200'))).items.filter(({ status }: Json) => status !== 'RETIRED')
    const [group] = answer.body.items
    // Others are registered under it too; their members are not listed at this address.
    expect(answer.body.items).toHaveLength(1)
    expect(group).toMatchObject({
      id: world.places.cotton.OP1?.id,
      farmers: farmers.length,
      areaHa: Math.round(plots.reduce((sum: number, one: Json) => sum + (one.mappedAreaHa ?? one.declaredAreaHa), 0) * 10_000) / 10_000,
      certificate: { id: chain.certificates.group },
    })
    // At the address of all operators those of processors are listed, too.
    const all = (await ok(world.as('ada', '-').get(`/scheme/${npop}/operators`))).items
    const processor = all.find(({ certificate }: Json) => certificate?.id === chain.certificates.ginner)
    expect(processor).toMatchObject({ kind: 'processor', farmers: null, areaHa: null, registeredSince: null })
  })
  it('are groups that are registered under it without a certificate too, and none of a rejected one', async () => {
    const other = await chain.standards.scheme('FAIRTRADE')
    expect(await operatorsOf(other)).toEqual([])
    const group = world.places.cotton.OP1?.id as string
    const { version, schemes } = await chain.view('collective', group)
    await ok(as('ada').patch(`/collective/${group}`, { schemes: [...schemes, { scheme: 'FAIRTRADE', since: '2024-05-06' }] }, { 'if-match': `"${version}"` }))
    expect(await operatorsOf(other)).toMatchObject([{ id: group, registeredSince: '2024-05-06', certificate: null }])
    const { id } = await ok(as('ada').post('/scopecertificate', await chain.standards.input({ collectiveId: group }, { scheme: 'FAIRTRADE' })))
    expect(await operatorsOf(other)).toMatchObject([{ certificate: { id, state: 'PROPOSED' } }])
    await ok(as('carla').post(`/scopecertificate/${id}/events`, { eventType: 'REJECTED', occurredAt: clock().toISOString(), data: { reason: 'Not ours' } }))
    expect(await operatorsOf(other)).toMatchObject([{ certificate: null }])
  })
  it('show nothing that the reader does not list', async () => {
    expect(await operatorsOf(npop, 'fatima')).toSatisfy((items: Json[]) => items.every(({ certificate }) => certificate === null))
    for (const one of await operatorsOf(npop, 'paul')) expect(one).toMatchObject({ farmers: null, areaHa: null })
  })
})
