// BR-24, everywhere: who made, proposed or did something does not decide on it, and who looks after a farmer does not inspect
// them. Asked of people who hold all the roles it takes, so that only the rule can stop them.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role, User } from '#domain/access.ts'
import { entities, entityOf } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { createBySystem } from '#server/store/create.ts'
import type { Client } from '../harness/client.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
})

/** Somebody new, registered in the programme, who holds these roles at OP1 and the ginner's company. */
const person = async (...of: Parameters<typeof account>): Promise<Client> => (await account(...of)).client
async function account(
  roles: readonly Role[],
  values: Record<string, unknown> = {},
  certificationBodyIds: string[] = [],
): Promise<{ id: string; client: Client }> {
  const { OP1, 'KHARGONE-GIN': gin } = world.places.cotton
  const grants = roles.map((role) => ({ role, operatorIds: [OP1?.id as string], processorIds: [gin?.id as string], certificationBodyIds }))
  const made = await seeds.make(entityOf('user'), { values: { roles: grants, ...values } })
  const user: User = { id: made.id, name: made.name, email: made.email, grants, farmerId: null }
  return { id: made.id, client: world.asUser(user, 'cotton', 'OP1') }
}
const send = (client: Client, entity: string, { id }: Made, eventType: string, data: Record<string, unknown> = {}) =>
  client.post(`/${entity}/${id}/events`, { eventType, occurredAt: new Date().toISOString(), data })
const made = async (client: Client, entity: string, values: Record<string, unknown> = {}): Promise<Made> => {
  const answer = await client.post(`/${entity}`, await seeds.input(entityOf(entity), { values }))
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const secondEyes = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-24' } }
const done = async (answer: ReturnType<typeof send>): Promise<Made> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(201)
  return body.subject
}
/** What the product made by itself, in a state of its lifecycle. */
async function recordIn(entity: string, status: string, values: Record<string, unknown> = {}, derived: Record<string, unknown> = {}): Promise<Made> {
  const body = await seeds.input(entityOf(entity), { values })
  const operatorId = entityOf(entity).owner !== 'tenant' ? (world.places.cotton.OP1?.id as string) : null
  return world.scoped('ada', async (scope) => (await createBySystem(scope, entityOf(entity), { ...body, ...derived, status, operatorId })).row)
}

/** Every place where the domain dictionary asks for a second person, and where that is declared; the rest is behaviour, tested below or where said. */
const declared: Readonly<Record<string, readonly string[]>> = {
  'croppingsystem WATER_CHANGE_APPROVED': ['WATER_CHANGE_PROPOSED'],
  'approvedlist COUNTERSIGNED': ['created', 'SIGNED'],
  'companyaudit REVIEWED': ['SUBMITTED'],
  'crop ESTIMATE_APPROVED': ['YIELD_ESTIMATE'],
  'farmer MERGED': ['created', 'MERGE_REQUESTED'],
  'farmer REINSTATED': ['SUSPENDED'],
  'inspection REVIEWED': ['SUBMITTED'],
  'mobilenotification APPROVED': ['created'],
  'nonconformity CLOSED': ['ACTION_SENT', 'ESCALATED'],
  'nonconformity SANCTION_IMPOSED': ['ESCALATED'],
  'nonconformity SANCTION_LIFTED': ['ESCALATED', 'SANCTION_IMPOSED'],
  'productbatch ADJUST_AGREED': ['ADJUST', 'STOCK_COUNTED'],
  'productbatch ADJUST_APPROVED': ['ADJUST', 'STOCK_COUNTED'],
  'productbatch OPENING_APPROVED': ['OPENING_STOCK'],
  'productbatch RELEASE': ['LAB_RESULT'],
  'recallcase CLOSED': ['created'],
  'scopecertificate CONFIRMED': ['created', 'EDITED'],
  'submission APPROVED': ['created', 'RESUBMITTED'],
  'submission REJECTED': ['created', 'RESUBMITTED'],
  'submission RESOLVED': ['created', 'RESUBMITTED'],
  'submission RETRIED': ['created', 'RESUBMITTED'],
  'submission RETURNED': ['created', 'RESUBMITTED'],
  'submission REVIEW_STARTED': ['created', 'RESUBMITTED'],
  'submission SPLIT': ['created', 'RESUBMITTED'],
  'task VERIFIED': ['DONE'],
  'transactioncertificate ISSUED': ['created', 'EDITED', 'SUBMITTED'],
}

describe('four eyes (BR-24)', () => {
  it('are declared of every decision of which the domain dictionary asks for them', () => {
    const found = entities.flatMap(({ name, events }) =>
      Object.entries(events as Record<string, EventSpec>).flatMap(([type, { excludesActorOf }]) =>
        excludesActorOf ? [[`${name} ${type}`, excludesActorOf]] : [],
      ),
    )
    expect(Object.fromEntries(found)).toEqual(declared)
  })
  it('issue no transaction certificate that one prepared (422); somebody else gets what its checks refuse (422)', async () => {
    const both = await person(['OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'], {}, [world.places.cotton['CB-NIMAR']?.id as string])
    const certificate = await recordIn('transactioncertificate', 'DRAFT')
    const { version } = (await both.get(`/transactioncertificate/${certificate.id}`)).body
    expect(await both.patch(`/transactioncertificate/${certificate.id}`, { consignee: 'Changed' }, { 'if-match': `"${version}"` })).toMatchObject({
      status: 200,
    })
    await world.scoped('ada', ({ db, tenant }) =>
      db.updateTable('transactioncertificate').set({ status: 'UNDER_REVIEW' }).where('tenant_id', '=', tenant.id).where('id', '=', certificate.id).execute(),
    )
    const issue = { tcNo: 'TC-1', reviewNote: 'Seen' }
    expect(await send(both, 'transactioncertificate', certificate, 'ISSUED', issue)).toMatchObject(secondEyes)
    expect(await send(world.as('carla', 'OP1'), 'transactioncertificate', certificate, 'ISSUED', issue)).toMatchObject({
      status: 422,
      body: { ruleId: 'BR-12' },
    })
  })
  it('approve no yield estimate of one’s own (422), and one of somebody else’s', async () => {
    const both = await person(['FIELD_OFFICER', 'OPERATOR_MANAGER'])
    const crop = await recordIn('crop', 'GROWING')
    await done(send(both, 'crop', crop, 'YIELD_ESTIMATE', { method: 'EYE', kgPerHa: 0 }))
    expect(await send(both, 'crop', crop, 'ESTIMATE_APPROVED')).toMatchObject(secondEyes)
    await done(send(world.as('ines'), 'crop', crop, 'ESTIMATE_APPROVED'))
  })
  it('lift no sanction that one laid on a farmer (422), and let somebody else', async () => {
    const farmer = await recordIn('farmer', 'ACTIVE')
    await done(send(world.as('omar'), 'farmer', farmer, 'SUSPENDED', { reason: 'Sold elsewhere' }))
    expect(await send(world.as('omar'), 'farmer', farmer, 'REINSTATED', { reason: 'Agreed' })).toMatchObject(secondEyes)
    expect(await done(send(world.as('ada', 'OP1'), 'farmer', farmer, 'REINSTATED', { reason: 'Agreed' }))).toMatchObject({ status: 'ACTIVE' })
  })
  it('approve no message that one wrote (422), and let somebody else', async () => {
    const message = await made(world.as('omar'), 'mobilenotification', { channel: 'IVR_VOICE', audioRef: 'rain.mp3' })
    await done(send(world.as('omar'), 'mobilenotification', message, 'SUBMITTED'))
    expect(await send(world.as('omar'), 'mobilenotification', message, 'APPROVED')).toMatchObject(secondEyes)
    await done(send(world.as('ada', 'OP1'), 'mobilenotification', message, 'APPROVED'))
  })
  it('decide on no submission that one sent, in whatever way (422), and let the manager', async () => {
    const sent = await made(world.as('ines'), 'submission', { formCode: 'INSPECTION' })
    for (const [type, data] of [['REVIEW_STARTED'], ['APPROVED'], ['RETURNED', { comment: 'Blurred' }], ['REJECTED', { reason: 'Twice' }]] as const)
      expect(await send(world.as('ines'), 'submission', sent, type, data), type).toMatchObject(secondEyes)
    await done(send(world.as('omar'), 'submission', sent, 'APPROVED'))
  })
  it('verify no task that one did (422), and let somebody else', async () => {
    const task = await made(world.as('omar'), 'task', { fourEyes: true })
    await done(send(world.as('omar'), 'task', task, 'DONE'))
    expect(await send(world.as('omar'), 'task', task, 'VERIFIED')).toMatchObject(secondEyes)
    await done(send(world.as('ada', 'OP1'), 'task', task, 'VERIFIED'))
  })
})

describe('two accounts of one person (BR-24)', () => {
  const officer = (values: Record<string, unknown>) => person(['FIELD_OFFICER'], values)
  const manager = (values: Record<string, unknown>) => person(['OPERATOR_MANAGER'], values)
  const estimated = async (by: Client): Promise<Made> => {
    const crop = await recordIn('crop', 'GROWING')
    await done(send(by, 'crop', crop, 'YIELD_ESTIMATE', { method: 'EYE', kgPerHa: 0 }))
    return crop
  }
  const approved = (by: Client, crop: Made) => send(by, 'crop', crop, 'ESTIMATE_APPROVED')
  it('of one telephone are one pair of eyes (422), and those of another are two', async () => {
    const crop = await estimated(await officer({ phone: '+919876500001' }))
    expect(await approved(await manager({ phone: '+919876500001' }), crop)).toMatchObject(secondEyes)
    await done(approved(await manager({ phone: '+919876500002' }), crop))
  })
  it('of one farmer are, by a record that was merged into theirs, too (422)', async () => {
    const stays = await recordIn('farmer', 'ACTIVE')
    const ended = await recordIn('farmer', 'MERGED', {}, { mergedIntoId: stays.id })
    const crop = await estimated(await officer({ phone: null, farmerId: ended.id }))
    for (const farmerId of [ended.id, stays.id]) expect(await approved(await manager({ phone: null, farmerId }), crop)).toMatchObject(secondEyes)
    await done(approved(await manager({ phone: null, farmerId: null }), crop))
  })
})

describe('nonconformity CLOSED', () => {
  const reported = async (severity: string, by: Client) => {
    const finding = await made(world.as('ines'), 'nonconformity', { severity })
    await done(send(by, 'nonconformity', finding, 'ACTION_SENT', { action: 'Buffer strip sown', doneOn: '2025-01-01' }))
    return finding
  }
  it('is not for who reported the correction (422 BR-24) or laid the sanction', async () => {
    const finding = await reported('MINOR', world.as('omar'))
    expect(await send(world.as('omar'), 'nonconformity', finding, 'CLOSED')).toMatchObject(secondEyes)
    await done(send(world.as('omar'), 'nonconformity', finding, 'ESCALATED', { sanction: 'WARNING', reason: 'Again' }))
    await done(send(world.as('fatima'), 'nonconformity', finding, 'ACTION_SENT', { action: 'Sown again', doneOn: '2025-01-02' }))
    expect(await send(world.as('omar'), 'nonconformity', finding, 'CLOSED')).toMatchObject(secondEyes)
  })
  it.each([
    ['MINOR', 'omar', ['ines', 'carla']],
    ['MAJOR', 'ines', ['omar', 'carla']],
    ['CRITICAL', 'carla', ['omar', 'ines']],
  ])('of a %s finding is for %s alone (403 for others, administrators among them)', async (severity, closer, others) => {
    const finding = await reported(severity, world.as('fatima'))
    for (const other of [...others, 'ada'])
      expect([other, await send(world.as(other, 'OP1'), 'nonconformity', finding, 'CLOSED')]).toMatchObject([
        other,
        { status: 403, body: { code: 'FORBIDDEN' } },
      ])
    const seen = severity === 'MAJOR' ? { visitedOn: '2025-01-01' } : {}
    expect(await done(send(world.as(closer, 'OP1'), 'nonconformity', finding, 'CLOSED', seen))).toMatchObject({ status: 'CLOSED' })
  })
})

describe('INTERNAL_INSPECTION', () => {
  const visit = async (client: Client, entity: 'farmer' | 'landparcel' | 'crop', subject: Made) => {
    const { result, ...data } = await seeds.data(entityOf(entity), 'INTERNAL_INSPECTION')
    return send(client, entity, subject, 'INTERNAL_INSPECTION', { ...data, result: 'APPROVED' })
  }
  it('is not for the farmer’s own field officer (422 BR-24), on the farmer, the plot or the crop', async () => {
    const both = await person(['FIELD_OFFICER', 'INTERNAL_INSPECTOR'])
    for (const [entity, status] of [
      ['farmer', 'ACTIVE'],
      ['landparcel', 'MAPPED'],
      ['crop', 'GROWING'],
    ] as const)
      expect([entity, await visit(both, entity, await recordIn(entity, status))]).toMatchObject([entity, secondEyes])
  })
  it('is for an inspector who is field officer of another village only', async () => {
    const farmer = await recordIn('farmer', 'ACTIVE', { village: 'Kasrawad' })
    const { OP1 } = world.places.cotton
    const grants = [
      { role: 'INTERNAL_INSPECTOR' as const, operatorIds: [OP1?.id as string] },
      { role: 'FIELD_OFFICER' as const, operatorIds: [OP1?.id as string], villages: ['Bhikangaon'] },
    ]
    const made = await seeds.make(entityOf('user'), { values: { roles: grants } })
    expect(await visit(world.asUser({ id: made.id, name: made.name, email: made.email, grants }, 'cotton', 'OP1'), 'farmer', farmer)).toMatchObject({
      status: 201,
    })
  })
  it('is not for a declared relative (422 BR-24), and is for a stranger', async () => {
    const [farmer, other] = [await recordIn('farmer', 'ACTIVE'), await recordIn('farmer', 'ACTIVE')]
    const cousin = await person(['INTERNAL_INSPECTOR'], { conflictOfInterest: [{ farmerId: farmer.id, relation: 'Cousin' }] })
    expect(await visit(cousin, 'farmer', farmer)).toMatchObject(secondEyes)
    expect(await visit(cousin, 'farmer', other)).toMatchObject({ status: 201 })
  })
  it('is not for a relative by a record that was merged into this one, nor by the one that stays (422 BR-24)', async () => {
    const [stays, stranger] = [await recordIn('farmer', 'ACTIVE'), await recordIn('farmer', 'ACTIVE')]
    const ended = await recordIn('farmer', 'MERGED', {}, { mergedIntoId: stays.id })
    for (const named of [ended, stays]) {
      const cousin = await person(['INTERNAL_INSPECTOR'], { conflictOfInterest: [{ farmerId: named.id, relation: 'Cousin' }] })
      expect(await visit(cousin, 'farmer', stays)).toMatchObject(secondEyes)
      expect(await visit(cousin, 'farmer', stranger)).toMatchObject({ status: 201 })
    }
  })
  it('is not for the field officer named on the farmer, wherever their villages are (422 BR-24)', async () => {
    const operatorIds = [world.places.cotton.OP1?.id as string]
    const grants = [
      { role: 'INTERNAL_INSPECTOR' as const, operatorIds },
      { role: 'FIELD_OFFICER' as const, operatorIds, villages: ['Bhikangaon'] },
    ]
    const made = await seeds.make(entityOf('user'), { values: { roles: grants } })
    const officer = world.asUser({ id: made.id, name: made.name, email: made.email, grants }, 'cotton', 'OP1')
    const own = await recordIn('farmer', 'ACTIVE', { fieldOfficerId: made.id })
    expect(await visit(officer, 'farmer', own)).toMatchObject(secondEyes)
    expect(await visit(officer, 'landparcel', await recordIn('landparcel', 'MAPPED', { farmerId: own.id }))).toMatchObject(secondEyes)
    expect(await visit(officer, 'farmer', await recordIn('farmer', 'ACTIVE'))).toMatchObject({ status: 201 })
  })
  it('is not for an approver of the internal control, nor for who is not named where inspectors are (422 BR-24)', async () => {
    const operatorId = world.places.cotton.OP1?.id as string
    const duties = (staff: readonly { userId: string; role: string }[]) =>
      world.scoped('ada', ({ db, tenant }) =>
        db
          .updateTable('collective')
          .set({ ics_staff: JSON.stringify(staff) as never })
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', operatorId)
          .execute(),
      )
    const grants = (['INTERNAL_INSPECTOR', 'OPERATOR_MANAGER'] as const).map((role) => ({ role, operatorIds: [operatorId] }))
    const made = await seeds.make(entityOf('user'), { values: { roles: grants } })
    const approver = world.asUser({ id: made.id, name: made.name, email: made.email, grants }, 'cotton', 'OP1')
    const subjects = [
      ['farmer', await recordIn('farmer', 'ACTIVE')],
      ['landparcel', await recordIn('landparcel', 'MAPPED')],
      ['crop', await recordIn('crop', 'GROWING')],
    ] as const
    const ines = world.people.ines?.id as string
    await duties([{ userId: made.id, role: 'APPROVER' }])
    for (const [entity, subject] of subjects) expect([entity, await visit(approver, entity, subject)]).toMatchObject([entity, secondEyes])
    await duties([{ userId: ines, role: 'INSPECTOR' }])
    for (const [entity, subject] of subjects) expect([entity, await visit(approver, entity, subject)]).toMatchObject([entity, secondEyes])
    await duties([{ userId: ines, role: 'ICS_MANAGER' }])
    for (const [entity, subject] of subjects) expect([entity, await visit(approver, entity, subject)]).toMatchObject([entity, { status: 201 }])
    await duties([])
  })
})

describe('APPROVAL_COMMITTEE', () => {
  it('is not led by who inspected one of the farmers (422 BR-24)', async () => {
    const own = await openWorld()
    const there = seedsOf(own)
    const operatorId = own.places.cotton.OP1?.id as string
    const season = await there.make(entityOf('season'))
    const grants = (['INTERNAL_INSPECTOR', 'OPERATOR_MANAGER'] as const).map((role) => ({ role, operatorIds: [operatorId] }))
    const user = await there.make(entityOf('user'), { values: { roles: grants } })
    const both = own.asUser({ id: user.id, name: user.name, email: user.email, grants }, 'cotton', 'OP1')
    const body = await there.input(entityOf('farmer'))
    const farmer = await own.scoped('ada', async (scope) => (await createBySystem(scope, entityOf('farmer'), { ...body, status: 'ACTIVE', operatorId })).row)
    const at = new Date().toISOString()
    const visit = { eventType: 'INTERNAL_INSPECTION', occurredAt: at, data: { seasonId: season.id, round: 1, result: 'APPROVED' } }
    expect(await both.post(`/farmer/${farmer.id}/events`, visit)).toMatchObject({ status: 201 })
    const decision = {
      eventType: 'APPROVAL_COMMITTEE',
      occurredAt: at,
      data: { seasonId: season.id, decisions: [{ farmerId: farmer.id, result: 'APPROVED' }] },
    }
    expect(await both.post(`/collective/${operatorId}/events`, decision)).toMatchObject(secondEyes)
    expect(await own.as('omar').post(`/collective/${operatorId}/events`, decision)).toMatchObject({ status: 201 })
  })
})
