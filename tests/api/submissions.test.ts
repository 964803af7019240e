// Submissions that are applied (BR-33, domain dictionary 6.1): what is refused, what an approval makes and in whose name, what others changed meanwhile,
// what is taken back with it, and what the programme approves by itself.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { captureForms } from '#domain/work/capture-forms.ts'
import { deliverAll } from '#server/jobs/deliver.ts'
import { pdf } from '../harness/files.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const fatima = () => world.as('fatima', 'OP1')
const omar = () => world.as('omar', 'OP1')
const words = (text: unknown) => ({ kind: 'TEXT', text: typeof text === 'string' ? text : JSON.stringify(text) })
const answersOf = (values: Record<string, unknown>) =>
  Object.entries(values).map(([name, value]) => ({ field: name, value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : words(value) }))
const body = (formCode: string, values: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  formCode,
  formVersion: 1,
  answers: answersOf(values),
  deviceId: 'SM-A146',
  capturedAt: at('2026-01-14'),
  ...more,
})
const sendIn = (formCode: string, values: Record<string, unknown>, more: Record<string, unknown> = {}, who = fatima(), headers = {}) =>
  ok(who.post('/submission', body(formCode, values, more), headers))
const record = (id: string, eventType: string, data: Record<string, unknown> = {}, who = omar()) =>
  who.post(`/submission/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
const approve = async (id: string, who = omar()): Promise<Json> => {
  await ok(record(id, 'APPROVED', {}, who))
  return ok(omar().get(`/submission/${id}`))
}
const view = (entity: string, id: string): Promise<Json> => ok(omar().get(`/${entity}/${id}`))
const historyOf = async (entity: string, id: string): Promise<Json[]> => (await ok(omar().get(`/${entity}/${id}/history?limit=100`))).items
const edit = async (entity: string, id: string, values: Record<string, unknown>, who = omar()) =>
  ok(who.patch(`/${entity}/${id}`, values, { 'if-match': `"${(await view(entity, id)).version}"` }))
/** Notifications of it that Fatima has. */
const raised = async (id: string): Promise<Json[]> =>
  (await ok(fatima().get('/notification?limit=100'))).items.filter(({ subjectId }: Json) => subjectId === id)
const person = (name: string): string => world.people[name]?.id as string

describe('the version of a form', () => {
  it('is one that is known: a newer one is not read as the newest there is, by whatever form (400), and nothing is written', async () => {
    const before = await rowCounts(world)
    // A request for a change says more of itself (change-requests.test.ts).
    for (const formCode of Object.keys(captureForms).filter((code) => code !== 'CHANGE_REQUEST'))
      for (const formVersion of [0, 2, 7, 1.5, 'v1'])
        expect(await fatima().post('/submission', { ...body(formCode, { text: 'X' }), formVersion }), `${formCode} ${formVersion}`).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION', fields: expect.arrayContaining([expect.objectContaining({ path: 'formVersion' })]) },
        })
    expect((await fatima().post('/submission', { ...body('GRIEVANCE', { text: 'X' }), formVersion: 2 })).body.fields).toMatchObject([
      { path: 'formVersion', code: 'max', message: 'This form is known here up to version 1. Load the app anew, and send it again.' },
    ])
    expect(await rowCounts(world)).toEqual(before)
    await sendIn('GRIEVANCE', { text: 'X' })
  })
})

describe('an event that was sent in', () => {
  it('is of a record that its form is about, and of none else', async () => {
    const { cropId } = await chain.sown()
    for (const [formCode, targetType] of [
      ['CROP_EVENT', 'user'],
      ['CROP_EVENT', 'productbatch'],
      ['FARMER_REG', 'user'],
      ['INSPECTION', 'inspection'],
    ] as const) {
      const { id } = await sendIn(formCode, { eventType: 'RELEASE', name: 'X' }, { targetType, targetId: cropId })
      expect((await approve(id)).extra.failure, `${formCode} ${targetType}`).toMatchObject({ fields: [{ path: 'targetType', code: 'choice' }] })
    }
  })
  it('is not carried out where it does not say what happened, or names no event', async () => {
    const { cropId } = await chain.sown()
    for (const values of [{ kg: 5 }, { eventType: 'NO_SUCH_EVENT' }, { eventType: 'CREATED' }] as Record<string, unknown>[]) {
      const { id } = await sendIn('CROP_EVENT', values, { targetType: 'crop', targetId: cropId })
      const done = await approve(id)
      expect([done.status, done.extra.failure.code, done.extra.failure.fields.map(({ path }: Json) => path)]).toEqual([
        'APPLY_FAILED',
        'VALIDATION',
        ['eventType'],
      ])
    }
  })
  it('adds a harvest with its kilograms, its place and its time, and goes with its approval', async () => {
    const { cropId } = await chain.sown()
    const position = { type: 'Point', coordinates: [75.61, 22.12] }
    const values = { eventType: 'HARVEST', pickNo: 1, kg: 120, occurredAt: at('2026-01-10') }
    const sent = await sendIn('CROP_EVENT', values, { targetType: 'crop', targetId: cropId, position, gpsAccuracyM: 4.5 })
    expect([sent.status, sent.receivedAt !== null]).toEqual(['RECEIVED', true])
    expect((await view('crop', cropId)).harvestedKg).toBe(0)
    const done = await approve(sent.id)
    expect(done).toMatchObject({ status: 'APPLIED', resultType: 'crop', resultId: cropId, reviewerId: person('omar') })
    const harvest = await ok(omar().get(`/crop/${cropId}/events/${done.extra.result.resultEventId}`))
    expect(harvest).toMatchObject({
      eventType: 'HARVEST',
      recordedBy: person('fatima'),
      occurredAt: new Date(at('2026-01-10')).toISOString(),
      gps: { lat: 22.12, lng: 75.61, accuracyM: 4.5 },
    })
    expect((await view('crop', cropId)).harvestedKg).toBe(120)
    // Approved twice, also at once: nothing happens twice.
    expect((await record(sent.id, 'APPROVED')).status).toBe(409)
    const approval = (await historyOf('submission', sent.id)).find(({ eventType }) => eventType === 'APPROVED')
    const taken = await ok(omar().post(`/submission/${sent.id}/events/${approval.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(taken.subject).toMatchObject({ status: 'RECEIVED', resultId: null })
    expect((await view('crop', cropId)).harvestedKg).toBe(0)
    expect(await approve(sent.id)).toMatchObject({ status: 'APPLIED' })
    expect((await view('crop', cropId)).harvestedKg).toBe(120)
  })
  it('never conflicts with what was recorded meanwhile', async () => {
    const { cropId } = await chain.sown()
    const { version } = await view('crop', cropId)
    const { id } = await sendIn(
      'CROP_EVENT',
      { eventType: 'HARVEST', pickNo: 2, kg: 30, occurredAt: at('2026-01-12') },
      { targetType: 'crop', targetId: cropId, targetVersion: version },
    )
    await chain.picked(cropId, 50)
    expect(await approve(id)).toMatchObject({ status: 'APPLIED' })
    expect((await view('crop', cropId)).harvestedKg).toBe(80)
  })
  it('is refused as a decision, which is made on the record itself (BR-24 cannot be passed)', async () => {
    const { cropId } = await chain.sown()
    const { id } = await sendIn('CROP_EVENT', { eventType: 'ESTIMATE_APPROVED' }, { targetType: 'crop', targetId: cropId })
    expect((await approve(id)).extra.failure).toMatchObject({ fields: [{ path: 'eventType', code: 'choice' }] })
  })
  it('leaves nothing behind where a rule refuses it, says why by field, and can be applied once that is put right', async () => {
    const { cropId } = await chain.sown()
    const { id } = await sendIn(
      'CROP_EVENT',
      { eventType: 'HARVEST', pickNo: 1, kg: 5_000_000, occurredAt: at('2026-01-10') },
      { targetType: 'crop', targetId: cropId },
    )
    const before = (await historyOf('crop', cropId)).length
    const failed = await approve(id)
    expect(failed.status).toBe('APPLY_FAILED')
    expect(failed.extra.failure.problem.length).toBeGreaterThan(10)
    expect((await historyOf('crop', cropId)).length).toBe(before)
    expect((await record(id, 'RETRIED', {}, fatima())).status).toBe(403)
    await ok(record(id, 'RETRIED'))
    expect((await view('submission', id)).status).toBe('APPLY_FAILED')
    await ok(record(id, 'RETURNED', { comment: 'So much?' }))
    const again = answersOf({ eventType: 'HARVEST', pickNo: 1, kg: 50, occurredAt: at('2026-01-10') })
    // Whoever captured it sends it again, nobody else in their name.
    expect((await record(id, 'RESUBMITTED', { answers: again })).status).toBe(403)
    await ok(record(id, 'RESUBMITTED', { answers: again }, fatima()))
    const waiting = await view('submission', id)
    expect([
      waiting.status,
      waiting.answers.find(({ field: name }: Json) => name === 'kg').value.number,
      waiting.autoChecks.filter(({ outcome }: Json) => outcome === 'BLOCK'),
    ]).toEqual(['RESUBMITTED', 50, []])
    expect(await approve(id)).toMatchObject({ status: 'APPLIED' })
    // What was sent first is there for good.
    const created = (await historyOf('submission', id)).find(({ eventType }) => eventType === 'CREATED')
    expect(created.data.changes.answers.to.find(({ field: name }: Json) => name === 'kg').value.number).toBe(5_000_000)
  })
  it('names the figure that is in another unit, and the one that is none', async () => {
    const { cropId } = await chain.sown()
    const answers = [
      { field: 'eventType', value: words('HARVEST') },
      { field: 'pickNo', value: words('first') },
      { field: 'kg', value: { kind: 'NUMBER', number: 1.2, unit: 't' } },
    ]
    const sent = await sendIn('CROP_EVENT', {}, { answers, targetType: 'crop', targetId: cropId })
    expect(sent.autoChecks).toMatchObject([{ outcome: 'BLOCK', field: 'kg' }])
    expect((await approve(sent.id)).extra.failure.fields).toMatchObject([{ path: 'kg', code: 'unit' }])
  })
  it('that was captured in time and approved late asks nobody why it is late', async () => {
    const { cropId } = await chain.sown()
    const values = { eventType: 'HARVEST', pickNo: 1, kg: 40, occurredAt: at('2025-11-20') }
    const { id, code } = await sendIn('CROP_EVENT', values, { targetType: 'crop', targetId: cropId, capturedAt: at('2025-11-21') })
    const done = await approve(id)
    expect(done.status).toBe('APPLIED')
    expect((await ok(omar().get(`/crop/${cropId}/events/${done.extra.result.resultEventId}`))).lateReason).toBe(`${code}, 2025-11-21`)
  })
})

describe('a record that was sent in', () => {
  it('is made under the id that the phone gave it, in the name of who captured it, and is retired with the approval', async () => {
    const id = randomUUIDv7()
    const { id: _, ...farmer } = sampleOf(entityOf('farmer'), { values: { village: 'Kasrawad', joinedOn: '2021-04-01' } }) as Json
    const sent = await sendIn('FARMER_REG', { ...farmer, 'Shoe size': '42' }, { targetId: id })
    const done = await approve(sent.id)
    expect(done, JSON.stringify(done.extra.failure)).toMatchObject({
      status: 'APPLIED',
      resultType: 'farmer',
      resultId: id,
      extra: { result: { unread: ['Shoe size'] } },
    })
    expect(await view('farmer', id)).toMatchObject({ status: 'DRAFT', createdBy: person('fatima'), firstName: farmer.firstName })
    // The same registration, sent again as another submission: the same farmer, and nothing different.
    const again = await sendIn('FARMER_REG', farmer, { targetId: id })
    expect(await approve(again.id)).toMatchObject({ status: 'APPLIED', resultId: id })
    expect((await view('farmer', id)).version).toBe(1)
    const approval = (await historyOf('submission', sent.id)).find(({ eventType }) => eventType === 'APPROVED')
    await ok(omar().post(`/submission/${sent.id}/events/${approval.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await omar().get(`/farmer/${id}`)).status).toBe(404)
  })
  it('is refused field by field where the record could not be entered by hand', async () => {
    const sent = await sendIn('FARMER_REG', { firstName: 'Sunita', birthYear: 1700 })
    const done = await approve(sent.id)
    const paths = done.extra.failure.fields.map(({ path }: Json) => path)
    expect(paths).toEqual(expect.arrayContaining(['lastName', 'birthYear', 'memberNo']))
    expect(sent.autoChecks.map(({ field: name }: Json) => name)).toEqual(expect.arrayContaining(['lastName', 'birthYear']))
  })
})

describe('a change that was sent in', () => {
  const plot = async () => {
    const { parcelId } = await chain.member({ conversionStart: null })
    return parcelId
  }
  it('is merged by field with what others have changed, whoever was first', async () => {
    const id = await plot()
    const { version } = await view('landparcel', id)
    const sent = await sendIn('PARCEL_BOUNDARY', { name: 'Nala Khet', surveyNo: '12/3' }, { targetType: 'landparcel', targetId: id, targetVersion: version })
    await edit('landparcel', id, { slopePct: 3 })
    expect((await view('submission', sent.id)).extra.merge.fields.map(({ field: name, outcome }: Json) => [name, outcome])).toEqual([
      ['name', 'DEVICE'],
      ['surveyNo', 'DEVICE'],
    ])
    expect(await approve(sent.id)).toMatchObject({ status: 'APPLIED', resultId: id })
    expect(await view('landparcel', id)).toMatchObject({ name: 'Nala Khet', surveyNo: '12/3', slopePct: 3, updatedBy: person('fatima') })
  })
  it('is a conflict where both changed a field; a person chooses by field, and later changes ask again', async () => {
    const id = await plot()
    const { version, name: base } = await view('landparcel', id)
    const sent = await sendIn('PARCEL_BOUNDARY', { name: 'From the phone', surveyNo: '7' }, { targetType: 'landparcel', targetId: id, targetVersion: version })
    await edit('landparcel', id, { name: 'From the office' })
    const contested = await approve(sent.id)
    expect(contested).toMatchObject({
      status: 'CONFLICT',
      extra: {
        merge: {
          fields: [
            { field: 'name', base, device: 'From the phone', now: 'From the office', outcome: 'CONFLICT' },
            { field: 'surveyNo', outcome: 'DEVICE' },
          ],
        },
      },
    })
    expect((await view('landparcel', id)).surveyNo).not.toBe('7')
    expect(await raised(sent.id)).toEqual([])
    await deliverAll({ ...world.deps, clock, stop: new AbortController().signal }, world.tenants.cotton, { mail: false, push: false, telephone: false })
    expect(await raised(sent.id)).toMatchObject([{ event: 'SUB_CONFLICT', severity: 'WARN' }])
    const choices = [{ field: 'name', take: 'DEVICE' }]
    expect((await record(sent.id, 'RESOLVED', { version: contested.extra.merge.version, choices }, fatima())).status).toBe(403)
    // Nothing chosen: a conflict still.
    await ok(record(sent.id, 'RESOLVED', { version: contested.extra.merge.version, choices: [] }))
    expect((await view('submission', sent.id)).status).toBe('CONFLICT')
    // Changed again since the choice was offered: what was chosen about is not what is there.
    await edit('landparcel', id, { name: 'From the office again' })
    await ok(record(sent.id, 'RESOLVED', { version: contested.extra.merge.version, choices }))
    const still = await view('submission', sent.id)
    expect(still.status).toBe('CONFLICT')
    await ok(record(sent.id, 'RESOLVED', { version: still.extra.merge.version, choices }))
    expect(await view('submission', sent.id)).toMatchObject({ status: 'APPLIED' })
    expect(await view('landparcel', id)).toMatchObject({ name: 'From the phone', surveyNo: '7' })
  })
  it('goes back to what was there with its approval, and not over what somebody changed since (409)', async () => {
    const id = await plot()
    const before = await view('landparcel', id)
    const values = { boundary: field(52_000, 41_000, 90) }
    const sent = await sendIn('PARCEL_BOUNDARY', { surveyNo: '99' }, { targetType: 'landparcel', targetId: id, targetVersion: before.version })
    expect(values.boundary.type).toBe('Polygon')
    await approve(sent.id)
    const approval = (await historyOf('submission', sent.id)).find(({ eventType }) => eventType === 'APPROVED')
    const back = () => omar().post(`/submission/${sent.id}/events/${approval.id}/void`, { reason: 'INCORRECT_DATA' })
    await edit('landparcel', id, { surveyNo: '100' })
    expect(await back()).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT', detail: expect.stringContaining('was changed since') } })
    await edit('landparcel', id, { surveyNo: '99' })
    await ok(back())
    expect((await view('landparcel', id)).surveyNo).toBe(before.surveyNo)
  })
  it('of two people who approve at once is applied once', async () => {
    const id = await plot()
    const { version } = await view('landparcel', id)
    const sent = await sendIn('PARCEL_BOUNDARY', { surveyNo: '55' }, { targetType: 'landparcel', targetId: id, targetVersion: version })
    const answers = await Promise.all([record(sent.id, 'APPROVED'), record(sent.id, 'APPROVED', {}, world.as('ada', 'OP1'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await historyOf('landparcel', id)).filter(({ eventType }) => eventType === 'EDITED')).toHaveLength(1)
  })
})

describe('pictures that come later', () => {
  it('are waited for without anybody doing anything, and go on when the last of them is here', async () => {
    const { cropId } = await chain.sown()
    const files = [randomUUIDv7(), randomUUIDv7()]
    const more = { targetType: 'crop', targetId: cropId, files }
    const sent = await sendIn('CROP_EVENT', { eventType: 'HARVEST', pickNo: 1, kg: 10, occurredAt: at('2026-01-10') }, more, fatima(), {
      'x-files-to-come': files.join(),
    })
    expect([sent.status, sent.version]).toEqual(['WAITING_FILES', 2])
    expect((await record(sent.id, 'APPROVED')).status).toBe(409)
    const upload = (id: string) =>
      fatima().send(`/files?name=field.pdf&id=${id}`, { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(id)) })
    expect((await upload(files[0] as string)).status).toBe(201)
    expect((await view('submission', sent.id)).status).toBe('WAITING_FILES')
    expect((await upload(files[1] as string)).status).toBe(201)
    expect((await view('submission', sent.id)).status).toBe('RECEIVED')
    const done = await approve(sent.id)
    expect(done.status, JSON.stringify(done.extra.failure)).toBe('APPLIED')
    const hasFiles = 'files' in ((entityOf('crop').events as Json).HARVEST.fields as object)
    const event = await ok(omar().get(`/crop/${cropId}/events/${done.extra.result.resultEventId}`))
    expect(event.data.files ?? null).toEqual(hasFiles ? files : null)
  })
})

describe('the policy of the programme', () => {
  const path = '/api/submission-policy'
  const policy = async (rules: Json[], who = 'ada') => {
    const { version } = await ok(world.as('ada').get(path))
    return world.as(who).patch(path, { rules }, { 'if-match': `"${version}"` })
  }
  const rule = { form: 'CROP_EVENT', role: 'FIELD_OFFICER', afterApplied: 0, cleanDays: 0 }
  const harvestOf = (cropId: string, kg: number) =>
    sendIn('CROP_EVENT', { eventType: 'HARVEST', pickNo: 1, kg, occurredAt: at('2026-01-10') }, { targetType: 'crop', targetId: cropId })

  it('is set by administrators alone, one rule for a form and role', async () => {
    expect((await policy([rule], 'omar')).status).toBe(403)
    expect(await policy([rule, rule])).toMatchObject({ status: 400 })
    expect(await policy([{ ...rule, role: 'ADMIN' }])).toMatchObject({ status: 400, body: { fields: [{ path: 'rules.0.role' }] } })
    expect((await ok(fatima().get(path))).rules).toEqual([])
  })
  it('approves and applies what no rule has anything to say of, in the name of who captured it; everything else waits', async () => {
    const { cropId } = await chain.sown()
    // Without an approved estimate each picking is for a person to look at.
    await chain.picked(cropId, 20)
    expect((await harvestOf(cropId, 12)).status).toBe('RECEIVED')
    expect(await policy([rule])).toMatchObject({ status: 200, body: { rules: [rule] } })
    const applied = await harvestOf(cropId, 13)
    expect(applied, JSON.stringify(applied.autoChecks)).toMatchObject({ status: 'APPLIED', resultId: cropId, reviewerId: null })
    expect((await historyOf('submission', applied.id)).map(({ eventType }) => eventType)).toEqual(['APPLIED', 'AUTO_APPROVED', 'CREATED'])
    expect((await ok(omar().get(`/crop/${cropId}/events/${applied.extra.result.resultEventId}`))).recordedBy).toBe(person('fatima'))
    expect((await harvestOf(cropId, 9_000_000)).status).toBe('RECEIVED')
  })
  it('trusts by what was applied and what was refused before', async () => {
    const { cropId } = await chain.sown()
    await ok(policy([{ ...rule, afterApplied: 10_00 }]))
    expect((await harvestOf(cropId, 3)).status).toBe('RECEIVED')
    await ok(policy([{ ...rule, afterApplied: 1, cleanDays: 30 }]))
    const returned = await harvestOf(cropId, 4)
    // Earlier tests had theirs refused on this very day.
    expect(returned.status).toBe('RECEIVED')
    await ok(policy([]))
  })
})
