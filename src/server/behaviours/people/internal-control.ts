// People and documents of a group's internal control (domain dictionary 5.4): asked for when it becomes active, and not taken out of it while
// it is. A person leaves or loses a role in spite of a duty: the group then has a finding until it names somebody else (docs/decisions/0078).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, type Message, phrase, type Sentence, sentences, small } from '#domain/messages/message.ts'
import { documentNames, duties, missingForActive, rolesOfDuty } from '#domain/people/internal-control.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { type ProjectedFinding, projectFlags } from '../../store/project-flags.ts'

const [collective, user] = [entityOf('collective'), entityOf('user')]
type Collective = Stored<typeof collective>
type Person = Stored<typeof user>
type Duty = NonNullable<Collective['icsStaff'][number]['role']>
type Unfit = { at: number; userId: string; duty: Duty; name: string; why: Message }

const admitted: readonly string[] = ['ACTIVE', 'SUSPENDED']
const rule = '5.4'

const refusal = (fields: FieldProblem[]): Problem =>
  new Problem('RULE_BLOCKED', {
    ruleId: rule,
    message: sentences(fields.map(({ message }) => message)),
    fields,
    figures: { missing: fields.map(({ path }) => path) },
  })

/** Those who are named for a duty that they cannot do at this group any more. `isLocked`: none of them changes before this transaction ends. */
async function unfitIn(
  scope: Scope,
  { id, icsStaff }: Pick<Collective, 'id' | 'icsStaff'>,
  { isLocked = false, goneId }: { isLocked?: boolean; goneId?: string } = {},
): Promise<Unfit[]> {
  const ids = [...new Set((icsStaff ?? []).flatMap(({ userId }) => userId ?? []))].sort()
  if (isLocked)
    await sql`select from "user" as u where u.tenant_id = ${scope.tenant.id} and u.id = any(${ids}::uuid[]) order by u.id for share`.execute(scope.db)
  const people = new Map((await recordsById(scope, user, ids)).map((one) => [one.id, one]))
  return (icsStaff ?? []).flatMap(({ userId, role: duty }, at): Unfit[] => {
    if (!userId || !duty) return []
    const person = people.get(userId)
    const name = person?.title ?? ''
    if (!person || userId === goneId || (person.status !== 'ACTIVE' && person.status !== 'INVITED'))
      return [{ at, userId, duty, name, why: phrase`${name} does not work here any more.` }]
    return holdsRoleFor(person, duty, id)
      ? []
      : [{ at, userId, duty, name, why: phrase`${name} has no role for this duty at this operator: ${small(duties[duty])}.` }]
  })
}
const holdsRoleFor = ({ roles }: Person, duty: Duty, operatorId: string): boolean => {
  const fitting: readonly string[] = rolesOfDuty[duty]
  return roles.some(({ role, operatorIds }) => role !== null && fitting.includes(role) && operatorIds?.includes(operatorId))
}

/** Before it becomes active. Throws RULE_BLOCKED 5.4 with everything that is missing, each at its field. */
export async function checkInternalControl(scope: Scope, group: Collective): Promise<void> {
  const unfit = await unfitIn(scope, group, { isLocked: true })
  const fields: FieldProblem[] = [
    ...missingForActive(group),
    ...unfit.map(({ at, why }) => ({ path: `icsStaff.${at}.userId`, code: 'rule', message: why })),
    ...(await awaitedDocuments(scope, group)),
  ]
  if (fields.length) throw refusal(fields)
}

/** Documents of which no file has come yet: a device may name what it sends later. */
async function awaitedDocuments(scope: Scope, group: Collective): Promise<FieldProblem[]> {
  const named = documentNames.filter((name) => group[name]?.length)
  const { rows } = await sql<{ id: string }>`select f.id from file as f where f.tenant_id = ${scope.tenant.id} and f.state = 'ATTACHED'
    and f.id = any(${named.flatMap((name) => group[name] ?? [])}::uuid[])`.execute(scope.db)
  const here = new Set(rows.map(({ id }) => id))
  return named
    .filter((name) => !group[name]?.some((id) => here.has(id)))
    .map((path) => ({ path, code: 'missing', message: 'This document is still to come from the device that names it.' }))
}

/**
 * Before an edit of the group: while it is active or suspended, what it needed to become so is not taken out of it; what a group from before had
 * not is not asked for. People who are named must have the role at this very operator. Throws RULE_BLOCKED 5.4. Answers the finding that holds
 * of it then.
 */
export async function judgeEdit(scope: Scope, before: Collective | null, after: Collective): Promise<ProjectedFinding | null> {
  const isChanged = JSON.stringify(before?.icsStaff ?? []) !== JSON.stringify(after.icsStaff ?? [])
  const unfit = await unfitIn(scope, after, { isLocked: isChanged })
  const newlyUnfit = isChanged ? unfit.map(({ at, why }) => ({ path: `icsStaff.${at}.userId`, code: 'rule', message: why })) : []
  const already = before ? missingForActive(before).map(({ message }) => String(message)) : []
  const taken = admitted.includes(after.status) ? missingForActive(after).filter(({ message }) => !already.includes(String(message))) : []
  if (newlyUnfit.length || taken.length) throw refusal([...taken, ...newlyUnfit])
  return admitted.includes(after.status) ? findingOf(unfit) : null
}

function findingOf(unfit: readonly Unfit[]): ProjectedFinding | null {
  if (unfit.length === 0) return null
  const people: Sentence[] = unfit.map(({ name, duty }) => phrase`${name} (${small(duties[duty])})`)
  return {
    ruleId: rule,
    severity: 'WARN',
    message: phrase`Named in the internal control, without a role for it any more: ${listed(people)}. Name somebody else.`,
    figures: { staff: unfit.map(({ userId, duty }) => ({ userId, duty })) },
    eventId: null,
  }
}

/** A person has left, come back, or has other roles: brings the finding of each active group that names them to it. `isGone`: they are being taken back. */
export async function judgeGroupsOf(scope: Scope, personId: string, { isGone = false } = {}): Promise<void> {
  const { rows } = await sql<Pick<Collective, 'id' | 'icsStaff'>>`select c.id, c.ics_staff as "icsStaff" from collective as c
    where c.tenant_id = ${scope.tenant.id} and c.deleted_at is null and c.status in ('ACTIVE', 'SUSPENDED')
      and c.ics_staff @> ${JSON.stringify([{ userId: personId }])}::jsonb order by c.id`.execute(scope.db)
  for (const group of rows) {
    const finding = findingOf(await unfitIn(scope, group, isGone ? { goneId: personId } : {}))
    await projectFlags(scope, collective, group.id, [rule], finding ? [finding] : [])
  }
}
