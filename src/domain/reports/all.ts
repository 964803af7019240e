// The table of reports, in the order in which people see them. A new one is a line here, its declaration beside this file, and its query
// in src/server/reports/declared/.
import { approvedFarmerList } from './approved-farmer-list.ts'
import { auditLog } from './audit-log.ts'
import { boundaryQuality } from './boundary-quality.ts'
import { certificateRegister } from './certificate-register.ts'
import { certifierPack } from './certifier-pack.ts'
import { conversionTracker } from './conversion-tracker.ts'
import { cropAreaStatement } from './crop-area-statement.ts'
import { epcisDocumentReport } from './epcis-document.ts'
import { estimateToPurchase } from './estimate-to-purchase.ts'
import { eudrPlots } from './eudr-plots.ts'
import { farmerPassbook } from './farmer-passbook.ts'
import { farmerRegister } from './farmer-register.ts'
import { inputUse } from './input-use.ts'
import { inspectionPerformance } from './inspection-performance.ts'
import { internalInspections } from './internal-inspections.ts'
import { laboratoryTests } from './laboratory-tests.ts'
import { lotTrace } from './lot-trace.ts'
import { nonconformityLog } from './nonconformity-log.ts'
import { parcelRegister } from './parcel-register.ts'
import { practiceAdherence } from './practice-adherence.ts'
import { premiumStatement } from './premium-statement.ts'
import { processingYield } from './processing-yield.ts'
import { purchaseRegister } from './purchase-register.ts'
import { recallEffectiveness } from './recall-effectiveness.ts'
import type { AnyReport } from './report.ts'
import { scopeExpiry } from './scope-expiry.ts'
import { seasonClosing } from './season-closing.ts'
import { seedRegister } from './seed-register.ts'
import { stockLedger } from './stock-ledger.ts'
import { trainingRegister } from './training-register.ts'
import { volumeReconciliation } from './volume-reconciliation.ts'

export const reports: readonly AnyReport[] = [
  farmerRegister,
  approvedFarmerList,
  certifierPack,
  parcelRegister,
  conversionTracker,
  boundaryQuality,
  cropAreaStatement,
  practiceAdherence,
  inputUse,
  seedRegister,
  internalInspections,
  inspectionPerformance,
  trainingRegister,
  nonconformityLog,
  estimateToPurchase,
  purchaseRegister,
  premiumStatement,
  farmerPassbook,
  stockLedger,
  volumeReconciliation,
  processingYield,
  laboratoryTests,
  recallEffectiveness,
  lotTrace,
  certificateRegister,
  scopeExpiry,
  eudrPlots,
  epcisDocumentReport,
  seasonClosing,
  auditLog,
]

const byId = new Map<string, AnyReport>(reports.map((one) => [one.id, one]))
/** Undefined when there is none of this name. */
export const findReport = (id: string): AnyReport | undefined => byId.get(id)
