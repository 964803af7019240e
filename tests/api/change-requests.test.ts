// Certified facts have two people behind them (domain dictionary 1.5, BR-24): an edit by a field officer never raises a ceiling or improves a claim without a
// second person. What is refused by hand is sent in as a request, and decided by somebody else; no policy, and no cause alone, opens the way.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Position } from '#domain/kernel/kinds.ts'
import type { Scope } from '#server/scope.ts'
import { editRecord } from '#server/store/edit.ts'
import { pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const view = (entity: string, id: string): Promise<Json> => ok(as('omar').get(`/${entity}/${id}`))
const patch = async (who: string, entity: string, id: string, values: Record<string, unknown>) =>
  as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await view(entity, id)).version}"` })
const answersOf = (values: Record<string, unknown>) =>
  Object.entries(values).map(([name, value]) =>
    value === null
      ? { field: name }
      : {
          field: name,
          value:
            typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: typeof value === 'string' ? value : JSON.stringify(value) },
        },
  )
const requestOf = async (entity: string, id: string, values: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  formCode: 'CHANGE_REQUEST',
  formVersion: 1,
  answers: answersOf(values),
  targetType: entity,
  targetId: id,
  targetVersion: (await view(entity, id)).version,
  reason: 'Measured again with the farmer.',
  deviceId: 'browser',
  capturedAt: at('2026-01-15', 9),
  ...more,
})
const send = async (entity: string, id: string, values: Record<string, unknown>, more = {}): Promise<Json> =>
  ok(as('fatima').post('/submission', await requestOf(entity, id, values, more)))
const decide = (id: string, eventType: string, who = 'omar', data: Record<string, unknown> = {}) =>
  as(who).post(`/submission/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
const byRequest = (...fields: string[]) => ({
  status: 422,
  body: { code: 'RULE_BLOCKED', ruleId: 'BR-24', fields: fields.map((path) => expect.objectContaining({ path, code: 'request' })) },
})
/** The sowing states the proof: it is corrected, not the crop. */
const PROOF = { status: 400, body: { code: 'VALIDATION', fields: [{ path: 'nonGmProof', code: 'rule' }] } }
/** A member with a plot that Ines has verified, and a crop sown on it. */
const verified = async (areaHa = 1) => {
  const made = await chain.sown({ areaHa })
  await ok(record(as('ines'), 'landparcel', made.parcelId, 'VERIFIED', '2026-01-12'))
  return made
}
const otherVariety = async (gmStatus = 'NON_GM'): Promise<string> =>
  (await ok(as('ada').post('/variety', { cropTypeId: chain.cotton, name: `V-${Math.random()}`, gmStatus }))).id

describe('an edit by a field officer', () => {
  it('changes no certified fact of a verified plot, one by one and together with what is none (422 BR-24)', async () => {
    const { parcelId } = await verified()
    const plot = await view('landparcel', parcelId)
    const facts: Record<string, unknown> = {
      declaredAreaHa: 1.02,
      waterRegime: 'IRRIGATED',
      lastProhibitedInputOn: '2020-05-01',
      neighbours: [{ side: 'N', use: 'ORGANIC', bufferM: 20 }],
      boundary: { type: 'Polygon', coordinates: [plot.boundary.coordinates[0].map(([x, y]: [number, number]) => [x + 0.00001, y])] },
    }
    for (const [name, value] of Object.entries(facts)) await refused(() => patch('fatima', 'landparcel', parcelId, { [name]: value }), byRequest(name))
    await refused(() => patch('fatima', 'landparcel', parcelId, { name: 'Another', declaredAreaHa: 0.9 }), byRequest('declaredAreaHa'))
    // What only the manager sets stays so.
    await refused(() => patch('fatima', 'landparcel', parcelId, { conversionStart: '2019-01-01' }), { status: 403 })
    expect(await patch('fatima', 'landparcel', parcelId, { name: 'Another', soilType: 'BLACK' })).toMatchObject({ status: 200, body: { status: 'VERIFIED' } })
  })
  it('keeps a verified boundary that is the same ring written another way', async () => {
    const { parcelId } = await verified()
    const [a, b, c, d] = (await view('landparcel', parcelId)).boundary.coordinates[0]
    const same = await patch('fatima', 'landparcel', parcelId, { boundary: { type: 'Polygon', coordinates: [[c, d, a, b, c]] } })
    expect(same).toMatchObject({ status: 200, body: { status: 'VERIFIED', boundaryVersion: 1 } })
  })
  it('changes neither the holding of a member nor the variety and the proof of what is sown', async () => {
    const { farmerId, cropId } = await verified()
    await refused(() => patch('fatima', 'farmer', farmerId, { totalHoldingHa: 3.5 }), byRequest('totalHoldingHa'))
    const varietyId = await otherVariety()
    await refused(() => patch('fatima', 'crop', cropId, { varietyId }), byRequest('varietyId'))
    // Certificates rest on the proof that its seed is not genetically modified (T13, BR-20); this sowing states it.
    await refused(() => patch('fatima', 'crop', cropId, { nonGmProof: 'Another paper' }), PROOF)
    await refused(() => patch('fatima', 'crop', cropId, { seedSource: 'COMPANY', seedOrganic: false }), byRequest('seedSource', 'seedOrganic'))
    // Area and role stand for everybody.
    await refused(() => patch('fatima', 'crop', cropId, { areaHa: 0.9 }), { status: 409 })
    await refused(() => patch('omar', 'crop', cropId, { varietyId }), { status: 409 })
  })
  it('is let through by no cause and no policy, whatever rights there are: a person who is not the sender has approved it', async () => {
    const { parcelId } = await verified()
    const { version } = await view('landparcel', parcelId)
    const cause = (await ok(as('omar').get(`/landparcel/${parcelId}/history`))).items[0].id
    const edit = (who: string, more: Partial<Scope>) =>
      world.scoped(who, (scope) => editRecord({ ...scope, ...more }, entityOf('landparcel'), parcelId, { declaredAreaHa: 1.05 }, version, cause))
    await expect(edit('fatima', {})).rejects.toMatchObject({ details: { ruleId: 'BR-24' } })
    await expect(edit('omar', { sentIn: { isApprovedByAnother: false } })).rejects.toMatchObject({ details: { ruleId: 'BR-24' } })
    expect(await view('landparcel', parcelId)).toMatchObject({ version, declaredAreaHa: 1 })
  })
  it('goes on as before where nobody has approved anything yet, and by whoever decides about such records', async () => {
    const { id, parcelNo } = await ok(
      as('fatima').post('/landparcel', {
        ...{ name: 'New', parcelNo: 'N-1', farmerId: (await chain.member()).farmerId, tenure: 'OWNED', declaredAreaHa: 1, waterRegime: 'RAINFED' },
        boundary: field(40_100, 0),
        boundaryMethod: 'GPS_WALK',
        gpsAccuracyM: 4,
      }),
    )
    expect([parcelNo, (await patch('fatima', 'landparcel', id, { declaredAreaHa: 1.05 })).status]).toEqual(['N-1', 200])
    const { parcelId } = await verified()
    expect((await patch('omar', 'landparcel', parcelId, { declaredAreaHa: 1.05 })).status).toBe(200)
    // A boundary that a manager draws is verified by somebody else again.
    const [ring] = (await view('landparcel', parcelId)).boundary.coordinates
    const moved = { type: 'Polygon', coordinates: [ring.map(([x, y]: [number, number]) => [x + 0.00001, y])] }
    expect(await patch('omar', 'landparcel', parcelId, { boundary: moved })).toMatchObject({ status: 200, body: { status: 'MAPPED', verifiedAt: null } })
    await refused(() => record(as('omar'), 'landparcel', parcelId, 'VERIFIED', '2026-01-15', {}, 12), { status: 422, body: { ruleId: 'BR-24' } })
  })
  it('raises no ceiling and no claim by any field of plot, system or crop that it can change', async () => {
    const { parcelId, systemId, cropId } = await verified()
    const before = await view('crop', cropId)
    expect(before.yieldCapKg).toBe(1600)
    const tries: [string, string, Record<string, unknown>][] = [
      ['landparcel', parcelId, { declaredAreaHa: 50 }],
      ['landparcel', parcelId, { waterRegime: 'IRRIGATED' }],
      ['landparcel', parcelId, { lastProhibitedInputOn: null }],
      ['landparcel', parcelId, { conversionStart: '2015-01-01' }],
      ['croppingsystem', systemId, { waterRegime: 'IRRIGATED' }],
      ['croppingsystem', systemId, { areaHa: 50 }],
      ['crop', cropId, { areaHa: 50 }],
      ['crop', cropId, { varietyId: await otherVariety() }],
    ]
    for (const [entity, id, values] of tries) await patch('fatima', entity, id, values)
    expect(await view('crop', cropId)).toMatchObject({ yieldCapKg: before.yieldCapKg, claimStatus: before.claimStatus, areaHa: 1 })
  })
})

describe('what a field officer records alone', () => {
  it('a boundary walked again takes the verification away and leaves ceiling and claim of what is sown', async () => {
    const { parcelId, cropId } = await verified()
    const [ring] = (await view('landparcel', parcelId)).boundary.coordinates
    const [crop, lat] = [await view('crop', cropId), Math.max(...ring.map(([, y]: [number, number]) => y))]
    const wider = { type: 'Polygon', coordinates: [ring.map(([x, y]: [number, number]) => [x, y === lat ? y + 0.0001 : y])] }
    const { subject } = await ok(
      record(as('fatima'), 'landparcel', parcelId, 'BOUNDARY_CAPTURED', '2026-01-14', { boundary: wider, method: 'GPS_WALK', gpsAccuracyM: 4 }),
    )
    expect(subject).toMatchObject({ status: 'MAPPED', verifiedAt: null })
    await refused(() => record(as('fatima'), 'landparcel', parcelId, 'VERIFIED', '2026-01-15', {}, 9), { status: 403 })
    expect(await view('crop', cropId)).toMatchObject({ yieldCapKg: crop.yieldCapKg, claimStatus: crop.claimStatus })
  })
  it('not a change of grower, of the lease, of the start of conversion, nor the other water regime', async () => {
    const { parcelId, systemId, cropId } = await verified()
    const { farmerId } = await chain.member()
    await refused(() => record(as('fatima'), 'landparcel', parcelId, 'GROWER_CHANGED', '2026-01-14', { farmerId }), { status: 403 })
    await refused(() => record(as('fatima'), 'landparcel', parcelId, 'CONVERSION_STARTED', '2026-01-14', { startedOn: '2020-01-01' }), { status: 403 })
    await refused(() => record(as('fatima'), 'landparcel', parcelId, 'LEASE_CHANGED', '2026-01-14', { leaseFrom: '2026-01-01', leaseTo: '2030-01-01' }), {
      status: 403,
    })
    await ok(record(as('fatima'), 'croppingsystem', systemId, 'WATER_CHANGE_PROPOSED', '2026-01-14', { waterRegime: 'IRRIGATED', reason: 'Well dug' }))
    await refused(() => record(as('fatima'), 'croppingsystem', systemId, 'WATER_CHANGE_APPROVED', '2026-01-14', {}, 11), { status: 403 })
    expect((await view('crop', cropId)).yieldCapKg).toBe(1600)
  })
})

describe('a request for a change is refused', () => {
  it('without its record, the version that was seen, or why (400); of no certified fact, of a field that is none, by nobody who edits such records', async () => {
    const { parcelId, farmerId } = await verified()
    const post = async (more: Record<string, unknown>, values: Record<string, unknown> = { declaredAreaHa: 1.05 }, who = 'fatima') =>
      as(who).post('/submission', await requestOf('landparcel', parcelId, values, more))
    for (const path of ['targetType', 'targetId', 'targetVersion', 'reason'])
      await refused(() => post({ [path]: null }), {
        status: 400,
        body: { fields: expect.arrayContaining([expect.objectContaining({ path, code: 'required' })]) },
      })
    await refused(() => post({ targetType: 'user' }), { status: 400, body: { fields: [{ path: 'targetType', code: 'choice' }] } })
    await refused(() => post({ targetId: farmerId }), { status: 400, body: { fields: [{ path: 'targetId', code: 'missing' }] } })
    await refused(() => post({}, { name: 'Another' }), { status: 400, body: { fields: [{ path: 'answers', code: 'rule' }] } })
    await refused(() => post({}, { declaredAreaHa: 1.05, mappedAreaHa: 9 }), { status: 400, body: { fields: [{ path: 'answers.1.field', code: 'unknown' }] } })
    await refused(() => post({}, { declaredAreaHa: 1.05 }, 'ines'), { status: 403 })
    // Of a plot that nobody has verified the record itself is edited.
    const { parcelId: mapped } = await chain.member()
    await refused(async () => as('fatima').post('/submission', await requestOf('landparcel', mapped, { declaredAreaHa: 1.05 })), {
      status: 400,
      body: { fields: [{ path: 'answers', code: 'rule' }] },
    })
  })
  it('at once, by the rule that would refuse its approval', async () => {
    const { parcelId, cropId } = await verified()
    const bowtie = field(90_000, 0)
    const [a, b, c, d] = bowtie.coordinates[0] as [Position, Position, Position, Position]
    await refused(
      async () => as('fatima').post('/submission', await requestOf('landparcel', parcelId, { boundary: { type: 'Polygon', coordinates: [[a, c, b, d, a]] } })),
      {
        status: 422,
        body: { ruleId: 'BR-01' },
      },
    )
    const varietyId = await otherVariety('GM')
    await refused(async () => as('fatima').post('/submission', await requestOf('crop', cropId, { varietyId })), {
      status: 422,
      body: { ruleId: 'BR-14' },
    })
  })
  it('to whoever sent it, to inspectors and to other groups, for deciding and for reading', async () => {
    const { parcelId } = await verified()
    const { id } = await send('landparcel', parcelId, { declaredAreaHa: 1.05 })
    await refused(() => decide(id, 'APPROVED', 'fatima'), { status: 403 })
    await refused(() => decide(id, 'APPROVED', 'ines'), { status: 404 })
    await refused(() => decide(id, 'APPROVED', 'pooja'), { status: 404 })
    expect((await world.as('leela', 'OP2').get(`/submission/${id}`)).status).toBe(404)
    expect((await view('landparcel', parcelId)).declaredAreaHa).toBe(1)
  })
})

describe('a request for a change', () => {
  it('changes nothing until somebody else approves it: what was, what is to be, why, and its papers', async () => {
    const { parcelId } = await verified()
    const upload = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf('khasra')) }
    const paper = (await ok(as('fatima').send('/files?name=khasra.pdf', upload))).id
    const before = await view('landparcel', parcelId)
    const sent = await send('landparcel', parcelId, { declaredAreaHa: 1.05, waterRegime: 'IRRIGATED' }, { files: [paper] })
    expect(sent).toMatchObject({ status: 'RECEIVED', reason: 'Measured again with the farmer.', files: [paper] })
    expect(sent.autoChecks.filter(({ ruleId }: Json) => ruleId === 'BR-24')).toHaveLength(2)
    expect(await view('landparcel', parcelId)).toMatchObject({ version: before.version, declaredAreaHa: 1, waterRegime: 'RAINFED' })
    const { extra } = await view('submission', sent.id)
    expect(extra.merge.fields.map(({ field: name, base, device, now }: Json) => [name, base, device, now])).toEqual([
      ['declaredAreaHa', 1, 1.05, 1],
      ['waterRegime', 'RAINFED', 'IRRIGATED', 'RAINFED'],
    ])
    await ok(decide(sent.id, 'APPROVED'))
    expect(await view('submission', sent.id)).toMatchObject({ status: 'APPLIED', reviewerId: world.people.omar?.id, createdBy: world.people.fatima?.id })
    const after = await view('landparcel', parcelId)
    expect(after).toMatchObject({ status: 'VERIFIED', declaredAreaHa: 1.05, waterRegime: 'IRRIGATED' })
    // Its papers stay with the request.
    expect(after.files).toEqual(before.files)
    const [edited] = (await ok(as('omar').get(`/landparcel/${parcelId}/history`))).items
    expect(edited).toMatchObject({ eventType: 'EDITED', recordedBy: world.people.fatima?.id, data: { changes: { declaredAreaHa: { from: 1, to: 1.05 } } } })
    // It is found at its record and among what waits.
    const { items } = await ok(as('omar').get(`/submission?filter[targetId]=${parcelId}`))
    expect(items.map(({ id }: Json) => id)).toEqual([sent.id])
  })
  it('gives the former facts back with its approval, by whoever takes that back', async () => {
    const { parcelId, cropId } = await verified()
    const variety = await otherVariety()
    for (const [entity, id, values, was] of [
      ['landparcel', parcelId, { declaredAreaHa: 1.05 }, { declaredAreaHa: 1 }],
      ['crop', cropId, { varietyId: variety }, { varietyId: chain.variety }],
    ] as const) {
      const sent = await send(entity, id, values)
      const { event } = await ok(decide(sent.id, 'APPROVED'))
      expect(await view(entity, id)).toMatchObject(values)
      await refused(() => as('fatima').post(`/submission/${sent.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }), { status: 403 })
      await ok(as('omar').post(`/submission/${sent.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
      expect(await view(entity, id)).toMatchObject(was)
    }
  })
  it('moves a boundary, which is then verified again; takes a fact off the record; changes the holding and the variety', async () => {
    const { parcelId, farmerId, cropId } = await verified()
    const cap = (await view('crop', cropId)).yieldCapKg
    const [ring] = (await view('landparcel', parcelId)).boundary.coordinates
    const moved = { type: 'Polygon', coordinates: [ring.map(([x, y]: [number, number]) => [x + 0.00002, y])] }
    await ok(decide((await send('landparcel', parcelId, { boundary: moved })).id, 'APPROVED'))
    expect(await view('landparcel', parcelId)).toMatchObject({ status: 'MAPPED', boundaryVersion: 2, mappedBy: world.people.fatima?.id })
    await ok(record(as('ines'), 'landparcel', parcelId, 'VERIFIED', '2026-01-15', {}, 12))
    await ok(patch('omar', 'landparcel', parcelId, { neighbours: [{ side: 'N', use: 'CONVENTIONAL', bufferM: 2 }] }))
    await ok(decide((await send('landparcel', parcelId, { neighbours: null })).id, 'APPROVED'))
    expect((await view('landparcel', parcelId)).neighbours).toEqual([])
    await ok(decide((await send('farmer', farmerId, { totalHoldingHa: 3.5 })).id, 'APPROVED'))
    expect(await view('farmer', farmerId)).toMatchObject({ status: 'ACTIVE', totalHoldingHa: 3.5 })
    const varietyId = await otherVariety()
    await ok(decide((await send('crop', cropId, { varietyId })).id, 'APPROVED'))
    expect(await view('crop', cropId)).toMatchObject({ varietyId, status: 'SOWN', yieldCapKg: cap })
    const other = await requestOf('crop', cropId, { nonGmProof: 'GMO-77' })
    await refused(() => as('fatima').post('/submission', other), PROOF)
    await ok(decide((await send('crop', cropId, { seedSource: 'COMPANY' })).id, 'APPROVED'))
    expect(await view('crop', cropId)).toMatchObject({ nonGmProof: 'GMO-2025-11', seedSource: 'COMPANY' })
  })
  it('rejected or returned changes nothing; sent again it is decided by somebody else still', async () => {
    const { parcelId } = await verified()
    const first = await send('landparcel', parcelId, { declaredAreaHa: 1.05 })
    await ok(decide(first.id, 'REJECTED', 'omar', { reason: 'No paper' }))
    const second = await send('landparcel', parcelId, { declaredAreaHa: 1.04 })
    await ok(decide(second.id, 'RETURNED', 'omar', { comment: 'Paper?' }))
    await ok(decide(second.id, 'RESUBMITTED', 'fatima', { answers: answersOf({ declaredAreaHa: 1.03 }) }))
    expect((await view('landparcel', parcelId)).declaredAreaHa).toBe(1)
    await refused(() => decide(second.id, 'APPROVED', 'fatima'), { status: 403 })
    await ok(decide(second.id, 'APPROVED', 'ada'))
    expect((await view('landparcel', parcelId)).declaredAreaHa).toBe(1.03)
  })
  it('of a fact that others have changed meanwhile is a conflict, which a person decides', async () => {
    const { parcelId } = await verified()
    const sent = await send('landparcel', parcelId, { declaredAreaHa: 1.05 })
    await ok(patch('omar', 'landparcel', parcelId, { declaredAreaHa: 1.02 }))
    await ok(decide(sent.id, 'APPROVED'))
    expect(await view('submission', sent.id)).toMatchObject({ status: 'CONFLICT' })
    expect((await view('landparcel', parcelId)).declaredAreaHa).toBe(1.02)
    const { version } = await view('landparcel', parcelId)
    await ok(decide(sent.id, 'RESOLVED', 'omar', { version, choices: [{ field: 'declaredAreaHa', take: 'DEVICE' }] }))
    expect((await view('landparcel', parcelId)).declaredAreaHa).toBe(1.05)
  })
  it('is applied once, by two who approve it at once and however often it is sent', async () => {
    const { parcelId } = await verified()
    const body = await requestOf('landparcel', parcelId, { declaredAreaHa: 1.05 })
    const key = { 'idempotency-key': 'change-1' }
    const [one, other] = [await ok(as('fatima').post('/submission', body, key)), await ok(as('fatima').post('/submission', body, key))]
    expect(one.id).toBe(other.id)
    const { version } = await view('landparcel', parcelId)
    const answers = await Promise.all(['omar', 'ada'].map((who) => decide(one.id, 'APPROVED', who)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await view('landparcel', parcelId)).version).toBe(version + 1)
  })
})

describe('a policy', () => {
  it('has no rule for requests (400), and lets no certified fact through by another form; a person does', async () => {
    const rule = { role: 'FIELD_OFFICER', afterApplied: 0, cleanDays: 0 }
    const { version } = await ok(world.as('ada').get('/api/submission-policy'))
    const put = (rules: unknown[]) => world.as('ada').patch('/api/submission-policy', { rules }, { 'if-match': `"${version}"` })
    await refused(() => put([{ ...rule, form: 'CHANGE_REQUEST' }]), { status: 400 })
    await ok(put([{ ...rule, form: 'PARCEL_BOUNDARY' }]))
    const { parcelId } = await verified()
    const { parcelId: mapped } = await chain.member()
    const boundaryForm = async (id: string, values: Record<string, unknown>) => send('landparcel', id, values, { formCode: 'PARCEL_BOUNDARY', reason: null })
    expect(await boundaryForm(mapped, { soilType: 'BLACK' })).toMatchObject({ status: 'APPLIED' })
    const waits = await boundaryForm(parcelId, { declaredAreaHa: 1.05 })
    expect(waits).toMatchObject({ status: 'RECEIVED', autoChecks: [expect.objectContaining({ ruleId: 'BR-24', outcome: 'REVIEW' })] })
    expect((await view('landparcel', parcelId)).declaredAreaHa).toBe(1)
    await ok(decide(waits.id, 'APPROVED'))
    expect((await view('landparcel', parcelId)).declaredAreaHa).toBe(1.05)
  })
})
