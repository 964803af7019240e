// What came in from telephones and what is to be done, in the loaded programme (domain dictionary 15): 260 submissions of every form, and 140 tasks, those that the
// product gives of plans and findings among them.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { criticalWeight } from '#domain/kernel/plan.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Database } from '#server/db/database.ts'
import { findTenant } from '#server/db/platform.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { staffFor } from '../../scripts/demo/staff.ts'
import type { Questions } from './certificate-trials.ts'
import { clientOf } from './clients.ts'

type Reviewed = { formCode: string; extra: { failure: { problem: string; ruleId: string | null } } }

export function workTrials({ ask, one, table }: Questions, database: () => Database): void {
  const client = () => clientOf(database(), 'work')

  describe('submissions', () => {
    it('that could not be carried out say why to whoever reviews them, and have left nothing', async () => {
      const administrator = staffFor('ADMIN', '')
      const { items }: { items: { id: string }[] } = await client().send(administrator, '-', '/submission?filter[status]=APPLY_FAILED&limit=200')
      const reviewed: Reviewed[] = await Promise.all(items.map(({ id }) => client().send(administrator, '-', `/submission/${id}`)))
      const why = reviewed.map(({ formCode, extra: { failure } }) => `${formCode} ${failure.ruleId ?? '-'} ${failure.problem}`).toSorted()
      expect(why).toEqual([
        expect.stringMatching(/^BATCH_EVENT - .*not possible while this is closed/),
        expect.stringMatching(/^CROP_EVENT - .*not possible while this is harvested/),
        expect.stringMatching(/^PARCEL_BOUNDARY BR-02 This very boundary is registered already/),
        expect.stringMatching(/^PUBLIC_BOUNDARY BR-01 The boundary touches or crosses itself/),
        expect.stringMatching(/^PURCHASE - .*not possible while this is closed/),
        expect.stringMatching(/^PURCHASE BR-08 The ticket asks .* are left of what was harvested/),
      ])
      expect(
        await one(sql`select count(*) as made from submission s join event a on a.tenant_id = s.tenant_id and a.subject_id = s.id and a.event_type = 'APPROVED'
          join event e on e.tenant_id = s.tenant_id and e.cause_event_id = a.id and e.subject_type <> 'submission' where s.status = 'APPLY_FAILED'`),
      ).toEqual({ made: 0 })
    })
    it('are 260: 18 wait and 2 are in conflict, most were approved and carried out', async () => {
      expect(await table(sql`select status, count(*) from submission group by status`)).toEqual({
        APPLIED: 211,
        RECEIVED: 18,
        CONFLICT: 2,
        RETURNED: 10,
        REJECTED: 13,
        APPLY_FAILED: 6,
      })
    })
    it('are of all eight forms, and of each some were carried out and some wait', async () => {
      const forms = await ask(sql`select form_code as form, count(*) as sent, count(*) filter (where status = 'APPLIED') as applied,
        count(*) filter (where status = 'RECEIVED') as waiting from submission group by 1 order by 1`)
      expect(forms).toEqual([
        { form: 'BATCH_EVENT', sent: 14, applied: 9, waiting: 1 },
        { form: 'CROP_EVENT', sent: 110, applied: 102, waiting: 5 },
        { form: 'FARMER_REG', sent: 56, applied: 42, waiting: 3 },
        { form: 'GRIEVANCE', sent: 10, applied: 5, waiting: 3 },
        { form: 'INSPECTION', sent: 18, applied: 15, waiting: 1 },
        { form: 'PARCEL_BOUNDARY', sent: 20, applied: 14, waiting: 2 },
        { form: 'PUBLIC_BOUNDARY', sent: 8, applied: 4, waiting: 2 },
        { form: 'PURCHASE', sent: 24, applied: 20, waiting: 1 },
      ])
    })
    it('that were carried out stand on their records in the name of whoever sent them', async () => {
      const recorded = sql`s join event a on a.tenant_id = s.tenant_id and a.subject_id = s.id and a.event_type = 'APPROVED'
        join event e on e.tenant_id = s.tenant_id and e.cause_event_id = a.id and e.subject_id::text = s.result_id and e.recorded_by = s.created_by
        where s.status = 'APPLIED'`
      expect(await table(sql`select s.form_code, count(distinct s.id) from submission ${recorded} group by 1`)).toEqual({
        BATCH_EVENT: 9,
        CROP_EVENT: 102,
        FARMER_REG: 42,
        GRIEVANCE: 5,
        INSPECTION: 15,
        PARCEL_BOUNDARY: 14,
        PUBLIC_BOUNDARY: 4,
        PURCHASE: 20,
      })
      expect(
        await table(sql`select p.status, count(*) from submission s join landparcel p on p.tenant_id = s.tenant_id and p.id::text = s.result_id
        where s.status = 'APPLIED' and s.form_code in ('PARCEL_BOUNDARY', 'PUBLIC_BOUNDARY') group by 1`),
      ).toEqual({ VERIFIED: 18 })
    })
    it('of tickets are signed: each has the photo of its slip, and no finding', async () => {
      const tickets = sql`from submission s join event a on a.tenant_id = s.tenant_id and a.subject_id = s.id and a.event_type = 'APPLIED'
        join event e on e.tenant_id = s.tenant_id and e.id = (a.data->>'resultEventId')::uuid where s.form_code = 'PURCHASE'`
      expect(await one(sql`select count(*) as tickets, count(*) filter (where jsonb_array_length(e.data->'signedSlip') = 1) as signed ${tickets}`)).toEqual({
        tickets: 20,
        signed: 20,
      })
      expect(await one(sql`select count(*) as open from flag where rule_id = 'BR-08' and severity = 'REVIEW'`)).toEqual({ open: 0 })
    })
  })

  describe('tasks', () => {
    it('are 140, those of plans and findings among them, one of which is under way', async () => {
      expect(await one(sql`select count(*) as tasks, count(*) filter (where status = 'IN_PROGRESS') as "underWay" from task`)).toEqual({
        tasks: 140,
        underWay: 1,
      })
      const byRule = await table(sql`select coalesce(rule_id, 'people'), count(*) from task group by 1`)
      const { open } = await one(sql`select count(*) as open from nonconformity where status <> 'CLOSED'`)
      expect(byRule).toEqual({ 'BR-15': 1, 'BR-18': 33, '5.2': open, people: 140 - 34 - Number(open) })
    })
    it('of plans are the critical step of wheat, each the member’s officer’s: open while it is due, done by what was recorded', async () => {
      const ofPlans =
        await ask(sql`select t.status, p.status as step, count(*) as tasks, count(*) filter (where p.weight = ${criticalWeight} and p.event_type = 'INTERCULTURE') as critical,
        count(*) filter (where t.assignee_id = f.field_officer_id) as "isOfficers", count(*) filter (where t.due_date = p.window_end) as "isOfWindow",
        count(e.id) filter (where e.subject_id = t.crop_id and e.id::text = p.fulfilled_by_event_id) as recorded
        from task t join planevent p on p.tenant_id = t.tenant_id and p.id = t.plan_event_id join farmer f on f.tenant_id = t.tenant_id and f.id = t.farmer_id
        left join event d on d.tenant_id = t.tenant_id and d.subject_type = 'task' and d.subject_id = t.id and d.event_type = 'DONE'
        left join event e on e.tenant_id = t.tenant_id and e.id = (d.data->>'eventId')::uuid
        where t.type = 'PLAN_EVENT' and t.created_by is null group by 1, 2 order by 1`)
      const [done, open, ...others] = ofPlans
      expect(others).toEqual([])
      expect(Number(done?.tasks) + Number(open?.tasks)).toBe(33)
      for (const each of [done, open]) {
        const { tasks } = each ?? {}
        expect(Number(tasks)).toBeGreaterThan(5)
        expect(each).toMatchObject({ critical: tasks, isOfficers: tasks, isOfWindow: tasks })
      }
      expect(done).toMatchObject({ status: 'DONE', step: 'DONE_ON_TIME', recorded: done?.tasks })
      expect(open).toMatchObject({ status: 'OPEN', step: 'DUE', recorded: 0 })
    })
    it('stay 140 when the clock of the product comes round', async () => {
      const tenant = await database().platform((db) => findTenant(db, 'cotton'))
      if (!tenant) throw new Error('There is no programme')
      const context = { database: database(), behaviours, log: () => {}, clock: () => new Date(), stop: new AbortController().signal }
      const own = clockHandlers.filter(({ name }) => /^(plans of|plan steps|tasks of)/.test(name))
      expect(own.length).toBeGreaterThan(4)
      await runClock(context, tenant, own)
      expect(await one(sql`select count(*) as tasks from task`)).toEqual({ tasks: 140 })
    })
  })
}
