// What the certification body holds back leaves a lot by nothing that is recorded while it does, whatever day it is said to be of (4.4): neither used, sent, divided
// nor lost. What had been recorded before stays.
import { isWaitingForBody, type LotState } from '#domain/chain/lot-states.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { lockLots } from './lot-ledger.ts'
import { lotStateAt } from './lot-state-at.ts'

export const waitingForBody = (eventId: string) =>
  ruleBlocked('4.4', 'The certification body holds this lot back: it agrees to the release first.', { eventId })

/** Throws RULE_BLOCKED 4.4 while the body holds something back and has not agreed. */
export function refuseWaiting({ holds }: Pick<LotState, 'holds'>): void {
  const hold = holds.find(isWaitingForBody)
  if (hold) throw waitingForBody(hold.eventId)
}

/** Of a lot that goods are to be taken from, as it is known now. Asks for its history only where something restricts it. */
export async function refuseRestrictedByBody(scope: Scope, lotId: string): Promise<void> {
  const [lot] = await lockLots(scope, [lotId])
  if (lot?.status === 'QUARANTINED' || lot?.status === 'RECALLED') refuseWaiting(await lotStateAt(scope, lotId, scope.now.toISOString()))
}
