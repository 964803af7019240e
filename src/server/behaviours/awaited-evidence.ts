// What was announced counts as shown until it comes; then it is a picture or something else, with the place where it was taken or without (domain dictionary 5.1).
// And what something else had shown first counts once that names it no more (docs/decisions/0164-evidence-is-judged-again.md).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { settlePlans } from './cropping/crop-plans.ts'
import { stocksById } from './husbandry/animal-plan-basis.ts'
import { settleAnimalPlans } from './husbandry/animal-plans.ts'

type Plans = { crop: string[]; poultrybatch: string[]; aquacrop: string[] }
const kinds = ['crop', 'poultrybatch', 'aquacrop'] as const

/** Whose steps were done by an event in force that names one of these files. One statement. */
async function plansNaming({ db, tenant }: Scope, fileIds: readonly string[]): Promise<Plans> {
  const { rows } = await sql<{ crop: string | null; poultrybatch: string | null; aquacrop: string | null }>`
    select distinct p.crop_id as crop, p.poultry_batch_id as poultrybatch, p.aqua_crop_id as aquacrop
    from (select u.source_id from file_use as u where u.tenant_id = ${tenant.id} and u.file_id = any(${[...fileIds]}::uuid[])
      union select a.source_id from awaited_file as a where a.tenant_id = ${tenant.id} and a.file_id = any(${[...fileIds]}::uuid[])) as n
    join event as e on e.tenant_id = ${tenant.id} and e.id = n.source_id and e.status = 'RECORDED'
    join planevent as p on p.tenant_id = ${tenant.id} and p.fulfilled_by_event_id = n.source_id::text and p.evidence is not null and p.deleted_at is null`.execute(
    db,
  )
  const idsOf = (name: keyof Plans): string[] => [...new Set(rows.flatMap((row) => row[name] ?? []))].sort()
  return { crop: idsOf('crop'), poultrybatch: idsOf('poultrybatch'), aquacrop: idsOf('aquacrop') }
}

/** Whose steps are shown by this file, locked: before the file, as whoever records locks them. */
export async function plansAwaiting(scope: Scope, fileId: string): Promise<Plans> {
  const plans = await plansNaming(scope, [fileId])
  if (plans.crop.length > 0) await recordsById(scope, entityOf('crop'), plans.crop, { lock: true })
  for (const kind of ['poultrybatch', 'aquacrop'] as const) if (plans[kind].length > 0) await stocksById(scope, kind, plans[kind])
  return plans
}

/** An event that names the file was recorded while it came: the transaction is rolled back and tried again, and then locks its plan before the file. */
class NamedMeanwhile extends Error {
  readonly code = '40001'
}

/** Once it is here, and attached to whatever names it. Throws what has the transaction tried again. */
export async function settleArrivedPlans(scope: Scope, fileId: string, locked: Plans): Promise<void> {
  const now = await plansNaming(scope, [fileId])
  if (kinds.some((kind) => now[kind].some((id) => !locked[kind].includes(id)))) throw new NamedMeanwhile()
  await settle(scope, now)
}

/** After something names these files no more. They come after the record that named them in the order of locks, or are tried again. */
export const settleFreed = async (scope: Scope, fileIds: readonly string[]): Promise<void> => settle(scope, await plansNaming(scope, fileIds))

async function settle(scope: Scope, { crop, poultrybatch, aquacrop }: Plans): Promise<void> {
  await settlePlans(scope, crop)
  await settleAnimalPlans(scope, 'poultrybatch', poultrybatch)
  await settleAnimalPlans(scope, 'aquacrop', aquacrop)
}
