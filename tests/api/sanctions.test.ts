// Sanctions on non-conformities: proposed by a person or by the rules, imposed and lifted by others, with their effects on farmer, season,
// plot and claims; what is lifted or taken back leaves none. And what a failed rule stops while it is open.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const now = new Date('2026-01-15T06:30:00Z')
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
const propose = (who: string, id: string, sanction: string, more: Json = {}) => on(who, id, 'ESCALATED', { sanction, reason: 'Not corrected', ...more })
const impose = (who: string, id: string) => on(who, id, 'SANCTION_IMPOSED')
const lift = (who: string, id: string) => on(who, id, 'SANCTION_LIFTED', { reason: 'Corrected, seen on the spot' })
const sanctionOn = async (id: string) => {
  const { status, sanction, sanctionState, sanctionDueOn } = await ok(as('omar').get(`/nonconformity/${id}`))
  return { status, sanction, sanctionState, sanctionDueOn }
}
const voidBy = (who: string, id: string, eventId: string) => as(who).post(`/nonconformity/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const result = async (farmerId: string) => (await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))).items[0]?.result
const claim = async (cropId: string) => (await ok(as('omar').get(`/crop/${cropId}`))).claimStatus
const types = async (entity: string, id: string) => (await ok(as('omar').get(`/${entity}/${id}/events`))).items.map((one: Json) => one.eventType)

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
})

describe('a sanction of the group itself', () => {
  const group = () => world.places.cotton.OP1?.id as string
  const history = async (who = 'omar') =>
    (await ok(as(who).get(`/collective/${group()}/events?limit=50`))).items.filter((one: Json) => /SANCTION|CORRECTIVE/.test(one.eventType))
  it('is in its history with what was corrected, and goes with what it follows from; what is about a member is not', async () => {
    const { farmerId } = await chain.member()
    const [own, ofMember] = [await opened({}), await opened({ farmerId })]
    for (const id of [own, ofMember]) await ok(propose('ines', id, 'CORRECTIVE_ACTION', { dueOn: '2026-03-01' }))
    for (const id of [own, ofMember]) await ok(impose('omar', id))
    expect(await history()).toMatchObject([{ eventType: 'SANCTION', data: { sanction: 'CORRECTIVE_ACTION', nonconformityId: own } }])
    expect(await types('farmer', farmerId)).toContain('SANCTION')
    const lifting = await ok(lift('ada', own))
    expect((await history()).map(({ eventType }: Json) => eventType).sort()).toEqual(['SANCTION', 'SANCTION_LIFTED'])
    await ok(voidBy('ada', own, lifting.event.id))
    expect((await history()).map(({ eventType }: Json) => eventType)).toEqual(['SANCTION'])
    const other = await opened({})
    const sent = await ok(on('omar', other, 'ACTION_SENT', { action: 'Books bound', doneOn: '2026-01-14' }))
    const corrected = async () => (await history()).filter(({ eventType }: Json) => eventType === 'CORRECTIVE_ACTION')
    expect(await corrected()).toMatchObject([{ data: { nonconformityId: other, doneOn: '2026-01-14' } }])
    // What was written of it is on the non-conformity: more people read the group.
    expect((await corrected())[0].data).not.toHaveProperty('action')
    const again = await ok(
      as('omar').post(`/nonconformity/${other}/events`, {
        ...{ eventType: 'ACTION_SENT', occurredAt: now.toISOString(), supersedesEventId: sent.event.id },
        data: { action: 'Books bound and numbered', doneOn: '2026-01-13' },
      }),
    )
    expect(await corrected()).toMatchObject([{ data: { doneOn: '2026-01-13' } }])
    const [event] = await corrected()
    expect((await as('omar').post(`/collective/${group()}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })).status).toBeGreaterThanOrEqual(400)
    await ok(voidBy('omar', other, again.event.id))
    expect(await corrected()).toEqual([])
  })
  it('is imposed once by two at once, and there is one in the history', async () => {
    const id = await opened({})
    await ok(propose('ines', id, 'WARNING'))
    const before = (await history()).length
    const statuses = (await Promise.all([impose('omar', id), impose('ada', id)])).map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(await history()).toHaveLength(before + 1)
  })
  it('is worked on to its end when the group has been withdrawn', async () => {
    const [own, late] = [await opened({}), await opened({})]
    await ok(propose('ines', own, 'WARNING'))
    await ok(impose('omar', own))
    const withdrawal = await ok(
      as('ada').post(`/collective/${group()}/events`, { eventType: 'WITHDRAWN', occurredAt: now.toISOString(), data: { reason: 'Dissolved' } }),
    )
    await ok(lift('ada', own))
    await ok(on('omar', late, 'ACTION_SENT', { action: 'Books bound', doneOn: '2026-01-14' }))
    expect((await ok(as('omar').get(`/nonconformity/${late}`))).status).toBe('ACTION_SENT')
    expect(
      (await history())
        .filter(({ data }: Json) => [own, late].includes(data.nonconformityId))
        .map(({ eventType }: Json) => eventType)
        .sort(),
    ).toEqual(['CORRECTIVE_ACTION', 'SANCTION', 'SANCTION_LIFTED'])
    await ok(as('ada').post(`/collective/${group()}/events/${withdrawal.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  })
})

describe('what was found', () => {
  const seen = async (id: string) => (await as('ines').get(`/nonconformity/${id}`)).body
  const edit = async (who: string, id: string, values: Json) => as(who).patch(`/nonconformity/${id}`, values, { 'if-match': `"${(await seen(id)).version}"` })
  it('is made milder or due later by nobody once it is critical or worked on, nor rewritten by others than who found it (422 BR-24)', async () => {
    const { farmerId } = await chain.member({ name: 'Mild' })
    const [critical, minor] = [await opened({ farmerId }, { severity: 'CRITICAL' }), await opened({ farmerId }, { severity: 'MINOR' })]
    const refused = { status: 422, body: { ruleId: 'BR-24' } }
    for (const values of [{ severity: 'MAJOR' }, { dueOn: '2026-03-10' }]) expect(await edit('ines', critical, values)).toMatchObject(refused)
    await ok(edit('ines', minor, { dueOn: '2026-02-20', description: 'Store is open' }))
    await ok(edit('ines', minor, { severity: 'MAJOR' }))
    await ok(on('fatima', minor, 'ACTION_SENT', { action: 'Locked', doneOn: '2026-01-14' }))
    expect(await edit('ines', minor, { severity: 'MINOR' })).toMatchObject(refused)
    const given = { ref: 'S-C', severity: 'MINOR', rule: 'STORE', description: 'Found', openedOn: '2026-01-10', dueOn: '2026-02-10', farmerId }
    const { id } = await ok(as('carla').post('/nonconformity', given))
    for (const values of [{ severity: 'MAJOR' }, { rule: 'OTHER' }, { description: 'Nothing' }]) expect(await edit('ines', id, values)).toMatchObject(refused)
    await ok(edit('ines', id, { ref: 'S-C-1' }))
    expect(await seen(critical)).toMatchObject({ severity: 'CRITICAL', dueOn: '2026-02-10' })
  })
  it('of a lot that a company has since taken is corrected as before; named anew, the lot is refused at its field (400)', async () => {
    const { farmerId } = await chain.member({ name: 'Heap' })
    const heaps = await Promise.all([1, 2].map(() => seedsOf(world).make(entityOf('productbatch'))))
    const ids = heaps.map((one) => one.id)
    const moved = (processorId: string | null) =>
      world.scoped('ada', ({ db, tenant }) =>
        db.updateTable('productbatch').set({ processor_id: processorId }).where('tenant_id', '=', tenant.id).where('id', 'in', ids).execute(),
      )
    await moved(null)
    const id = await opened({}, { productBatchId: ids[0] })
    await moved(chain.ginner)
    await ok(edit('ines', id, { farmerId, description: 'Lies open' }))
    const atLot = { status: 400, body: { fields: [{ path: 'productBatchId' }] } }
    expect(await edit('ines', id, { productBatchId: ids[1] })).toMatchObject(atLot)
    const again = { ref: `S-${++refs}`, severity: 'MAJOR', rule: 'STORE', description: 'Found', openedOn: '2026-01-10', dueOn: '2026-02-10' }
    expect(await as('ines').post('/nonconformity', { ...again, farmerId, productBatchId: ids[1] })).toMatchObject(atLot)
  })
  it('is closed, where it is major, after the correction was seen', async () => {
    const { farmerId } = await chain.member({ name: 'Seen' })
    const id = await opened({ farmerId })
    await ok(on('fatima', id, 'ACTION_SENT', { action: 'Store cleaned', doneOn: '2026-01-12' }))
    const wrong = { required: {}, min: { visitedOn: '2026-01-11' }, max: { visitedOn: '2026-01-16' } }
    for (const [code, data] of Object.entries(wrong))
      expect((await on('ines', id, 'CLOSED', data)).body.fields).toMatchObject([{ path: 'data.visitedOn', code }])
    expect(await on('omar', id, 'CLOSED', { visitedOn: '2026-01-12' })).toMatchObject({ status: 403 })
    expect((await ok(on('ines', id, 'CLOSED', { visitedOn: '2026-01-12' }))).subject.status).toBe('CLOSED')
  })
})

describe('a sanction is refused', () => {
  it('without what it needs, by its proposer, by whoever may not, and before it is proposed; nothing is written', async () => {
    const of = await chain.sown({ name: 'Refused' })
    const id = await opened({ farmerId: of.farmerId })
    const before = await rowCounts(world)
    expect((await impose('omar', id)).status).toBe(409)
    expect((await propose('ines', id, 'SALES_SUSPENSION')).body.fields).toMatchObject([{ path: 'data.seasonId', code: 'required' }])
    expect((await propose('ines', id, 'CONVERSION_RESET')).body.fields).toMatchObject([{ path: 'data.sanction' }])
    expect((await propose('ines', id, 'CORRECTIVE_ACTION')).body.fields).toMatchObject([{ path: 'data.dueOn', code: 'required' }])
    expect((await propose('fatima', id, 'WARNING')).status).toBe(403)
    expect((await on('omar', id, 'ESCALATED_BY_RULE', { sanction: 'WARNING', reason: 'I am the clock' })).status).toBeGreaterThanOrEqual(400)
    expect(await rowCounts(world)).toEqual(before)
    await ok(propose('omar', id, 'WARNING'))
    expect(await sanctionOn(id)).toEqual({ status: 'ESCALATED', sanction: 'WARNING', sanctionState: 'PROPOSED', sanctionDueOn: null })
    expect([(await impose('omar', id)).status, (await impose('ines', id)).status, (await lift('carla', id)).status]).toEqual([422, 403, 409])
    expect(await types('farmer', of.farmerId)).not.toContain('SANCTION')
  })
  it('and leaves when it is refused by people; a correction that is reported leaves it proposed', async () => {
    const { farmerId } = await chain.member({ name: 'Left' })
    const [one, other] = [await opened({ farmerId }), await opened({ farmerId })]
    await ok(propose('ines', one, 'WARNING'))
    await ok(on('omar', one, 'SANCTION_REFUSED', { reason: 'Too hard' }))
    expect(await sanctionOn(one)).toEqual({ status: 'OPEN', sanction: null, sanctionState: null, sanctionDueOn: null })
    await ok(propose('ines', other, 'CORRECTIVE_ACTION', { dueOn: '2026-03-01' }))
    expect((await sanctionOn(other)).sanctionDueOn).toBe('2026-03-01')
    await ok(on('fatima', other, 'ACTION_SENT', { action: 'Store cleaned', doneOn: '2026-01-14' }))
    expect(await sanctionOn(other)).toMatchObject({ status: 'ACTION_SENT', sanction: 'CORRECTIVE_ACTION', sanctionState: 'PROPOSED' })
    await ok(on('carla', other, 'SANCTION_REFUSED', { reason: 'Corrected in time' }))
    expect(await sanctionOn(other)).toMatchObject({ status: 'ACTION_SENT', sanction: null, sanctionState: null })
    const before = await rowCounts(world)
    expect((await impose('omar', other)).status).toBe(409)
    expect((await on('omar', other, 'SANCTION_REFUSED', { reason: 'Again' })).status).toBe(409)
    expect(await rowCounts(world)).toEqual(before)
  })
})

describe('a sanction that is imposed', () => {
  it('stops certified sales of the season, until somebody else lifts it; taking the lifting back stops them again', async () => {
    const of = await chain.sown({ name: 'Suspended' })
    await chain.picked(of.cropId, 300, '2025-11-25')
    await chain.decide('APPROVED', of.farmerId)
    const id = await opened({ farmerId: of.farmerId, cropId: of.cropId })
    await ok(propose('ines', id, 'SALES_SUSPENSION'))
    expect(await result(of.farmerId)).toBe('APPROVED')
    const { event } = await ok(impose('omar', id))
    expect(await result(of.farmerId)).toBe('SANCTIONED')
    expect(await types('farmer', of.farmerId)).toContain('SANCTION')
    const lot = await chain.lot()
    const bought = await ok(chain.buy(lot.id, of.cropId, 50, '2026-01-15'))
    expect((await ok(as('omar').get(`/productbatch/${lot.id}`))).claimStatus).toBe('CONVENTIONAL')
    await ok(as('pooja').post(`/productbatch/${lot.id}/events/${bought.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect([(await lift('omar', id)).status, (await lift('ines', id)).status]).toEqual([422, 403])
    const lifted = await ok(lift('carla', id))
    expect([await result(of.farmerId), (await sanctionOn(id)).status]).toEqual(['APPROVED', 'ACTION_SENT'])
    // What was built on it comes first.
    expect((await voidBy('omar', id, event.id)).status).toBe(409)
    await ok(voidBy('carla', id, lifted.event.id))
    expect([await result(of.farmerId), await sanctionOn(id)]).toEqual([
      'SANCTIONED',
      expect.objectContaining({ status: 'SANCTIONED', sanctionState: 'IMPOSED' }),
    ])
    await ok(voidBy('omar', id, event.id))
    expect([await result(of.farmerId), (await sanctionOn(id)).sanctionState]).toEqual(['APPROVED', 'PROPOSED'])
    expect(await types('farmer', of.farmerId)).not.toContain('SANCTION')
  })
  it('counts beside another one of the same season: both have to be lifted, in whatever order', async () => {
    const of = await chain.sown({ name: 'Twice' })
    const ids = [await opened({ farmerId: of.farmerId, cropId: of.cropId }), await opened({ farmerId: of.farmerId, cropId: of.cropId })]
    for (const id of ids) {
      await ok(propose('ines', id, 'SALES_SUSPENSION'))
      await ok(impose('omar', id))
    }
    await ok(lift('carla', ids[0] as string))
    expect(await result(of.farmerId)).toBe('SANCTIONED')
    await ok(lift('carla', ids[1] as string))
    expect(await result(of.farmerId)).toBe('NOT_INSPECTED')
  })
  it('starts the conversion of the plot again, and gives it back when it is lifted', async () => {
    const of = await chain.sown({ name: 'Reset' })
    const clock = async () => (await ok(as('omar').get(`/landparcel/${of.parcelId}`))).conversionStart
    const [start, before] = [await clock(), await claim(of.cropId)]
    const id = await opened({ farmerId: of.farmerId, parcelId: of.parcelId })
    await ok(propose('ines', id, 'CONVERSION_RESET'))
    await ok(impose('omar', id))
    expect([await clock(), await claim(of.cropId)]).toEqual(['2026-01-15', 'CONVENTIONAL'])
    const { items } = await ok(as('omar').get(`/landparcel/${of.parcelId}/events`))
    const { id: reset } = items.find((one: Json) => one.eventType === 'CONVERSION_RESET')
    // The reset leaves by the sanction alone.
    expect((await as('omar').post(`/landparcel/${of.parcelId}/events/${reset}/void`, { reason: 'INCORRECT_DATA' })).status).toBe(409)
    await ok(lift('carla', id))
    expect([await clock(), await claim(of.cropId)]).toEqual([start, before])
  })
  it('by expulsion ends the membership, which begins again once it is lifted', async () => {
    const { farmerId } = await chain.member({ name: 'Out' })
    const id = await opened({ farmerId })
    await ok(propose('ines', id, 'EXPULSION'))
    await ok(impose('omar', id))
    const status = async () => (await ok(as('omar').get(`/farmer/${farmerId}`))).status
    expect(await status()).toBe('EXITED')
    const rejoin = () => as('omar').post(`/farmer/${farmerId}/events`, { eventType: 'REJOINED', occurredAt: now.toISOString(), data: {} })
    expect((await rejoin()).status).toBe(409)
    await ok(lift('carla', id))
    await ok(rejoin())
    expect(await status()).toBe('PENDING')
  })
  it('once, when two impose it at the same time', async () => {
    const { farmerId } = await chain.member({ name: 'Once' })
    const id = await opened({ farmerId })
    await ok(propose('ines', id, 'WARNING'))
    const answers = await Promise.all([impose('omar', id), impose('carla', id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await types('farmer', farmerId)).filter((one: string) => one === 'SANCTION')).toHaveLength(1)
  })
})

describe('what is overdue', () => {
  it('is escalated once, by its severity, and told to the next role; a recommendation is not', async () => {
    const of = await chain.sown({ name: 'Overdue' })
    const due = { openedOn: '2026-01-01', dueOn: '2026-01-14' }
    const make = (severity: string, more: Json = due) => opened({ farmerId: of.farmerId, cropId: of.cropId }, { severity, ...more })
    const [minor, major, recommended, today] = [
      await make('MINOR'),
      await make('MAJOR'),
      await make('RECOMMENDATION'),
      await make('MINOR', { ...due, dueOn: '2026-01-15' }),
    ]
    await round(/^non-conformities escalated$/)
    expect(await sanctionOn(minor)).toMatchObject({ status: 'ESCALATED', sanction: 'WARNING', sanctionState: 'PROPOSED' })
    expect(await sanctionOn(major)).toMatchObject({ sanction: 'CORRECTIVE_ACTION', sanctionDueOn: '2026-02-14' })
    expect([(await sanctionOn(recommended)).status, (await sanctionOn(today)).status]).toEqual(['OPEN', 'OPEN'])
    const codes = await world.scoped('ada', ({ db }) => db.selectFrom('outbox').select('code').where('code', '=', 'SANCTION_PROPOSED').execute())
    expect(codes.length).toBeGreaterThanOrEqual(2)
    await ok(on('omar', minor, 'SANCTION_REFUSED', { reason: 'On holiday' }))
    const before = await rowCounts(world)
    await round(/^non-conformities escalated$/)
    expect(await rowCounts(world)).toEqual(before)
    expect((await sanctionOn(minor)).status).toBe('OPEN')
  })
})

describe('what a failed rule stops', () => {
  const rule = (code: string, effectOnFail: string, check: Json): Json => ({
    code,
    text: code,
    severity: 'MAJOR',
    weight: 1,
    correctiveDays: 30,
    effectOnFail,
    check,
  })
  const scouting = { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 60 }
  const published = async (name: string, effect: string, check: Json = scouting) => {
    const body = {
      name,
      schemeId: await chain.standards.scheme('NPOP'),
      cropTypeId: chain.cotton,
      passScore: 0,
      maxMajor: 9,
      rules: [rule(name, effect, check)],
    }
    const { id } = await ok(world.as('ada', '-').post('/schemepop', body))
    await ok(record(world.as('ada', '-'), 'schemepop', id, 'PUBLISHED', '2026-01-15'))
    return id
  }
  const archive = (id: string) => ok(record(world.as('ada', '-'), 'schemepop', id, 'ARCHIVED', '2026-01-15', {}, 11))
  const scout = (cropId: string) => record(as('fatima'), 'crop', cropId, 'SCOUTING', '2025-08-01', { pest: 'Aphid', count: 3, unit: 'PLANT' })
  it('are sales, from its day on and until it is met', async () => {
    const of = await chain.sown({ name: 'Blocked' })
    await chain.picked(of.cropId, 300, '2025-11-25')
    await chain.decide('APPROVED', of.farmerId)
    const id = await published('BLOCK', 'BLOCK_SALE')
    await round(/^rules of schemes/)
    const lot = await chain.lot()
    const refused = await chain.buy(lot.id, of.cropId, 50, '2026-01-15')
    expect([refused.status, refused.body.ruleId]).toEqual([422, 'BR-17'])
    // A delivery of before, recorded late.
    await ok(chain.buy(lot.id, of.cropId, 20, '2026-01-14'))
    const { event } = await ok(scout(of.cropId))
    await round(/what was recorded$/)
    await ok(chain.buy(lot.id, of.cropId, 30, '2026-01-15'))
    await ok(as('fatima').post(`/crop/${of.cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await round(/what was recorded$/)
    expect((await chain.buy(lot.id, of.cropId, 10, '2026-01-15')).status).toBe(422)
    await archive(id)
  })
  it('is an approval without a condition', async () => {
    const of = await chain.sown({ name: 'Conditional' })
    const id = await published('COND', 'CONDITION')
    await round(/^rules of schemes: what/)
    const decide = (result: string) =>
      record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'APPROVAL_COMMITTEE', '2026-01-15', {
        seasonId: chain.season,
        decisions: [{ farmerId: of.farmerId, result, ...(result === 'CONDITIONAL' ? { conditions: 'Scouting every week' } : {}) }],
      })
    const refused = await decide('APPROVED')
    expect([refused.status, refused.body.ruleId]).toEqual([422, 'BR-17'])
    await ok(decide('CONDITIONAL'))
    await archive(id)
  })
  it('is nothing by itself where conversion starts again: that is proposed, and people impose it', async () => {
    const of = await chain.sown({ name: 'Proposed' })
    const id = await published('RESET', 'RESET_CONVERSION')
    const before = await claim(of.cropId)
    await round(/^rules of schemes: what/)
    const [found] = (await ok(as('omar').get(`/nonconformity?filter[cropId]=${of.cropId}&filter[rule]=RESET`))).items
    expect(await sanctionOn(found.id)).toMatchObject({ status: 'ESCALATED', sanction: 'CONVERSION_RESET', sanctionState: 'PROPOSED' })
    expect(await claim(of.cropId)).toBe(before)
    // Met in the meantime: the proposal goes with it.
    await ok(scout(of.cropId))
    await round(/what was recorded$/)
    expect((await sanctionOn(found.id)).status).toBe('CLOSED')
    await archive(id)
  })
})
