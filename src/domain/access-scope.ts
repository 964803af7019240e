// What a person's roles give them: their grants, the scopes of the access table that follow, and for each scope and entity the
// predicate that says which records lie in it. Judged over a record here; the store compiles the same predicate to SQL.
import { type Action, access, otherPermissions, type Row_, type ScopeKind } from './access-table.ts'
import type { AnyEntity, Row } from './kernel/entity.ts'
import { all, any, every, judge, none, oneOf, type Predicate } from './kernel/predicate.ts'
import type { Role } from './kernel/terms.ts'

/** One role given to a person, and at which parties. Empty lists name none; ADMIN needs none. */
export type RoleGrant = { role: Role; operatorIds?: string[]; processorIds?: string[]; certificationBodyIds?: string[]; villages?: string[] }
export type User = { id: string; name: string; email: string | null; grants: RoleGrant[]; farmerId?: string | null }

/** `actions`: everything the person may do within this scope. */
export type AccessScope = { kind: ScopeKind; masked: boolean; grant: RoleGrant; actions: string }

export const everyAction: readonly Action[] = ['L', 'V', 'C', 'E', 'A', 'R', 'X', 'I']

/** What follows from a person's grants, worked out once: a list asks for every row. Grants are never changed in place. */
const knownScopes = new WeakMap<readonly RoleGrant[], Map<string, AccessScope[]>>()

/** Every way in which this person holds one of `actions` on `what` (an entity's name, or something beside them); empty = may not. */
export function accessScopes(user: Pick<User, 'grants'>, what: string, ...actions: Action[]): AccessScope[] {
  const of = known(knownScopes, user.grants, () => new Map<string, AccessScope[]>())
  return entry(of, `${what} ${actions.join('')}`, () => {
    const whole = actions.length === everyAction.length ? rightsOn(user.grants, what) : accessScopes(user, what, ...everyAction)
    return whole.filter((one) => actions.some((action) => one.actions.includes(action)))
  })
}
function rightsOn(grants: readonly RoleGrant[], what: string): AccessScope[] {
  const table = access[what] ?? (otherPermissions as Readonly<Record<string, Row_>>)[what] ?? {}
  return grants.flatMap((grant) =>
    (table[grant.role] ?? '').split(', ').flatMap((right) => {
      const [granted = '', kind, mask] = right.split(' ')
      return granted ? [{ kind: kind as ScopeKind, masked: mask === '(m)', grant, actions: granted }] : []
    }),
  )
}

/** Which records of this entity lie in one scope of this person. */
export function predicateOf(scope: AccessScope, user: Pick<User, 'id' | 'farmerId'>, { belongsTo }: AnyEntity): Predicate {
  const { kind, grant } = scope
  const { operator, processor, certificationBody, ofCompany, farmer, village, person, buyer, kinds } = belongsTo
  const ofKinds = kinds?.of[grant.role] ? oneOf(kinds.field, kinds.of[grant.role]) : all
  const ofOperators = any(oneOf(operator, grant.operatorIds), belongsTo.isOpenWithoutOperator && operator ? { is: 'empty', field: operator } : none)
  const ofProcessors = oneOf(processor, grant.processorIds)
  const ofParty = (): Predicate => {
    switch (kind) {
      case 't':
        return all
      case 's':
        return person ? oneOf(person, [user.id]) : oneOf(farmer, user.farmerId ? [user.farmerId] : [])
      case 'i':
        return buyer ? every(oneOf(buyer.field, grant.processorIds), oneOf('status', buyer.states)) : none
      case 'p':
        return ofProcessors
      case 'o':
        return ofOperators
      case 'a':
        return every(ofOperators, village && grant.villages?.length ? oneOf(village, grant.villages) : all)
      // An auditor's clients and a buyer's sources are operators and processors alike.
      case 'b':
        return any(ofOperators, ofProcessors)
      case 'c':
        if (certificationBody) return oneOf(certificationBody, grant.certificationBodyIds)
        return any(ofOperators, ofCompany ? oneOf(ofCompany.body, grant.certificationBodyIds) : ofProcessors)
    }
  }
  return every(ofKinds, ofParty())
}

/** Over which records of this entity the person holds one of `actions`. */
export const accessPredicate = (user: User, entity: AnyEntity, ...actions: Action[]): Predicate =>
  any(...accessScopes(user, entity.name, ...actions).map((one) => predicateOf(one, user, entity)))

const judges = new WeakMap<AccessScope, Map<AnyEntity, (row: Row) => boolean>>()
/** Whether a record lies in one scope of this person. */
export function scopeIncludes(scope: AccessScope, user: User, entity: AnyEntity, row: Row): boolean {
  // A person's own records depend on the person besides the grant.
  if (scope.kind === 's') return judge(predicateOf(scope, user, entity))(row)
  const ofScope = known(judges, scope, () => new Map<AnyEntity, (row: Row) => boolean>())
  return entry(ofScope, entity, () => judge(predicateOf(scope, user, entity)))(row)
}

/** What `map` has under `key`, made when it has nothing. */
export function known<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
