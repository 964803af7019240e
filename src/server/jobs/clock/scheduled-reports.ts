// Reports that come by themselves: when one is due, a run is asked for in the name of each recipient, who may come in, run the report and work
// at its operator at that moment. Whoever may not is taken off the list, and its owner hears of it. What was due while nothing ran comes once.
import { Problem } from '#domain/kernel/problems.ts'
import { findReport } from '#domain/reports/all.ts'
import type { AnyReport } from '#domain/reports/report.ts'
import { nextDue } from '#domain/reports/schedule.ts'
import { activeAmong } from '../../channels/recipients.ts'
import { personalColumns, requireFormat } from '../../reports/engine/access.ts'
import { operatorOfRun } from '../../reports/engine/operator-of-run.ts'
import { runOfSchedule } from '../../reports/engine/report-runs.ts'
import { nobodyLeft, noteChange, type StoredSchedule, takeSchedule, timingOf, updateSchedule } from '../../reports/engine/report-schedules.ts'
import type { Scope } from '../../scope.ts'
import { notify } from '../../store/notify.ts'
import type { ClockHandler } from './handler.ts'

type Person = Awaited<ReturnType<typeof activeAmong>>[number]

export const scheduledReports: ClockHandler = {
  name: 'scheduled reports',
  stage: 'sending',
  async due({ db, tenant, now }, after, limit) {
    const rows = await db
      .selectFrom('report_schedule')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('state', '=', 'ACTIVE')
      .where('next_at', '<=', now.toISOString())
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const schedule = await takeSchedule(scope, id)
    if (schedule?.state !== 'ACTIVE' || new Date(schedule.next_at) > scope.now) return
    const report = findReport(schedule.report)
    if (!report) return await stop(scope, schedule, 'There is no such report any more.')
    const people = new Map((await activeAmong(scope, [schedule.owner_id, ...schedule.recipients])).map((one) => [one.id, one]))
    if (!(await mayGet(scope, people.get(schedule.owner_id), schedule, report))) {
      informOwner(scope, schedule, schedule.owner_id, report)
      return await stop(scope, schedule, 'Whoever made this schedule may not come in any more, or lost the right to the report.')
    }
    // Made before purposes were asked, or since by somebody who sees more now.
    if (schedule.purpose === null)
      for (const person of people.values())
        if ((await mayGet(scope, person, schedule, report)) && personalColumns({ user: person }, report, schedule.format).length > 0) {
          informOwner(scope, schedule, schedule.owner_id, report)
          return await stop(scope, schedule, 'It has personal data, and nobody said what they are for. Make a new schedule.')
        }
    const recipients: string[] = []
    for (const one of schedule.recipients) {
      const person = people.get(one)
      if (person && (await mayGet(scope, person, schedule, report))) {
        recipients.push(one)
        await runOfSchedule(scope, schedule, person)
      } else {
        informOwner(scope, schedule, one, report)
        await noteChange(scope, id, 'UNSUBSCRIBED', { person: one })
      }
    }
    const next = nextDue(timingOf(schedule), scope.now, scope.tenant.timezone).toISOString()
    await noteChange(scope, id, 'RAN', { dueAt: schedule.next_at, recipients })
    await updateSchedule(scope, id, { recipients, last_at: scope.now.toISOString(), next_at: next })
    if (recipients.length === 0) await stop(scope, schedule, nobodyLeft)
  },
}

/** Whether this person may come in, run the report as a file and work at the operator, as things are now. */
async function mayGet(scope: Scope, user: Person | undefined, { format, operator_id }: StoredSchedule, report: AnyReport): Promise<boolean> {
  if (!user) return false
  try {
    requireFormat({ user }, report, format)
    if (operator_id !== null) await operatorOfRun({ ...scope, user }, operator_id)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return false
    throw error
  }
}

async function stop(scope: Scope, { id }: StoredSchedule, message: string): Promise<void> {
  await updateSchedule(scope, id, { state: 'STOPPED', message })
  await noteChange(scope, id, 'STOPPED', { message })
}

/** `person`: who gets it no more. Whoever cannot come in is not written to. */
function informOwner(scope: Scope, { id, owner_id, next_at }: StoredSchedule, person: string, report: AnyReport): void {
  const raised = { key: `REPORT_UNSUBSCRIBED ${id} ${person} ${next_at}`, userIds: [owner_id], figures: { report: report.title } }
  notify(scope, 'REPORT_UNSUBSCRIBED', { type: 'user', id: person, operatorId: null }, raised)
}
