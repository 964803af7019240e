// The finding of a leased plot whose owners have not agreed to certification where they must (domain dictionary 3.2, BR-31): judged with the plot, with its events, and with the record of an owner.
// Once a day it is looked for on every plot (jobs/clock/lease-consents.ts), so that what was entered before has it, too.
import { sql } from 'kysely'
import { missingConsent, needsConsent } from '#domain/chain/lease-consent.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { type Change, defineBehaviour, type Scope } from '../../scope.ts'
import { flagsOfRules } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { isDecided, projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'

const landparcel = entityOf('landparcel')
const landowner = entityOf('landowner')
type Parcel = Stored<typeof landparcel>

export type Owners = ReadonlyMap<string, Stored<typeof landowner>>
/** The owners of plots, by their ids. */
export async function ownersOf(scope: Scope, plots: readonly Parcel[]): Promise<Owners> {
  const ids = plots.flatMap(({ landowners }) => landowners.map(({ landownerId }) => landownerId))
  return new Map((await recordsById(scope, landowner, [...new Set(ids)])).map((owner) => [owner.id, owner]))
}
export const consentOf = (plot: Parcel, owners: Owners): Finding | null =>
  missingConsent(
    plot,
    plot.landowners.flatMap(({ landownerId }) => owners.get(landownerId) ?? []),
  )

/** With the plot itself. What a person has closed with these figures stays closed. */
export async function flagConsent(scope: Scope, { before, after, flag }: Change<typeof landparcel>): Promise<void> {
  const finding = needsConsent(after) ? consentOf(after, await ownersOf(scope, [after])) : null
  if (!finding) return
  const known = before ? await flagsOfRules(scope, landparcel, after.id, ['BR-31']) : []
  if (!isDecided(known, { ...finding, eventId: null })) flag(finding)
}

/** After an event of the plot: the finding is brought to what it is now. */
export async function judgeConsentLater(scope: Scope, before: Parcel, after: Parcel): Promise<void> {
  if (needsConsent(before) || needsConsent(after)) await atEndOfStep(scope, `consent of ${after.id}`, () => judgeConsent(scope, [after.id]))
}

export async function judgeConsent(scope: Scope, ids: readonly string[]): Promise<void> {
  const plots = await recordsById(scope, landparcel, ids, { lock: true })
  const owners = await ownersOf(scope, plots)
  for (const plot of plots) {
    const finding = consentOf(plot, owners)
    await projectFlags(scope, landparcel, plot.id, ['BR-31'], finding ? [{ ...finding, eventId: null }] : [])
  }
}

/** Plots that name an owner. */
async function plotsOf({ db, tenant }: Scope, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select p.id from landparcel as p where p.tenant_id = ${tenant.id} and p.deleted_at is null and p.status <> 'RETIRED'
    and p.tenure in ('LEASED', 'SHARECROP') and p.landowners @> jsonb_build_array(jsonb_build_object('landownerId', ${ownerId}::text)) order by p.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export const landownerBehaviour = defineBehaviour(landowner, {
  async written(scope, { before, after }) {
    const isSame = before && (['consentToCertification', 'consentOn', 'farmerId'] as const).every((name) => before[name] === after[name])
    if (before && !isSame) await judgeConsent(scope, await plotsOf(scope, after.id))
  },
})
