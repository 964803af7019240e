// What people say a non-conformity is about: farmer, plot and crop of one holding, on a day that its season or its membership knows. A sanction
// strikes whoever is named (BR-24).
import { sql } from 'kysely'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { addDays, localDay, monthsBefore } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { monthsThatCount } from '#domain/land/plot-projection.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { isSamePerson } from '../../store/records-of-person.ts'
import { tolerances } from '../open-season.ts'

type About = Pick<Stored<Declarations['nonconformity']>, 'farmerId' | 'parcelId' | 'cropId' | 'openedOn'>

/** Throws VALIDATION. What is found may be of a plot's grower of before, whose crops stood there. */
export async function refuseUnrelated(scope: Scope, about: About): Promise<void> {
  const { farmerId, parcelId, cropId, openedOn } = about
  if (openedOn > localDay(scope)) throw fieldProblem('openedOn', 'max', 'This lies in the future.')
  const [crop] = cropId === null ? [] : await recordsById(scope, entityOf('crop'), [cropId])
  if (crop && parcelId !== null && crop.parcelId !== parcelId) throw fieldProblem('parcelId', 'rule', 'This crop stands on another plot.')
  if (farmerId !== null && (crop || parcelId !== null)) {
    const isTheirs = await isOf(scope, farmerId, crop ? { cropId: crop.id } : { parcelId: parcelId ?? '' })
    if (!isTheirs) throw fieldProblem('farmerId', 'rule', crop ? 'This crop is another farmer’s.' : 'This plot is another farmer’s.')
  }
  const earliest = await earliestDay(scope, about, crop)
  if (openedOn < earliest) throw fieldProblem('openedOn', 'min', phrase`It is of ${onDay(earliest)} at the earliest.`)
}

async function isOf(scope: Scope, farmerId: string, of: { cropId: string } | { parcelId: string }): Promise<boolean> {
  const { db, tenant } = scope
  const farmer = sql`${farmerId}::uuid`
  const crops = 'cropId' in of ? sql`c.id = ${of.cropId}::uuid` : sql`c.parcel_id = ${of.parcelId}::uuid`
  const plots = 'cropId' in of ? sql`false` : sql`p.id = ${of.parcelId}::uuid`
  const { rows } = await sql<{ isTheirs: boolean }>`select
    exists (select from crop as c where c.tenant_id = ${tenant.id} and ${crops} and ${isSamePerson(scope, sql`c.farmer_id`, farmer)})
    or exists (select from landparcel as p where p.tenant_id = ${tenant.id} and ${plots} and ${isSamePerson(scope, sql`p.farmer_id`, farmer)}) as "isTheirs"`.execute(
    db,
  )
  return rows[0]?.isTheirs ?? false
}

/** Of a crop the season, give or take what sowing may; of a member the joining; of anything else as far back as conversion looks. */
async function earliestDay(scope: Scope, { farmerId }: About, crop: Stored<Declarations['crop']> | undefined): Promise<string> {
  const [season] = crop?.seasonId ? await recordsById(scope, entityOf('season'), [crop.seasonId]) : []
  if (season) return addDays(season.startDate, -tolerances(scope).sowingOutsideSeason)
  const [farmer] = farmerId === null ? [] : await recordsById(scope, entityOf('farmer'), [farmerId])
  return farmer?.joinedOn ?? monthsBefore(localDay(scope), monthsThatCount)
}
