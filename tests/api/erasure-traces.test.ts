// What erasing takes and where (6.6, BR-35): everything of the programme is searched for the words that were typed about a member, in rows, events, messages that
// were delivered, findings of others and files of imports. What is of others stays; nothing comes back.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import { retention } from '#server/jobs/clock/retention.ts'
import { runClock } from '#server/jobs/clock.ts'
import type { RowOf } from '#server/scope.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record, clock as start, uploadedSlip } from './chain-stage.ts'
import { person as newcomer } from './exchange-stage.ts'
import { delivererOf } from './notification-stage.ts'

let world: World
let chain: Chain
let now = start()
const noon = (day: string) => new Date(`${day}T06:30:00Z`)
const as = (who: string) => world.as(who, 'OP1')
const roundOf = async (day: string) => {
  now = noon(day)
  const context = { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => now, stop: new AbortController().signal }
  await runClock(context, world.tenants.cotton, retention)
}
const view = (entity: string, id: string): Promise<Json> => ok(as('ada').get(`/${entity}/${id}`))
const edit = async (entity: string, id: string, values: Json, who = 'omar') =>
  as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${(await view(entity, id)).version}"` })
const voids = (entity: string, id: string, eventId: string, note: string) =>
  as('omar').post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR', note })
const place = { village: 'Sonpur', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh', country: 'IN' }
/** Where one of these words still stands: table, and what it is of. */
const says = (...words: string[]) =>
  world.scoped('ada', async ({ db, tenant }) => {
    const tables = await sql<{ name: string }>`select c.table_name as name from information_schema.columns as c
      join information_schema.tables as t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`.execute(db)
    const found: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select to_jsonb(r)::text as row from ${sql.table(name)} as r where r.tenant_id = ${tenant.id}
        and to_jsonb(r)::text ilike any(${words.map((word) => `%${word}%`)}::text[]) limit 50`.execute(db)
      found.push(...rows.map(({ row }) => `${name} ${row}`))
    }
    return found
  })
const eventsOf = (...ids: string[]) =>
  world.scoped(
    'ada',
    async ({ db, tenant }) =>
      (await sql<RowOf<'event'>>`select * from event where tenant_id = ${tenant.id} and subject_id = any(${ids}::uuid[])`.execute(db)).rows,
  )

const filesOf = (...ids: string[]) =>
  world.scoped(
    'ada',
    async ({ db, tenant }) => (await sql`select 1 from file_use where tenant_id = ${tenant.id} and record_id = any(${ids}::uuid[])`.execute(db)).rows.length,
  )
/** What the other one was registered as, before the mistake was corrected, is of that one. */
const isOfMember = (found: string) => !(found.startsWith('event ') && found.includes(`"subject_id": "${other}"`))

/** Typed in every place that is of this member; of nobody else. */
const word = 'Ghanashyamdas'
let id = ''
let owner = ''
let inspectionId = ''
let submissionId = ''
let account = ''
let officer = ''
let other = ''
let visit = ''
let deleted = ''
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
}, 120_000)

describe('a member of whom much was written', () => {
  it('is there with all of it, in messages too', async () => {
    const text = (value: string) => ({ kind: 'TEXT', text: value })
    const registration = {
      ...{ memberNo: 'GH-1', firstName: word, lastName: 'Awasya', gender: 'M', language: 'hi', phone: '+919826054321', ...place },
      ...{ totalHoldingHa: '1', joinedOn: '2021-04-01', contractSignedOn: '2021-04-01', noParcelReason: `${word} has none yet` },
    }
    const answers = [
      ...Object.entries(registration).map(([field, value]) => ({ field, value: field === 'totalHoldingHa' ? { kind: 'NUMBER', number: 1 } : text(value) })),
      { field: 'noPhone', value: { kind: 'YES_NO', yes: false } },
      { field: 'otherGroupMembership', value: { kind: 'YES_NO', yes: false } },
    ]
    const sent = { formCode: 'FARMER_REG', formVersion: 1, deviceId: `Phone of ${word}`, capturedAt: at('2026-01-10') }
    submissionId = (await ok(as('fatima').post('/submission', { ...sent, answers: answers.slice(0, 3) }))).id
    await ok(record(as('omar'), 'submission', submissionId, 'RETURNED', '2026-01-15', { comment: `Where does ${word} live?` }))
    await ok(record(as('fatima'), 'submission', submissionId, 'RESUBMITTED', '2026-01-15', { answers }, 11))
    await ok(record(as('omar'), 'submission', submissionId, 'APPROVED', '2026-01-15', {}, 12))
    const done = await view('submission', submissionId)
    expect([done.status, done.farmerId]).toEqual(['APPLIED', null])
    id = done.resultId
    await ok(
      edit('farmer', id, { tags: [`Son of ${word}`], consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at('2021-04-01'), channel: 'PAPER' }] }),
    )
    await ok(record(as('fatima'), 'farmer', id, 'SUBMITTED', '2026-01-15', {}, 12))
    await ok(record(as('omar'), 'farmer', id, 'APPROVED', '2026-01-15', {}, 12))
    now = noon('2026-01-20')
    const { event } = await ok(record(as('fatima'), 'farmer', id, 'VISIT', '2026-01-16', { purpose: `With ${word}`, findings: `${word} was ill` }))
    visit = event.id
    await ok(record(as('fatima'), 'farmer', id, 'GRIEVANCE', '2026-01-16', { text: `${word} was paid late`, channel: 'PERSON', dueOn: '2026-02-01' }))
    const { event: mistaken } = await ok(record(as('fatima'), 'farmer', id, 'VISIT', '2026-01-17', { purpose: 'Of another' }))
    await ok(voids('farmer', id, mistaken.id, `It was not ${word}`))
    // Entered with another spelling, and deleted as a mistake.
    const wrong = { name: `Shri ${word}`, ownerType: 'INDIVIDUAL', farmerId: id, ...place, consentToCertification: false }
    deleted = (await ok(as('fatima').post('/landowner', wrong))).id
    expect((await as('fatima').send(`/landowner/${deleted}`, { method: 'DELETE' })).status).toBe(204)
    owner = (
      await ok(as('fatima').post('/landowner', { name: `${word} Awasya`, ownerType: 'INDIVIDUAL', farmerId: id, ...place, consentToCertification: false }))
    ).id
    await ok(record(as('omar'), 'landowner', owner, 'DEACTIVATED', '2026-01-18', { reason: `${word} sold it` }))
    const ask = { kind: 'TEXT', mayNotApply: true }
    const question = { code: 'WORDS', section: 'Farm', text: 'What is to be seen?', ask, severity: 'MINOR', weight: 1, correctiveDays: 30, photo: 'NONE' }
    const { id: checklistId } = await ok(world.as('ada').post('/checklist', { name: 'Words', kind: 'INTERNAL', questions: [question] }))
    await ok(record(world.as('ada'), 'checklist', checklistId, 'PUBLISHED', '2026-01-15'))
    const plan = { kind: 'INTERNAL', farmerId: id, seasonId: chain.season, round: 1, checklistId, plannedOn: '2026-01-17', note: `Call ${word} first` }
    inspectionId = (await ok(as('ines').post('/inspection', plan))).id
    await ok(record(as('ines'), 'inspection', inspectionId, 'MOVED', '2026-01-17', { plannedOn: '2026-01-18', reason: `${word} was away` }, 8))
    await ok(record(as('ines'), 'inspection', inspectionId, 'STARTED', '2026-01-18', {}, 9))
    await ok(
      record(as('ines'), 'inspection', inspectionId, 'ANSWERED', '2026-01-18', {
        answers: [{ question: 'WORDS', answer: { kind: 'TEXT', text: `${word} has two bullocks` }, note: `Said by ${word}` }],
      }),
    )
    const submitted = {
      result: 'CONDITIONAL',
      conditions: `${word} marks the edge`,
      summary: `${word} is careful`,
      signedBy: 'REFUSED',
      inspectorSignature: [await uploadedSlip(as('ines'))],
    }
    await ok(record(as('ines'), 'inspection', inspectionId, 'SUBMITTED', '2026-01-18', submitted, 11))
    await ok(
      record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'APPROVAL_COMMITTEE', '2026-01-19', {
        seasonId: chain.season,
        decisions: [{ farmerId: id, result: 'CONDITIONAL', conditions: 'Marks the edge' }],
      }),
    )
    // Another person, of the same telephone and name.
    const { id: like } = await ok(
      as('fatima').post('/farmer', {
        ...{
          memberNo: 'GH-2',
          firstName: word,
          lastName: 'Awasya',
          gender: 'F',
          language: 'hi',
          phone: '+919826054321',
          noPhone: false,
          ...place,
          village: 'Elsewhere',
        },
        ...{ totalHoldingHa: 1, otherGroupMembership: false, joinedOn: '2024-04-01', consent: [] },
      }),
    )
    other = like
    await ok(record(as('fatima'), 'farmer', other, 'VISIT', '2026-01-19', { purpose: 'Seed', files: [await uploadedSlip(as('fatima'))] }))
    await ok(edit('farmer', other, { firstName: 'Narmada', lastName: 'Muwel', phone: '+919826054322', duplicateOverride: null }))
    const rejected = [newcomer({ member_no: 'GH-1', first_name: word, gender: 'unknown' }), newcomer({ member_no: 'GH-9', gender: 'unknown' })]
    const header = Object.keys(rejected[0] ?? {})
    const csv = csvText(
      header,
      rejected.map((row) => header.map((name) => row[name] ?? '')),
    )
    await ok(as('omar').send('/farmer/import', { method: 'POST', body: csv, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } }))
    const people = world.as('ada', '-')
    const invited = (name: string, email: string, roles: Json[]) => people.post('/user', { name, email, locale: 'en', mfa: false, farmerId: id, roles })
    account = (await ok(invited(`${word} Awasya`, `${word}@cotton.example`, [{ role: 'FARMER' }]))).id
    officer = (
      await ok(
        invited('Rukmini Officer', 'rukmini@cotton.example', [
          { role: 'FARMER' },
          { role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id], villages: ['Sonpur'] },
        ]),
      )
    ).id
    for (const one of [account, officer]) await ok(record(people, 'user', one, 'DEACTIVATED', '2026-01-20', { reason: 'Left' }))
    await ok(record(as('omar'), 'farmer', id, 'EXITED', '2026-01-20', { reason: `${word} moved to the town` }))
    const { deliver } = delivererOf(world, () => now)
    await deliver()
    await roundOf('2032-10-22')
    await deliver()
    const tables = [...new Set((await says(word)).map((one) => one.split(' ')[0]))]
    expect(tables).toEqual(
      expect.arrayContaining(['event', 'farmer', 'flag', 'import_line', 'inspection', 'inspection_answers', 'landowner', 'notification', 'user']),
    )
  })
  it('is held back by an inspection that is to be reviewed', async () => {
    await roundOf('2033-01-20')
    expect((await view('farmer', id)).erasedOn).toBeNull()
    await ok(record(as('omar'), 'inspection', inspectionId, 'REVIEWED', '2033-01-20'))
  })
  it('leaves none of it: not in a row, an event, a message, a finding of another, an import; hashes hold, results and the other stay', async () => {
    await roundOf('2033-01-21')
    expect((await view('farmer', id)).erasedOn).toBe('2033-01-21')
    expect((await says(word, '9826054321')).filter(isOfMember)).toEqual([])
    expect(await filesOf(id, owner, inspectionId)).toBe(0)
    for (const row of await eventsOf(id, owner, deleted, inspectionId, submissionId, account, officer))
      expect([row.subject_type, row.event_type, isIntact(world.tenants.cotton.id, eventOf(row), row)]).toEqual([row.subject_type, row.event_type, true])
    expect(await view('inspection', inspectionId)).toMatchObject({
      result: 'CONDITIONAL',
      conditions: null,
      answers: [{ question: 'WORDS', answer: { kind: 'TEXT' } }],
    })
    expect(await view('farmer', other)).toMatchObject({ firstName: 'Narmada', phone: '+919826054322' })
    const lines = await says('GH-9')
    expect(lines.length).toBeGreaterThan(0)
    const people = world.as('ada', '-')
    expect(await ok(people.get(`/user/${officer}`))).toMatchObject({ name: 'Rukmini Officer', email: 'rukmini@cotton.example', farmerId: null })
    expect((await ok(people.get(`/user/${account}`))).name).not.toContain(word)
  })
  it('has a past of the name of now (as-of days), and its owner too', async () => {
    const then = await ok(as('ada').get(`/farmer/${id}?asOf=2026-01-18`))
    expect([then.title, then.lastName]).toEqual(['Former member GH-1', 'GH-1'])
    expect((await ok(as('ada').get(`/landowner/${owner}?asOf=2026-01-19`))).title).toBe('Former member')
  })
  it('does not come back: each way to word something of them is refused (409)', async () => {
    const conflict = { status: 409, body: { code: 'STATE_CONFLICT' } }
    const day = '2033-01-20'
    expect(await record(as('fatima'), 'farmer', id, 'VISIT', day, { purpose: word })).toMatchObject(conflict)
    expect(await record(as('fatima'), 'farmer', id, 'GRIEVANCE', day, { text: word, channel: 'PERSON', dueOn: day })).toMatchObject(conflict)
    expect(await record(as('omar'), 'farmer', id, 'REJOINED', day)).toMatchObject(conflict)
    expect(await edit('farmer', id, { firstName: word })).toMatchObject(conflict)
    expect(await voids('farmer', id, visit, word)).toMatchObject(conflict)
    expect(await edit('landowner', owner, { name: word })).toMatchObject(conflict)
    expect(await record(as('omar'), 'landowner', owner, 'REACTIVATED', day)).toMatchObject(conflict)
    const reviewed = (await eventsOf(inspectionId)).find(({ event_type }) => event_type === 'REVIEWED')
    expect(await voids('inspection', inspectionId, reviewed?.id ?? '', word)).toMatchObject(conflict)
    expect(await record(as('fatima'), 'submission', submissionId, 'COMMENT', day, { text: word })).toMatchObject(conflict)
    const complaint = {
      formCode: 'GRIEVANCE',
      formVersion: 1,
      deviceId: 'SM-A146',
      capturedAt: at(day),
      answers: [{ field: 'text', value: { kind: 'TEXT', text: word } }],
    }
    expect(await as('fatima').post('/submission', { ...complaint, targetType: 'farmer', targetId: id })).toMatchObject(conflict)
    expect(await as('fatima').post('/submission', { ...complaint, farmerId: id })).toMatchObject(conflict)
    const again = { name: word, email: 'again@cotton.example', locale: 'en', mfa: false, farmerId: id, roles: [{ role: 'FARMER' }] }
    expect(await world.as('ada', '-').post('/user', again)).toMatchObject(conflict)
    const training = { topic: `Of ${word}`, hours: 2, farmerIds: [id] }
    expect(await record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'TRAINING', '2026-01-18', training)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.farmerIds.0', code: 'rule' }] },
    })
    expect((await view('farmer', id)).may).toEqual([])
    expect((await says(word)).filter(isOfMember)).toEqual([])
  })
  it('gives nobody a way to erase what is of others: no event, no file', async () => {
    const [before] = await eventsOf(other)
    await world.scoped('ada', async ({ db }) => {
      await sql`select app.erase_event(${before?.id}::uuid, '{}'::jsonb, 'x', now())`.execute(db)
      await sql`select app.erase_files(array(select record_id from file_use))`.execute(db)
    })
    expect((await eventsOf(other))[0]).toEqual(before)
    expect(await filesOf(other)).toBe(1)
  })
})
