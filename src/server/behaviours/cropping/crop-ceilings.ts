// The ceiling of what is sown follows its water and its plot (BR-06): a second person stands behind raising it, and what was
// picked under it stays within it.

import { type RawBuilder, sql } from 'kysely'
import { isCertified } from '#domain/chain/claim.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { WaterRegime } from '#domain/kernel/terms.ts'
import { waterProjection } from '#domain/land/water-projection.ts'
import { kilograms, phrase, word } from '#domain/messages/message.ts'

import { referred } from '../../ledger/lots.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { changeBySystem } from '../../store/edit.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { type Crop, capOf, cropStateOf } from './crop-state.ts'

const crop = entityOf('crop')
const croppingsystem = entityOf('croppingsystem')
type System = Stored<typeof croppingsystem>
type Plot = Pick<Stored<Declarations['landparcel']>, 'id' | 'boundary' | 'declaredAreaHa'>

/** Crops of these records that are sown and have not failed, locked unless they are only looked at. */
export async function sownOn(scope: Scope, column: 'cropping_system_id' | 'parcel_id', id: string, { lock = true } = {}): Promise<Crop[]> {
  const rows = await scope.db
    .selectFrom('crop')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where(column, '=', id)
    .where('sowing_date', 'is not', null)
    .where('status', 'not in', ['FAILED', 'CANCELLED'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return recordsById(
    scope,
    crop,
    rows.map(({ id: cropId }) => cropId),
    { lock },
  )
}

type NewCap = { before: Crop; capKg: number | null; harvestedKg: number }
/** The ceilings that the sown crops of a system would have under this water regime. */
async function capsUnder(scope: Scope, systemId: string, waterRegime: WaterRegime): Promise<NewCap[]> {
  const caps: NewCap[] = []
  for (const before of await sownOn(scope, 'cropping_system_id', systemId)) {
    const { sownHa } = await cropStateOf(scope, before)
    const capKg = await capOf(scope, before, sownHa ?? before.areaHa, waterRegime)
    caps.push({ before, capKg, harvestedKg: before.harvestedKg ?? 0 })
  }
  return caps
}

/** BR-06: an edit may lower the ceiling of what is sown; raising it needs a second person. */
export async function refuseHigherCeiling(scope: Scope, system: System): Promise<void> {
  const higher = (await capsUnder(scope, system.id, system.waterRegime)).find(
    ({ before, capKg }) => before.yieldCapKg !== null && (capKg === null || capKg > before.yieldCapKg),
  )
  if (!higher) return
  const problem = ruleBlocked(
    'BR-06',
    phrase`The ceiling of ${higher.before.title}, which is sown, would rise. Propose the other water regime; somebody else approves it.`,
    { capKg: higher.before.yieldCapKg, wantedKg: higher.capKg },
  )
  problem.details.fields = [{ path: 'waterRegime', code: 'rule', message: 'Raised under a sown crop by a second person only.' }]
  throw problem
}

/** Writes the ceilings that follow from the system's water regime; what was picked above one is to be looked at. */
export async function keepCeilings(scope: Scope, systemId: string, waterRegime: WaterRegime, eventId: string | null): Promise<void> {
  for (const { before, capKg, harvestedKg } of await capsUnder(scope, systemId, waterRegime)) {
    await changeBySystem(scope, crop, before, { yieldCapKg: capKg })
    if (capKg === null || harvestedKg <= capKg) continue
    const message = phrase`${kilograms(harvestedKg)} were harvested, above the ceiling of ${kilograms(capKg)} that counts now.`
    await saveFlags(scope, crop, before.id, [{ ruleId: 'BR-06', severity: 'REVIEW', message, figures: { harvestedKg, capKg } }], { eventId })
  }
}

const waterTypes = ['CREATED', 'EDITED', 'WATER_CHANGE_PROPOSED', 'WATER_CHANGE_APPROVED'] as const
const waterOf = async (scope: Scope, systemId: string) => waterProjection(await eventsOf(scope, croppingsystem, systemId, waterTypes))

/** The water regime of a system: as typed, and as changes were approved since. */
export async function projectWater(scope: Scope, system: System, history: readonly HistoryEvent[]): Promise<Partial<System>> {
  if (!scope.past && !history.some(({ eventType }) => eventType.startsWith('WATER_CHANGE'))) return {}
  const { waterRegime } = await waterOf(scope, system.id)
  return { waterRegime: waterRegime ?? system.waterRegime }
}

/** Over `r`: no proposal is later than the last approval, or than the water regime that was typed. */
export const noChangeWaits = ({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<boolean> => {
  const recorded = (
    name: 'p' | 'd',
  ) => sql`event as ${sql.ref(name)} where ${sql.ref(`${name}.tenant_id`)} = ${tenant.id} and ${sql.ref(`${name}.subject_type`)} = 'croppingsystem'
    and ${sql.ref(`${name}.subject_id`)} = r.id and ${sql.ref(`${name}.status`)} = 'RECORDED'`
  return sql<boolean>`not exists (select from ${recorded('p')} and p.event_type = 'WATER_CHANGE_PROPOSED' and not exists (select from ${recorded('d')} and d.subject_version > p.subject_version
    and (d.event_type = 'WATER_CHANGE_APPROVED' or d.event_type = 'EDITED' and jsonb_exists(d.data->'changes', 'waterRegime'))))`
}

export const waterChangeProposed: EventBehaviour<typeof croppingsystem, 'WATER_CHANGE_PROPOSED'> = {
  /** A proposal that was approved leaves with its approval (BR-26). */
  async checkVoid(scope, { subject, event }) {
    const facts = await eventsOf(scope, croppingsystem, subject.id, waterTypes, { voidedToo: event.id })
    const built = [...waterProjection(facts).approvals].find(([, proposal]) => proposal === event.id)
    if (built)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`“${word(croppingsystem.events.WATER_CHANGE_APPROVED?.label)}” builds on this. Take that back first.`,
        figures: { eventId: built[0], eventType: 'WATER_CHANGE_APPROVED' },
      })
  },
}

/** The ceilings that the water regime leads to, at the end of the step. BR-26: what was picked stays within them when the approval is taken back. */
const ceilingsLater = (scope: Scope, systemId: string, event: Pick<RecordedEvent, 'id'>, isVoided: boolean): Promise<void> =>
  atEndOfStep(scope, `ceilings of ${systemId}`, async () => {
    if (!isVoided && !(await waterOf(scope, systemId)).approvals.get(event.id))
      throw new Problem('STATE_CONFLICT', { message: 'There is no other water regime waiting for approval.' })
    const system = await referred(scope, 'croppingsystem', systemId, 'croppingSystemId')
    const regime = system.waterRegime
    const over = isVoided ? (await capsUnder(scope, systemId, regime)).find(({ capKg, harvestedKg }) => capKg !== null && harvestedKg > capKg) : undefined
    if (over)
      throw ruleBlocked(
        'BR-26',
        phrase`${kilograms(over.harvestedKg)} of ${over.before.title} were harvested under this ceiling. Take those pickings back first.`,
        {
          harvestedKg: over.harvestedKg,
          capKg: over.capKg,
        },
      )
    await keepCeilings(scope, systemId, regime, isVoided ? null : event.id)
  })

export const waterChangeApproved: EventBehaviour<typeof croppingsystem, 'WATER_CHANGE_APPROVED'> = {
  settle: (scope, { subject, event }, isVoided) => ceilingsLater(scope, subject.id, event, isVoided),
}

/** BR-03, BR-06: the area of a plot that nobody has mapped is somebody's word; under a sown crop it is not raised. */
export async function refuseLargerArea(scope: Scope, before: Plot, after: Plot): Promise<void> {
  if (after.boundary || after.declaredAreaHa <= before.declaredAreaHa) return
  const [sown] = await sownOn(scope, 'parcel_id', after.id)
  if (!sown) return
  const problem = ruleBlocked('BR-03', 'Something is sown here: the area stands until the plot is mapped. Map its boundary; what is measured counts.', {
    declaredHa: before.declaredAreaHa,
    askedHa: after.declaredAreaHa,
  })
  problem.details.fields = [{ path: 'declaredAreaHa', code: 'rule', message: 'Not raised under a sown crop.' }]
  throw problem
}

/** BR-06: certified kilograms stand on a boundary, which stays while they do. */
export async function refuseUnmapping(scope: Scope, parcelId: string): Promise<void> {
  const picked = (await sownOn(scope, 'parcel_id', parcelId)).find(
    ({ harvestedKg, claimStatus }) => (harvestedKg ?? 0) > 0 && isCertified(claimStatus ?? 'CONVENTIONAL'),
  )
  if (picked)
    throw ruleBlocked('BR-06', phrase`Certified kilograms of ${picked.title} (${picked.code}) stand on this boundary. Map the plot anew instead.`, {
      crop: picked.code,
    })
}
