// Who may do what: the table of rights (access-table.ts) applied to people and records, and can().
// Pure: the server enforces it on every call, the web uses it only to hide what would be refused.
import { type Action, access, otherPermissions, type Row_, type ScopeKind } from './access-table.ts'
import type { AnyEntity, EventSpec, Row } from './kernel/entity.ts'
import { needAgainst, neededFields } from './kernel/event-needs.ts'
import { type Field, settersOf } from './kernel/field.ts'
import { isPossible } from './kernel/history.ts'
import { type Role, roles } from './kernel/terms.ts'
import type { RuleId } from './rules/catalogue.ts'

export { type Action, access, otherPermissions, type Role, roles, type ScopeKind }

/** One role given to a person, with how far it reaches. Empty lists reach nothing; ADMIN needs none. */
export type RoleGrant = { role: Role; operatorIds?: string[]; processorIds?: string[]; certificationBodyIds?: string[]; villages?: string[] }
export type User = { id: string; name: string; email: string | null; grants: RoleGrant[]; farmerId?: string | null }

/** Where a role holds its rights over some kinds of a record only: an inspector reviews inspections, a purchase officer purchases. */
export const kindsInScope: Readonly<Record<string, { field: string; of: Partial<Record<Role, readonly string[]>> }>> = {
  submission: { field: 'formCode', of: { INTERNAL_INSPECTOR: ['INSPECTION'], PURCHASE_OFFICER: ['PURCHASE'] } },
}

/**
 * Lists whose screen and menu entry are the administrator's alone (specification 2 and 6). Whoever else holds L here chooses
 * from them elsewhere: a manager a person for a task, a ginner the operator of a delivery. Without L the server refuses both.
 */
export const administratorsLists: ReadonlySet<string> = new Set(['user', 'collective', 'certificationbody'])

/** Whose a record is, where 's' does not mean the farmer it is about: the field that names the person. */
const personFields: Readonly<Record<string, 'recipientUserId' | 'assigneeId' | 'createdBy'>> = {
  notification: 'recipientUserId',
  task: 'assigneeId',
  submission: 'createdBy',
}
export const personField = (entity: string): 'recipientUserId' | 'assigneeId' | 'createdBy' | undefined => personFields[entity]

/** `actions`: everything the person may do within this reach. */
export type AccessScope = { kind: ScopeKind; masked: boolean; grant: RoleGrant; actions: string }

/** What follows from a person's grants, worked out once: a list asks for every row. Grants are never changed in place. */
const knownReach = new WeakMap<readonly RoleGrant[], Map<string, AccessScope[]>>()

/** Every way in which this person holds one of `actions` on `what` (an entity's name, or something beside them); empty = may not. */
export function accessScopes(user: Pick<User, 'grants'>, what: string, ...actions: Action[]): AccessScope[] {
  const of = known(knownReach, user.grants, () => new Map<string, AccessScope[]>())
  return entry(of, `${what} ${actions.join('')}`, () => {
    const whole = actions.join('') === everyAction ? rightsOn(user.grants, what) : accessScopes(user, what, ...(everyAction.split('') as Action[]))
    return whole.filter((one) => actions.some((action) => one.actions.includes(action)))
  })
}
const everyAction = 'LVCEARXI'
function rightsOn(grants: readonly RoleGrant[], what: string): AccessScope[] {
  const table = access[what] ?? (otherPermissions as Readonly<Record<string, Row_>>)[what] ?? {}
  return grants.flatMap((grant) =>
    (table[grant.role] ?? '').split(', ').flatMap((right) => {
      const [granted = '', kind, mask] = right.split(' ')
      return granted ? [{ kind: kind as ScopeKind, masked: mask === '(m)', grant, actions: granted }] : []
    }),
  )
}
function known<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

export const can = (user: User, what: string, action: Action): boolean => accessScopes(user, what, action).length > 0

/** Roles whose work is not inside one operator: a gin takes in from several, an auditor has clients. */
const acrossOperators: ReadonlySet<Role> = new Set(['ADMIN', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR', 'BRAND_VIEWER'])
/** Whether '-' (all of the programme) is an address for this person; what is seen there stays what the roles reach. */
export const worksAcross = (grantedRoles: readonly Role[]): boolean => grantedRoles.some((role) => acrossOperators.has(role))

/** Whether a person holding `action` holds it over this very record. The store's SQL filter says the same of lists. */
export function canOn(user: User, entity: AnyEntity, action: Action, row: Row): boolean {
  return accessScopes(user, entity.name, action).some((one) => covers(one, user, entity, row))
}

/** One reach against one record. A record without operator ('tenant' owned) is within every reach of its kind. */
export function covers({ kind, grant }: AccessScope, user: User, entity: AnyEntity, row: Row): boolean {
  const kinds = kindsInScope[entity.name]
  const only = kinds?.of[grant.role]
  if (kinds && only && !only.includes(row[kinds.field] as string)) return false
  if (kind === 't') return true
  // Guarded, because neither side having a farmer is not the same farmer.
  const named = personField(entity.name)
  if (kind === 's' && named) return row[named] === user.id
  if (kind === 's') return row.id === user.id || (!!user.farmerId && (row.id === user.farmerId || row.farmerId === user.farmerId))
  if (kind === 'i') return isIssuedTo(entity, row, grant.processorIds)
  const body = bodyField(entity)
  if (kind === 'c' && body) return hasAny(row[body], grant.certificationBodyIds)
  if (includesProcessors(kind) && hasAny(row[processorField(entity)], grant.processorIds)) return true
  if (kind === 'p') return false
  const operators = row[operatorField(entity)]
  if (!hasAny(operators, grant.operatorIds) && !(isOpenWhenEmpty(entity) && [operators].flat().length === 0)) return false
  return kind !== 'a' || !grant.villages?.length || !('village' in entity.fields) || grant.villages.includes(row.village as string)
}

const hasAny = (value: unknown, own: readonly string[] = []): boolean => [value].flat().some((id) => own.includes(id as string))
/** An auditor's clients and a buyer's sources are operators and processors alike. */
export const includesProcessors = (kind: ScopeKind): boolean => kind === 'p' || kind === 'c' || kind === 'b'

/** Which field of a record says whose operator it is; a list means any of them. */
export function operatorField(entity: AnyEntity): 'id' | 'operatorId' | 'operatorIds' | 'collectiveId' | 'allowedOperators' {
  if (entity.name === 'collective') return 'id'
  if (entity.owner === 'operator') return 'operatorId'
  return (['operatorIds', 'allowedOperators', 'collectiveId'] as const).find((name) => name in entity.fields) ?? 'operatorId'
}
/** A processor that names nobody whom it may buy from belongs to every operator's trade. */
export const isOpenWhenEmpty = (entity: AnyEntity): boolean => operatorField(entity) === 'allowedOperators'

/** Which field says whose certification body it is; a certificate is reached by its own body and no other (5.3, 5.5). */
export const bodyField = (entity: AnyEntity): 'id' | 'certificationBodyId' | undefined =>
  entity.name === 'certificationbody' ? 'id' : 'certificationBodyId' in entity.fields ? 'certificationBodyId' : undefined

/** Records that a buyer reads once they are issued to it: the field that names the buyer, and the states from issue on. */
export const issuedRecords: Readonly<Record<string, { field: string; states: readonly string[] }>> = {
  transactioncertificate: { field: 'buyerId', states: ['ISSUED', 'REVISED', 'WITHDRAWN'] },
}
function isIssuedTo(entity: AnyEntity, row: Row, processorIds: readonly string[] | undefined): boolean {
  const issued = issuedRecords[entity.name]
  return !!issued && issued.states.includes(row.status) && hasAny(row[issued.field], processorIds)
}

/** Which field of a record says whose processor it is. */
export const processorField = (entity: AnyEntity): 'id' | 'processorIds' | 'processorId' =>
  entity.name === 'processor' ? 'id' : 'processorIds' in entity.fields ? 'processorIds' : 'processorId'

/** Fields of a record that `covers` and the needs of its events look at: without them it cannot be said what somebody may do with it. */
export const rightsFields = (entity: AnyEntity): string[] =>
  [
    ...[kindsInScope[entity.name]?.field, personField(entity.name), 'farmerId', 'village', operatorField(entity), processorField(entity)],
    ...[bodyField(entity), issuedRecords[entity.name]?.field, ...neededFields(entity)],
  ].filter((name) => name !== undefined && (name === 'id' || name === 'operatorId' || name === 'createdBy' || name in entity.fields)) as string[]

/** Names of the fields of this record that are not for this person: personal ones where every reach is masked, and those that only other roles see. */
export function hiddenFields(user: User, entity: AnyEntity, row: Row): string[] {
  const over = accessScopes(user, entity.name, 'V', 'L').filter((one) => covers(one, user, entity, row))
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
  return !setters || accessScopes(user, entity.name, action).some((one) => setters.includes(one.grant.role) && (!row || covers(one, user, entity, row)))
}

/**
 * Whether this person may record this event on this record, its state aside. An event that names its roles is recorded by
 * those of them who record or decide here at all. Of the others a decision needs A, and an ordinary fact somebody who works
 * with such records: who holds R without C and E (an inspector, an auditor) records only what names them.
 */
export function canRecord(user: User, entity: AnyEntity, event: EventSpec, row: Row): boolean {
  return !event.system && accessScopes(user, entity.name, 'R', 'A').some((one) => letsRecord(one, event) && covers(one, user, entity, row))
}
const letsRecord = ({ grant, actions }: AccessScope, event: EventSpec): boolean =>
  event.roles
    ? event.roles.includes(grant.role) && /[RA]/.test(actions)
    : event.right === 'approve'
      ? actions.includes('A')
      : actions.includes('R') && /[CE]/.test(actions)

/** Whether this person may read who changed which field of this record from what to what. */
export const maySeeHistory = (user: User, entity: AnyEntity, row: Row): boolean =>
  accessScopes(user, 'auditlog', 'V').some((one) => covers(one, user, entity, row))

/** Who is responsible for findings of a rule, where that is not the operator's manager (assumption). */
const owners: Partial<Record<RuleId, Role>> = {
  'BR-04': 'CERTIFICATION_BODY_AUDITOR',
  'BR-12': 'CERTIFICATION_BODY_AUDITOR',
  'BR-14': 'CERTIFICATION_BODY_AUDITOR',
  'BR-15': 'CERTIFICATION_BODY_AUDITOR',
  'BR-10': 'PROCESSOR_USER',
  'BR-11': 'PROCESSOR_USER',
  '4.2': 'PROCESSOR_USER',
}
export const findingOwner = (ruleId: RuleId): Role => owners[ruleId] ?? 'OPERATOR_MANAGER'

/**
 * Whether this person may close findings of this rule on this record: administrators, and the role that is responsible for
 * the rule where the record is its own (its operator's, its processor's, its client's), not merely readable to all of the programme.
 */
export const canCloseFinding = (user: User, entity: AnyEntity, row: Row, ruleId: RuleId): boolean =>
  accessScopes(user, entity.name, 'V').some(
    (one) => (one.grant.role === 'ADMIN' || (one.grant.role === findingOwner(ruleId) && one.kind !== 't')) && covers(one, user, entity, row),
  )

/** The event that settles a finding to be decided, where it is not closed by hand. */
const settling: Readonly<Record<string, Partial<Record<RuleId, string>>>> = { landparcel: { 'BR-02': 'DISPUTE_RESOLVED' } }
export const settledByEvent = (entity: AnyEntity, ruleId: RuleId): string | undefined => settling[entity.name]?.[ruleId]

/** What a reader may do next with a record, in words the screens understand: 'edit', 'retire' and event names. */
export function mayOf(user: User, entity: AnyEntity, row: Row): string[] {
  const over = accessScopes(user, entity.name, ...(everyAction.split('') as Action[])).filter((one) => covers(one, user, entity, row))
  const key = `may ${row.status} ${over.map(({ kind, actions, grant }) => `${grant.role} ${actions} ${kind}`).join()}`
  // What a record needs depends on more of it than its state: asked of each one.
  const isInTheWay = (event: EventSpec | undefined) => event !== undefined && needAgainst(entity, event, row, user) !== null
  return entry(knownFor(user, entity), key, () => mayBy(over, entity, row.status)).filter((name) => !isInTheWay(entity.events[name]))
}
/** By rights and state alone. */
function mayBy(over: readonly AccessScope[], entity: AnyEntity, status: string): string[] {
  const may: string[] = []
  const edits = over.some(({ actions }) => actions.includes('E'))
  if (edits && isEditable(entity, status)) may.push('edit')
  if (edits && status === entity.startState) may.push('retire')
  for (const [type, event] of Object.entries(entity.events as Record<string, EventSpec>)) {
    const isOffered = !event.unavailable && !event.system && isPossible(entity, event, status)
    if (isOffered && over.some((one) => letsRecord(one, event))) may.push(type)
  }
  return may
}
/** Why somebody who records an event here cannot do so now: its state, or what the record needs first. Null: nothing is against it, or the event is not theirs. */
export function whyNotNow(user: User, entity: AnyEntity, event: EventSpec, row: Row): { state: string } | { need: string } | null {
  if (!canRecord(user, entity, event, row)) return null
  if (!isPossible(entity, event, row.status)) return { state: row.status }
  const need = needAgainst(entity, event, row, user)
  return need === null ? null : { need }
}
/** Whether its fields may be changed while it stands so. */
export const isEditable = (entity: AnyEntity, status: string): boolean =>
  entity.editableIn ? entity.editableIn.includes(status) : !(entity.final?.includes(status) ?? false)
