// Files of reports are removed after their days (6.5): the run says so from then on, and the bytes go with the unused files.
import { runDays } from '#domain/reports/report.ts'
import type { ClockHandler } from './handler.ts'

const lastEnd = (now: Date): string => new Date(now.getTime() - runDays * 86_400_000).toISOString()

export const reportFiles: ClockHandler = {
  name: 'report files',
  async due({ db, tenant, now }, after, limit) {
    const rows = await db
      .selectFrom('report_run')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      // It never ends before it is asked for: by the index.
      .where('created_at', '<=', lastEnd(now))
      .where('finished_at', '<=', lastEnd(now))
      .where('state', '=', 'DONE')
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },
  async carryOut({ db, tenant, now }, id) {
    const expired = await db
      .updateTable('report_run')
      .set({ state: 'EXPIRED' })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', id)
      .where('state', '=', 'DONE')
      .where('finished_at', '<=', lastEnd(now))
      .returning('file_id')
      .executeTakeFirst()
    if (!expired?.file_id) return
    await db
      .updateTable('file')
      .set({ state: 'REMOVING' })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', expired.file_id)
      .where('state', '=', 'UNATTACHED')
      .execute()
  },
}
