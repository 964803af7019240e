// Whom a message to telephones is for: active members of the groups, narrowed by village, crop, its stage, claim and open findings, or these alone, and people
// by their role. One query counts them while they are chosen and sends to them; who is left out, and why, is counted too.
import { type RawBuilder, sql } from 'kysely'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { cropStages } from '#domain/kernel/crop-stages.ts'
import type { Claim, Role } from '#domain/kernel/terms.ts'
import type { AudienceCount } from '#domain/notifications/inbox-answer.ts'
import { type LeftOut, unreachableTag, writingPurpose } from '#domain/work/mobilenotification.ts'
import type { Db, Scope } from '../scope.ts'
import { withinAccessScope } from '../store/access-scope.ts'

export type Chosen = {
  operatorId: string | null
  groupIds: readonly string[]
  /** Empty: members. */
  roles: readonly Role[]
  villages: readonly string[]
  cropTypeId: string | null
  /** Null or empty: whatever grows. */
  stages: readonly string[] | null
  claims: readonly Claim[]
  /** Rules with an open finding; null or empty: whoever. */
  flags: readonly string[] | null
  farmerIds: readonly string[]
}
/** `null`: everybody, for the product itself; otherwise those within the caller's reach. */
type AudienceScope = Scope | null
/** Villages that are answered with their numbers. */
const villagesAtMost = 200

const hasPhone = sql`(r.phone is not null and not coalesce(r.no_phone, false))`
/** An open consent to what the programme does. */
const hasConsent = sql`exists (select 1 from jsonb_array_elements(coalesce(r.consent, '[]')) as c where c->>'purpose' = ${sql.lit(writingPurpose)} and c->>'withdrawnAt' is null)`
const isOptedOut = sql`(${sql.lit(unreachableTag)} = any(r.tags))`
/** Why a member, called `r`, is left out; null: they are not. */
const whyNoMember = sql<LeftOut | null>`case when ${isOptedOut} then 'OPTED_OUT' when not ${hasConsent} then 'NO_CONSENT' when not ${hasPhone} then 'NO_PHONE' end`
/** The same of a person with an account. */
const whyNoPerson = sql<LeftOut | null>`case when ${isOptedOut} then 'OPTED_OUT' when r.phone is null then 'NO_PHONE' end`

function membersChosen(
  tenantId: number,
  audienceScope: AudienceScope,
  { operatorId, groupIds, roles, villages, cropTypeId, stages, claims, flags, farmerIds }: Chosen,
): RawBuilder<unknown> {
  const isNarrowed = cropTypeId !== null || claims.length > 0 || !!stages?.length
  const growing = stages?.length ? stages : Object.keys(cropStages)
  return sql`select r.id, true as is_member, r.village, ${whyNoMember} as why from farmer as r
    where r.tenant_id = ${tenantId} and r.deleted_at is null and r.status = 'ACTIVE' and ${roles.length === 0 || roles.includes('FARMER')}
    and (${operatorId === null} or r.operator_id = ${operatorId}::uuid)
    and (${groupIds.length === 0} or r.operator_id = any(${[...groupIds]}::uuid[]))
    and (${villages.length === 0} or r.village = any(${[...villages]}::text[]))
    and (${farmerIds.length === 0} or r.id = any(${[...farmerIds]}::uuid[]))
    and (${!isNarrowed} or exists (select 1 from crop as c where c.tenant_id = r.tenant_id and c.farmer_id = r.id and c.deleted_at is null
      and c.status = any(${[...growing]}::text[]) and (${cropTypeId === null} or c.crop_type_id = ${cropTypeId}::uuid)
      and (${claims.length === 0} or c.claim_status = any(${[...claims]}::text[]))))
    and ${flags?.length ? sql`r.id in (${withFinding(tenantId, flags)})` : sql`true`}
    and ${audienceScope ? withinAccessScope(audienceScope, entityOf('farmer'), 'V') : sql`true`}`
}
/** Members of whom, or of whose plots and crops, a finding of these rules is open. */
const withFinding = (tenantId: number, rules: readonly string[]): RawBuilder<unknown> => {
  const open = sql`g.tenant_id = ${tenantId} and g.closed_at is null and g.rule_id = any(${[...rules]}::text[])`
  return sql`select g.subject_id from flag as g where ${open} and g.subject_type = 'farmer'
    union select p.farmer_id from flag as g join landparcel as p on p.tenant_id = ${tenantId} and p.id = g.subject_id where ${open} and g.subject_type = 'landparcel'
    union select c.farmer_id from flag as g join crop as c on c.tenant_id = ${tenantId} and c.id = g.subject_id where ${open} and g.subject_type = 'crop'`
}

/** Whether somebody may write to people by their role, and learn how many they are: of the operator of the address. */
export const writesToPeople = ({ grants }: User): boolean => grants.some(({ role }) => role === 'ADMIN' || role === 'OPERATOR_MANAGER')

/** People whose role is for one of the groups, and for one of the villages where it is for villages at all. */
function peopleChosen(tenantId: number, audienceScope: AudienceScope, { operatorId, groupIds, roles, villages }: Chosen): RawBuilder<unknown> {
  const groups = operatorId === null ? groupIds : groupIds.length === 0 || groupIds.includes(operatorId) ? [operatorId] : ['']
  const ofGroup = groups.length === 0 ? sql`true` : sql`g->'operatorIds' ?| ${[...groups]}::text[]`
  const ofVillage =
    villages.length === 0 ? sql`true` : sql`(jsonb_array_length(coalesce(g->'villages', '[]')) = 0 or g->'villages' ?| ${[...villages]}::text[])`
  return sql`select r.id, false as is_member, null as village, ${whyNoPerson} as why from "user" as r
    where r.tenant_id = ${tenantId} and r.deleted_at is null and r.status = 'ACTIVE'
    and exists (select 1 from jsonb_array_elements(r.roles) as g where g->>'role' = any(${roles.filter((role) => role !== 'FARMER')}::text[]) and ${ofGroup} and ${ofVillage})
    and ${audienceScope === null || writesToPeople(audienceScope.user)}`
}

const chosenOnes = (tenantId: number, audienceScope: AudienceScope, chosen: Chosen): RawBuilder<unknown> =>
  sql`(${membersChosen(tenantId, audienceScope, chosen)} union all ${peopleChosen(tenantId, audienceScope, chosen)}) as one`

export async function countAudience(scope: Scope, chosen: Chosen): Promise<AudienceCount> {
  const { rows } = await sql<{ village: string | null; chosen: number; reached: number; noPhone: number; optedOut: number; noConsent: number }>`
    select village, count(*)::integer as chosen, count(*) filter (where why is null)::integer as reached, count(*) filter (where why = 'NO_PHONE')::integer as "noPhone",
      count(*) filter (where why = 'OPTED_OUT')::integer as "optedOut", count(*) filter (where why = 'NO_CONSENT')::integer as "noConsent"
    from ${chosenOnes(scope.tenant.id, scope, chosen)} group by village order by 3 desc, village`.execute(scope.db)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    chosen: sum((row) => row.chosen),
    reached: sum((row) => row.reached),
    noPhone: sum((row) => row.noPhone),
    optedOut: sum((row) => row.optedOut),
    noConsent: sum((row) => row.noConsent),
    villages: rows.flatMap(({ village, reached }) => (village === null ? [] : [{ village, reached }])).slice(0, villagesAtMost),
  }
}

/** Everybody chosen, as they are now, and why some of them are left out. */
export async function audienceOf(db: Db, tenantId: number, chosen: Chosen): Promise<{ id: string; isMember: boolean; why: LeftOut | null }[]> {
  const { rows } = await sql<{ id: string; isMember: boolean; why: LeftOut | null }>`
    select id, is_member as "isMember", why from ${chosenOnes(tenantId, null, chosen)} order by is_member desc, id`.execute(db)
  return rows
}

/** Why one who was chosen is left out when it is their turn; `GONE`: no longer active, or no longer there. */
export async function whyNot(db: Db, tenantId: number, id: string): Promise<LeftOut | 'GONE' | null> {
  const isOne = sql`r.tenant_id = ${tenantId} and r.id = ${id}::uuid and r.deleted_at is null and r.status = 'ACTIVE'`
  const { rows } = await sql<{ why: LeftOut | null }>`select ${whyNoMember} as why from farmer as r where ${isOne}
    union all select ${whyNoPerson} as why from "user" as r where ${isOne}`.execute(db)
  const [row] = rows
  return row ? row.why : 'GONE'
}
