// Retention (6.6): what names a member is erased as long after they left as the programme says, once, unless something still needs it; what was recorded of land and
// goods stays, and so do the hashes.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { runClock } from '#server/jobs/clock.ts'
import type { RowOf } from '#server/scope.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import { pdf } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, clock as start } from './chain-stage.ts'

let world: World
let chain: Chain
let now = start()
const left = '2026-01-12'
const noon = (day: string) => new Date(`${day}T06:30:00Z`)
const ada = () => world.as('ada')
const omar = () => world.as('omar', 'OP1')
const address = () => `/api/client/${world.tenants.cotton.id}/retention`
const tick = () =>
  runClock(
    { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => now, stop: new AbortController().signal },
    world.tenants.cotton,
  )
const exits = (id: string, reason = 'Moved away') => ok(record(omar(), 'farmer', id, 'EXITED', left, { reason }))
const rowOf = async (id: string): Promise<Json> => (await world.as('ada', 'OP1').get(`/farmer/${id}`)).body
const eventsOf = (id: string) =>
  world.scoped(
    'ada',
    async ({ db, tenant }) =>
      (
        await sql<
          RowOf<'event'>
        >`select * from event where tenant_id = ${tenant.id} and subject_id = ${id}::uuid order by recorded_at, subject_version`.execute(db)
      ).rows,
  )
const preview = async (): Promise<Json> => (await ada().get(address())).body
/** Everything of the programme that still says one of these words, by table. */
const says = (...words: string[]) =>
  world.scoped('ada', async ({ db, tenant }) => {
    const tables = await sql<{
      name: string
    }>`select c.table_name as name from information_schema.columns as c join information_schema.tables as t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`.execute(db)
    const found: string[] = []
    for (const { name } of tables.rows) {
      const rows = await sql<{ n: string | null }>`select min(to_jsonb(r)::text) as n from ${sql.table(name)} as r where r.tenant_id = ${tenant.id}
        and (${sql.join(
          words.map((word) => sql`to_jsonb(r)::text like ${`%${word}%`}`),
          sql` or `,
        )})`.execute(db)
      if (rows.rows[0]?.n) found.push(`${name} ${rows.rows[0].n}`)
    }
    return found
  })

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
})

describe('the preview of what is erased', () => {
  it('is for administrators: a stranger signs in (401), others are refused (403), another programme is not there (404)', async () => {
    expect((await world.stranger().get(address())).status).toBe(401)
    for (const who of ['omar', 'fatima', 'carla']) expect((await world.as(who).get(address())).status).toBe(403)
    expect((await world.as('dina').get(address())).status).toBe(404)
    expect((await ada().get(`/api/client/${world.tenants.dairy.id}/retention`)).status).toBe(404)
  })
})

describe('what names a member who left', () => {
  let id = ''
  let retained = ''
  let cropId = ''
  let back = ''
  let mistaken = ''
  it('stays until its day, of whoever came back for good, and of whoever never left', async () => {
    id = (await chain.member({ name: 'Ghanashyam' })).farmerId
    const fatima = world.as('fatima', 'OP1')
    const sent = await world.app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/files?name=card.pdf`, {
      method: 'POST',
      headers: { host: `${world.tenants.cotton.subdomain}.farmbook.test`, 'x-test-user': world.people.fatima?.id ?? '', 'content-type': 'application/pdf' },
      body: new Uint8Array(pdf()),
    })
    const file: Json = await sent.json()
    const edit = async (body: Record<string, unknown>) => {
      const { version } = await rowOf(id)
      return ok(omar().patch(`/farmer/${id}`, body, { 'if-match': `"${version}"` }))
    }
    await edit({ phone: '+919826054321', noPhone: false, relationName: 'Jagannath', nationalIdType: 'VOTER', nationalIdLast4: '7788', birthYear: 1971 })
    await ok(
      record(fatima, 'farmer', id, 'VISIT', '2025-12-01', {
        purpose: 'Ghanashyam was ill',
        findings: 'Talked with Jagannath',
        files: file?.id ? [file.id] : [],
      }),
    )
    await ok(record(omar(), 'farmer', id, 'PAYMENT', '2025-12-02', { kind: 'PREMIUM', amount: 120_000, kg: 200, ref: 'P-1' }))
    await exits(id, 'Moved to the house of Suresh')
    const sown = await chain.sown({ name: 'Harnam' })
    retained = sown.farmerId
    cropId = sown.cropId
    await exits(retained)
    back = (await chain.member({ name: 'Indrajeet' })).farmerId
    await exits(back)
    await ok(record(omar(), 'farmer', back, 'REJOINED', '2026-01-13'))
    mistaken = (await chain.member({ name: 'Jaswant' })).farmerId
    const { event } = await exits(mistaken)
    await ok(omar().post(`/farmer/${mistaken}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR', note: 'Another member' }))
    // Ninety days before: administrators are informed on this day.
    now = noon('2032-10-14')
    await tick()
    expect([(await rowOf(id)).firstName, (await rowOf(id)).erasedOn]).toEqual(['Ghanashyam', null])
  })
  it('is named to administrators in the ninety days before, once, with what still needs it', async () => {
    const { years, days, erased, items } = await preview()
    expect({ years, days, erased }).toEqual({ years: 7, days: 90, erased: 0 })
    expect(items.map((one: Json) => [one.farmerId ?? one.id, one.leftOn, one.erasedFrom, one.retainedBy.length > 0])).toEqual(
      [
        [id, left, '2033-01-12', false],
        [retained, left, '2033-01-12', true],
      ].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    )
    await tick()
    const raised = await world.scoped('ada', async ({ db, tenant }) =>
      (await sql<{ id: string }>`select subject_ids[1] as id from outbox where tenant_id = ${tenant.id} and code = 'RETENTION_AHEAD'`.execute(db)).rows.map(
        (row) => row.id,
      ),
    )
    expect(raised.sort()).toEqual([id, retained].sort())
    now = noon('2033-01-11')
    await tick()
    expect((await rowOf(id)).erasedOn).toBeNull()
  })
  it('goes after days off, once with two workers; what is needed stays, and what it grew and was paid stays', async () => {
    const before = await eventsOf(id)
    const hashes = before.map(({ id: event, hash }) => [event, hash])
    now = noon('2033-02-20')
    await Promise.all([tick(), tick()])
    const after = await rowOf(id)
    expect(after).toMatchObject({
      status: 'EXITED',
      erasedOn: '2033-02-20',
      phone: null,
      noPhone: true,
      relationName: null,
      birthYear: null,
      nationalIdLast4: null,
      homePoint: null,
    })
    expect(after.title).toBe(`Former member ${after.memberNo}`)
    expect(await says('Ghanashyam', 'Jagannath', '9826054321', '"7788"', 'Suresh')).toEqual([])
    const events = await eventsOf(id)
    expect(events.filter(({ event_type }) => event_type === 'ERASED')).toMatchObject([
      { recorded_by: null, source: 'SYSTEM', data: { leftOn: left, years: 7 } },
    ])
    expect(events.filter(({ event_type }) => event_type !== 'ERASED').map(({ id: event, hash }) => [event, hash])).toEqual(hashes)
    for (const row of events) expect([row.event_type, isIntact(world.tenants.cotton.id, eventOf(row), row)]).toEqual([row.event_type, true])
    expect(events.find(({ event_type }) => event_type === 'PAYMENT')?.data).toMatchObject({ amount: 120_000, kg: 200, ref: 'P-1' })
    expect(events.find(({ event_type }) => event_type === 'VISIT')?.data).toEqual(expect.objectContaining({ purpose: null, findings: null }))
    expect([(await rowOf(retained)).firstName, (await rowOf(back)).firstName, (await rowOf(mistaken)).firstName]).toEqual(['Harnam', 'Indrajeet', 'Jaswant'])
    expect(await preview()).toMatchObject({ erased: 1, items: [{ id: retained }] })
  })
  it('cannot come back: no edit, no rejoining, no taking back of the exit, no altered type or month', async () => {
    const { version } = await rowOf(id)
    const conflict = { status: 409, body: { code: 'STATE_CONFLICT' } }
    expect(await omar().patch(`/farmer/${id}`, { firstName: 'Ghanashyam' }, { 'if-match': `"${version}"` })).toMatchObject(conflict)
    expect(await record(omar(), 'farmer', id, 'REJOINED', '2033-02-19')).toMatchObject(conflict)
    const exit = (await eventsOf(id)).find(({ event_type }) => event_type === 'EXITED')
    expect(await omar().post(`/farmer/${id}/events/${exit?.id}/void`, { reason: 'DID_NOT_OCCUR', note: 'x' })).toMatchObject(conflict)
    if (!exit) throw new Error('The exit is not there')
    for (const change of [{ event_type: 'VISIT' }, { occurred_at: '2026-02-12T04:30:00.000Z' }])
      expect(isIntact(world.tenants.cotton.id, eventOf({ ...exit, ...change }), { ...exit, ...change })).toBe(false)
    // Nobody erases what is of somebody who is not erased.
    const [other] = await eventsOf(back)
    await world.scoped('ada', ({ db }) => sql`select app.erase_event(${other?.id}::uuid, '{}'::jsonb, 'x', now())`.execute(db))
    expect((await eventsOf(back))[0]).toEqual(other)
  })
  it('goes on the day on which nothing needs it any more', async () => {
    const [{ retainedBy }] = (await preview()).items
    await ok(record(world.as('fatima', 'OP1'), 'crop', cropId, 'CROP_CLOSE', '2033-02-18', { residue: 'GRAZED' }))
    await ok(record(omar(), 'crop', cropId, 'CLOSED', '2033-02-19', { reconciled: true }))
    expect((await preview()).items[0].retainedBy).toEqual([])
    expect(retainedBy.length).toBeGreaterThan(0)
    now = noon('2033-02-21')
    await tick()
    expect((await rowOf(retained)).erasedOn).toBe('2033-02-21')
  })
})
