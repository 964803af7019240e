// Crops: sown, counted, sprayed, estimated, harvested, retained and lost, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { endsAsFolded } from './concurrent.ts'
import { areaHa, type Crop, conversionStart, dateOf, foldCrop, oneStatus } from './crop-fold.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { findingsOf } from './findings.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let chain: Chain
let parcel = ''
let spray = ''
let opened = 0
/** Two published packages, by name. */
const packages = new Map<string, string>()

const recorders: Readonly<Record<string, string>> = { YIELD_ESTIMATE: 'fatima', ESTIMATE_APPROVED: 'omar', INTERNAL_INSPECTION: 'ines' }
const bodyOf = ({ type, data }: Fact): Record<string, unknown> => {
  switch (type) {
    case 'SEED_RECEIPT':
      return { seedLotNo: 'S-1', kg: 5, supplier: 'Group store' }
    case 'SEED_TREATMENT':
      return { itemId: spray, gPerKg: 4 }
    case 'RESOWING':
      return { ...bodyOf({ key: '', type: 'SOWING', day: 0, data: {} }), reason: 'Washed away' }
    case 'PEST_MONITORING':
      return { trap: 'PHEROMONE', traps: 4 }
    case 'INTERNAL_INSPECTION':
      return { round: 1, result: 'APPROVED' }
    case 'PACKAGE_ASSIGNED':
      return { popId: packages.get(String(data.pop)) }
    case 'CLOSED':
      return { reconciled: true }
    case 'CANCELLED':
      return { reason: 'No rain' }
    case 'QR_REVOKED':
      return { reason: 'A wrong photograph' }
    case 'SOWING':
      return {
        seedKg: 5 * areaHa,
        areaHa,
        method: 'DIBBLING',
        seedLotNo: 'S-1',
        seedTreated: 'UNTREATED',
        nonGmProof: 'GMO-2025-11',
        nonGmProofKind: 'SEED_CERTIFICATE',
      }
    case 'GERMINATION_COUNT':
      return { plantsPerM2: 5 }
    case 'INTERCULTURE':
      return { operation: 'WEEDING' }
    case 'IRRIGATION':
      return { method: 'DRIP', mm: 20 }
    case 'SCOUTING':
      return { pest: 'Jassid', count: 2, unit: 'PLANT' }
    case 'PLANT_PROTECTION':
      return { itemId: spray, dosePerHa: 1, unit: 'L', total: 0.1, target: 'Jassid', phiDays: data.phiDays }
    case 'YIELD_ESTIMATE':
      return { method: 'BOLL_COUNT', kgPerHa: data.kgPerHa }
    case 'CROP_LOSS':
      return { cause: 'HAIL', share: data.share }
    case 'HARVEST':
      return { pickNo: data.pickNo, kg: data.kg }
    case 'RETAINED':
      return { kg: data.kg, purpose: 'SEED' }
    case 'CROP_CLOSE':
      return { residue: 'COMPOSTED' }
    default:
      return {}
  }
}

type Draw = { type: string; kg: number; choice: boolean }
const types = [
  'SOWING',
  'SOWING',
  'SOWING',
  'RESOWING',
  'SEED_RECEIPT',
  'SEED_TREATMENT',
  'PEST_MONITORING',
  'INTERNAL_INSPECTION',
  'CLOSED',
  'CLOSED',
  'CANCELLED',
  'QR_REVOKED',
  'SOWING',
  'GERMINATION_COUNT',
  'GERMINATION_COUNT',
  'INTERCULTURE',
  'IRRIGATION',
  'SCOUTING',
  'PLANT_PROTECTION',
  'YIELD_ESTIMATE',
]
  .concat([
    'YIELD_ESTIMATE',
    'ESTIMATE_APPROVED',
    'ESTIMATE_APPROVED',
    'CROP_LOSS',
    'HARVEST',
    'HARVEST',
    'HARVEST',
    'RETAINED',
    'CROP_CLOSE',
    'CROP_CLOSE',
    'FLOWERING',
    'FLOWERING',
  ])
  .concat(['PACKAGE_ASSIGNED', 'PACKAGE_ASSIGNED', 'PACKAGE_ASSIGNED'])
const dataOf = ({ type, kg, choice }: Draw, before: readonly Fact[]): Fact['data'] => {
  if (type === 'PLANT_PROTECTION') return { phiDays: choice ? 3 : 15 }
  if (type === 'YIELD_ESTIMATE') return { kgPerHa: 1000 + 10 * kg }
  if (type === 'CROP_LOSS') return { share: kg === 2 ? 1 : choice ? 0.25 : 0.5 }
  if (type === 'HARVEST') return { kg: kg / 2, pickNo: before.filter((fact) => fact.type === type).length + 1 }
  if (type === 'PACKAGE_ASSIGNED') return { pop: choice ? 'A' : 'B' }
  return type === 'RETAINED' ? { kg: kg / 8 } : {}
}
/** Takes of the drawn facts those that can be true after the ones before; one loss, because the dictionary does not say how two add up. */
function historyOf(draws: readonly Draw[]): Fact[] {
  const facts: Fact[] = []
  for (const draw of draws) {
    if (draw.type === 'CROP_LOSS' && facts.some(({ type }) => type === 'CROP_LOSS')) continue
    const fact: Fact = { key: `f${facts.length + 1}`, type: draw.type, day: facts.length + 1, data: dataOf(draw, facts) }
    if ('state' in foldCrop([...facts, fact])) facts.push(fact)
  }
  return facts
}

const step = (code: string, eventType: string, anchor: string, offsetDays: number) => ({
  code,
  name: code,
  eventType,
  anchor,
  offsetDays,
  windowBefore: 3,
  windowAfter: 5,
  mandatory: true,
  weight: 1,
  evidence: [],
  sownAs: [],
})
/** A package whose steps are counted from sowing, from flowering and from the first picking; `later`: so many days later than the other one. */
async function publish(name: string, later: number): Promise<void> {
  const planEvents = [
    step('SOW', 'SOWING', 'SOWING', 0),
    step('GERM', 'GERMINATION_COUNT', 'SOWING', 12 + later),
    step('WATER', 'IRRIGATION', 'FLOWERING', 8 + later),
    step('PICK', 'HARVEST', 'FIRST_HARVEST', 20 + later),
  ]
  const pop = { name: `Package ${name}`, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300, inputItemIds: [] }
  const ada = world.as('ada', 'OP1')
  const { id } = await ok(ada.post('/pop', { ...pop, validFrom: '2025-01-01', planEvents }))
  await ok(ada.post(`/pop/${id}/events`, { eventType: 'PUBLISHED', occurredAt: '2025-06-01T10:00:00+05:30', data: {}, lateReason: 'Agreed in June' }))
  packages.set(name, id)
}
/** Its planned events: step, when it is due, what became of it and when. One that was planned once and no longer applies stays on record as that, and counts as none. */
async function planOf(cropId: string): Promise<string[]> {
  const { items } = await ok(world.as('ada', 'OP1').get(`/planevent?filter[cropId]=${cropId}&limit=200`))
  const steps = items.filter(({ status }: Json) => status !== 'NOT_APPLICABLE')
  return steps.map((one: Json) => [one.popEventCode, one.occurrenceNo, one.due, one.status, one.doneOn].join(' ')).sort()
}

const family: Family<Crop> = {
  name: 'crop',
  history: fc
    .array(fc.record({ type: fc.constantFrom(...types), kg: fc.integer({ min: 2, max: 9 }), choice: fc.boolean() }), { minLength: 8, maxLength: 40 })
    .map((draws) => historyOf(draws).slice(0, 12)),
  changed: (fact, by) => ({ ...fact, data: 'kg' in fact.data ? { ...fact.data, kg: Number(fact.data.kg) + by / 4 } : fact.data }),
  fold: foldCrop,
  async open() {
    if (opened++ % 30 === 0) parcel = (await chain.member({ areaHa: 3, conversionStart })).parcelId
    const fatima = world.as('fatima', 'OP1')
    const plan = { waterRegime: 'RAINFED', plannedSowing: dateOf(1), plannedEnd: '2026-01-31', managedOrganically: true }
    const system = await ok(fatima.post('/croppingsystem', { ...plan, parcelId: parcel, seasonId: chain.season, systemType: 'SOLE', areaHa }))
    const seed = { cropTypeId: chain.cotton, varietyId: chain.variety, role: 'MAIN', seedSource: 'GROUP', seedOrganic: true }
    return (await ok(fatima.post('/crop', { ...seed, croppingSystemId: system.id, areaHa, plannedSowing: dateOf(1) }))).id
  },
  record: (id, fact, supersedesEventId) =>
    world.as(recorders[fact.type] ?? 'ada', 'OP1').post(
      `/crop/${id}/events`,
      {
        eventType: fact.type,
        occurredAt: `${dateOf(fact.day)}T10:00:00+05:30`,
        data: bodyOf(fact),
        lateReason: 'From the field book',
        ...(supersedesEventId ? { supersedesEventId } : {}),
      },
      // The facts name no steps, and nobody is asked for them.
      { 'x-client': 'mobile' },
    ),
  void: (id, eventId) => world.as('ada', 'OP1').post(`/crop/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const crop = await chain.view('crop', id)
    await expectPastOfToday(world.as('ada', 'OP1'), 'crop', crop)
    const [lot] = (await ok(world.as('ada', 'OP1').get(`/productbatch?filter[cropId]=${id}`))).items
    const { claimStatus, sowingDate, germinationDate, harvestStart, harvestEnd, proposedKg, estimatedKg, harvestedKg, retainedKg } = crop
    return {
      folded: {
        status: oneStatus(crop.status),
        claimStatus,
        sowingDate,
        germinationDate,
        harvestStart,
        harvestEnd,
        proposedKg,
        estimatedKg,
        harvestedKg: harvestedKg ?? 0,
        retainedKg: retainedKg ?? 0,
        onHandKg: lot?.onHandKg ?? 0,
        pop: [...packages].find(([, popId]) => popId === crop.popId)?.[0] ?? null,
      },
      rest: {
        status: crop.status,
        estimateMethod: crop.estimateMethod,
        lossShare: crop.lossShare,
        yieldCapKg: crop.yieldCapKg,
        remainingSellableKg: crop.remainingSellableKg,
        harvestNotBefore: crop.harvestNotBefore,
        plan: await planOf(id),
        seed: [crop.seedQtyKg, crop.seedLotNo, crop.seedTreated],
        isPublicPageWithdrawn: crop.qrRevokedAt !== null,
        lot: lot ? [lot.status, lot.claimStatus, lot.harvestFrom, lot.harvestTo, lot.availableKg] : null,
        findings: findingsOf(crop, keyOf),
      },
    }
  },
}

describe.runIf(isOn('crop'))('histories of crops', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
    // The crops of other histories are its neighbours, whose median is no part of it (BR-06).
    const settings = await ok(world.as('ada', '-').get('/api/tolerances'))
    await ok(world.as('ada', '-').patch('/api/tolerances', { estimateOverMedian: 5 }, { 'if-match': `"${settings.version}"` }))
    const item = { name: 'Neem oil', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 3 }
    spray = (await ok(world.as('ada', 'OP1').post('/inputitem', item))).id
    await publish('A', 0)
    await publish('B', 6)
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => world,
    () => [family],
  )
})

describe('the fold of a crop', () => {
  // What they restrict is the farm lot and what was made of it, which is of other families: tests/api/field-tests.test.ts tries them late, voided and in another order.
  const ofLots = 'no state of the crop follows from it, but of the lots made of it'
  drawsEveryType('crop', types, { SAMPLE_TAKEN: ofLots, LAB_RESULT: ofLots, RESULT_DISMISSED: ofLots })
  const fold = (...facts: [type: string, data?: Fact['data']][]) =>
    foldCrop(facts.map(([type, data = {}], place) => ({ key: `f${place + 1}`, type, day: place + 1, data })))
  it('refuses what cannot be, by the first fact that cannot', () => {
    expect(fold(['HARVEST', { kg: 1 }])).toMatchObject({ impossible: { type: 'HARVEST' }, because: 'the crop is PLANNED' })
    expect(fold(['SOWING'], ['PLANT_PROTECTION', { phiDays: 15 }], ['HARVEST', { kg: 1 }])).toMatchObject({ because: 'a waiting period runs' })
    expect(fold(['SOWING'], ['ESTIMATE_APPROVED'])).toMatchObject({ impossible: { key: 'f2' } })
  })
  it('freezes the claim at sowing, and lowers the estimate by a loss after it', () => {
    expect(fold(['SOWING'])).toMatchObject({ state: { claimStatus: 'IC2' } })
    expect(fold(['IRRIGATION'], ['IRRIGATION'], ['IRRIGATION'], ['IRRIGATION'], ['SOWING'])).toMatchObject({ state: { claimStatus: 'ORGANIC' } })
    const estimate: [string, Fact['data']?][] = [['SOWING'], ['YIELD_ESTIMATE', { kgPerHa: 1000 }], ['ESTIMATE_APPROVED']]
    expect(fold(...estimate, ['CROP_LOSS', { share: 0.25 }])).toMatchObject({ state: { estimatedKg: 75 } })
    expect(fold(['SOWING'], ['CROP_LOSS', { share: 0.25 }], ...estimate.slice(1))).toMatchObject({ state: { estimatedKg: 100 } })
  })
})
