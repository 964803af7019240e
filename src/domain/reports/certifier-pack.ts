// R28: what a certification body asks a group for, in one file: registers and statements with the group's documents, and an index of all of them.
import { choice, integer, text } from '../kernel/kinds.ts'
import { approvedFarmerList } from './approved-farmer-list.ts'
import { cropAreaStatement } from './crop-area-statement.ts'
import { estimateToPurchase } from './estimate-to-purchase.ts'
import { farmerRegister } from './farmer-register.ts'
import { inputUse } from './input-use.ts'
import { internalInspections } from './internal-inspections.ts'
import { nonconformityLog } from './nonconformity-log.ts'
import { pastDay, season } from './parameters.ts'
import { parcelRegister } from './parcel-register.ts'
import { type AnyReport, report } from './report.ts'

const packs: readonly AnyReport[] = [
  farmerRegister,
  approvedFarmerList,
  parcelRegister,
  cropAreaStatement,
  inputUse,
  internalInspections,
  nonconformityLog,
  estimateToPurchase,
]

export const certifierPack = report('certifier-pack', {
  code: 'R28',
  title: 'Pack for the certification body',
  about:
    'Farmers, signed lists, plots, crop areas, inputs, inspections, non-conformities and yields of a season with the documents of the group and of its scope certificates, in one file. The index has the fingerprint of each.',
  group: 'Certificates',
  on: 'approvedlist',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, ...pastDay },
  columns: {
    code: text('No.', { max: 20 }),
    report: choice('Report', Object.fromEntries(packs.map(({ id, title }) => [id, title]))),
    /** Of a list its own, of a document that of the record it belongs to. */
    title: text('Title', { max: 200 }),
    file: text('File', { max: 240 }),
    rows: integer('Rows'),
    hash: text('Fingerprint', { max: 64 }),
  },
  formats: ['zip', 'pdf', 'csv'],
  packs,
})
