// Two plots over each other: what both sides see, propose, accept and walk, who may not, and what is left behind (BR-02, BR-24).
import { beforeAll, describe, expect, it } from 'vitest'
import { areaHa } from '#domain/geo/area.ts'
import type { Answer, Client } from '../harness/client.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { eventOf, field, ring, type Stage, stageOf } from './parcel-stage.ts'

type Body = Answer['body']
let world: World
let stage: Stage
let fatima: Client
let omar: Client
let leela: Client
let adaThere: Client
beforeAll(async () => {
  world = await openWorld()
  stage = await stageOf(world)
  ;[fatima, omar, leela, adaThere] = [world.as('fatima'), world.as('omar'), world.as('leela'), world.as('ada', 'OP2')]
})

/** Free ground for each test: a kilometre apart. */
let cases = 0
const elsewhere = (): number => ++cases * 1000

/** Ours from 0 to 100, theirs (of OP2, mapped by the administrator) from 90 to 190: a strip of 10 by 100 metres. */
async function strip(): Promise<{ at: number; ours: Body; theirs: Body }> {
  const at = elsewhere()
  const ours = await stage.plant({ name: 'Ours', boundary: field(at, 0) })
  const theirs = await stage.plant({ name: 'Secret name', boundary: field(at + 90, 0), farmerId: await stage.farmerOf('OP2') }, adaThere)
  return { at, ours, theirs }
}
const view = async (by: Client, { id }: Body): Promise<Body> => (await by.get(`/landparcel/${id}`)).body
const casesOf = async (by: Client, { id }: Body): Promise<Body> => (await by.get(`/landparcel/${id}/overlap-cases`)).body
const word = (by: Client, { id }: Body, { code }: Body, what: string, body: Record<string, unknown>): Promise<Answer> =>
  by.post(`/landparcel/${id}/overlap-cases/${code}/${what}`, body)
async function spoken(...given: Parameters<typeof word>): Promise<Body> {
  const answer = await word(...given)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
/** Whatever is refused leaves no row behind. */
async function unchanged(work: () => Promise<void>): Promise<void> {
  const before = await rowCounts(world)
  await work()
  expect(await rowCounts(world)).toEqual(before)
}
const termsNow = async (by: Client, plot: Body): Promise<string> => (await casesOf(by, plot)).items[0].terms
const latest = async (by: Client, { id }: Body, type: string): Promise<Body> =>
  (await by.get(`/landparcel/${id}/events`)).body.items.find(({ eventType }: Body) => eventType === type)

describe('a case', () => {
  it('is seen by both sides with its ground, and of the other operator only what is needed', async () => {
    const { at, ours, theirs } = await strip()
    const [seen] = (await casesOf(fatima, ours)).items
    expect(seen).toMatchObject({ code: theirs.code, id: null, title: null, band: 'review', operator: expect.any(String), may: ['propose', 'walk'] })
    expect(seen.contacts).toEqual([expect.objectContaining({ name: 'Leela Kulkarni' })])
    expect(seen.sharedM2).toBeCloseTo(1000, -1)
    expect([seen.ratio, seen.own.share, seen.other.share].map((share) => Math.round(share * 1000))).toEqual([100, 100, 100])
    expect(seen.own.boundary).toEqual(ours.boundary)
    expect(seen.other.boundary).toEqual(theirs.boundary)
    expect(areaHa(seen.halves.own)).toBeCloseTo(0.95, 2)
    expect(areaHa(seen.halves.other)).toBeCloseTo(0.95, 2)
    expect(seen.halves.own).toEqual(expect.objectContaining({ type: 'Polygon' }))
    for (const secret of [theirs.id, theirs.title, theirs.farmerId, theirs.operatorId]) expect(JSON.stringify(seen)).not.toContain(secret)
    const [mirrored] = (await casesOf(leela, theirs)).items
    expect(mirrored).toMatchObject({ code: ours.code, terms: seen.terms, contacts: [expect.objectContaining({ name: 'Omar Sheikh' })] })
    for (const secret of [ours.id, ours.title, ours.farmerId]) expect(JSON.stringify(mirrored)).not.toContain(secret)
    expect(at).toBeGreaterThan(0)
  })

  it('is nobody else’s: another operator’s, another programme’s, or of plots that share no ground (404)', async () => {
    const { at, ours, theirs } = await strip()
    const apart = await stage.plant({ boundary: field(at + 400, 0) })
    expect((await leela.get(`/landparcel/${ours.id}/overlap-cases`)).status).toBe(404)
    expect((await world.as('gopal').get(`/landparcel/${ours.id}/overlap-cases`)).status).toBe(404)
    const proposal = { boundary: field(at, 0, 80, 100) }
    await unchanged(async () => {
      expect((await word(leela, ours, theirs, 'proposal', proposal)).status).toBe(404)
      expect((await word(world.as('gopal'), ours, theirs, 'proposal', proposal)).status).toBe(404)
      expect((await word(fatima, ours, apart, 'proposal', proposal)).status).toBe(404)
      expect((await word(fatima, ours, ours, 'proposal', proposal)).status).toBe(404)
      expect((await word(fatima, ours, { code: 'PCL-none' }, 'proposal', proposal)).status).toBe(404)
    })
    expect((await casesOf(fatima, apart)).items).toEqual([])
  })

  it('is spoken in by officer and manager, accepted by the manager alone, and decided by a third person alone (403)', async () => {
    const { at, ours, theirs } = await strip()
    const terms = await termsNow(fatima, ours)
    const proposal = { boundary: field(at, 0, 90, 100) }
    await unchanged(async () => {
      expect((await word(world.as('ines'), ours, theirs, 'proposal', proposal)).status).toBe(403)
      expect((await word(world.as('carla'), ours, theirs, 'proposal', proposal)).status).toBe(403)
      expect((await word(world.as('ada'), ours, theirs, 'acceptance', { terms })).status).toBe(403)
      expect((await word(fatima, ours, theirs, 'acceptance', { terms })).status).toBe(403)
      expect((await word(omar, ours, theirs, 'decision', { terms, reason: 'Mine' })).status).toBe(403)
      expect((await word(fatima, ours, theirs, 'decision', { terms, reason: 'Mine' })).status).toBe(403)
      const events = await fatima.post(`/landparcel/${ours.id}/events`, eventOf('OVERLAP_ACCEPTED', { otherParcelCode: theirs.code, terms }))
      expect(events.status).toBe(400)
    })
  })

  it('takes only a sound boundary that is new and over nobody else (422)', async () => {
    const { at, ours, theirs } = await strip()
    const third = await stage.plant({ boundary: field(at, 100) })
    await unchanged(async () => {
      const crossing = ring([at, 0], [at + 80, 100], [at + 80, 0], [at, 100])
      expect((await word(fatima, ours, theirs, 'proposal', { boundary: crossing })).body).toMatchObject({ status: 422, ruleId: 'BR-01' })
      expect((await word(fatima, ours, theirs, 'proposal', { boundary: ours.boundary })).body).toMatchObject({ status: 400, fields: [{ path: 'boundary' }] })
      expect((await word(fatima, ours, theirs, 'proposal', { boundary: field(at, 50) })).body).toMatchObject({ ruleId: 'BR-02', figures: { code: third.code } })
      expect((await word(fatima, ours, theirs, 'walk', { on: '2020-01-01' })).body).toMatchObject({ status: 400, fields: [{ path: 'on', code: 'min' }] })
    })
  })

  it('is not settled by what was not seen (409), nor by what would still be disputed (422 BR-02)', async () => {
    const { at, ours, theirs } = await strip()
    const terms = await termsNow(leela, theirs)
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 98, 100) })
    await unchanged(async () => {
      expect((await word(leela, theirs, ours, 'acceptance', { terms })).status).toBe(409)
      const now = await termsNow(leela, theirs)
      expect((await casesOf(leela, theirs)).items[0]).toMatchObject({ isEnough: false, may: ['propose', 'walk'] })
      expect((await word(leela, theirs, ours, 'acceptance', { terms: now })).body).toMatchObject({
        status: 422,
        ruleId: 'BR-02',
        figures: { overlapShare: expect.closeTo(0.0816, 3) },
      })
    })
  })

  it('is not agreed by one person for both sides, nor decided by who has spoken (422 BR-24)', async () => {
    const at = elsewhere()
    const one = await stage.plant({ boundary: field(at, 0) })
    const other = await stage.plant({ boundary: field(at + 90, 0), farmerId: await stage.farmerOf('OP1', 'Bhikangaon') })
    await spoken(omar, one, other, 'proposal', { boundary: field(at, 0, 90, 100) })
    const [seen] = (await casesOf(omar, other)).items
    expect(seen).toMatchObject({
      id: one.id,
      title: one.title,
      operator: null,
      contacts: [],
      other: { proposal: expect.any(Object), agreedAt: expect.any(String) },
    })
    await unchanged(async () => {
      expect((await word(omar, other, one, 'acceptance', { terms: seen.terms })).body).toMatchObject({ status: 422, ruleId: 'BR-24' })
    })
    await spoken(omar, one, other, 'withdrawal', {})
    await spoken(fatima, one, other, 'proposal', { boundary: field(at, 0, 90, 100) })
    await spoken(omar, other, one, 'acceptance', { terms: seen.terms })
    expect((await view(omar, one)).boundary).toEqual(field(at, 0, 90, 100))
  })
})

describe('agreement', () => {
  it('records the proposed boundary as its proposer drew it, resolves the other dispute, and says how on both plots', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100), message: 'The hedge is ours up to here' })
    expect(await view(fatima, ours)).toMatchObject({ boundary: ours.boundary, status: 'DISPUTED' })
    const [seen] = (await casesOf(leela, theirs)).items
    expect(seen).toMatchObject({
      other: { proposal: { boundary: field(at, 0, 90, 100), message: 'The hedge is ours up to here' } },
      leftM2: 0,
      isEnough: true,
      may: ['propose', 'accept', 'walk'],
      steps: [{ what: 'OVERLAP_PROPOSED', isOwn: false, by: null }],
    })
    const answer = await spoken(leela, theirs, ours, 'acceptance', { terms: seen.terms })
    expect(answer).toMatchObject({ items: [], settled: [{ code: ours.code, how: 'AGREED' }] })
    const mapped = await view(fatima, ours)
    expect(mapped).toMatchObject({ status: 'MAPPED', boundary: field(at, 0, 90, 100), boundaryVersion: 2, mappedBy: world.people.fatima?.id, flags: [] })
    expect(await view(leela, theirs)).toMatchObject({ status: 'VERIFIED', boundary: theirs.boundary, flags: [] })
    const captured = await latest(fatima, ours, 'BOUNDARY_CAPTURED')
    const accepted = await latest(leela, theirs, 'OVERLAP_ACCEPTED')
    expect(captured).toMatchObject({ recordedBy: world.people.leela?.id, data: { drawnBy: world.people.fatima?.id } })
    expect(await latest(leela, theirs, 'DISPUTE_RESOLVED')).toMatchObject({ data: { resolution: 'RESHAPED' } })
    for (const [by, plot] of [
      [fatima, ours],
      [leela, theirs],
    ] as const)
      expect(await latest(by, plot, 'OVERLAP_SETTLED')).toMatchObject({ data: { how: 'AGREED', terms: seen.terms, causeEventId: accepted.id } })
    // Whoever drew it does not verify it.
    expect((await omar.post(`/landparcel/${ours.id}/events`, eventOf('VERIFIED'))).status).toBe(201)
    expect((await fatima.get(`/landparcel/${ours.id}/boundaries`)).body.items[0].recordedBy).toBe(world.people.fatima?.id)
  })

  it('moves both plots at once, though each would lie over where the other was', async () => {
    const { at, ours, theirs } = await strip()
    const [{ halves }] = (await casesOf(fatima, ours)).items
    await spoken(fatima, ours, theirs, 'proposal', { boundary: halves.own })
    const before = await termsNow(leela, theirs)
    await spoken(leela, theirs, ours, 'proposal', { boundary: halves.other })
    await unchanged(async () => {
      expect((await word(omar, ours, theirs, 'acceptance', { terms: before })).status).toBe(409)
    })
    const terms = await termsNow(omar, ours)
    await spoken(omar, ours, theirs, 'acceptance', { terms })
    const [mine, yours] = [await view(fatima, ours), await view(leela, theirs)]
    expect(mine).toMatchObject({ status: 'MAPPED', flags: [], boundary: halves.own, mappedBy: world.people.fatima?.id })
    expect(yours).toMatchObject({ status: 'MAPPED', flags: [], boundary: halves.other, mappedBy: world.people.leela?.id })
    expect(at).toBeGreaterThan(0)
  })

  it('accepts the boundaries as they lie, as a tolerance', async () => {
    const { ours, theirs } = await strip()
    const terms = await termsNow(omar, ours)
    const first = await spoken(omar, ours, theirs, 'acceptance', { terms })
    expect(first.items[0]).toMatchObject({ own: { agreedAt: expect.any(String) }, may: ['propose', 'withdraw', 'walk'] })
    expect((await word(omar, ours, theirs, 'acceptance', { terms })).status).toBe(200)
    await spoken(leela, theirs, ours, 'acceptance', { terms })
    for (const [by, plot] of [
      [fatima, ours],
      [leela, theirs],
    ] as const) {
      expect(await view(by, plot)).toMatchObject({ status: 'VERIFIED', boundary: plot.boundary })
      expect(await latest(by, plot, 'DISPUTE_RESOLVED')).toMatchObject({ data: { resolution: 'ACCEPTED_TOLERANCE' } })
    }
    expect((await omar.get(`/landparcel/${ours.id}/events`)).body.items.filter(({ eventType }: Body) => eventType === 'OVERLAP_ACCEPTED')).toHaveLength(1)
  })

  it('is concluded once when both accept at the same moment', async () => {
    const { ours, theirs } = await strip()
    const terms = await termsNow(omar, ours)
    const answers = await Promise.all([word(omar, ours, theirs, 'acceptance', { terms }), word(leela, theirs, ours, 'acceptance', { terms })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const [by, plot] of [
      [omar, ours],
      [leela, theirs],
    ] as const) {
      expect((await view(by, plot)).status).toBe('VERIFIED')
      expect((await by.get(`/landparcel/${plot.id}/events`)).body.items.filter(({ eventType }: Body) => eventType === 'OVERLAP_SETTLED')).toHaveLength(1)
    }
  })

  it('leaves the dispute of a manager who mapped the plot to other eyes', async () => {
    const at = elsewhere()
    const ours = await stage.plant({ boundary: field(at, 0) })
    const theirs = await stage.plant({ boundary: field(at + 90, 0), farmerId: await stage.farmerOf('OP2') }, leela)
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    await spoken(leela, theirs, ours, 'acceptance', { terms: await termsNow(leela, theirs) })
    expect((await view(fatima, ours)).status).toBe('MAPPED')
    expect((await view(leela, theirs)).status).toBe('DISPUTED')
    expect((await adaThere.post(`/landparcel/${theirs.id}/events`, eventOf('DISPUTE_RESOLVED', { resolution: 'RESHAPED' }))).status).toBe(201)
  })

  it('with one neighbour leaves the dispute with another open', async () => {
    const { at, ours, theirs } = await strip()
    const third = await stage.plant({ boundary: field(at, 90), farmerId: await stage.farmerOf('OP2') }, adaThere)
    expect((await casesOf(omar, ours)).items).toHaveLength(2)
    const terms = async (code: string): Promise<string> => (await casesOf(omar, ours)).items.find((one: Body) => one.code === code).terms
    const [withTheirs, withThird] = [await terms(theirs.code), await terms(third.code)]
    await spoken(omar, ours, theirs, 'acceptance', { terms: withTheirs })
    await spoken(leela, theirs, ours, 'acceptance', { terms: withTheirs })
    expect((await view(omar, ours)).status).toBe('DISPUTED')
    expect((await casesOf(omar, ours)).items.map(({ code }: Body) => code)).toEqual([third.code])
    await spoken(omar, ours, third, 'acceptance', { terms: withThird })
    await spoken(leela, third, ours, 'acceptance', { terms: withThird })
    expect((await view(omar, ours)).status).toBe('VERIFIED')
  })
})

describe('a third person', () => {
  it('of the certification body decides for what is on the table', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    const carla = world.as('carla', 'OP2')
    const [seen] = (await casesOf(carla, theirs)).items
    expect(seen.may).toEqual(['decide'])
    await unchanged(async () => {
      expect((await word(carla, theirs, ours, 'decision', { terms: seen.terms })).body).toMatchObject({ status: 400, fields: [{ path: 'reason' }] })
    })
    await spoken(carla, theirs, ours, 'decision', { terms: seen.terms, reason: 'The land record of 2019 says so' })
    expect(await view(fatima, ours)).toMatchObject({ status: 'MAPPED', boundary: field(at, 0, 90, 100) })
    expect(await view(leela, theirs)).toMatchObject({ status: 'VERIFIED' })
    expect(await latest(leela, theirs, 'OVERLAP_DECIDED')).toMatchObject({
      recordedBy: world.people.carla?.id,
      data: { reason: 'The land record of 2019 says so' },
    })
    expect(await latest(fatima, ours, 'OVERLAP_SETTLED')).toMatchObject({ data: { how: 'DECIDED' } })
  })
})

describe('a walk', () => {
  it('is a task of both sides for that day, and names nobody’s grower to the other', async () => {
    const { ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'walk', { on: '2099-03-01', message: 'At eight, by the well' })
    for (const [by, plot, neighbour] of [
      [omar, ours, theirs],
      [leela, theirs, ours],
    ] as const) {
      const { items } = (await by.get('/task')).body
      const walk = items.find(({ parcelId }: Body) => parcelId === plot.id)
      expect(walk).toMatchObject({ subject: `Walk the line between ${plot.code} and ${neighbour.code}`, dueDate: '2099-03-01', type: 'VISIT', status: 'OPEN' })
      expect(JSON.stringify(walk)).not.toContain(neighbour.id)
      expect(JSON.stringify(walk)).not.toContain(neighbour.farmerId)
    }
    expect((await casesOf(leela, theirs)).items[0].steps).toMatchObject([{ what: 'OVERLAP_WALK', on: '2099-03-01', message: 'At eight, by the well' }])
  })
})

describe('boundaries that change meanwhile', () => {
  const capture = (by: Client, { id }: Body, boundary: Body, occurredAt = new Date().toISOString()) =>
    by.post(`/landparcel/${id}/events`, { eventType: 'BOUNDARY_CAPTURED', occurredAt, data: { boundary, method: 'TAP_CORNERS' } })

  it('do not close a case while the new one still overlaps, and put an older proposal off the table', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    expect((await capture(fatima, ours, field(at - 2, 0))).body).toMatchObject({
      event: { statusAfter: 'DISPUTED' },
      findings: [{ ruleId: 'BR-02', severity: 'REVIEW' }],
    })
    expect(await view(fatima, ours)).toMatchObject({ status: 'DISPUTED', flags: [{ ruleId: 'BR-02', severity: 'REVIEW' }] })
    const [seen] = (await casesOf(leela, theirs)).items
    expect(seen).toMatchObject({ other: { proposal: null, agreedAt: null }, sharedM2: expect.closeTo(800, -1) })
    expect((await omar.post(`/landparcel/${ours.id}/events`, eventOf('DISPUTE_RESOLVED', { resolution: 'RESHAPED' }))).status).toBe(422)
  })

  it('that no longer overlap close it; taken back they open it again, with the proposal', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 92, 100) })
    const { body } = await capture(fatima, ours, field(at - 12, 0))
    expect((await casesOf(leela, theirs)).items).toEqual([])
    expect((await word(leela, theirs, ours, 'acceptance', { terms: 'any' })).status).toBe(404)
    expect((await omar.post(`/landparcel/${ours.id}/events/${body.event.id}/void`, { reason: 'INCORRECT_DATA' })).status).toBe(200)
    expect((await casesOf(leela, theirs)).items).toMatchObject([{ other: { proposal: { boundary: field(at, 0, 92, 100) } } }])
    expect((await view(fatima, ours)).status).toBe('DISPUTED')
  })

  it('that come late, of between the registration and the boundary that counts, change nothing: neither the case, nor its terms, nor who is disputed', async () => {
    const at = elsewhere()
    const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()
    const ours = await stage.plant({ boundary: field(at - 300, 0) })
    const theirs = await stage.plant({ name: 'Secret name', boundary: field(at + 90, 0), farmerId: await stage.farmerOf('OP2') }, adaThere)
    // Drawn over the neighbour an hour ago: a tenth of each.
    expect((await capture(fatima, ours, field(at, 0), hours(1))).body.findings).toMatchObject([{ ruleId: 'BR-02', severity: 'REVIEW' }])
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    const state = async () => {
      const [one, other] = [await view(fatima, ours), await view(leela, theirs)]
      const flags = (of: Body) => of.flags.map(({ id, ruleId, severity, figures }: Body) => ({ id, ruleId, severity, figures }))
      return {
        terms: await termsNow(leela, theirs),
        cases: (await casesOf(leela, theirs)).items,
        of: [one, other].map((of) => [of.status, of.boundary, flags(of)]),
      }
    }
    const before = await state()
    expect(before.of.map(([status]) => status)).toEqual(['DISPUTED', 'DISPUTED'])
    // Written two hours ago and recorded last: once where nothing was shared, once where a fifth would be.
    for (const boundary of [field(at - 12, 0), field(at + 8, 0)]) {
      const late = await capture(fatima, ours, boundary, hours(2))
      expect([late.status, late.body.findings]).toEqual([201, []])
      expect(await state()).toEqual(before)
    }
  })

  it('that were agreed are taken back by themselves: the case opens anew, with nothing on the table', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    await spoken(leela, theirs, ours, 'acceptance', { terms: await termsNow(leela, theirs) })
    const captured = await latest(fatima, ours, 'BOUNDARY_CAPTURED')
    expect((await omar.post(`/landparcel/${ours.id}/events/${captured.id}/void`, { reason: 'INCORRECT_DATA' })).status).toBe(200)
    expect(await view(fatima, ours)).toMatchObject({ status: 'DISPUTED', boundary: ours.boundary })
    expect(await view(leela, theirs)).toMatchObject({ status: 'DISPUTED' })
    expect((await casesOf(leela, theirs)).items).toMatchObject([{ other: { proposal: null, agreedAt: null }, own: { agreedAt: null }, steps: [] }])
    // Accepted as they lie afterwards, with what was said before out of the way.
    const terms = await termsNow(omar, ours)
    await spoken(omar, ours, theirs, 'acceptance', { terms })
    await spoken(leela, theirs, ours, 'acceptance', { terms })
    expect((await view(fatima, ours)).status).toBe('VERIFIED')
  })

  it('ends with a plot that is retired', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    expect((await omar.post(`/landparcel/${ours.id}/events`, eventOf('RETIRED', { reason: 'Sold' }))).status).toBe(201)
    expect((await casesOf(leela, theirs)).items).toEqual([])
    expect((await word(fatima, ours, theirs, 'withdrawal', {})).status).toBe(404)
  })

  it('of a neighbour that was taken back leave what was said no obstacle', async () => {
    const at = elsewhere()
    const ours = await stage.plant({ boundary: field(at, 0) })
    const theirs = await stage.plant({ boundary: field(at + 300, 0), farmerId: await stage.farmerOf('OP2') }, adaThere)
    const over = await capture(adaThere, theirs, field(at + 90, 0))
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    expect((await adaThere.post(`/landparcel/${theirs.id}/events/${over.body.event.id}/void`, { reason: 'INCORRECT_DATA' })).status).toBe(200)
    expect((await casesOf(fatima, ours)).items).toEqual([])
    expect((await view(fatima, ours)).status).toBe('DISPUTED')
  })
})

describe('sent twice', () => {
  it('with one key a proposal is one', async () => {
    const { at, ours, theirs } = await strip()
    const send = () =>
      fatima.post(`/landparcel/${ours.id}/overlap-cases/${theirs.code}/walk`, { on: '2099-03-02' }, { 'idempotency-key': `walk-${at}-0123456789` })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect((await casesOf(fatima, ours)).items[0].steps).toHaveLength(1)
  })
})
