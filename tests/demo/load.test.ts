// The demo programme after it was loaded through the product's own import and API: the product's books say what
// the domain dictionary's section 15 says, claims and balances derived by the product itself. What was planted is tried in planted-trials.ts, what came in
// and what is to be done in work-trials.ts.

import { rmSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { findTenant } from '#server/db/platform.ts'
import { loadingMark } from '../../scripts/demo/load.ts'
import { certificateTrials } from './certificate-trials.ts'
import { type DemoData, demoData } from './demo-data.ts'
import { figureTrials } from './figure-trials.ts'
import { plantedTrials } from './planted-trials.ts'
import { workTrials } from './work-trials.ts'

let data: DemoData
let database: Database
let tenantId = 0

beforeAll(async () => {
  data = await demoData()
  database = (await openDatabase({ databaseUrl: null, databasePool: 1, dataDir: data.folder })).database
  tenantId = (await database.platform((db) => findTenant(db, 'cotton')))?.id ?? 0
})
afterAll(async () => {
  await database?.close()
  if (data) rmSync(data.folder, { recursive: true, force: true })
})

type Rows = Record<string, unknown>[]
const ask = async (query: RawBuilder<unknown>): Promise<Rows> => (await database.transaction(tenantId, (db) => query.execute(db))).rows as Rows
const one = async (query: RawBuilder<unknown>): Promise<Record<string, unknown>> => (await ask(query))[0] ?? {}
/** `{ key: value }` of a query with two columns. */
const table = async (query: RawBuilder<unknown>): Promise<Record<string, unknown>> =>
  Object.fromEntries((await ask(query)).map((row) => Object.values(row) as [string, unknown]))

describe('the loader', () => {
  it('goes on after an interruption and says how long each step took', () => {
    expect(data.output).toContain('Going on with loading the demo programme …')
    expect(data.output.filter((text) => / s$/.test(text)).length).toBeGreaterThan(30)
  })
  it('takes its mark away at the end', async () => {
    expect((await database.platform((db) => findTenant(db, 'cotton')))?.config).not.toHaveProperty(loadingMark)
  })
  it('gives the dairy programme words and missions of its own', async () => {
    const wordsIn = (config: Record<string, unknown> | undefined): unknown[] => {
      const missions = (config?.carousel ?? []) as { mission: string; missionDesc: string }[]
      return [config?.name, config?.loginDesc, ...missions.flatMap(({ mission, missionDesc }) => [mission, missionDesc])].filter(Boolean)
    }
    const [cotton, dairy] = await database.platform((db) => Promise.all(['cotton', 'dairy'].map(async (name) => wordsIn((await findTenant(db, name))?.config))))
    const others = [...wordsIn({ ...defaultTenant.config }), ...(cotton ?? [])]
    expect(dairy?.length).toBeGreaterThan(3)
    expect(dairy?.filter((words) => others.includes(words))).toEqual([])
  })
  it('gives every group an internal control before it is active: manager, inspector, four documents, and in the cotton programme a meeting a year', async () => {
    const groups =
      await ask(sql`select c.code, c.status, cardinality(c.ics_manual || c.internal_standard || c.sanction_catalogue || c.org_chart)::int as documents,
      (select count(distinct d->>'role')::int from jsonb_array_elements(c.ics_staff) as d where d->>'role' in ('ICS_MANAGER', 'INSPECTOR', 'APPROVER')) as duties,
      (select count(*)::int from event as e where e.tenant_id = c.tenant_id and e.subject_id = c.id and e.event_type = 'ICS_MEETING') as meetings,
      (select count(*)::int from flag as f where f.tenant_id = c.tenant_id and f.subject_id = c.id and f.rule_id = '5.4') as findings
      from collective as c order by c.code`)
    expect(groups).toEqual(['OP1', 'OP2', 'OP3'].map((code) => ({ code, status: 'ACTIVE', documents: 4, duties: 3, meetings: 2, findings: 0 })))
  })
  it('leaves 22 people who may sign in, and nobody twice', async () => {
    expect(await one(sql`select count(*) as people, count(distinct email) as addresses from "user"`)).toEqual({ people: 22, addresses: 22 })
  })
})

describe('the standards', () => {
  // Section 15 counts six; seven companies sell or buy under a certificate here, and each has its own.
  it('are two certification bodies with seven certificates, one of which ends in 45 days and one has expired; each holder shows its own', async () => {
    expect(await one(sql`select count(*) as bodies, count(*) filter (where status = 'ACTIVE') as active from certificationbody`)).toEqual({
      bodies: 2,
      active: 2,
    })
    const left = sql`valid_to - (now() at time zone 'Asia/Kolkata')::date`
    expect(
      await one(sql`select count(*) as certificates, count(*) filter (where ${left} between 0 and 45) as ending, count(*) filter (where ${left} < 0) as ended,
        count(*) filter (where status = 'EXPIRED') as expired from scopecertificate`),
    ).toEqual({ certificates: 7, ending: 1, ended: 1, expired: 1 })
    const shown = sql`select certificate_no, certificate_status from collective union all select certificate_no, certificate_status from processor where certificate_no is not null`
    expect(
      await table(sql`select certificate_status, count(*) from (${shown}) holder where certificate_no in (select sc_no from scopecertificate) group by 1`),
    ).toEqual({
      VALID: 6,
      EXPIRED: 1,
    })
  })
  it('are a published package of practices for cotton, from ploughing to the stalks', async () => {
    expect(await one(sql`select code, status, step_count from pop where code like 'POP-COT%'`)).toEqual({
      code: 'POP-COT-ORG-NIMAR',
      status: 'PUBLISHED',
      step_count: 23,
    })
  })
  it('come with the work that the packages plan, most of it in its window, and scores that follow from the rules', async () => {
    const byKind = await ask(sql`select event_type as kind, count(*) filter (where status = 'DONE_ON_TIME')::float / count(*) as done from planevent
      where status like 'DONE%' or status = 'MISSED' group by 1 order by 1`)
    const fieldWork = ['LAND_PREP', 'INPUT_APPLICATION', 'SEED_RECEIPT', 'SEED_TREATMENT', 'SOWING', 'INTERCULTURE', 'SCOUTING', 'PEST_MONITORING']
    expect(byKind.filter(({ kind }) => fieldWork.includes(String(kind)))).toHaveLength(fieldWork.length)
    expect(byKind.filter(({ kind, done }) => Number(done) < (fieldWork.includes(String(kind)) ? 0.8 : 0.5))).toEqual([])
    expect(
      await one(sql`select count(*) as unscored from crop where crop_name = 'Cotton' and role = 'MAIN' and compliance_score is null
      and cropping_system_id in (select id from croppingsystem where managed_organically)`),
    ).toEqual({
      unscored: 0,
    })
  })
})

describe('farmers and land', () => {
  it('are 200 farmers in three operators: 190 active, 4 waiting, 3 suspended, 3 gone', async () => {
    expect(await table(sql`select status, count(*) from farmer group by status`)).toEqual({ ACTIVE: 190, PENDING: 4, SUSPENDED: 3, EXITED: 3 })
    expect(
      await table(sql`select o.code, count(*) from farmer f join collective o on o.tenant_id = f.tenant_id and o.id = f.operator_id group by o.code`),
    ).toEqual({ OP1: 90, OP2: 70, OP3: 40 })
    expect(
      await one(
        sql`select sum(total_holding_ha) as ha, count(*) filter (where gender = 'F') as women, count(*) filter (where no_phone) as without from farmer`,
      ),
    ).toEqual({ ha: 390.6, women: 56, without: 12 })
  })
  it('are groups within the limits of the farm scheme, which the groups are far from (BR-22)', async () => {
    expect(
      await ask(
        sql`select group_min as min, group_max as max, large_farm_ha::float as large, large_farm_area_share_max::float as share from scheme where code = 'NPOP'`,
      ),
    ).toEqual([{ min: 25, max: 500, large: 4, share: 0.5 }])
    const groups =
      await ask(sql`select count(*)::int as members, coalesce(sum(f.total_holding_ha) filter (where f.total_holding_ha >= 4), 0)::float / sum(f.total_holding_ha)::float as share
      from farmer as f where f.status = 'ACTIVE' group by f.operator_id`)
    expect(groups).toHaveLength(3)
    for (const { members, share } of groups as { members: number; share: number }[]) {
      expect(members).toBeGreaterThanOrEqual(25)
      expect(members).toBeLessThanOrEqual(400)
      expect(share).toBeLessThan(0.4)
    }
    expect(
      await one(sql`select count(*)::int as n from flag where rule_id = 'BR-22' and subject_type in ('collective', 'scopecertificate') and closed_at is null`),
    ).toEqual({ n: 0 })
  })
  it('holds one to be somebody else, who was planted (BR-23)', async () => {
    expect(await ask(sql`select f.status from flag g join farmer f on f.tenant_id = g.tenant_id and f.id = g.subject_id where g.rule_id = 'BR-23'`)).toEqual([
      { status: 'PENDING' },
    ])
  })
  it('are 150 landowners, 118 of them farmers', async () => {
    expect(await one(sql`select count(*) as owners, count(farmer_id) as farmers from landowner`)).toEqual({ owners: 150, farmers: 118 })
  })
  it('are 320 plots: 300 boundaries, 12 points, 8 not mapped; verified but for the two that were planted to overlap', async () => {
    expect(await table(sql`select status, count(*) from landparcel group by status`)).toEqual({ VERIFIED: 298, DISPUTED: 2, DRAFT: 20 })
    expect(
      await one(
        sql`select count(boundary) as boundaries, count(*) filter (where boundary is null and point is not null) as points, count(*) filter (where boundary is null and point is null) as unmapped from landparcel`,
      ),
    ).toEqual({ boundaries: 300, points: 12, unmapped: 8 })
    expect(
      await table(sql`select rule_id, count(*) from flag where subject_type = 'landparcel' and rule_id in ('BR-01', 'BR-02', 'BR-03') group by 1`),
    ).toEqual({ 'BR-02': 2, 'BR-03': 1 })
  })
})

describe('the two seasons', () => {
  /** Beside the plot that was planted to be grown otherwise (BR-05), and the one on which wheat and chickpea are planned mixed. */
  const isGroups = sql`c.cropping_system_id in (select id from croppingsystem where managed_organically and system_type = 'SOLE')`
  it('are 470 cropping systems with 720 crops, all sown, and one that is not managed organically', async () => {
    expect(
      await one(
        sql`select (select count(*) from croppingsystem where managed_organically and system_type = 'SOLE') as systems, (select count(*) from croppingsystem where not managed_organically) as others,
          (select count(*) from crop c where ${isGroups}) as crops, (select count(*) from event where event_type = 'SOWING') as sowings`,
      ),
    ).toEqual({ systems: 470, others: 1, crops: 720, sowings: 720 })
  })
  it('have the programme’s hectares per crop', async () => {
    expect(await table(sql`select crop_name, sum(area_ha) from crop c where role = 'MAIN' and ${isGroups} group by crop_name`)).toEqual({
      Cotton: 215,
      Soybean: 78,
      Maize: 39,
      Wheat: 120,
      Chickpea: 60,
    })
  })
  it('were sown with no more seed of the group than it handed out (BR-20)', async () => {
    expect(await ask(sql`select id from flag where rule_id = 'BR-20' and subject_type = 'collective'`)).toEqual([])
    expect(
      await one(sql`select count(*)::int as "handedOut", count(distinct e.subject_id)::int as groups from event as e where e.event_type = 'INPUT_ISSUE'`),
    ).toMatchObject({ groups: 3, handedOut: expect.any(Number) })
  })
  it('have the cotton claims that the product derived at sowing (BR-04)', async () => {
    const rows = await ask(sql`
      select o.code, c.claim_status as claim, sum(c.area_ha) as ha, sum(c.harvested_kg) as harvested, sum(c.purchased_kg) as purchased from crop c
      join collective o on o.tenant_id = c.tenant_id and o.id = c.operator_id where c.crop_name = 'Cotton' and c.role = 'MAIN' and ${isGroups} group by 1, 2 order by 1, 2`)
    expect(rows).toEqual([
      { code: 'OP1', claim: 'IC2', ha: 14.55, harvested: 13_800, purchased: 12_420 },
      { code: 'OP1', claim: 'ORGANIC', ha: 82.45, harvested: 94_800, purchased: 85_320 },
      { code: 'OP2', claim: 'IC2', ha: 22.5, harvested: 21_400, purchased: 19_260 },
      { code: 'OP2', claim: 'ORGANIC', ha: 52.5, harvested: 60_400, purchased: 54_360 },
      { code: 'OP3', claim: 'IC1', ha: 25.8, harvested: 24_510, purchased: 22_059 },
      { code: 'OP3', claim: 'IC2', ha: 17.2, harvested: 16_340, purchased: 14_706 },
    ])
  })
  it('keep every estimate under its ceiling (BR-06) and every harvest within its estimate (BR-07)', async () => {
    expect(await one(sql`select count(*) as over from crop where estimated_kg > yield_cap_kg or harvested_kg > estimated_kg`)).toEqual({ over: 0 })
  })
  // Suspended members stand on the list uninspected, because their fields have estimates.
  it('have an approved farmer list: 169 approved, 9 with conditions, 5 sanctioned, 7 rejected; inspected 190 of 190 and 117 of 190', async () => {
    expect(
      await table(
        sql`select r.result, count(*) from farmerseason r join season s on s.tenant_id = r.tenant_id and s.id = r.season_id where s.kind = 'KHARIF' group by 1`,
      ),
    ).toEqual({ APPROVED: 169, CONDITIONAL: 9, SANCTIONED: 5, REJECTED: 7, NOT_INSPECTED: 3 })
    expect(
      await table(sql`select s.kind, count(r.inspection1_on) from farmerseason r join season s on s.tenant_id = r.tenant_id and s.id = r.season_id group by 1`),
    ).toEqual({ KHARIF: 190, RABI: 117 })
  })
  it('have the list signed by manager and auditor in each operator: 178 farmers in force, and nobody who was rejected or sanctioned', async () => {
    expect(
      await ask(sql`select l.status, l.farmers_count as farmers, signer.email as signed, auditor.email as countersigned,
        (select count(distinct e->>'farmerId') from jsonb_array_elements(l.entries) as e where e->>'result' in ('APPROVED', 'CONDITIONAL')) as approved
        from approvedlist as l join "user" as signer on signer.id = l.signed_by join "user" as auditor on auditor.id = l.countersigned_by order by l.farmers_count desc`),
    ).toEqual([
      { status: 'IN_FORCE', farmers: 81, approved: 81, signed: 'omar@cotton.example', countersigned: 'carla@cotton.example' },
      { status: 'IN_FORCE', farmers: 63, approved: 63, signed: 'leela@cotton.example', countersigned: 'carla@cotton.example' },
      { status: 'IN_FORCE', farmers: 34, approved: 34, signed: 'baldev@cotton.example', countersigned: 'carla@cotton.example' },
    ])
  })
})

describe('purchases and gins', () => {
  it('are 1,050 tickets of 208,125 kg', async () => {
    expect(
      await one(sql`select count(*) as tickets, sum((data->>'netKg')::numeric) as kg from event where event_type = 'PURCHASE' and status = 'RECORDED'`),
    ).toEqual({ tickets: 1_050, kg: 208_125 })
  })
  const onHand = (unit: RawBuilder<unknown>) =>
    table(sql`
    select case when b.claim_status = 'ORGANIC' then 'organic' else 'conversion' end, sum(b.on_hand_kg) from productbatch b join product p on p.tenant_id = b.tenant_id and p.id = b.product_id where ${unit} and b.on_hand_kg > 0 group by 1`)
  it('leave 1,680 kg organic and 2,445 kg in conversion at the centres', async () => {
    expect(await onHand(sql`p.code = 'PRD-SC' and b.unit_type = 'HEAP'`)).toEqual({ organic: 1_680, conversion: 2_445 })
  })
  it('gin 138,000 kg and 66,000 kg in 24 runs at 34.2 and 33.8 %, nothing left at the gins', async () => {
    const rows = await ask(sql`
      select f.code, count(*) as runs, sum((select sum((i->>'kg')::numeric) from jsonb_array_elements(e.data->'inputs') i)) as "inKg", sum((e.data->'outputs'->0->>'kg')::numeric) as "lintKg", sum((e.data->'outputs'->1->>'kg')::numeric) as "seedKg",
        sum((e.data->>'wasteKg')::numeric) as "trashKg", sum((e.data->>'invisibleKg')::numeric) as "invisibleKg"
      from event e join processingsystem f on f.tenant_id = e.tenant_id and f.id = e.subject_id where e.event_type = 'PROCESS_RUN' and f.system_type = 'GINNING' group by 1 order by 1`)
    expect(rows).toEqual([
      { code: 'GIN-KHARGONE', runs: 16, inKg: 138_000, lintKg: 47_196, seedKg: 86_250, trashKg: 3_864, invisibleKg: 690 },
      { code: 'GIN-SENDHWA', runs: 8, inKg: 66_000, lintKg: 22_308, seedKg: 41_316, trashKg: 1_980, invisibleKg: 396 },
    ])
    expect(await onHand(sql`p.code = 'PRD-SC' and b.processor_id is not null`)).toEqual({})
  })
  it('press 277 and 131 bales and leave 106 and 38 kg of lint loose', async () => {
    expect(
      await table(sql`select case when b.claim_status = 'ORGANIC' then 'organic' else 'conversion' end, count(*) from lot_unit u join productbatch b on b.tenant_id = u.tenant_id and b.id = u.lot_id
        where u.from_lot_id is null and u.voided_at is null and b.unit_type = 'BALE_LOT' group by 1`),
    ).toEqual({ organic: 277, conversion: 131 })
    // 77 and 71 of them have not been sold; those in conversion lie at the spinner.
    const ginned = sql`p.code = 'PRD-BALE' and b.batch_no not like '%-IND'`
    expect(await onHand(ginned)).toEqual({ organic: 77 * 170, conversion: 71 * 170 })
    expect(await onHand(sql`p.code = 'PRD-BALE' and b.batch_no like '%-IND'`)).toEqual({ conversion: 60 * 170 })
    expect(await onHand(sql`p.code = 'PRD-LINT'`)).toEqual({ organic: 106, conversion: 38 })
    expect(await onHand(sql`p.code = 'PRD-CSEED'`)).toEqual({ organic: 86_250, conversion: 41_316 })
  })
  it('spin 34,000 kg of bales at 87.0 and 71.5 %, and knit 12,000 kg of yarn', async () => {
    const rows = await ask(sql`
      select f.code, count(*) as runs, sum((select sum((i->>'kg')::numeric) from jsonb_array_elements(e.data->'inputs') i)) as "inKg", sum((e.data->'outputs'->0->>'kg')::numeric) as "mainKg",
        coalesce(sum((e.data->'outputs'->1->>'kg')::numeric), 0) as "noilKg", sum((e.data->>'wasteKg')::numeric) as "wasteKg", sum((e.data->>'invisibleKg')::numeric) as "invisibleKg"
      from event e join processingsystem f on f.tenant_id = e.tenant_id and f.id = e.subject_id where e.event_type = 'PROCESS_RUN' and f.system_type <> 'GINNING' group by 1 order by 1`)
    expect(rows).toEqual([
      { code: 'KNIT-DEWAS', runs: 4, inKg: 12_000, mainKg: 11_760, noilKg: 0, wasteKg: 180, invisibleKg: 60 },
      { code: 'SPIN-INDORE-CARDED', runs: 7, inKg: 20_400, mainKg: 17_748, noilKg: 0, wasteKg: 2_142, invisibleKg: 510 },
      { code: 'SPIN-INDORE-COMBED', runs: 5, inKg: 13_600, mainKg: 9_724, noilKg: 2_108, wasteKg: 1_428, invisibleKg: 340 },
    ])
    expect(await onHand(sql`p.code = 'PRD-YARN-CARDED'`)).toEqual({ organic: 5_748 })
    expect(await onHand(sql`p.code = 'PRD-FABRIC-KNIT'`)).toEqual({ organic: 11_760 })
    // Each of the 200 bales and 240 bags was used by one run, and is in no lot any more.
    expect(
      await one(
        sql`select count(*) as used from lot_unit u join event v on v.tenant_id = u.tenant_id and v.id = u.event_id where v.event_type = 'PROCESS_RUN' and u.lot_id is null`,
      ),
    ).toEqual({ used: 440 })
  })
  // What certificates bind lies in the lot all the same.
  const isPhysical = sql`l.account not like 'TC_%'`
  it('balance: every lot holds what its movements say, and never held less than nothing', async () => {
    expect(
      await ask(sql`
      select b.batch_no from productbatch b left join ledger_entry l on l.tenant_id = b.tenant_id and l.batch_id = b.id and ${isPhysical} group by b.id, b.batch_no, b.on_hand_kg having coalesce(sum(l.delta_kg), 0) <> b.on_hand_kg`),
    ).toEqual([])
    expect(
      await ask(sql`
      select batch_id from (select batch_id, sum(sum(delta_kg)) over (partition by batch_id order by at) as kg from ledger_entry l where batch_id is not null and ${isPhysical} group by batch_id, at) running where kg < 0`),
    ).toEqual([])
  })
  it('lead each bale lot back to plots whose shares make up the whole', async () => {
    const { shares } = await one(sql`
      with recursive back (id, kind, share) as (
        select b.id, 'productbatch', 1::numeric from productbatch b where b.unit_type = 'BALE_LOT' and b.batch_no like 'KHG-%-B01'
        union all
        select l.input_id, l.input_kind, back.share * l.kg / (select sum(o.kg) from lot_link o where o.tenant_id = l.tenant_id and o.output_id = l.output_id) from back join lot_link l on l.output_id = back.id
      ) select round(sum(share), 6) as shares from back join crop c on c.id = back.id where back.kind = 'crop'`)
    expect(shares).toBeCloseTo(1, 5)
  })
})

workTrials({ ask, one, table }, () => database)
figureTrials({ ask, one, table }, () => database)
certificateTrials({ ask, one, table })
plantedTrials(() => database)
