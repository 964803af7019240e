// What follows from a scope certificate: what its holder shows, shipments judged again whenever something is recorded of it, the limits of a
// group, and its annex (BR-12, BR-22; docs/decisions/0059). Refusals first, then late, voided and in another order.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { groupsNearLimits } from '#server/jobs/clock/group-limits.ts'
import { largeFarms } from '#server/jobs/clock/large-farms.ts'
import { expiredScopeCertificates, startedScopeCertificates } from '#server/jobs/clock/scope-certificates.ts'
import { runClock } from '#server/jobs/clock.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { confirmation, onCertificate, type Standards } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let standards: Standards
let op1: string
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  standards = chain.standards
  op1 = world.places.cotton.OP1?.id as string
})
const voidOf = (id: string, eventId: string) => as('carla').post(`/scopecertificate/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
const onDay = async (moment: string, handlers: Parameters<typeof runClock>[2]) =>
  runClock({ ...world.deps, clock: () => new Date(moment), log: () => {}, stop: new AbortController().signal } as Json, world.tenants.cotton, handlers)

describe('what a holder shows of its certification', () => {
  const shown = async (id: string) => {
    const { certificationBody, certificateNo, certificateValidTo, certificateStatus } = await ok(as('ada').get(`/processor/${id}`))
    return [certificationBody === null, certificateNo, certificateValidTo, certificateStatus]
  }
  it('is nothing of a proposal or a rejected one, and follows each event, late ones and voids too', async () => {
    const { id } = await seedsOf(world).make(entityOf('processor'))
    const proposed = await ok(as('ada').post('/scopecertificate', await standards.input({ processorId: id }, { scNo: 'H-0' })))
    expect(await shown(id)).toEqual([true, null, null, null])
    await ok(onCertificate(as('carla'), proposed.id, 'REJECTED', '2025-05-01'))
    expect(await shown(id)).toEqual([true, null, null, null])
    const { id: first } = await standards.certify({ processorId: id }, { scNo: 'H-1', validTo: '2026-02-28' })
    expect(await shown(id)).toEqual([false, 'H-1', '2026-02-28', 'VALID'])
    await standards.certify({ processorId: id }, { scNo: 'H-2', validFrom: '2026-03-01', validTo: '2027-02-28' })
    expect(await shown(id)).toEqual([false, 'H-1', '2026-02-28', 'VALID'])
    const { event } = await ok(onCertificate(as('carla'), first, 'SUSPENDED', '2025-12-01'))
    // The next one, which does not hold yet, is no answer to that.
    expect(await shown(id)).toEqual([false, 'H-1', '2026-02-28', 'SUSPENDED'])
    await ok(voidOf(first, event.id))
    expect(await shown(id)).toEqual([false, 'H-1', '2026-02-28', 'VALID'])
    await ok(onCertificate(as('carla'), first, 'WITHDRAWN', '2026-01-10'))
    expect(await shown(id)).toEqual([false, 'H-2', '2027-02-28', 'VALID'])
  })
  it('passes to the next one when the clock records the end, once, also when it was off for days', async () => {
    const { id } = await seedsOf(world).make(entityOf('processor'))
    await standards.certify({ processorId: id }, { scNo: 'E-1', validTo: '2026-01-20' })
    await standards.certify({ processorId: id }, { scNo: 'E-2', validFrom: '2026-01-21', validTo: '2027-01-20' })
    expect((await shown(id))[1]).toBe('E-1')
    await onDay('2026-01-24T06:30:00Z', [expiredScopeCertificates])
    expect((await shown(id))[1]).toBe('E-2')
    const { version } = await ok(as('ada').get(`/processor/${id}`))
    await onDay('2026-01-24T08:30:00Z', [expiredScopeCertificates])
    expect((await ok(as('ada').get(`/processor/${id}`))).version).toBe(version)
  })
  it('passes from a suspended one to the next on the day when that begins, and is never an ended one as if it were valid', async () => {
    const { id } = await seedsOf(world).make(entityOf('processor'))
    await standards.certify({ processorId: id }, { scNo: 'B-0', validFrom: '2024-04-01', validTo: '2025-03-31' })
    expect(await shown(id)).toEqual([false, 'B-0', '2025-03-31', 'EXPIRED'])
    const { id: first } = await standards.certify({ processorId: id }, { scNo: 'B-1', validTo: '2026-03-31' })
    await standards.certify({ processorId: id }, { scNo: 'B-2', validFrom: '2026-02-01', validTo: '2027-01-31' })
    await ok(onCertificate(as('carla'), first, 'SUSPENDED', '2025-12-01'))
    expect(await shown(id)).toEqual([false, 'B-1', '2026-03-31', 'SUSPENDED'])
    await onDay('2026-02-03T06:30:00Z', [startedScopeCertificates])
    expect(await shown(id)).toEqual([false, 'B-2', '2027-01-31', 'VALID'])
    const { version } = await ok(as('ada').get(`/processor/${id}`))
    await onDay('2026-02-04T06:30:00Z', [startedScopeCertificates])
    expect((await ok(as('ada').get(`/processor/${id}`))).version).toBe(version)
  })
})

describe('a certificate of another body', () => {
  it('is not confirmed for the same scheme while one holds, also of two at once; of another time or scheme it is', async () => {
    const { schemes, country, address, district, state, contacts }: Json = await ok(as('ada').get(`/certificationbody/${standards.body}`))
    const named = { name: 'Deccan Certification', accreditationNo: 'NPOP/NAB/0777', accreditedBy: 'APEDA' }
    const deccan = (await ok(as('ada').post('/certificationbody', { schemes, country, address, district, state, contacts, ...named }))).id as string
    const confirm = (id: string) => as('ada').post(`/scopecertificate/${id}/events`, confirmation)
    const propose = async (values: Json): Promise<string> =>
      (await ok(as('omar').post('/scopecertificate', await standards.input({ collectiveId: op1 }, values)))).id
    // The group's own one holds until the end of March 2026.
    expect(await confirm(await propose({ scNo: 'O-0', certificationBodyId: deccan, validFrom: '2026-03-31', validTo: '2027-03-30' }))).toMatchObject({
      status: 422,
      body: { ruleId: '5.4' },
    })
    const after = { validFrom: '2026-04-01', validTo: '2027-03-31' }
    const two = [await propose({ scNo: 'O-1', ...after }), await propose({ scNo: 'O-2', certificationBodyId: deccan, ...after })]
    const answers = await Promise.all(two.map(confirm))
    expect(answers.map(({ status, body }) => body.ruleId ?? status).sort()).toEqual([201, '5.4'])
    const ahead = await propose({ scNo: 'O-4', issueDate: '2026-02-01' })
    expect(await confirm(ahead)).toMatchObject({ status: 400, body: { fields: [{ path: 'issueDate' }] } })
  })
})

describe('the validity of a certificate on the day', () => {
  it('is in the record, in the list, on a past day and on the public page the same, and is what the list is filtered by', async () => {
    const { id: processorId } = await seedsOf(world).make(entityOf('processor'))
    // The clock stands on 15 January 2026: 60 days on it is 16 March.
    const made: Record<string, string> = {}
    for (const [scNo, validFrom, validTo] of [
      ['V-61', '2025-04-01', '2026-03-17'],
      ['V-60', '2025-04-01', '2026-03-16'],
      ['V-0', '2025-04-01', '2026-01-15'],
      ['V-OVER', '2025-04-01', '2026-01-14'],
      ['V-NEXT', '2026-02-01', '2027-01-31'],
    ] as const)
      made[scNo] = (await standards.certify({ processorId }, { scNo, validFrom, validTo })).id
    const suspended = (await standards.certify({ processorId }, { scNo: 'V-SUS', validTo: '2026-02-01' })).id
    await ok(onCertificate(as('carla'), suspended, 'SUSPENDED', '2025-12-10'))
    const proposed = await ok(as('ada').post('/scopecertificate', await standards.input({ processorId }, { scNo: 'V-NEW' })))
    expect(proposed.validity).toBe('PROPOSED')
    const expected = {
      'V-61': 'VALID',
      'V-60': 'EXPIRING',
      'V-0': 'EXPIRING',
      'V-OVER': 'EXPIRED',
      'V-NEXT': 'NOT_YET',
      'V-SUS': 'SUSPENDED',
      'V-NEW': 'PROPOSED',
    }
    const path = `/scopecertificate?filter[processorId]=${processorId}&limit=100`
    // Of a company: they stand at the address of no single operator.
    const listed = async (more = ''): Promise<Record<string, string>> =>
      Object.fromEntries((await ok(world.as('ada', '-').get(`${path}${more}`))).items.map(({ scNo, validity }: Json) => [scNo, validity]))
    expect(await listed()).toEqual(expected)
    for (const validity of new Set(Object.values(expected)))
      expect(await listed(`&filter[validity]=${validity}`)).toEqual(Object.fromEntries(Object.entries(expected).filter(([, one]) => one === validity)))
    expect(await as('ada').get(`${path}&filter[validity]=SOON`)).toMatchObject({ status: 400 })
    // Nobody writes it.
    expect(await as('ada').post('/scopecertificate', { ...(await standards.input({ processorId })), validity: 'VALID' })).toMatchObject({ status: 400 })
    for (const [scNo, id] of Object.entries(made)) expect((await ok(as('ada').get(`/scopecertificate/${id}`))).validity, scNo).toBe(expected[scNo as 'V-0'])
    const onPast = async (id: string, day: string): Promise<unknown> => {
      const { validity, status, past } = await ok(as('ada').get(`/scopecertificate/${id}?asOf=${day}T12:00:00Z`))
      return [status, validity, past.notDerived]
    }
    expect(await onPast(made['V-0'] as string, '2025-11-15')).toEqual(['VALID', 'VALID', []])
    expect(await onPast(made['V-0'] as string, '2025-11-16')).toEqual(['VALID', 'EXPIRING', []])
    expect(await onPast(suspended, '2025-12-05')).toEqual(['VALID', 'EXPIRING', []])
    expect(await onPast(suspended, '2025-12-15')).toEqual(['SUSPENDED', 'SUSPENDED', []])
    // A suspension that becomes known late is one of that day, and gone with its void.
    const { event } = await ok(onCertificate(as('carla'), made['V-60'] as string, 'SUSPENDED', '2025-12-01'))
    expect((await listed())['V-60']).toBe('SUSPENDED')
    await ok(voidOf(made['V-60'] as string, event.id))
    expect((await listed())['V-60']).toBe('EXPIRING')
    const seen = async (scNo: string): Promise<string> => (await ok(world.stranger().get(`/api/public/code?code=${scNo}`))).certificates[0].validity
    for (const [scNo, words] of [
      ['V-61', 'valid'],
      ['V-60', 'expiring'],
      ['V-OVER', 'expired'],
      ['V-NEXT', 'not yet'],
      ['V-SUS', 'suspended'],
    ] as const)
      expect(await seen(scNo), scNo).toBe(words)
  })
})

describe('shipments', () => {
  /** A heap of organic seed cotton at the centre, released, and sent to the ginner on 22 November. */
  async function sent(kg: number): Promise<string> {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, kg)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, kg))
    await ok(record(as('pooja'), 'productbatch', id, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', id, 'RELEASED', '2025-11-21'))
    const { findings } = await ok(record(as('pooja'), 'productbatch', id, 'DISPATCH', '2025-11-22', { buyerId: chain.ginner, kg, invoiceNo: `S-${kg}` }))
    expect(findings).toEqual([])
    return id
  }
  const open = async (id: string) => (await chain.view('productbatch', id)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-12')

  it('are found when a suspension of their days is known late, of seller and of buyer; a later one and one that was lifted before find nothing', async () => {
    const heap = await sent(210)
    for (const id of Object.values(chain.certificates)) {
      const { event: after } = await ok(onCertificate(as('carla'), id, 'SUSPENDED', '2025-11-23'))
      expect(await open(heap)).toEqual([])
      await ok(voidOf(id, after.id))
      const { event: suspended } = await ok(onCertificate(as('carla'), id, 'SUSPENDED', '2025-11-01'))
      expect(await open(heap)).toMatchObject([{ ruleId: 'BR-12', severity: 'REVIEW', owner: 'CERTIFICATION_BODY_AUDITOR', figures: { day: '2025-11-22' } }])
      const { event: lifted } = await ok(onCertificate(as('carla'), id, 'REINSTATED', '2025-11-22'))
      expect(await open(heap)).toEqual([])
      await ok(voidOf(id, lifted.id))
      expect(await open(heap)).toHaveLength(1)
      await ok(voidOf(id, suspended.id))
      expect(await open(heap)).toEqual([])
    }
  })
  it('a decision of the body stands while the same holds, and is asked anew when both sides lack one', async () => {
    const heap = await sent(211)
    const { group, ginner } = chain.certificates
    const { event } = await ok(onCertificate(as('carla'), ginner, 'SUSPENDED', '2025-11-01'))
    const [finding] = await open(heap)
    await ok(as('ada').post(`/productbatch/${heap}/findings/${finding.id}/close`, { reason: 'ACCEPTED', note: 'A clerical error' }))
    const { event: again } = await ok(onCertificate(as('carla'), ginner, 'REINSTATED', '2025-11-25'))
    expect(await open(heap)).toEqual([])
    const { event: both } = await ok(onCertificate(as('carla'), group, 'SUSPENDED', '2025-11-02'))
    expect(await open(heap)).toHaveLength(1)
    await ok(voidOf(group, both.id))
    expect(await open(heap)).toEqual([])
    for (const { id } of [again, event]) await ok(voidOf(ginner, id))
    expect(await open(heap)).toEqual([])
  })
  it('the public page is not green while a certificate is suspended, and is again when that is lifted', async () => {
    const heap = await sent(212)
    const part = (await ok(as('ada').get('/productbatch?filter[status]=IN_TRANSIT&limit=200'))).items.find((lot: Json) => lot.onHandKg === 212)
    const page = async () => (await world.stranger().get(`/api/public/batch/${(await chain.view('productbatch', part.id)).qrToken}`)).body.claimState
    expect(heap && (await page())).toBe('valid')
    const { event: suspended } = await ok(onCertificate(as('carla'), chain.certificates.group, 'SUSPENDED', '2026-01-12'))
    expect(await page()).toBe('none')
    const { event: lifted } = await ok(onCertificate(as('carla'), chain.certificates.group, 'REINSTATED', '2026-01-14'))
    expect(await page()).toBe('valid')
    for (const { id } of [lifted, suspended]) await ok(voidOf(chain.certificates.group, id))
  })
})

describe('the limits of a group (BR-22)', () => {
  const limited = async (values: Record<string, unknown>) => {
    const { id, version } = await ok(as('ada').get(`/scheme/${await standards.scheme('NOP')}`))
    await ok(as('ada').patch(`/scheme/${id}`, values, { 'if-match': `"${version}"` }))
  }
  const proposed = async () => (await ok(as('omar').post('/scopecertificate', await standards.input({ collectiveId: op1 }, { scheme: 'NOP' })))).id as string
  const confirm = (id: string) => as('carla').post(`/scopecertificate/${id}/events`, confirmation)
  it('stop the confirmation below the smallest and above the largest size, and not at them', async () => {
    await chain.member()
    const { memberCount: members } = await ok(as('ada').get(`/collective/${op1}`))
    const id = await proposed()
    const blocked = { status: 422, body: { ruleId: 'BR-22', figures: { members } } }
    await limited({ groupMin: members + 1, groupMax: members + 2, largeFarmHa: null, largeFarmAreaShareMax: null })
    expect(await confirm(id)).toMatchObject(blocked)
    await limited({ groupMin: members - 2, groupMax: members - 1 })
    expect(await confirm(id)).toMatchObject(blocked)
    await limited({ groupMin: members, groupMax: members })
    expect((await ok(confirm(id))).subject.status).toBe('VALID')
    // A processor has no members.
    await limited({ groupMin: members + 1, groupMax: members + 2 })
    await standards.certify({ processorId: chain.ginner }, { scheme: 'NOP' })
  })
  it('stop it while a member is in another group, where the scheme allows one; and say how many hold more than it allows', async () => {
    const { farmerId } = await chain.member({ areaHa: 6 })
    const id = await proposed()
    const other = async (otherGroupMembership: boolean) => {
      const { version } = await ok(as('fatima').get(`/farmer/${farmerId}`))
      await ok(as('omar').patch(`/farmer/${farmerId}`, { otherGroupMembership }, { 'if-match': `"${version}"` }))
    }
    await limited({ groupMin: null, groupMax: null, largeFarmHa: null, largeFarmAreaShareMax: null, oneGroupOnly: true, maxMemberHa: 5.99 })
    await other(true)
    expect(await confirm(id)).toMatchObject({ status: 422, body: { ruleId: 'BR-22', figures: { inOtherGroups: 1 } } })
    await other(false)
    expect((await ok(confirm(id))).findings).toMatchObject([{ ruleId: 'BR-22', severity: 'REVIEW', figures: { overSize: 1, maxMemberHa: 5.99 } }])
    // A member at the limit is within it.
    await limited({ maxMemberHa: 6 })
    expect((await ok(confirm(await proposed()))).findings).toEqual([])
    await limited({ oneGroupOnly: false, maxMemberHa: null })
  })
  it('stop it when large farms have the share or more, and are said before that once a mark', async () => {
    const farmers = (await ok(as('ada').get('/farmer?filter[status]=ACTIVE&limit=200'))).items as { totalHoldingHa: number }[]
    const sizes = farmers.map(({ totalHoldingHa }) => totalHoldingHa).sort((a, b) => a - b)
    const large = sizes.at(-1) as number
    const share = sizes.filter((ha) => ha >= large).reduce((sum, ha) => sum + ha, 0) / sizes.reduce((sum, ha) => sum + ha, 0)
    const id = await proposed()
    const round = (value: number) => Math.round(value * 100_000) / 100_000
    await limited({ groupMin: null, groupMax: null, largeFarmHa: large, largeFarmAreaShareMax: Math.floor(share * 100_000) / 100_000 })
    expect(await confirm(id)).toMatchObject({ status: 422, body: { ruleId: 'BR-22' } })
    await limited({ largeFarmAreaShareMax: Math.min(1, round(share * 1.01 + 0.001)) })
    if (share < 0.98) expect((await ok(confirm(id))).subject.status).toBe('VALID')
    await limited({ largeFarmHa: null, largeFarmAreaShareMax: null, groupMax: Math.floor(farmers.length / 0.8) })
    const flags = async () => (await ok(as('ada').get(`/collective/${op1}`))).flags.filter(({ ruleId }: Json) => ruleId === 'BR-22')
    await onDay('2026-01-16T06:30:00Z', [groupsNearLimits])
    expect(await flags()).toMatchObject([{ severity: 'WARN', figures: { membersMark: 80 } }])
    await limited({ groupMax: farmers.length })
    await onDay('2026-01-17T06:30:00Z', [groupsNearLimits])
    expect(await flags()).toMatchObject([{ figures: { membersMark: 100 } }])
    await limited({ groupMax: farmers.length * 2 })
    await onDay('2026-01-18T06:30:00Z', [groupsNearLimits])
    expect(await flags()).toEqual([])
  })
})

describe('the size of a large farm', () => {
  it('is that of the schemes of the group, for those who join and, from the next day on, for those who are there', async () => {
    const certificates = (await ok(as('ada').get('/scopecertificate?limit=100'))).items.filter(
      ({ collectiveId, status }: Json) => collectiveId === op1 && status === 'VALID',
    )
    const schemes = [...new Set<string>(certificates.map(({ schemeId }: Json) => schemeId))]
    expect(schemes.length).toBeGreaterThan(0)
    const all = async (values: Record<string, unknown>) => {
      for (const id of schemes) {
        const { version } = await ok(as('ada').get(`/scheme/${id}`))
        await ok(as('ada').patch(`/scheme/${id}`, values, { 'if-match': `"${version}"` }))
      }
    }
    const shown = async (id: string) => {
      const { separateInspection, flags } = await ok(as('ada').get(`/farmer/${id}`))
      return [separateInspection, flags.filter(({ ruleId }: Json) => ruleId === 'BR-22').length]
    }
    const share = async () => (await ok(as('ada').get(`/collective/${op1}`))).largeFarmAreaShare
    await all({ largeFarmHa: 7, largeFarmAreaShareMax: null, maxMemberHa: 20 })
    const { farmerId } = await chain.member({ areaHa: 6 })
    expect(await shown(farmerId)).toEqual([false, 0])
    const before = await share()
    await all({ largeFarmHa: 6, maxMemberHa: 5.5 })
    await onDay('2026-01-20T06:30:00Z', [largeFarms])
    expect((await shown(farmerId))[0]).toBe(true)
    expect(await share()).toBeGreaterThan(before)
    const { farmerId: next } = await chain.member({ areaHa: 6 })
    expect(await shown(next)).toEqual([true, 1])
    await all({ largeFarmHa: 7, maxMemberHa: null })
    await onDay('2026-01-21T06:30:00Z', [largeFarms])
    expect((await shown(farmerId))[0]).toBe(false)
    // A scheme that names no figure: the usual one.
    await all({ largeFarmHa: null })
    await onDay('2026-01-22T06:30:00Z', [largeFarms])
    expect((await shown(farmerId))[0]).toBe(true)
    // Of two schemes the one that names no figure is judged by the usual one, however much the other allows.
    await all({ largeFarmHa: 7 })
    await onDay('2026-01-23T06:30:00Z', [largeFarms])
    expect((await shown(farmerId))[0]).toBe(false)
    const silent = await standards.scheme('ROC')
    const { version } = await ok(as('ada').get(`/scheme/${silent}`))
    await ok(as('ada').patch(`/scheme/${silent}`, { largeFarmHa: null, maxMemberHa: null, largeFarmAreaShareMax: null }, { 'if-match': `"${version}"` }))
    await standards.certify({ collectiveId: op1 }, { scheme: 'ROC' })
    await onDay('2026-01-24T06:30:00Z', [largeFarms])
    expect((await shown(farmerId))[0]).toBe(true)
    await all({ largeFarmHa: null })
  })
})

describe('the annex', () => {
  it('names a product when the certificate is confirmed (400 annex), whoever confirms it (5.3, T03)', async () => {
    const { id, version } = await ok(as('ada').post('/scopecertificate', { ...(await standards.input({ processorId: chain.ginner })), annex: [] }))
    const confirm = () => as('carla').post(`/scopecertificate/${id}/events`, confirmation)
    await refused(confirm, { status: 400, body: { fields: [{ path: 'annex', code: 'required' }] } })
    const annex = [{ productId: chain.products.bale }]
    await ok(as('ada').patch(`/scopecertificate/${id}`, { annex }, { 'if-match': `"${version}"` }))
    expect((await ok(confirm())).subject).toMatchObject({ status: 'VALID', issueDate: '2025-04-01' })
    // The day of issue is asked for when it is entered.
    const { issueDate: _, ...undated } = await standards.input({ processorId: chain.ginner })
    await refused(() => as('ada').post('/scopecertificate', undated), { status: 400, body: { fields: [{ path: 'issueDate', code: 'required' }] } })
  })
  it('takes no facility of somebody else (400), no line twice, and is read as it was entered', async () => {
    const input = await standards.input({ processorId: chain.ginner })
    const line = { productId: chain.products.lint, claimStatus: 'ORGANIC', processingSystemId: chain.gin }
    const post = (annex: unknown[]) => as('ada').post('/scopecertificate', { ...input, annex })
    expect(await post([{ ...line, processingSystemId: chain.centre }])).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'annex.0.processingSystemId', code: 'rule' }] },
    })
    expect(await post([line, line])).toMatchObject({ status: 400, body: { fields: [{ path: 'annex.1.productId', code: 'taken' }] } })
    expect(await post([{ ...line, claimStatus: 'CONVENTIONAL' }])).toMatchObject({ status: 400 })
    expect((await ok(post([line, { productId: chain.products.bale }]))).annex).toMatchObject([line, { productId: chain.products.bale, claimStatus: null }])
  })
})

describe('a confirmation that is voided', () => {
  it('leaves what was sent under it to be decided, until it is confirmed again', async () => {
    const { id: buyer } = await seedsOf(world).make(entityOf('processor'), { values: { types: ['GINNER'] } })
    await ok(record(as('ada'), 'processor', buyer, 'ACTIVATED', '2025-06-01'))
    const { id } = await standards.certify({ processorId: buyer })
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 120)
    const { id: heap } = await chain.lot()
    await ok(chain.buy(heap, cropId, 120))
    await ok(record(as('pooja'), 'productbatch', heap, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', heap, 'RELEASED', '2025-11-21'))
    expect((await ok(record(as('pooja'), 'productbatch', heap, 'DISPATCH', '2025-11-22', { buyerId: buyer, kg: 60, invoiceNo: 'V-60' }))).findings).toEqual([])
    const open = async () => (await chain.view('productbatch', heap)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-12').length
    const { items } = await ok(as('carla').get(`/scopecertificate/${id}/events`))
    await ok(voidOf(id, items[0].id))
    expect(await open()).toBe(1)
    await ok(as('carla').post(`/scopecertificate/${id}/events`, confirmation))
    expect(await open()).toBe(0)
  })
})
