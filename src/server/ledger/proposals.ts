// Adjustments of a lot that wait for approval (BR-30). One that comes from a stock count is the difference to what is in the books at the moment of the
// count, whatever is recorded later of the time before; from its approval on it is what was approved.
import { sql } from 'kysely'
import { adjustmentsOf, proposalTypes } from '#domain/chain/adjustments.ts'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'
import { type EventOf, eventsOf } from '../store/caused-events.ts'
import { reopenSettled } from '../store/flags.ts'
import { recordsById } from '../store/get.ts'
import { type ProjectedFinding, projectFlags } from '../store/project-flags.ts'
import { answerWith, atEndOfStep, changesOfStep } from '../store/step.ts'
import { largeAdjustments } from './large-adjustments.ts'
import type { Lot } from './lots.ts'
import { onHandAt } from './on-hand-at.ts'

const productbatch = entityOf('productbatch')
const processingsystem = entityOf('processingsystem')
export type Proposal = EventOf<typeof productbatch, (typeof proposalTypes)[number]>
/** `deltaKg`: by which the books would change, as they are now. `bookKg`: of a counted one, at the moment of the count. */
export type Waiting = { proposal: Proposal; deltaKg: number; bookKg: number | null }

const isProposal = (event: { eventType: string }): event is Proposal => proposalTypes.some((type) => type === event.eventType)

/** What the books said when the stock was counted: an adjustment that was approved for the same moment follows from a count. */
async function bookAt(scope: Scope, lot: Lot, moment: string): Promise<number> {
  const adjusted = await scope.db
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.sum<number>('delta_kg').as('kg'))
    .where('tenant_id', '=', scope.tenant.id)
    .where('batch_id', '=', lot.id)
    .where('account', '=', 'ADJUST')
    .where('at', '=', moment)
    .executeTakeFirst()
  return toKg(toGrams(await onHandAt(scope, lot, moment)) - toGrams(Number(adjusted?.kg ?? 0)))
}

/** What waits for approval, in order of occurrence; a count that meets the books proposes nothing. `until`: as it was known of by that moment. `except`: the id of an event. */
export async function waitingOf(scope: Scope, lot: Lot, { until, except }: { until?: string; except?: string } = {}): Promise<Waiting[]> {
  const entries = await eventsOf(scope, productbatch, lot.id, [...proposalTypes, 'ADJUST_APPROVED'])
  const { open } = adjustmentsOf(entries.filter(({ id, occurredAt }) => id !== except && (!until || Date.parse(occurredAt) <= Date.parse(until))))
  const waiting: Waiting[] = []
  for (const proposal of open.filter(isProposal)) {
    if (proposal.eventType === 'ADJUST') waiting.push({ proposal, deltaKg: proposal.data.deltaKg, bookKg: null })
    else {
      const bookKg = await bookAt(scope, lot, proposal.occurredAt)
      waiting.push({ proposal, deltaKg: toKg(toGrams(proposal.data.countedKg) - toGrams(bookKg)), bookKg })
    }
  }
  return waiting
}

/** At the end of the step: what is to be known of the proposals of a lot, and of the counts that they come from. */
export const settleProposals = (scope: Scope, lotId: string): Promise<void> => atEndOfStep(scope, `proposals of ${lotId}`, () => projectProposals(scope, lotId))

export async function projectProposals(scope: Scope, lotId: string): Promise<void> {
  const [lot] = await recordsById(scope, productbatch, [lotId], { lock: true })
  if (!lot) return
  const waiting = await waitingOf(scope, lot)
  const findings: ProjectedFinding[] = []
  const open = waiting.filter(({ deltaKg }) => deltaKg !== 0)
  // The body reads of what waits for it (STOCK_DIFF).
  const large = await largeAdjustments(
    scope,
    lot,
    open.map(({ deltaKg }) => ({ deltaKg, at: scope.now.toISOString() })),
    false,
  )
  for (const [index, { proposal, deltaKg }] of open.entries()) {
    findings.push({
      ruleId: 'BR-30',
      severity: 'REVIEW',
      message: phrase`An adjustment of ${deltaKg} kg waits for approval.`,
      figures: { deltaKg, ...(large[index] ? { needsBody: true } : {}) },
      eventId: proposal.id,
    })
  }
  answer(scope, await projectFlags(scope, productbatch, lotId, ['BR-30'], findings))
  const counted = waiting.flatMap(({ proposal, deltaKg, bookKg }) => {
    const { causeEventId } = proposal.data
    return proposal.eventType === 'STOCK_COUNTED' && causeEventId && bookKg !== null
      ? [{ eventId: causeEventId, deltaKg, bookKg, countedKg: proposal.data.countedKg }]
      : []
  })
  // A count of before proposed a fixed difference; the finding of the line was settled by an approval that may be gone.
  if (changesOfStep(scope).voided.length)
    await reopenSettled(
      scope,
      waiting.flatMap(({ proposal }) => (proposal.eventType === 'ADJUST' ? (proposal.data.causeEventId ?? []) : [])),
    )
  if (counted.length === 0) return
  const { rows } = await sql<{ id: string; systemId: string }>`select e.id, e.subject_id as "systemId" from event as e
    where e.tenant_id = ${scope.tenant.id} and e.id = any(${counted.map(({ eventId }) => eventId)}::uuid[]) and e.subject_type = 'processingsystem'`.execute(
    scope.db,
  )
  const systemOf = new Map(rows.map(({ id, systemId }) => [id, systemId]))
  for (const [systemId, counts] of Map.groupBy(counted, ({ eventId }) => systemOf.get(eventId)))
    if (systemId)
      answer(
        scope,
        await projectFlags(
          scope,
          processingsystem,
          systemId,
          ['BR-30'],
          counts.flatMap((count) => countFinding(scope, lot, count)),
          { events: counts.map(({ eventId }) => eventId) },
        ),
      )
}
const answer = (scope: Scope, fresh: readonly ProjectedFinding[]): void => {
  for (const { eventId, ...finding } of fresh) answerWith(scope, eventId, finding)
}

/** BR-30: |counted − book| / book above 1 % is to be known, above 3 % to be decided on. */
function countFinding(
  scope: Scope,
  lot: Lot,
  { eventId, deltaKg, bookKg, countedKg }: { eventId: string; deltaKg: number; bookKg: number; countedKg: number },
): ProjectedFinding[] {
  const { stockCountReview, stockCountWarn } = tolerancesOf(scope.tenant.config.tolerances)
  const share = countShare(deltaKg, bookKg)
  if (share <= stockCountWarn) return []
  const message = phrase`${lot.title}: counted ${kilograms(countedKg)}, in the books ${kilograms(bookKg)}.`
  const figures = { batchId: lot.id, bookKg, countedKg, deltaKg, share }
  return [{ ruleId: 'BR-30', severity: share > stockCountReview ? 'REVIEW' : 'WARN', message, figures, eventId }]
}
/** Of the books; of a gram at least, so that what is found where nothing should be has a share, too. */
export const countShare = (deltaKg: number, bookKg: number): number => Math.abs(deltaKg) / Math.max(bookKg, 0.001)
