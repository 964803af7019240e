// Withdrawals end by the clock, or by the warmth of the water that the days bring (domain dictionary animal 10.1).
import { type RawBuilder, sql } from 'kysely'
import { endWhenOver } from '../../behaviours/husbandry/withdrawals.ts'
import type { ClockHandler, Moment } from './handler.ts'

const idsWhere = async ({ db, tenant }: Moment, condition: RawBuilder<unknown>, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await sql<{
    id: string
  }>`select id from withdrawal where tenant_id = ${tenant.id} and deleted_at is null and status = 'ACTIVE' and ${condition}
    and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
export const endedWithdrawals: ClockHandler = {
  name: 'withdrawals ended',
  due: (moment, after, limit) => idsWhere(moment, sql`degree_days_required is null and effective_end_at <= ${moment.now}`, after, limit),
  carryOut: endWhenOver,
}

export const warmedWithdrawals: ClockHandler = {
  name: 'withdrawals ended by warmth',
  isDaily: true,
  due: (moment, after, limit) => idsWhere(moment, sql`degree_days_required is not null`, after, limit),
  carryOut: endWhenOver,
}
