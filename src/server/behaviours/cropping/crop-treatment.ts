// What a treatment does to a crop and to what was harvested of it: the waiting period runs (BR-19), and what the scheme
// prohibited costs the claim (BR-14). The same whether it was put on the seed, on the crop or on its whole system.

import { checkLateTreatment } from '#domain/chain/yield.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { isProhibited, recordOnPlot, requireAgreement } from '../land/prohibited-input.ts'
import { quarantineLots, settleClaim } from './crop-claims.ts'
import { type CropState, project } from './crop-state.ts'

/** Seed treated and plant protection: the plot learns of what was prohibited, then the crop is worked out again. */
export const treatment: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    if (await isProhibited(scope, event)) await recordOnPlot(scope, subject, event)
    for (const finding of await treat(scope, subject, await project(scope, subject), event)) flag(finding)
  },
  async undo(scope, { subject, event }) {
    if (await isProhibited(scope, event)) {
      await agreedTo(scope, subject, event)
    }
    await settleClaim(scope, subject, await project(scope, subject), { eventId: event.id, finding: takenBack })
  },
}
const takenBack: Finding = { ruleId: 'BR-14', severity: 'REVIEW', message: 'A treatment of this crop was taken back: the claim was worked out again.' }

/** Throws unless an administrator takes it back with the certification body’s agreement. `subject`: a crop or a cropping system. */
export const agreedTo = (scope: Scope, subject: Row, event: RecordedEvent): Promise<void> =>
  requireAgreement(scope, subject.parcelId as string, { itemId: event.data.itemId as string, usedOn: localDay(scope, event.occurredAt) }, event)

/** Sets on `subject` (a crop, projected and not written yet) what this treatment costs it, and says what is to be known. */
export async function treat(scope: Scope, subject: Row, projected: CropState, event: RecordedEvent): Promise<Finding[]> {
  const own = projected.treatments.find(({ eventId }) => eventId === event.id)
  if (!own) throw new Error(`Treatment ${event.id} is not among those of crop ${subject.code}`)
  if (projected.endedOn && own.day > projected.endedOn) return []
  const title = own.item?.title ?? 'This input'
  const findings: Finding[] = []
  if (own.permission === 'PROHIBITED')
    findings.push({
      ruleId: 'BR-14',
      severity: 'REVIEW',
      message: `${title} is prohibited: this crop is conventional from now on, and the conversion of its plot starts again.`,
      figures: { itemId: own.itemId },
    })
  else if (own.permission !== 'ALLOWED')
    findings.push({
      ruleId: 'BR-14',
      severity: 'REVIEW',
      message: `${title} is ${own.permission === 'RESTRICTED' ? 'restricted: the certification body’s consent is needed' : 'not on the list'}.`,
      figures: { itemId: own.itemId },
    })
  const [permission] = findings
  if (permission && own.permission === 'PROHIBITED') await settleClaim(scope, subject, projected, { eventId: event.id, finding: permission })
  const after = projected.harvests.filter(({ occurredAt }) => Date.parse(occurredAt) >= Date.parse(own.occurredAt))
  const late = checkLateTreatment(
    after.map(({ day }) => day),
    own.day,
    own.until,
  ).findings
  for (const finding of late) await quarantineLots(scope, subject.id, { eventId: event.id, finding })
  return [...findings, ...late]
}

/** The product's own word that a claim is gone for a reason that is no treatment (BR-04). */
export const claimLowered: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const finding: Finding = { ruleId: 'BR-04', severity: 'REVIEW', message: event.data.reason as string }
    flag(finding)
    await settleClaim(scope, subject, await project(scope, subject), { eventId: event.id, finding })
  },
}
