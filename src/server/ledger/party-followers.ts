// What follows when a party of the trade is admitted, suspended, reinstated or ended, or that is taken back: what it sent or bought since, and the certificates issued for it, are
// judged again, so that a suspension that becomes known late finds what the same suspension, known in time, refuses (docs/decisions/0138).
import { localDay } from '#domain/kernel/day.ts'
import type { Scope } from '../scope.ts'
import { atEndOfStep } from '../store/step.ts'
import { partiesChanged } from './certificate-findings.ts'
import type { Holder } from './scope-cover.ts'
import { judgeShipments } from './shipment-findings.ts'
import { judgeTicketsLater } from './ticket-findings.ts'

const always = '9999-12-31'

export async function followParty(scope: Scope, { kind, id }: Holder, occurredAt: string): Promise<void> {
  await partiesChanged(scope, [id])
  const from = localDay(scope, occurredAt)
  const holder = { collectiveId: kind === 'collective' ? id : null, processorId: kind === 'processor' ? id : null, validTo: always }
  await judgeTicketsLater(scope, { kind, id }, occurredAt)
  await atEndOfStep(scope, `shipments of ${id} from ${from}`, () => judgeShipments(scope, holder, from))
}
