// Plots: mapped anew, verified, disputed, in conversion, set back, leased, tested, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import { field, ownersIn, place } from '../api/parcel-stage.ts'
import type { Answer } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { findingsOf } from './findings.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { depth, divisionAt, foldPlot, neighbourSince, type Plot } from './plot-fold.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let chain: Chain
let farmer = ''
let owners: Json[] = []
/** Who takes over. */
let successor = ''
let season = ''
/** BR-24: another person maps than the one who verifies. */
const recorders: Readonly<Record<string, string>> = {
  BOUNDARY_CAPTURED: 'fatima',
  INTERNAL_INSPECTION: 'ines',
  CONVERSION_CONFIRMED: 'carla',
  RETRO_CONFIRMED: 'carla',
  PROHIBITED_INPUT_DISMISSED: 'carla',
}
let urea = ''
let opened = 0

/** A month apart, from 10 February 2024. */
const dateOf = (day: number): string => new Date(Date.UTC(2024, day, 10)).toISOString().slice(0, 10)
const bodyOf = ({ type, data }: Fact, id: string): Record<string, unknown> => {
  switch (type) {
    case 'GROWER_CHANGED':
      return { farmerId: successor }
    case 'BOUNDARY_CAPTURED':
      return { boundary: lying(places.get(id) ?? 0, Number(data.width)), method: 'TAP_CORNERS' }
    case 'INTERNAL_INSPECTION':
      return { seasonId: season, round: 1, result: 'APPROVED' }
    case 'DISPUTED':
      return { reason: 'The neighbour says otherwise' }
    case 'DISPUTE_RESOLVED':
      return { resolution: 'ACCEPTED_TOLERANCE' }
    case 'RETIRED':
      return { reason: 'Built over' }
    case 'CONVERSION_STARTED':
      return { startedOn: data.startedOn, ...(data.months ? { retroMonths: data.months, retroDocument: 'NC-2' } : {}) }
    case 'CONVERSION_CONFIRMED':
      return { startedOn: data.startedOn, document: 'NC-1' }
    case 'RETRO_CONFIRMED':
      return { retroMonths: data.months, document: 'NC-2' }
    case 'PROHIBITED_INPUT_DISMISSED':
      return { itemId: urea, usedOn: data.usedOn, reason: 'Another plot was meant' }
    case 'CONVERSION_RESET':
      return { resetOn: data.resetOn, cause: 'Spray drift' }
    case 'PROHIBITED_INPUT_FOUND':
      return { itemId: urea, usedOn: data.usedOn, evidence: 'Sack' }
    case 'SPLIT': {
      const [east, north] = cornerOf(places.get(id) ?? 0)
      const line = [north - 5, north + depth + 5].map((at) => place(east + divisionAt, at)).map(([lon, lat]) => ({ lon, lat }))
      return { line, firstName: 'West', firstNo: `W-${++opened}`, secondName: 'East', secondNo: `E-${opened}`, reason: 'Two sons' }
    }
    case 'MERGED':
      return { withIds: [besides.get(id)], name: 'One', parcelNo: `J-${++opened}`, reason: 'The bund is gone' }
    case 'LEASE_CHANGED':
      return { leaseFrom: '2024-01-01', leaseTo: data.leaseTo }
    case 'SOIL_TEST':
      return { laboratory: 'Indore', ph: 7.5 }
    case 'WATER_TEST':
      return { waterSource: 'Well', ph: 7.5, ecDsPerM: 1 }
    case 'BUFFER_OBSERVED':
      return { side: 'N', metres: 8, use: 'CONVENTIONAL' }
    default:
      return {}
  }
}

/** Each plot has ground of its own: 120 m square. */
const places = new Map<string, number>()
/** The plot beside each, by id. */
const besides = new Map<string, string>()
const cornerOf = (n: number): [east: number, north: number] => [100_000 + 120 * (n % 80), 120 * Math.floor(n / 80)]
const lying = (n: number, width: number) => field(...cornerOf(n), width, depth)
const squareMetresOf = (areaHa: number): number => Math.round(areaHa * 1000) * 10

/** To half a metre: plots of the same size differ by a square metre from place to place. */
const widthOf = (areaHa: number): number => Math.round((areaHa * 20_000) / 40) / 2

type Draw = { type: string; back: number }
const types = ['VERIFIED', 'VERIFIED', 'DISPUTED', 'DISPUTE_RESOLVED', 'DISPUTE_RESOLVED', 'RETIRED', 'CONVERSION_STARTED', 'CONVERSION_STARTED'].concat([
  'CONVERSION_RESET',
  'BOUNDARY_CAPTURED',
  'BOUNDARY_CAPTURED',
  'PROHIBITED_INPUT_FOUND',
  'LEASE_CHANGED',
  'SOIL_TEST',
  'WATER_TEST',
  'BUFFER_OBSERVED',
  'GROWER_CHANGED',
  'BOUNDARY_CAPTURED',
  'INTERNAL_INSPECTION',
  'CONVERSION_CONFIRMED',
  'CONVERSION_CONFIRMED',
  'RETRO_CONFIRMED',
  'RETRO_CONFIRMED',
  'PROHIBITED_INPUT_DISMISSED',
  'SPLIT',
  'MERGED',
])
/** `back`: so many days before it is recorded. A decision of the certification body is about what was said before it. */
function dataOf({ type, back }: Draw, day: number, before: readonly Fact[]): Fact['data'] {
  const on = new Date(Date.parse(dateOf(day)) - back * 86_400_000).toISOString().slice(0, 10)
  const stated = (name: string): unknown => before.findLast(({ data }) => data[name])?.data[name]
  // Every other entry requests months before it.
  if (type === 'CONVERSION_STARTED') return { startedOn: on, months: back % 2 ? 3 + (back % 9) : 0 }
  if (type === 'CONVERSION_CONFIRMED') return { startedOn: stated('startedOn') ?? on }
  if (type === 'RETRO_CONFIRMED') return { months: stated('months') || 6 }
  if (type === 'PROHIBITED_INPUT_DISMISSED') return { usedOn: stated('usedOn') ?? on }
  if (type === 'CONVERSION_RESET') return { resetOn: on }
  if (type === 'PROHIBITED_INPUT_FOUND') return { usedOn: on }
  if (type === 'BOUNDARY_CAPTURED') return { width: 40.5 + back }
  return type === 'LEASE_CHANGED' ? { leaseTo: `${2027 + (back % 5)}-12-31` } : {}
}
/** Takes of the drawn facts those that can be true after the ones before; it enters a scheme once, and changes hands once. */
const once: ReadonlySet<string> = new Set(['CONVERSION_STARTED', 'GROWER_CHANGED'])
function historyOf(draws: readonly Draw[]): Fact[] {
  const facts: Fact[] = []
  for (const draw of draws) {
    if (once.has(draw.type) && facts.some(({ type }) => type === draw.type)) continue
    const day = facts.length + 1
    const fact: Fact = { key: `f${day}`, type: draw.type, day, data: dataOf(draw, day, facts) }
    if ('state' in foldPlot([...facts, fact])) facts.push(fact)
  }
  return facts
}

const send = (who: string, id: string, eventType: string, day: number, data: Record<string, unknown>, supersedesEventId?: string): Promise<Answer> =>
  world.as(who, 'OP1').post(`/landparcel/${id}/events`, {
    eventType,
    occurredAt: `${dateOf(day)}T10:00:00+05:30`,
    data,
    lateReason: 'From the field book',
    ...(supersedesEventId ? { notes: 'Read wrongly' } : {}),
    ...(supersedesEventId ? { supersedesEventId } : {}),
  })

/** What was recorded, by event. */
const inputs = new Map<string, Fact>()
/** BR-24: a prohibited input is taken back once the certification body has agreed. */
async function agree(id: string, eventId: string | undefined): Promise<void> {
  const fact = inputs.get(eventId ?? '')
  if (fact?.type !== 'PROHIBITED_INPUT_FOUND') return
  await ok(send('carla', id, 'PROHIBITED_INPUT_DISMISSED', fact.day, { itemId: urea, usedOn: fact.data.usedOn, reason: 'Another plot was meant' }))
}

/** Whether a joined line has a corner that is worth a word (BR-01) depends on where it falls on the lattice. */
const rulesOf = ({ flags }: Json): string[] => flags.flatMap(({ ruleId }: Json) => (ruleId === 'BR-01' ? [] : [ruleId])).sort()
/** Plots that were made when it was divided or joined. */
const successorIds = (id: string): Promise<string[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const rows = await db
      .selectFrom('event as made')
      .innerJoin('event as cause', 'cause.id', 'made.cause_event_id')
      .select('made.subject_id')
      .where('made.tenant_id', '=', tenant.id)
      .where('made.event_type', '=', 'TAKEN_OVER')
      .where('cause.subject_id', '=', id)
      .execute()
    return rows.map(({ subject_id }) => subject_id)
  })

const family: Family<Plot> = {
  name: 'plot',
  history: fc
    .array(fc.record({ type: fc.constantFrom(...types), back: fc.integer({ min: 0, max: 25 }) }), { minLength: 4, maxLength: 24 })
    .map((draws) => historyOf(draws).slice(0, 9)),
  changed(fact, by) {
    if (fact.type === 'BOUNDARY_CAPTURED') return { ...fact, data: { width: Number(fact.data.width) + by } }
    return fact.type === 'CONVERSION_STARTED' && fact.data.months ? { ...fact, data: { ...fact.data, months: Number(fact.data.months) - by + 1 } } : fact
  },
  fold: foldPlot,
  async open() {
    const n = ++opened
    const lease = { tenure: 'LEASED', landowners: owners, leaseFrom: '2024-01-01', leaseTo: '2026-12-31' }
    const plot = { farmerId: farmer, ...lease, declaredAreaHa: 0.16, waterRegime: 'RAINFED', boundaryMethod: 'DESKTOP_DRAW' }
    const fatima = world.as('fatima', 'OP1')
    const made = await ok(fatima.post('/landparcel', { ...plot, name: `Khet ${n}`, parcelNo: `R-${n}`, boundary: lying(n, depth) }))
    const [east, north] = cornerOf(n)
    const behind = { name: `Behind ${n}`, parcelNo: `B-${n}`, boundary: field(east, north + depth, depth, depth), conversionStart: neighbourSince }
    besides.set(made.id, (await ok(world.as('omar', 'OP1').post('/landparcel', { ...plot, ...behind }))).id)
    places.set(made.id, n)
    return made.id
  },
  async record(id, fact, supersedesEventId) {
    await agree(id, supersedesEventId)
    const answer = await send(recorders[fact.type] ?? 'ada', id, fact.type, fact.day, bodyOf(fact, id), supersedesEventId)
    if (answer.status === 201) inputs.set(answer.body.event.id, fact)
    return answer
  },
  async void(id, eventId) {
    await agree(id, eventId)
    const by = recorders[inputs.get(eventId)?.type ?? ''] === 'carla' ? 'carla' : 'ada'
    return world.as(by, 'OP1').post(`/landparcel/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Another plot was meant' })
  },
  async read(id, keyOf) {
    const plot = await chain.view('landparcel', id)
    await expectPastOfToday(world.as('ada', 'OP1'), 'landparcel', plot)
    const { status, organicStatus, lastProhibitedInputOn, leaseTo, conversionStart, mappedAreaHa } = plot
    const successors = await Promise.all((await successorIds(id)).map((one) => chain.view('landparcel', one)))
    const shown = ({ organicStatus: claim, lastProhibitedInputOn: usedOn, leaseTo: to, mappedAreaHa: areaHa, farmerId }: Json) => ({
      organicStatus: claim ?? 'CONVENTIONAL',
      lastProhibitedInputOn: usedOn,
      tenureTo: to === '2026-12-31' ? null : to,
      isHandedOver: farmerId === successor,
      squareMetres: squareMetresOf(areaHa),
    })
    const live = successors.filter((one) => one.status !== 'RETIRED').sort((one, other) => one.mappedAreaHa - other.mappedAreaHa)
    const { items } = await ok(world.as('fatima', 'OP1').get(`/landparcel/${id}/boundaries`))
    return {
      folded: {
        status,
        successors: live.map(shown),
        isNeighbourRetired: (await chain.view('landparcel', besides.get(id) ?? '')).status === 'RETIRED',
        organicStatus: organicStatus ?? 'CONVENTIONAL',
        lastProhibitedInputOn,
        tenureTo: leaseTo === '2026-12-31' ? null : leaseTo,
        width: widthOf(mappedAreaHa),
        isHandedOver: plot.farmerId === successor,
      },
      rest: {
        conversionStart,
        neighbours: plot.neighbours,
        successors: live.map((one) => [one.status, one.neighbours, one.conversionStart, one.conversionCountsFrom, rulesOf(one)]),
        areaDifference: Math.round(plot.areaDifference * 80) + 0,
        mappedAt: plot.mappedAt,
        boundaryVersion: plot.boundaryVersion,
        widths: items.map(({ areaHa }: Json) => widthOf(areaHa)),
        findings: findingsOf(plot, keyOf),
      },
    }
  },
}

describe.runIf(isOn('plot'))('histories of plots', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
    farmer = (await chain.member()).farmerId
    owners = await ownersIn(world)
    successor = (await chain.member({ name: 'Suresh' })).farmerId
    const dates = { startDate: '2024-01-01', endDate: '2025-12-31' }
    season = (await ok(world.as('ada', 'OP1').post('/season', { code: 'P-2024', name: 'Two years', kind: 'PERENNIAL', yieldFactor: 1, ...dates }))).id
    urea = (await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Urea', category: 'SYNTH_FERTILISER', permission: 'PROHIBITED', phiDays: 0 }))).id
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => world,
    () => [family],
  )
})

describe('the fold of a plot', () => {
  drawsEveryType('landparcel', types)
  const fold = (...facts: [type: string, data?: Fact['data']][]) =>
    foldPlot(facts.map(([type, data = {}], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  it('refuses what cannot be, by the first fact that cannot', () => {
    expect(fold(['DISPUTE_RESOLVED'])).toMatchObject({ because: 'the plot is MAPPED' })
    expect(fold(['CONVERSION_RESET', { resetOn: '2025-01-01' }])).toMatchObject({ because: 'it is in no scheme' })
  })
  it('lies where it was mapped last, and is verified anew', () => {
    expect(fold(['BOUNDARY_CAPTURED', { width: 50 }], ['VERIFIED'], ['BOUNDARY_CAPTURED', { width: 45 }])).toMatchObject({
      state: { status: 'MAPPED', width: 45 },
    })
  })
  it('counts months from the last of registration, reset and the day after a prohibited input', () => {
    const entered = (startedOn: string, months = 0): [string, Fact['data']?] => ['CONVERSION_STARTED', { startedOn, months }]
    const confirmed = (startedOn: string): [string, Fact['data']?] => ['CONVERSION_CONFIRMED', { startedOn }]
    expect(fold(entered('2024-01-15'), confirmed('2024-01-15'))).toMatchObject({ state: { organicStatus: 'ORGANIC' } })
    expect(fold(entered('2024-01-16'), confirmed('2024-01-16'))).toMatchObject({ state: { organicStatus: 'IC2' } })
    expect(fold(entered('2024-01-15'))).toMatchObject({ state: { organicStatus: 'IC1' } })
    expect(fold(entered('2024-07-15', 6), ['RETRO_CONFIRMED', { months: 6 }])).toMatchObject({ state: { organicStatus: 'ORGANIC' } })
    expect(fold(entered('2024-07-15', 6), ['RETRO_CONFIRMED', { months: 5 }])).toMatchObject({ because: 'nobody requested them' })
    expect(fold(entered('2023-01-01'), ['PROHIBITED_INPUT_FOUND', { usedOn: '2025-01-15' }])).toMatchObject({
      state: { organicStatus: 'IC1', lastProhibitedInputOn: '2025-01-15' },
    })
    expect(fold(['PROHIBITED_INPUT_FOUND', { usedOn: '2025-01-15' }])).toMatchObject({ state: { organicStatus: 'CONVENTIONAL' } })
  })
})
