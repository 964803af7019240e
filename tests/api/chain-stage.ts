// A stage for tests of the chain: a season, a crop, a catalogue, a centre and a gin of the cotton tenant, and
// short words for what people record. The clock stands at the demo's day.
import type { Client } from '../harness/client.ts'
import { pdf } from '../harness/files.ts'
import type { World } from '../harness/world.ts'
import { type Standards, standardsOf } from './certificate-stage.ts'
import { field } from './parcel-stage.ts'

export const today = '2026-01-15T06:30:00Z'
export const clock = () => new Date(today)
/** Ten in the morning in Nimar on that day. */
export const at = (day: string, hour = 10): string => `${day}T${String(hour).padStart(2, '0')}:00:00+05:30`

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer and says itself what it expects
export type Json = any
/** Succeeds, or says with what the product refused. */
export async function ok(answer: Promise<{ status: number; body: Json }>): Promise<Json> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
export const record = (who: Client, entity: string, id: string, eventType: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  who.post(`/${entity}/${id}/events`, { eventType, occurredAt: at(day, hour), data, lateReason: 'From the field book' })

export type Chain = {
  world: World
  season: string
  cotton: string
  variety: string
  products: Record<'seedCotton' | 'lint' | 'cottonseed' | 'bale', string>
  centre: string
  gin: string
  ginner: string
  standards: Standards
  /** Confirmed scope certificates (NPOP) of OP1 and of the ginner's company, valid on every day of the tests. */
  certificates: Record<'group' | 'ginner', string>
  /** An active member with one plot, by Fatima and Omar, inspected by Ines. */
  member(values?: {
    name?: string
    village?: string
    conversionStart?: string | null
    areaHa?: number
    isInspected?: boolean
  }): Promise<{ farmerId: string; parcelId: string }>
  /** A cropping system on a plot, by Fatima; its id. */
  systemOn(parcelId: string, values?: Record<string, unknown>): Promise<string>
  /** A planned cotton crop of a cropping system, by Fatima; its id. */
  cropIn(systemId: string, values?: Record<string, unknown>): Promise<string>
  /** A sown cotton crop on a new member's plot. */
  sown(values?: {
    name?: string
    village?: string
    conversionStart?: string | null
    areaHa?: number
    sowingDay?: string
    isInspected?: boolean
  }): Promise<{ farmerId: string; parcelId: string; systemId: string; cropId: string }>
  /** Approved estimate and one picking. */
  picked(cropId: string, kg: number, day?: string): Promise<Json>
  inspect(farmerId: string): Promise<Json>
  /** Omar's committee decides. */
  decide(result: string, ...farmerIds: string[]): Promise<Json>
  /** An empty lot of seed cotton at the centre. */
  lot(): Promise<Json>
  /** Pooja's ticket. */
  buy(lotId: string, cropId: string, netKg: number, day?: string, more?: Record<string, unknown>): ReturnType<Client['post']>
  /** A released lot of `kg`, sent to the gin and weighed in there. */
  atGin(lotId: string, kg: number): Promise<string>
  /** `kg` of a new member on whom the committee decided, bought and weighed in at the gin. */
  boughtAtGin(kg: number): Promise<string>
  /** The lot that an event has made. */
  madeBy(eventId: string): Promise<string>
  view(entity: string, id: string): Promise<Json>
}

/** A body for POST /crop. */
export const cropBody = ({ cotton, variety }: Pick<Chain, 'cotton' | 'variety'>, croppingSystemId: string, values: Record<string, unknown> = {}) => ({
  croppingSystemId,
  cropTypeId: cotton,
  varietyId: variety,
  role: 'MAIN',
  areaHa: 1,
  plannedSowing: '2025-06-20',
  seedSource: 'GROUP',
  seedOrganic: true,
  ...values,
})

let plots = 0
let people = 0

export async function chainOf(world: World): Promise<Chain> {
  const ada = world.as('ada', 'OP1')
  const [fatima, omar, ines, pooja, paul, carla] = ['fatima', 'omar', 'ines', 'pooja', 'paul', 'carla'].map((key) => world.as(key, 'OP1')) as [
    Client,
    Client,
    Client,
    Client,
    Client,
    Client,
  ]
  const make = async (entity: string, body: Record<string, unknown>, activate = true): Promise<string> => {
    const { id } = await ok(ada.post(`/${entity}`, body))
    if (activate) await ok(record(ada, entity, id, 'ACTIVATED', '2025-06-01'))
    return id
  }
  const season = await make(
    'season',
    { code: 'KH-2025', name: 'Kharif 2025', kind: 'KHARIF', startDate: '2025-06-01', endDate: '2026-02-28', yieldFactor: 1 },
    false,
  )
  const cotton = await make(
    'croptype',
    {
      name: 'Cotton',
      scientificName: 'Gossypium hirsutum',
      lifecycle: 'ANNUAL',
      hsCode: '5201',
      daysMin: 165,
      daysMax: 210,
      seedKgPerHaMin: 2,
      seedKgPerHaMax: 15,
      gmRisk: true,
      eudrCommodity: false,
      yieldNorms: [{ waterRegime: 'RAINFED', minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 1600 }],
    },
    false,
  )
  const variety = await make('variety', { cropTypeId: cotton, name: 'RVJK-SGF-1', gmStatus: 'NON_GM' }, false)
  const product = (code: string, name: string, kind: string, material: string, unitType: string, hsCode: string) =>
    make('product', { code, name, kind, material, unitType, hsCode, sellable: true, cocModel: 'SEGREGATED', ...(kind === 'RAW' ? { cropTypeId: cotton } : {}) })
  const products = {
    seedCotton: await product('PRD-SC', 'Seed cotton', 'RAW', 'SEED_COTTON', 'HEAP', '520100'),
    lint: await product('PRD-LINT', 'Lint', 'SEMI', 'LINT', 'HEAP', '520100'),
    cottonseed: await product('PRD-CSEED', 'Cottonseed', 'BYPRODUCT', 'COTTONSEED', 'HEAP', '120721'),
    bale: await product('PRD-BALE', 'Bales', 'SEMI', 'BALE', 'BALE_LOT', '520100'),
  }
  const ginner = world.places.cotton['KHARGONE-GIN']?.id as string
  const standards = standardsOf(world)
  const certificates = {
    group: (await standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scNo: 'ORG/1', validTo: '2026-03-31' })).id,
    ginner: (await standards.certify({ processorId: ginner })).id,
  }
  const place = { place: 'Kasrawad', district: 'Khargone', capacityKgPerDay: 20_000 }
  const centre = await make('processingsystem', {
    ...place,
    name: 'Kasrawad centre',
    systemType: 'COLLECTION',
    collectiveId: world.places.cotton.OP1?.id,
    segregation: 'DEDICATED',
  })
  const gin = await make('processingsystem', { ...place, name: 'Khargone Gin', systemType: 'GINNING', processorId: ginner, segregation: 'CLEANED_CHANGEOVER' })

  const member: Chain['member'] = async ({ name = 'Ramesh', village, conversionStart = '2022-01-10', areaHa = 1, isInspected = true } = {}) => {
    const n = ++people
    const { id: farmerId } = await ok(
      fatima.post('/farmer', {
        memberNo: `M-${n}`,
        firstName: name,
        lastName: ['Patidar', 'Yadav', 'Verma', 'Solanki', 'Chouhan', 'Joshi'][n % 6],
        gender: 'F',
        noPhone: true,
        language: 'hi',
        village: village ?? `Village ${n}`,
        block: 'Kasrawad',
        district: 'Khargone',
        state: 'Madhya Pradesh',
        country: 'IN',
        totalHoldingHa: areaHa,
        otherGroupMembership: false,
        joinedOn: '2021-04-01',
        contractSignedOn: '2021-04-01',
        consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at('2021-04-01'), channel: 'PAPER' }],
      }),
    )
    const { id: parcelId } = await ok(
      fatima.post('/landparcel', {
        name: `Khet ${n}`,
        parcelNo: `${n}`,
        farmerId,
        tenure: 'OWNED',
        declaredAreaHa: areaHa,
        waterRegime: 'RAINFED',
        boundary: field(200 * ++plots, 0, 100, 100 * areaHa),
        boundaryMethod: 'GPS_WALK',
        gpsAccuracyM: 4,
      }),
    )
    if (conversionStart) {
      await ok(record(omar, 'landparcel', parcelId, 'CONVERSION_STARTED', conversionStart, { startedOn: conversionStart }))
      // A start more than a year before its recording counts once the certification body has confirmed it (BR-04).
      await ok(record(carla, 'landparcel', parcelId, 'CONVERSION_CONFIRMED', '2026-01-10', { startedOn: conversionStart, document: 'NC-1' }))
    }
    await ok(record(fatima, 'farmer', farmerId, 'SUBMITTED', '2025-06-02'))
    await ok(record(omar, 'farmer', farmerId, 'APPROVED', '2025-06-03'))
    if (isInspected) await inspect(farmerId)
    return { farmerId, parcelId }
  }
  const inspect = (farmerId: string) =>
    ok(record(ines, 'farmer', farmerId, 'INTERNAL_INSPECTION', '2025-08-10', { seasonId: season, round: 1, result: 'APPROVED' }))
  const systemOn: Chain['systemOn'] = async (parcelId, values = {}) =>
    (
      await ok(
        fatima.post('/croppingsystem', {
          parcelId,
          seasonId: season,
          systemType: 'SOLE',
          areaHa: 1,
          waterRegime: 'RAINFED',
          plannedSowing: '2025-06-20',
          plannedEnd: '2026-01-31',
          managedOrganically: true,
          ...values,
        }),
      )
    ).id
  const cropIn: Chain['cropIn'] = async (systemId, values = {}) => (await ok(fatima.post('/crop', cropBody({ cotton, variety }, systemId, values)))).id
  const sown: Chain['sown'] = async ({ areaHa = 1, sowingDay = '2025-06-20', ...rest } = {}) => {
    const { farmerId, parcelId } = await member({ areaHa, ...rest })
    const systemId = await systemOn(parcelId, { areaHa, plannedSowing: sowingDay })
    const cropId = await cropIn(systemId, { areaHa, plannedSowing: sowingDay })
    await ok(
      record(fatima, 'crop', cropId, 'SOWING', sowingDay, {
        seedKg: 5 * areaHa,
        areaHa,
        method: 'DIBBLING',
        seedLotNo: 'S-1',
        seedTreated: 'UNTREATED',
        nonGmProof: 'GMO-2025-11',
        nonGmProofKind: 'SEED_CERTIFICATE',
      }),
    )
    return { farmerId, parcelId, systemId, cropId }
  }
  const picked: Chain['picked'] = async (cropId, kg, day = '2025-10-25') => {
    await ok(record(fatima, 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1200 }))
    await ok(record(omar, 'crop', cropId, 'ESTIMATE_APPROVED', '2025-09-22'))
    return ok(record(fatima, 'crop', cropId, 'HARVEST', day, { pickNo: 1, kg }))
  }
  // Photos of signed slips, one for each ticket; there before a refused ticket is tried, which leaves nothing.
  const slips = [await uploadedSlip(pooja)]
  const stage: Chain = {
    world,
    season,
    cotton,
    variety,
    products,
    centre,
    gin,
    ginner,
    standards,
    certificates,
    member,
    systemOn,
    cropIn,
    sown,
    picked,
    inspect,
    decide: (result, ...farmerIds) =>
      ok(
        record(omar, 'collective', world.places.cotton.OP1?.id as string, 'APPROVAL_COMMITTEE', '2025-10-01', {
          seasonId: season,
          decisions: farmerIds.map((farmerId) => ({ farmerId, result })),
        }),
      ),
    lot: () => ok(pooja.post('/productbatch', { productId: products.seedCotton, unitType: 'HEAP', seasonId: season, processingSystemId: centre })),
    buy: async (lotId, cropId, netKg, day = '2025-11-03', more = {}) => {
      const slip = slips.pop() ?? (await uploadedSlip(pooja))
      const answer = await record(pooja, 'productbatch', lotId, 'PURCHASE', day, {
        cropId,
        grossKg: netKg + 2,
        tareKg: 2,
        netKg,
        pricePerKg: 72_00,
        premiumPerKg: 6_00,
        receiptNo: `R-${Math.random()}`,
        ...('farmerConfirmation' in more ? {} : { farmerConfirmation: 'SIGNATURE', signedSlip: [slip] }),
        ...more,
      })
      slips.push(answer.status < 300 && !('farmerConfirmation' in more) ? await uploadedSlip(pooja) : slip)
      return answer
    },
    async atGin(lotId, kg) {
      await ok(record(pooja, 'productbatch', lotId, 'CLOSED', '2025-11-20'))
      await ok(record(omar, 'productbatch', lotId, 'RELEASED', '2025-11-21'))
      await ok(record(pooja, 'productbatch', lotId, 'DISPATCH', '2025-11-22', { buyerId: ginner, kg, invoiceNo: 'INV-1' }))
      const { items } = await ok(paul.get('/productbatch?filter[status]=IN_TRANSIT'))
      await ok(record(paul, 'processingsystem', gin, 'GOODS_RECEIVED', '2025-11-23', { batchId: items[0].id, grossKg: kg + 100, tareKg: 100, netKg: kg }))
      return items[0].id
    },
    async boughtAtGin(kg) {
      const { farmerId, cropId } = await sown()
      await stage.decide('APPROVED', farmerId)
      await picked(cropId, kg)
      const { id } = await stage.lot()
      await ok(stage.buy(id, cropId, kg))
      return stage.atGin(id, kg)
    },
    madeBy: (eventId) =>
      world.scoped('ada', async ({ db, tenant }) => {
        const link = db.selectFrom('lot_link').select('output_id').where('tenant_id', '=', tenant.id).where('event_id', '=', eventId)
        return (await link.executeTakeFirstOrThrow()).output_id
      }),
    view: (entity, id) => ok(ada.get(`/${entity}/${id}`)),
  }
  return stage
}

/** A photo of a signed slip of whoever uploads it. */
export async function uploadedSlip(by: ReturnType<World['as']>): Promise<string> {
  const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(`Slip ${Math.random()}`)) }
  return (await ok(by.send('/files?name=slip.pdf', init))).id
}
