// Who hears of what is said in an overlap (BR-02), once and as of their own plot; what is dealt with when the case goes on; and the list of open cases.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { disputedQuery } from '#server/behaviours/land/overlap-list.ts'
import { runClock } from '#server/jobs/clock.ts'
import type { Answer, Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { delivererOf, type Inbox } from './notification-stage.ts'
import { eventOf, field, type Stage, stageOf } from './parcel-stage.ts'

type Body = Answer['body']
let world: World
let stage: Stage
let post: ReturnType<typeof delivererOf>
let fatima: Client
let omar: Client
let leela: Client
let adaThere: Client
beforeAll(async () => {
  world = await openWorld()
  stage = await stageOf(world)
  post = delivererOf(world, () => new Date())
  ;[fatima, omar, leela, adaThere] = [world.as('fatima'), world.as('omar'), world.as('leela'), world.as('ada', 'OP2')]
})

const refused = refusing(() => world)
/** Free ground for each test: a kilometre apart. */
let cases = 0
const elsewhere = (): number => ++cases * 1000
const strip = async (): Promise<{ at: number; ours: Body; theirs: Body }> => {
  const at = elsewhere()
  const ours = await stage.plant({ name: 'Our field', boundary: field(at, 0) })
  const theirs = await stage.plant({ name: 'Secret name', boundary: field(at + 90, 0), farmerId: await stage.farmerOf('OP2') }, adaThere)
  return { at, ours, theirs }
}
const spoken = async (by: Client, { id }: Body, { code }: Body, what: string, body: Record<string, unknown>): Promise<Body> => {
  const answer = await by.post(`/landparcel/${id}/overlap-cases/${code}/${what}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const about = (items: readonly Inbox[], { id }: Body) => items.filter(({ subjectId }) => subjectId === id)
/** What a person's inbox has of one of these plots, oldest first. */
const heard = async (person: string, plot: Body): Promise<string[]> =>
  about(await post.inbox(person), plot)
    .flatMap(({ event, status }) => (event.startsWith('OVERLAP_') ? [`${event.slice(8)} ${status}`] : []))
    .reverse()
const tick = async (): Promise<void> => void (await runClock(post.context, world.tenants.cotton))
const termsNow = async (by: Client, { id }: Body): Promise<string> => (await by.get(`/landparcel/${id}/overlap-cases`)).body.items[0].terms
const listed = async (by: Client, ...plots: Body[]): Promise<Body[]> => {
  const { status, body } = await by.get('/landparcel/overlap-cases')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.filter(({ own, other }: Body) => plots.some(({ code }) => code === own.code || code === other.code))
}
/** All that a side may not learn of the other: in its inbox or its list. */
const secretsOf = (plot: Body): string[] => [plot.id, plot.title, plot.farmerId]

describe('what is said in an overlap', () => {
  it('is heard by nobody where it was refused', async () => {
    const { at, ours, theirs } = await strip()
    await refused(() => world.as('ines').post(`/landparcel/${ours.id}/overlap-cases/${theirs.code}/proposal`, { boundary: field(at, 0, 90, 100) }), {
      status: 403,
    })
    await refused(() => fatima.post(`/landparcel/${ours.id}/overlap-cases/${theirs.code}/proposal`, { boundary: ours.boundary }), { status: 400 })
    await post.deliver()
    for (const [person, plot] of [
      ['leela', theirs],
      ['omar', ours],
    ] as const)
      expect(await heard(person, plot)).toEqual([])
  })

  it('is heard once by whoever speaks for the other plot, by nobody else, and not across programmes', async () => {
    const { at, ours, theirs } = await strip()
    const body = { boundary: field(at, 0, 90, 100), message: 'By the stone' }
    const key = { 'idempotency-key': `proposal-${at}-0123456789` }
    const send = () => fatima.post(`/landparcel/${ours.id}/overlap-cases/${theirs.code}/proposal`, body, key)
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    // The very same line again says nothing new.
    await spoken(fatima, ours, theirs, 'proposal', body)
    await post.deliver()
    await post.deliver()
    expect(await heard('leela', theirs)).toEqual(['PROPOSED UNREAD'])
    const [notice] = about(await post.inbox('leela', 'OVERLAP_PROPOSED'), theirs)
    expect(notice).toMatchObject({ timesSeen: 1, severity: 'WARN', headline: expect.stringContaining(ours.code) })
    for (const secret of secretsOf(ours)) expect(JSON.stringify(notice)).not.toContain(secret)
    for (const person of ['fatima', 'omar', 'ines', 'carla', 'pooja', 'ada']) {
      expect(await heard(person, ours), person).toEqual([])
      expect(await heard(person, theirs), person).toEqual([])
    }
    expect(await post.deliver('dairy')).toBe(0)
    expect((await post.inbox('dina')).filter(({ event }) => event.startsWith('OVERLAP_'))).toEqual([])
  })

  it('asks the manager alone for the agreement that is missing, and is dealt with when the case goes on', async () => {
    const { ours, theirs } = await strip()
    const terms = await termsNow(omar, ours)
    await spoken(leela, theirs, ours, 'acceptance', { terms })
    await post.deliver()
    expect([await heard('omar', ours), await heard('fatima', ours), await heard('leela', theirs)]).toEqual([['ACCEPTED UNREAD'], [], []])
    await tick()
    expect(await heard('omar', ours)).toEqual(['ACCEPTED UNREAD'])
    await spoken(omar, ours, theirs, 'acceptance', { terms })
    await post.deliver()
    await tick()
    expect(await heard('omar', ours)).toEqual(['ACCEPTED ACTIONED'])
    expect(await heard('fatima', ours)).toEqual(['SETTLED UNREAD'])
    expect(await heard('leela', theirs)).toEqual(['SETTLED UNREAD'])
    expect(about(await post.inbox('leela', 'OVERLAP_SETTLED'), theirs)).toMatchObject([{ headline: expect.stringMatching(/settled: Agreed by both sides\.$/) }])
  })

  it('answered by another proposal asks the first side; withdrawn it says so; a walk answers nothing', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    await spoken(leela, theirs, ours, 'walk', { on: '2099-03-01' })
    await post.deliver()
    await tick()
    expect(await heard('leela', theirs)).toEqual(['PROPOSED UNREAD'])
    await spoken(leela, theirs, ours, 'proposal', { boundary: field(at + 92, 0, 98, 100) })
    await post.deliver()
    await tick()
    expect(await heard('leela', theirs)).toEqual(['PROPOSED ACTIONED'])
    for (const person of ['omar', 'fatima']) expect(await heard(person, ours), person).toEqual(['PROPOSED UNREAD'])
    await spoken(leela, theirs, ours, 'withdrawal', {})
    await post.deliver()
    await tick()
    for (const person of ['omar', 'fatima']) expect(await heard(person, ours), person).toEqual(['PROPOSED ACTIONED', 'WITHDRAWN UNREAD'])
  })

  it('is dealt with when a boundary closes the case, whoever walked it', async () => {
    const { at, ours, theirs } = await strip()
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    await post.deliver()
    const data = { boundary: field(at - 20, 0), method: 'TAP_CORNERS' }
    expect((await fatima.post(`/landparcel/${ours.id}/events`, eventOf('BOUNDARY_CAPTURED', data))).status).toBe(201)
    await tick()
    expect(await heard('leela', theirs)).toEqual(['PROPOSED ACTIONED'])
  })
})

describe('the list of open overlaps', () => {
  it('is for nobody of other operators and programmes, nor for who sees no plots', async () => {
    const { ours, theirs } = await strip()
    expect(await listed(world.as('gopal'), ours, theirs)).toEqual([])
    expect((await world.as('dina').get('/landparcel/overlap-cases')).body.items ?? []).toEqual([])
    const seen = await world.as('paul').get('/landparcel/overlap-cases')
    expect(seen.status === 403 || seen.body.items.length === 0).toBe(true)
  })

  it('has each pair once, with its ground, how far it is and whose word is missing; of the other side what the case itself shows', async () => {
    const { at, ours, theirs } = await strip()
    const [fresh] = await listed(fatima, ours)
    expect(fresh).toMatchObject({
      own: { id: ours.id, code: ours.code },
      other: { code: theirs.code, id: null, title: null, operator: expect.any(String) },
      ...{ state: 'OPEN', turn: 'BOTH', isYours: true, band: 'review', lastAt: null },
    })
    expect(fresh.sharedM2).toBeCloseTo(1000, -1)
    for (const secret of secretsOf(theirs)) expect(JSON.stringify(fresh)).not.toContain(secret)
    await spoken(fatima, ours, theirs, 'proposal', { boundary: field(at, 0, 90, 100) })
    expect(await listed(omar, ours)).toMatchObject([{ state: 'PROPOSED', turn: 'OTHER', isYours: false, lastAt: expect.any(String) }])
    expect(await listed(leela, theirs)).toMatchObject([{ own: { id: theirs.id }, other: { code: ours.code, id: null }, turn: 'OWN', isYours: true }])
    // Of people who speak for neither side it waits for none.
    expect(await listed(world.as('ines'), ours)).toMatchObject([{ isYours: false }])
    await spoken(leela, theirs, ours, 'acceptance', { terms: await termsNow(leela, theirs) })
    expect([await listed(fatima, ours), await listed(leela, theirs)]).toEqual([[], []])
  })

  it('has two plots of one operator once, and of three neighbours each pair', async () => {
    const at = elsewhere()
    const one = await stage.plant({ boundary: field(at, 0) })
    const two = await stage.plant({ boundary: field(at + 90, 0) })
    const three = await stage.plant({ boundary: field(at, 90), farmerId: await stage.farmerOf('OP2') }, adaThere)
    const codes = (await listed(omar, one, two, three)).map(({ own, other }) => [own.code, other.code].sort().join(' ')).sort()
    expect(codes).toEqual([[one.code, two.code].sort().join(' '), [one.code, three.code].sort().join(' ')].sort())
    expect(await listed(omar, two)).toMatchObject([{ other: { id: expect.any(String), operator: null } }])
  })

  it('puts what waits for the reader first, then the oldest, and says as much as the cases of each plot', async () => {
    const items = (await omar.get('/landparcel/overlap-cases')).body.items as Body[]
    const order = items.map(({ isYours, since }) => `${isYours ? 0 : 1} ${since}`)
    expect(order).toEqual([...order].sort())
    expect(items.length).toBeGreaterThan(2)
    for (const { own, other, sharedM2, ratio } of items)
      expect((await omar.get(`/landparcel/${own.id}/overlap-cases`)).body.items).toContainEqual(expect.objectContaining({ code: other.code, sharedM2, ratio }))
  })

  it('is read page by page, each pair on one of them though both its plots are in dispute; a cursor names no plot', async () => {
    const strips = [await strip(), await strip()]
    for (const { ours, theirs } of strips)
      for (const [by, { id }] of [
        [omar, ours],
        [leela, theirs],
      ] as const)
        expect((await by.get(`/landparcel/${id}`)).body.status).toBe('DISPUTED')
    const forged = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
    const mark = 'a'.repeat(32)
    const noDays = ['2026-02-30T00:00:00.000000', '0000-01-01T00:00:00.000000', '2026-02-03T0:0'].map((at) => forged(at, mark))
    for (const cursor of ['x', ...noDays, forged('2026-02-03T00:00:00.000000', 'a\u0000')])
      await refused(() => omar.get(`/landparcel/overlap-cases?cursor=${cursor}`), { status: 400, body: { fields: [{ path: 'cursor', code: 'format' }] } })
    await refused(() => omar.get('/landparcel/overlap-cases?limit=0'), { status: 400 })
    await refused(() => omar.get('/landparcel/overlap-cases?limit=1001'), { status: 400 })
    for (const reader of [omar, leela]) {
      const { items: all, next } = (await reader.get('/landparcel/overlap-cases')).body
      expect(next).toBeNull()
      expect(all.length).toBeGreaterThan(1)
      for (const limit of [1, 2, 3]) {
        const read: Body[] = []
        let cursor = ''
        do {
          const { body } = await reader.get(`/landparcel/overlap-cases?limit=${limit}${cursor && `&cursor=${cursor}`}`)
          read.push(...body.items)
          cursor = body.next ?? ''
          expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
        } while (cursor)
        const byCodes = (pairs: Body[]) => pairs.toSorted((one, two) => (`${one.own.code} ${one.other.code}` < `${two.own.code} ${two.other.code}` ? -1 : 1))
        expect(byCodes(read)).toEqual(byCodes(all))
      }
    }
  })

  it('is asked for in as many statements however many there are', async () => {
    const statements = async (limit: number) => statementsIn(await messagesOf(() => omar.get(`/landparcel/overlap-cases?limit=${limit}`))).length
    await strip()
    const { body } = await omar.get('/landparcel/overlap-cases?limit=1')
    expect(body).toMatchObject({ items: [{ other: { id: null } }], next: expect.any(String) })
    expect(await statements(1000)).toBe(await statements(1))
  })

  it('finds the next plots in dispute by an index, beginning where the page before ended', async () => {
    await world.database.script('analyze landparcel')
    type Plan = { 'Index Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }
    const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
    const plan = await world.scoped('ada', async (scope) => {
      await sql`set local enable_seqscan = off`.execute(scope.db)
      // Of the few rows of a test any index will do: it is asked for the one that has the order, too.
      await sql`set local enable_sort = off`.execute(scope.db)
      await sql`set local enable_bitmapscan = off`.execute(scope.db)
      const question = disputedQuery(scope, ['2026-01-01T00:00:00.000000', ''], 1001)
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${question}`.execute(scope.db)
      return nodes((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
    })
    const found = plan.find((node) => node['Index Name'] === 'landparcel__status__created_at__id__idx')
    expect(found?.['Index Cond']).toMatch(/status.*created_at >=/)
  })
})
