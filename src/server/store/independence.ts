// BR-24: whoever looks after a farmer in the field, is related to them or is that farmer, or approves in the same internal control, does not inspect them. Inspections with a checklist ask the
// same of whom they are assigned to (behaviours/certification/inspectors.ts).
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { type Person, personOf } from './records-of-person.ts'

type Around = {
  person: Person
  relatives: { farmerId: string; relation: string }[]
  staff: { userId: string | null; role: string }[]
}

/** Throws RULE_BLOCKED BR-24. */
export async function refuseDependent(scope: Scope, entity: AnyEntity, spec: EventSpec, subject: Row): Promise<void> {
  const { user, tenant } = scope
  const inField = { ...user, grants: user.grants.filter(({ role }) => role === 'FIELD_OFFICER') }
  if (canOn(inField, entity, 'V', subject)) throw ruleBlocked('BR-24', officerHere, {})
  const named = entity.belongsTo.farmer ? subject[entity.belongsTo.farmer] : null
  const farmerId = typeof named === 'string' ? named : null
  const { rows } = await sql<Around>`select ${personOf(scope, sql`${farmerId}::uuid`)} as person,
    coalesce((select u.conflict_of_interest from "user" as u where u.tenant_id = ${tenant.id} and u.id = ${user.id}::uuid), '[]') as relatives,
    coalesce((select c.ics_staff from collective as c where c.tenant_id = ${tenant.id} and c.id = ${subject.operatorId}::uuid), '[]') as staff`.execute(
    scope.db,
  )
  const [around] = rows
  if (!around) return
  if (around.person.officerIds.includes(user.id)) throw ruleBlocked('BR-24', officerHere, { farmerId })
  if (user.farmerId && around.person.records.includes(user.farmerId))
    throw ruleBlocked('BR-24', 'You are this farmer: another inspector must come.', { farmerId })
  const relative = around.relatives.find((one) => around.person.records.includes(one.farmerId))
  if (relative) throw ruleBlocked('BR-24', phrase`You are related to this farmer (${relative.relation}): another inspector must come.`, { farmerId })
  // Auditors of the certification body have no duty in the group's own control.
  if (spec.roles?.includes('CERTIFICATION_BODY_AUDITOR')) return
  const duties = around.staff.filter(({ userId }) => userId === user.id).map(({ role }) => role)
  if (duties.includes('APPROVER'))
    throw ruleBlocked('BR-24', phrase`${user.name} approves in this operator’s internal control, and does not inspect for it.`, { farmerId })
  if (around.staff.some(({ role }) => role === 'INSPECTOR') && !duties.includes('INSPECTOR'))
    throw ruleBlocked('BR-24', phrase`${user.name} is not among the inspectors that the operator has named.`, { farmerId })
}
const officerHere = 'You are the field officer here: another inspector must come.'
