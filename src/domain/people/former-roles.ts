// The codes that roles had until migration 0002. Recorded events keep them, because their hash is over what was recorded
// (docs/decisions/0023-recorded-events-keep-former-codes.md); whoever shows such an event reads them through currentCode().
import type { Role } from '../kernel/terms.ts'

export const formerRoles: Readonly<Record<string, Role>> = {
  AD: 'ADMIN',
  OM: 'OPERATOR_MANAGER',
  FO: 'FIELD_OFFICER',
  II: 'INTERNAL_INSPECTOR',
  PO: 'PURCHASE_OFFICER',
  PU: 'PROCESSOR_USER',
  CB: 'CERTIFICATION_BODY_AUDITOR',
  BV: 'BRAND_VIEWER',
  RV: 'READ_ONLY_VIEWER',
  FA: 'FARMER',
}
