// Who may do what: one readable table, roles × entities (domain dictionary section 8), and can().
// Pure: the server enforces it on every call, the web uses it only to hide what would be refused.
import type { AnyEntity, EventSpec, Row } from './kernel/entity.ts'
import type { Field } from './kernel/field.ts'
import { type Role, roles } from './kernel/terms.ts'

export { type Role, roles }

/** L list · V view · C create · E edit · A approve or change standing · R record events · X export · I import */
export type Letter = 'L' | 'V' | 'C' | 'E' | 'A' | 'R' | 'X' | 'I'
export type ScopeKind = 't' | 'o' | 'a' | 'p' | 'c' | 'b' | 's'

/** One role given to a person, with how far it reaches. Empty lists reach nothing; AD needs none. */
export type RoleGrant = { role: Role; operatorIds?: string[]; processorIds?: string[]; villages?: string[] }
export type User = { id: string; name: string; email: string | null; grants: RoleGrant[]; farmerId?: string | null }

/**
 * letters + scope: t tenant · o own operators · a own operators, assigned villages · p own processors ·
 * c clients of own certification body · b shared · s self. '(m)': personal fields masked. A comma separates rights of
 * different reach: everybody's packages may be read, only one's own operator's may be written.
 */
type Row_ = Partial<Record<Role, string>>
const everyone = (letters: string, scope: ScopeKind = 't'): Row_ => Object.fromEntries(Object.keys(roles).map((role) => [role, `${letters} ${scope}`])) as Row_
const catalogue: Row_ = { ...everyone('LV'), AD: 'LVCEARXI t' }
const packages: Row_ = { AD: 'LVCEARXI t', OM: 'LV t, CEAR o', FO: 'LV t', II: 'LV t', CB: 'LV t', RV: 'LV t', FA: 'V t' }
const husbandry: Row_ = { AD: 'LVCEARXI t', OM: 'LVCEARXI o', FO: 'LVCER a', II: 'LVR a', PO: 'LV o', CB: 'LVRX c', RV: 'LV o', FA: 'V s' }
const animals: Row_ = { ...husbandry, CB: 'LVX c' }
/** What only the product writes: nobody creates or edits it. */
const told: Row_ = { AD: 'LVX t', OM: 'LVX o', FO: 'LV a', II: 'LV a', PO: 'LV o', CB: 'LVX c', RV: 'LV o', FA: 'V s' }

export const access: Readonly<Record<string, Row_>> = {
  collective: { AD: 'LVCEARXI t', OM: 'LVER o', FO: 'LV o', II: 'LV o', PO: 'LV o', PU: 'LV t', CB: 'LVR c', BV: 'LV b', RV: 'LV o' },
  // Everybody may see themselves: they choose themselves where a task or a visit asks for a person.
  user: { ...everyone('LV', 's'), AD: 'LVCEA t', OM: 'L o, LV s', PU: 'L p, LV s' },
  farmer: { AD: 'LVCEARXI t', OM: 'LVCEARXI o', FO: 'LVCER a', II: 'LVR a', PO: 'LV o (m)', CB: 'LVX c', RV: 'LV o (m)', FA: 'V s' },
  farmerseason: { AD: 'LVX t', OM: 'LVX o', FO: 'LV a', II: 'LV a', PO: 'LV o', CB: 'LVX c', RV: 'LV o', FA: 'V s' },
  landowner: { AD: 'LVCEARXI t', OM: 'LVCERXI o', FO: 'LVCE a', II: 'LV a', CB: 'LV c', RV: 'LV o (m)' },
  landparcel: { AD: 'LVCEARXI t', OM: 'LVCEARXI o', FO: 'LVCER a', II: 'LVAR a', PO: 'LV o', CB: 'LVRX c', RV: 'LV o', FA: 'V s' },
  croppingsystem: { AD: 'LVCEARXI t', OM: 'LVCEARXI o', FO: 'LVCER a', II: 'LVR a', PO: 'LV o', CB: 'LVX c', RV: 'LV o', FA: 'V s' },
  crop: { AD: 'LVCEARXI t', OM: 'LVCEARXI o', FO: 'LVCER a', II: 'LVAR a', PO: 'LV o', CB: 'LVX c', RV: 'LV o', FA: 'V s' },
  processor: { AD: 'LVCEARXI t', OM: 'LV t', PO: 'LV t', PU: 'LVE p', CB: 'LV t', BV: 'LV b', RV: 'LV t' },
  processingsystem: { AD: 'LVCEARXI t', OM: 'LVX t', PO: 'LVCER o', PU: 'LVCERX p', CB: 'LVX c', RV: 'LV t' },
  product: { ...everyone('LV'), AD: 'LVCEARXI t', OM: 'LVC t' },
  productbatch: { AD: 'LVCEARXI t', OM: 'LVCEARXI o', FO: 'L o', PO: 'LVCER o', PU: 'LVCERX p', CB: 'LVX c', BV: 'LV b', RV: 'LV o' },
  season: catalogue,
  croptype: catalogue,
  variety: catalogue,
  inputitem: catalogue,
  breed: catalogue,
  medicine: catalogue,
  feeditem: catalogue,
  diagnosiscode: catalogue,
  certificationbody: { AD: 'LVCEARXI t', OM: 'LV t', PU: 'LV t', CB: 'LV t', RV: 'LV t' },
  scheme: { AD: 'LVCEARXI t', OM: 'LV t', PU: 'LV t', CB: 'LVR t', RV: 'LV t' },
  schemepop: { AD: 'LVCEARXI t', OM: 'LV t', PU: 'LV t', CB: 'LVR t', RV: 'LV t' },
  scopecertificate: { AD: 'LVCEARXI t', OM: 'LVC o', PU: 'LVC p', CB: 'LVCEA c', BV: 'V b', RV: 'LV t' },
  transactioncertificate: { AD: 'LVCERX t', OM: 'LVCERX o', PO: 'LV o', PU: 'LVCERX p', CB: 'LVAX c', BV: 'V b' },
  nonconformity: { AD: 'LVCEARX t', OM: 'LVARX o', FO: 'VR a', II: 'LVCEAR a', CB: 'LVCARX c', FA: 'V s' },
  pop: packages,
  planevent: { ...told, AD: 'LVRX t', OM: 'LVRX o', FO: 'LVR a' },
  submission: { AD: 'LVCEARX t', OM: 'LVCAR o', FO: 'LVCR s', II: 'LVCAR o', PO: 'LVCAR o', PU: 'LVCR p', FA: 'LVCR s' },
  notification: { ...everyone('LVR', 's'), AD: 'LVRX t' },
  mobilenotification: { AD: 'LVCEARX t', OM: 'LVCEARX o', FO: 'LVCER a' },
  task: {
    AD: 'LVCEARX t',
    OM: 'LVCEARX o',
    FO: 'LVCER a',
    II: 'LVCER a',
    PO: 'LVCER o',
    PU: 'LVCER p',
    CB: 'LVCR c',
    RV: 'LV o',
    FA: 'LVR s',
  },
  productionsystem: husbandry,
  housingunit: animals,
  animalgroup: animals,
  poultrybatch: animals,
  cow: animals,
  goat: animals,
  sheep: animals,
  aquacrop: animals,
  lactation: told,
  withdrawal: told,
  poultrypop: packages,
  aquapop: packages,
}

/** Whose a record is, where 's' does not mean the farmer it is about: the field that names the person. */
const personFields: Readonly<Record<string, 'recipientUserId' | 'assigneeId' | 'createdBy'>> = {
  notification: 'recipientUserId',
  task: 'assigneeId',
  submission: 'createdBy',
}
export const personField = (entity: string): 'recipientUserId' | 'assigneeId' | 'createdBy' | undefined => personFields[entity]

export type Reach = { kind: ScopeKind; masked: boolean; grant: RoleGrant }

/** Every way in which this person holds `letter` on `entity`; empty = may not. */
export function reach(user: User, entity: string, letter: Letter): Reach[] {
  const table = access[entity] ?? {}
  return user.grants.flatMap((grant) =>
    (table[grant.role] ?? '').split(', ').flatMap((right) => {
      const [letters = '', kind, mask] = right.split(' ')
      return letters.includes(letter) ? [{ kind: kind as ScopeKind, masked: mask === '(m)', grant }] : []
    }),
  )
}
export const can = (user: User, entity: string, letter: Letter): boolean => reach(user, entity, letter).length > 0

/** Roles whose work is not inside one operator: a gin takes in from several, an auditor has clients. */
const acrossOperators: ReadonlySet<Role> = new Set(['AD', 'PU', 'CB', 'BV'])
/** Whether '-' (all of the programme) is an address for this person; what is seen there stays what the roles reach. */
export const worksAcross = (grantedRoles: readonly Role[]): boolean => grantedRoles.some((role) => acrossOperators.has(role))

/** Whether a person holding `letter` holds it over this very record. The store's SQL filter says the same of lists. */
export function canOn(user: User, entity: AnyEntity, letter: Letter, row: Row): boolean {
  return reach(user, entity.name, letter).some((one) => covers(one, user, entity, row))
}

/** One reach against one record. A record without operator ('tenant' owned) is within every reach of its kind. */
export function covers({ kind, grant }: Reach, user: User, entity: AnyEntity, row: Row): boolean {
  if (kind === 't' || grant.role === 'AD') return true
  // Guarded, because neither side having a farmer is not the same farmer.
  const named = personField(entity.name)
  if (kind === 's' && named) return row[named] === user.id
  if (kind === 's') return row.id === user.id || (!!user.farmerId && (row.id === user.farmerId || row.farmerId === user.farmerId))
  if (kind === 'p') {
    const field = processorField(entity)
    return field !== null && [row[field]].flat().some((processorId) => (grant.processorIds ?? []).includes(processorId as string))
  }
  const own = grant.operatorIds ?? []
  if (![row[operatorField(entity)]].flat().some((operatorId) => own.includes(operatorId as string))) return false
  return kind !== 'a' || !grant.villages?.length || !('village' in entity.fields) || grant.villages.includes(row.village as string)
}

/** Which field of a record says whose operator it is; a list means any of them. */
export function operatorField(entity: AnyEntity): 'id' | 'operatorId' | 'operatorIds' | 'collectiveId' {
  if (entity.name === 'collective') return 'id'
  if (entity.owner === 'operator') return 'operatorId'
  return 'operatorIds' in entity.fields ? 'operatorIds' : 'collectiveId' in entity.fields ? 'collectiveId' : 'operatorId'
}

/** The same of processors; null: it is nobody's in particular. */
export function processorField(entity: AnyEntity): 'id' | 'processorId' | 'processorIds' | null {
  if (entity.name === 'processor') return 'id'
  return 'processorIds' in entity.fields ? 'processorIds' : 'processorId' in entity.fields ? 'processorId' : null
}

/** Personal fields are masked when every reach over this record is masked. */
export function isMasked(user: User, entity: AnyEntity, row: Row): boolean {
  const over = reach(user, entity.name, 'V').filter((one) => covers(one, user, entity, row))
  return over.length > 0 && over.every((one) => one.masked)
}

/** Whether this person, creating (C) or editing (E) this record, may set this field of it. `row` null: at some record. */
export function canSet(user: User, entity: AnyEntity, letter: 'C' | 'E', field: Pick<Field, 'setBy'>, row: Row | null): boolean {
  const { setBy } = field
  return !setBy || reach(user, entity.name, letter).some((one) => setBy.includes(one.grant.role) && (!row || covers(one, user, entity, row)))
}

/** Whether this person may record this event on this record, its state aside. */
export function canRecord(user: User, entity: AnyEntity, event: EventSpec, row: Row): boolean {
  if (event.system) return false
  const letter: Letter = event.right === 'approve' ? 'A' : 'R'
  return reach(user, entity.name, letter).some((one) => covers(one, user, entity, row) && (!event.roles || event.roles.includes(one.grant.role)))
}

/** What a reader may do next with a record, in words the screens understand: 'edit', 'retire' and event names. */
export function mayOf(user: User, entity: AnyEntity, row: Row): string[] {
  const may: string[] = []
  if (canOn(user, entity, 'E', row) && isEditable(entity, row.status)) may.push('edit')
  if (canOn(user, entity, 'E', row) && row.status === entity.startState) may.push('retire')
  for (const [type, event] of Object.entries(entity.events as Record<string, EventSpec>)) {
    if (isPossible(entity, event, row.status) && canRecord(user, entity, event, row)) may.push(type)
  }
  return may
}
/** Whether its fields may be changed while it stands so. */
export const isEditable = (entity: AnyEntity, status: string): boolean =>
  entity.editableIn ? entity.editableIn.includes(status) : !(entity.final?.includes(status) ?? false)
export const isPossible = (entity: AnyEntity, event: EventSpec, status: string): boolean =>
  event.from ? event.from.includes(status) : !(entity.final?.includes(status) ?? false)
