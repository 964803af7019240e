// Every active member is inspected before the approved farmer list of a season is decided or drawn up (BR-21).
import { sql } from 'kysely'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'

/** BR-21: internally inspected / active members = 100 % before a list is written. */
export async function checkCoverage(scope: Scope, subject: { id: string }, seasonId: string, day: string): Promise<void> {
  const { rows } = await sql<{ members: number; inspected: number }>`
    select count(*) as members, count(*) filter (where s.inspection1_on <= ${day}::date) as inspected from farmer as f
    left join farmerseason as s on s.tenant_id = ${scope.tenant.id} and s.farmer_id = f.id and s.season_id = ${seasonId}::uuid
    where f.tenant_id = ${scope.tenant.id} and f.operator_id = ${subject.id}::uuid and f.status = 'ACTIVE' and f.deleted_at is null`.execute(scope.db)
  const { members = 0, inspected = 0 } = rows[0] ?? {}
  if (inspected < members)
    throw ruleBlocked('BR-21', phrase`${inspected} of ${members} active members were inspected this season; the committee decides when all were.`, {
      inspected,
      members,
    })
}
