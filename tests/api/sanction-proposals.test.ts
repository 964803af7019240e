// A proposed sanction stays until who decides drops it, whatever is reported meanwhile; and what is overdue goes on: a correction that was
// returned, a corrective action that was imposed, a report that nobody looks at. Voided, late, and after days on which nothing ran.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
const start = new Date('2026-01-15T06:30:00Z')
let now = start
let refs = 0
const as = (who: string) => world.as(who, 'OP1')
const logged: unknown[] = []
const round = async (name: RegExp) => {
  const context = { ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock: () => now, stop: new AbortController().signal }
  const handlers = clockHandlers.filter((handler) => name.test(handler.name))
  expect(handlers.length).toBeGreaterThan(0)
  await runClock(context, world.tenants.cotton, handlers)
  expect(logged).toEqual([])
}
type Of = { farmerId: string; parcelId: string; cropId: string }
const opened = async (of: Partial<Of>, more: Json = {}): Promise<string> => {
  const body = { ref: `S-${++refs}`, severity: 'MAJOR', rule: 'STORE', description: 'Found', openedOn: '2026-01-10', dueOn: '2026-02-10', ...of, ...more }
  return (await ok(as('ines').post('/nonconformity', body))).id
}
const on = (who: string, id: string, eventType: string, data: Json = {}) =>
  as(who).post(`/nonconformity/${id}/events`, { eventType, occurredAt: now.toISOString(), data })
const late = (who: string, id: string, day: string, eventType: string, data: Json = {}) =>
  as(who).post(`/nonconformity/${id}/events`, { eventType, occurredAt: `${day}T06:30:00Z`, lateReason: 'On paper until now', data })
const propose = (who: string, id: string, sanction: string, more: Json = {}) => on(who, id, 'ESCALATED', { sanction, reason: 'Not corrected', ...more })
const impose = (who: string, id: string) => on(who, id, 'SANCTION_IMPOSED')
const lift = (who: string, id: string) => on(who, id, 'SANCTION_LIFTED', { reason: 'Corrected, seen on the spot' })
const sanctionOn = async (id: string) => {
  const { status, sanction, sanctionState, sanctionDueOn } = await ok(as('omar').get(`/nonconformity/${id}`))
  return { status, sanction, sanctionState, sanctionDueOn }
}
const voidBy = (who: string, id: string, eventId: string) => as(who).post(`/nonconformity/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const result = async (farmerId: string) => (await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))).items[0]?.result
const types = async (entity: string, id: string) => (await ok(as('omar').get(`/${entity}/${id}/events`))).items.map((one: Json) => one.eventType)

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
})

afterEach(() => {
  now = start
})
const at = (day: string) => {
  now = new Date(`${day}T06:30:00Z`)
}

describe('a sanction that is proposed', () => {
  const correct = (id: string) => on('fatima', id, 'ACTION_SENT', { action: 'Store cleaned', doneOn: '2026-01-14' })
  const pending = { sanction: 'EXPULSION', sanctionState: 'PROPOSED' }
  it('stays while a correction is reported, returned and reported again, until somebody imposes it', async () => {
    const { farmerId } = await chain.member({ name: 'Stays' })
    const id = await opened({ farmerId }, { severity: 'CRITICAL' })
    await ok(propose('carla', id, 'EXPULSION'))
    const { event: report } = await ok(correct(id))
    expect(await sanctionOn(id)).toMatchObject({ status: 'ACTION_SENT', ...pending })
    // Neither by another one, nor by who has proposed it.
    expect((await propose('ines', id, 'WARNING')).status).toBe(409)
    expect((await impose('carla', id)).status).toBe(422)
    const { event } = await ok(on('ines', id, 'ACTION_RETURNED', { comment: 'Not clean' }))
    expect(await sanctionOn(id)).toMatchObject({ status: 'ESCALATED', ...pending })
    await ok(voidBy('ines', id, event.id))
    expect(await sanctionOn(id)).toMatchObject({ status: 'ACTION_SENT', ...pending })
    await ok(voidBy('fatima', id, report.id))
    expect(await sanctionOn(id)).toMatchObject({ status: 'ESCALATED', ...pending })
    await ok(correct(id))
    await ok(impose('omar', id))
    expect(await sanctionOn(id)).toMatchObject({ status: 'SANCTIONED', sanction: 'EXPULSION', sanctionState: 'IMPOSED' })
    expect((await ok(as('omar').get(`/farmer/${farmerId}`))).status).toBe('EXITED')
  })
  it('is decided on before an inspector closes a major one, and by the manager who closes a minor one', async () => {
    const { farmerId } = await chain.member({ name: 'Closed' })
    const [major, minor] = [await opened({ farmerId }), await opened({ farmerId }, { severity: 'MINOR' })]
    for (const id of [major, minor]) {
      await ok(propose('carla', id, 'WARNING'))
      await ok(correct(id))
    }
    const close = () => on('ines', major, 'CLOSED', { visitedOn: '2026-01-15' })
    expect((await close()).status).toBe(409)
    expect((await ok(as('ines').get(`/nonconformity/${major}`))).may).not.toContain('CLOSED')
    await ok(on('omar', major, 'SANCTION_REFUSED', { reason: 'Corrected' }))
    await ok(close())
    await ok(on('omar', minor, 'CLOSED'))
    for (const id of [major, minor]) expect(await sanctionOn(id)).toMatchObject({ status: 'CLOSED', sanction: null })
  })
  it('leaves with its proposal alone: voided it is none, whatever was reported since', async () => {
    const { farmerId } = await chain.member({ name: 'Voided' })
    const id = await opened({ farmerId })
    const { event } = await ok(propose('ines', id, 'WARNING'))
    await ok(correct(id))
    await ok(voidBy('ines', id, event.id))
    expect(await sanctionOn(id)).toMatchObject({ status: 'ACTION_SENT', sanction: null, sanctionState: null })
  })
  it('does not leave while what imposed it is there, in a correction that was reported either (409)', async () => {
    const { farmerId } = await chain.member({ name: 'Built on' })
    const id = await opened({ farmerId })
    const { event } = await ok(propose('ines', id, 'WARNING'))
    await ok(correct(id))
    await ok(impose('omar', id))
    expect((await voidBy('ines', id, event.id)).status).toBe(409)
    expect(await sanctionOn(id)).toMatchObject({ status: 'SANCTIONED', sanction: 'WARNING', sanctionState: 'IMPOSED' })
  })
  it('that is refused late, before its correction was returned, leaves an open one; what is returned late leaves what was imposed since', async () => {
    const { farmerId } = await chain.member({ name: 'Order' })
    const [dropped, upheld] = [await opened({ farmerId }), await opened({ farmerId })]
    for (const id of [dropped, upheld]) {
      await ok(propose('carla', id, 'WARNING'))
      at('2026-01-16')
      await ok(correct(id))
      at('2026-01-18')
    }
    await ok(on('ines', dropped, 'ACTION_RETURNED', { comment: 'Not clean' }))
    await ok(late('omar', dropped, '2026-01-17', 'SANCTION_REFUSED', { reason: 'Corrected' }))
    expect(await sanctionOn(dropped)).toMatchObject({ status: 'OPEN', sanction: null, sanctionState: null })
    expect((await ok(as('ines').get(`/nonconformity/${dropped}?asOf=2026-01-17`))).status).toBe('ACTION_SENT')
    await ok(propose('ines', dropped, 'WARNING'))
    await ok(impose('omar', upheld))
    await ok(late('ines', upheld, '2026-01-17', 'ACTION_RETURNED', { comment: 'Not clean' }))
    expect(await sanctionOn(upheld)).toMatchObject({ status: 'SANCTIONED', sanction: 'WARNING', sanctionState: 'IMPOSED' })
  })
  it('late, to one that an inspector has closed, leaves that entry to be corrected', async () => {
    const { farmerId } = await chain.member({ name: 'Corrected' })
    const id = await opened({ farmerId })
    at('2026-01-16')
    await ok(correct(id))
    at('2026-01-18')
    const { event } = await ok(on('ines', id, 'CLOSED', { visitedOn: '2026-01-17' }))
    await ok(late('carla', id, '2026-01-15', 'ESCALATED', { sanction: 'WARNING', reason: 'Not corrected' }))
    const body = { eventType: 'CLOSED', occurredAt: now.toISOString(), data: { visitedOn: '2026-01-18' }, supersedesEventId: event.id }
    expect((await ok(as('ines').post(`/nonconformity/${id}/events`, body))).event.data.visitedOn).toBe('2026-01-18')
    expect(await sanctionOn(id)).toMatchObject({ status: 'CLOSED', sanction: null })
  })
})

describe('what is overdue', () => {
  const escalations = async (id: string) => (await types('nonconformity', id)).filter((one: string) => one === 'ESCALATED_BY_RULE').length
  const escalate = () => round(/^non-conformities escalated$/)
  it('is escalated again thirty days after its correction was returned, once, also after days off', async () => {
    const { farmerId } = await chain.member({ name: 'Returned' })
    const [id, sent] = [
      await opened({ farmerId }, { severity: 'CRITICAL', openedOn: '2026-01-01', dueOn: '2026-01-14' }),
      await opened({ farmerId }, { severity: 'CRITICAL', openedOn: '2026-01-01', dueOn: '2026-01-14' }),
    ]
    await escalate()
    for (const one of [id, sent]) {
      await ok(on('omar', one, 'SANCTION_REFUSED', { reason: 'On holiday' }))
      await ok(on('fatima', one, 'ACTION_SENT', { action: 'Cleaned', doneOn: '2026-01-14' }))
    }
    at('2026-01-20')
    const { event } = await ok(on('carla', id, 'ACTION_RETURNED', { comment: 'Not clean' }))
    expect(await sanctionOn(id)).toMatchObject({ status: 'OPEN', sanction: null })
    at('2026-02-19')
    await escalate()
    expect(await escalations(id)).toBe(1)
    // Nobody looked for half a year.
    at('2026-09-20')
    await escalate()
    expect([await sanctionOn(id), await escalations(id)]).toMatchObject([{ status: 'ESCALATED', sanction: 'CORRECTIVE_ACTION', sanctionState: 'PROPOSED' }, 2])
    expect([(await sanctionOn(sent)).status, await escalations(sent)]).toEqual(['ACTION_SENT', 1])
    const before = await rowCounts(world)
    await escalate()
    expect(await rowCounts(world)).toEqual(before)
    // Returned by mistake: what the clock found is nothing then.
    await ok(voidBy('carla', id, event.id))
    expect(await sanctionOn(id)).toMatchObject({ status: 'ACTION_SENT', sanction: null, sanctionState: null })
    await escalate()
    expect(await escalations(id)).toBe(2)
  })
  it('is escalated thirty days after it was known that its correction was returned', async () => {
    const { farmerId } = await chain.member({ name: 'Returned late' })
    const id = await opened({ farmerId }, { severity: 'CRITICAL', openedOn: '2026-01-01', dueOn: '2026-01-14' })
    await escalate()
    await ok(on('omar', id, 'SANCTION_REFUSED', { reason: 'On holiday' }))
    await ok(on('fatima', id, 'ACTION_SENT', { action: 'Cleaned', doneOn: '2026-01-14' }))
    at('2026-03-01')
    await ok(late('carla', id, '2026-01-20', 'ACTION_RETURNED', { comment: 'Not clean' }))
    for (const day of ['2026-03-01', '2026-03-31']) {
      at(day)
      await escalate()
      expect([(await sanctionOn(id)).status, await escalations(id)]).toEqual(['OPEN', 1])
    }
    at('2026-04-01')
    await escalate()
    expect([(await sanctionOn(id)).status, await escalations(id)]).toEqual(['ESCALATED', 2])
  })
  it('is escalated where a corrective action that was imposed is not lifted by its day: to the season’s sales, and once', async () => {
    const of = await chain.sown({ name: 'Imposed' })
    const [id, alone, lifted] = [
      await opened({ farmerId: of.farmerId, cropId: of.cropId }),
      await opened({ farmerId: of.farmerId }),
      await opened({ farmerId: of.farmerId }),
    ]
    for (const one of [id, alone, lifted]) {
      await ok(propose('carla', one, 'CORRECTIVE_ACTION', { dueOn: '2026-02-01' }))
      await ok(impose('omar', one))
    }
    at('2026-02-01')
    await escalate()
    expect((await sanctionOn(id)).status).toBe('SANCTIONED')
    await ok(lift('ada', lifted))
    at('2026-10-01')
    await escalate()
    const step = { status: 'ESCALATED', sanction: 'SALES_SUSPENSION', sanctionState: 'PROPOSED' }
    expect([await sanctionOn(id), await sanctionOn(alone), (await sanctionOn(lifted)).status]).toMatchObject([
      step,
      { status: 'ESCALATED', sanction: 'CORRECTIVE_ACTION', sanctionDueOn: '2026-10-31' },
      'ACTION_SENT',
    ])
    const before = await rowCounts(world)
    await escalate()
    expect(await rowCounts(world)).toEqual(before)
    // Refused, the action stays in force; it is not closed meanwhile, and not escalated again.
    await ok(on('omar', alone, 'SANCTION_REFUSED', { reason: 'The roof comes next week' }))
    expect(await sanctionOn(alone)).toEqual({ status: 'SANCTIONED', sanction: 'CORRECTIVE_ACTION', sanctionState: 'IMPOSED', sanctionDueOn: '2026-02-01' })
    await escalate()
    expect((await sanctionOn(alone)).status).toBe('SANCTIONED')
    await ok(on('fatima', id, 'ACTION_SENT', { action: 'Cleaned', doneOn: '2026-09-30' }))
    const close = () => on('ines', id, 'CLOSED', { visitedOn: '2026-10-01' })
    expect((await close()).status).toBe(409)
    await ok(impose('ada', id))
    expect(await result(of.farmerId)).toBe('SANCTIONED')
    await ok(lift('omar', id))
    await ok(close())
    expect([(await sanctionOn(id)).status, await result(of.farmerId)]).toEqual(['CLOSED', 'NOT_INSPECTED'])
  })
  it('is nothing any more where the lifting is recorded late', async () => {
    const { farmerId } = await chain.member({ name: 'Late' })
    const id = await opened({ farmerId })
    await ok(propose('ines', id, 'CORRECTIVE_ACTION', { dueOn: '2026-02-01' }))
    await ok(impose('omar', id))
    at('2026-02-05')
    await escalate()
    expect((await sanctionOn(id)).status).toBe('ESCALATED')
    const lifting = { eventType: 'SANCTION_LIFTED', occurredAt: '2026-01-30T06:30:00Z', data: { reason: 'Seen on the spot' } }
    await ok(as('carla').post(`/nonconformity/${id}/events`, lifting))
    expect(await sanctionOn(id)).toMatchObject({ status: 'ACTION_SENT', sanction: 'CORRECTIVE_ACTION', sanctionState: 'LIFTED' })
  })
  it('and refused leaves what is in force then: nothing once the action was lifted before, or its imposing is taken back', async () => {
    const { farmerId } = await chain.member({ name: 'Refused' })
    const [lifted, undone, next] = [await opened({ farmerId }), await opened({ farmerId }), await opened({ farmerId })]
    const steps: string[] = []
    for (const id of [lifted, undone, next]) {
      await ok(propose('carla', id, 'CORRECTIVE_ACTION', { dueOn: '2026-02-01' }))
      steps.push((await ok(impose('omar', id))).event.id)
    }
    at('2026-02-05')
    await escalate()
    at('2026-02-06')
    for (const id of [lifted, undone]) {
      await ok(on('omar', id, 'SANCTION_REFUSED', { reason: 'The roof comes next week' }))
      expect(await sanctionOn(id)).toMatchObject({ status: 'SANCTIONED', sanctionState: 'IMPOSED' })
    }
    const lifting = (id: string) => late('ada', id, '2026-01-30', 'SANCTION_LIFTED', { reason: 'Seen on the spot' })
    await ok(lifting(lifted))
    expect(await sanctionOn(lifted)).toMatchObject({ status: 'ACTION_SENT', sanction: 'CORRECTIVE_ACTION', sanctionState: 'LIFTED' })
    await ok(on('ines', lifted, 'CLOSED', { visitedOn: '2026-02-06' }))
    await ok(voidBy('omar', undone, steps[1] ?? ''))
    expect(await sanctionOn(undone)).toMatchObject({ status: 'OPEN', sanction: null, sanctionState: null })
    await ok(propose('ines', undone, 'WARNING'))
    // What was imposed as the next step would have been proposed of nothing.
    await ok(impose('omar', next))
    const before = await rowCounts(world)
    expect((await lifting(next)).status).toBe(409)
    expect(await rowCounts(world)).toEqual(before)
    expect((await sanctionOn(next)).status).toBe('SANCTIONED')
  })
})

describe('a correction that nobody has looked at', () => {
  const reminded = async (id: string) =>
    (await world.scoped('ada', ({ db }) => db.selectFrom('outbox').select(['subject_ids', 'figures']).where('code', '=', 'NC_UNCHECKED').execute())).filter(
      ({ subject_ids }) => subject_ids.includes(id),
    )
  it('is brought to mind after thirty days, and again after as many, until it is decided on', async () => {
    const { farmerId } = await chain.member({ name: 'Waiting' })
    const id = await opened({ farmerId })
    await ok(on('fatima', id, 'ACTION_SENT', { action: 'Cleaned', doneOn: '2026-01-14' }))
    const look = () => round(/^corrections unchecked$/)
    at('2026-02-13')
    await look()
    expect(await reminded(id)).toEqual([])
    at('2026-02-14')
    for (let time = 0; time < 2; time++) await look()
    expect(await reminded(id)).toMatchObject([{ figures: { days: 30 } }])
    // Nothing ran for months: one, of how it is now.
    at('2026-06-20')
    for (let time = 0; time < 2; time++) await look()
    expect((await reminded(id)).map(({ figures }) => (figures as Json).days)).toEqual([30, 156])
    const { event } = await ok(on('ines', id, 'ACTION_RETURNED', { comment: 'Not clean' }))
    at('2026-09-20')
    await look()
    expect(await reminded(id)).toHaveLength(2)
    await ok(voidBy('ines', id, event.id))
    await look()
    expect(await reminded(id)).toHaveLength(3)
  })
  it('counts from when it was entered', async () => {
    const { farmerId } = await chain.member({ name: 'Entered late' })
    const id = await opened({ farmerId })
    at('2026-03-01')
    await ok(late('fatima', id, '2026-01-14', 'ACTION_SENT', { action: 'Cleaned', doneOn: '2026-01-14' }))
    for (const day of ['2026-03-01', '2026-03-30', '2026-03-31']) {
      at(day)
      await round(/^corrections unchecked$/)
      expect((await reminded(id)).map(({ figures }) => (figures as Json).days)).toEqual(day === '2026-03-31' ? [30] : [])
    }
  })
  it('after as many days as the programme says', async () => {
    const { farmerId } = await chain.member({ name: 'Soon' })
    const id = await opened({ farmerId })
    await ok(on('fatima', id, 'ACTION_SENT', { action: 'Cleaned', doneOn: '2026-01-14' }))
    at('2026-01-20')
    const tenant = { ...world.tenants.cotton, config: { ...world.tenants.cotton.config, tolerances: { correctionCheck: 5 } } }
    const context = { ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock: () => now, stop: new AbortController().signal }
    await runClock(
      context,
      tenant,
      clockHandlers.filter(({ name }) => name === 'corrections unchecked'),
    )
    expect(await reminded(id)).toMatchObject([{ figures: { days: 5 } }])
  })
})
