// What follows for a person from the history of a crop: its kilograms beside the estimate (BR-07), pickings within a waiting period
// (BR-19), and what is left of a closed crop (BR-28). Projected, so that it is the same in whatever order the facts were recorded.

import { toKg } from '#domain/chain/ledger.ts'
import { checkHarvest, checkLateTreatment, checkWaitingPeriod } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Verdict } from '#domain/rules/verdict.ts'
import { claimOf } from '../../ledger/lot-moves.ts'
import { balanceInStep } from '../../ledger/step-ledger.ts'
import type { Scope } from '../../scope.ts'
import { type ProjectedFinding, projectFlags } from '../../store/project-flags.ts'
import { tolerances } from '../open-season.ts'
import { quarantineLots } from './crop-claims.ts'
import { type Crop, type CropState, farmLotOf, longestWait, stateProjected } from './crop-state.ts'

/** BR-07 for all pickings together. `hasReason`, `hasPhoto`: somebody said why it is more than was estimated, and shows it. */
export const harvestVerdict = (scope: Scope, subject: Crop, { hasReason, hasPhoto }: { hasReason: boolean; hasPhoto: boolean }): Verdict =>
  checkHarvest(
    {
      claim: claimOf(subject),
      harvestedKg: subject.harvestedKg ?? 0,
      estimatedKg: subject.estimatedKg,
      capKg: subject.yieldCapKg,
      hasReason,
      hasPhoto,
    },
    tolerances(scope),
  )

/** Brings the open findings to what the history says; answers those that are new. A picking within a waiting period holds the lot back. */
export async function bringFindings(scope: Scope, subject: Crop): Promise<Finding[]> {
  const state = await stateProjected(scope, subject)
  const late = lateTreatments(state)
  const fresh = await projectFlags(
    scope,
    entityOf('crop'),
    subject.id,
    ['BR-07', 'BR-19', 'BR-28'],
    [...overEstimate(scope, subject, state), ...allowedPickings(state), ...late, ...(await leftOver(scope, subject, state))],
  )
  for (const { eventId, ...finding } of fresh) if (late.some((one) => one.eventId === eventId)) await quarantineLots(scope, subject.id, { eventId, finding })
  return fresh.map(({ eventId: _, ...finding }) => finding)
}

/** Stands on the last picking. What was picked before an estimate was lowered stays a fact, and is to be looked at. */
function overEstimate(scope: Scope, subject: Crop, { harvests }: CropState): ProjectedFinding[] {
  const last = harvests.at(-1)
  if (!last) return []
  const { block, findings } = harvestVerdict(scope, subject, { hasReason: true, hasPhoto: true })
  const all: Finding[] = block
    ? [{ ruleId: 'BR-07', severity: 'REVIEW', message: block.message, ...(block.figures ? { figures: block.figures } : {}) }]
    : [...findings]
  return all.map((finding) => ({ ...finding, eventId: last.eventId }))
}

/** Of a crop that is closed: what was neither bought nor retained. Stands on the closing. */
async function leftOver(scope: Scope, subject: Crop, { facts }: CropState): Promise<ProjectedFinding[]> {
  const closing = facts.find(({ eventType }) => eventType === 'CLOSED')
  const lot = closing && (await farmLotOf(scope, subject.id))
  const onHandKg = lot ? toKg(balanceInStep(scope, lot).onHand) : 0
  if (!closing || onHandKg === 0) return []
  const message = phrase`${onHandKg} kg of this crop were neither bought nor kept.`
  return [{ ruleId: 'BR-28', severity: 'WARN', message, figures: { onHandKg }, eventId: closing.id }]
}

/** What the treatments before a picking ask of it (BR-19). */
export function waitingVerdict(
  { treatments }: CropState,
  { day, occurredAt, phiOverride }: { day: string; occurredAt: string; phiOverride: string | null },
): Verdict {
  const wait = longestWait(treatments, occurredAt)
  return checkWaitingPeriod(day, wait && { until: wait.until, appliedOn: wait.day, title: wait.item?.title ?? null }, phiOverride)
}
const allowedPickings = (state: CropState): ProjectedFinding[] =>
  state.harvests
    .filter(({ phiOverride }) => phiOverride !== null)
    .flatMap((picking) => waitingVerdict(state, picking).findings.map((finding) => ({ ...finding, eventId: picking.eventId })))

/** A treatment that was recorded after the picking it should have put off. */
const lateTreatments = ({ treatments, harvests, endedOn }: CropState): ProjectedFinding[] =>
  treatments
    .filter(({ day }) => endedOn === null || day <= endedOn)
    .flatMap(({ eventId, occurredAt, day, until }) => {
      const after = harvests.filter((picking) => picking.phiOverride === null && Date.parse(picking.occurredAt) >= Date.parse(occurredAt))
      const days = after.map((picking) => picking.day)
      return checkLateTreatment(days, day, until).findings.map((finding) => ({ ...finding, eventId }))
    })
