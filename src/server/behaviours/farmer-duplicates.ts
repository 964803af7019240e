// Who may be registered already (BR-23): reads only members who share enough marks to reach the programme's threshold,
// each by an index, and only what the comparison needs. No limit: whoever could be the same person is compared.
import { type RawBuilder, sql } from 'kysely'
import { DuplicateIndex, Ways } from '#domain/chain/duplicate-index.ts'
import type { Declarations } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { type Known, type Marks, marksOf, waysToReach } from '#domain/people/duplicates.ts'
import { maxForeignShare } from '#domain/people/names-alike.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Ask, Requested, Scope } from '../scope.ts'
import type { Condition } from '../store/access-scope.ts'
import { askPlainly } from '../store/references.ts'
import { type RequestedVillages, villageNamesOf } from './village-names.ts'

type Farmer = Stored<Declarations['farmer']>

/** Values of the farmer's key columns. */
export function farmerKeys(row: Farmer): Record<string, unknown> {
  const { names, relation, village } = marksOf(row)
  return { villageKey: village, nameKeys: names, relationKey: relation }
}

/** Live members who may reach `threshold`, in the order of their ids; those of another operator marked, because only their code may be named. */
export async function possibleDuplicates(scope: Scope, person: Farmer, threshold: number, ask: Ask = askPlainly(scope.db)): Promise<Known[]> {
  const marks = marksOf(person)
  const ways = new Map(waysToReach(marks, threshold).map((way) => [shared(way).join(' '), shared(way)]))
  const conditions = [...ways.values()].map((way) => allOf(way.map((mark) => conditionOf(mark, marks))))
  if (conditions.length === 0) return []
  const rows = await ask(membersWith(scope, conditions))
  return [...new Map(rows.map((member) => [member.id, member])).values()]
    .filter((member) => !isSamePerson(member, person))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((member) => asKnown(member, person))
}

/**
 * The same for many new members at once: whom each may be is then looked for in memory, among those there are and each other. Of
 * the villages only names are read; of their members only those are read whole whom somebody of the set resembles.
 */
export async function indexFor(
  scope: Scope,
  people: readonly Farmer[],
  threshold: number,
): Promise<{ near(person: Farmer): Known[]; add(person: Farmer): void }> {
  const ways = new Ways(threshold)
  const marked = new Map(people.map((person) => [person, marksOf(person)]))
  const marksFor = (person: Farmer): Marks => marked.get(person) ?? marksOf(person)
  const index = new DuplicateIndex(ways)
  const members = new Map<string, Member>()
  const addMember = (member: Member) => {
    members.set(member.id, member)
    index.add(member.id, marksOfMember(member))
  }
  const villages = villageNamesOf(scope, ways)
  const { whole, names } = questions(scope, [...marked.values()], ways)
  const [answeredMembers, answeredNames] = await answered(scope, whole, names && villages.question(scope, names))
  for (const member of answeredMembers) addMember(member)
  villages.take(answeredNames)
  const alike = villages.near([...marked.values()]).filter((id) => !members.has(id))
  if (alike.length) for (const member of (await membersWith(scope, [sql`f.id = any(${alike}::uuid[])`]).execute(scope.db)).rows) addMember(member)
  return {
    near: (person) =>
      index
        .near(marksFor(person))
        .flatMap((id) => members.get(id) ?? [])
        .filter((member) => !isSamePerson(member, person))
        .map((member) => asKnown(member, person)),
    add: (person) => {
      members.set(person.id, { ...person, nameKeys: null, relationKey: null, villageKey: null })
      index.add(person.id, marksFor(person))
    },
  }
}

/** Both in one message, where there are both. */
async function answered<A, B>(
  { db }: Scope,
  first: RawBuilder<A> | null,
  second: RawBuilder<B> | null,
): Promise<[readonly Requested<A>[], readonly Requested<B>[]]> {
  if (first && second) return queryAll(db, first, second)
  const [one = []] = first ? await queryAll(db, first) : []
  const [other = []] = second ? await queryAll(db, second) : []
  return [one, other]
}

/** What a set asks the database for: members by telephone and document, and the names of the villages in which somebody is compared. */
function questions(scope: Scope, marks: readonly Marks[], ways: Ways): { whole: RawBuilder<Member> | null; names: RequestedVillages | null } {
  const requested = marks.map((one) => ({ one, of: ways.of(one) }))
  const phones = unique(requested.flatMap(({ one, of }) => (of.some((way) => way.includes('phone')) ? (one.phone ?? []) : [])))
  const documents = unique(requested.flatMap(({ one, of }) => (of.some((way) => way.includes('document')) ? (one.nationalIdLast4 ?? []) : [])))
  const inVillages = requested.filter(({ of }) => of.some(isOfVillage))
  // Who is compared within a village needs a relation's name where every such way asks for one.
  const withRelation = inVillages.every(({ of }) => of.filter(isOfVillage).every((way) => way.includes('relation')))
  const villages = unique(inVillages.map(({ one }) => one.village))
  const conditions = [
    ...(phones.length ? [sql`f.phone = any(${phones}::text[])`] : []),
    // The kind of document is compared afterwards.
    ...(documents.length ? [sql`f.national_id_last4 = any(${documents}::text[])`] : []),
  ]
  return {
    whole: conditions.length ? membersWith(scope, conditions) : null,
    names: villages.length ? { villages, withRelation } : null,
  }
}
const isOfVillage = (way: Way): boolean => way.includes('village') && !way.includes('phone')
const marksOfMember = (member: Member): Marks => {
  const { nameKeys, relationKey, villageKey } = member
  return nameKeys && villageKey !== null ? { ...member, names: nameKeys, relation: relationKey, village: villageKey } : marksOf(member)
}
const allOf = (conditions: readonly Condition[]): Condition => (conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`)
const unique = (values: readonly string[]): string[] => [...new Set(values)]

type Member = Known & {
  code: string
  operatorId: string | null
  mergedIntoId: string | null
  nameKeys: string[] | null
  relationKey: string | null
  villageKey: string | null
}
/** The record itself, or one that was merged into it. */
const isSamePerson = ({ id, mergedIntoId }: Member, person: Farmer): boolean => id === person.id || mergedIntoId === person.id
const asKnown = (member: Member, person: Farmer): Known => (member.operatorId === person.operatorId ? member : { ...member, foreignCode: member.code })

/** Live members who fulfil any of these conditions over `f`; somebody who fulfils several comes several times. */
function membersWith({ tenant }: Scope, conditions: readonly RawBuilder<unknown>[]): RawBuilder<Member> {
  const arms = conditions.map(
    (
      condition,
    ) => sql`select f.id, f.code, f.operator_id as "operatorId", f.merged_into_id as "mergedIntoId", f.member_no as "memberNo", f.first_name as "firstName", f.last_name as "lastName",
      f.local_name as "localName", f.relation_name as "relationName", f.phone, f.village, f.home_point as "homePoint",
      f.national_id_type as "nationalIdType", f.national_id_last4 as "nationalIdLast4",
      f.name_keys as "nameKeys", f.relation_key as "relationKey", f.village_key as "villageKey" from farmer as f
      where f.tenant_id = ${tenant.id} and f.deleted_at is null and ${condition}`,
  )
  return sql<Member>`${sql.join(arms, sql` union all `)}`
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
  if (mark === 'relation') return relation === null ? sql`false` : mayBeAlike(sql`f.relation_key`, relation)
  return sql`exists (select from unnest(f.name_keys) as n (name) where ${sql.join(
    names.map((name) => mayBeAlike(sql`n.name`, name)),
    sql` or `,
  )})`
}

/** `mayBeAlike` of domain/people/names-alike.ts in SQL: letters that the other name does not have, as a share of each. */
const mayBeAlike = (key: RawBuilder<unknown>, name: string): Condition =>
  sql`length(translate(${key}, ${name}::text, ''))::float8 / length(${key}) + length(translate(${name}::text, ${key}, ''))::float8 / length(${name}::text) <= ${maxForeignShare + 1e-6}::float8`
