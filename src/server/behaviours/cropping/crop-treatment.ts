// A treatment of a crop: the waiting period runs (BR-19), and what the scheme prohibited costs the claim (BR-14). The same whether it
// was put on the seed, on the crop or on its whole system; claim and waiting period are projected.

import type { Declarations } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding, RecordedEvent } from '#domain/kernel/entity.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { isProhibited, recordOnPlot, requireAgreement } from '../land/prohibited-input.ts'
import { permissionFinding } from './crop-claims.ts'
import { itemsUsed } from './input-permissions.ts'

/** Seed treated and plant protection: what was prohibited is a find on the plot, and is taken back with the treatment. */
export const treatment: EventBehaviour<Declarations['crop'], 'SEED_TREATMENT' | 'PLANT_PROTECTION'> = {
  async apply(scope, { subject, event, flag }) {
    if (await isProhibited(scope, event)) await recordOnPlot(scope, subject, event)
    const finding = await inputFinding(scope, event)
    if (finding) flag(finding)
  },
  checkVoid: (scope, { subject, event }) => agreedIfProhibited(scope, subject, event),
}

type InputEvent = RecordedEvent<{ itemId: string }>
/** BR-14 of the input of this event. */
export async function inputFinding(scope: Scope, { data, occurredAt, recordedAt }: InputEvent): Promise<Finding | null> {
  const [use] = await itemsUsed(scope, [{ itemId: data.itemId, occurredAt, recordedAt }])
  return use ? permissionFinding(use) : null
}

/** A person decides: a prohibited input is taken back by an administrator with the certification body’s agreement. `subject`: a crop or a cropping system. */
export async function agreedIfProhibited(scope: Scope, { parcelId }: { parcelId: string | null }, event: InputEvent): Promise<void> {
  if (parcelId !== null && (await isProhibited(scope, event)))
    await requireAgreement(scope, parcelId, { itemId: event.data.itemId, usedOn: localDay(scope, event.occurredAt) }, event)
}

/** The product’s own word that a claim is gone for a reason that is no treatment (BR-04). */
export const claimLowered: EventBehaviour<Declarations['crop'], 'CLAIM_LOWERED'> = {
  isFinal: true,
  async apply(_scope, { event, flag }) {
    flag({ ruleId: 'BR-04', severity: 'REVIEW', message: event.data.reason })
  },
}
