// The past as it was known is what was read then: crop, lots and trace are read after every step of random histories of a plot, its
// crop and lots made of it, and asked again at the end for the moment of each step. Claims fall and come back, before and after goods
// have left: what makes them stay low (BR-11) is stored nowhere but in what was read.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const as = (who: string) => world.as(who, 'OP1')

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
}, 120_000)

type Step = 'confirm' | 'unconfirm' | 'buy' | 'heap' | 'downgrade' | 'reset' | 'manage' | 'release' | 'void'
type Stage = { crop: string; plot: string; system: string; lots: Record<'source' | 'open' | 'heap', string>; done: { address: string; eventId: string }[] }

async function stage(): Promise<Stage> {
  const { cropId, parcelId, farmerId, systemId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 1000, '2025-10-25')
  const [source, open, heap] = [(await chain.lot()).id, (await chain.lot()).id, (await chain.lot()).id]
  return { crop: cropId, plot: parcelId, system: systemId, lots: { source, open, heap }, done: [] }
}

/** What was refused changes nothing. */
async function take(step: Step, { crop, plot, system, lots, done }: Stage): Promise<void> {
  const on = async (entity: string, id: string, who: string, type: string, day: string, data: Record<string, unknown> = {}): Promise<void> => {
    const { status, body }: Answer = await record(as(who), entity, id, type, day, data)
    if (status >= 500) throw new Error(JSON.stringify(body))
    if (status === 201) done.push({ address: `/${entity}/${id}`, eventId: body.event.id })
  }
  const bought = { grossKg: 102, tareKg: 2, netKg: 100, pricePerKg: 72_00, premiumPerKg: 6_00, farmerConfirmation: 'SIGNATURE' }
  switch (step) {
    case 'confirm':
      return on('landparcel', plot, 'carla', 'CONVERSION_CONFIRMED', '2026-01-10', { startedOn: '2022-01-10', document: 'NC-2' })
    case 'unconfirm': {
      const { items } = await ok(as('carla').get(`/landparcel/${plot}/events?filter[eventType]=CONVERSION_CONFIRMED`))
      if (items[0]) await as('carla').post(`/landparcel/${plot}/events/${items[0].id}/void`, { reason: 'INCORRECT_DATA' })
      return
    }
    case 'manage': {
      const { version, managedOrganically } = await chain.view('croppingsystem', system)
      await as('ada').patch(`/croppingsystem/${system}`, { managedOrganically: !managedOrganically }, { 'if-match': `"${version}"` })
      return
    }
    case 'buy':
      await on('productbatch', lots.source, 'pooja', 'PURCHASE', '2025-11-03', {
        ...bought,
        cropId: crop,
        receiptNo: crypto.randomUUID(),
        downgradeConfirmed: true,
      })
      return on('productbatch', lots.open, 'pooja', 'PURCHASE', '2025-11-03', {
        ...bought,
        cropId: crop,
        receiptNo: crypto.randomUUID(),
        downgradeConfirmed: true,
      })
    case 'heap':
      await on('productbatch', lots.source, 'pooja', 'CLOSED', '2025-11-04')
      return on('productbatch', lots.heap, 'ada', 'HEAP_BUILT', '2025-11-10', { inputs: [{ batchId: lots.source, kg: 20 }], downgradeConfirmed: true })
    case 'downgrade':
      await on('productbatch', lots.source, 'ada', 'QUARANTINE', '2025-11-12', { reason: 'A smell' })
      return on('productbatch', lots.source, 'omar', 'RELEASE', '2025-11-13', { causeClosed: 'Aired', downgrade: true })
    case 'reset':
      return on('landparcel', plot, 'omar', 'CONVERSION_RESET', '2025-07-05', { resetOn: '2025-05-01', cause: 'Urea' })
    case 'release': {
      const { items } = await ok(as('ada').get(`/productbatch?filter[cropId]=${crop}`))
      const address = `/productbatch/${items[0].id}`
      // The hold is of now, and so is what ends it.
      const data = { causeClosed: 'Put right', downgrade: false }
      const { status, body } = await as('omar').post(`${address}/events`, { eventType: 'RELEASE', occurredAt: now.toISOString(), data })
      if (status === 201) done.push({ address, eventId: body.event.id })
      return
    }
    case 'void': {
      const last = done.pop()
      if (last) await as('ada').post(`${last.address}/events/${last.eventId}/void`, { reason: 'INCORRECT_DATA' })
    }
  }
}

const cropNames = ['status', 'claimStatus', 'harvestStart', 'harvestEnd', 'purchasedKg']
const lotNames = ['status', 'claimStatus', 'gmoStatus', 'harvestFrom', 'harvestTo', 'onHandKg', 'availableKg']
const pick = (row: Json, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** Records and trace; `knownAt`: as they were known. */
async function read({ crop, lots }: Stage, knownAt?: Date): Promise<Json> {
  const query = knownAt ? `?knownAt=${encodeURIComponent(knownAt.toISOString())}` : ''
  const one = (entity: string, id: string): Promise<Json> => ok(as('ada').get(`/${entity}/${id}${query}`))
  const found = { crop: pick(await one('crop', crop), cropNames) }
  for (const [name, id] of Object.entries(lots)) Object.assign(found, { [name]: pick(await one('productbatch', id), lotNames) })
  const trace = await ok(as('ada').get(`/productbatch/${lots.heap}/trace${query}`))
  const node = ({ id, claim, status, kg }: Json) => [id, claim, status, kg].join(' ')
  return {
    ...found,
    trace: [trace.root.kg, ...trace.parcels.map((plot: Json) => [plot.claim, plot.kg].join(' ')), ...[...trace.crops, ...trace.lots].map(node).sort()],
  }
}

const steps = fc.array(fc.constantFrom<Step>('confirm', 'unconfirm', 'buy', 'buy', 'heap', 'heap', 'downgrade', 'reset', 'manage', 'release', 'void', 'void'), {
  minLength: 6,
  maxLength: 12,
})
const seed = Number(process.env.PAST_SEED ?? 20_261_123)
const histories = Number(process.env.PAST_HISTORIES ?? 6)

describe('the past as it was known', () => {
  const given: Step[][] = [
    // The claim falls when goods have left, its reason comes back, and it does not rise; then everything that left comes back.
    ['buy', 'void', 'void', 'buy', 'heap', 'reset', 'void', 'release', 'buy', 'void', 'void', 'void', 'void', 'void'],
    // The claim rises again with the goods that came back, and what is sold after that is sold under it.
    ['buy', 'reset', 'void', 'void', 'void', 'release', 'buy'],
    ['buy', 'heap', 'downgrade', 'void', 'void', 'void', 'void', 'confirm', 'buy'],
    ['buy', 'unconfirm', 'confirm', 'release', 'buy', 'heap', 'void', 'void', 'void', 'void', 'void', 'buy'],
    ['buy', 'manage', 'manage', 'heap', 'unconfirm', 'confirm', 'void', 'void', 'void'],
  ]
  it('is what was read at that moment, after each step of random histories', { timeout: 60_000 * (histories + 2) }, async () => {
    const fallen = new Set<string>()
    for (const [place, taken] of [...given, ...fc.sample(steps, { seed, numRuns: histories })].entries()) {
      const set = await stage()
      const seen: { step: string; at: Date; found: Json }[] = []
      for (const step of ['begin', ...taken] as const) {
        later(7)
        if (step !== 'begin') await take(step, set)
        seen.push({ step, at: now, found: await read(set) })
      }
      later(7)
      for (const [index, { step, at, found }] of seen.entries()) {
        const before = taken.slice(0, index).join(', ')
        expect(await read(set, at), `seed ${seed}, history ${place}: as known after “${step}” of ${before}`).toEqual(found)
        fallen.add(found.source.claimStatus)
      }
    }
    // A history in which nothing falls would say nothing.
    expect([...fallen].filter(Boolean).sort()).toEqual(expect.arrayContaining(['CONVENTIONAL', 'ORGANIC']))
  })
})
