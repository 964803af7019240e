// What a certification body confirms of an operator or a processor is confirmed for a body that certifies it: an auditor who may look into the records of
// another body's client, as after a change of body, confirms nothing there.
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../../scope.ts'

export type Holder = { operatorId: string | null; processorId?: string | null }

/**
 * Throws FORBIDDEN where the holder has scope certificates, and none is of a body that the auditor acts for: confirmed ones, or, where there is none, proposed ones. Without any, as in a first year, the reach
 * of the auditor alone decides. Of nobody but auditors.
 */
export async function requireOwnBody({ db, tenant, user }: Scope, { operatorId, processorId }: Holder): Promise<void> {
  const audits = user.grants.filter(({ role }) => role === 'CERTIFICATION_BODY_AUDITOR')
  if (audits.length === 0 || user.grants.some(({ role }) => role === 'ADMIN')) return
  const own = audits.flatMap(({ certificationBodyIds = [] }) => certificationBodyIds)
  const { rows } = await sql<{ isOwn: boolean; isConfirmed: boolean }>`
    select s.certification_body_id = any(${own}::uuid[]) as "isOwn", s.status <> 'PROPOSED' as "isConfirmed" from scopecertificate as s
    where s.tenant_id = ${tenant.id} and s.status in ('PROPOSED', 'VALID', 'SUSPENDED') and s.deleted_at is null
      and (s.collective_id = ${operatorId}::uuid or s.processor_id = ${processorId ?? null}::uuid)`.execute(db)
  // A proposal is the holder's own word: it counts for a body only while no certificate is confirmed.
  const counted = rows.some(({ isConfirmed }) => isConfirmed) ? rows.filter(({ isConfirmed }) => isConfirmed) : rows
  if (counted.length > 0 && !counted.some(({ isOwn }) => isOwn))
    throw new Problem('FORBIDDEN', { message: 'Another certification body certifies here: what is confirmed is its to confirm.' })
}
