// How many statements an operation sends to the database, and in how many messages, with real tokens and row security: what speed rests on, and what does
// not depend on the clock. The numbers are exact: fewer are written down here too, and more need a reason.
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { mintAccessToken, type Secrets } from '#server/auth/tokens.ts'
import { ImportEnds } from '#server/exchange/import-ends.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'
import { farmers, person as rowOf } from './exchange-stage.ts'

const secrets: Secrets = ['a secret of the tests, long enough']
let world: World
let chain: Chain
const clients: Record<string, Client> = {}
let seedCotton: string
let cropId: string
let saleable: { cropId: string; farmerId: string; parcelId: string }
let members = 0
const person = (more: Record<string, unknown> = {}) => ({
  memberNo: `ST-${++members}`,
  firstName: 'Savita',
  lastName: 'Nayak',
  gender: 'F',
  phone: `98260${String(10_000 + members)}`,
  noPhone: false,
  language: 'hi',
  village: 'Balsamud',
  block: 'Kasrawad',
  district: 'Khargone',
  state: 'Madhya Pradesh',
  country: 'IN',
  totalHoldingHa: 1.2,
  otherGroupMembership: false,
  joinedOn: '2024-04-01',
  ...more,
})

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const { database, behaviours, log } = world.deps
  const signIn = createSignIn({ database, behaviours, log, clock, settings: { secrets, isSecure: false, providers: [], firebase: null } })
  const app = createApp({ ...world.deps, authenticate: signIn.authenticate })
  for (const name of ['fatima', 'omar', 'pooja', 'paul']) {
    const { token } = await mintAccessToken(secrets, world.tenants.cotton.id, { uid: name, sid: null, userId: world.people[name]?.id as string }, clock())
    clients[name] = clientOf(
      app,
      `${world.tenants.cotton.subdomain}.farmbook.test`,
      { authorization: `Bearer ${token}`, 'x-client': 'web' },
      '/api/operators/OP1',
    )
  }
  // Who they are and the operator of the address are known from an earlier call, as they are for anybody at work.
  for (const client of Object.values(clients)) await client.get('/collective?limit=1')
  const grown = await chain.sown()
  cropId = grown.cropId
  await chain.picked(cropId, 1000)
  saleable = await chain.sown()
  await chain.picked(saleable.cropId, 500)
  await chain.decide('APPROVED', grown.farmerId, saleable.farmerId)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 1000))
  seedCotton = await chain.atGin(id, 1000)
}, 120_000)

const as = (name: string): Client => clients[name] as Client
/** Succeeds with exactly so many statements in so many messages; says which they were when there were others. */
async function sends(statements: number, messages: number, work: () => Promise<{ status: number; body: Json }>): Promise<Json> {
  let answer: { status: number; body: Json } | undefined
  const all = await messagesOf(async () => {
    answer = await work()
  })
  // Which programme answers at the host is remembered for some seconds, and asked in a transaction of its own now and then.
  const isCatalogue = (texts: readonly string[] | undefined) => texts?.some((text) => text.includes('from "tenant"')) ?? false
  // Its commit is the next one that stands alone; the statements of somebody else at the same time may come between.
  const left = new Set(all.keys())
  for (const [index, texts] of all.entries()) {
    if (!isCatalogue(texts)) continue
    left.delete(index)
    const commit = all.findIndex((one, at) => at > index && left.has(at) && one.join() === 'commit')
    if (commit >= 0) left.delete(commit)
  }
  const sent = all.filter((_, index) => left.has(index))
  const requested = statementsIn(sent)
  const text = sent.map((texts) => texts.map((one) => one.slice(0, 150)).join('\n    + ')).join('\n  ')
  if (process.env.SHOW_STATEMENTS) console.log(`${expect.getState().currentTestName}: ${requested.length} in ${sent.length}\n  ${text}`)
  expect(answer?.status, JSON.stringify(answer?.body)).toBeLessThan(300)
  expect({ statements: requested.length, messages: sent.length }, text).toEqual({ statements, messages })
  return answer?.body
}

describe('reads', () => {
  it('list, its total, search', async () => {
    await as('omar').get('/farmer')
    await sends(5, 2, () => as('omar').get('/farmer?limit=50'))
    await sends(6, 2, () => as('omar').get('/farmer?limit=50&count=true'))
    const { lastName } = await chain.view('farmer', saleable.farmerId)
    const found = await sends(5, 2, () => as('omar').get(`/farmer?q=${lastName}`))
    expect(found.items).not.toEqual([])
  })
  it('view', async () => {
    await sends(4, 1, () => as('omar').get(`/farmer/${saleable.farmerId}`))
    await sends(4, 1, () => as('omar').get(`/crop/${saleable.cropId}`))
  })
})

describe('writes', () => {
  it('create, without and with an Idempotency-Key', async () => {
    await as('fatima').get('/farmer')
    // One says from which size the schemes of the group call a farm large.
    await sends(9, 2, () => as('fatima').post('/farmer', person()))
    await sends(11, 2, () => as('fatima').post('/farmer', person(), { 'idempotency-key': 'statements-1' }))
  })
  it('sowing', async () => {
    const { farmerId, parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId)
    const id = await chain.cropIn(systemId)
    const data = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-2025-11',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    // One asks how much ground there is for it on its plot (0137).
    await sends(24, 20, () => record(as('fatima'), 'crop', id, 'SOWING', '2025-06-20', data))
    expect(farmerId).toBeTruthy()
  })
  it('an edit of a plan, by which the crops of its plot are brought to their ground once; of a crop beside others', async () => {
    const { parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId, { areaHa: 0.5 })
    const id = await chain.cropIn(systemId, { areaHa: 0.5 })
    const data = {
      seedKg: 2,
      areaHa: 0.5,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-2025-11',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    await ok(record(as('fatima'), 'crop', id, 'SOWING', '2025-06-20', data))
    const otherId = await chain.systemOn(parcelId, { areaHa: 0.4 })
    const borderId = await chain.cropIn(otherId, { areaHa: 0.1, role: 'BORDER' })
    const planVersion = (await chain.view('croppingsystem', otherId)).version
    // 36 in 33 while they were brought to it twice.
    await sends(27, 23, () => as('omar').patch(`/croppingsystem/${otherId}`, { areaHa: 0.45 }, { 'if-match': `"${planVersion}"` }))
    const borderVersion = (await chain.view('crop', borderId)).version
    await sends(27, 23, () => as('omar').patch(`/crop/${borderId}`, { areaHa: 0.15 }, { 'if-match': `"${borderVersion}"` }))
  })
  it('purchase', async () => {
    const { id } = await chain.lot()
    const data = {
      cropId: saleable.cropId,
      grossKg: 252,
      tareKg: 2,
      netKg: 250,
      pricePerKg: 72_00,
      premiumPerKg: 6_00,
      receiptNo: 'R-st',
      farmerConfirmation: 'SIGNATURE',
    }
    // One of them is the receipt to the farmer’s telephone, in the outbox, one what is found of it: that nobody has confirmed it yet, and that it names neither place nor scale (0149), and one the lock by which no party is suspended meanwhile (0138). One, sent with others, is what other records say against the next one (0151).
    await sends(35, 23, () => record(as('pooja'), 'productbatch', id, 'PURCHASE', '2025-11-03', data))
    // With the photo of its slip, which is looked up, has signed no other ticket, and is its file from then on, one is the finding that nobody but the buyer has seen it (0149), sent with the next
    // one; others of the same photo are looked for, which it may be before.
    const signed = { ...data, receiptNo: 'R-signed', signedSlip: [await uploadedSlip(world.as('pooja', 'OP1'))] }
    await sends(42, 27, () => record(as('pooja'), 'productbatch', id, 'PURCHASE', '2025-11-03', signed))
  })
  it('purchase of today, which is judged at this moment by the rules that stop sales (0107)', async () => {
    const { id } = await chain.lot()
    const today = await chain.sown()
    await chain.picked(today.cropId, 500)
    await chain.decide('APPROVED', today.farmerId)
    const data = { cropId: today.cropId, grossKg: 12, tareKg: 2, netKg: 10, pricePerKg: 72_00, premiumPerKg: 6_00, farmerConfirmation: 'SIGNATURE' }
    const sold = (receiptNo: string) => record(as('pooja'), 'productbatch', id, 'PURCHASE', '2026-01-15', { ...data, receiptNo })
    // One asks which versions apply.
    await sends(36, 24, () => sold('R-today'))
    const check = { type: 'SEED_SOURCE', seedSources: ['GROUP'] }
    const stopping = { code: 'SEED', text: 'Seed of the group', severity: 'MINOR', weight: 1, correctiveDays: 30, effectOnFail: 'BLOCK_SALE', check }
    const rules = { name: 'Stopping', schemeId: await chain.standards.scheme('NPOP'), cropTypeId: chain.cotton, passScore: 1, maxMajor: 1, rules: [stopping] }
    const ada = world.as('ada', '-')
    const version = await ok(ada.post('/schemepop', rules))
    await ok(record(ada, 'schemepop', version.id, 'PUBLISHED', '2026-01-15'))
    // With them, what is open on the crop, its facts, and which of its steps were done in part.
    await sends(45, 27, () => sold('R-judged'))
    await ok(record(ada, 'schemepop', version.id, 'ARCHIVED', '2026-01-15', {}, 11))
  })
  it('a processing run of one input and two outputs', async () => {
    await ok(record(as('paul'), 'processingsystem', chain.gin, 'CLEANING', '2025-11-24', { area: 'Line', method: 'BLOWN' }))
    const data = {
      process: 'GINNING',
      inputs: [{ batchId: seedCotton, kg: 1000 }],
      wasteKg: 28,
      invisibleKg: 5,
      outputs: [
        { productId: chain.products.lint, kg: 342 },
        { productId: chain.products.cottonseed, kg: 625 },
      ],
      startedAt: '2025-11-25T02:00:00Z',
      endedAt: '2025-11-25T09:00:00Z',
    }
    const { subject } = await sends(48, 25, () => record(as('paul'), 'processingsystem', chain.gin, 'PROCESS_RUN', '2025-11-25', data, 16))
    expect(subject.id).toBe(chain.gin)
  })
})

describe('the chain of a lot', () => {
  it('origin, trace both ways, trace of a plot, public pages', async () => {
    await sends(4, 1, () => as('omar').get(`/productbatch/${seedCotton}/origin`))
    await sends(9, 2, () => as('omar').get(`/productbatch/${seedCotton}/trace?direction=back`))
    await sends(9, 2, () => as('omar').get(`/productbatch/${seedCotton}/trace?direction=forward`))
    await sends(10, 2, () => as('omar').get(`/landparcel/${saleable.parcelId}/trace`))
    for (const [kind, entity, id] of [
      ['batch', 'productbatch', seedCotton],
      ['crop', 'crop', cropId],
    ] as const) {
      const { qrToken } = await chain.view(entity, id)
      // Whether its events have been hashed already or not; of a lot also how much of it is organic by what it was made of.
      for (const _ of ['first', 'again']) await sends(kind === 'batch' ? 8 : 6, 2, () => world.stranger().get(`/api/public/${kind}/${qrToken}`))
    }
  })
})

describe('the trace of the past', () => {
  it('asks as often for many crops and plots that changed since as for one', async () => {
    const lotOf = async (crops: number): Promise<string> => {
      const { id } = await chain.lot()
      for (let n = 0; n < crops; n++) {
        const grown = await chain.sown()
        await chain.decide('APPROVED', grown.farmerId)
        await chain.picked(grown.cropId, 200)
        await ok(chain.buy(id, grown.cropId, 100))
      }
      return id
    }
    const [one, four] = [await lotOf(1), await lotOf(4)]
    for (const id of [one, four]) {
      // On the tenth of January the start of each plot's conversion was confirmed: all of its crops and plots are folded, and count from the day that was confirmed.
      // With the names that parties, lines and products had then.
      const { crops } = await sends(48, 37, () => as('omar').get(`/productbatch/${id}/trace?asOf=2026-01-09`))
      expect(crops.map(({ claim }: Json) => claim)).toEqual(Array.from({ length: id === one ? 1 : 4 }, () => 'ORGANIC'))
    }
  })
})

/** Asks the database at the beginning and when it is informed, however long that takes. */
class PatientEnds extends ImportEnds {
  override wait(id: string, ms: number, hasEnded: () => Promise<boolean>): Promise<void> {
    return super.wait(id, ms, hasEnded, ms)
  }
}

describe('import', () => {
  it('510 rows of farmers in two sets, as on a database server', async () => {
    const { database } = world.deps
    const app = createApp({ ...world.deps, importEnds: new PatientEnds(), database: { ...database, engine: 'postgres' } })
    const omar = clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id as string }, '/api/operators/OP1')
    // Known to the tests' own way of signing in.
    await world.as('omar').get('/farmer?limit=1')
    const table = farmers(...Array.from({ length: 510 }, () => rowOf()))
    // The file is stored, taken, read back and removed in transactions of its own, and waiting for the end asks twice; its end notifies whoever sent it. Each set reads what the schemes of the group say.
    const recorded = await sends(41, 32, () =>
      omar.send('/farmer/import', { method: 'POST', body: table, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } }),
    )
    expect(recorded).toMatchObject({ created: 510, rejected: 0 })
  })
})

describe('the map', () => {
  it('outlines in a box, a tile drawn and the same tile again', async () => {
    const { parcelId } = await chain.member()
    const [west, south] = (await chain.view('landparcel', parcelId)).boundary.coordinates[0][0]
    const box = [west - 0.01, south - 0.01, west + 0.01, south + 0.01].join()
    const { items } = await sends(3, 1, () => as('omar').get(`/landparcel/neighbours?box=${box}`))
    expect(items.map(({ id }: Json) => id)).toContain(parcelId)
    const [lon, lat] = items.find(({ id }: Json) => id === parcelId).polygon.coordinates[0][0]
    const row = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** 14)
    const tile = `/tiles/landparcel/14/${Math.floor(((lon + 180) / 360) * 2 ** 14)}/${row}.mvt`
    for (const _ of ['drawn', 'known']) await sends(4, 1, () => as('omar').get(tile))
    expect((await as('omar').get(tile)).status).toBe(200)
    await sends(4, 1, () => as('omar').get('/tiles/landparcel/6/45/28.mvt'))
  })
})
