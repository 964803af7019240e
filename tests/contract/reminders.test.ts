// What people are reminded of because of the day: on its day and not before, once however often the clock looks, after days off too,
// and dealt with when what it asks for is done.
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { addDays, dayIn } from '#domain/kernel/day.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { runClock } from '#server/jobs/clock.ts'
import { createBySystem } from '#server/store/create.ts'
import { closeFlagsOfRules, saveFlags } from '#server/store/flags.ts'
import { type Chain, chainOf, clock as demoClock, ok } from '../api/chain-stage.ts'
import { delivererOf } from '../api/notification-stage.ts'
import { salesOf } from '../api/sale-stage.ts'
import { pdf } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

const dayMs = 86_400_000
let world: World
let chain: Chain
let stage: ReturnType<typeof delivererOf>
let ahead = 0
const clock = () => new Date(demoClock().getTime() + ahead)
const today = (days = 0) => addDays(dayIn('Asia/Kolkata', clock()), days)
const operatorId = () => world.places.cotton.OP1?.id ?? ''
/** The clock looks twice, and what it raised is delivered. */
async function tick(days: number): Promise<void> {
  ahead = days * dayMs
  stage.setAhead(0)
  for (let time = 0; time < 2; time++) await runClock(stage.context, world.tenants.cotton)
  // What gathers is delivered a minute later.
  stage.setAhead(120_000)
  await stage.deliver()
}
const made = (name: string, values: Record<string, unknown>): Promise<string> =>
  world.scoped('ada', async (scope) => {
    const entity: AnyEntity = entityOf(name)
    const { row } = await createBySystem<AnyEntity>({ ...scope, behaviours: {} }, entity, { ...sampleOf(entity), operatorId: operatorId(), ...values })
    return row.id
  })
const set = (table: string, id: string, values: Record<string, unknown>) =>
  world.scoped('ada', async ({ db, tenant }) => {
    for (const [column, value] of Object.entries(values))
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db)
  })
const heard = async (person: string, code: string, id?: string) => (await stage.inbox(person, code)).filter(({ subjectId }) => !id || subjectId === id)

beforeAll(async () => {
  world = await openWorld({ now: demoClock })
  chain = await chainOf(world)
  stage = delivererOf(world, clock)
}, 120_000)
afterEach(() => {
  ahead = 0
})

describe('a scope certificate', () => {
  it('is announced at 90, 60, 30, 7 and 0 days and when it has lapsed, once each, to holder, administrator and body', async () => {
    const { id } = await chain.standards.certify({ collectiveId: operatorId() }, { issueDate: '2026-01-01', validFrom: '2026-01-01', validTo: today(100) })
    await tick(5)
    expect(await heard('omar', 'SC_EXPIRING', id)).toEqual([])
    for (const [days, number] of [
      [10, 1],
      [15, 1],
      [40, 2],
      [70, 3],
      [93, 4],
      [100, 5],
    ] as const) {
      await tick(days)
      expect(await heard('omar', 'SC_EXPIRING', id), `after ${days} days`).toHaveLength(number)
    }
    expect(await heard('omar', 'SC_LAPSED', id)).toEqual([])
    await tick(101)
    for (const person of ['omar', 'ada', 'carla']) {
      expect(await heard(person, 'SC_EXPIRING', id), person).toHaveLength(5)
      expect(await heard(person, 'SC_LAPSED', id), person).toMatchObject([{ severity: 'CRITICAL' }])
    }
    expect(await heard('leela', 'SC_EXPIRING')).toEqual([])
  })
  it('whose marks passed while nothing ran is announced once, with the days that are left', async () => {
    const { id } = await chain.standards.certify({ collectiveId: operatorId() }, { issueDate: '2026-01-01', validFrom: '2026-01-01', validTo: today(20) })
    await tick(0)
    expect(await heard('omar', 'SC_EXPIRING', id)).toMatchObject([{ headline: expect.stringMatching(/in 20 days\.$/) }])
  })
})

describe('tasks', () => {
  it('are overdue on the day after, to whoever does and whoever gave them, and dealt with when they are done', async () => {
    const omar = world.as('omar')
    const body = { subject: 'Count the bales', type: 'VISIT', priority: 'P3', dueDate: today(2), assigneeId: world.people.fatima?.id, fourEyes: false }
    const { id } = (await omar.post('/task', body)).body
    await tick(2)
    expect(await heard('fatima', 'TASK_OVERDUE', id)).toEqual([])
    await tick(3)
    for (const person of ['fatima', 'omar']) expect(await heard(person, 'TASK_OVERDUE', id), person).toMatchObject([{ status: 'UNREAD', timesSeen: 1 }])
    ahead = 0
    expect(await world.as('fatima').post(`/task/${id}/events`, { eventType: 'DONE', occurredAt: clock().toISOString(), data: {} })).toMatchObject({
      status: 201,
    })
    await tick(3)
    for (const [person, code] of [
      ['fatima', 'TASK_ASSIGNED'],
      ['fatima', 'TASK_OVERDUE'],
      ['omar', 'TASK_OVERDUE'],
    ] as const)
      expect(await heard(person, code, id), `${person} ${code}`).toMatchObject([{ status: 'ACTIONED' }])
  })
})

describe('a transaction certificate', () => {
  it('that the certification body has had for more than fourteen days is brought to mind, once, to the body and the seller', async () => {
    const sales = salesOf(chain)
    const lot = await sales.lot(100)
    const [waiting, draft] = [await sales.draft([await sales.send(lot, 40)]), await sales.draft([await sales.send(lot, 40)])]
    await ok(sales.act(world.as('omar', 'OP1'), waiting.id, 'SUBMITTED'))
    await tick(13)
    expect(await heard('omar', 'TC_AGEING')).toEqual([])
    for (const day of [15, 17]) await tick(day)
    for (const person of ['omar', 'carla']) expect(await heard(person, 'TC_AGEING', waiting.id), person).toMatchObject([{ severity: 'WARN', timesSeen: 1 }])
    expect(await heard('omar', 'TC_AGEING', draft.id)).toEqual([])
  })
})

describe('non-conformities', () => {
  it('are announced seven days before and after their day, until they are corrected', async () => {
    const id = await made('nonconformity', { openedOn: today(-1), dueOn: today(10), status: 'OPEN' })
    const corrected = await made('nonconformity', { openedOn: today(-1), dueOn: today(10), status: 'ACTION_SENT' })
    await tick(2)
    expect(await heard('omar', 'NC_DUE', id)).toEqual([])
    await tick(3)
    expect(await heard('omar', 'NC_DUE', id)).toHaveLength(1)
    await tick(10)
    expect(await heard('omar', 'NC_OVERDUE', id)).toEqual([])
    await tick(11)
    expect(await heard('omar', 'NC_OVERDUE', id)).toMatchObject([{ severity: 'CRITICAL' }])
    expect(await heard('omar', 'NC_OVERDUE', corrected)).toEqual([])
  })
})

describe('non-conformities of a company', () => {
  it('are reported to its body when they are overdue, escalated by the clock, and unchecked; to nobody of a group (docs/decisions/0150)', async () => {
    const gin = chain.ginner
    const values = { operatorId: null, farmerId: null, processorId: gin, certificationBodyId: world.places.cotton['CB-NIMAR']?.id }
    const opened = (more: Record<string, unknown>) =>
      made('nonconformity', { ...values, severity: 'MAJOR', openedOn: today(-1), dueOn: today(10), status: 'OPEN', ...more })
    const open = await opened({ ref: 'C-1' })
    const critical = await opened({ ref: 'C-2', severity: 'CRITICAL' })
    const minor = await opened({ ref: 'C-3', severity: 'MINOR' })
    const reported = await opened({ ref: 'C-4', severity: 'MINOR' })
    const sent = await world.as('paul', '-').post(`/nonconformity/${reported}/events`, {
      ...{ eventType: 'ACTION_SENT', occurredAt: demoClock().toISOString() },
      data: { action: 'Marks painted', doneOn: dayIn('Asia/Kolkata', demoClock()) },
    })
    expect(sent).toMatchObject({ status: 201 })
    await tick(10)
    for (const person of ['paul', 'carla']) expect(await heard(person, 'NC_OVERDUE', open), person).toEqual([])
    await tick(11)
    // Those of one day are one message: named or counted.
    const overdue = async (person: string) =>
      (await heard(person, 'NC_OVERDUE')).filter(({ subjectId, timesSeen }) => subjectId === null || timesSeen > 1 || subjectId === open)
    for (const person of ['paul', 'carla']) expect((await overdue(person)).length, person).toBeGreaterThan(0)
    // Escalated once by severity: a warning or a corrective action, which a company may get, and no other.
    for (const [id, sanction] of [
      [open, 'CORRECTIVE_ACTION'],
      [critical, 'CORRECTIVE_ACTION'],
      [minor, 'WARNING'],
    ] as const) {
      const { body } = await world.as('carla', '-').get(`/nonconformity/${id}`)
      expect([id, body]).toMatchObject([id, { status: 'ESCALATED', sanction, sanctionState: 'PROPOSED', processorId: gin, operatorId: null }])
      expect(await heard('carla', 'SANCTION_PROPOSED', id)).toHaveLength(1)
      expect(await heard('ada', 'SANCTION_PROPOSED', id)).toHaveLength(1)
      expect(await heard('omar', 'SANCTION_PROPOSED', id)).toEqual([])
    }
    await tick(29)
    expect(await heard('carla', 'NC_UNCHECKED', reported)).toEqual([])
    for (const day of [30, 31]) await tick(day)
    expect(await heard('carla', 'NC_UNCHECKED', reported)).toHaveLength(1)
    for (const person of ['omar', 'ines', 'paul']) expect(await heard(person, 'NC_UNCHECKED', reported), person).toEqual([])
  })
})

describe('non-conformities due on the same day', () => {
  it('are one message with their number', async () => {
    for (const days of [20, 21]) await made('nonconformity', { openedOn: today(-1), dueOn: today(days), status: 'OPEN' })
    await tick(14)
    const messages = await heard('omar', 'NC_DUE')
    expect(messages.filter(({ timesSeen }) => timesSeen === 2)).toMatchObject([
      { headline: '2 non-conformities are to be corrected within a week.', subjectId: null },
    ])
  })
})

describe('plots', () => {
  it('with a lease that ends are announced at 90 and at 30 days', async () => {
    const { parcelId: id } = await chain.member()
    await set('landparcel', id, { lease_to: today(95) })
    await tick(4)
    expect(await heard('fatima', 'LEASE_ENDING', id)).toEqual([])
    await tick(5)
    expect(await heard('fatima', 'LEASE_ENDING', id)).toHaveLength(1)
    await tick(66)
    expect(await heard('fatima', 'LEASE_ENDING', id)).toHaveLength(2)
  })
  it('reach a step of conversion: 30 days before and on the day', async () => {
    const { parcelId: id } = await chain.member()
    const start = addDays(today(40), -365)
    await set('landparcel', id, { conversion_start: start, conversion_counts_from: start, last_prohibited_input_on: null, retro_months: null })
    await tick(1)
    expect(await heard('omar', 'CONVERSION_STEP', id)).toEqual([])
    await tick(12)
    expect(await heard('omar', 'CONVERSION_STEP', id)).toMatchObject([{ headline: expect.stringContaining('In conversion, year 2') }])
    await tick(42)
    expect(await heard('omar', 'CONVERSION_STEP', id)).toHaveLength(2)
    await tick(45)
    expect(await heard('omar', 'CONVERSION_STEP', id)).toHaveLength(2)
  })
})

describe('planned steps and crops', () => {
  it('that are due, overdue and missed on one day are one notification for each field officer, with their number', async () => {
    for (let n = 0; n < 3; n++) await made('planevent', { name: `Weeding ${n}`, status: 'PLANNED', due: today(0), windowEnd: today(4) })
    await tick(0)
    expect(await heard('fatima', 'PLAN_DUE')).toMatchObject([{ headline: '3 planned steps are due.', timesSeen: 3, subjectId: null }])
    await tick(1)
    expect(await heard('fatima', 'PLAN_OVERDUE')).toMatchObject([{ timesSeen: 3 }])
    await tick(5)
    expect(await heard('fatima', 'PLAN_OVERDUE')).toHaveLength(1)
    expect(await heard('fatima', 'PLAN_MISSED')).toMatchObject([{ timesSeen: 3 }])
  })
  it('that were sown 15 days ago, or not picked for 60, are proposed for their next event', async () => {
    const [{ cropId: sown }, { cropId: picked }] = [await chain.sown(), await chain.sown()]
    await set('crop', sown, { sowing_date: today(-10) })
    await set('crop', picked, { status: 'HARVESTING', harvest_end: today(-50) })
    await tick(4)
    expect(await heard('fatima', 'CROP_GROWING_PROPOSED', sown)).toEqual([])
    await tick(5)
    expect(await heard('fatima', 'CROP_GROWING_PROPOSED', sown)).toHaveLength(1)
    await tick(10)
    expect(await heard('omar', 'CROP_CLOSE_PROPOSED', picked)).toHaveLength(1)
    expect(await heard('fatima', 'CROP_GROWING_PROPOSED', sown)).toHaveLength(1)
  })
})

describe('findings', () => {
  it('raise one notification while they are open, which is dealt with when they are closed', async () => {
    const farmer = entityOf('farmer')
    const id = await made('farmer', {})
    const found = () =>
      world.scoped('fatima', (scope) => saveFlags(scope, farmer, id, [{ ruleId: 'BR-23', severity: 'REVIEW', message: 'Looks alike' }], { eventId: null }))
    await found()
    await found()
    await tick(0)
    expect(await heard('omar', 'FARMER_DUP', id)).toMatchObject([{ status: 'UNREAD', timesSeen: 1 }])
    await world.scoped('omar', (scope) => closeFlagsOfRules(scope, farmer, id, ['BR-23'], 'Settled'))
    await tick(0)
    expect(await heard('omar', 'FARMER_DUP', id)).toMatchObject([{ status: 'ACTIONED' }])
    await found()
    await tick(0)
    expect(await heard('omar', 'FARMER_DUP', id)).toMatchObject([{ status: 'UNREAD', timesSeen: 2 }])
  })
  it('of tickets that nobody confirms are announced after 48 hours', async () => {
    const { id } = await chain.lot()
    await world.scoped('pooja', (scope) =>
      saveFlags(scope, entityOf('productbatch'), id, [{ ruleId: 'BR-08', severity: 'REVIEW', message: 'Not confirmed', figures: { netKg: 120 } }], {
        eventId: null,
      }),
    )
    await tick(1)
    expect(await heard('omar', 'PURCHASE_UNCONFIRMED', id)).toEqual([])
    await tick(3)
    expect(await heard('omar', 'PURCHASE_UNCONFIRMED', id)).toMatchObject([{ headline: expect.stringContaining('120 kg'), status: 'UNREAD' }])
  })
  it('that the clock opens when those hours are over are announced in the same round, once, and dealt with by the photo', async () => {
    const [{ id }, { cropId, farmerId }] = [await chain.lot(), await chain.sown({ areaHa: 1 })]
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 120)
    const slip = randomUUIDv7()
    const data = { cropId, grossKg: 92, tareKg: 2, netKg: 90, pricePerKg: 72_00, receiptNo: 'P-late', farmerConfirmation: 'SIGNATURE', signedSlip: [slip] }
    const body = { eventType: 'PURCHASE', occurredAt: demoClock().toISOString(), data }
    await ok(world.as('pooja', 'OP1').post(`/productbatch/${id}/events`, body, { 'x-files-to-come': slip }))
    await tick(1.9)
    expect(await heard('omar', 'PURCHASE_UNCONFIRMED', id)).toEqual([])
    for (const days of [2.1, 3, 5]) {
      await tick(days)
      expect(await heard('omar', 'PURCHASE_UNCONFIRMED', id), `after ${days} days`).toMatchObject([
        { headline: expect.stringContaining('90 kg'), status: 'UNREAD', timesSeen: 1 },
      ])
    }
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf('The slip of P-late')) }
    await ok(world.as('pooja', 'OP1').send(`/files?name=slip.pdf&id=${slip}`, init))
    await tick(5)
    expect(await heard('omar', 'PURCHASE_UNCONFIRMED', id)).toMatchObject([{ status: 'ACTIONED' }])
  })
})

describe('submissions', () => {
  it('that wait for more than three days are announced', async () => {
    const id = await made('submission', { status: 'RECEIVED' })
    await tick(2)
    expect(await heard('omar', 'SUB_RECEIVED', id)).toHaveLength(1)
    expect(await heard('omar', 'SUB_STALE', id)).toEqual([])
    await tick(4)
    expect(await heard('omar', 'SUB_STALE', id)).toHaveLength(1)
  })
})

describe('an inspection round', () => {
  it('that is late is announced at three quarters of its days, once; one without a last day, or with 80 % inspected, is not', async () => {
    const operator = operatorId()
    const farmers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => made('farmer', { memberNo: `ROUND-${n}`, status: 'ACTIVE', phone: null, noPhone: true })),
    )
    const active = await world.scoped('ada', ({ db, tenant }) =>
      sql<{
        id: string
      }>`select id from farmer where tenant_id = ${tenant.id} and operator_id = ${operator}::uuid and status = 'ACTIVE' and deleted_at is null`.execute(db),
    )
    const all = active.rows.map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining(farmers))
    const seasonId = await made('season', { code: 'ROUNDS' })
    const round = (data: Record<string, unknown>) =>
      world.as('omar').post(`/collective/${operator}/events`, {
        eventType: 'INSPECTION_ROUND',
        occurredAt: demoClock().toISOString(),
        data: { seasonId, plan: 'All', ...data },
      })
    expect(await round({ round: 2 })).toMatchObject({ status: 201 })
    await tick(39)
    expect(await heard('omar', 'INSPECTION_LATE')).toEqual([])
    ahead = 0
    expect(await round({ round: 1, dueOn: today(40) })).toMatchObject({ status: 201 })
    await tick(29)
    expect(await heard('ines', 'INSPECTION_LATE')).toEqual([])
    await tick(30)
    const [late, ...more] = await heard('ines', 'INSPECTION_LATE', operator)
    expect([late?.headline, more]).toEqual([expect.stringMatching(/^Inspection round 1 of .* is late: 0% of the members are inspected\.$/), []])
    await tick(45)
    expect(await heard('ines', 'INSPECTION_LATE', operator)).toHaveLength(1)
    // Another one, of which four in five are inspected in time.
    const enough = Math.ceil(all.length * 0.8)
    for (const farmerId of all.slice(0, enough)) await made('farmerseason', { farmerId, seasonId, operatorId: operator, inspection2On: today() })
    ahead = 50 * dayMs
    const later = {
      eventType: 'INSPECTION_ROUND',
      occurredAt: new Date(demoClock().getTime() + 1000).toISOString(),
      data: { seasonId, plan: 'All', round: 2, dueOn: today(10) },
    }
    expect(await world.as('omar').post(`/collective/${operator}/events`, later)).toMatchObject({ status: 201 })
    await tick(60)
    expect(await heard('ines', 'INSPECTION_LATE', operator)).toHaveLength(1)
  })
})

describe('a device', () => {
  it('that announced a file and was not seen for a week is reported to its person and their manager, once; not while its person is seen', async () => {
    const [fatima, ines] = ['fatima', 'ines'].map((person) => world.people[person]?.id ?? '')
    const farmerId = await made('farmer', { memberNo: 'STALE', status: 'ACTIVE' })
    const announce = (userId: string | undefined) =>
      world.scoped('ada', async ({ db, tenant, newId }) =>
        sql`insert into awaited_file (tenant_id, file_id, awaited_from, entity, record_id, source_id, field, named_at, named_by, reminded_at)
          values (${tenant.id}, ${newId()}::uuid, ${userId}::uuid, 'farmer', ${farmerId}::uuid, ${farmerId}::uuid, 'files', ${demoClock()}, ${userId}::uuid, ${demoClock()})`.execute(
          db,
        ),
      )
    // The manager's own field officer.
    await set('user', fatima ?? '', { operator_ids: [operatorId()] })
    await announce(fatima)
    await announce(ines)
    await world.scoped('ada', async ({ db, tenant, newId }) =>
      sql`insert into session_token (tenant_id, sid, user_id, provider, subject, refresh_hash, sealed_tokens, created_at, seen_at)
        values (${tenant.id}, ${newId()}::uuid, ${ines}::uuid, 'oidc', 'ines', 'x', 'x', ${demoClock()}, ${new Date(demoClock().getTime() + 5 * dayMs)})`.execute(
        db,
      ),
    )
    await tick(6)
    expect(await heard('omar', 'DEVICE_STALE')).toEqual([])
    await tick(8)
    await tick(9)
    expect(await heard('fatima', 'DEVICE_STALE')).toHaveLength(1)
    expect(await heard('omar', 'DEVICE_STALE')).toHaveLength(1)
    expect(await heard('ines', 'DEVICE_STALE')).toEqual([])
    await tick(13)
    expect(await heard('ines', 'DEVICE_STALE')).toHaveLength(1)
  })
})
