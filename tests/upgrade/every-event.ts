// Fills a database with a few rows of every table and events of every type, through the product's own code: the chain from
// sowing to bales, a herd, a flock and a pond, then whatever event type is still missing, by the shortest path of states.
import { canRecord } from '#domain/access.ts'
import { entities, entityOf } from '#domain/entities.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import { isPossible } from '#domain/kernel/history.ts'
import { recordBySystem } from '#server/store/record-event.ts'
import { at, chainOf, type Json, ok, record } from '../api/chain-stage.ts'
import { birth, day, daysAgo, husbandryOf, milking, plainDay, treatment } from '../api/husbandry-stage.ts'
import { recorderOf, workers } from '../harness/actors.ts'
import type { Answer } from '../harness/client.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import type { World } from '../harness/world.ts'
import { polygonAt } from '../samples.ts'

/** Three crops to bales, with what was sold on, put right and taken back on the way. The clock must stand at the chain's day. */
export async function chainRows(world: World): Promise<void> {
  const chain = await chainOf(world)
  const [paul, omar, pooja, ada] = (['paul', 'omar', 'pooja', 'ada'] as const).map((key) => world.as(key, 'OP1'))
  if (!paul || !omar || !pooja || !ada) throw new Error('The cast is incomplete')
  const voidEvent = (who: typeof paul, entity: string, id: string, eventId: string) =>
    ok(who.post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Wrong record' }))
  const sown: Json[] = []
  for (const kg of [1000, 1180, 820]) sown.push({ ...(await chain.sown()), kg })
  await chain.decide('APPROVED', ...sown.map(({ farmerId }) => farmerId))
  const heap = await chain.lot()
  const [spare, other] = [await chain.lot(), await chain.lot()]
  for (const { cropId, kg } of sown) {
    await chain.picked(cropId, kg)
    const ticket = await ok(chain.buy(heap.id, cropId, kg - 100))
    // The weight was read wrongly: the second ticket supersedes the first.
    await ok(
      pooja.post(`/productbatch/${heap.id}/events`, {
        eventType: 'PURCHASE',
        occurredAt: at('2025-11-03'),
        lateReason: 'From the receipt book',
        supersedesEventId: ticket.event.id,
        data: { ...ticket.event.data, grossKg: kg + 2, netKg: kg, receiptNo: `R-${kg}` },
      }),
    )
  }
  const extra = await chain.sown()
  await chain.decide('APPROVED', extra.farmerId)
  await chain.picked(extra.cropId, 600)
  await ok(chain.buy(spare.id, extra.cropId, 200))
  const wrong = await ok(chain.buy(spare.id, extra.cropId, 150, '2025-11-04'))
  await voidEvent(pooja, 'productbatch', spare.id, wrong.event.id)
  await ok(chain.buy(other.id, extra.cropId, 100, '2025-11-05'))
  const seedCotton = await chain.atGin(heap.id, 3000)
  await ok(record(paul, 'processingsystem', chain.gin, 'CLEANING', '2025-11-24', { area: 'Gin line', method: 'BLOWN' }, 20))
  const run = {
    process: 'GINNING',
    inputs: [{ batchId: seedCotton, kg: 1500 }],
    wasteKg: 42,
    invisibleKg: 7.5,
    outputs: [
      { productId: chain.products.lint, kg: 513 },
      { productId: chain.products.cottonseed, kg: 937.5 },
    ],
    startedAt: '2025-11-25T02:00:00Z',
    endedAt: '2025-11-25T09:00:00Z',
  }
  const first = await ok(record(paul, 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-25', run, 16))
  await voidEvent(paul, 'processingsystem', chain.gin, first.event.id)
  await ok(record(paul, 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-25', run, 16))
  const lots: Json[] = (await ok(paul.get('/productbatch?filter[status]=CLOSED'))).items
  const lint = lots.find(({ onHandKg }) => onHandKg === 513).id
  const seed = lots.find(({ onHandKg }) => onHandKg === 937.5).id
  const bales = { batchId: lint, productId: chain.products.bale, lintKg: 340, bales: [1, 2].map((no) => ({ no: `B-${no}`, kg: 170 })) }
  await ok(record(paul, 'processingsystem', chain.gin, 'BALE_PRESSED', '2025-11-26', bales))
  const [baleLot] = (await ok(paul.get('/productbatch?filter[unitType]=BALE_LOT'))).items
  await ok(record(paul, 'productbatch', baleLot.id, 'RELEASED', '2025-11-27'))
  const spinner = {
    legalName: 'Indore Spinners',
    types: ['SPINNER'],
    isConventional: true,
    address: 'Indore',
    district: 'Indore',
    state: 'Madhya Pradesh',
    country: 'IN',
  }
  const buyer = await ok(ada.post('/processor', { ...spinner, contacts: [{ name: 'Meena Rao' }] }))
  await ok(record(ada, 'processor', buyer.id, 'ACTIVATED', '2025-06-01'))
  await ok(record(paul, 'productbatch', baleLot.id, 'DISPATCH', '2025-12-02', { buyerId: buyer.id, kg: 170, invoiceNo: 'I-2', bales: 1 }))
  await ok(record(paul, 'processingsystem', chain.gin, 'WASTE_OUT', '2025-11-26', { batchId: seed, kg: 26, destination: 'Compost' }))
  await ok(record(paul, 'processingsystem', chain.gin, 'QC_TEST', '2025-11-26', { batchId: seedCotton, grade: 'A', result: 'FAIL' }))
  await ok(record(paul, 'processingsystem', chain.gin, 'STOCK_COUNT', '2025-11-27', { batchId: seedCotton, countedKg: 1480 }))
  await ok(record(omar, 'productbatch', seedCotton, 'ADJUST_APPROVED', '2025-11-27', {}, 18))
  await ok(record(paul, 'productbatch', seedCotton, 'SPLIT', '2025-11-28', { outputs: [{ kg: 100 }] }))
  await ok(record(pooja, 'productbatch', spare.id, 'LOSS', '2025-11-29', { cause: 'DRYING', kg: 2 }))
  await ok(record(pooja, 'productbatch', spare.id, 'MOVE', '2025-11-29', { storageBin: 'Bay 4' }))
  for (const lot of [spare, other]) await ok(record(pooja, 'productbatch', lot.id, 'CLOSED', '2025-11-30'))
  const joined = [await chain.lot(), await chain.lot()]
  await ok(record(pooja, 'productbatch', joined[0].id, 'HEAP_BUILT', '2025-12-01', { inputs: [{ batchId: spare.id, kg: 198 }] }))
  await ok(record(pooja, 'productbatch', joined[1].id, 'MERGE', '2025-12-01', { inputs: [{ batchId: other.id, kg: 60 }] }))
  await ok(record(world.as('fatima', 'OP1'), 'crop', extra.cropId, 'RETAINED', '2025-12-05', { purpose: 'SEED', kg: 10 }))
  await ok(
    omar.post(`/collective/${world.places.cotton.OP1?.id}/events`, {
      eventType: 'TRAINING',
      occurredAt: at('2026-01-12'),
      data: { topic: 'Compost', hours: 2, farmerIds: sown.map(({ farmerId }) => farmerId) },
    }),
  )
}

/** Cows, a flock and a pond. The clock must stand at the husbandry's day. */
export async function herdRows(world: World): Promise<void> {
  const herd = await husbandryOf(world)
  const [one, ill] = [await herd.cow(), await herd.cow()]
  await herd.recorded('cow', ill.id, 'TREATMENT', daysAgo(1), treatment(herd.medicineId))
  await herd.recorded('cow', one.id, 'MILKING', daysAgo(3), milking(5))
  const { event } = await herd.recorded('cow', one.id, 'MILKING', daysAgo(2), milking(6))
  await herd.omar.post(`/cow/${one.id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })
  const rows = [
    { cowId: one.id, kg: 4, destination: 'MilkTank' },
    { cowId: ill.id, kg: 6, destination: 'Discard' },
  ]
  await herd.recorded('productionsystem', herd.dairy.id, 'HERD_MILKING', daysAgo(1, 12), { session: 'PM', rows })
  await herd.cow(null, { sex: 'MALE' })
  const flocks = [await herd.flock(), await herd.flock()]
  for (const { id } of flocks) await herd.recorded('poultrybatch', id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 1000, weightG: 42 })
  await herd.recorded('poultrybatch', flocks[0].id, 'TRANSFER', daysAgo(1), { toBatchId: flocks[1].id, count: 100 })
  await herd.recorded('poultrybatch', flocks[0].id, 'DAILY_RECORD', daysAgo(2), day(2, { deadUnsexed: 25, feedKg: 110 }))
  const sold = await herd.flock()
  await herd.recorded('poultrybatch', sold.id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: 100, weightG: 42 })
  await herd.recorded('poultrybatch', sold.id, 'CATCH', daysAgo(2), { count: 100, totalLiveKg: 200, buyer: 'Depot', forSlaughter: 'SLAUGHTER' })
  await herd.recorded('poultrybatch', sold.id, 'CLEANOUT', daysAgo(1), { downtimeDays: 10 })
  const pond = await herd.pond()
  await herd.recorded('aquacrop', pond.id, 'STOCKING', daysAgo(100), { stock: [{ faoAlpha3: 'CTC', count: 1000, meanG: 10 }] })
  await herd.recorded('aquacrop', pond.id, 'SAMPLING', daysAgo(0, 1), { method: 'CASTNET', sampleSize: 40, meanG: 200 })
  await herd.recorded('aquacrop', pond.id, 'WATER_QUALITY', daysAgo(1), { temperatureC: 27, doMgL: 3, ph: 8.9, tanMgL: 1.2 })
  const second = await herd.pond()
  await herd.recorded('aquacrop', second.id, 'STOCKING', daysAgo(90), { stock: [{ faoAlpha3: 'CTC', count: 500, meanG: 10 }] })
  await herd.recorded('aquacrop', pond.id, 'TRANSFER', daysAgo(0, 2), { toCropId: second.id, count: 50, meanG: 200 })
  await herd.recorded('aquacrop', pond.id, 'PARTIAL_HARVEST', daysAgo(0, 3), { fish: [{ faoAlpha3: 'CTC', kg: 5 }], buyer: 'Mandi', slaughterMethod: 'ICE' })
  const mother = await herd.cow(null, { birthDate: plainDay(1700) })
  await herd.recorded('cow', mother.id, 'PARTURITION', daysAgo(60), birth)
}

/** A record of every entity with all its fields, one with the fewest, one edited and one removed. */
export async function entityRows(world: World, refused: (what: string, answer: unknown) => void): Promise<void> {
  const seeds = seedsOf(world)
  for (const entity of entities) {
    const made: Made[] = []
    for (const full of [true, false, false])
      made.push((await seeds.make(entity, { full }).catch((error: Error) => refused(`make ${entity.name}`, error.message))) as Made)
    if (entity.readOnly) continue
    const ada = world.as('ada', 'OP1')
    const [, edited, removed] = made
    if (edited) await ada.patch(`/${entity.name}/${edited.id}`, { tags: ['edited'] }, { 'if-match': '"1"' })
    if (removed) await ada.delete(`/${entity.name}/${removed.id}`, { 'if-match': '"1"' })
  }
}

/** Each event type of which there is no row yet, on a record brought to a state in which it is possible. One of each entity is taken back and one superseded. */
export async function missingEvents(
  world: World,
  isThere: (entity: string, type: string) => Promise<boolean>,
  refused: (what: string, answer: unknown) => void,
): Promise<void> {
  const seeds = seedsOf(world)
  const subjects = await subjectsOf(world)
  for (const entity of entities) {
    let isTakenBack = false
    const send = (row: Made, type: string, more: Record<string, unknown> = {}) => sendEvent(world, seeds, entity, row, type, more)
    for (const [type, event] of Object.entries(entity.events as Record<string, EventSpec>)) {
      if (await isThere(entity.name, type)) continue
      const make = subjects[`${entity.name} ${type}`] ?? subjects[entity.name] ?? (() => seeds.make(entity))
      let row = await make().catch((error: Error) => refused(`make ${entity.name}`, error.message))
      if (!row) continue
      for (const step of pathTo(entity, event, row.status)) {
        const answer = await send(row, step)
        if (answer.status === 201) row = answer.body.subject as Made
        else refused(`${entity.name} ${type} by ${step}`, answer.body)
      }
      const answer = await send(row, type)
      if (answer.status !== 201) refused(`${entity.name} ${type}`, answer.body)
      if (answer.status !== 201 || isTakenBack || event.system) continue
      const who = recorderOf(world, entity, event, row as Row) ?? 'ada'
      const back = await world
        .as(who, 'OP1')
        .post(`/${entity.name}/${row.id}/events/${answer.body.event.id}/void`, { reason: 'INCORRECT_DATA', note: 'Wrong record' })
      isTakenBack = back.status === 200
      const again = await send(row, type)
      if (again.status === 201) await send(again.body.subject, type, { supersedesEventId: again.body.event.id })
    }
  }
}

/** By whoever may: the first person whom the access table lets, and somebody else where a second pair of eyes is asked for. */
async function sendEvent(world: World, seeds: Seeds, entity: AnyEntity, row: Made, eventType: string, more: Record<string, unknown>): Promise<Answer> {
  const spec = entity.events[eventType] as EventSpec
  const data = {
    ...(await seeds.data(entity, eventType).catch(() => ({}))),
    ...(particularData(world)[`${entity.name} ${eventType}`] ?? particularData(world)[eventType]),
  }
  const occurredAt = world.deps.now().toISOString()
  if (spec.system) {
    try {
      const recorded = await world.scoped('ada', (scope) => recordBySystem(scope, entity, row.id, { eventType, occurredAt, data }))
      return { status: 201, body: recorded, headers: new Headers() }
    } catch (error) {
      return { status: 500, body: String(error), headers: new Headers() }
    }
  }
  let answer: Answer | undefined
  for (const who of workers.filter((key) => canRecord(world.people[key] as never, entity, spec, row as Row))) {
    answer = await world.as(who, 'OP1').post(`/${entity.name}/${row.id}/events`, { eventType, occurredAt, data, lateReason: 'Late', ...more })
    if (answer.status === 201) return answer
  }
  return answer ?? { status: 403, body: 'Nobody may', headers: new Headers() }
}

const plain = (world: World, days: number): string => new Date(world.deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** What an event's own rules ask for beyond its fields; by entity and type, or by type. */
const particularData = (world: World): Record<string, Record<string, unknown>> => ({
  'crop SOWING': { areaHa: 0.4 },
  'crop RESOWING': { areaHa: 0.4 },
  'crop CLOSED': { reconciled: true },
  'landparcel LEASE_CHANGED': { leaseFrom: plain(world, -10), leaseTo: plain(world, 300) },
  'landparcel CONVERSION_STARTED': { startedOn: plain(world, -400), retroMonths: 6 },
  'landparcel CONVERSION_RESET': { resetOn: plain(world, -1) },
  'landparcel RETRO_CONFIRMED': { retroMonths: 1 },
  'collective SC_CHANGED': { since: plain(world, -10), validTo: plain(world, 300) },
  PROCEDURE: { kind: 'MARKING' },
  'productbatch LOSS': { kg: 1 },
})

/** Records that an event needs and a sample is not. */
async function subjectsOf(world: World): Promise<Record<string, () => Promise<Made>>> {
  const seeds = seedsOf(world)
  const ada = world.as('ada', 'OP1')
  const entity = (name: string): AnyEntity => entityOf(name)
  const converting = async () => {
    const plot = await seeds.make(entity('landparcel'), { full: true, values: { boundary: polygonAt(Math.floor(Math.random() * 9000)) } })
    await sendEvent(world, seeds, entity('landparcel'), plot, 'CONVERSION_STARTED', {})
    return (await ada.get(`/landparcel/${plot.id}`)).body
  }
  const member = {
    noParcelReason: 'Leases next season',
    joinedOn: '2021-04-01',
    contractSignedOn: '2021-04-01',
    consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at('2021-04-01'), channel: 'PAPER' }],
  }
  return {
    farmer: () => seeds.make(entity('farmer'), { values: member }),
    'landparcel RETRO_CONFIRMED': converting,
    'landparcel CONVERSION_RESET': converting,
    nonconformity: () => seeds.make(entity('nonconformity'), { values: { severity: 'MAJOR' } }),
    productionsystem: async () => {
      const system = await seeds.make(entity('productionsystem'), { values: { systemType: 'DAIRY', milkSpecies: ['CATTLE'] } })
      await ok(ada.post('/housingunit', { productionSystemId: system.id, unitCode: 'Shed', unitType: 'SHED', capacityHead: 40 }))
      return (await ada.get(`/productionsystem/${system.id}`)).body
    },
  }
}

/** Event types that lead from this state to one in which `wanted` is possible, as few as there are. */
function pathTo(entity: AnyEntity, wanted: EventSpec, from: string): string[] {
  const paths = new Map<string, string[]>([[from, []]])
  for (const [state, path] of paths) {
    if (isPossible(entity, wanted, state)) return path
    for (const [type, event] of Object.entries(entity.events as Record<string, EventSpec>))
      if (event.to && isPossible(entity, event, state) && !paths.has(event.to)) paths.set(event.to, [...path, type])
  }
  return []
}
