// Plots: mapped anew, verified, disputed, in conversion, set back, leased, tested, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import { field } from '../api/parcel-stage.ts'
import type { Answer } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { foldPlot, type Plot } from './plot-fold.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let chain: Chain
let farmer = ''
/** Who takes over. */
let successor = ''
let season = ''
/** BR-24: another person maps than the one who verifies. */
const recorders: Readonly<Record<string, string>> = { BOUNDARY_CAPTURED: 'fatima', INTERNAL_INSPECTION: 'ines' }
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
      return { startedOn: data.startedOn }
    case 'CONVERSION_RESET':
      return { resetOn: data.resetOn, cause: 'Spray drift' }
    case 'PROHIBITED_INPUT_FOUND':
      return { itemId: urea, usedOn: data.usedOn, evidence: 'Sack' }
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
const lying = (n: number, width: number) => field(100_000 + 120 * (n % 80), 120 * Math.floor(n / 80), width, 40)

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
])
/** `back`: so many days before it is recorded. */
function dataOf({ type, back }: Draw, day: number): Fact['data'] {
  const on = new Date(Date.parse(dateOf(day)) - back * 86_400_000).toISOString().slice(0, 10)
  if (type === 'CONVERSION_STARTED') return { startedOn: on }
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
    const fact: Fact = { key: `f${day}`, type: draw.type, day, data: dataOf(draw, day) }
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

const family: Family<Plot> = {
  name: 'plot',
  history: fc
    .array(fc.record({ type: fc.constantFrom(...types), back: fc.integer({ min: 0, max: 25 }) }), { minLength: 4, maxLength: 24 })
    .map((draws) => historyOf(draws).slice(0, 9)),
  changed: (fact, by) => (fact.type === 'BOUNDARY_CAPTURED' ? { ...fact, data: { width: Number(fact.data.width) + by } } : fact),
  fold: foldPlot,
  async open() {
    const n = ++opened
    const plot = { name: `Khet ${n}`, parcelNo: `R-${n}`, farmerId: farmer, tenure: 'LEASED', leaseFrom: '2024-01-01', leaseTo: '2026-12-31' }
    const boundary = lying(n, 40)
    const made = await ok(
      world.as('fatima', 'OP1').post('/landparcel', { ...plot, declaredAreaHa: 0.16, waterRegime: 'RAINFED', boundary, boundaryMethod: 'DESKTOP_DRAW' }),
    )
    places.set(made.id, n)
    return made.id
  },
  async record(id, fact, supersedesEventId) {
    await agree(id, supersedesEventId)
    const answer = await send(recorders[fact.type] ?? 'ada', id, fact.type, fact.day, bodyOf(fact, id), supersedesEventId)
    if (answer.status === 201) inputs.set(answer.body.event.id, fact)
    // The certification body confirms each start; what it does not confirm counts from its recording (plot-clock.test.ts).
    if (answer.status === 201 && fact.type === 'CONVERSION_STARTED')
      await ok(send('carla', id, 'CONVERSION_CONFIRMED', fact.day, { startedOn: fact.data.startedOn, document: 'NC-1' }))
    return answer
  },
  async void(id, eventId) {
    await agree(id, eventId)
    return world.as('ada', 'OP1').post(`/landparcel/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Another plot was meant' })
  },
  async read(id, keyOf) {
    const plot = await chain.view('landparcel', id)
    await expectPastOfToday(world.as('ada', 'OP1'), 'landparcel', plot)
    const { status, organicStatus, lastProhibitedInputOn, leaseTo, conversionStart, mappedAreaHa } = plot
    const { items } = await ok(world.as('fatima', 'OP1').get(`/landparcel/${id}/boundaries`))
    return {
      folded: {
        status,
        organicStatus: organicStatus ?? 'CONVENTIONAL',
        lastProhibitedInputOn,
        tenureTo: leaseTo === '2026-12-31' ? null : leaseTo,
        width: widthOf(mappedAreaHa),
        isHandedOver: plot.farmerId === successor,
      },
      rest: {
        conversionStart,
        neighbours: plot.neighbours,
        areaDifference: Math.round(plot.areaDifference * 80) + 0,
        mappedAt: plot.mappedAt,
        boundaryVersion: plot.boundaryVersion,
        widths: items.map(({ areaHa }: Json) => widthOf(areaHa)),
        findings: plot.flags.map((flag: Json) => [flag.ruleId, flag.severity, keyOf(flag.eventId)].join(' ')).sort(),
      },
    }
  },
}

describe.runIf(isOn('plot'))('histories of plots', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
    farmer = (await chain.member()).farmerId
    successor = (await chain.member({ name: 'Suresh' })).farmerId
    const dates = { startDate: '2024-01-01', endDate: '2025-12-31' }
    season = (await ok(world.as('ada', 'OP1').post('/season', { code: 'P-2024', name: 'Two years', kind: 'PERENNIAL', yieldFactor: 1, ...dates }))).id
    urea = (await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Urea', category: 'SYNTH_FERTILISER', permission: 'PROHIBITED', phiDays: 0 }))).id
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
})

describe('the fold of a plot', () => {
  drawsEveryType('landparcel', types, {
    CONVERSION_CONFIRMED: 'recorded by the certification body with each start',
    MERGED: 'ends the plot and makes another one (landparcel-lineage.test.ts)',
    SPLIT: 'ends the plot and makes others (landparcel-lineage.test.ts)',
    PROHIBITED_INPUT_DISMISSED: 'recorded by the certification body before a find is taken back',
    RETRO_CONFIRMED: 'a decision on the months that were asked for when it was recorded (plot-clock.test.ts)',
  })
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
    expect(fold(['CONVERSION_STARTED', { startedOn: '2024-01-15' }])).toMatchObject({ state: { organicStatus: 'ORGANIC' } })
    expect(fold(['CONVERSION_STARTED', { startedOn: '2024-01-16' }])).toMatchObject({ state: { organicStatus: 'IC2' } })
    expect(fold(['CONVERSION_STARTED', { startedOn: '2023-01-01' }], ['PROHIBITED_INPUT_FOUND', { usedOn: '2025-01-15' }])).toMatchObject({
      state: { organicStatus: 'IC1', lastProhibitedInputOn: '2025-01-15' },
    })
    expect(fold(['PROHIBITED_INPUT_FOUND', { usedOn: '2025-01-15' }])).toMatchObject({ state: { organicStatus: 'CONVENTIONAL' } })
  })
})
