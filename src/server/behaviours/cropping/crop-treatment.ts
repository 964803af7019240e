// A treatment of a crop: the waiting period runs (BR-19), and what the scheme prohibited costs the claim (BR-14). The same whether it
// was put on the seed, on the crop or on its whole system; claim and waiting period are projected.

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { isProhibited, recordOnPlot, requireAgreement, type Treated, type Treatment } from '../land/prohibited-input.ts'
import { permissionFinding, schemeOf } from './crop-claims.ts'
import { itemsUsedAt } from './input-permissions.ts'
import { packageFinding } from './package-inputs.ts'

const crop = entityOf('crop')

/** Seed treated and plant protection: what was prohibited is a find on the plot, and is taken back with the treatment. */
export const treatment: EventBehaviour<typeof crop, 'SEED_TREATMENT' | 'PLANT_PROTECTION'> = {
  async apply(scope, { subject, event, flag }) {
    if (await isProhibited(scope, subject, event)) await recordOnPlot(scope, subject, event)
    const finding = await inputFinding(scope, subject, event)
    if (finding) flag(finding)
    const unlisted = await packageFinding(scope, [subject], event.data.itemId)
    if (unlisted) flag(unlisted)
  },
  checkVoid: (scope, { subject, event }) => agreedIfProhibited(scope, subject, event),
}

/** BR-14 of the input of this event. */
export async function inputFinding(
  scope: Scope,
  { operatorId }: Pick<Treated, 'operatorId'>,
  { data, occurredAt, recordedAt }: Treatment,
): Promise<Finding | null> {
  const [use] = await itemsUsedAt(scope, operatorId, [{ itemId: data.itemId, occurredAt, recordedAt }])
  return use ? permissionFinding(use, await schemeOf(scope, use.schemeId)) : null
}

/** A person decides: a prohibited input is taken back by an administrator with the certification body’s agreement. `subject`: a crop or a cropping system. */
export async function agreedIfProhibited(scope: Scope, subject: Pick<Treated, 'parcelId' | 'operatorId'>, event: Treatment): Promise<void> {
  if (await isProhibited(scope, subject, event))
    await requireAgreement(scope, subject.parcelId, { itemId: event.data.itemId, usedOn: localDay(scope, event.occurredAt) }, event)
}

/** The product’s own word that a claim is gone for a reason that is no treatment (BR-04). */
export const claimLowered: EventBehaviour<typeof crop, 'CLAIM_LOWERED'> = {
  isFinal: true,
  async apply(_scope, { event, flag }) {
    flag({ ruleId: 'BR-04', severity: 'REVIEW', message: event.data.reason })
  },
}
