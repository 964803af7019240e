// Who may be registered already (BR-23): reads only members who share enough marks to reach the programme's threshold,
// each by an index, and only what the comparison needs. No limit: whoever could be the same person is compared.
import { type RawBuilder, sql } from 'kysely'
import { DuplicateIndex } from '#domain/chain/duplicate-index.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { type Known, type Marks, marksOf, type Person, waysToReach } from '#domain/people/duplicates.ts'
import { maxForeignShare } from '#domain/people/names-alike.ts'
import type { Scope } from '../scope.ts'
import type { Condition } from '../store/access-scope.ts'

/** Values of the farmer's key columns. */
export function farmerKeys(row: Row): Record<string, unknown> {
  const { names, relation, village } = marksOf(row as unknown as Person)
  return { villageKey: village, nameKeys: names, relationKey: relation }
}

/** Live members who may reach `threshold`, in the order of their ids; those of another operator marked, because only their code may be named. */
export async function possibleDuplicates(scope: Scope, person: Row, threshold: number): Promise<Known[]> {
  const marks = marksOf(person as unknown as Person)
  const ways = new Map(waysToReach(marks, threshold).map((way) => [shared(way).join(' '), shared(way)]))
  const found = await membersWith(
    scope,
    [...ways.values()].map((way) => allOf(way.map((mark) => conditionOf(mark, marks)))),
  )
  return [...new Map(found.map((member) => [member.id, member])).values()]
    .filter(({ id }) => id !== person.id)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((member) => asKnown(member, person))
}

/** The same for many new members at once: whom each may be is then looked for in memory, among those there are and each other. */
export async function indexFor(scope: Scope, people: readonly Row[], threshold: number): Promise<{ near(person: Row): Known[]; add(person: Row): void }> {
  const marks = people.map((person) => marksOf(person as unknown as Person))
  const requested = marks.map((one) => ({ one, ways: waysToReach(one, threshold) }))
  const phones = unique(requested.flatMap(({ one, ways }) => (ways.some((way) => way.includes('phone')) ? (one.phone ?? []) : [])))
  const documents = requested.flatMap(({ one, ways }) => (ways.some((way) => way.includes('document')) ? [one] : []))
  const inVillages = requested.filter(({ ways }) => ways.some((way) => way.includes('village') && !way.includes('phone')))
  // Who is compared within a village needs a relation's name where every such way asks for one.
  const withRelation = inVillages.every(({ ways }) => ways.every((way) => way.includes('phone') || way.includes('document') || way.includes('relation')))
  const villages = unique(inVillages.map(({ one }) => one.village))
  const conditions = [
    ...(phones.length ? [sql`f.phone = any(${phones}::text[])`] : []),
    ...(documents.length
      ? [
          sql`(f.national_id_last4, f.national_id_type) in (select * from unnest(${documents.map((one) => one.nationalIdLast4)}::text[], ${documents.map((one) => one.nationalIdType)}::text[]))`,
        ]
      : []),
    ...(villages.length ? [sql`f.village_key = any(${villages}::text[]) ${withRelation ? sql`and f.relation_key is not null` : sql``}`] : []),
  ]
  const index = new DuplicateIndex(threshold, maxForeignShare)
  const members = new Map<string, Member>()
  const add = (member: Member) => {
    members.set(member.id, member)
    const { nameKeys, relationKey, villageKey } = member
    index.add(member, nameKeys && villageKey !== null ? { ...member, names: nameKeys, relation: relationKey, village: villageKey } : marksOf(member))
  }
  for (const member of await membersWith(scope, conditions)) add(member)
  return {
    near: (person) =>
      index
        .near(marksOf(person as unknown as Person))
        .filter(({ id }) => id !== person.id)
        .map(({ id }) => asKnown(members.get(id) as Member, person)),
    add: (person) => add({ ...(person as unknown as Member), nameKeys: null }),
  }
}
const allOf = (conditions: readonly Condition[]): Condition => (conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`)
const unique = (values: readonly string[]): string[] => [...new Set(values)]

type Member = Known & { code: string; operatorId: string | null; nameKeys: string[] | null; relationKey: string | null; villageKey: string | null }
const asKnown = (member: Member, person: Row): Known => (member.operatorId === person.operatorId ? member : { ...member, foreignCode: member.code })

/** Live members who fulfil any of these conditions over `f`; somebody who fulfils several comes several times. */
async function membersWith({ tenant, db }: Scope, conditions: readonly RawBuilder<unknown>[]): Promise<Member[]> {
  if (conditions.length === 0) return []
  const arms = conditions.map(
    (condition) => sql`select f.id, f.code, f.operator_id as "operatorId", f.member_no as "memberNo", f.first_name as "firstName", f.last_name as "lastName",
      f.local_name as "localName", f.relation_name as "relationName", f.phone, f.village, f.home_point as "homePoint",
      f.national_id_type as "nationalIdType", f.national_id_last4 as "nationalIdLast4",
      f.name_keys as "nameKeys", f.relation_key as "relationKey", f.village_key as "villageKey" from farmer as f
      where f.tenant_id = ${tenant.id} and f.deleted_at is null and ${condition}`,
  )
  return (await sql<Member>`${sql.join(arms, sql` union all `)}`.execute(db)).rows
}

type Way = ReturnType<typeof waysToReach>[number]
/** What of a set the database asks for: a telephone number or a document is rare enough by itself; homes are compared afterwards. */
function shared(way: Way): Way {
  if (way.length === 0) return way
  if (way.includes('phone')) return ['phone']
  return way.filter((mark) => mark !== 'home')
}

function conditionOf(mark: Way[number], { phone, nationalIdType, nationalIdLast4, village, relation, names }: Marks): Condition {
  if (mark === 'phone') return sql`f.phone = ${phone}`
  if (mark === 'document') return sql`(f.national_id_last4 = ${nationalIdLast4} and f.national_id_type = ${nationalIdType})`
  if (mark === 'village') return sql`f.village_key = ${village}`
  if (mark === 'relation') return mayBeAlike(sql`f.relation_key`, relation as string)
  return sql`exists (select from unnest(f.name_keys) as n (name) where ${sql.join(
    names.map((name) => mayBeAlike(sql`n.name`, name)),
    sql` or `,
  )})`
}

/** `mayBeAlike` of domain/people/names-alike.ts in SQL: letters that the other name does not have, as a share of each. */
const mayBeAlike = (key: RawBuilder<unknown>, name: string): Condition =>
  sql`length(translate(${key}, ${name}::text, ''))::float8 / length(${key}) + length(translate(${name}::text, ${key}, ''))::float8 / length(${name}::text) <= ${maxForeignShare + 1e-6}::float8`
