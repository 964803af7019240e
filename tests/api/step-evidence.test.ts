// What a package asks to be shown of a step is asked of the event that does it (domain dictionary 5.1, 6.3, BR-18): of whoever names the step, else the step and
// its task wait for it.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import type { Client } from '../harness/client.ts'
import { drawnImage, pdf } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
let popId: string
let papers: string
/** Crops of which more counts than when the migration judged them (docs/decisions/0164). */
const judgedSince: string[] = []

const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
const steps = [
  step('SOW', 'SOWING', 0, 0, 0),
  step('GERM', 'GERMINATION_COUNT', 10, 5, 5, { evidence: ['PHOTO', 'GPS'], weight: 10 }),
  step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING', evidence: ['PHOTO'], weight: 10 }),
  step('SCOUT', 'SCOUTING', 30, 3, 4, { evidence: ['DOC', 'SIGNATURE'] }),
]
/** On the plot of a new member. */
const planted = async (values: Json = {}): Promise<string> => {
  const today = now
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = today
  return chain.cropIn(systemId, { popId, ...values })
}
const sow = (cropId: string, areaHa = 1, day = '2025-06-20', more: Json = {}) =>
  ok(
    crop(
      cropId,
      'SOWING',
      day,
      { seedKg: 4, areaHa, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' },
      more,
    ),
  )
/** One that was sown on the twentieth of June. */
const sown = async (): Promise<string> => {
  const cropId = await planted()
  await sow(cropId)
  return cropId
}
const crop = (id: string, eventType: string, day: string, data: Json = {}, more: Json = {}) =>
  fatima().post(`/crop/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'Field book', ...more })
const stepOf = async (cropId: string, code: string): Promise<Json> => {
  const { items } = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&limit=200`))
  const all = await Promise.all((items as Json[]).map(({ id }) => chain.view('planevent', id)))
  return all.find(({ popEventCode }) => popEventCode === code) as Json
}
const shown = async (cropId: string, code: string) => {
  const { status, evidence, evidenceMissing } = await stepOf(cropId, code)
  return { status, evidence, evidenceMissing }
}
const sent = async (by: Client, type: string, bytes: Buffer): Promise<string> =>
  (await ok(by.send(`/files?name=${randomUUID()}`, { method: 'POST', headers: { 'content-type': type }, body: bytes as BodyInit }))).id
const photo = async () => sent(fatima(), 'image/png', await drawnImage(40, 30, 'png', `#${randomUUID().slice(0, 6)}`))
const paper = () => sent(fatima(), 'application/pdf', pdf(randomUUID()))
const gps = { lat: 22.18, lng: 75.6, accuracyM: 12 }
const weeding = { operation: 'WEEDING' }
const count = { plantsPerM2: 4 }
const clock = () =>
  runClock(
    { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => new Date(now), stop: new AbortController().signal },
    world.tenants.cotton,
    clockHandlers.filter(({ name }) => /^(plans of|plan steps|tasks of)/.test(name)),
  )
const taskOf = async (cropId: string, code: string): Promise<Json> => {
  const { id } = await stepOf(cropId, code)
  const { items } = await ok(ada().get(`/task?filter[planEventId]=${id}`))
  return items.length === 1 ? chain.view('task', items[0].id) : items
}
const missing = (count: number) => ({ status: 400, body: { code: 'VALIDATION', fields: Array(count).fill({ path: 'data.files', code: 'required' }) } })

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  popId = await published('Cotton with evidence', steps)
  papers = await published('Cotton with papers', [step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING', evidence: ['DOC'] })])
}, 120_000)
async function published(name: string, planEvents: readonly unknown[]): Promise<string> {
  const { id } = await ok(
    ada().post('/pop', {
      ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
      ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents },
    }),
  )
  await ok(record(ada(), 'pop', id, 'PUBLISHED', '2025-06-01'))
  return id
}

describe('an event that names a step', () => {
  it('is refused without what the package asks to be shown of it, each kind by its field (400), and leaves the step open', async () => {
    now = '2025-07-12T06:30:00Z'
    const cropId = await sown()
    const [germ, scout] = [await stepOf(cropId, 'GERM'), await stepOf(cropId, 'SCOUT')]
    expect(germ).toMatchObject({ evidence: ['PHOTO', 'GPS'], evidenceMissing: null })
    const counted = (data: Json, more: Json = {}) => crop(cropId, 'GERMINATION_COUNT', '2025-07-01', { ...count, ...data }, { planEventId: germ.id, ...more })
    expect(await counted({})).toMatchObject(missing(2))
    expect(await counted({ files: [await photo()] })).toMatchObject(missing(1))
    expect(await counted({ files: [await paper()] }, { gps })).toMatchObject(missing(1))
    expect(await shown(cropId, 'GERM')).toMatchObject({ evidenceMissing: null })
    expect((await stepOf(cropId, 'GERM')).status).not.toMatch(/^DONE/)
    await ok(counted({ files: [await photo()] }, { gps }))
    expect(await shown(cropId, 'GERM')).toEqual({ status: 'DONE_ON_TIME', evidence: ['PHOTO', 'GPS'], evidenceMissing: null })
    const scouting = { pest: 'Bollworm', count: 1, unit: 'PLANT' }
    const scouted = (files: readonly string[]) => crop(cropId, 'SCOUTING', '2025-07-20', { ...scouting, files }, { planEventId: scout.id })
    now = '2025-07-22T06:30:00Z'
    // One paper is not both the document and what was signed.
    expect(await scouted([await paper()])).toMatchObject(missing(1))
    await ok(scouted([await paper(), await paper()]))
    expect(await shown(cropId, 'SCOUT')).toEqual({ status: 'DONE_ON_TIME', evidence: ['DOC', 'SIGNATURE'], evidenceMissing: null })
  })
  it('is recorded as it is from a device, a program and by an approval, and the step says what is missing', async () => {
    now = '2025-07-12T06:30:00Z'
    for (const client of ['mobile', 'program']) {
      const cropId = await sown()
      const body = { eventType: 'INTERCULTURE', occurredAt: at('2025-07-11'), data: weeding, planEventId: (await stepOf(cropId, 'WEED')).id }
      const { event } = await ok(fatima().post(`/crop/${cropId}/events`, body, { 'x-client': client }))
      expect([event.planEventId, await shown(cropId, 'WEED')]).toMatchObject([body.planEventId, { status: 'DONE_ON_TIME', evidenceMissing: ['PHOTO'] }])
    }
    const cropId = await sown()
    const { id: planEventId } = await stepOf(cropId, 'WEED')
    const answers = Object.entries({ eventType: 'INTERCULTURE', operation: 'WEEDING', occurredAt: at('2025-07-11'), planEventId }).map(([field, text]) => ({
      field,
      value: { kind: 'TEXT', text },
    }))
    const sentIn = { formCode: 'CROP_EVENT', formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: at('2025-07-11'), targetType: 'crop', targetId: cropId }
    const { id } = await ok(fatima().post('/submission', sentIn))
    await ok(world.as('omar', 'OP1').post(`/submission/${id}/events`, { eventType: 'APPROVED', occurredAt: new Date(now).toISOString(), data: {} }))
    expect((await chain.view('submission', id)).status).toBe('APPLIED')
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: ['PHOTO'] })
  })
  it('shows nothing by a file that another event has named first, until that is taken back', async () => {
    now = '2025-07-12T06:30:00Z'
    const [cropId, other] = [await sown(), await sown()]
    const files = [await photo()]
    const { event } = await ok(crop(other, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    now = '2025-07-12T06:40:00Z'
    const named = { planEventId: (await stepOf(cropId, 'WEED')).id }
    expect(await crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }, named)).toMatchObject(missing(1))
    const { event: second } = await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    expect([await shown(other, 'WEED'), await shown(cropId, 'WEED')]).toMatchObject([{ evidenceMissing: null }, { evidenceMissing: ['PHOTO'] }])
    await ok(fatima().post(`/crop/${other}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }, { supersedesEventId: second.id, ...named }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: null })
  })
  it('has what another crop had shown first counted again once that is taken back, without anything else being recorded; a correction keeps it', async () => {
    now = '2025-07-12T06:30:00Z'
    const [cropId, other] = [await sown(), await sown()]
    judgedSince.push(other)
    const files = [await photo()]
    const { event } = await ok(crop(other, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    now = '2025-07-12T06:40:00Z'
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    const both = async () => [await shown(other, 'WEED'), await shown(cropId, 'WEED')]
    expect(await both()).toMatchObject([{ evidenceMissing: null }, { evidenceMissing: ['PHOTO'] }])
    now = '2025-07-12T06:50:00Z'
    const { event: corrected } = await ok(crop(other, 'INTERCULTURE', '2025-07-10', { ...weeding, files }, { supersedesEventId: event.id }))
    expect(await both()).toMatchObject([{ evidenceMissing: null }, { evidenceMissing: ['PHOTO'] }])
    await ok(fatima().post(`/crop/${other}/events/${corrected.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await both()).toMatchObject([{ status: 'DUE' }, { status: 'DONE_ON_TIME', evidenceMissing: null }])
  })
  it('has it counted again once the other event is corrected without it, and not before', async () => {
    now = '2025-07-12T06:30:00Z'
    const [cropId, other] = [await sown(), await sown()]
    const files = [await photo()]
    const { event } = await ok(crop(other, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    now = '2025-07-12T06:40:00Z'
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    await ok(crop(other, 'INTERCULTURE', '2025-07-11', weeding, { supersedesEventId: event.id }))
    expect([await shown(other, 'WEED'), await shown(cropId, 'WEED')]).toMatchObject([{ evidenceMissing: ['PHOTO'] }, { evidenceMissing: null }])
  })
  it('has a file counted that a task had shown first, once its closing is taken back', async () => {
    now = '2025-07-12T06:30:00Z'
    const cropId = await sown()
    const files = [await photo()]
    const given = { subject: 'Look at the bunds', type: 'VISIT', priority: 'P3', dueDate: '2025-07-20', assigneeId: world.people.fatima?.id, fourEyes: false }
    const { id } = await ok(world.as('omar', 'OP1').post('/task', given))
    const { event } = await ok(fatima().post(`/task/${id}/events`, { eventType: 'DONE', occurredAt: now, data: { files } }))
    now = '2025-07-12T06:40:00Z'
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ evidenceMissing: ['PHOTO'] })
    await ok(fatima().post(`/task/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: null })
  })
  it('has a file counted that a task had shown first, while that is open again', async () => {
    now = '2025-07-12T06:30:00Z'
    const cropId = await sown()
    const files = [await photo()]
    const given = { subject: 'Look at the wells', type: 'VISIT', priority: 'P3', dueDate: '2025-07-20', assigneeId: world.people.fatima?.id, fourEyes: false }
    const { id } = await ok(world.as('omar', 'OP1').post('/task', given))
    const done = () => fatima().post(`/task/${id}/events`, { eventType: 'DONE', occurredAt: now, data: { files } })
    await ok(done())
    now = '2025-07-12T06:40:00Z'
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ evidenceMissing: ['PHOTO'] })
    const again = { eventType: 'REOPENED', occurredAt: now, data: { reason: 'Look again' } }
    const { event } = await ok(world.as('omar', 'OP1').post(`/task/${id}/events`, again))
    expect(await shown(cropId, 'WEED')).toMatchObject({ evidenceMissing: null })
    await ok(world.as('omar', 'OP1').post(`/task/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ evidenceMissing: ['PHOTO'] })
    judgedSince.push(cropId)
    // Closed again with the same file it comes after the step.
    await ok(world.as('omar', 'OP1').post(`/task/${id}/events`, again))
    now = '2025-07-12T06:50:00Z'
    await ok(done())
    expect(await shown(cropId, 'WEED')).toMatchObject({ evidenceMissing: null })
  })
  it('has a file counted that stood in another record, once that names it no more', async () => {
    now = '2025-07-12T06:30:00Z'
    const [cropId, other] = [await sown(), await sown()]
    judgedSince.push(cropId)
    const files = [await photo()]
    const edit = async (values: Json) => {
      const { version } = await chain.view('crop', other)
      return ok(fatima().patch(`/crop/${other}`, values, { 'if-match': `"${version}"` }))
    }
    await edit({ files })
    now = '2025-07-12T06:40:00Z'
    const named = { planEventId: (await stepOf(cropId, 'WEED')).id }
    expect(await crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }, named)).toMatchObject(missing(1))
    const { event } = await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ evidenceMissing: ['PHOTO'] })
    await edit({ seedLotNo: 'L9' })
    expect(await shown(cropId, 'WEED')).toMatchObject({ evidenceMissing: ['PHOTO'] })
    await edit({ files: [] })
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: null })
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-10', { ...weeding, files }, { supersedesEventId: event.id, ...named }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: null })
  })
  it('is shown by one photo for one of two crops, where both name it at once', async () => {
    now = '2025-07-12T06:30:00Z'
    const [one, other] = [await sown(), await sown()]
    const files = [await photo()]
    const name = async (cropId: string) => crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files }, { planEventId: (await stepOf(cropId, 'WEED')).id })
    const sent = await Promise.all([name(one), name(other)])
    expect(sent.every(({ status }) => status < 500)).toBe(true)
    const done = (await Promise.all([one, other].map((id) => shown(id, 'WEED')))).filter(
      ({ status, evidenceMissing }) => /^DONE/.test(status) && !evidenceMissing,
    )
    expect(done).toHaveLength(1)
  })
  it('takes a file that its device has announced and not sent yet, and judges it again when it comes', async () => {
    now = '2025-07-12T06:30:00Z'
    const cropId = await sown()
    const later = randomUUIDv7()
    const body = {
      eventType: 'INTERCULTURE',
      occurredAt: at('2025-07-11'),
      data: { ...weeding, files: [later] },
      planEventId: (await stepOf(cropId, 'WEED')).id,
    }
    expect(await fatima().post(`/crop/${cropId}/events`, body, { 'X-Files-To-Come': later })).toMatchObject({ status: 201 })
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: null })
    // It comes, and is no picture.
    const bytes = pdf(randomUUID())
    const sending = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: bytes as BodyInit }
    expect(await fatima().send(`/files?name=paper.pdf&id=${later}`, sending)).toMatchObject({ status: 201, body: { state: 'ATTACHED' } })
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: ['PHOTO'] })
  })
})

describe('an event that does a step without naming it', () => {
  it('does it, and the step says what is missing until the event is corrected with it; taken back, the step is open', async () => {
    now = '2025-07-12T06:30:00Z'
    const cropId = await sown()
    const { event } = await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', weeding))
    expect(await shown(cropId, 'WEED')).toEqual({ status: 'DONE_ON_TIME', evidence: ['PHOTO'], evidenceMissing: ['PHOTO'] })
    const waiting = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&filter[evidenceMissing]=PHOTO,DOC`))
    expect(waiting.items).toMatchObject([{ popEventCode: 'WEED' }])
    const corrected = await ok(crop(cropId, 'INTERCULTURE', '2025-07-11', { ...weeding, files: [await photo()] }, { supersedesEventId: event.id }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: null })
    await ok(fatima().post(`/crop/${cropId}/events/${corrected.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await shown(cropId, 'WEED')).toMatchObject({ status: 'DUE', evidenceMissing: null })
  })
  it('is judged for each step by its own package: one picture is the photo of one crop and the document of the other, whichever plan is brought up to date', async () => {
    now = '2026-01-15T06:30:00Z'
    const { parcelId } = await chain.member()
    const systemId = await chain.systemOn(parcelId, { systemType: 'INTERCROP', rowRatio: '4:2' })
    now = '2025-07-12T06:30:00Z'
    const main = await chain.cropIn(systemId, { popId, areaHa: 0.66 })
    const between = await chain.cropIn(systemId, { popId: papers, areaHa: 0.33, role: 'INTERCROP' })
    await sow(main, 0.66)
    const weeded = { eventType: 'INTERCULTURE', occurredAt: at('2025-07-11'), data: { ...weeding, files: [await photo()] } }
    await ok(fatima().post(`/croppingsystem/${systemId}/events`, weeded))
    const both = async () => [await shown(main, 'WEED'), await shown(between, 'WEED')]
    const done = { status: 'DONE_ON_TIME', evidenceMissing: null }
    expect(await both()).toMatchObject([done, done])
    await sow(between, 0.33)
    expect(await both()).toMatchObject([done, done])
  })
  it('is the same step with the same evidence when it came within its days by a sowing that was corrected since', async () => {
    now = '2025-07-12T06:30:00Z'
    const cropId = await planted()
    const { event } = await sow(cropId, 1, '2025-05-20')
    const body = { eventType: 'GERMINATION_COUNT', occurredAt: at('2025-07-02'), data: count, gps }
    await ok(fatima().post(`/crop/${cropId}/events`, body, { 'x-client': 'mobile' }))
    expect(await shown(cropId, 'GERM')).toMatchObject({ status: 'MISSED', evidenceMissing: null })
    await sow(cropId, 1, '2025-06-20', { supersedesEventId: event.id })
    expect(await shown(cropId, 'GERM')).toMatchObject({ status: 'DONE_ON_TIME', evidenceMissing: ['PHOTO'] })
  })
})

describe('the task of a critical step', () => {
  it('asks for the evidence of the step, waits for it when the step was done without, and is closed with it', async () => {
    now = '2025-07-10T06:30:00Z'
    const cropId = await sown()
    await clock()
    const task = await taskOf(cropId, 'WEED')
    expect(task).toMatchObject({ status: 'OPEN', evidence: ['PHOTO'] })
    const { event } = await ok(crop(cropId, 'INTERCULTURE', '2025-07-09', weeding))
    expect(await taskOf(cropId, 'WEED')).toMatchObject({ status: 'OPEN', id: task.id })
    const close = (files: readonly string[]) =>
      fatima().post(`/task/${task.id}/events`, { eventType: 'DONE', occurredAt: new Date(now).toISOString(), data: { files } })
    expect(await close([])).toMatchObject(missing(1))
    await ok(close([await photo()]))
    expect((await taskOf(cropId, 'WEED')).status).toBe('DONE')
    // What else happens to the crop does not open it again; what takes the step back does.
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-09', { operation: 'HOEING' }))
    expect((await taskOf(cropId, 'WEED')).status).toBe('DONE')
    await ok(fatima().post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await taskOf(cropId, 'WEED')).status).toBe('OPEN')
  })
  it('is closed with the step that shows it, and open again once a correction shows it no more', async () => {
    now = '2025-07-10T06:30:00Z'
    const cropId = await sown()
    await clock()
    const { event } = await ok(crop(cropId, 'INTERCULTURE', '2025-07-09', { ...weeding, files: [await photo()] }))
    expect((await taskOf(cropId, 'WEED')).status).toBe('DONE')
    await ok(crop(cropId, 'INTERCULTURE', '2025-07-09', weeding, { supersedesEventId: event.id }))
    expect((await taskOf(cropId, 'WEED')).status).toBe('OPEN')
  })
})

describe('the migration of the steps that there were', () => {
  it('says of each what the package asks for, and what is missing, as its events say it', async () => {
    const text = readFileSync(new URL('../../src/server/db/migrations/0097-evidence-of-steps.sql', import.meta.url), 'utf8')
    const [, computed = ''] = /(with package as [\s\S]*)\nupdate planevent/.exec(text) ?? []
    const read = (from: string) => sql<Json>`${sql.raw(from)}`
    const [migrated, folded] = await world.scoped('ada', async ({ db, tenant }) => {
      const ofThese = `tenant_id = ${tenant.id} and deleted_at is null and pop_id in ('${popId}', '${papers}') and crop_id not in (${judgedSince.map((id) => `'${id}'`).join()})`
      const now = await read(`${computed} select id, kinds as evidence, nullif(kinds_missing, '{}'::text[]) as missing from missing
        where id in (select p.id from planevent as p where ${ofThese}) order by id`).execute(db)
      const stored = await read(
        `select id, evidence, evidence_missing as missing from planevent where ${ofThese} and evidence is not null order by id`,
      ).execute(db)
      return [now.rows, stored.rows]
    })
    expect(migrated).toEqual(folded)
    expect(new Set(folded.map(({ missing: one }: Json) => JSON.stringify(one))).size).toBeGreaterThan(1)
  })
})
