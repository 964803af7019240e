// Who may do what: one readable table, roles × entities (domain dictionary section 8), and can().
// Pure: the server enforces it on every call, the web uses it only to hide what would be refused.
import type { AnyEntity, EventSpec, Row } from './kernel/entity.ts'
import { needAgainst } from './kernel/event-needs.ts'
import { type Field, settersOf } from './kernel/field.ts'
import { isPossible } from './kernel/history.ts'
import { type Role, roles } from './kernel/terms.ts'
import type { RuleId } from './rules/catalogue.ts'

export { type Role, roles }

/**
 * L list · V view · C create · E edit · A approve or change standing · X export, as the domain dictionary has them, and two of
 * ours: R record events, which is part of its C, E and A, and I import, its row "import, bulk edit".
 */
export type Action = 'L' | 'V' | 'C' | 'E' | 'A' | 'R' | 'X' | 'I'
export type ScopeKind = 't' | 'o' | 'a' | 'p' | 'c' | 'b' | 's' | 'i'

/** One role given to a person, with how far it reaches. Empty lists reach nothing; ADMIN needs none. */
export type RoleGrant = { role: Role; operatorIds?: string[]; processorIds?: string[]; certificationBodyIds?: string[]; villages?: string[] }
export type User = { id: string; name: string; email: string | null; grants: RoleGrant[]; farmerId?: string | null }

/**
 * letters + scope: t tenant · o own operators · a own operators, assigned villages · p own processors ·
 * c clients of own certification body, the body itself, and certificates of that body alone · i issued to own processors
 * (as their buyer) · b shared · s self. '(m)': personal fields masked. A comma
 * separates rights of different reach: everybody's packages may be read, only one's own operator's may be written.
 */
type Row_ = Partial<Record<Role, string>>
const everyone = (actions: string, scope: ScopeKind = 't'): Row_ => Object.fromEntries(Object.keys(roles).map((role) => [role, `${actions} ${scope}`])) as Row_
const catalogue: Row_ = { ...everyone('LV'), ADMIN: 'LVCEARXI t' }
const packages: Row_ = {
  ADMIN: 'LVCEARXI t',
  OPERATOR_MANAGER: 'LV t, CEAR o',
  FIELD_OFFICER: 'LV t',
  INTERNAL_INSPECTOR: 'LV t',
  CERTIFICATION_BODY_AUDITOR: 'LV t',
  READ_ONLY_VIEWER: 'LV t',
  FARMER: 'V t',
}
const rules: Row_ = {
  ADMIN: 'LVCEARXI t',
  OPERATOR_MANAGER: 'LV t',
  FIELD_OFFICER: 'LV t',
  INTERNAL_INSPECTOR: 'LV t',
  PROCESSOR_USER: 'LV t',
  CERTIFICATION_BODY_AUDITOR: 'LVR t',
  READ_ONLY_VIEWER: 'LV t',
}
const husbandry: Row_ = {
  ADMIN: 'LVCEARXI t',
  OPERATOR_MANAGER: 'LVCEARXI o',
  FIELD_OFFICER: 'LVCER a',
  INTERNAL_INSPECTOR: 'LVR a',
  PURCHASE_OFFICER: 'LV o',
  CERTIFICATION_BODY_AUDITOR: 'LVRX c',
  READ_ONLY_VIEWER: 'LV o',
  FARMER: 'V s',
}
const animals: Row_ = { ...husbandry, INTERNAL_INSPECTOR: 'LV a', CERTIFICATION_BODY_AUDITOR: 'LVX c' }
/** What only the product writes: nobody creates or edits it. */
const readOnlyRow: Row_ = {
  ADMIN: 'LVX t',
  OPERATOR_MANAGER: 'LVX o',
  FIELD_OFFICER: 'LV a',
  INTERNAL_INSPECTOR: 'LV a',
  PURCHASE_OFFICER: 'LV o',
  CERTIFICATION_BODY_AUDITOR: 'LVX c',
  READ_ONLY_VIEWER: 'LV o',
  FARMER: 'V s',
}

/** Cell by cell the table of the domain dictionary; a test compares the two and holds the list of what differs, with reasons. */
export const access: Readonly<Record<string, Row_>> = {
  collective: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'VER o',
    FIELD_OFFICER: 'V o',
    INTERNAL_INSPECTOR: 'V o',
    PURCHASE_OFFICER: 'V o',
    PROCESSOR_USER: 'L t',
    CERTIFICATION_BODY_AUDITOR: 'VR c',
    BRAND_VIEWER: 'L b',
    READ_ONLY_VIEWER: 'LV o',
  },
  user: { ADMIN: 'LVCEAR t', OPERATOR_MANAGER: 'L o', PROCESSOR_USER: 'L p' },
  farmer: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVCEARXI o',
    FIELD_OFFICER: 'LVCER a',
    INTERNAL_INSPECTOR: 'LVR a',
    PURCHASE_OFFICER: 'LV o (m)',
    CERTIFICATION_BODY_AUDITOR: 'LVX c',
    READ_ONLY_VIEWER: 'LV o (m)',
    FARMER: 'V s',
  },
  farmerseason: readOnlyRow,
  landowner: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVCERXI o',
    FIELD_OFFICER: 'LVCE a',
    INTERNAL_INSPECTOR: 'LV a',
    CERTIFICATION_BODY_AUDITOR: 'LV c',
    READ_ONLY_VIEWER: 'LV o (m)',
  },
  landparcel: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVCEARXI o',
    FIELD_OFFICER: 'LVCER a',
    INTERNAL_INSPECTOR: 'LVAR a',
    PURCHASE_OFFICER: 'L o',
    CERTIFICATION_BODY_AUDITOR: 'LVRX c',
    READ_ONLY_VIEWER: 'LV o',
    FARMER: 'V s',
  },
  croppingsystem: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVCEARXI o',
    FIELD_OFFICER: 'LVCER a',
    INTERNAL_INSPECTOR: 'LV a',
    PURCHASE_OFFICER: 'LV o',
    CERTIFICATION_BODY_AUDITOR: 'LVX c',
    READ_ONLY_VIEWER: 'LV o',
    FARMER: 'V s',
  },
  crop: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVCEARXI o',
    FIELD_OFFICER: 'LVCER a',
    INTERNAL_INSPECTOR: 'LVR a',
    PURCHASE_OFFICER: 'LV o',
    CERTIFICATION_BODY_AUDITOR: 'LVX c',
    READ_ONLY_VIEWER: 'LV o',
    FARMER: 'V s',
  },
  processor: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LV t',
    PURCHASE_OFFICER: 'LV o',
    PROCESSOR_USER: 'L t, VE p',
    CERTIFICATION_BODY_AUDITOR: 'LV c',
    BRAND_VIEWER: 'L b',
    READ_ONLY_VIEWER: 'LV t',
  },
  processingsystem: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVX t',
    PURCHASE_OFFICER: 'LVCER o',
    PROCESSOR_USER: 'LVCERX p',
    CERTIFICATION_BODY_AUDITOR: 'LVX c',
    READ_ONLY_VIEWER: 'LV t',
  },
  product: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVC t',
    FIELD_OFFICER: 'LV t',
    INTERNAL_INSPECTOR: 'LV t',
    PURCHASE_OFFICER: 'LV t',
    PROCESSOR_USER: 'LV t',
    CERTIFICATION_BODY_AUDITOR: 'LV t',
    BRAND_VIEWER: 'LV t',
    READ_ONLY_VIEWER: 'LV t',
  },
  productbatch: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVCEARXI o',
    FIELD_OFFICER: 'L a',
    PURCHASE_OFFICER: 'LVCERI o',
    PROCESSOR_USER: 'LVCERXI p',
    CERTIFICATION_BODY_AUDITOR: 'LVX c',
    BRAND_VIEWER: 'LV b',
    READ_ONLY_VIEWER: 'LV o',
  },
  season: catalogue,
  croptype: catalogue,
  variety: catalogue,
  inputitem: catalogue,
  breed: catalogue,
  medicine: catalogue,
  feeditem: catalogue,
  diagnosiscode: catalogue,
  certificationbody: { ADMIN: 'LVCEARXI t', OPERATOR_MANAGER: 'LV t', PROCESSOR_USER: 'LV t', CERTIFICATION_BODY_AUDITOR: 'V c', READ_ONLY_VIEWER: 'LV t' },
  scheme: rules,
  schemepop: rules,
  scopecertificate: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LVC o',
    PROCESSOR_USER: 'LVC p',
    CERTIFICATION_BODY_AUDITOR: 'LVCEAR c',
    BRAND_VIEWER: 'V b',
    READ_ONLY_VIEWER: 'LV t',
  },
  transactioncertificate: {
    ADMIN: 'LVCERX t',
    OPERATOR_MANAGER: 'LVCERX o',
    PURCHASE_OFFICER: 'LV o',
    PROCESSOR_USER: 'LVCERX p, LVX i',
    CERTIFICATION_BODY_AUDITOR: 'LVARX c',
    BRAND_VIEWER: 'V b',
  },
  nonconformity: {
    ADMIN: 'LVX t',
    OPERATOR_MANAGER: 'LVARX o',
    FIELD_OFFICER: 'LVR a',
    INTERNAL_INSPECTOR: 'LVCER a',
    CERTIFICATION_BODY_AUDITOR: 'LVCRX c',
    FARMER: 'V s',
  },
  pop: packages,
  planevent: { ...readOnlyRow, ADMIN: 'LVRX t', OPERATOR_MANAGER: 'LVRX o', FIELD_OFFICER: 'LVR a' },
  submission: {
    ADMIN: 'LVARX t',
    OPERATOR_MANAGER: 'LVAR o',
    FIELD_OFFICER: 'LVCR s',
    INTERNAL_INSPECTOR: 'LVCAR o',
    PURCHASE_OFFICER: 'LVCAR o',
    PROCESSOR_USER: 'LVCR p',
    FARMER: 'LVCR s',
  },
  notification: everyone('LVR', 's'),
  mobilenotification: { ADMIN: 'LVCEAR t', OPERATOR_MANAGER: 'LVCEAR o', FIELD_OFFICER: 'LVCER a' },
  task: {
    ADMIN: 'LVCEARX t',
    OPERATOR_MANAGER: 'LVCEARX o',
    FIELD_OFFICER: 'LVCER a',
    INTERNAL_INSPECTOR: 'LVCER a',
    PURCHASE_OFFICER: 'LVCER o',
    PROCESSOR_USER: 'LVCER p',
    CERTIFICATION_BODY_AUDITOR: 'LVCR c',
    READ_ONLY_VIEWER: 'LV o',
    FARMER: 'LVR s',
  },
  productionsystem: husbandry,
  housingunit: animals,
  animalgroup: animals,
  poultrybatch: animals,
  cow: animals,
  goat: animals,
  sheep: animals,
  aquacrop: animals,
  lactation: readOnlyRow,
  withdrawal: readOnlyRow,
  poultrypop: packages,
  aquapop: packages,
}

/** Rights on what is no entity: the sums of the dashboards, the field-by-field history of records, the programme's settings. */
export const otherPermissions: Readonly<Record<'dashboard' | 'auditlog' | 'client', Row_>> = {
  dashboard: {
    ADMIN: 'V t',
    OPERATOR_MANAGER: 'V o',
    FIELD_OFFICER: 'V a',
    INTERNAL_INSPECTOR: 'V a',
    PURCHASE_OFFICER: 'V o',
    PROCESSOR_USER: 'V p',
    CERTIFICATION_BODY_AUDITOR: 'V c',
    BRAND_VIEWER: 'V b',
    READ_ONLY_VIEWER: 'V o',
  },
  auditlog: { ADMIN: 'VX t', OPERATOR_MANAGER: 'V o', CERTIFICATION_BODY_AUDITOR: 'V c' },
  client: { ADMIN: 'VE t', OPERATOR_MANAGER: 'V t' },
}

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

/** Every way in which this person holds one of `actions` on `what` (an entity's name, or something beside them); empty = may not. */
export function accessScopes(user: User, what: string, ...actions: Action[]): AccessScope[] {
  const table = access[what] ?? (otherPermissions as Readonly<Record<string, Row_>>)[what] ?? {}
  return user.grants.flatMap((grant) =>
    (table[grant.role] ?? '').split(', ').flatMap((right) => {
      const [granted = '', kind, mask] = right.split(' ')
      return actions.some((action) => granted.includes(action)) ? [{ kind: kind as ScopeKind, masked: mask === '(m)', grant, actions: granted }] : []
    }),
  )
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

/** Names of the fields of this record that are not for this person: personal ones where every reach is masked, and those that only other roles see. */
export function hiddenFields(user: User, entity: AnyEntity, row: Row): string[] {
  const over = accessScopes(user, entity.name, 'V', 'L').filter((one) => covers(one, user, entity, row))
  return fieldsHiddenFrom(entity, over)
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
  return !setters || accessScopes(user, entity.name, action).some((one) => setters.includes(one.grant.role) && (!row || covers(one, user, entity, row)))
}

/**
 * Whether this person may record this event on this record, its state aside. An event that names its roles is recorded by
 * those of them who record or decide here at all. Of the others a decision needs A, and an ordinary fact somebody who works
 * with such records: who holds R without C and E (an inspector, an auditor) records only what names them.
 */
export function canRecord(user: User, entity: AnyEntity, event: EventSpec, row: Row): boolean {
  if (event.system) return false
  return accessScopes(user, entity.name, 'R', 'A').some(
    (one) =>
      (event.roles
        ? event.roles.includes(one.grant.role)
        : event.right === 'approve'
          ? one.actions.includes('A')
          : one.actions.includes('R') && /[CE]/.test(one.actions)) && covers(one, user, entity, row),
  )
}

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
  const may: string[] = []
  if (canOn(user, entity, 'E', row) && isEditable(entity, row.status)) may.push('edit')
  if (canOn(user, entity, 'E', row) && row.status === entity.startState) may.push('retire')
  for (const [type, event] of Object.entries(entity.events as Record<string, EventSpec>)) {
    const isOffered = !event.unavailable && isPossible(entity, event, row.status) && canRecord(user, entity, event, row)
    if (isOffered && needAgainst(entity, event, row, user) === null) may.push(type)
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
