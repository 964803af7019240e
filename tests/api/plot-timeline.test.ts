// The claim of a plot through time with its causes, as the API answers it: recorded late and in another order, taken back by two people, of a past day, and who may read it.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { clock, type Json, ok, record } from './chain-stage.ts'
import { field, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let item: string
let plots = 0
const as = (key: string) => world.as(key, 'OP1')
const plot = (values: Json = {}) => stage.plant({ boundary: field(60_000 + 300 * ++plots, 0), ...values }, as('omar'))
const timeline = (id: string, query = ''): Promise<Json> => ok(as('omar').get(`/landparcel/${id}/claim-timeline${query}`))
const recorded = (who: string, id: string, eventType: string, day: string, data: Json) => ok(record(as(who), 'landparcel', id, eventType, day, data))
const lines = (track: Json[]) => track.map(({ claim, from, to }) => [claim, from, to])
const kinds = ({ causes }: Json) => causes.map(({ on, kind }: Json) => [on, kind])

beforeAll(async () => {
  world = await openWorld({ now: clock })
  stage = await stageOf(world)
  item = (await ok(as('ada').post('/inputitem', sampleOf(entityOf('inputitem'), { values: { name: 'Urea of the timeline', permission: 'PROHIBITED' } })))).id
}, 120_000)

describe('the claim of a plot through time', () => {
  it('is read by who reads the plot alone: not by a stranger (404), nor of a day to come (400)', async () => {
    const { id } = await plot()
    expect((await as('omar').get('/landparcel/01900000-0000-7000-8000-0000000000ff/claim-timeline')).status).toBe(404)
    expect((await as('omar').get(`/landparcel/${id}/claim-timeline?asOf=2030-01-01`)).status).toBe(400)
    expect((await as('omar').get(`/landparcel/${id}/claim-timeline?asOf=2001-01-01&knownAt=2001-01-01`)).status).toBe(404)
  })
  it('is empty outside a scheme', async () => {
    const { id } = await plot()
    expect(await timeline(id)).toMatchObject({ now: { ANNUAL: null, PERENNIAL: null }, tracks: { ANNUAL: [], PERENNIAL: [] }, causes: [] })
  })
  it('is the same in whatever order it was recorded, and agrees with the plot today', async () => {
    const facts: [string, string, string, Json][] = [
      ['omar', 'CONVERSION_STARTED', '2025-03-31', { startedOn: '2025-03-31' }],
      ['ines', 'PROHIBITED_INPUT_FOUND', '2025-08-10', { itemId: item, usedOn: '2025-08-10', evidence: 'Empty bag' }],
    ]
    const answers: Json[] = []
    for (const order of [facts, [...facts].reverse()]) {
      const { id } = await plot()
      for (const [who, type, day, data] of order) await recorded(who, id, type, day, data)
      const answer = await timeline(id)
      answers.push(answer)
      expect(answer.now.ANNUAL).toBe((await ok(as('omar').get(`/landparcel/${id}`))).organicStatus)
    }
    const [one, other] = answers
    expect(lines(one.tracks.ANNUAL)).toEqual([
      ['IC1', '2025-03-31', '2025-08-10'],
      ['CONVENTIONAL', '2025-08-10', '2025-08-11'],
      ['IC1', '2025-08-11', '2026-08-11'],
      ['IC2', '2026-08-11', '2027-08-11'],
      ['ORGANIC', '2027-08-11', null],
    ])
    expect(lines(one.tracks.PERENNIAL).slice(-2)).toEqual([
      ['IC3', '2027-08-11', '2028-08-11'],
      ['ORGANIC', '2028-08-11', null],
    ])
    expect(other.tracks).toEqual(one.tracks)
    expect(kinds(other)).toEqual(kinds(one))
    expect(kinds(one)).toEqual([
      ['2025-03-31', 'STARTED'],
      ['2025-08-10', 'PROHIBITED_INPUT'],
      ['2025-08-11', 'STEP'],
      ['2026-08-11', 'STEP'],
      ['2027-08-11', 'STEP'],
      ['2028-08-11', 'STEP'],
    ])
    const find = one.causes[1]
    expect(find).toMatchObject({ day: '2025-08-11', itemId: item, text: 'Empty bag', claims: { ANNUAL: 'CONVENTIONAL' }, link: { entity: 'landparcel' } })
    expect(one.refs[item]).toMatchObject({ title: expect.stringContaining('Urea') })
    expect((await as('omar').get(`/landparcel/${find.link.id}/events/${find.link.eventId}`)).status).toBe(200)
  })
  it('names an entry that waits for the certification body, its confirmation with the document, and recognised months', async () => {
    const { id } = await plot()
    await recorded('omar', id, 'CONVERSION_STARTED', '2024-02-01', { startedOn: '2024-02-01', retroMonths: 6, retroDocument: 'D-1' })
    const waits = await timeline(id)
    expect(waits.causes.filter(({ kind }: Json) => kind !== 'STEP')).toMatchObject([
      { kind: 'RECOGNISED', on: '2023-08-01', months: 6, counts: false, document: 'D-1' },
      { kind: 'STARTED', on: '2024-02-01', counts: false, day: '2026-01-15' },
    ])
    expect(lines(waits.tracks.ANNUAL).slice(0, 2)).toEqual([
      ['CONVENTIONAL', '2024-02-01', '2026-01-15'],
      ['IC1', '2026-01-15', '2027-01-15'],
    ])
    await recorded('carla', id, 'RETRO_CONFIRMED', '2026-01-10', { retroMonths: 6, document: 'NC-7' })
    const counts = await timeline(id)
    expect(lines(counts.tracks.ANNUAL)).toEqual([
      ['IC1', '2023-08-01', '2024-02-01'],
      ['IC1', '2024-02-01', '2024-08-01'],
      ['IC2', '2024-08-01', '2025-08-01'],
      ['ORGANIC', '2025-08-01', null],
    ])
    expect(counts.tracks.ANNUAL[0].isRecognised).toBe(true)
    expect(counts.causes).toMatchObject([
      { kind: 'RECOGNISED', counts: true },
      { kind: 'STARTED', counts: true },
      {},
      {},
      { kind: 'RECOGNITION_CONFIRMED', document: 'NC-7' },
      {},
    ])
  })
  it('has a prohibited input no more once two people took it back, and names both', async () => {
    const { id } = await plot()
    await recorded('omar', id, 'CONVERSION_STARTED', '2025-03-01', { startedOn: '2025-03-01' })
    const { event } = await recorded('ines', id, 'PROHIBITED_INPUT_FOUND', '2025-09-01', { itemId: item, usedOn: '2025-09-01', evidence: 'Empty bag' })
    await recorded('carla', id, 'PROHIBITED_INPUT_DISMISSED', '2026-01-12', { itemId: item, usedOn: '2025-09-01', reason: 'Another plot', document: 'NC-9' })
    await ok(as('ada').post(`/landparcel/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA', note: 'Another plot' }))
    const answer = await timeline(id)
    expect(lines(answer.tracks.ANNUAL)[0]).toEqual(['IC1', '2025-03-01', '2026-03-01'])
    expect(answer.causes.filter(({ kind }: Json) => kind !== 'STEP')).toMatchObject([
      { kind: 'STARTED' },
      { kind: 'ERROR_AGREED', on: '2026-01-12', day: '2025-09-01', document: 'NC-9', counts: false },
      { kind: 'TAKEN_BACK', on: '2026-01-15', day: '2025-09-01', text: 'Another plot', counts: false, link: { eventId: event.id } },
    ])
  })
  it('of a past day is that day’s: without what happened after, and the steps to come from there', async () => {
    const { id } = await plot()
    await recorded('omar', id, 'CONVERSION_STARTED', '2025-02-01', { startedOn: '2025-02-01' })
    await recorded('ines', id, 'PROHIBITED_INPUT_FOUND', '2025-09-01', { itemId: item, usedOn: '2025-09-01', evidence: 'Empty bag' })
    const then = await timeline(id, '?asOf=2025-06-01')
    expect(then).toMatchObject({ day: '2025-06-01', now: { ANNUAL: 'IC1', PERENNIAL: 'IC1' } })
    expect(lines(then.tracks.ANNUAL)).toEqual([
      ['IC1', '2025-02-01', '2026-02-01'],
      ['IC2', '2026-02-01', '2027-02-01'],
      ['ORGANIC', '2027-02-01', null],
    ])
    expect(then.causes.map(({ kind }: Json) => kind)).toEqual(['STARTED', 'STEP', 'STEP', 'STEP'])
    expect((await timeline(id)).causes.map(({ kind }: Json) => kind)).toContain('PROHIBITED_INPUT')
  })
  it('of a plot that was entered with the form names it without an event to open', async () => {
    const { id } = await plot({ conversionStart: '2025-05-01' })
    expect((await timeline(id)).causes[0]).toMatchObject({ kind: 'STARTED', on: '2025-05-01', link: null })
  })
})
