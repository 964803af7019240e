// Who may inspect whom (BR-24, domain dictionary 5.4): a person with the role, named for it by the operator where it names inspectors, who
// does not look after the farmer in the field by role or by name, is not related to them (by any record of theirs, decision 83), and does not approve in the same
// internal control. Events that record an inspection ask the same (store/independence.ts).

import { sql } from 'kysely'
import { canOn, type RoleGrant, type User } from '#domain/access.ts'
import type { InspectionKind } from '#domain/certification/inspection-terms.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row, Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { type Message, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { type Person, personOf } from '../../store/records-of-person.ts'

const [inspection, user, collective] = [entityOf('inspection'), entityOf('user'), entityOf('collective')]

/** What is looked at of the inspection: whose it is and where. */
export type Inspected = { kind: InspectionKind; farmerId: string; operatorId: string; village: string | null }
export type Inspector = Pick<Stored<typeof user>, 'id' | 'title' | 'status' | 'roles' | 'farmerId' | 'conflictOfInterest'>
/** Of the operator: the duties of people in its internal control. */
export type Staff = Stored<typeof collective>['icsStaff']

/** The person with one of their roles alone; what is left empty in a grant is not there. */
const asUser = ({ id, title, roles }: Inspector, only: RoleGrant['role']): User => ({
  id,
  name: title,
  email: null,
  grants: roles.flatMap(({ role, operatorIds, certificationBodyIds, villages }): RoleGrant[] =>
    role === only
      ? [{ role, ...(operatorIds ? { operatorIds } : {}), ...(certificationBodyIds ? { certificationBodyIds } : {}), ...(villages ? { villages } : {}) }]
      : [],
  ),
})
/** Of an inspection what decides whose it is. */
const asRow = (inspected: Inspected): Row => ({
  ...{ id: '', code: '', title: '', version: 0, status: 'PLANNED', source: 'SYSTEM', tags: [], createdAt: '', createdBy: null, updatedAt: '', updatedBy: null },
  ...inspected,
})

/** The first reason against this person; null: they may inspect there. */
export function whyNotInspector(who: Inspector, inspected: Inspected, person: Person, staff: Staff): Message | string | null {
  const role = inspected.kind === 'EXTERNAL' ? 'CERTIFICATION_BODY_AUDITOR' : 'INTERNAL_INSPECTOR'
  const row = asRow(inspected)
  if (who.status !== 'ACTIVE' && who.status !== 'INVITED') return phrase`${who.title} does not work here any more.`
  if (!canOn(asUser(who, role), inspection, 'R', row)) return phrase`${who.title} is no inspector of this farmer’s operator and village.`
  if (canOn(asUser(who, 'FIELD_OFFICER'), inspection, 'V', row) || person.officerIds.includes(who.id))
    return phrase`${who.title} is the field officer here: another inspector must come.`
  if (who.farmerId && person.records.includes(who.farmerId)) return phrase`${who.title} is this farmer: another inspector must come.`
  const relative = who.conflictOfInterest.find(({ farmerId }) => person.records.includes(farmerId))
  if (relative) return phrase`${who.title} is related to this farmer (${relative.relation}): another inspector must come.`
  if (inspected.kind === 'EXTERNAL') return null
  const duties = staff.filter(({ userId }) => userId === who.id).map(({ role: duty }) => duty)
  if (duties.includes('APPROVER')) return phrase`${who.title} approves in this operator’s internal control, and does not inspect for it.`
  const isNamed = staff.some(({ role: duty }) => duty === 'INSPECTOR')
  return isNamed && !duties.includes('INSPECTOR') ? phrase`${who.title} is not among the inspectors that the operator has named.` : null
}

export async function staffOf(scope: Scope, operatorId: string): Promise<Staff> {
  const [operator] = await recordsById(scope, collective, [operatorId])
  return operator?.icsStaff ?? []
}

/** Throws RULE_BLOCKED BR-24. */
export async function checkInspector(scope: Scope, inspected: Inspected, inspectorId: string): Promise<void> {
  const [who] = await recordsById(scope, user, [inspectorId])
  const { rows } = await sql<{ person: Person }>`select ${personOf(scope, sql`${inspected.farmerId}::uuid`)} as person`.execute(scope.db)
  const person = rows[0]?.person ?? { records: [], officerIds: [] }
  const why = who ? whyNotInspector(who, inspected, person, await staffOf(scope, inspected.operatorId)) : 'There is no such person.'
  if (why) throw ruleBlocked('BR-24', why, { inspectorId })
}
