// Acts whose process is killed in the middle (acts-killed.test.ts): what there is before each, what is sent, and what it comes to, read by SQL of its own.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { at, type Chain, type Json, ok, record } from '../api/chain-stage.ts'
import { step } from '../api/plan-step.ts'
import { endsOfDuties, playsOfDuties } from './killed-duties.ts'
import { endsOfGoods, playsOfGoods } from './killed-goods.ts'
import { type Play, recorded, taken } from './killed-play.ts'

const packageBody = (chain: Chain, name: string, steps: readonly (readonly [code: string, day: number])[]) => ({
  ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300, validFrom: '2025-01-01' },
  ...{ inputItemIds: [], planEvents: [step('SOW', 'SOWING', 0, 0, 0), ...steps.map(([code, day]) => step(code, 'INTERCULTURE', day, 5, 7))] },
})
let packages = 0

export const plays: Readonly<Record<string, Play>> = {
  'a version that supersedes, taken back and published again': async ({ world, chain, by }) => {
    const ada = world.as('ada', 'OP1')
    const name = `Superseded ${++packages}`
    const draft = async (): Promise<string> => (await ok(ada.post('/pop', packageBody(chain, name, [['WEED', 21]])))).id
    const [one, two, three] = [await draft(), await draft(), await draft()]
    for (const id of [one, two]) await ok(record(ada, 'pop', id, 'PUBLISHED', '2025-06-01', {}, id === one ? 9 : 11))
    const [first, again] = [recorded('PUBLISHED', '2025-06-02'), recorded('PUBLISHED', '2025-06-03')]
    const acts = [
      by('ada', `/pop/${three}/events`, first.body),
      by('ada', `/pop/${three}/events/${first.id}/void`, taken),
      by('ada', `/pop/${three}/events`, again.body),
    ]
    return { acts, records: [], ids: [one, two, three] }
  },
  'a merger with its identifiers, taken back and recorded again': async ({ world, chain, by }) => {
    const [omar, ada] = [world.as('omar'), world.as('ada', 'OP1')]
    const mark = randomUUID().slice(0, 8)
    const [one, other] = [await chain.member({ name: 'Gauri' }), await chain.member({ name: 'Gauri' })]
    const enter = async (id: string, externalIds: unknown) =>
      ok(omar.patch(`/farmer/${id}`, { externalIds }, { 'if-match': `"${(await chain.view('farmer', id)).version}"` }))
    const ids = ['TRACENET', 'TE_ID', 'GTB'].map((system) => ({ system, value: `${system[0]}${mark}` }))
    await enter(one.farmerId, ids.slice(0, 2))
    await enter(other.farmerId, ids.slice(2))
    await ok(record(ada, 'farmer', one.farmerId, 'MERGE_REQUESTED', '2026-01-14', { survivorId: other.farmerId, reason: 'Same ration card' }))
    const merged = () => recorded('MERGED', '2026-01-14', { survivorId: other.farmerId }, 11)
    const [first, again] = [merged(), merged()]
    const acts = [
      by('omar', `/farmer/${one.farmerId}/events`, first.body),
      by('omar', `/farmer/${one.farmerId}/events/${first.id}/void`, taken),
      by('omar', `/farmer/${one.farmerId}/events`, again.body),
    ]
    return {
      acts,
      records: [one, other].map(({ parcelId }) => ['landparcel', parcelId] as const),
      ids: [one.farmerId, other.farmerId, one.parcelId, other.parcelId],
    }
  },
  'a change of the package that a crop follows, and back': async ({ world, chain, by }) => {
    const [ada, fatima] = [world.as('ada', 'OP1'), world.as('fatima', 'OP1')]
    const published = async (steps: Parameters<typeof packageBody>[2]): Promise<string> => {
      const { id } = await ok(ada.post('/pop', packageBody(chain, `Followed ${++packages}`, steps)))
      await ok(record(ada, 'pop', id, 'PUBLISHED', '2025-06-01'))
      return id
    }
    const one = await published([
      ['WEED', 21],
      ['HOE', 200],
      ['LATE', 215],
    ])
    const other = await published([
      ['WEED', 21],
      ['HOE', 210],
      ['SPRAY', 220],
    ])
    const { parcelId } = await chain.member()
    const cropId = await chain.cropIn(await chain.systemOn(parcelId))
    await ok(record(fatima, 'crop', cropId, 'PACKAGE_ASSIGNED', '2025-06-10', { popId: one }))
    await ok(
      record(fatima, 'crop', cropId, 'SOWING', '2025-06-20', {
        seedKg: 4,
        areaHa: 1,
        method: 'DIBBLING',
        seedLotNo: 'L1',
        seedTreated: 'UNTREATED',
        nonGmProof: 'C-1',
        nonGmProofKind: 'SEED_CERTIFICATE',
      }),
    )
    const [change, again] = [recorded('PACKAGE_ASSIGNED', '2026-01-10', { popId: other }), recorded('PACKAGE_ASSIGNED', '2026-01-11', { popId: other })]
    const acts = [
      by('fatima', `/crop/${cropId}/events`, change.body),
      by('fatima', `/crop/${cropId}/events/${change.id}/void`, taken),
      by('fatima', `/crop/${cropId}/events`, again.body),
    ]
    return { acts, records: [['crop', cropId]], ids: [cropId, one, other] }
  },
  'a lot split after its adjustment, and its parts taken back': async ({ world, sales, by }) => {
    const id = await sales.lot(500)
    const on = (who: string, type: string, day: string, data: Json = {}) => record(world.as(who, 'OP1'), 'productbatch', id, type, day, data)
    await ok(on('pooja', 'ADJUST', '2026-01-03', { deltaKg: 50, reason: 'Counted' }))
    await ok(on('carla', 'ADJUST_AGREED', '2026-01-04'))
    const outputs = () => ({ outputs: [{ kg: 520, batchNo: `S-${randomUUID().slice(0, 8)}` }, { kg: 10 }] })
    const [approved, first, again] = [
      recorded('ADJUST_APPROVED', '2026-01-05'),
      recorded('SPLIT', '2026-01-06', outputs()),
      recorded('SPLIT', '2026-01-07', outputs()),
    ]
    const acts = [
      by('omar', `/productbatch/${id}/events`, approved.body),
      by('pooja', `/productbatch/${id}/events`, first.body),
      by('pooja', `/productbatch/${id}/events/${first.id}/void`, taken),
      by('pooja', `/productbatch/${id}/events`, again.body),
    ]
    return { acts, records: [['productbatch', id]], ids: [id] }
  },
  'more received than was sent, decided by a second person, taken back and decided again': async ({ chain, sales, by }) => {
    const lotId = await sales.lot(400)
    const { partId } = await sales.send(lotId, 300)
    const [arrived, approved, again] = [
      recorded('GOODS_RECEIVED', '2026-01-05', { batchId: partId, grossKg: 313, tareKg: 10, netKg: 303 }),
      recorded('ADJUST_APPROVED', '2026-01-06'),
      recorded('ADJUST_APPROVED', '2026-01-07'),
    ]
    const acts = [
      by('paul', `/processingsystem/${chain.gin}/events`, arrived.body),
      by('omar', `/productbatch/${partId}/events`, approved.body),
      by('omar', `/productbatch/${partId}/events/${approved.id}/void`, taken),
      by('omar', `/productbatch/${partId}/events`, again.body),
    ]
    return { acts, records: [['productbatch', partId]], ids: [lotId, partId] }
  },
  'opening stock entered, approved by a second person, taken back and approved again': async ({ chain, by }) => {
    const { id } = await chain.lot()
    const stock = { kg: 120, claim: 'ORGANIC', externalCertificateNo: `TC/2024/${randomUUID().slice(0, 8)}`, producedOn: '2025-06-01' }
    const [entered, approved, again] = [
      recorded('OPENING_STOCK', '2025-11-01', stock),
      recorded('OPENING_APPROVED', '2025-11-02'),
      recorded('OPENING_APPROVED', '2025-11-03'),
    ]
    const acts = [
      by('omar', `/productbatch/${id}/events`, entered.body),
      by('ada', `/productbatch/${id}/events`, approved.body),
      by('ada', `/productbatch/${id}/events/${approved.id}/void`, taken),
      by('ada', `/productbatch/${id}/events`, again.body),
    ]
    return { acts, records: [['productbatch', id]], ids: [id] }
  },
  'goods under a rule that stops sales, judged as they are sent, taken back and sent again': async ({ world, chain, by }) => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    const { id } = await chain.lot()
    const ada = world.as('ada', '-')
    const scheme = await chain.standards.scheme('NPOP')
    const check = { type: 'EVENT_FORBIDDEN', eventType: 'IRRIGATION' }
    const rule = { code: `DRY${++packages}`, text: 'No water', severity: 'CRITICAL', weight: 1, correctiveDays: 30, effectOnFail: 'BLOCK_SALE', check }
    const rules = await ok(
      ada.post('/schemepop', { name: `Dry ${packages}`, schemeId: scheme, cropTypeId: chain.cotton, passScore: 60, maxMajor: 1, rules: [rule] }),
    )
    const today = world.deps.now().toISOString()
    const now = () => {
      const { id: eventId, body } = recorded('DISPATCH', '2026-01-10', { buyerId: chain.ginner, kg: 100, invoiceNo: `INV-${randomUUID().slice(0, 8)}` })
      return { id: eventId, body: { ...body, occurredAt: today } }
    }
    await ok(record(ada, 'schemepop', rules.id, 'PUBLISHED', '2026-01-10'))
    await ok(chain.buy(id, cropId, 300, '2025-11-05'))
    await ok(record(world.as('pooja', 'OP1'), 'productbatch', id, 'CLOSED', '2025-11-20'))
    await ok(record(world.as('omar', 'OP1'), 'productbatch', id, 'RELEASED', '2025-11-21'))
    const [first, again] = [now(), now()]
    const acts = [
      by('pooja', `/productbatch/${id}/events`, first.body),
      by('pooja', `/productbatch/${id}/events/${first.id}/void`, taken),
      by('pooja', `/productbatch/${id}/events`, again.body),
    ]
    return { acts, records: [['productbatch', id]], ids: [id] }
  },
  'a submission approved in part, taken back and divided again': async ({ world, chain, by }) => {
    const { parcelId } = await chain.member({ conversionStart: null })
    const { version } = await chain.view('landparcel', parcelId)
    const answers = Object.entries({ name: 'Nala Khet', surveyNo: '12/3' }).map(([field, text]) => ({ field, value: { kind: 'TEXT', text } }))
    const sent = { formCode: 'PARCEL_BOUNDARY', formVersion: 1, answers, deviceId: 'SM-A146', capturedAt: at('2026-01-14') }
    const target = { targetType: 'landparcel', targetId: parcelId, targetVersion: version }
    const { id } = await ok(world.as('fatima', 'OP1').post('/submission', { ...sent, ...target }))
    const now = world.deps.now().toISOString()
    const divided = () => {
      const { id: eventId, body } = recorded('SPLIT', '2026-01-15', { fields: ['surveyNo'], rest: 'RETURN', reason: 'Another plot’s name' })
      return { id: eventId, body: { ...body, occurredAt: now } }
    }
    const [first, again] = [divided(), divided()]
    const acts = [
      by('omar', `/submission/${id}/events`, first.body),
      by('omar', `/submission/${id}/events/${first.id}/void`, taken),
      by('omar', `/submission/${id}/events`, again.body),
    ]
    return { acts, records: [['landparcel', parcelId]], ids: [id, parcelId] }
  },
  'a certificate that takes the place of another': async ({ sales, by }) => {
    const lotId = await sales.lot(100)
    const sent = await sales.send(lotId, 60)
    const { id: replacedId } = await sales.issued([sent])
    const { id } = await sales.submitted([sent], { replacesId: replacedId })
    const tcNo = `TC-${randomUUID().slice(0, 8)}`
    const acts = [by('carla', `/transactioncertificate/${id}/events`, recorded('ISSUED', '2026-01-15', { tcNo, reviewNote: 'Papers seen' }, 11).body)]
    return {
      acts,
      records: [
        ['transactioncertificate', id],
        ['transactioncertificate', replacedId],
        ['productbatch', lotId],
        ['productbatch', sent.partId],
      ],
      ids: [replacedId, id, lotId, sent.partId],
    }
  },
  ...playsOfGoods,
  ...playsOfDuties,
}

/** What an undisturbed run comes to, by the place of the record among its ids: statuses, of lots with what is in them. */
export const ends: Readonly<Record<string, readonly string[]>> = {
  ...endsOfGoods,
  ...endsOfDuties,
  'a version that supersedes, taken back and published again': ['SUPERSEDED', 'SUPERSEDED', 'PUBLISHED'],
  'a merger with its identifiers, taken back and recorded again': ['MERGED', 'ACTIVE'],
  'a change of the package that a crop follows, and back': ['PUBLISHED', 'PUBLISHED'],
  'a lot split after its adjustment, and its parts taken back': ['RELEASED 20.000'],
  'more received than was sent, decided by a second person, taken back and decided again': ['RELEASED 100.000', 'RECEIVED 303.000'],
  'opening stock entered, approved by a second person, taken back and approved again': ['CLOSED 120.000'],
  'goods under a rule that stops sales, judged as they are sent, taken back and sent again': ['RELEASED 200.000'],
  'a submission approved in part, taken back and divided again': ['RETURNED'],
  'a certificate that takes the place of another': ['REVISED', 'ISSUED', 'RELEASED 40.000', 'IN_TRANSIT 60.000'],
}

/** Everything that hangs on these records, in words without ids, numbers that are given by time, and days of recording. */
export async function stateOf(database: Database, tenantId: number, ids: readonly string[]): Promise<{ statuses: string[]; rows: string[] }> {
  return database.transaction(tenantId, async (db) => {
    const place = sql`array_position(${ids}::uuid[], `
    const { rows } = await sql<{ line: string }>`
      with part as (
        select output_id as id, array_position(${ids}::uuid[], input_id) as of from lot_link where tenant_id = ${tenantId} and input_id = any(${ids}::uuid[])
        union select (data ->> 'partId')::uuid, array_position(${ids}::uuid[], subject_id) from event
          where tenant_id = ${tenantId} and subject_id = any(${ids}::uuid[]) and event_type = 'SPLIT' and data ? 'partId'),
      whose as (select id, of || '.part' as name from part where id <> all(${ids}::uuid[])
        union select id, array_position(${ids}::uuid[], id)::text from unnest(${ids}::uuid[]) as id)
      select 'event ' || w.name || ' ' || e.event_type || ' ' || e.status || ' ' || coalesce(e.status_after, '') || ' ' || count(*) as line
        from event as e join whose as w on w.id = e.subject_id where e.tenant_id = ${tenantId} group by w.name, e.event_type, e.status, e.status_after
      union all select 'identifier ' || ${place} record_id) || ' ' || system from external_id where tenant_id = ${tenantId} and record_id = any(${ids}::uuid[])
      union all select 'identifiers ' || ${place} id) || ' ' || coalesce(jsonb_path_query_array(external_ids, '$[*].system')::text, 'none') from farmer
        where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
      union all select 'step ' || code || ' ' || status || ' ' || due || ' ' || coalesce(${place} pop_id)::text, '') || ' ' || count(*) from (
        select coalesce(pop_event_code, '') as code, status, due, pop_id from planevent where tenant_id = ${tenantId} and crop_id = any(${ids}::uuid[]) and deleted_at is null) as steps
        group by code, status, due, pop_id
      union all select 'step event ' || p.pop_event_code || ' ' || e.event_type || ' ' || count(*) from event as e
        join planevent as p on p.tenant_id = ${tenantId} and p.id = e.subject_id where e.tenant_id = ${tenantId} and p.crop_id = any(${ids}::uuid[])
        group by p.pop_event_code, e.event_type
      union all select 'ledger ' || w.name || ' ' || account || ' ' || sum(delta_kg)::numeric(12, 3) from ledger_entry as l join whose as w on w.id = l.batch_id
        where l.tenant_id = ${tenantId} group by w.name, account
      union all select 'unit ' || w.name || ' ' || count(*) || ' ' || coalesce(sum(u.kg), 0)::numeric(12, 3) from lot_unit as u join whose as w on w.id = u.lot_id
        where u.tenant_id = ${tenantId} and u.voided_at is null group by w.name
      union all select 'done ' || event_type || ' ' || status || ' ' || count(*) from event where tenant_id = ${tenantId} and subject_type = 'processingsystem'
        and data->>'batchId' = any(${ids}::text[]) group by event_type, status
      union all select 'recall ' || coalesce(located_kg, 0) || ' ' || coalesce(returned_kg, 0) || ' ' || coalesce(answers_count, 0) from recallcase
        where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
      union all select 'names ' || jsonb_array_length(data->'named') || ' ' || length(data->>'documentHash') from event
        where tenant_id = ${tenantId} and subject_id = any(${ids}::uuid[]) and event_type = 'ISSUED'
      union all select 'plot ' || coalesce(survey_no, '') || ' ' || updated_by::text from landparcel where tenant_id = ${tenantId} and id = any(${ids}::uuid[])
      union all select 'found ' || f.rule_id || ' ' || f.severity || ' ' || (f.closed_at is null) || ' ' || w.name || ' ' || count(*) from flag as f join whose as w on w.id = f.subject_id
        where f.tenant_id = ${tenantId} group by f.rule_id, f.severity, f.closed_at is null, w.name
      union all select 'opened ' || n.status || ' ' || n.severity || ' ' || count(*) from nonconformity as n where n.tenant_id = ${tenantId} and n.audit_id = any(${ids}::uuid[])
        and n.deleted_at is null group by n.status, n.severity
      union all select 'noted ' || e.event_type || ' ' || e.status || ' ' || count(*) from event as e where e.tenant_id = ${tenantId} and e.subject_type = 'processor'
        and e.data->>'auditId' = any(${ids}::text[]) group by e.event_type, e.status
      union all select 'lacks ' || code_of || ' ' || coalesce(missing, '') || ' ' || count(*) from (select coalesce(pop_event_code, '') as code_of, evidence_missing::text as missing
        from planevent where tenant_id = ${tenantId} and crop_id = any(${ids}::uuid[]) and deleted_at is null) as lacking group by code_of, missing
      order by 1`.execute(db)
    const { rows: found } = await sql<{ status: string }>`
      select status from (
        select id, status from pop where tenant_id = ${tenantId} union all select id, status from farmer where tenant_id = ${tenantId}
        union all select id, status from submission where tenant_id = ${tenantId}
        union all select id, status from companyaudit where tenant_id = ${tenantId}
        union all select id, status from recallcase where tenant_id = ${tenantId}
        union all select id, status || ' ' || on_hand_kg from productbatch where tenant_id = ${tenantId}
        union all select id, status from transactioncertificate where tenant_id = ${tenantId}) as all_of_them
      where id = any(${ids}::uuid[]) order by ${place} id)`.execute(db)
    return { statuses: found.map(({ status }) => status), rows: rows.map(({ line }) => line) }
  })
}
