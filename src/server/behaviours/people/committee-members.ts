// Whom the approval committee may decide on: who was an active member at that time, by the record that stays of them, and is not the person who decides
// (BR-21, BR-24). The table of the committee lists active members alone (committee.ts); the event refuses everybody else.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { type Message, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { stateAt } from '../../store/history.ts'
import { isSamePerson } from '../../store/records-of-person.ts'
import { continuedBy } from './farmer-merge.ts'

const farmer = entityOf('farmer')
type Farmer = Stored<typeof farmer>

/** Said beforehand by the table, too. */
export const isOneself = (name: string): Message => phrase`${name} is you: somebody else must decide.`

/** `members`: in the order in which the event names them. Throws VALIDATION at the first who was no member then, RULE_BLOCKED BR-24 at oneself. */
export async function refuseUndecidable(scope: Scope, members: ReadonlyMap<string, Farmer>, occurredAt: string): Promise<void> {
  const ids = [...members.keys()]
  const left = await leftBy(scope, ids, occurredAt)
  const own = await ownAmong(scope, ids)
  for (const [index, id] of ids.entries()) {
    const member = members.get(id)
    if (!member) continue
    const path = `data.decisions.${index}`
    const elsewhere = await continuedBy(scope, member)
    if (elsewhere) throw fieldProblem(`${path}.farmerId`, 'rule', elsewhere)
    // Who is a member today may have been admitted since; who is none today, or was out of it before, is asked about that time.
    if ((member.status !== 'ACTIVE' || left.has(id)) && (await stateAt(scope, farmer, member, occurredAt)).status !== 'ACTIVE')
      throw fieldProblem(`${path}.farmerId`, 'rule', phrase`${member.title} was no active member at that time.`)
    if (own.has(id)) throw ruleBlocked('BR-24', isOneself(member.title), { farmerId: id, path })
  }
}

/** Members who had been suspended or had left by then, for a time or for good. */
async function leftBy({ db, tenant }: Scope, ids: readonly string[], occurredAt: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select distinct e.subject_id as id from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'farmer'
    and e.subject_id = any(${[...ids]}::uuid[]) and e.event_type in ('SUSPENDED', 'EXITED') and e.status = 'RECORDED' and e.occurred_at <= ${occurredAt}::timestamptz`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Which of these members the person is who is signed in, by any record of theirs. */
export async function ownAmong(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { db, tenant, user } = scope
  if (!user.farmerId) return new Set()
  const { rows } = await sql<{ id: string }>`select f.id from farmer as f where f.tenant_id = ${tenant.id} and f.id = any(${[...ids]}::uuid[])
    and ${isSamePerson(scope, sql`${user.farmerId}::uuid`, sql`f.id`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
