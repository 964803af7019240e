// A plot over other plots: what is ignored, warned of, disputed and refused (BR-02), and what is said of plots that are not one’s own.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Position } from '#domain/kernel/kinds.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { eventOf, field, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let fatima: Client
let ines: Client
beforeAll(async () => {
  world = await openWorld()
  stage = await stageOf(world)
  ;[fatima, ines] = [world.as('fatima'), world.as('ines')]
})

/** Free ground for each test: a kilometre apart. */
let cases = 0
const elsewhere = (): number => ++cases * 1000

describe('POST /landparcel over other plots (BR-02)', () => {
  it('refuses the very same boundary in whatever order it is written (409 DUPLICATE) and names the plot', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    const [a, b, c, d] = field(at, 0).coordinates[0] as [Position, Position, Position, Position]
    const { status, body } = await fatima.post('/landparcel', stage.parcel({ boundary: { type: 'Polygon', coordinates: [[c, b, a, d, c]] } }))
    expect({ status, code: body.code, ruleId: body.ruleId, figures: body.figures }).toEqual({
      status: 409,
      code: 'DUPLICATE',
      ruleId: 'BR-02',
      figures: expect.objectContaining({ code: first.code }),
    })
  })

  it('refuses the same plot drawn again (422, duplicate) and more than 20 % of the smaller (422, overlap), with the figures', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    const again = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 1, 1) }))
    expect(again.body).toMatchObject({
      status: 422,
      ruleId: 'BR-02',
      fields: [{ path: 'boundary', code: 'duplicate' }],
      figures: { code: first.code, band: 'duplicate' },
    })
    const over = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 70, 0) }))
    expect(over.body).toMatchObject({
      status: 422,
      ruleId: 'BR-02',
      fields: [{ path: 'boundary', code: 'overlap' }],
      figures: { code: first.code, band: 'block' },
    })
    expect(over.body.figures.overlapShare).toBeCloseTo(0.3, 3)
    expect(over.body.figures.overlapM2).toBeCloseTo(3000, -1)
    const inside = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 30, 30, 20), declaredAreaHa: 0.04 }))
    expect(inside.body.figures.overlapShare).toBe(1)
  })

  it('saves a shared line, and a share of up to 1 %, without a word', async () => {
    const at = elsewhere()
    await stage.plant({ boundary: field(at, 0) })
    expect((await stage.plant({ boundary: field(at + 100, 0) })).flags).toEqual([])
    expect((await stage.plant({ boundary: field(at, 99.5) })).flags).toEqual([])
  })

  it('saves 1 to 5 % with a warning', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    const second = await stage.plant({ boundary: field(at + 97, 0) })
    expect(second).toMatchObject({
      status: 'MAPPED',
      flags: [{ ruleId: 'BR-02', severity: 'WARN', figures: { overlaps: [{ code: first.code, band: 'warn' }] } }],
    })
    expect(second.flags[0].message).toMatch(/^Shares 3\.0 % \(0\.03 ha\) with PCL-/)
    expect((await fatima.get(`/landparcel/${first.id}`)).body.status).toBe('MAPPED')
  })

  it('saves 5 to 20 % for review and disputes both plots; the other learns by whom', async () => {
    const at = elsewhere()
    const first = await stage.plant({ boundary: field(at, 0) })
    expect((await ines.post(`/landparcel/${first.id}/events`, eventOf('VERIFIED'))).status).toBe(201)
    const second = await stage.plant({ boundary: field(at + 90, 0) })
    expect(second).toMatchObject({ status: 'DISPUTED', flags: [{ ruleId: 'BR-02', severity: 'REVIEW' }] })
    const other = (await fatima.get(`/landparcel/${first.id}`)).body
    expect(other).toMatchObject({
      status: 'DISPUTED',
      verifiedAt: null,
      flags: [{ ruleId: 'BR-02', severity: 'REVIEW', figures: { overlaps: [{ code: second.code }] } }],
    })
    const events = (await fatima.get(`/landparcel/${first.id}/events`)).body.items
    expect(events[0]).toMatchObject({ eventType: 'DISPUTED', data: { otherParcelCode: second.code, overlapM2: expect.closeTo(1000, -1) } })
    // Worded in the language of whoever reads the event, or the finding that it left.
    const key = '{{1}} was mapped over part of this plot: {{2}} of the smaller of the two.'
    expect(JSON.parse(events[0].data.words)).toMatchObject({ key, values: [second.code, '10.0 %'] })
    expect(other.flags[0]).toMatchObject({ message: events[0].data.reason, words: { key } })
  })

  it('finds overlaps across operators, and tells only the code', async () => {
    const at = elsewhere()
    const theirs = await stage.plant({ boundary: field(at, 0), farmerId: await stage.farmerOf('OP2') }, world.as('leela'))
    const over = await fatima.post('/landparcel', stage.parcel({ boundary: field(at + 50, 0) }))
    expect(over.body.figures).toMatchObject({ code: theirs.code, band: 'block' })
    expect(JSON.stringify(over.body)).not.toContain(theirs.id)
    expect(JSON.stringify(over.body)).not.toContain(theirs.name)
  })

  it('lets only one of two people register the same ground at the same moment', async () => {
    const at = elsewhere()
    const both = await Promise.all([0, 1].map((north) => fatima.post('/landparcel', stage.parcel({ boundary: field(at, north) }))))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it('does not see another tenant’s plots', async () => {
    const at = elsewhere()
    await stage.plant({ boundary: field(at, 0) })
    const dairy = world.as('gopal')
    const farmer = await dairy.post('/farmer', sampleOf(entityOf('farmer')))
    const made = await dairy.post('/landparcel', stage.parcel({ boundary: field(at, 0), farmerId: farmer.body.id }))
    expect(made).toMatchObject({ status: 201, body: { status: 'MAPPED', flags: [] } })
  })
})
