// What was announced counts as shown until it comes; then it is a picture or something else, with the place where it was taken or without (domain dictionary 5.1).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { settlePlans } from './cropping/crop-plans.ts'
import { stocksById } from './husbandry/animal-plan-basis.ts'
import { settleAnimalPlans } from './husbandry/animal-plans.ts'

type Plans = { crop: string[]; poultrybatch: string[]; aquacrop: string[] }

/** Whose steps wait for this file to be shown, locked: before the file, as whoever records locks them. */
export async function plansAwaiting(scope: Scope, fileId: string): Promise<Plans> {
  const { rows } = await sql<{ crop: string | null; poultrybatch: string | null; aquacrop: string | null }>`
    select distinct p.crop_id as crop, p.poultry_batch_id as poultrybatch, p.aqua_crop_id as aquacrop
    from awaited_file as a join planevent as p on p.tenant_id = ${scope.tenant.id} and p.fulfilled_by_event_id = a.source_id::text and p.evidence is not null and p.deleted_at is null
    where a.tenant_id = ${scope.tenant.id} and a.file_id = ${fileId}::uuid`.execute(scope.db)
  const idsOf = (name: keyof Plans): string[] => [...new Set(rows.flatMap((row) => row[name] ?? []))].sort()
  const plans = { crop: idsOf('crop'), poultrybatch: idsOf('poultrybatch'), aquacrop: idsOf('aquacrop') }
  if (plans.crop.length > 0) await recordsById(scope, entityOf('crop'), plans.crop, { lock: true })
  for (const kind of ['poultrybatch', 'aquacrop'] as const) if (plans[kind].length > 0) await stocksById(scope, kind, plans[kind])
  return plans
}

/** Once it is here. */
export async function settleAwaiting(scope: Scope, { crop, poultrybatch, aquacrop }: Plans): Promise<void> {
  await settlePlans(scope, crop)
  await settleAnimalPlans(scope, 'poultrybatch', poultrybatch)
  await settleAnimalPlans(scope, 'aquacrop', aquacrop)
}
