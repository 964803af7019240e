// Scope certificates: confirmed or rejected, suspended, reinstated, withdrawn, and expired by the clock, which looks at any time; with the
// days on which they support a claim, and the public page of a lot in the hands of their holder. In any order of recording.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { expiredScopeCertificates } from '#server/jobs/clock/scope-certificates.ts'
import { scopeCover } from '#server/ledger/scope-cover.ts'
import { publicPageOf } from '#server/reports/public-lot.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from '../api/chain-stage.ts'
import type { Answer } from '../harness/client.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Certificate, dateOf, days, foldCertificate, isShown, type Term } from './certificate-fold.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { findingsOf } from './findings.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let chain: Chain
/** Holds the certificates, one at a time, and a lot. */
let holder = ''
let token = ''
const clockRuns = new Set<string>()

const types = ['CONFIRMED', 'CONFIRMED', 'REJECTED', 'SUSPENDED', 'SUSPENDED', 'REINSTATED', 'REINSTATED', 'WITHDRAWN']
/** Takes of the drawn facts those that can be true after the ones before, and now and then one that is too late for the certificate. */
function historyOf(draws: readonly string[], term: Term): Fact[] {
  const facts: Fact[] = []
  for (const type of draws) {
    const fact: Fact = { key: `f${facts.length + 1}`, type, day: facts.length + 1, data: type === 'CLOCK' ? {} : { reason: 'Audit' } }
    const folded = foldCertificate(term)([...facts, fact])
    if ('state' in folded) facts.push(fact)
    else if (draws.length % 3 === 0 && folded.because === 'the certificate has expired') return [...facts, fact]
  }
  return facts
}

const scopes = {
  products: ['seedCotton'],
  sites: [
    { name: 'Gin 1', place: 'Khargone' },
    { name: 'Store', place: 'Kasrawad' },
  ],
} as const

/** As if it had never been: the next history has a holder without certificates. */
const clear = () =>
  world.scoped('ada', async ({ db, tenant }) => {
    await sql`update scopecertificate set deleted_at = now() where tenant_id = ${tenant.id} and processor_id = ${holder}::uuid`.execute(db)
    await sql`update flag set closed_at = now(), closed_reason = 'OBSOLETE' where tenant_id = ${tenant.id} and rule_id = 'BR-12' and closed_at is null`.execute(
      db,
    )
  })
const runClock = async (id: string): Promise<Answer> => {
  await world.scoped('ada', (scope) => expiredScopeCertificates.carryOut(scope, id))
  const eventId = crypto.randomUUID()
  clockRuns.add(eventId)
  return { status: 201, headers: new Headers(), body: { event: { id: eventId } } } as Answer
}

const familyOf = (name: string, term: Term): Family<Certificate> => ({
  name,
  isAlone: true,
  history: fc.array(fc.constantFrom(...types, 'CLOCK', 'CLOCK'), { minLength: 3, maxLength: 24 }).map((draws) => historyOf(draws, term).slice(0, 8)),
  changed: (fact, by) => (fact.type === 'CLOCK' ? fact : { ...fact, data: { reason: `Audit ${by}` } }),
  fold: foldCertificate(term),
  async open() {
    await clear()
    const values = { ...term, annex: [{ productId: chain.products.seedCotton }], sites: scopes.sites.slice(0, 1) }
    const made = await ok(world.as('ada', 'OP1').post('/scopecertificate', await chain.standards.input({ processorId: holder }, values)))
    const wider = { annex: [{ productId: chain.products.seedCotton }, { productId: chain.products.lint }], sites: scopes.sites }
    await ok(world.as('ada', 'OP1').patch(`/scopecertificate/${made.id}`, wider, { 'if-match': `"${made.version}"` }))
    return made.id
  },
  record: (id, { type, day, data }, supersedesEventId) =>
    type === 'CLOCK'
      ? runClock(id)
      : world.as('carla', 'OP1').post(`/scopecertificate/${id}/events`, {
          eventType: type,
          occurredAt: at(dateOf(day)),
          data: type === 'CONFIRMED' ? { checkedAgainst: data.reason } : data,
          lateReason: 'Letter of the body',
          ...(supersedesEventId ? { supersedesEventId } : {}),
        }),
  async void(id, eventId) {
    if (clockRuns.has(eventId)) return { ...(await runClock(id)), status: 200 }
    return world.as('carla', 'OP1').post(`/scopecertificate/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
  },
  async read(id, keyOf) {
    await runClock(id)
    const who = world.as('carla', 'OP1')
    const view: Json = await ok(who.get(`/scopecertificate/${id}`))
    await expectPastOfToday(who, 'scopecertificate', view)
    const coveredDays = await world.scoped('ada', async (scope) => {
      const found: string[] = []
      for (const day of days) if (await scopeCover(scope, { kind: 'processor', id: holder }, day)) found.push(day)
      return found
    })
    const pages: string[] = []
    for (const day of days.filter(isShown)) {
      // A page is the last question of its transaction.
      const page = await world.scoped('ada', (scope) => publicPageOf({ ...scope, now: new Date(`${day}T06:30:00Z`) }, 'batch', token))
      if (page?.claimState === 'valid' && page.claim === 'ORGANIC') pages.push(day)
    }
    const { status, flags, may, annex, sites, version } = view
    const edited = await world.as('ada', 'OP1').patch(`/scopecertificate/${id}`, { sites: [] }, { 'if-match': `"${version}"` })
    if (![200, 409].includes(edited.status)) throw new Error(JSON.stringify(edited.body))
    const findings = findingsOf({ flags }, keyOf)
    return { folded: { status, coveredDays, pages, isEditable: edited.status === 200 }, rest: { may, findings, annex, sites } }
  },
})

/** A released lot of organic seed cotton, sent to the holder, which was certified then. */
async function stage(): Promise<void> {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const [ada, pooja, omar] = [world.as('ada', 'OP1'), world.as('pooja', 'OP1'), world.as('omar', 'OP1')]
  holder = (await seedsOf(world).make(entityOf('processor'), { values: { types: ['GINNER'] } })).id
  await ok(record(ada, 'processor', holder, 'ACTIVATED', '2025-06-01'))
  await chain.standards.certify({ processorId: holder })
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  await chain.picked(cropId, 500)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 500))
  await ok(record(pooja, 'productbatch', id, 'CLOSED', '2025-11-20'))
  await ok(record(omar, 'productbatch', id, 'RELEASED', '2025-11-21'))
  const { findings } = await ok(record(pooja, 'productbatch', id, 'DISPATCH', '2025-11-22', { buyerId: holder, kg: 500, invoiceNo: 'I-1' }))
  expect(findings).toEqual([])
  const { items } = await ok(ada.get('/productbatch?filter[status]=IN_TRANSIT'))
  token = (await chain.view('productbatch', items[0].id)).qrToken
}

/** Of a long term; of one that ends after all of its facts; of one that ends among them. */
const terms: [name: string, term: Term][] = [
  ['certificate', { validFrom: '2025-05-01', validTo: '2026-09-30' }],
  ['certificate expired', { validFrom: '2025-07-01', validTo: '2025-12-31' }],
  ['certificate expired early', { validFrom: '2025-04-20', validTo: '2025-08-20' }],
]
describe.runIf(isOn('certificate'))('histories of scope certificates', () => {
  beforeAll(stage, 120_000)
  it.each(terms)(`end the same in any order of recording: %s, ${histories} of them`, { timeout: histories * 60_000 }, (name, term) =>
    tryHistories(familyOf(name, term)),
  )
  endsAsFolded(
    () => world,
    () => terms.map(([name, term]) => familyOf(name, term)),
  )
})

describe('the fold of a scope certificate', () => {
  drawsEveryType('scopecertificate', types)
  const fold = (term: Term, ...types: string[]) => foldCertificate(term)(types.map((type, place) => ({ key: `f${place + 1}`, type, day: place + 1, data: {} })))
  const long = { validFrom: '2025-05-01', validTo: '2026-09-30' }
  it('refuses what cannot be, by the first fact that cannot', () => {
    expect(fold(long, 'SUSPENDED')).toMatchObject({ because: 'the certificate is PROPOSED' })
    expect(fold(long, 'CONFIRMED', 'WITHDRAWN', 'REINSTATED')).toMatchObject({ impossible: { key: 'f3' } })
    expect(fold({ ...long, validTo: '2025-06-09' }, 'CONFIRMED', 'SUSPENDED')).toMatchObject({ because: 'the certificate has expired' })
  })
  it('is what the last of them led to, and supports a claim on the days between', () => {
    expect(fold(long, 'CONFIRMED', 'SUSPENDED', 'REINSTATED')).toMatchObject({ state: { status: 'VALID', isEditable: false } })
    expect(fold({ ...long, validTo: '2025-08-10' }, 'CONFIRMED', 'SUSPENDED', 'REINSTATED')).toMatchObject({
      state: { status: 'EXPIRED', coveredDays: ['2025-05-09', '2025-05-10', '2025-06-09', '2025-07-10', '2025-08-09', '2025-08-10'] },
    })
  })
})
