// Certificates from elsewhere that are named as what went in (T09): what all certificates of the programme use of one, by number and issuer, is never more than is stated of it,
// whoever submits first; and they state one weight. Given free with rejection, cancellation and replacement; voids bring back no more than there is.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let lot: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  lot = await sales.lot(1000)
}, 120_000)

const stopped = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-12', figures: { check: 'T09' } } }
type Input = { externalNo: string; externalBody?: string; externalKg?: number; kgUsed: number }
const of = (externalNo: string, kgUsed: number, more: Partial<Input> = {}): Input => ({
  externalNo,
  externalBody: 'CU Gujarat',
  externalKg: 100,
  kgUsed,
  ...more,
})
/** A draft of ten kilograms that names these. */
const draft = async (inputs: readonly Input[], values: Record<string, unknown> = {}): Promise<string> =>
  (await sales.draft([await sales.send(lot, 10)], { inputCertificates: inputs, ...values })).id
const submit = (id: string) => sales.act(as('omar'), id, 'SUBMITTED')
const refusedOf = async (inputs: readonly Input[]): Promise<void> => {
  const id = await draft(inputs)
  await refused(() => submit(id), stopped)
}
const check = async (id: string): Promise<Json> =>
  (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks.find(({ code }: Json) => code === 'T09')

describe('a certificate from elsewhere', () => {
  it('is used up to the gram by all that name it, whatever the case and blanks of number and issuer', async () => {
    await ok(submit(await draft([of('te/24 017', 60)])))
    await refusedOf([of('TE/24017', 40.001, { externalBody: 'cu  gujarat' })])
    // Of another issuer, or of another number, it is another one.
    await ok(submit(await draft([of('TE/24017', 100, { externalBody: 'CU Punjab' }), of('TE/24018', 1)])))
    const id = await draft([of('TE/24017', 40)])
    const t09 = await check(id)
    expect(t09).toMatchObject({
      outcome: 'REVIEW',
      inputs: expect.arrayContaining([{ label: 'Used by other certificates', of: 'TE/24017', value: 60, unit: 'kg' }]),
    })
    await ok(submit(id))
    expect(await check(await draft([of('TE/24017', 0.001)]))).toMatchObject({ outcome: 'BLOCK', message: expect.stringContaining('0 kg are left') })
  })
  it('is not used beyond what is stated by one certificate alone, nor twice on it; unstated it is reviewed', async () => {
    await refusedOf([of('A-1', 60), of('a-1', 41)])
    await refusedOf([of('A-2', 10), of('A-2', 10, { externalKg: 90 })])
    const unstated = await draft([{ externalNo: 'A-3', kgUsed: 5 }])
    expect(await check(unstated)).toMatchObject({ outcome: 'REVIEW', message: expect.stringContaining('say who issued certificate A-3') })
    await ok(submit(unstated))
  })
  it('has one weight: two certificates that state different ones are named', async () => {
    const sellerRef = 'FIRST-B'
    await ok(submit(await draft([of('B-1', 10)], { sellerRef })))
    const other = await draft([of('B-1', 10, { externalKg: 200 })])
    const { message } = await check(other)
    expect(message).toBe('200 kg are stated here to be on certificate B-1 from elsewhere, and 100 kg on FIRST-B: correct whichever is wrong.')
    await refused(() => submit(other), stopped)
  })
  it('is the same with other dashes, points and widths; without an issuer it may be that of any', async () => {
    await ok(submit(await draft([of('E/24-017', 60)])))
    await refusedOf([of('Ｅ.24–017', 41, { externalBody: 'C.U. Gujarat' })])
    await refusedOf([{ externalNo: 'E24017', externalKg: 100, kgUsed: 41 }])
    await ok(submit(await draft([{ externalNo: 'E24017', externalKg: 100, kgUsed: 40 }])))
    await refusedOf([of('E 24017', 61, { externalBody: 'CU Punjab' })])
    await refusedOf([of('E-2', 60), { externalNo: 'E2', kgUsed: 41 }])
  })
  it('whose weight is not said is judged by what others state, by the checks as at submission', async () => {
    await ok(submit(await draft([of('F-1', 100)])))
    const id = await draft([of('F-1', 50, { externalKg: undefined as never })])
    expect(await check(id)).toMatchObject({ outcome: 'BLOCK', message: expect.stringContaining('0 kg are left') })
    await refused(() => submit(id), stopped)
  })
  it('is not one of this programme', async () => {
    const no = tcNo()
    const { id } = await sales.submitted([await sales.send(lot, 10)])
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: no, reviewNote: 'Seen' }))
    const named = await draft([of(no.toLowerCase().replace('-', ' – '), 1)])
    expect(await check(named)).toMatchObject({ outcome: 'BLOCK', message: expect.stringContaining('is of this programme') })
    await refused(() => submit(named), stopped)
  })
  it('says nothing of certificates of other sellers: neither which, nor their kilograms', async () => {
    const others = await draft([of('G-1', 61), of('G-2', 1, { externalKg: 777 })], { sellerRef: 'SECRET-G' })
    await ok(submit(others))
    await world.scoped('ada', async ({ db, tenant }) => {
      await sql`update transactioncertificate set collective_id = null, processor_id = ${chain.ginner}::uuid where tenant_id = ${tenant.id} and id = ${others}::uuid`.execute(
        db,
      )
    })
    for (const [input, says] of [
      [of('G-1', 41), 'does not suffice'],
      [of('G-2', 1), 'another certificate states another weight'],
    ] as const) {
      const id = await draft([input])
      const t09 = await check(id)
      expect(t09).toMatchObject({ outcome: 'BLOCK', message: expect.stringContaining(says) })
      const answer = await submit(id)
      expect(answer).toMatchObject(stopped)
      expect(JSON.stringify([t09, answer.body])).not.toMatch(/SECRET-G|Used by other|\b61\b|\b39\b|777/)
    }
    const fits = await check(await draft([of('G-1', 39)]))
    expect(fits).toMatchObject({ outcome: 'REVIEW' })
    expect(JSON.stringify(fits)).not.toMatch(/SECRET-G|Used by other/)
  })
  it('is judged when the certificate is edited while it is to be corrected and counts', async () => {
    await ok(submit(await draft([of('H-1', 60)])))
    const { id } = await sales.submitted([await sales.send(lot, 10)], { inputCertificates: [of('H-1', 40)] })
    const { subject } = await ok(sales.act(as('carla'), id, 'CORRECTION_ASKED', { note: 'Weight' }))
    const edit = (kgUsed: number) =>
      as('omar').patch(`/transactioncertificate/${id}`, { inputCertificates: [of('H-1', kgUsed)] }, { 'if-match': `"${subject.version}"` })
    await refused(() => edit(100), stopped)
    await ok(edit(39))
  })
  it('is free again after rejection, cancellation and replacement, and not brought back beyond its weight', async () => {
    const review = async (id: string) => {
      await ok(submit(id))
      await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    }
    const first = await draft([of('C-1', 100)])
    await review(first)
    const { event: rejection } = await ok(sales.act(as('carla'), first, 'REJECTED', { reason: 'No' }))
    const second = await draft([of('C-1', 100)])
    await ok(submit(second))
    // What was rejected does not come back beside it (BR-26).
    const back = () => as('carla').post(`/transactioncertificate/${first}/events/${rejection.id}/void`, { reason: 'INCORRECT_DATA' })
    await refused(back, stopped)
    await ok(sales.act(as('omar'), second, 'CANCELLED', { reason: 'No' }))
    await ok(back())
    const { subject: issued } = await ok(sales.act(as('carla'), first, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' }))
    await refusedOf([of('C-1', 1)])
    // A newer one that takes its place is counted once with it.
    const [line] = (await ok(as('omar').get(`/transactioncertificate/${issued.id}`))).lines
    const { shipments } = await ok(as('omar').get(`/transactioncertificate/${issued.id}`))
    const newer = (
      await ok(
        as('omar').post('/transactioncertificate', {
          ...(await sales.body([])),
          lines: [line],
          shipments,
          inputCertificates: [of('C-1', 70)],
          replacesId: issued.id,
        }),
      )
    ).id
    await review(newer)
    await ok(sales.act(as('carla'), newer, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Weight' }))
    await refusedOf([of('C-1', 30.001)])
    await ok(submit(await draft([of('C-1', 30)])))
  })
  it('is free again, once, when the certificate that used it is withdrawn, and used again when that is taken back, unless another has used it since', async () => {
    const first = (await sales.issued([await sales.send(lot, 10)], { inputCertificates: [of('W-1', 80)] })).id
    await refusedOf([of('W-1', 21)])
    const withdraw = async (): Promise<string> => (await ok(sales.act(as('carla'), first, 'WITHDRAWN', { reason: 'Residue' }))).event.id
    const back = (eventId: string) => as('carla').post(`/transactioncertificate/${first}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
    const withdrawal = await withdraw()
    const second = await draft([of('W-1', 60)])
    await ok(submit(second))
    // 100 kg in all, however often some of it came free.
    await refusedOf([of('W-1', 40.001)])
    await refused(() => back(withdrawal), stopped)
    await ok(sales.act(as('omar'), second, 'CANCELLED', { reason: 'No' }))
    await ok(back(withdrawal))
    await refusedOf([of('W-1', 20.001)])
    const fits = await draft([of('W-1', 20)])
    await ok(submit(fits))
    // Withdrawn with what others use beside it: what it had is free, theirs is not.
    await ok(back(await withdraw()))
    await withdraw()
    await refusedOf([of('W-1', 80.001)])
    await ok(submit(await draft([of('W-1', 80)])))
  })
  it('that a withdrawn one had used goes to one of those that ask at the same moment', async () => {
    const first = (await sales.issued([await sales.send(lot, 10)], { inputCertificates: [of('W-2', 100)] })).id
    const { event } = await ok(sales.act(as('carla'), first, 'WITHDRAWN', { reason: 'Residue' }))
    const drafts = [await draft([of('W-2', 60)]), await draft([of('W-2', 60)])]
    const back = () => as('carla').post(`/transactioncertificate/${first}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
    const answers = await Promise.all([...drafts.map(submit), back()])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status >= 300)) expect(answer).toMatchObject(stopped)
  })
  it('is used by one that takes the place of another no longer than that one counts', async () => {
    const first = await sales.issued([await sales.send(lot, 10)], { inputCertificates: [of('W-3', 60)] })
    const { shipments, lines } = await ok(as('omar').get(`/transactioncertificate/${first.id}`))
    const { id } = await ok(
      as('omar').post('/transactioncertificate', { ...(await sales.body([])), lines, shipments, inputCertificates: [of('W-3', 30)], replacesId: first.id }),
    )
    await ok(submit(id))
    await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    await refusedOf([of('W-3', 40.001)])
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Weight' }))
    // Revised down, the rest is free; withdrawn, all of it is.
    await refusedOf([of('W-3', 70.001)])
    const rest = await draft([of('W-3', 70)])
    await ok(submit(rest))
    await ok(sales.act(as('carla'), id, 'WITHDRAWN', { reason: 'Residue' }))
    await refusedOf([of('W-3', 30.001)])
    await ok(sales.act(as('omar'), rest, 'CANCELLED', { reason: 'No' }))
    await ok(submit(await draft([of('W-3', 100)])))
  })
  it('is used by one of two that are submitted at the same moment', async () => {
    const both = [await draft([of('D-1', 60), of('D-2', 1)]), await draft([of('d-2', 1), of('d-1', 60)])]
    const answers = await Promise.all(both.map(submit))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)).toMatchObject(stopped)
  })
})
