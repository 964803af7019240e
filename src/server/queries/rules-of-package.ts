// Whether a version of a scheme's rules holds for a crop by the package of practices that each of them names. A group must not choose the rules it passes (decision
// 0087): where a scheme has no rules for the package that a crop follows, or it follows none, those for another package of its crop type hold.
import { type RawBuilder, sql } from 'kysely'
import { localDay } from '#domain/kernel/day.ts'
import type { Scope } from '../scope.ts'
import { statusThen } from '../store/past.ts'

/** Columns or values of the version and of the crop. That the version is for the crop's type is looked at by the caller. */
export const fitsPackage = (
  scope: Scope,
  version: { schemeId: RawBuilder<unknown>; popId: RawBuilder<unknown> },
  crop: { popId: RawBuilder<unknown>; cropTypeId: RawBuilder<unknown> },
): RawBuilder<boolean> => sql<boolean>`(${version.popId} is null or ${version.popId} = ${crop.popId}
  or (exists (select from pop as w where w.tenant_id = ${scope.tenant.id} and w.id = ${version.popId} and w.crop_type_id = ${crop.cropTypeId})
    and not exists (select from schemepop as o where o.tenant_id = ${scope.tenant.id} and o.deleted_at is null and o.scheme_id = ${version.schemeId}
      and o.pop_id = ${crop.popId} and (o.crop_type_id is null or o.crop_type_id = ${crop.cropTypeId}) and o.published_on <= ${localDay(scope)}::date
      and ${statusThen(scope, 'schemepop', sql`o.id`, sql`o.status`)} = 'PUBLISHED')))`
