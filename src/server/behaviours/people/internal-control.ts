// The internal control system of a group (domain dictionary 5.4): a registered group is active with its people and documents, keeps them, and a finding says when
// one of its people has left.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { type FieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Role } from '#domain/kernel/terms.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { unmetNeeds } from '#domain/people/internal-control.ts'
import type { Change, EventBehaviour, Scope } from '../../scope.ts'
import { closeFlagsOfRules, saveFlags } from '../../store/flags.ts'
import { recordMap, recordsById } from '../../store/get.ts'
import { refuseAll } from '../../store/write.ts'

const collective = entityOf('collective')
const user = entityOf('user')
type Collective = Stored<typeof collective>
type Person = Stored<typeof user>
type Member = Collective['icsStaff'][number]

/** What whoever has a duty signs in as; of the others nothing is asked but that they belong to the group. */
const signsInAs: Readonly<Partial<Record<Member['role'], Role>>> = {
  ICS_MANAGER: 'OPERATOR_MANAGER',
  INSPECTOR: 'INTERNAL_INSPECTOR',
  APPROVER: 'OPERATOR_MANAGER',
  FIELD_OFFICER: 'FIELD_OFFICER',
}
const gone: ReadonlySet<string> = new Set(['SUSPENDED', 'DEACTIVATED'])
const holds = ({ roles, status }: Person, operatorId: string, role: Role | undefined): boolean =>
  !gone.has(status) && roles.some((grant) => (grant.operatorIds ?? []).includes(operatorId) && (role === undefined || grant.role === role))

const peopleOf = async (scope: Scope, staff: readonly Member[], options: { lock?: boolean } = {}): Promise<Map<string, Person>> =>
  await recordMap(
    scope,
    user,
    staff.map(({ userId }) => userId),
    options,
  )

/** Activation and reinstatement. Throws RULE_BLOCKED 5.4 with the fields that are missing. */
export const underControl: EventBehaviour<typeof collective, 'ACTIVATED' | 'REINSTATED'> = {
  async check(scope, { subject }) {
    const unmet = unmetNeeds(subject, scope.user)
    const [first] = unmet
    if (first) throw ruleBlocked('5.4', first.why, { missing: [...new Set(unmet.map(({ field }) => field))] })
  },
}

/** Throws VALIDATION: of people who are not the group's, or do not sign in as what they are named for; of what an active group would give up. */
export async function checkControl(scope: Scope, { before, after }: Change<typeof collective>): Promise<void> {
  const keyOf = ({ userId, role }: Member): string => `${userId} ${role}`
  const known = new Set((before?.icsStaff ?? []).map(keyOf))
  const named = (after.icsStaff ?? []).flatMap((one, index) => (known.has(keyOf(one)) ? [] : [{ ...one, index }]))
  const people = named.length ? await peopleOf(scope, named, { lock: true }) : new Map<string, Person>()
  const problems = named.flatMap(({ userId, role, index }): FieldProblem[] => {
    const person = people.get(userId)
    if (!person || holds(person, after.id, signsInAs[role])) return []
    const isOurs = holds(person, after.id, undefined)
    return [
      isOurs
        ? { path: `icsStaff.${index}.role`, code: 'rule', message: 'This person does not sign in with the role of this duty.' }
        : { path: `icsStaff.${index}.userId`, code: 'rule', message: 'This person does not work for this group.' },
    ]
  })
  if (before && before.status === 'ACTIVE') {
    const unmetBefore = new Set(unmetNeeds(before, scope.user).map(({ why }) => why))
    for (const { field, why } of unmetNeeds(after, scope.user)) if (!unmetBefore.has(why)) problems.push({ path: field, code: 'rule', message: why })
  }
  refuseAll(problems)
}

/** Finds, or closes, that somebody named for a duty of internal control works for the group no more, or in another role. */
export async function judgeControl(scope: Scope, group: Collective): Promise<void> {
  const staff = group.icsStaff ?? []
  const people = staff.length ? await peopleOf(scope, staff) : new Map<string, Person>()
  const left = staff.flatMap(({ userId, role }) => {
    const person = people.get(userId)
    return person && !holds(person, group.id, signsInAs[role]) ? [person] : []
  })
  if (left.length === 0) return closeFlagsOfRules(scope, collective, group.id, ['5.4'], 'Everybody named for internal control works for the group')
  const names = [...new Set(left.map(({ title }) => title))]
  const message = phrase`Named for internal control, and not working for the group in that role: ${listed(names)}.`
  await saveFlags(scope, collective, group.id, [{ ruleId: '5.4', severity: 'WARN', message }], { eventId: null })
}

/** After a person's roles or state have changed: the groups that name them. */
export async function judgeControlBy(scope: Scope, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from collective as c where c.tenant_id = ${scope.tenant.id} and c.deleted_at is null and c.status in ('ACTIVE', 'SUSPENDED')
      and exists (select from jsonb_array_elements(c.ics_staff) as s where s->>'userId' = ${userId}) order by c.id`.execute(scope.db)
  for (const group of await recordsById(
    scope,
    collective,
    rows.map(({ id }) => id),
  ))
    await judgeControl(scope, group)
}
