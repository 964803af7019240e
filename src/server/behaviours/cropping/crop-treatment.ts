// What a treatment does to a crop and to what was harvested of it: the waiting period runs (BR-19), and what the scheme
// prohibits costs the claim (BR-14). The same whether it was put on the crop or on its whole system.

import { sql } from 'kysely'
import { isCertified } from '#domain/chain/claim.ts'
import { checkLateTreatment } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Finding, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { referred } from '../../ledger/lots.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { farmLotOf, project } from './crop-state.ts'

const crop = entityOf('crop')
const productbatch = entityOf('productbatch')

export const plantProtection: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    await project(scope, subject)
    for (const finding of await treat(scope, subject, event)) flag(finding)
  },
  async undo(scope, { subject, event }) {
    await refuseProhibited(scope, event)
    await project(scope, subject)
  },
}

/** Sets on `subject` (a crop, told anew and not written yet) what this treatment costs it, and says what is to be known. */
export async function treat(scope: Scope, subject: Row, event: RecordedEvent): Promise<Finding[]> {
  const { itemId, phiDays } = event.data as { itemId: string; phiDays?: number | null }
  const item = await referred(scope, 'inputitem', itemId, 'data.itemId')
  const findings: Finding[] = []
  if (item.permission === 'PROHIBITED') {
    const finding: Finding = {
      ruleId: 'BR-14',
      severity: 'REVIEW',
      message: `${item.title} is prohibited: this crop is conventional from now on. Record the find on the plot, too.`,
      figures: { itemId: item.id },
    }
    findings.push(finding)
    await loseClaim(scope, subject, event.id, finding)
  } else if (item.permission !== 'ALLOWED')
    findings.push({
      ruleId: 'BR-14',
      severity: 'REVIEW',
      message: `${item.title} is ${item.permission === 'RESTRICTED' ? 'restricted: the certification body’s consent is needed' : 'not on the list'}.`,
      figures: { itemId: item.id },
    })
  const appliedOn = localDay(scope, event.occurredAt)
  const harvestDays = (await eventsOf(scope, crop, subject.id, ['HARVEST'])).map(({ occurredAt }) => localDay(scope, occurredAt))
  const late = checkLateTreatment(harvestDays, appliedOn, addDays(appliedOn, phiDays ?? (item.phiDays as number))).findings
  for (const finding of late) await quarantineLots(scope, subject.id, event.id, finding)
  return [...findings, ...late]
}

/** A prohibited input is a finding against somebody: whoever recorded it does not make it disappear. Throws STATE_CONFLICT. */
export async function refuseProhibited(scope: Scope, event: RecordedEvent): Promise<void> {
  const item = await referred(scope, 'inputitem', event.data.itemId as string, 'data.itemId')
  if (item.permission === 'PROHIBITED')
    throw new Problem('STATE_CONFLICT', {
      message: 'A prohibited input has cost this crop its claim. An administrator must look into it before it is taken back.',
    })
}

/** The product's own word that a claim is gone for a reason that is no treatment (BR-04). */
export const claimLowered: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const finding: Finding = { ruleId: 'BR-04', severity: 'REVIEW', message: event.data.reason as string }
    flag(finding)
    await loseClaim(scope, subject, event.id, finding)
  },
}

/** The crop is conventional from now on, and its harvest with it; what was sold under the claim is to be looked at. */
async function loseClaim(scope: Scope, subject: Row, eventId: string, cause: Finding): Promise<void> {
  const claim = subject.claimStatus as Claim | null
  if (!claim || !isCertified(claim)) return
  subject.claimStatus = 'CONVENTIONAL'
  await quarantineLots(scope, subject.id, eventId, cause)
}

/** The crop's own lot is held back; every lot that kilograms of it went into is flagged for review. */
async function quarantineLots(scope: Scope, cropId: string, eventId: string, { ruleId, message, figures }: Finding): Promise<void> {
  const lot = await farmLotOf(scope, cropId)
  if (!lot) return
  if (productbatch.events.QUARANTINE?.from?.includes(lot.status))
    // Not tied to its cause: somebody who says how the cause was closed releases the goods.
    await recordBySystem(scope, productbatch, lot.id, {
      eventType: 'QUARANTINE',
      occurredAt: scope.now.toISOString(),
      data: { reason: message.slice(0, 500), ref: ruleId },
    })
  const { rows } = await sql<{ id: string }>`
    with recursive made(id) as (
      select l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lot.id}::uuid and l.voided_at is null
      union select l.output_id from lot_link as l join made on made.id = l.input_id where l.tenant_id = ${scope.tenant.id} and l.voided_at is null
    ) select made.id from made order by made.id`.execute(scope.db)
  const finding: Finding = { ruleId, severity: 'REVIEW', message: `Holds kilograms of ${lot.title}. ${message}`, figures: { ...figures, batchId: lot.id } }
  for (const { id } of rows) await saveFlags(scope, productbatch, id, [finding], { eventId })
}
