// A company whose last scope certificate lapses (expired, suspended or withdrawn, none other in force) is suspended by the product, and active again from when one is in force (domain
// dictionary 4.1; docs/decisions/0143), also where it is found later that people had not suspended it then. Not one for conventional goods alone, nor one that people have suspended: that ends by people alone.
import { missedRestorations } from '#domain/certification/missed-restorations.ts'
import { coveredSpans } from '#domain/certification/scope-validity.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay, startOfDay } from '#domain/kernel/day.ts'
import { lockHolderFirst, lockParty, partiesOf } from '../../ledger/party-then.ts'
import { coversOf, type Holder, isFinalBuyer } from '../../ledger/scope-cover.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'

const processor = entityOf('processor')
const later = (one: string, other: string): string => (Date.parse(one) >= Date.parse(other) ? one : other)

/**
 * At the end of the step. `mayLapse`: it may be suspended by this. Not by a certificate that is confirmed: those of a company come one after the other when its papers are entered, and what the
 * days say then the clock says too.
 */
export const settleLapse = (scope: Scope, id: string, mayLapse = true): Promise<void> =>
  atEndOfStep(scope, `lapse of ${id}${mayLapse ? '' : ' by a confirmation'}`, () => settle(scope, id, mayLapse))

/** By the day alone. */
export async function settleLapseOfDay(scope: Scope, id: string): Promise<void> {
  await lockParty(scope, id)
  await settleLapse(scope, id)
}
/** Before the certificate is locked, as for an event that somebody sends. */
export const lockCompanyOf = (scope: Scope, certificateId: string): Promise<void> => lockHolderFirst(scope, certificateId)

async function settle(scope: Scope, id: string, mayLapse: boolean): Promise<void> {
  const [company] = await recordsById(scope, processor, [id], { lock: true })
  if (company?.status !== 'ACTIVE' && company?.status !== 'SUSPENDED') return
  const holder: Holder = { kind: 'processor', id }
  const party = (await partiesOf(scope, [holder])).get(id)
  const today = localDay(scope)
  if (!party) return
  const spans = coveredSpans((await coversOf(scope, holder, null).execute(scope.db)).rows, today)
  const start = (day: string) => startOfDay(day, scope.tenant.timezone)
  const inForce = spans.map(({ from, to }) => ({ from: start(from), to: to === today ? null : start(addDays(to, 1)) }))
  const record = (eventType: 'SCOPE_LAPSED' | 'SCOPE_RESTORED', occurredAt: string) => recordBySystem(scope, processor, id, { eventType, occurredAt, data: {} })
  for (const { eventType, at } of missedRestorations(party, inForce)) await record(eventType, at)
  const last = inForce.at(-1)
  if (company.status !== 'ACTIVE' || last?.to === null || !mayLapse || company.isConventional === true || isFinalBuyer(company.types)) return
  const moved = party.events.at(-1)
  // Who never had one stays active, other than by one that was confirmed by mistake.
  const since = last?.to ?? (moved?.eventType === 'SCOPE_RESTORED' ? moved.at : null)
  if (since) await record('SCOPE_LAPSED', moved ? later(since, moved.at) : since)
}
