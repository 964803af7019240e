// Who hears of something, as they stand at the moment of delivery: active people whose role reaches the record, and members by
// their telephone. A role that was taken away, or a suspension, counts from its own moment.
import { accessScopes, type Role, scopeIncludes, type User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Notice, Occasion } from '#domain/notifications/notice.ts'
import { unreachableTag } from '#domain/work/mobilenotification.ts'
import { activePeople, type Reachable } from '../auth/access.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { titleFor } from '../store/spoken.ts'

export type Spoken = { notice: Notice; entity: AnyEntity; subjects: readonly Row[]; data: Occasion['data']; figures: Occasion['figures'] }

/** Each person with the records of it that reach them. */
export async function peopleFor(scope: Scope, { notice, entity, subjects, data, figures }: Spoken, userIds: readonly string[], actorId: string | null) {
  const roles = notice.to.flatMap((one) => ('role' in one ? [one.role] : []))
  const fields = notice.to.flatMap((one) => ('field' in one ? [one.field] : []))
  const named = subjects.flatMap((row) => fields.map((field) => row[field])).filter((id) => typeof id === 'string')
  const requested = notice.to.some((one) => 'requested' in one) ? userIds : []
  const people = await activePeople(scope.db, scope.tenant.id, { roles, ids: [...named, ...requested] })
  return people.flatMap((person): { person: Reachable; about: Row[] }[] => {
    if (person.id === actorId && !notice.alsoActor) return []
    if (requested.includes(person.id)) return [{ person, about: [...subjects] }]
    const about = subjects.filter(
      (subject) =>
        fields.some((field) => subject[field] === person.id) ||
        notice.to.some((one) => 'role' in one && (!one.if || one.if({ subject, data, figures })) && reaches(person, one.role, entity, subject)),
    )
    return about.length ? [{ person, about }] : []
  })
}

/** Those of them who may come in, with their rights of the moment. */
export const activeAmong = ({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, ids: readonly string[]): Promise<Reachable[]> =>
  activePeople(db, tenant.id, { roles: [], ids })

const reaches = (person: User, role: Role, entity: AnyEntity, row: Row): boolean =>
  accessScopes(person, entity.name, 'V', 'L').some((one) => one.grant.role === role && scopeIncludes(one, person, entity, row))

/** What a record is called before this person, in their language: its code where its personal fields are hidden from them, or it is not theirs to see. */
export async function labelFor(scope: Scope, person: Reachable, entity: AnyEntity, row: Row): Promise<string> {
  const over = accessScopes(person, entity.name, 'V', 'L').filter((one) => scopeIncludes(one, person, entity, row))
  const isOwn = entity.name === 'user' && row.id === person.id
  return isOwn || over.some(({ masked }) => !masked) ? await titleFor(scope, entity, row, person.locale) : row.code
}

export type Reached = { farmerId: string; language: string; about: Row[] }

/** Members with a telephone who want messages and whom it is about, with their records. */
export async function membersFor(scope: Scope, { notice, entity, subjects, data, figures }: Spoken): Promise<Reached[]> {
  const farmer = entityOf('farmer')
  const farmerOf = new Map<string, Row[]>()
  for (const one of notice.to) {
    if (!('member' in one)) continue
    for (const subject of subjects) {
      const id = one.of ? await farmerNamed(scope, one.of.entity, one.of.id({ subject, data, figures })) : subject[entity.belongsTo.farmer ?? '']
      if (typeof id === 'string') farmerOf.set(id, [...(farmerOf.get(id) ?? []), subject])
    }
  }
  const members = await recordsById(scope, farmer, [...farmerOf.keys()])
  return members.flatMap(({ id, phone, noPhone, tags, language }) =>
    phone && !noPhone && !tags.includes(unreachableTag) ? [{ farmerId: id, language, about: farmerOf.get(id) ?? [] }] : [],
  )
}

async function farmerNamed(scope: Scope, name: string, id: unknown): Promise<unknown> {
  const entity = entityOf(name)
  const [row] = typeof id === 'string' ? await recordsById(scope, entity, [id]) : []
  const found: Row | undefined = row
  return found?.[entity.belongsTo.farmer ?? '']
}
