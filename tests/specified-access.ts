// Who may do what, as the domain dictionary has it (its section 8), as data: what src/domain/access.ts must say and where it
// says otherwise on purpose. Nothing is left out because it is not built yet. Animal husbandry is the dictionary's second
// half: whoever creates and edits there is named by action, not by entity.
import type { Role } from '#domain/access.ts'

/** In the order of the columns. */
export const columns: readonly Role[] = [
  'ADMIN',
  'OPERATOR_MANAGER',
  'FIELD_OFFICER',
  'INTERNAL_INSPECTOR',
  'PURCHASE_OFFICER',
  'PROCESSOR_USER',
  'CERTIFICATION_BODY_AUDITOR',
  'BRAND_VIEWER',
  'READ_ONLY_VIEWER',
  'FARMER',
]

/** Cell for cell; a word in a cell narrows its letters by something letters cannot say (src/domain/access.test.ts says where that is). */
const table = `
farmer                  | LVCEAX t | LVCEAX o         | LVCE a   | LV a              | LV o (m)       | -         | LVX c        | -     | LV (m)    | V s
farmer bank, id         | V t      | VE o             | C a      | -                 | V o            | -         | -            | -     | -         | VE s
landowner               | LVCEAX t | LVCEX o          | LVCE a   | LV a              | -              | -         | LV c         | -     | LV (m)    | -
landparcel              | LVCEAX t | LVCEAX o         | LVCE a   | LVA a             | L o            | -         | LVX c        | -     | LV        | V s
croppingsystem          | LVCEAX t | LVCEAX o         | LVCE a   | LV a              | LV o           | -         | LVX c        | -     | LV        | V s
crop                    | LVCEAX t | LVCEAX o         | LVCE a   | LV a              | LV o           | -         | LVX c        | -     | LV        | V s
crop event              | CA t     | CA o             | C a      | C (inspection) a  | -              | -         | V c          | -     | V         | C s (submission)
yield estimate          | A t      | A o              | C a      | CA a              | V o            | -         | V c          | -     | V         | -
nonconformity           | VX t     | VAX o            | V a      | CE a              | -              | -         | LVCX c       | -     | -         | V s
AFL snapshot            | VX t     | CA o             | V a      | V a               | V o            | -         | VX c         | -     | V         | -
sanction                | A t      | CA o             | -        | C a               | -              | -         | CA c         | -     | -         | V s
processor               | LVCEAX t | LV               | -        | -                 | LV o           | VE p      | LV c         | L b   | LV        | -
processingsystem        | LVCEAX t | LVX              | -        | -                 | LVCE o         | LVCEX p   | LVX c        | -     | LV        | -
product                 | LVCEA t  | LVC              | LV       | LV                | LV             | LV        | LV           | LV    | LV        | -
productbatch            | LVCEAX t | LVCEAX o         | L a      | -                 | LVCE o         | LVCEX p   | LVX c        | LV b  | LV        | -
purchase ticket         | VAX t    | VAX o            | V a      | -                 | CE o           | -         | V c          | -     | -         | V confirm s
recallcase              | CA t     | CA o             | -        | -                 | C o            | C p       | CA c         | V b   | -         | -
transactioncertificate  | LVX t    | LVCEX o          | -        | -                 | LV o           | LVCEX p   | LVAX c       | V b   | -         | -
pop                     | LVCEA t  | LVCEA o          | LV       | LV                | -              | -         | LV           | -     | LV        | V
scheme                  | LVCEA t  | LV               | LV       | LV                | -              | LV        | LVC comment  | -     | LV        | -
schemepop               | LVCEA t  | LV               | LV       | LV                | -              | LV        | LVC comment  | -     | LV        | -
certificationbody       | LVCEA t  | LV               | -        | -                 | -              | LV        | V own        | -     | LV        | -
collective              | LVCEA t  | VE o (not state) | V o      | V o               | V o            | L         | V c          | L b   | LV        | -
scopecertificate        | LVCEA t  | LVC o            | -        | -                 | -              | LVC p     | CEA c        | V b   | LV        | -
submission              | LVAX t   | LVA o            | LV own   | LVA inspections   | LVA purchases  | LVC p     | -            | -     | -         | LV s
notification            | s        | s                | s        | s                 | s              | s         | s            | s     | s         | s
mobilenotification      | LVCA t   | LVCA o           | LVC a    | -                 | -              | -         | -            | -     | -         | receive
task                    | LVCEAX t | LVCEAX o         | LVCE a   | LVCE a            | LVCE o         | LVCE p    | LVC c        | -     | LV        | LV s
user                    | LVCEA t  | L o              | -        | -                 | -              | L p       | -            | -     | -         | -
report                  | all t    | o                | a subset | a subset          | o stock        | p         | c            | b     | aggregate | s
dashboard               | t        | o                | a        | a                 | o              | p         | c            | b     | o         | -
client                  | VE t     | V                | -        | -                 | -              | -         | -            | -     | -         | -
import, bulk edit       | t        | o                | -        | -                 | stock o        | stock p   | -            | -     | -         | -
auditlog                | VX t     | V o              | -        | -                 | -              | -         | V c          | -     | -         | -
`

export const specifiedAccess: Readonly<Record<string, Readonly<Record<Role, string>>>> = Object.fromEntries(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...cells] = line.split('|').map((cell) => cell.trim())
      return [name, Object.fromEntries(columns.map((role, place) => [role, cells[place]])) as Record<Role, string>]
    }),
)

/** The dictionary's second half (animal 1.3) says who creates and edits animals, flocks and ponds; who reads them follows crops. */
export const husbandryWriters: readonly Role[] = ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER']
export const husbandry = ['productionsystem', 'housingunit', 'animalgroup', 'poultrybatch', 'cow', 'goat', 'sheep', 'aquacrop'] as const
/** "Same frame as the crop POP" (animal 9.1). */
export const likePop = ['poultrypop', 'aquapop'] as const

/** Entities for which the dictionary has no row, and by what their rights are. */
export const withoutRow: Readonly<Record<string, string>> = {
  season: 'settings screens: everybody reads the lists that forms offer, administrators keep them',
  croptype: 'as season',
  variety: 'as season',
  inputitem: 'as season',
  breed: 'as season (animal 2)',
  medicine: 'as season (animal 1.3: the administrator’s)',
  feeditem: 'as season (animal 2)',
  diagnosiscode: 'as season (animal 2)',
  village: 'as season',
  farmerseason: 'rows of the AFL and results of inspections: written by their events, read by whoever reads either',
  approvedlist: 'the signed AFL: drawn up and signed by whoever decides on it, countersigned by the body, read by whoever reads the AFL snapshot',
  checklist: 'questions of a scheme: as schemepop',
  inspection: 'row "inspection, NC" of the dictionary, which is written here as nonconformity; a manager plans and reviews, and carries none out',
  companyaudit: 'row "inspection, NC" of the dictionary for what its 4.1 calls an audit: the body writes it, the company reads what was signed',
  planevent: 'child of a crop, flock or pond: read like it, and left out by those who work on it',
  lactation: 'derived from the events of a cow',
  withdrawal: 'derived from treatments',
  anomaly: 'found by the product in what a manager answers for: the manager closes it, inspectors and the body of the group read it',
}

/** `ours`: the cell of access.ts without R and I. Every other cell must be the dictionary's. */
type Deviation = { ours: string; because: string }
const bulkEdit = 'what an administrator imports and edits in bulk is exported first (dictionary 1.5: every list can be exported)'
const readsItsOwn = 'the dictionary shows these on the record they are about; they have a list here, and who writes one reads it'
const readsRecalls = 'whoever opens or answers a recall reads it, and R21 is its report'
const captures = 'what a phone captures enters as a submission (dictionary 0, decision 6), so who captures creates one'
const returned = 'a message returned for correction is a draft again, and somebody must be able to correct it; what is sent is never edited'

const givenToThem = 'whoever is to do a task reads it and says that it is done, in whichever village it is (docs/decisions/0171)'
export const deviations: Readonly<Record<string, Deviation>> = {
  'product ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'pop ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'poultrypop ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'aquapop ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'scheme ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'schemepop ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'certificationbody ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'collective ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'scopecertificate ADMIN': { ours: 'LVCEAX t', because: bulkEdit },
  'transactioncertificate ADMIN': {
    ours: 'LVCEX t',
    because: 'the specification has the page that creates one under Operators, which is the administrators’ alone; submitting stays the seller’s',
  },
  'task FIELD_OFFICER': { ours: 'LVCE a, LV s', because: givenToThem },
  'task INTERNAL_INSPECTOR': { ours: 'LVCE a, LV s', because: givenToThem },
  'nonconformity ADMIN': { ours: 'LVX t', because: readsItsOwn },
  'nonconformity OPERATOR_MANAGER': { ours: 'LVAX o', because: readsItsOwn },
  'nonconformity FIELD_OFFICER': { ours: 'LV a', because: readsItsOwn },
  'nonconformity INTERNAL_INSPECTOR': { ours: 'LVCE a', because: readsItsOwn },
  'nonconformity PROCESSOR_USER': {
    ours: 'LV p',
    because: 'a company corrects what its certification body has found there (4.1: open NCs; docs/decisions/0150)',
  },
  'scopecertificate CERTIFICATION_BODY_AUDITOR': { ours: 'LVCEA c', because: readsItsOwn },
  'processor PROCESSOR_USER': { ours: 'L t, VE p', because: 'a dispatch names its buyer, so a ginner chooses among the processors; their records stay closed' },
  'pop OPERATOR_MANAGER': { ours: 'LV t, CEA o', because: 'a manager follows the programme’s packages as the officers do, and writes only the own operator’s' },
  'poultrypop OPERATOR_MANAGER': { ours: 'LV t, CEA o', because: 'as pop' },
  'aquapop OPERATOR_MANAGER': { ours: 'LV t, CEA o', because: 'as pop' },
  'transactioncertificate PROCESSOR_USER': {
    ours: 'LVCEX p, LVX i',
    because: 'a buyer reads what was issued to it (5.5: confidential between seller, buyer and their bodies)',
  },
  'recallcase ADMIN': { ours: 'LVCAX t', because: readsRecalls },
  'recallcase OPERATOR_MANAGER': { ours: 'LVCAX o', because: readsRecalls },
  'recallcase PURCHASE_OFFICER': { ours: 'LVC o', because: readsRecalls },
  'recallcase PROCESSOR_USER': { ours: 'LVC p', because: readsRecalls },
  'recallcase CERTIFICATION_BODY_AUDITOR': { ours: 'LVCAX c', because: readsRecalls },
  'submission FIELD_OFFICER': { ours: 'LVC s', because: captures },
  'submission INTERNAL_INSPECTOR': { ours: 'LVCA o', because: captures },
  'submission PURCHASE_OFFICER': { ours: 'LVCA o', because: captures },
  'submission FARMER': { ours: 'LVC s', because: captures },
  'mobilenotification ADMIN': { ours: 'LVCEA t', because: returned },
  'mobilenotification OPERATOR_MANAGER': { ours: 'LVCEA o', because: returned },
  'mobilenotification FIELD_OFFICER': { ours: 'LVCE a', because: returned },
}

/** Who imports what (row "import, bulk edit"): `stock` are lots and what is bought into them. */
export const stock: readonly string[] = ['productbatch']

/**
 * Rows that are facts about other records, by the events that stand for them here: who of the dictionary's C and A may record
 * each. `because`: why that differs from the row.
 */
export const specifiedEvents: readonly { row: string; entity: string; event: string; roles: readonly Role[]; because?: string }[] = [
  {
    row: 'crop event',
    entity: 'crop',
    event: 'INTERNAL_INSPECTION',
    roles: ['INTERNAL_INSPECTOR'],
    because: 'the row of inspections lets nobody else write one',
  },
  { row: 'crop event', entity: 'crop', event: 'SCOUTING', roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER'] },
  { row: 'crop event', entity: 'crop', event: 'PLANT_PROTECTION', roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER'] },
  { row: 'crop event', entity: 'crop', event: 'HARVEST', roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER'] },
  {
    row: 'yield estimate',
    entity: 'crop',
    event: 'YIELD_ESTIMATE',
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR'],
    because: 'a crop event too, which managers import with the season’s files; whoever recorded one does not approve it',
  },
  { row: 'yield estimate', entity: 'crop', event: 'ESTIMATE_APPROVED', roles: ['ADMIN', 'OPERATOR_MANAGER', 'INTERNAL_INSPECTOR'] },
  { row: 'inspection', entity: 'farmer', event: 'INTERNAL_INSPECTION', roles: ['INTERNAL_INSPECTOR'] },
  { row: 'inspection', entity: 'landparcel', event: 'INTERNAL_INSPECTION', roles: ['INTERNAL_INSPECTOR'] },
  { row: 'inspection', entity: 'productionsystem', event: 'INSPECTION', roles: ['INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'] },
  { row: 'inspection', entity: 'processor', event: 'AUDIT', roles: ['CERTIFICATION_BODY_AUDITOR'] },
  { row: 'AFL snapshot', entity: 'collective', event: 'APPROVAL_COMMITTEE', roles: ['OPERATOR_MANAGER'] },
  { row: 'sanction', entity: 'nonconformity', event: 'ESCALATED', roles: ['OPERATOR_MANAGER', 'INTERNAL_INSPECTOR', 'CERTIFICATION_BODY_AUDITOR'] },
  { row: 'sanction', entity: 'farmer', event: 'REINSTATED', roles: ['ADMIN', 'OPERATOR_MANAGER'] },
  { row: 'run', entity: 'processingsystem', event: 'PROCESS_RUN', roles: ['ADMIN', 'PURCHASE_OFFICER', 'PROCESSOR_USER'] },
  {
    row: 'purchase ticket',
    entity: 'productbatch',
    event: 'PURCHASE',
    roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER'],
    because: 'a ticket with deductions above 5 % is the manager’s (BR-29), who records it instead of approving the officer’s',
  },
  { row: 'scheme, schemepop', entity: 'scheme', event: 'COMMENT', roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'] },
  { row: 'scheme, schemepop', entity: 'schemepop', event: 'COMMENT', roles: ['ADMIN', 'CERTIFICATION_BODY_AUDITOR'] },
  { row: 'collective', entity: 'collective', event: 'ACTIVATED', roles: ['ADMIN'] },
  { row: 'transactioncertificate', entity: 'transactioncertificate', event: 'SUBMITTED', roles: ['OPERATOR_MANAGER', 'PROCESSOR_USER'] },
  { row: 'transactioncertificate', entity: 'transactioncertificate', event: 'ISSUED', roles: ['CERTIFICATION_BODY_AUDITOR'] },
]

/** Rows of which nothing is built yet. */
export const unbuilt: Readonly<Record<string, string>> = {
  report: 'a report is the export of a list (X) or a page of a record (V); definitions, runs and schedules are still to come',
}
