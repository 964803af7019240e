// By what each role reaches: the form of a person asks for nothing that the role does not need, and its checks for all it does.
import type { Role } from '../kernel/terms.ts'

export type ScopeName = 'operatorIds' | 'processorIds' | 'certificationBodyIds' | 'villages'
/** By what a role reaches: true = it needs at least one, false = none means all (villages) or nothing yet. */
export const roleScope: Readonly<Record<Role, Partial<Record<ScopeName, boolean>>>> = {
  ADMIN: {},
  OPERATOR_MANAGER: { operatorIds: true },
  FIELD_OFFICER: { operatorIds: true, villages: false },
  INTERNAL_INSPECTOR: { operatorIds: true, villages: false },
  PURCHASE_OFFICER: { operatorIds: true },
  PROCESSOR_USER: { processorIds: true },
  CERTIFICATION_BODY_AUDITOR: { certificationBodyIds: false, operatorIds: false, processorIds: false },
  BRAND_VIEWER: { operatorIds: false, processorIds: false },
  READ_ONLY_VIEWER: { operatorIds: true },
  FARMER: {},
}
