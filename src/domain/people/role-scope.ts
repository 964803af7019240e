// By what each role reaches: the form of a person asks for nothing that the role does not need, and its checks for all it does.
import type { Role } from '../kernel/terms.ts'

export type ScopeName = 'operatorIds' | 'processorIds' | 'certificationBodyIds' | 'villages'
/** By what a role reaches: true = it needs at least one, false = none means all (villages) or nothing yet. */
export const roleScope: Readonly<Record<Role, Partial<Record<ScopeName, boolean>>>> = {
  AD: {},
  OM: { operatorIds: true },
  FO: { operatorIds: true, villages: false },
  II: { operatorIds: true, villages: false },
  PO: { operatorIds: true },
  PU: { processorIds: true },
  CB: { certificationBodyIds: false, operatorIds: false, processorIds: false },
  BV: { operatorIds: false, processorIds: false },
  RV: { operatorIds: true },
  FA: {},
}
