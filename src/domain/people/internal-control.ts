// The internal control of a group (domain dictionary 5.4, NPOP chapter 5): the duties of its people, which role each needs, and what
// must be there before the group is active. The server refuses by it, and the screens say it before.
import type { EventNeed, Row } from '../kernel/entity.ts'
import type { FieldProblem } from '../kernel/problems.ts'
import type { roles } from '../kernel/terms.ts'

export const duties = {
  ICS_MANAGER: 'Manager',
  INSPECTOR: 'Inspector',
  APPROVER: 'Approver',
  FIELD_OFFICER: 'Field officer',
  PURCHASE: 'Purchase',
  WAREHOUSE: 'Warehouse',
  TRAINER: 'Trainer',
} as const
export type Duty = keyof typeof duties
export type Role = keyof typeof roles
/** Of the group: who has which duty. */
export type Staff = readonly { userId: string | null; role: Duty | null }[]

/** The roles of which a person must hold one at the operator for a duty (assumption): the approver records the decisions of the committee. */
export const rolesOfDuty = {
  ICS_MANAGER: ['OPERATOR_MANAGER'],
  INSPECTOR: ['INTERNAL_INSPECTOR'],
  APPROVER: ['OPERATOR_MANAGER'],
  FIELD_OFFICER: ['FIELD_OFFICER'],
  PURCHASE: ['PURCHASE_OFFICER', 'OPERATOR_MANAGER'],
  WAREHOUSE: ['PURCHASE_OFFICER', 'OPERATOR_MANAGER'],
  TRAINER: ['FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'OPERATOR_MANAGER'],
} as const satisfies Record<Duty, readonly Role[]>

export const documents = {
  icsManual: 'Manual of the internal control system',
  internalStandard: 'Internal standard',
  sanctionCatalogue: 'Catalogue of sanctions',
  orgChart: 'Organisation chart',
} as const
export type DocumentName = keyof typeof documents
export const documentNames = Object.keys(documents) as DocumentName[]

const hasNo = (duty: Duty) => (row: Row) => !((row.icsStaff ?? []) as Staff).some(({ userId, role }) => userId && role === duty)
const lacks = (name: DocumentName) => (row: Row) => !(row[name] as readonly string[] | null)?.length

/** What a group needs before it is active, in the order of its form. */
export const needsOfActive: readonly EventNeed[] = [
  { why: 'No manager of the internal control is named.', on: ['icsStaff'], fails: hasNo('ICS_MANAGER') },
  { why: 'No inspector of the internal control is named.', on: ['icsStaff'], fails: hasNo('INSPECTOR') },
  { why: 'The manual of the internal control system is missing.', on: ['icsManual'], fails: lacks('icsManual') },
  { why: 'The internal standard is missing.', on: ['internalStandard'], fails: lacks('internalStandard') },
  { why: 'The catalogue of sanctions is missing.', on: ['sanctionCatalogue'], fails: lacks('sanctionCatalogue') },
  { why: 'The organisation chart is missing.', on: ['orgChart'], fails: lacks('orgChart') },
]

const nobody = { id: '', grants: [] }
/** Each piece that this group lacks, at its field. A field that the reader does not see counts as there. */
export const missingForActive = (group: Row): FieldProblem[] =>
  needsOfActive.flatMap(({ why, on: [path = ''], fails }) =>
    group[path] !== undefined && fails(group, nobody) ? [{ path, code: 'required', message: why }] : [],
  )

/** Whether a person has this duty; where the group names nobody for it, it is asked of nobody. */
export const isNamedFor = (staff: Staff, duty: Duty, userId: string): boolean => {
  const named = staff.filter(({ role }) => role === duty)
  return named.length === 0 || named.some((one) => one.userId === userId)
}
/** BR-24: whoever inspects in the internal control does not decide in its committee. */
export const inspectsFor = (staff: Staff, userId: string): boolean => staff.some((one) => one.userId === userId && one.role === 'INSPECTOR')

const staffOf = (row: Row): Staff => (row.icsStaff ?? []) as Staff
/** What stands against a person who records the decisions of the committee. */
export const needsOfCommittee: readonly EventNeed[] = [
  {
    why: 'You are named as an inspector of the internal control: somebody else must decide.',
    on: ['icsStaff'],
    fails: (row, { id }) => inspectsFor(staffOf(row), id),
  },
  {
    why: 'The approvers that the operator has named decide here.',
    on: ['icsStaff'],
    fails: (row, { id }) => !isNamedFor(staffOf(row), 'APPROVER', id),
  },
]
