// Who may do what with a record: the table of rights (access-table.ts) applied to people and records (access-scope.ts), and can().
// Pure: the server enforces it on every call, the web uses it only to hide what would be refused.
import {
  type AccessScope,
  accessPredicate,
  accessScopes,
  entry,
  everyAction,
  known,
  predicateOf,
  type RoleGrant,
  scopeIncludes,
  type User,
} from './access-scope.ts'
import { type Action, access, otherPermissions, type ScopeKind } from './access-table.ts'
import type { AnyEntity, EventSpec, Row } from './kernel/entity.ts'
import { firstAgainst, needAgainst, neededFields } from './kernel/event-needs.ts'
import { type Field, settersOf } from './kernel/field.ts'
import { isPossible } from './kernel/history.ts'
import { ownershipFields } from './kernel/ownership.ts'
import { type Role, roles } from './kernel/terms.ts'
import type { RuleId } from './rules/catalogue.ts'

export {
  type AccessScope,
  type Action,
  access,
  accessPredicate,
  accessScopes,
  otherPermissions,
  predicateOf,
  type Role,
  type RoleGrant,
  roles,
  type ScopeKind,
  scopeIncludes,
  type User,
}

/** What a person may do with each kind of record, in the letters of the table, somewhere within their reach; kinds with which they may do nothing are left out. */
export const permissionsOf = (user: User): Record<string, string> =>
  Object.fromEntries(
    [...Object.keys(access), ...Object.keys(otherPermissions)].flatMap((what) => {
      const letters = everyAction.filter((action) => can(user, what, action)).join('')
      return letters ? [[what, letters] as const] : []
    }),
  )

export const can = (user: User, what: string, action: Action): boolean => accessScopes(user, what, action).length > 0

/** Roles whose work is not inside one operator: a gin takes in from several, an auditor has clients. */
const acrossOperators: ReadonlySet<Role> = new Set(['ADMIN', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR', 'BRAND_VIEWER'])
/** Whether '-' (all of the programme) is an address for this person; what is seen there stays what the roles reach. */
export const worksAcross = (grantedRoles: readonly Role[]): boolean => grantedRoles.some((role) => acrossOperators.has(role))

/** Whether a person holding `action` holds it over this very record. The filter of lists is the same predicate as SQL. */
export function canOn(user: User, entity: AnyEntity, action: Action, row: Row): boolean {
  return accessScopes(user, entity.name, action).some((one) => scopeIncludes(one, user, entity, row))
}

/** Fields of a record that decide whose it is and what its events need: without them it cannot be said what somebody may do with it. */
export const rightsFields = (entity: AnyEntity): string[] => [...ownershipFields(entity.belongsTo), ...neededFields(entity)]

/** Names of the fields of this record that are not for this person: personal ones where every reach is masked, and those that only other roles see. */
export function hiddenFields(user: User, entity: AnyEntity, row: Row): string[] {
  const over = accessScopes(user, entity.name, 'V', 'L').filter((one) => scopeIncludes(one, user, entity, row))
  return entry(knownFor(user, entity), `hidden ${over.map(({ kind, actions, grant }) => `${grant.role} ${actions} ${kind}`).join()}`, () =>
    fieldsHiddenFrom(entity, over),
  )
}
/** Answers that depend on the person's grants, the entity and the named state alone. */
const knownAnswers = new WeakMap<readonly RoleGrant[], Map<string, Map<string, string[]>>>()
const knownFor = (user: User, entity: AnyEntity): Map<string, string[]> =>
  entry(
    known(knownAnswers, user.grants, () => new Map<string, Map<string, string[]>>()),
    entity.name,
    () => new Map<string, string[]>(),
  )

/** Fields of an event that are not for somebody from whom `hidden` fields of its record are: personal ones, where those of the record are, and those that only other roles see. */
export function hiddenInEvent(user: User, entity: AnyEntity, row: Row, eventType: string, hidden: readonly string[]): string[] {
  const isMasked = hidden.some((name) => entity.fields[name]?.personal && !entity.fields[name]?.readableBy)
  const own = Object.entries<Field>(entity.events[eventType]?.fields ?? {}).filter(([, { personal, readableBy }]) => readableBy ?? (personal && isMasked))
  if (!own.some(([, { readableBy }]) => readableBy)) return own.map(([name]) => name)
  const over = accessScopes(user, entity.name, 'V', 'L').filter((one) => scopeIncludes(one, user, entity, row))
  return own.flatMap(([name, { readableBy }]) => (readableBy && over.some(({ grant }) => readableBy.includes(grant.role)) ? [] : [name]))
}

/** The same of these reaches, whatever the record. */
export function fieldsHiddenFrom(entity: AnyEntity, over: readonly AccessScope[]): string[] {
  const isMasked = over.length > 0 && over.every(({ masked }) => masked)
  return Object.entries(entity.fields as Record<string, Field>).flatMap(([name, { personal, readableBy }]) =>
    (readableBy ? over.length > 0 && !over.some(({ grant }) => readableBy.includes(grant.role)) : personal && isMasked) ? [name] : [],
  )
}

/** Whether this person, creating (C) or editing (E) this record, may set this field of it. `row` null: at some record. */
export function canSet(user: User, entity: AnyEntity, action: 'C' | 'E', field: Pick<Field, 'writableBy'>, row: Row | null): boolean {
  const setters = settersOf(field, action)
  return !setters || accessScopes(user, entity.name, action).some((one) => setters.includes(one.grant.role) && (!row || scopeIncludes(one, user, entity, row)))
}

/**
 * Whether this person may record this event on this record, its state aside. An event that names its roles is recorded by
 * those of them who record or decide here at all. Of the others a decision needs A, and an ordinary fact somebody who works
 * with such records: who holds R without C and E (an inspector, an auditor) records only what names them.
 */
export function canRecord(user: User, entity: AnyEntity, event: EventSpec, row: Row): boolean {
  return !event.system && accessScopes(user, entity.name, 'R', 'A').some((one) => letsRecord(one, event) && scopeIncludes(one, user, entity, row))
}
const letsRecord = ({ grant, actions }: AccessScope, event: EventSpec): boolean =>
  event.roles
    ? event.roles.includes(grant.role) && /[RA]/.test(actions)
    : event.right === 'approve'
      ? actions.includes('A')
      : actions.includes('R') && /[CE]/.test(actions)

/** Certification bodies that they audit for. */
export const bodiesOf = ({ grants }: User): string[] =>
  grants.flatMap(({ role, certificationBodyIds = [] }) => (role === 'CERTIFICATION_BODY_AUDITOR' ? certificationBodyIds : []))

/** Whether this person may read who changed which field of this record from what to what. */
export const maySeeHistory = (user: User, entity: AnyEntity, row: Row): boolean =>
  accessScopes(user, 'auditlog', 'V').some((one) => scopeIncludes(one, user, entity, row))

/** Roles that read how the inspectors of an operator compare: not these themselves, who would see each other's figures. */
const readersOfQuality: readonly Role[] = ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR']
/** Whether this person, in one of these roles over this very operator, reads the statistics of its internal control. */
export const maySeeInspectionQuality = (user: User, operator: AnyEntity, row: Row): boolean =>
  accessScopes(user, operator.name, 'V').some((one) => readersOfQuality.includes(one.grant.role) && scopeIncludes(one, user, operator, row))

/** Who is responsible for findings of a rule, where that is not the operator's manager (assumption). */
const owners: Partial<Record<RuleId, Role>> = {
  'BR-04': 'CERTIFICATION_BODY_AUDITOR',
  'BR-12': 'CERTIFICATION_BODY_AUDITOR',
  'BR-14': 'CERTIFICATION_BODY_AUDITOR',
  'BR-15': 'CERTIFICATION_BODY_AUDITOR',
  'BR-10': 'PROCESSOR_USER',
  'BR-11': 'PROCESSOR_USER',
  '4.2': 'PROCESSOR_USER',
  '5.3': 'CERTIFICATION_BODY_AUDITOR',
}
/** Checks of a certificate (T01 …) are its body’s. */
export const findingOwner = (ruleId: RuleId): Role => owners[ruleId.startsWith('T') ? 'BR-12' : ruleId] ?? 'OPERATOR_MANAGER'

/**
 * Whether this person may close findings of this rule on this record: administrators, and the role that is responsible for
 * the rule where the record is its own (its operator's, its processor's, its client's), not merely readable to all of the programme.
 */
export const canCloseFinding = (user: User, entity: AnyEntity, row: Row, ruleId: RuleId): boolean =>
  accessScopes(user, entity.name, 'V').some(
    (one) => (one.grant.role === 'ADMIN' || (one.grant.role === findingOwner(ruleId) && one.kind !== 't')) && scopeIncludes(one, user, entity, row),
  )

/** The event that settles a finding to be decided, where it is not closed by hand. */
export const settledByEvent = (entity: AnyEntity, ruleId: RuleId): string | undefined =>
  Object.entries(entity.events as Record<string, EventSpec>).find(([, { settles }]) => settles?.includes(ruleId))?.[0]

/** What a reader may do next with a record, in words the screens understand: 'edit' and event names. Deleting it asks more: `mayRetire`. */
export function mayOf(user: User, entity: AnyEntity, row: Row): string[] {
  const over = accessScopes(user, entity.name, ...everyAction).filter((one) => scopeIncludes(one, user, entity, row))
  const key = `may ${row.status} ${over.map(({ kind, actions, grant }) => `${grant.role} ${actions} ${kind}`).join()}`
  // What a record needs depends on more of it than its state: asked of each one.
  const isInTheWay = (event: EventSpec | undefined) => event !== undefined && needAgainst(entity, event, row, user) !== null
  return entry(knownFor(user, entity), key, () => mayBy(over, entity, row.status)).filter((name) =>
    name === 'edit' ? firstAgainst(entity.editNeeds, row, user) === null : !isInTheWay(entity.events[name]),
  )
}
/** By rights and state alone. */
function mayBy(over: readonly AccessScope[], entity: AnyEntity, status: string): string[] {
  const may: string[] = []
  const edits = over.some(({ actions }) => actions.includes('E'))
  if (edits && isEditable(entity, status)) may.push('edit')
  for (const [type, event] of Object.entries(entity.events as Record<string, EventSpec>)) {
    if (event.unavailable || event.system) continue
    const isNow = isPossible(entity, event, status)
    if (over.some((one) => letsRecord(one, event) && (isNow || isAlsoPossible(one, event, status)))) may.push(type)
  }
  return may
}
/** Why a record that somebody edits is not theirs to delete as a mistake: whose entry it is, its state, or what it must be like. */
export type NotRetired = { not: 'theirs' } | { not: 'entered' } | { not: 'first' } | { need: string }
/**
 * Null: what the record itself says lets this person, who edits it, delete it: an entry in its first state, of their own or of a kind that they decide about.
 * What has been recorded of it, and who names it, is asked of the database.
 */
export function whyNotRetired(user: User, entity: AnyEntity, row: Row): NotRetired | null {
  if (row.createdBy === null) return { not: 'entered' }
  if (row.createdBy !== user.id && !canOn(user, entity, 'A', row)) return { not: 'theirs' }
  if (row.status !== entity.startState) return { not: 'first' }
  const need = firstAgainst(entity.retireNeeds, row, user)
  return need === null ? null : { need }
}
export const mayRetire = (user: User, entity: AnyEntity, row: Row): boolean =>
  row.status === entity.startState && canOn(user, entity, 'E', row) && whyNotRetired(user, entity, row) === null

const isAlsoPossible = ({ grant }: AccessScope, { alsoFrom }: EventSpec, status: string): boolean =>
  !!alsoFrom?.states.includes(status) && alsoFrom.roles.includes(grant.role)
/** Why somebody who records an event here cannot do so now: its state, or what the record needs first. Null: nothing is against it, or the event is not theirs. */
export function whyNotNow(user: User, entity: AnyEntity, event: EventSpec, row: Row): { state: string } | { need: string } | null {
  if (!canRecord(user, entity, event, row)) return null
  const isAlso =
    event.alsoFrom && accessScopes(user, entity.name, 'R', 'A').some((one) => isAlsoPossible(one, event, row.status) && scopeIncludes(one, user, entity, row))
  if (!isAlso && !isPossible(entity, event, row.status)) return { state: row.status }
  const need = needAgainst(entity, event, row, user)
  return need === null ? null : { need }
}
/** Of these fields of a record those that are certified facts of it as it stands (dictionary 1.5). */
export const certifiedAmong = ({ certified }: AnyEntity, { status }: Pick<Row, 'status'>, names: readonly string[]): string[] =>
  certified?.in.includes(status) ? names.filter((name) => certified.fields.includes(name)) : []
/** Of these fields those that this person changes by a request alone: whoever decides about such a record answers for a change with their own name. */
export const changedByRequest = (user: User, entity: AnyEntity, row: Row, names: readonly string[]): string[] =>
  canOn(user, entity, 'A', row) ? [] : certifiedAmong(entity, row, names)
/** Whether its fields may be changed while it stands so. */
export const isEditable = (entity: AnyEntity, status: string): boolean =>
  entity.editableIn ? entity.editableIn.includes(status) : !(entity.final?.includes(status) ?? false)
