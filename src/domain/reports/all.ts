// The table of reports, in the order in which people see them. A new one is a line here, its declaration beside this file, and its query
// in src/server/reports/declared/.
import { approvedFarmerList } from './approved-farmer-list.ts'
import { auditLog } from './audit-log.ts'
import { certificateRegister } from './certificate-register.ts'
import { cropAreaStatement } from './crop-area-statement.ts'
import { estimateToPurchase } from './estimate-to-purchase.ts'
import { farmerRegister } from './farmer-register.ts'
import { inputUse } from './input-use.ts'
import { internalInspections } from './internal-inspections.ts'
import { laboratoryTests } from './laboratory-tests.ts'
import { lotTrace } from './lot-trace.ts'
import { nonconformityLog } from './nonconformity-log.ts'
import { parcelRegister } from './parcel-register.ts'
import { processingYield } from './processing-yield.ts'
import { purchaseRegister } from './purchase-register.ts'
import type { AnyReport } from './report.ts'
import { scopeExpiry } from './scope-expiry.ts'
import { seedRegister } from './seed-register.ts'
import { stockLedger } from './stock-ledger.ts'
import { trainingRegister } from './training-register.ts'

export const reports: readonly AnyReport[] = [
  farmerRegister,
  approvedFarmerList,
  parcelRegister,
  cropAreaStatement,
  inputUse,
  seedRegister,
  internalInspections,
  trainingRegister,
  nonconformityLog,
  estimateToPurchase,
  purchaseRegister,
  stockLedger,
  processingYield,
  laboratoryTests,
  lotTrace,
  certificateRegister,
  scopeExpiry,
  auditLog,
]

const byId = new Map<string, AnyReport>(reports.map((one) => [one.id, one]))
/** Undefined when there is none of this name. */
export const findReport = (id: string): AnyReport | undefined => byId.get(id)
