// A company whose last scope certificate lapses is suspended by the product, and active again with the next one (domain dictionary 4.1 "SY when SC lapses"). What people have decided stays.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { lapsedCompanies, uncertifiedCompanies } from '#server/jobs/clock/lapsed-companies.ts'
import { expiredScopeCertificates } from '#server/jobs/clock/scope-certificates.ts'
import { runClock } from '#server/jobs/clock.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate, type Standards } from './certificate-stage.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let standards: Standards
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const carla = () => as('carla')

/** The clock of the product at noon of a day. */
const tick = (day: string, handlers = [expiredScopeCertificates, lapsedCompanies]) =>
  runClock(
    {
      database: world.database,
      behaviours: world.deps.behaviours,
      log: world.deps.log,
      clock: () => new Date(at(day, 12)),
      stop: new AbortController().signal,
    },
    world.tenants.cotton,
    handlers,
  )
const terms = (validFrom: string, validTo: string) => ({ issueDate: validFrom, validFrom, validTo })
/** Active, with a certificate of these days. */
async function company(validTo: string, values: Json = {}): Promise<{ id: string; certificate: string }> {
  const { id } = await seedsOf(world).make(entityOf('processor'), { values: { types: ['GINNER'], isConventional: null, ...values } })
  const certificate = (await standards.certify({ processorId: id }, terms('2025-04-01', validTo))).id
  await ok(record(as('ada'), 'processor', id, 'ACTIVATED', '2025-06-01'))
  return { id, certificate }
}
const status = async (id: string): Promise<string> => (await ok(as('ada').get(`/processor/${id}`))).status
/** What the product recorded of it, in order of occurrence. */
const lapses = (id: string): Promise<string[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ type: string; at: string }>`
      select event_type as type, to_char(occurred_at at time zone ${tenant.timezone}, 'YYYY-MM-DD HH24:MI') as at from event
      where tenant_id = ${tenant.id} and subject_type = 'processor' and subject_id = ${id}::uuid and event_type in ('SCOPE_LAPSED', 'SCOPE_RESTORED') and status = 'RECORDED'
      order by occurred_at, subject_version`.execute(db)
    return rows.map(({ type, at: moment }) => `${type} ${moment}`)
  })
const lapsed = (day: string) => `SCOPE_LAPSED ${day} 00:00`
const restored = (day: string) => `SCOPE_RESTORED ${day} 00:00`
/** By a person, of a company. */
const move = (id: string, type: string, day: string) => record(as('ada'), 'processor', id, type, day, { reason: 'Finding of the audit' })
const takenBack = (who: ReturnType<typeof as>, entity: string, id: string, eventId: string) =>
  ok(who.post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))
/** A certificate that was confirmed by mistake is proposed again. */
async function unconfirmed(certificate: string): Promise<void> {
  const { items } = await ok(carla().get(`/scopecertificate/${certificate}/events`))
  await takenBack(carla(), 'scopecertificate', certificate, items.find(({ eventType }: Json) => eventType === 'CONFIRMED').id)
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  standards = chain.standards
}, 240_000)

describe('a company whose last certificate expires', () => {
  it('is active on its last day, suspended from the next, once, also after days off and with two workers', async () => {
    const { id } = await company('2025-12-20')
    await tick('2025-12-20')
    expect(await status(id)).toBe('ACTIVE')
    await Promise.all([tick('2025-12-24'), tick('2025-12-24')])
    await tick('2025-12-25')
    expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21')]])
  })
  it('is not while another one is in force, nor for conventional goods alone, nor as a brand of final goods', async () => {
    const { id } = await company('2025-12-20')
    await standards.certify({ processorId: id }, terms('2025-12-01', '2026-11-30'))
    const others = [(await company('2025-12-20', { isConventional: true })).id, (await company('2025-12-20', { types: ['BRAND'] })).id]
    await tick('2025-12-24')
    for (const one of [id, ...others]) expect([await status(one), await lapses(one)]).toEqual(['ACTIVE', []])
  })
  it('is active again from the first day of the next one: confirmed late, as if there had been no gap', async () => {
    const late = await company('2025-12-20')
    await tick('2025-12-24')
    await standards.certify({ processorId: late.id }, terms('2025-12-21', '2026-12-20'))
    expect([await status(late.id), await lapses(late.id)]).toEqual(['ACTIVE', [lapsed('2025-12-21'), restored('2025-12-21')]])
    const gap = await company('2025-12-20')
    await tick('2025-12-24')
    await standards.certify({ processorId: gap.id }, terms('2026-01-05', '2026-12-20'))
    expect([await status(gap.id), await lapses(gap.id)]).toEqual(['ACTIVE', [lapsed('2025-12-21'), restored('2026-01-05')]])
  })
  it('is as if there had been no gap, too, where the certificate of the gap is the last one to be confirmed', async () => {
    const { id } = await company('2025-12-20')
    await tick('2025-12-24')
    await standards.certify({ processorId: id }, terms('2026-01-05', '2026-12-20'))
    await standards.certify({ processorId: id }, terms('2025-12-24', '2025-12-30'))
    const inPart = [lapsed('2025-12-21'), restored('2025-12-24'), lapsed('2025-12-31'), restored('2026-01-05')]
    expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', inPart])
    await standards.certify({ processorId: id }, terms('2025-12-21', '2026-01-04'))
    expect(await status(id)).toBe('ACTIVE')
    const whole = [lapsed('2025-12-21'), restored('2025-12-21'), restored('2025-12-24'), lapsed('2025-12-31'), restored('2025-12-31'), restored('2026-01-05')]
    expect(await lapses(id)).toEqual(whole)
  })
  it('is confirmed late, also where the administrator has reinstated the company meanwhile', async () => {
    const { id } = await company('2025-12-20')
    await tick('2025-12-24')
    const { version } = await ok(as('ada').get(`/processor/${id}`))
    await ok(as('ada').patch(`/processor/${id}`, { isConventional: true }, { 'if-match': `"${version}"` }))
    await ok(move(id, 'REINSTATED', '2026-01-10'))
    await standards.certify({ processorId: id }, terms('2025-12-21', '2026-12-20'))
    expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', [lapsed('2025-12-21')]])
  })
  it('is active again by the clock where the next one was confirmed before it', async () => {
    const { id } = await company('2025-12-20')
    await standards.certify({ processorId: id }, { ...terms('2026-01-20', '2026-12-20'), issueDate: '2025-12-10' })
    await tick('2026-01-19')
    expect(await status(id)).toBe('SUSPENDED')
    await tick('2026-01-22')
    await tick('2026-01-23')
    expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', [lapsed('2025-12-21'), restored('2026-01-20')]])
  })
  it('is what it was, with a certificate of days within the suspension alone', async () => {
    const { id } = await company('2025-12-20')
    await tick('2026-01-10')
    await standards.certify({ processorId: id }, terms('2025-12-26', '2025-12-31'))
    expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21'), restored('2025-12-26'), lapsed('2026-01-01')]])
  })
})

describe('a company whose last certificate is suspended or withdrawn', () => {
  it('is suspended from that day until the reinstatement', async () => {
    const { id, certificate } = await company('2026-08-31')
    await ok(onCertificate(carla(), certificate, 'SUSPENDED', '2025-12-10'))
    expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-10')]])
    await ok(onCertificate(carla(), certificate, 'REINSTATED', '2026-01-03'))
    expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', [lapsed('2025-12-10'), restored('2026-01-03')]])
  })
  it('was not, once that is taken back, and for less time once it is corrected', async () => {
    const { id, certificate } = await company('2026-08-31')
    const { event } = await ok(onCertificate(carla(), certificate, 'WITHDRAWN', '2025-12-10'))
    const later = await ok(
      carla().post(`/scopecertificate/${certificate}/events`, {
        ...{ eventType: 'WITHDRAWN', occurredAt: at('2025-12-20'), supersedesEventId: event.id, data: { reason: 'Audit' }, lateReason: 'Wrong day' },
      }),
    )
    expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-10'), restored('2025-12-10'), lapsed('2025-12-20')]])
    await ok(carla().post(`/scopecertificate/${certificate}/events/${later.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await status(id)).toBe('ACTIVE')
    expect((await lapses(id)).slice(3)).toEqual([restored('2025-12-20')])
  })
  it('is not, where another one is in force', async () => {
    const { id, certificate } = await company('2026-08-31')
    await standards.certify({ processorId: id }, terms('2025-12-01', '2026-11-30'))
    await ok(onCertificate(carla(), certificate, 'WITHDRAWN', '2025-12-10'))
    expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', []])
  })
})

describe('a suspension by a person', () => {
  it('stays when a certificate lapses and comes again, whichever is recorded first', async () => {
    const known = await company('2025-12-20')
    await ok(move(known.id, 'SUSPENDED', '2025-12-01'))
    await tick('2025-12-24')
    const late = await company('2025-12-20')
    await tick('2025-12-24')
    await ok(move(late.id, 'SUSPENDED', '2025-12-01'))
    for (const { id } of [known, late]) {
      await standards.certify({ processorId: id }, terms('2026-01-05', '2026-12-20'))
      await tick('2026-01-12')
      expect(await status(id)).toBe('SUSPENDED')
      await ok(move(id, 'REINSTATED', '2026-01-13'))
      expect(await status(id)).toBe('ACTIVE')
    }
  })
  it('is found to have ended before the lapse, which counts then', async () => {
    const { id } = await company('2025-12-20')
    await tick('2025-12-24')
    await ok(move(id, 'SUSPENDED', '2025-12-01'))
    await ok(move(id, 'REINSTATED', '2025-12-05'))
    expect(await status(id)).toBe('SUSPENDED')
    await standards.certify({ processorId: id }, terms('2026-01-05', '2026-12-20'))
    expect(await status(id)).toBe('ACTIVE')
  })
  it('is not what the product records: nobody sends that, or takes it back', async () => {
    const { id } = await company('2025-12-20')
    await refused(() => record(as('ada'), 'processor', id, 'SCOPE_LAPSED', '2025-12-24'), {
      status: 400,
      body: { fields: [{ path: 'eventType', code: 'choice' }] },
    })
    await tick('2025-12-24')
    const [event] = (await ok(as('ada').get(`/processor/${id}/events`))).items.filter(({ eventType }: Json) => eventType === 'SCOPE_LAPSED')
    await refused(() => as('ada').post(`/processor/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }), { status: 409 })
    // The administrator ends it for conventional goods alone, or with a certificate.
    await refused(() => move(id, 'REINSTATED', '2026-01-10'), { status: 422, body: { ruleId: '4.1' } })
    const { version } = await ok(as('ada').get(`/processor/${id}`))
    await ok(as('ada').patch(`/processor/${id}`, { isConventional: true }, { 'if-match': `"${version}"` }))
    await ok(move(id, 'REINSTATED', '2026-01-10'))
    expect(await status(id)).toBe('ACTIVE')
  })
})

describe('a company that is active again by what is taken back or recorded late', () => {
  it('is suspended for its certificate that expired while people had suspended it', async () => {
    const taken = await company('2025-12-20')
    const { event } = await ok(move(taken.id, 'SUSPENDED', '2025-12-01'))
    const late = await company('2025-12-20')
    await ok(move(late.id, 'SUSPENDED', '2025-12-01'))
    await tick('2025-12-24')
    for (const { id } of [taken, late]) expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', []])
    await takenBack(as('ada'), 'processor', taken.id, event.id)
    const reinstated = await ok(move(late.id, 'REINSTATED', '2025-12-10'))
    expect(reinstated.subject.status).toBe('SUSPENDED')
    for (const { id } of [taken, late]) expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21')]])
    // Without the reinstatement it is people who have suspended it, and no certificate ends that.
    await takenBack(as('ada'), 'processor', late.id, reinstated.event.id)
    for (const { id } of [taken, late]) await standards.certify({ processorId: id }, terms('2026-01-05', '2026-12-20'))
    expect([await status(taken.id), await lapses(taken.id)]).toEqual(['ACTIVE', [lapsed('2025-12-21'), restored('2026-01-05')]])
    expect([await status(late.id), await lapses(late.id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21')]])
  })
  it('is suspended again once the certificate that had ended its suspension was confirmed by mistake', async () => {
    const { id } = await company('2025-12-20')
    await tick('2025-12-24')
    const wrong = await standards.certify({ processorId: id }, terms('2026-01-05', '2026-12-20'))
    expect(await status(id)).toBe('ACTIVE')
    await unconfirmed(wrong.id)
    expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21'), restored('2026-01-05'), lapsed('2026-01-05')]])
  })
  it('is suspended once the certificate that followed the last one was confirmed by mistake', async () => {
    const { id } = await company('2025-12-20')
    const wrong = await standards.certify({ processorId: id }, { ...terms('2025-12-21', '2026-12-20'), issueDate: '2025-12-10' })
    await tick('2025-12-24')
    expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', []])
    await unconfirmed(wrong.id)
    expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21')]])
  })
})

describe('a company whose certificate ended when nothing followed from that', () => {
  const round = (day: string) => tick(day, [uncertifiedCompanies])
  /** As an earlier release left it: active, though its certificate has ended. */
  const leftActive = async (validTo: string, values: Json = {}) => {
    const made = await company(validTo, { isConventional: true })
    await tick('2026-01-15')
    const { isConventional = null } = values
    await world.scoped('ada', ({ db, tenant }) =>
      db.updateTable('processor').set({ is_conventional: isConventional }).where('tenant_id', '=', tenant.id).where('id', '=', made.id).execute(),
    )
    return made
  }
  it('is suspended by the clock, from the first day without one, once; also where it was withdrawn, and not with another one in force', async () => {
    const expired = await leftActive('2025-12-20')
    const withdrawn = await leftActive('2025-12-20')
    await ok(onCertificate(carla(), withdrawn.certificate, 'WITHDRAWN', '2025-12-10'))
    const other = await leftActive('2025-12-20')
    await standards.certify({ processorId: other.id }, terms('2025-12-28', '2026-11-30'))
    const conventional = await leftActive('2025-12-20', { isConventional: true })
    await round('2026-02-01')
    await round('2026-02-02')
    expect([await status(expired.id), await lapses(expired.id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21')]])
    expect([await status(withdrawn.id), await lapses(withdrawn.id)]).toEqual(['SUSPENDED', [lapsed('2025-12-10')]])
    for (const { id } of [other, conventional]) expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', []])
  })
  it('is suspended by the clock when it is admitted late, of a day on which its certificate was in force', async () => {
    const { id } = await seedsOf(world).make(entityOf('processor'), { values: { types: ['GINNER'], isConventional: null } })
    await standards.certify({ processorId: id }, terms('2025-04-01', '2025-12-20'))
    await tick('2026-01-15')
    await ok(record(as('ada'), 'processor', id, 'ACTIVATED', '2025-12-01'))
    await round('2026-02-03')
    expect([await status(id), await lapses(id)]).toEqual(['SUSPENDED', [lapsed('2025-12-21')]])
  })
  it('is left as it is where it never had one that counted', async () => {
    const never = await company('2026-08-31', { isConventional: true })
    await unconfirmed(never.certificate)
    const coming = await company('2026-08-31', { isConventional: true })
    await unconfirmed(coming.certificate)
    await standards.certify({ processorId: coming.id }, { ...terms('2026-03-01', '2026-12-20'), issueDate: '2026-01-10' })
    for (const { id } of [never, coming])
      await world.scoped('ada', ({ db, tenant }) =>
        db.updateTable('processor').set({ is_conventional: null }).where('tenant_id', '=', tenant.id).where('id', '=', id).execute(),
      )
    await round('2026-02-04')
    for (const { id } of [never, coming]) expect([await status(id), await lapses(id)]).toEqual(['ACTIVE', []])
  })
})

describe('goods of a company whose certificate lapsed', () => {
  it('that were on their way to it are received; it is sent no more, and sends none with a claim', async () => {
    const lot = await sales.lot(300)
    const { id } = await company('2026-08-31')
    const gin = await seedsOf(world).make(entityOf('processingsystem'), { values: { processorId: id, collectiveId: null, systemType: 'GINNING' } })
    await ok(record(as('ada'), 'processingsystem', gin.id, 'ACTIVATED', '2025-06-01'))
    const [certificate] = (await ok(as('ada').get(`/scopecertificate?filter[processorId]=${id}`))).items
    const send = (day: string, invoiceNo: string) => record(as('pooja'), 'productbatch', lot, 'DISPATCH', day, { buyerId: id, kg: 10, invoiceNo })
    const { event } = await ok(send('2025-12-02', 'LAPSE-1'))
    await ok(onCertificate(carla(), certificate.id, 'SUSPENDED', '2025-12-03'))
    const part = await chain.madeBy(event.id)
    await ok(record(as('ada'), 'processingsystem', gin.id, 'GOODS_RECEIVED', '2025-12-05', { batchId: part, grossKg: 12, tareKg: 2, netKg: 10 }))
    await refused(() => send('2025-12-06', 'LAPSE-2'), { status: 400, body: { fields: [{ path: 'data.buyerId', code: 'rule' }] } })
    await refused(() => record(as('ada'), 'productbatch', part, 'DISPATCH', '2025-12-06', { buyerId: chain.ginner, kg: 5, invoiceNo: 'LAPSE-3' }), {
      status: 422,
      body: { ruleId: '4.1' },
    })
    // Of its days before, nothing is found; how the lot was bought (BR-08) is another matter.
    const { items } = await ok(as('ada').get(`/productbatch/${lot}/findings`))
    expect(items.filter(({ closedAt, ruleId }: Json) => !closedAt && ruleId !== 'BR-08')).toEqual([])
  })
})

describe('a transaction certificate of goods that were sent before the lapse', () => {
  it('is issued while the company is suspended by it (T01, T04), which is found by what its scope certificate was on each day', async () => {
    const sent = [await sales.send(await sales.lot(300), 100)]
    const { id } = await sales.submitted(sent)
    const { version } = await chain.view('processor', chain.ginner)
    await ok(as('ada').patch(`/processor/${chain.ginner}`, { isConventional: false }, { 'if-match': `"${version}"` }))
    await ok(onCertificate(carla(), chain.certificates.ginner, 'SUSPENDED', '2026-01-13'))
    expect(await status(chain.ginner)).toBe('SUSPENDED')
    const checks: Json[] = (await ok(as('omar').get(`/transactioncertificate/${id}/checks`))).checks
    expect(checks.filter(({ code }) => code === 'T01' || code === 'T04').map(({ outcome }) => outcome)).toEqual(['OK', 'OK'])
    await ok(sales.act(carla(), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
    await ok(onCertificate(carla(), chain.certificates.ginner, 'REINSTATED', '2026-01-14'))
    expect(await status(chain.ginner)).toBe('ACTIVE')
  })
})
