// The table of rights: roles × entities, cell by cell that of the domain dictionary (section 8). A test compares the two and
// holds the list of what differs, with reasons. What follows from it is access.ts.
import { type Role, roles } from './kernel/terms.ts'

/**
 * L list · V view · C create · E edit · A approve or change the status · X export, as the domain dictionary has them, and two of
 * ours: R record events, which is part of its C, E and A, and I import, its row "import, bulk edit".
 */
export type Action = 'L' | 'V' | 'C' | 'E' | 'A' | 'R' | 'X' | 'I'
export type ScopeKind = 't' | 'o' | 'a' | 'p' | 'c' | 'b' | 's' | 'i'

/**
 * letters + scope: t tenant · o own operators · a own operators, assigned villages · p own processors ·
 * c clients of own certification body, the body itself, and certificates of that body alone · i issued to own processors
 * (as their buyer) · b shared · s self. '(m)': personal fields masked. A comma
 * separates rights of different reach: everybody's packages may be read, only one's own operator's may be written.
 */
export type Row_ = Partial<Record<Role, string>>
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
  PURCHASE_OFFICER: 'LVR o',
  CERTIFICATION_BODY_AUDITOR: 'LVRX c',
  READ_ONLY_VIEWER: 'LV o',
  FARMER: 'V s',
}
const animals: Row_ = { ...husbandry, INTERNAL_INSPECTOR: 'LV a', PURCHASE_OFFICER: 'LV o', CERTIFICATION_BODY_AUDITOR: 'LVX c' }
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

/** By entity. */
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
  approvedlist: {
    ADMIN: 'LVX t',
    OPERATOR_MANAGER: 'LVARX o',
    FIELD_OFFICER: 'LV o',
    INTERNAL_INSPECTOR: 'LV o',
    PURCHASE_OFFICER: 'LV o',
    CERTIFICATION_BODY_AUDITOR: 'LVRX c',
    READ_ONLY_VIEWER: 'LV o',
  },
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
    CERTIFICATION_BODY_AUDITOR: 'LVRX c',
    READ_ONLY_VIEWER: 'LV o',
    FARMER: 'V s',
  },
  processor: {
    ADMIN: 'LVCEARXI t',
    OPERATOR_MANAGER: 'LV t',
    PURCHASE_OFFICER: 'LV o',
    PROCESSOR_USER: 'L t, VE p',
    CERTIFICATION_BODY_AUDITOR: 'LVR c',
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
    CERTIFICATION_BODY_AUDITOR: 'LVRX c',
    BRAND_VIEWER: 'LV b',
    READ_ONLY_VIEWER: 'LV o',
  },
  recallcase: {
    ADMIN: 'LVCARX t',
    OPERATOR_MANAGER: 'LVCARX o',
    PURCHASE_OFFICER: 'LVCR o',
    PROCESSOR_USER: 'LVCR p',
    CERTIFICATION_BODY_AUDITOR: 'LVCARX c',
    BRAND_VIEWER: 'V b',
  },
  season: catalogue,
  croptype: catalogue,
  variety: catalogue,
  inputitem: catalogue,
  breed: catalogue,
  medicine: catalogue,
  feeditem: catalogue,
  diagnosiscode: catalogue,
  village: catalogue,
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
    // Its events are for those that they name; an administrator imposes and lifts sanctions.
    ADMIN: 'LVRX t',
    OPERATOR_MANAGER: 'LVARX o',
    FIELD_OFFICER: 'LVR a',
    INTERNAL_INSPECTOR: 'LVCER a',
    // Of the own company, whose it is to correct.
    PROCESSOR_USER: 'LVR p',
    CERTIFICATION_BODY_AUDITOR: 'LVCRX c',
    FARMER: 'V s',
  },
  // The dictionary's row "inspection, NC". A manager plans and reviews, and carries none out.
  inspection: {
    ADMIN: 'LVX t',
    OPERATOR_MANAGER: 'LVARX o',
    FIELD_OFFICER: 'LV a',
    INTERNAL_INSPECTOR: 'LVCER a',
    CERTIFICATION_BODY_AUDITOR: 'LVCERX c',
    FARMER: 'V s',
  },
  // The dictionary's row "inspection, NC", of companies: planned, carried out and reviewed by the body, read by the company once it is signed.
  companyaudit: { ADMIN: 'LVX t', PROCESSOR_USER: 'LV i', CERTIFICATION_BODY_AUDITOR: 'LVCEARX c' },
  checklist: rules,
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
  anomaly: { ADMIN: 'LVARX t', OPERATOR_MANAGER: 'LVARX o', INTERNAL_INSPECTOR: 'LVR o', CERTIFICATION_BODY_AUDITOR: 'LVRX c' },
  notification: everyone('LVR', 's'),
  mobilenotification: { ADMIN: 'LVCEAR t', OPERATOR_MANAGER: 'LVCEAR o', FIELD_OFFICER: 'LVCER a' },
  task: {
    ADMIN: 'LVCEARX t',
    OPERATOR_MANAGER: 'LVCEARX o',
    // And what was given to them, in whichever village (docs/decisions/0171).
    FIELD_OFFICER: 'LVCER a, LVR s',
    INTERNAL_INSPECTOR: 'LVCER a, LVR s',
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
