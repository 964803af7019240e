// Transaction certificates from the draft on: submitted, reviewed, sent back, issued, rejected, cancelled, withdrawn, in any order of recording. What one binds of its
// lot, and whether what was sent is restricted, is a matter of what happened, not of the order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import { type Sales, type Sent, salesOf } from '../api/sale-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { foldTransaction, type Transaction } from './certificate-fold.ts'
import { endsAsFolded } from './concurrent.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { findingsOf } from './findings.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

/** Of each certificate's one shipment. */
const kg = 0.125
let world: World
let chain: Chain
let sales: Sales
let heap: string
let numbers = 0
const sentBy = new Map<string, Sent>()
const types = ['SUBMITTED', 'CANCELLED', 'REVIEW_STARTED', 'CORRECTION_ASKED', 'ISSUED', 'REJECTED', 'WITHDRAWN']
/** The way to an issued certificate is drawn often, because few orders of seven types lead there. */
const drawn = fc.oneof(
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...types), { minLength: 2, maxLength: 14 }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom<string[]>([], ['CORRECTION_ASKED', 'SUBMITTED', 'REVIEW_STARTED']),
        fc.constantFrom<string[]>([], ['ISSUED'], ['ISSUED', 'WITHDRAWN'], ['REJECTED']),
      )
      .map(([again, end]) => ['SUBMITTED', 'REVIEW_STARTED', ...again, ...end]),
  },
)

/** Takes of the drawn facts those that can be true after the ones before, and now and then one that contradicts them. */
function historyOf(draws: readonly string[]): Fact[] {
  const facts: Fact[] = []
  for (const [place, type] of draws.entries()) {
    const fact: Fact = { key: `f${facts.length + 1}`, type, day: facts.length + 1, data: dataOf(type, `TC/${++numbers}`) }
    const isLast = place === draws.length - 1 && place % 3 === 0
    if ('state' in foldTransaction(kg)([...facts, fact]) || isLast) facts.push(fact)
  }
  return facts
}
function dataOf(type: string, text: string): Record<string, unknown> {
  if (type === 'SUBMITTED' || type === 'REVIEW_STARTED') return {}
  if (type === 'CORRECTION_ASKED') return { note: text }
  return type === 'ISSUED' ? { tcNo: text, reviewNote: 'Papers seen' } : { reason: text }
}
const recorderOf = (type: string): string => (type === 'CANCELLED' || type === 'SUBMITTED' ? 'omar' : 'carla')
const recorders = new Map<string, string>()
/** After the dispatch, a day apart. */
const dayOf = (day: number): string => new Date(Date.UTC(2025, 11, 1 + day)).toISOString().slice(0, 10)

const family: Family<Transaction> = {
  name: 'transaction',
  history: drawn.map(historyOf),
  changed: (fact) => ({ ...fact, data: dataOf(fact.type, `TC/${++numbers}`) }),
  fold: foldTransaction(kg),
  async open() {
    const pooja = world.as('pooja', 'OP1')
    // A lot of its own, so that what is free of it is what this certificate leaves.
    const { event } = await ok(
      pooja.post(`/productbatch/${heap}/events`, { eventType: 'SPLIT', occurredAt: at('2025-11-22'), data: { outputs: [{ kg }] }, lateReason: 'Book' }),
    )
    const lotId = await chain.madeBy(event.id)
    const sent = await sales.send(lotId, kg)
    const { id } = await sales.draft([sent])
    sentBy.set(id, sent)
    return id
  },
  // The same history is recorded of several certificates, and no two have one number.
  async record(id, fact, supersedesEventId) {
    const answer = await world.as(recorderOf(fact.type), 'OP1').post(`/transactioncertificate/${id}/events`, {
      eventType: fact.type,
      occurredAt: at(dayOf(fact.day)),
      data: fact.data.tcNo ? { ...fact.data, tcNo: `${fact.data.tcNo} ${id.slice(-12)}` } : fact.data,
      lateReason: 'From the file',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    })
    if (answer.status === 201) recorders.set(answer.body.event.id, recorderOf(fact.type))
    return answer
  },
  void: (id, eventId) =>
    world.as(recorders.get(eventId) ?? 'ada', 'OP1').post(`/transactioncertificate/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const who = world.as('carla', 'OP1')
    const view: Json = await ok(who.get(`/transactioncertificate/${id}`))
    await expectPastOfToday(who, 'transactioncertificate', view)
    const buyer = await world.as('paul', 'OP1').get(`/transactioncertificate/${id}`)
    const sent = sentBy.get(id)
    if (!sent) throw new Error(`Nothing was sent for ${id}`)
    const [lot, part] = [await chain.view('productbatch', sent.lotId), await chain.view('productbatch', sent.partId)]
    await expectPastOfToday(world.as('ada', 'OP1'), 'productbatch', lot)
    const { lots } = await ok(who.get(`/transactioncertificate/${id}/checks`))
    const own = lots.find((one: Json) => one.id === sent.lotId) ?? { reservedKg: 0, issuedKg: 0 }
    if (own.reservedKg !== lot.reservedKg || own.issuedKg !== lot.certifiedKg)
      throw new Error(`The lot says ${lot.reservedKg} and ${lot.certifiedKg}, the certificate ${JSON.stringify(own)}`)
    const { status, flags, may, netKg, certifiedKg, firstShipment, lastShipment, lines, tcNo, issuedAt, submittedAt, reservedUntil } = view
    return {
      folded: {
        status,
        isSeenByBuyer: buyer.status === 200,
        reservedKg: lot.reservedKg,
        issuedKg: lot.certifiedKg,
        freeKg: lot.certifiableKg,
        isRestricted: part.status === 'QUARANTINED',
        tcNo: ['ISSUED', 'WITHDRAWN'].includes(status) ? tcNo.split(' ')[0] : null,
      },
      rest: {
        ...{ may, netKg, certifiedKg, firstShipment, lastShipment, kilograms: lines.map((line: Json) => line.netKg), issuedAt, submittedAt, reservedUntil },
        findings: findingsOf({ flags }, keyOf),
      },
    }
  },
}

describe.runIf(isOn('transaction'))('histories of transaction certificates', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
    sales = salesOf(chain)
    heap = await sales.lot(1000)
  }, 120_000)
  it(`end the same in any order of recording, ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
  endsAsFolded(
    () => world,
    () => [family],
  )
})

describe('the fold of a transaction certificate', () => {
  // Of the two that the product records by itself: tests/api/certificate-kilograms.test.ts.
  drawsEveryType('transactioncertificate', types)
  const fold = (...types: string[]) =>
    foldTransaction(kg)(types.map((type, place) => ({ key: `f${place + 1}`, type, day: place + 1, data: dataOf(type, 'TC-1') })))
  it('refuses what cannot be, and binds what its state says', () => {
    expect(fold('REJECTED')).toMatchObject({ because: 'the certificate is DRAFT' })
    expect(fold('SUBMITTED', 'REVIEW_STARTED', 'CORRECTION_ASKED')).toMatchObject({ state: { reservedKg: kg, issuedKg: 0, freeKg: 0 } })
    expect(fold('SUBMITTED', 'REVIEW_STARTED', 'CORRECTION_ASKED', 'CANCELLED')).toMatchObject({ state: { status: 'CANCELLED', reservedKg: 0, freeKg: kg } })
    expect(fold('SUBMITTED', 'REVIEW_STARTED', 'ISSUED', 'WITHDRAWN')).toMatchObject({
      state: { isSeenByBuyer: true, issuedKg: kg, isRestricted: true, tcNo: 'TC-1' },
    })
  })
})
