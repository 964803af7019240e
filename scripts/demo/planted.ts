// The twenty planted problems of the programme (domain dictionary 15): by which rule the product finds each, where it stands after the loading, and who has
// to act and sees it there. tests/demo/planted-trials.ts walks this table.
import type { CheckCode } from '#domain/chain/certificate-check.ts'
import type { NoticeCode } from '#domain/notifications/catalogue.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import { overBalance } from './load-certificates.ts'
import { plantedRefs } from './load-planted-certificates.ts'
import type { Staff } from './staff.ts'

export type Place =
  /** On a record, open; `says`: what its message has. */
  | { as: 'FINDING'; entity: 'farmer' | 'landparcel' | 'crop' | 'productbatch'; says: string }
  /** A row that came back, listed with its reason in the import of whoever sent it. */
  | { as: 'IMPORT'; entity: 'landparcel' | 'crop'; file: string }
  /** Sent from a telephone. */
  | { as: 'SUBMISSION'; status: 'REJECTED' | 'CONFLICT' }
  /** By the reference of the seller: a draft whose check stops it or asks for a review. */
  | { as: 'CERTIFICATE'; ref: string; check: CheckCode; outcome: 'BLOCK' | 'REVIEW' }
  | { as: 'ANOMALY'; kind: 'SAME_WEIGHT' }

export type PlantedProblem = {
  problem: string
  rule: RuleId
  place: Place
  /** Whose task it is: the name before the @ of the address, role and address of the operator (`-`: not at one). */
  who: string
  role: Staff['role']
  at: string
  /** The notification that they have; null: they see it where they work, because they did it themselves or because it has no notice of its own. */
  notice: NoticeCode | null
}

const import_ = (entity: 'landparcel' | 'crop', file: string): Place => ({ as: 'IMPORT', entity, file })
const finding = (entity: Extract<Place, { as: 'FINDING' }>['entity'], says: string): Place => ({ as: 'FINDING', entity, says })
const submission = (status: 'REJECTED' | 'CONFLICT'): Place => ({ as: 'SUBMISSION', status })
const draft = (ref: string, check: CheckCode, outcome: 'BLOCK' | 'REVIEW'): Place => ({ as: 'CERTIFICATE', ref, check, outcome })

const omar = { who: 'omar', role: 'OPERATOR_MANAGER', at: 'OP1' } as const
const leela = { who: 'leela', role: 'OPERATOR_MANAGER', at: 'OP2' } as const
const fatima = { who: 'fatima', role: 'FIELD_OFFICER', at: 'OP1' } as const
const vasant = { who: 'vasant', role: 'INTERNAL_INSPECTOR', at: 'OP1' } as const
const paul = { who: 'paul', role: 'PROCESSOR_USER', at: '-' } as const
const farida = { who: 'farida', role: 'PROCESSOR_USER', at: '-' } as const
const yusuf = { who: 'yusuf', role: 'PROCESSOR_USER', at: '-' } as const
const carla = { who: 'carla', role: 'CERTIFICATION_BODY_AUDITOR', at: 'OP1' } as const

export const plantedProblems: readonly PlantedProblem[] = [
  { problem: 'Two plots overlap by 14 %', rule: 'BR-02', place: finding('landparcel', 'Shares 14.0 %'), ...omar, notice: 'PARCEL_OVERLAP' },
  { problem: 'The same boundary twice', rule: 'BR-02', place: import_('landparcel', 'same-boundary-twice.csv'), ...leela, notice: 'IMPORT_DONE' },
  { problem: 'One farmer registered twice', rule: 'BR-23', place: finding('farmer', 'may be the same person'), ...omar, notice: 'FARMER_DUP' },
  { problem: 'Declared 2.0 ha, mapped 1.3 ha', rule: 'BR-03', place: finding('landparcel', 'declared one (2 ha)'), ...omar, notice: 'PARCEL_MISMATCH' },
  {
    problem: 'Harvest of 128 % of the estimate',
    rule: 'BR-07',
    place: import_('crop', 'harvest-128-percent-of-estimate.csv'),
    ...omar,
    notice: 'IMPORT_DONE',
  },
  { problem: 'Estimate above the ceiling', rule: 'BR-06', place: import_('crop', 'estimate-above-ceiling.csv'), ...omar, notice: 'IMPORT_DONE' },
  {
    problem: 'A heap with a positive GMO test is in two lots of bales',
    rule: 'BR-15',
    place: finding('productbatch', 'GMO test positive'),
    ...carla,
    notice: 'LAB_POSITIVE',
  },
  { problem: 'Urea on one plot', rule: 'BR-14', place: finding('landparcel', 'A prohibited input was used'), ...carla, notice: 'CONVERSION_RESET' },
  { problem: 'Picked inside the waiting period', rule: 'BR-19', place: submission('REJECTED'), ...fatima, notice: 'SUB_REJECTED' },
  { problem: 'The inspector is the field officer', rule: 'BR-24', place: submission('REJECTED'), ...vasant, notice: 'SUB_REJECTED' },
  { problem: 'A gin run with 41 % lint', rule: 'BR-10', place: submission('REJECTED'), ...paul, notice: 'SUB_REJECTED' },
  { problem: 'A run of which 1.2 % is missing', rule: 'BR-09', place: submission('REJECTED'), ...paul, notice: 'SUB_REJECTED' },
  { problem: 'A higher claim on a line that was not cleaned', rule: 'BR-11', place: submission('REJECTED'), ...farida, notice: 'SUB_REJECTED' },
  { problem: 'A certificate of more than there is', rule: 'BR-12', place: draft(overBalance, 'T05', 'BLOCK'), ...paul, notice: null },
  {
    problem: 'A certificate under an expired scope certificate',
    rule: 'BR-12',
    place: draft(plantedRefs.expired, 'T01', 'BLOCK'),
    ...yusuf,
    notice: 'SC_LAPSED',
  },
  { problem: 'An invoice on two certificates', rule: 'BR-12', place: draft(plantedRefs.sameInvoice, 'T16', 'BLOCK'), ...yusuf, notice: null },
  { problem: 'A gin 520 km from the plots', rule: 'BR-16', place: draft(plantedRefs.tooFar, 'T14', 'REVIEW'), ...omar, notice: null },
  { problem: 'Cotton grown both ways', rule: 'BR-05', place: finding('crop', 'organically and not'), ...leela, notice: null },
  { problem: 'Nine tickets of exactly 100.0 kg', rule: 'BR-32', place: { as: 'ANOMALY', kind: 'SAME_WEIGHT' }, ...omar, notice: null },
  { problem: 'The office and a telephone changed the same field', rule: 'BR-33', place: submission('CONFLICT'), ...fatima, notice: 'SUB_CONFLICT' },
]
