// Whether the programme's policy approves a submission without a person. Read only where a rule of it is about the form and the sender's roles.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { approvesItself, policyOf, rulesFor } from '#domain/work/approval-policy.ts'
import { isChangeRequest } from '#domain/work/submitted.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import type { Submission } from './apply-submission.ts'

export async function isApprovedByPolicy(scope: Scope, row: Submission): Promise<boolean> {
  if (isChangeRequest(row)) return false
  const policy = policyOf(scope.tenant.config.submissionPolicy)
  const [sender] = policy.length > 0 && row.createdBy ? await recordsById(scope, entityOf('user'), [row.createdBy]) : []
  if (sender?.status !== 'ACTIVE') return false
  const roles = sender.roles.map(({ role }) => role)
  if (rulesFor(policy, row.formCode, roles).length === 0) return false
  const { rows } = await sql<{ applied: number; days: number | null }>`
    select count(*) filter (where status = 'APPLIED')::integer as applied,
      floor(extract(epoch from ${scope.now.toISOString()}::timestamptz - max(coalesce(reviewed_at, received_at, created_at))
        filter (where status in ('RETURNED', 'RESUBMITTED', 'REJECTED', 'APPLY_FAILED', 'CONFLICT'))) / 86400)::integer as days
    from submission where tenant_id = ${scope.tenant.id} and created_by = ${row.createdBy}::uuid and form_code = ${row.formCode} and deleted_at is null and id <> ${row.id}::uuid`.execute(
    scope.db,
  )
  const { applied = 0, days = null } = rows[0] ?? {}
  return approvesItself(
    policy,
    row.formCode,
    { roles, applied, daysSinceRefused: days },
    (row.autoChecks ?? []).map(({ outcome }) => outcome),
  )
}
