// The body that certifies a subcontractor is that of the companies it works for (domain dictionary 4.1, GOTS for gins): where their scope certificates for one
// scheme are of two bodies, the subcontractor has a finding. It is noted and refuses nothing: goods are stopped by certificates alone.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { todayIn } from '../../queries/organic-status.ts'
import type { Scope } from '../../scope.ts'
import { flagsOfRules } from '../../store/flags.ts'
import { isDecided, projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'

const processor = entityOf('processor')
type Subcontractor = Pick<Stored<typeof processor>, 'id' | 'subcontractorOf'>

/** Throws VALIDATION for a company that works for itself. */
export function refuseOwnPrincipal({ id, subcontractorOf }: Subcontractor): void {
  const place = (subcontractorOf ?? []).indexOf(id)
  if (place >= 0) throw fieldProblem(`subcontractorOf.${place}`, 'rule', 'A company is not its own subcontractor.')
}

/** Who is named as principal and what is confirmed are judged one after the other, each with what the other left. */
const oneAtATime = async ({ db, tenant }: Scope): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext('subcontractors'))`.execute(db))

/** By the certificates that have not ended, valid or suspended, whose terms have a day in common. */
export async function subcontractorFindings(scope: Scope, { id, subcontractorOf }: Subcontractor): Promise<Finding[]> {
  if (!subcontractorOf?.length) return []
  await oneAtATime(scope)
  const { db, tenant } = scope
  const { rows } = await sql<{
    principal: string
    scheme: string
    own: string
    theirs: string
    ids: Record<'principalId' | 'schemeId' | 'ownBodyId' | 'theirBodyId', string>
  }>`
    select jsonb_build_object('principalId', p.id, 'schemeId', m.id, 'ownBodyId', b.id, 'theirBodyId', o.id) as ids, coalesce(p.trade_name, p.legal_name) as principal, m.abbreviation as scheme,
      coalesce(b.short_name, b.name) as own, coalesce(o.short_name, o.name) as theirs
    from scopecertificate as s
    join scopecertificate as t on t.tenant_id = ${tenant.id} and t.processor_id = any(${[...subcontractorOf]}::uuid[]) and t.scheme_id = s.scheme_id
      and t.certification_body_id <> s.certification_body_id and t.status in ('VALID', 'SUSPENDED') and t.deleted_at is null
      and t.valid_to >= ${todayIn(scope)} and t.valid_from <= s.valid_to and t.valid_to >= s.valid_from
    join processor as p on p.tenant_id = ${tenant.id} and p.id = t.processor_id
    join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id
    join certificationbody as b on b.tenant_id = ${tenant.id} and b.id = s.certification_body_id
    join certificationbody as o on o.tenant_id = ${tenant.id} and o.id = t.certification_body_id
    where s.tenant_id = ${tenant.id} and s.processor_id = ${id}::uuid and s.status in ('VALID', 'SUSPENDED') and s.deleted_at is null and s.valid_to >= ${todayIn(scope)}
    order by p.id, m.abbreviation, s.valid_from, t.valid_from limit 1`.execute(db)
  return rows.map(({ principal, scheme, own, theirs, ids }) => ({
    ruleId: '4.1',
    severity: 'WARN',
    message: phrase`For ${scheme} it is certified by ${own}, and ${principal}, for which it works under contract, by ${theirs}.`,
    // What a person decides is of this principal, scheme and bodies, whatever they are called.
    figures: ids,
  }))
}

/** The same where it is edited: without one that a person has decided. */
export async function subcontractorFindingsLeft(scope: Scope, company: Subcontractor): Promise<Finding[]> {
  const findings = await subcontractorFindings(scope, company)
  if (findings.length === 0) return []
  const known = await flagsOfRules(scope, processor, company.id, ['4.1'])
  return findings.filter((finding) => !isDecided(known, { ...finding, eventId: null }))
}

/** Brings the findings of a company and of its subcontractors to their certificates, when one of it was confirmed or has ended. */
export const judgeSubcontractorsLater = (scope: Scope, processorId: string): Promise<void> =>
  atEndOfStep(scope, `subcontractors of ${processorId}`, async () => {
    await oneAtATime(scope)
    const { rows } = await sql<{ id: string; subcontractorOf: string[] }>`
      select p.id, p.subcontractor_of as "subcontractorOf" from processor as p
      where p.tenant_id = ${scope.tenant.id} and p.deleted_at is null and (p.id = ${processorId}::uuid or p.subcontractor_of @> array[${processorId}::uuid])
      order by p.id`.execute(scope.db)
    for (const row of rows) {
      const findings = await subcontractorFindings(scope, row)
      await projectFlags(
        scope,
        processor,
        row.id,
        ['4.1'],
        findings.map((finding) => ({ ...finding, eventId: null })),
      )
    }
  })
