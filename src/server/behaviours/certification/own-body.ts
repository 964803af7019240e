// What a certification body confirms of an operator or a processor is confirmed for a body that certifies it: an auditor who may look into the records of
// another body's client, as after a change of body, confirms nothing there. What a body has set stays that body's.
import { type RawBuilder, sql } from 'kysely'
import { bodiesOf, findingOwner, type User } from '#domain/access.ts'
import type { EntityName } from '#domain/entities.ts'
import type { Finding, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Sentence } from '#domain/messages/message.ts'
import { type RuleId, ruleIds } from '#domain/rules/catalogue.ts'
import type { Scope } from '../../scope.ts'

export type Holder = { operatorId: string | null; processorId?: string | null }
type Certifier = { bodyId: string; isConfirmed: boolean }

const isAdmin = ({ grants }: User): boolean => grants.some(({ role }) => role === 'ADMIN')
const auditsOf = ({ grants }: User) => grants.filter(({ role }) => role === 'CERTIFICATION_BODY_AUDITOR')

/** Bodies of its scope certificates that are confirmed, or, where none is, proposed: a proposal is the holder's own word. */
async function certifiersOf({ db, tenant }: Scope, { operatorId, processorId }: Holder): Promise<string[]> {
  const { rows } = await sql<Certifier>`
    select s.certification_body_id as "bodyId", s.status <> 'PROPOSED' as "isConfirmed" from scopecertificate as s
    where s.tenant_id = ${tenant.id} and s.status in ('PROPOSED', 'VALID', 'SUSPENDED') and s.deleted_at is null
      and (s.collective_id = ${operatorId}::uuid or s.processor_id = ${processorId ?? null}::uuid) order by s.created_at, s.id`.execute(db)
  const counted = rows.some(({ isConfirmed }) => isConfirmed) ? rows.filter(({ isConfirmed }) => isConfirmed) : rows
  return counted.map(({ bodyId }) => bodyId)
}

/**
 * Throws FORBIDDEN where the holder has scope certificates, and none is of a body that the auditor acts for: confirmed ones, or, where there is none, proposed ones. Without any, as in a first year, the reach
 * of the auditor alone decides. Of nobody but auditors.
 */
export async function requireOwnBody(scope: Scope, holder: Holder): Promise<void> {
  const { user } = scope
  if (auditsOf(user).length === 0 || isAdmin(user)) return
  const [certifiers, own] = [await certifiersOf(scope, holder), bodiesOf(user)]
  if (certifiers.length > 0 && !certifiers.some((one) => own.includes(one))) throw anotherBody()
}

/**
 * The body for which an auditor acts at a company that it certifies. Unlike what is confirmed of a group, an audit needs a scope certificate, confirmed or proposed: companies are
 * in no auditor's reach by name. Throws FORBIDDEN.
 */
export async function certifierFor(scope: Scope, processorId: string): Promise<string> {
  const body = await ownCertifier(scope, processorId)
  if (body === undefined)
    throw new Problem('FORBIDDEN', { message: 'Your certification body has no scope certificate of this company: it audits those that it certifies.' })
  return body
}

/** The same as SQL of the holder with these ids, of whoever reads: of nobody but auditors it is true. */
export function isOfOtherBody(
  { tenant, user }: Pick<Scope, 'tenant' | 'user'>,
  operatorId: RawBuilder<unknown>,
  processorId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (auditsOf(user).length === 0 || isAdmin(user)) return sql<boolean>`false`
  return sql<boolean>`coalesce((select not coalesce(bool_or(c.certification_body_id = any(${bodiesOf(user)}::uuid[])) filter (where c.status <> 'PROPOSED' or c.none), false)
    from (select s.certification_body_id, s.status, not bool_or(s.status <> 'PROPOSED') over () as none from scopecertificate as s
      where s.tenant_id = ${tenant.id} and s.status in ('PROPOSED', 'VALID', 'SUSPENDED') and s.deleted_at is null
        and (s.collective_id = ${operatorId} or s.processor_id = ${processorId})) as c having count(*) > 0), false)`
}
const ofBody: readonly RuleId[] = ruleIds.filter((ruleId) => findingOwner(ruleId) === 'CERTIFICATION_BODY_AUDITOR')
/** What a certification body decides is closed, on records of a group, by one that certifies the group: `closing` and `isParty` of their behaviours. */
export const closedByOwnBody = (table: EntityName) => ({
  closing: async (scope: Scope, { operatorId }: Row, { ruleId }: Pick<Finding, 'ruleId'>): Promise<void> => {
    if (ofBody.includes(ruleId)) await requireOwnBody(scope, { operatorId: operatorId ?? null })
  },
  isParty: (scope: Pick<Scope, 'tenant' | 'user'>): RawBuilder<boolean> =>
    sql<boolean>`case when f.rule_id = any(${[...ofBody]}::text[]) then (select ${isOfOtherBody(scope, sql`o.operator_id`, sql`null::uuid`)} from ${sql.table(table)} as o
      where o.tenant_id = ${scope.tenant.id} and o.id = f.subject_id) else false end`,
})

/** Whether the caller, an auditor, acts for another body than the one that has issued this scope certificate. As SQL. */
export const isCertificateOfOther = ({ tenant, user }: Pick<Scope, 'tenant' | 'user'>, certificateId: RawBuilder<unknown>): RawBuilder<boolean> =>
  auditsOf(user).length === 0 || isAdmin(user)
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from scopecertificate as s where s.tenant_id = ${tenant.id} and s.id = ${certificateId} and not s.certification_body_id = any(${bodiesOf(user)}::uuid[]))`
export const anotherBody = (): Problem =>
  new Problem('FORBIDDEN', { message: 'Another certification body certifies here: what is confirmed is its to confirm.' })

/** The same; undefined: the caller acts for none that certifies it. */
export async function ownCertifier(scope: Scope, processorId: string): Promise<string | undefined> {
  const [certifiers, own] = [await certifiersOf(scope, { operatorId: null, processorId }), bodiesOf(scope.user)]
  return own.find((one) => certifiers.includes(one))
}

/** Throws FORBIDDEN unless this body certifies the company now: between the plan of an audit and its signature the company may have changed its body. */
export async function requireCertifier(scope: Scope, bodyId: string | null, processorId: string): Promise<void> {
  if (bodyId === null || !(await certifiersOf(scope, { operatorId: null, processorId })).includes(bodyId))
    throw new Problem('FORBIDDEN', { message: 'The certification body of this audit has no scope certificate of the company any more.' })
}

/** The body for which an auditor acts at this holder: one that certifies it, or else the first of theirs; undefined: they act for none that is named. */
export async function actingBody(scope: Scope, holder: Holder): Promise<string | undefined> {
  const own = bodiesOf(scope.user)
  const certifiers = own.length > 1 ? await certifiersOf(scope, holder) : []
  return own.find((one) => certifiers.includes(one)) ?? own[0]
}

/**
 * Whether a body certifies this holder no more: it is not active itself, or its certificates there have ended, or those in force are another body's. One that has set something
 * in a first year, before any certificate, has not ended.
 */
export async function hasEnded({ db, tenant }: Scope, bodyId: string, { operatorId, processorId }: Holder): Promise<boolean> {
  const { rows } = await sql<{ hasEnded: boolean }>`
    select ${hasEndedAt(tenant, sql`${bodyId}::uuid`, sql`${processorId ?? null}::uuid`, sql`${operatorId}::uuid`)} as "hasEnded"`.execute(db)
  return rows[0]?.hasEnded === true
}
/** The same as SQL of the holder with these ids. */
export const hasEndedAt = (
  tenant: Scope['tenant'],
  bodyId: RawBuilder<unknown>,
  processorId: RawBuilder<unknown>,
  operatorId: RawBuilder<unknown> = sql`null::uuid`,
): RawBuilder<boolean> => {
  const own = sql`scopecertificate as s where s.tenant_id = ${tenant.id} and s.deleted_at is null and (s.collective_id = ${operatorId} or s.processor_id = ${processorId})`
  return sql<boolean>`(not exists (select from certificationbody as b where b.tenant_id = ${tenant.id} and b.id = ${bodyId} and b.status = 'ACTIVE' and b.deleted_at is null)
    or (not exists (select from ${own} and s.certification_body_id = ${bodyId} and s.status in ('PROPOSED', 'VALID', 'SUSPENDED'))
      and exists (select from ${own} and ((s.certification_body_id = ${bodyId} and s.status in ('EXPIRED', 'WITHDRAWN')) or s.status in ('VALID', 'SUSPENDED')))))`
}

const agreed = 'A certification body has agreed to it: only that one takes it back, or an administrator when it certifies here no more.'
/** While the word of a body is taken back that something was recorded in error: it is asked for again then. `bodyId` null: of before the body was noted. */
export async function requireAgreedBody(scope: Scope, bodyId: string | null, holder: Holder): Promise<void> {
  if (bodyId === null && auditsOf(scope.user).length === 0 && !isAdmin(scope.user)) throw new Problem('FORBIDDEN', { message: agreed })
  await requireSettingBody(scope, bodyId, holder, agreed)
}
/** To be noted with what an auditor agrees to. */
export async function notedBody(scope: Scope, holder: Holder): Promise<{ certificationBodyId?: string }> {
  const certificationBodyId = await actingBody(scope, holder)
  return certificationBodyId ? { certificationBodyId } : {}
}

/**
 * Throws FORBIDDEN unless the caller acts for the body that has set something, or, where it certifies the holder no more, administers the programme. `bodyId` null: nobody
 * noted which; a body that certifies the holder. `message`: of anything but a hold.
 */
export async function requireSettingBody(scope: Scope, bodyId: string | null, holder: Holder, message?: Sentence): Promise<void> {
  const { user } = scope
  if (bodyId === null) return requireOwnBody(scope, holder)
  if (bodiesOf(user).includes(bodyId) || (isAdmin(user) && (await hasEnded(scope, bodyId, holder)))) return
  throw new Problem('FORBIDDEN', {
    message:
      message ??
      (isAdmin(user)
        ? 'The certification body that holds it back decides: an administrator does when it certifies here no more.'
        : 'Another certification body holds it back: only that one decides.'),
  })
}
