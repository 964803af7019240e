// Who audits for a certification body (domain dictionary 5.3): of the people whom the reader lists; its own auditors see each other, to whom they hand over.
import { sql } from 'kysely'
import { bodiesOf } from '#domain/access.ts'
import { type BodyAuditors, mostAuditors } from '#domain/people/body-auditors-answer.ts'
import type { Scope } from '../scope.ts'
import { listedBy } from './certification-figures.ts'

const ofProgramme = ({ tenant }: Scope) => sql`r.tenant_id = ${tenant.id} and r.deleted_at is null`

/** Those who may sign in first, by name. */
export async function bodyAuditorsOf(scope: Scope, bodyId: string): Promise<BodyAuditors> {
  const role = JSON.stringify([{ role: 'CERTIFICATION_BODY_AUDITOR', certificationBodyIds: [bodyId] }])
  const { rows } = await sql<BodyAuditors['items'][number]>`select r.id, r.code, r.title, r.status from "user" as r
    where ${bodiesOf(scope.user).includes(bodyId) ? ofProgramme(scope) : listedBy(scope, 'user')} and r.roles @> ${role}::jsonb
    order by r.status = 'ACTIVE' desc, r.title, r.id limit ${mostAuditors + 1}`.execute(scope.db)
  return { items: rows.slice(0, mostAuditors), isMore: rows.length > mostAuditors }
}
