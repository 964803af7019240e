// Random acts of several people on the same goods: lots are divided, lost from, restricted, tested and sent; certificates of what was sent are drafted, submitted, issued,
// withdrawn; events of both are taken back. What each act is about (which lot, which shipment) is drawn as a number and found among what there is when it is sent.
import fc from 'fast-check'
import { at, type Chain } from '../api/chain-stage.ts'
import { type Sales, type Sent, tcNo } from '../api/sale-stage.ts'
import type { Answer } from '../harness/client.ts'
import { type Accepted, inTurn } from './concurrent.ts'
import type { Fact } from './engine.ts'

export type Act = { type: string; of: number; kg: number; choice: boolean }
const types = [
  ...['SPLIT', 'LOSS', 'QUARANTINE', 'RELEASE', 'LAB_RESULT', 'LAB_RESULT', 'DISPATCH', 'DISPATCH', 'DISPATCH'],
  ...['DRAFT', 'DRAFT', 'SUBMITTED', 'SUBMITTED', 'REVIEW_STARTED', 'REVIEW_STARTED', 'ISSUED', 'ISSUED', 'CORRECTION_ASKED'],
  ...['WITHDRAWN', 'WITHDRAWN', 'CANCELLED', 'REJECTED', 'VOID', 'VOID', 'VOID'],
]
/** The way to two issued certificates is in each history, because few orders of so many types lead there; with each step of it some of what is drawn. */
const way: readonly (readonly string[])[] = [
  ['DISPATCH', 'DISPATCH', 'DISPATCH'],
  ['DRAFT', 'DRAFT'],
  ['SUBMITTED', 'SUBMITTED'],
  ['REVIEW_STARTED', 'REVIEW_STARTED'],
  ['ISSUED', 'ISSUED'],
  [],
]
const act = (type: fc.Arbitrary<string>, of = fc.nat(1000)): fc.Arbitrary<Act> =>
  fc.record({ type, of, kg: fc.integer({ min: 1, max: 40 }), choice: fc.boolean() })
const usual = fc.tuple(...way.map((step) => fc.tuple(...step.map((type, place) => act(fc.constant(type), fc.constant(place))))))
export type History = { /** What is sent at once, one part after the other. */ parts: Act[][] /** Seed of the order within them. */; by: number }
export const histories: fc.Arbitrary<History> = fc
  .record({ steps: usual, drawn: fc.array(act(fc.constantFrom(...types)), { minLength: 4, maxLength: 18 }), by: fc.nat(1_000_000) })
  .map(({ steps, drawn, by }) => {
    const later = steps.length - 2
    return { by, parts: steps.map((step, part) => [...step, ...(part < 2 ? [] : drawn.filter((_, place) => place % later === part - 2))]) }
  })

/** A record of goods or a certificate with what of it was accepted, in the shape in which a replay reads it. */
export type Traced = { id: string; accepted: Accepted[] }
/** `isTested`: a result was sent; which of two counts is a matter of samples, which tests/replay/lot.test.ts and positive-results.test.ts try. */
export type Lot = Traced & { kg: number; isTested: boolean }
export type Certificate = Traced & { sent: readonly Sent[] }
export type Trade = { lots: readonly Lot[]; sent: Sent[]; certificates: Certificate[]; failed: string[]; log: string[] }

/** A lot of 100 kg and one of 60, each bought of a member of its own, closed and released. */
export async function openTrade(sales: Sales): Promise<Trade> {
  const opened = async (kg: number): Promise<Lot> => ({ id: await sales.lot(kg), kg, accepted: [], isTested: false })
  return { lots: [await opened(100), await opened(60)], sent: [], certificates: [], failed: [], log: [] }
}

/** The first three facts of a lot, before everything that is drawn. */
export const firstFacts = ({ kg }: Lot): Fact[] => [
  { key: 'bought', type: 'PURCHASE', day: 1, data: { kg, claim: 'ORGANIC' } },
  { key: 'closed', type: 'CLOSED', day: 2, data: {} },
  { key: 'released', type: 'RELEASED', day: 3, data: {} },
]

const dayFrom = (first: string, days: number): string => new Date(Date.parse(`${first}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const goods: ReadonlySet<string> = new Set(['SPLIT', 'LOSS', 'QUARANTINE', 'RELEASE', 'LAB_RESULT', 'LAB_RESULT', 'DISPATCH'])

/** Carries out one act, the `place`th of its history, which is its day, too: whatever is refused leaves nothing. */
export async function carryOut(chain: Chain, sales: Sales, trade: Trade, { type, of, kg, choice }: Act, place: number): Promise<void> {
  const { world } = chain
  const pick = <T>(list: readonly T[]): T | undefined => list[of % Math.max(list.length, 1)]
  const noted = async (what: string, send: () => Promise<Answer>): Promise<Answer> => {
    const answer = await inTurn(send)
    trade.log.push(`${place} ${what}: ${answer.status}${answer.status >= 400 ? ` ${answer.body.code}` : ''}`)
    if (answer.status >= 500) trade.failed.push(`${answer.status} at ${what}: ${JSON.stringify(answer.body).slice(0, 400)}`)
    return answer
  }
  const accept = (record: Traced, answer: Answer, data: Fact['data']): void => {
    const key = `f${place}`
    record.accepted.push({ step: { kind: 'fact', fact: { key, type, day: place + 4, data } }, eventId: answer.body.event.id })
  }
  if (goods.has(type)) {
    const lot = trade.lots[of % 2] as Lot
    if (type === 'LAB_RESULT') {
      if (lot.isTested) return
      lot.isTested = true
    }
    const data = dataOf(type, kg, choice)
    const who = type === 'RELEASE' ? 'omar' : type === 'DISPATCH' ? 'pooja' : 'ada'
    const envelope = { eventType: type, occurredAt: at(dayFrom('2025-11-22', place)), data: bodyOf(chain, type, data), lateReason: 'From the book' }
    const answer = await noted(`${type} ${JSON.stringify(data)} of ${lot.kg}`, () => world.as(who, 'OP1').post(`/productbatch/${lot.id}/events`, envelope))
    if (answer.status >= 300) return
    accept(lot, answer, data)
    const { invoiceNo } = envelope.data as { invoiceNo?: string }
    if (invoiceNo === undefined) return
    const partId = await chain.madeBy(answer.body.event.id)
    trade.sent.push({ dispatchId: answer.body.event.id, lotId: lot.id, partId, kg, invoiceNo, date: dayFrom('2025-11-22', place) })
    return
  }
  if (type === 'DRAFT') {
    const first = pick(trade.sent)
    if (!first) return
    const other = choice ? trade.sent.find((one) => one !== first) : undefined
    const sent = other ? [first, other] : [first]
    const body = await sales.body(sent)
    const answer = await noted(`DRAFT of ${sent.map(({ kg }) => kg).join(' and ')}`, () => world.as('omar', 'OP1').post('/transactioncertificate', body))
    if (answer.status < 300) trade.certificates.push({ id: answer.body.id, sent, accepted: [] })
    return
  }
  if (type === 'VOID') return voidOne(chain, trade, of, noted)
  const certificate = pick(trade.certificates)
  if (!certificate) return
  const who = world.as(type === 'SUBMITTED' || type === 'CANCELLED' ? 'omar' : 'carla', 'OP1')
  const data = ofCertificate(type)
  const envelope = { eventType: type, occurredAt: at(dayFrom('2025-12-20', place)), data, lateReason: 'From the file' }
  const answer = await noted(`${type} of ${trade.certificates.indexOf(certificate)}`, () =>
    who.post(`/transactioncertificate/${certificate.id}/events`, envelope),
  )
  if (answer.status < 300) accept(certificate, answer, data)
}

async function voidOne(chain: Chain, trade: Trade, of: number, noted: (what: string, send: () => Promise<Answer>) => Promise<Answer>): Promise<void> {
  const all = [...trade.lots, ...trade.certificates].flatMap((record) => record.accepted.map((one) => ({ record, one })))
  const isInForce = ({ record, one: { step } }: (typeof all)[number]): boolean =>
    step.kind === 'fact' && !record.accepted.some(({ step: other }) => other.kind === 'void' && other.of === step.fact.key)
  const known = all.filter(isInForce)
  const chosen = known[of % Math.max(known.length, 1)]
  if (chosen?.one.step.kind !== 'fact') return
  const { record, one } = chosen
  const { key, type } = chosen.one.step.fact
  const isOfCertificate = trade.certificates.includes(record as Certificate)
  const who = isOfCertificate && type !== 'SUBMITTED' && type !== 'CANCELLED' ? 'carla' : 'ada'
  const [entity, note] = [isOfCertificate ? 'transactioncertificate' : 'productbatch', { reason: 'INCORRECT_DATA', note: 'Read wrongly' }]
  const answer = await noted(`VOID of ${key} ${type}`, () => chain.world.as(who, 'OP1').post(`/${entity}/${record.id}/events/${one.eventId}/void`, note))
  if (answer.status < 300) record.accepted.push({ step: { kind: 'void', of: key }, eventId: one.eventId })
}

function dataOf(type: string, kg: number, choice: boolean): Fact['data'] {
  if (type === 'SPLIT' || type === 'DISPATCH') return { kg }
  // Around 1 % of what was bought, and more.
  if (type === 'LOSS') return { kg: choice ? kg / 20 : kg / 4 }
  if (type === 'RELEASE') return { downgrade: choice }
  return type === 'LAB_RESULT' ? { result: choice ? 'NEGATIVE' : 'POSITIVE' } : {}
}

let invoices = 0
function bodyOf({ ginner }: Chain, type: string, { kg, downgrade, result }: Fact['data']): Record<string, unknown> {
  const bodies: Record<string, Record<string, unknown>> = {
    SPLIT: { outputs: [{ kg }] },
    LOSS: { cause: 'DRYING', kg },
    QUARANTINE: { reason: 'A smell of diesel' },
    RELEASE: { causeClosed: 'Aired', downgrade },
    LAB_RESULT: { kind: 'GMO', sampleNo: 'S-1', result, reportNo: 'R-1' },
    DISPATCH: { buyerId: ginner, kg, invoiceNo: `TRADE-${type === 'DISPATCH' ? ++invoices : 0}` },
  }
  return bodies[type] ?? {}
}

function ofCertificate(type: string): Record<string, unknown> {
  if (type === 'SUBMITTED' || type === 'REVIEW_STARTED') return {}
  if (type === 'CORRECTION_ASKED') return { note: 'A weighbridge slip is missing' }
  return type === 'ISSUED' ? { tcNo: `TRADE/${tcNo()}`, reviewNote: 'Papers seen' } : { reason: 'Another consignee' }
}
