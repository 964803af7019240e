// How far a farmer is with this season's approval, in one word: his membership first, then inspection, then the committee.
import type { Tone } from '#domain/kernel/field.ts'
import { farmer } from '#domain/people/farmer.ts'
import type { FarmerApproval } from '#domain/people/farmers-summary-answer.ts'

/** Words of a list, where "Approved with conditions" has no room. */
const results: Readonly<Record<FarmerApproval['result'], { label: string; tone: Tone }>> = {
  NOT_INSPECTED: { label: /* i18n */ 'To inspect', tone: 'progress' },
  APPROVED: { label: /* i18n */ 'Approved', tone: 'success' },
  CONDITIONAL: { label: /* i18n */ 'Conditional', tone: 'pending' },
  SANCTIONED: { label: /* i18n */ 'Sanctioned', tone: 'error' },
  REJECTED: { label: /* i18n */ 'Rejected', tone: 'error' },
}

/** `status` of the farmer; `approval` null = nobody has inspected him in this season. An inspector's word is not the committee's. */
export function approvalOf(status: string, approval: FarmerApproval | null): { label: string; tone: Tone } {
  const state = farmer.states[status as keyof typeof farmer.states]
  if (status === 'PENDING') return { label: /* i18n */ 'To approve', tone: 'pending' }
  if (status !== 'ACTIVE' && state) return state
  if (!approval) return results.NOT_INSPECTED
  if (approval.isDecided) return results[approval.result]
  return approval.inspected === 'NOT_INSPECTED' ? results.NOT_INSPECTED : { label: /* i18n */ 'Committee waits', tone: 'pending' }
}
