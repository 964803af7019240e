// The ground on which journeys of the main path begin: members, plots, crops and lots entered through the API by the
// people whose work it is, so that each journey walks its own step by screen and not all the steps before it.
import { metreRuler } from '#domain/geo/area.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { loopback, signInOverHttp } from '#server/dev/sign-in.ts'
import { addDays, daysBetween } from '../../scripts/demo/calendar.ts'
import { pdf } from '../harness/files.ts'
import { addressOf, port } from './harness.ts'

// biome-ignore lint/suspicious/noExplicitAny: a journey reads any answer and says itself what it expects
type Json = any
type Caller = { get(path: string): Promise<Json>; post(path: string, body: unknown): Promise<Json> }

/** Cached per server: files share a worker, and a token costs a sign-in. */
const callers = new Map<string, Promise<Caller>>()

/** Calls as one of the cast, at OP1 unless said otherwise; throws with the product's own words when refused. */
export function as(login: string, operator = 'OP1'): Promise<Caller> {
  const key = `${login} ${operator} ${port()}`
  const known = callers.get(key)
  if (known !== undefined) return known
  const made = signedIn(login, operator)
  callers.set(key, made)
  return made
}

async function signedIn(login: string, operator: string): Promise<Caller> {
  const origin = addressOf('cotton')
  const signIn = async () => (await signInOverHttp(origin, `${login}@cotton`)).accessToken
  let accessToken = await signIn()
  const send = (method: string, path: string, body: unknown): Promise<Response> => {
    const type = body === undefined ? {} : { 'content-type': body instanceof Uint8Array ? 'application/pdf' : 'application/json' }
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
    const request = new Request(`${origin}/api/operators/${operator}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...type },
      ...(body === undefined ? {} : { body: sent }),
    })
    return loopback(request)
  }
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    let answer = await send(method, path, body)
    if (answer.status === 401) {
      // A token lasts a quarter of an hour; the journeys of a slow machine last longer.
      accessToken = await signIn()
      answer = await send(method, path, body)
    }
    const shown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path} as ${login}: ${answer.status} ${JSON.stringify(shown)}`)
    return shown
  }
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) }
}

/** Letters no other run has used: a member of the last run must not look like a duplicate of this one's. */
const letters = (count: number): string => Array.from({ length: count }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')
const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const newName = () => ({ firstName: titled(letters(7)), lastName: titled(letters(9)) })

// Free ground north of the programme's villages; each plot gets a square of its own.
const origin: Position = [75.62, 22.31]
const { kx, ky } = metreRuler(origin[1])
let plots = Math.floor(Math.random() * 20_000)
/** A ring of corners in metres within the next free square of 250 m. */
export function ground(...corners: readonly [east: number, north: number][]): Polygon {
  const square = plots++
  const [left, bottom] = [(square % 200) * 250, Math.floor(square / 200) * 250]
  const place = ([east, north]: readonly [number, number]): Position => [
    Math.round((origin[0] + (left + east) / kx) * 1e7) / 1e7,
    Math.round((origin[1] + (bottom + north) / ky) * 1e7) / 1e7,
  ]
  const ring = corners.map(place)
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] }
}
/** One hectare. */
export const hectare = () => ground([0, 0], [100, 0], [100, 100], [0, 100])

/** The demo's kharif season with its cotton, and the places the cast works at. */
export async function programme() {
  const ada = await as('ada', '-')
  const list = async (entity: string): Promise<Json[]> => (await ada.get(`/${entity}?limit=200`)).items
  const by = async (entity: string, code: string) => {
    const found = (await list(entity)).find((one) => one.code === code)
    if (!found) throw new Error(`The demo has no ${entity} ${code}`)
    return found
  }
  const season = (await list('season')).find(({ kind }) => kind === 'KHARIF')
  const group = await by('collective', 'OP1')
  const cotton = await by('croptype', 'COTTON')
  const variety = (await list('variety')).find(({ cropTypeId, gmStatus }) => cropTypeId === cotton.id && gmStatus === 'NON_GM')
  const centre = (await list('processingsystem')).find(({ systemType, collectiveId }) => systemType === 'COLLECTION' && collectiveId === group.id)
  const moved = daysBetween('2025-06-01', season.startDate)
  return {
    season,
    cotton,
    variety,
    centre,
    gin: await by('processingsystem', 'GIN-KHARGONE'),
    seedCotton: await by('product', 'PRD-SC'),
    group,
    /** A day of the demo's first year as it was written, `06-25`, moved as the demo is; what is dated so is always recorded late. */
    day: (monthDay: string) => addDays(`2025-${monthDay}`, moved),
  }
}
export type Programme = Awaited<ReturnType<typeof programme>>

/** Records an event at ten in the morning of a day of the demo. */
export async function record(login: string, entity: string, id: string, eventType: string, day: string, data: Record<string, unknown> = {}): Promise<Json> {
  const who = await as(login)
  return who.post(`/${entity}/${id}/events`, { eventType, occurredAt: `${day}T10:00:00+05:30`, data, lateReason: 'From the field book' })
}

/** What a registration form asks, as the API takes it. */
export const farmerOf = (name: { firstName: string; lastName: string }, village: string, joinedOn: string) => ({
  ...name,
  memberNo: `J-${letters(6).toUpperCase()}`,
  gender: 'F',
  noPhone: true,
  language: 'hi',
  village,
  block: 'Kasrawad',
  district: 'Khargone',
  state: 'Madhya Pradesh',
  country: 'IN',
  totalHoldingHa: 1,
  otherGroupMembership: false,
  joinedOn,
  contractSignedOn: joinedOn,
  consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: `${joinedOn}T10:00:00+05:30`, channel: 'PAPER' }],
})

export type Member = { farmerId: string; parcelId: string; name: string; plot: string }

/** An active member with one hectare mapped by Fatima and approved by Omar; nobody has inspected them yet. `phone`: their own number. */
export async function active({ day }: Programme, phone?: string): Promise<Member> {
  const [fatima, name] = [await as('fatima'), newName()]
  const reached = phone === undefined ? {} : { noPhone: false, phone }
  const { id: farmerId } = await fatima.post('/farmer', { ...farmerOf(name, titled(letters(6)), '2022-04-01'), ...reached })
  const plot = `Khet ${titled(letters(5))}`
  const { id: parcelId } = await fatima.post('/landparcel', {
    name: plot,
    parcelNo: '1',
    farmerId,
    tenure: 'OWNED',
    declaredAreaHa: 1,
    waterRegime: 'RAINFED',
    boundary: hectare(),
    boundaryMethod: 'GPS_WALK',
    gpsAccuracyM: 4,
  })
  await record('omar', 'landparcel', parcelId, 'CONVERSION_STARTED', '2021-01-10', { startedOn: '2021-01-10' })
  await record('carla', 'landparcel', parcelId, 'CONVERSION_CONFIRMED', day('05-15'), { startedOn: '2021-01-10', document: 'SC-1' })
  await record('fatima', 'farmer', farmerId, 'SUBMITTED', day('06-02'))
  await record('omar', 'farmer', farmerId, 'APPROVED', day('06-03'))
  return { farmerId, parcelId, name: `${name.firstName} ${name.lastName}`, plot }
}

/** The same, inspected by Ines; the season's committee has not decided yet. */
export async function inspected(stage: Programme): Promise<Member> {
  const [made, { season, day }] = [await active(stage), stage]
  await record('ines', 'farmer', made.farmerId, 'INTERNAL_INSPECTION', day('08-10'), { seasonId: season.id, round: 1, result: 'APPROVED' })
  await inspectTheRest(stage)
  return made
}

const committeeOn = (day: Programme['day']): string => day('10-01')
/** The same, approved by the season's committee. */
export async function member(stage: Programme): Promise<Member> {
  const [made, { season, group, day }] = [await inspected(stage), stage]
  const decisions = [{ farmerId: made.farmerId, result: 'APPROVED' }]
  await record('omar', 'collective', group.id, 'APPROVAL_COMMITTEE', committeeOn(day), { seasonId: season.id, decisions })
  return made
}

/** The committee of `by` decides when every active member was inspected by then (BR-21): those that other journeys approved or inspected later, too. */
export async function inspectTheRest({ season, day }: Programme, by = committeeOn(day)): Promise<void> {
  const ines = await as('ines')
  const newest = (await ines.get('/farmer?limit=20&sort=-createdAt&filter[status]=ACTIVE')).items as Json[]
  for (const { id } of newest) {
    const results = (await ines.get(`/farmerseason?filter[farmerId]=${id}&filter[seasonId]=${season.id}`)).items as Json[]
    if (!results.some(({ inspection1On }) => inspection1On && inspection1On <= by))
      await record('ines', 'farmer', id, 'INTERNAL_INSPECTION', day('08-10'), { seasonId: season.id, round: 1, result: 'APPROVED' })
  }
}

export type Grown = Member & { systemId: string; cropId: string }

/** A member's hectare of cotton, sown: of an approved one where none is given. */
export async function sown(stage: Programme, given?: Member): Promise<Grown> {
  const [made, fatima, { season, cotton, variety, day }] = [given ?? (await member(stage)), await as('fatima'), stage]
  const { id: systemId } = await fatima.post('/croppingsystem', {
    parcelId: made.parcelId,
    seasonId: season.id,
    systemType: 'SOLE',
    areaHa: 1,
    waterRegime: 'RAINFED',
    plannedSowing: day('06-25'),
    plannedEnd: day('12-31'),
    managedOrganically: true,
  })
  const { id: cropId } = await fatima.post('/crop', {
    croppingSystemId: systemId,
    cropTypeId: cotton.id,
    varietyId: variety.id,
    role: 'MAIN',
    areaHa: 1,
    plannedSowing: day('06-25'),
    seedSource: 'GROUP',
    seedOrganic: true,
  })
  const sowing = {
    seedKg: 5,
    areaHa: 1,
    method: 'DIBBLING',
    seedLotNo: 'S-1',
    seedTreated: 'UNTREATED',
    nonGmProof: 'GMO-11',
    nonGmProofKind: 'SEED_CERTIFICATE',
  }
  await record('fatima', 'crop', cropId, 'SOWING', day('06-25'), sowing)
  return { ...made, systemId, cropId }
}

/** Sown, estimated, approved and picked once: 600 kg of seed cotton. */
export async function picked(stage: Programme, given?: Grown): Promise<Grown> {
  const grown = given ?? (await sown(stage))
  await record('fatima', 'crop', grown.cropId, 'YIELD_ESTIMATE', stage.day('09-20'), { method: 'BOLL_COUNT', kgPerHa: 700 })
  await record('omar', 'crop', grown.cropId, 'ESTIMATE_APPROVED', stage.day('09-22'))
  await record('fatima', 'crop', grown.cropId, 'HARVEST', stage.day('10-25'), { pickNo: 1, kg: 600 })
  return grown
}

/** An empty lot of seed cotton at the centre, by Pooja. */
export async function emptyLot({ seedCotton, season, centre }: Programme): Promise<{ id: string; title: string }> {
  return (await as('pooja')).post('/productbatch', { productId: seedCotton.id, unitType: 'HEAP', seasonId: season.id, processingSystemId: centre.id })
}

/** A member's 600 kg bought by Pooja, sent to Khargone and weighed in there. */
export async function atGin(stage: Programme): Promise<Grown & { lotId: string; lotNo: string }> {
  const [grown, lot, { day, gin }] = [await picked(stage), await emptyLot(stage), stage]
  const ticket = {
    cropId: grown.cropId,
    grossKg: 602,
    tareKg: 2,
    netKg: 600,
    pricePerKg: 72_00,
    premiumPerKg: 6_00,
    receiptNo: `R-${letters(8).toUpperCase()}`,
    farmerConfirmation: 'SIGNATURE',
    signedSlip: [(await (await as('pooja')).post('/files?name=slip.pdf', pdf(`Slip ${letters(8)}`))).id],
  }
  await record('pooja', 'productbatch', lot.id, 'PURCHASE', day('11-03'), ticket)
  await record('pooja', 'productbatch', lot.id, 'CLOSED', day('11-20'))
  await record('omar', 'productbatch', lot.id, 'RELEASED', day('11-21'))
  const lotNo = `J-${letters(6).toUpperCase()}`
  await record('pooja', 'productbatch', lot.id, 'DISPATCH', day('11-22'), { buyerId: gin.processorId, kg: 600, invoiceNo: `INV-${letters(5)}`, batchNo: lotNo })
  const paul = await as('paul', '-')
  const { items } = await paul.get(`/productbatch?q=${lotNo}`)
  const lotId: string = items[0].id
  const received = { batchId: lotId, grossKg: 700, tareKg: 100, netKg: 600 }
  await paul.post(`/processingsystem/${gin.id}/events`, {
    eventType: 'GOODS_RECEIVED',
    occurredAt: `${day('11-23')}T10:00:00+05:30`,
    data: received,
    lateReason: 'From the gate book',
  })
  return { ...grown, lotId, lotNo }
}
