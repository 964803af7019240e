// A version of a package that was published ahead of its first day supersedes those before it on that day.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type PackageName, packageOf, purposeField, supersedeOvertaken } from '../../behaviours/package-versions.ts'
import { columnName } from '../../db/names.ts'
import { findRecord } from '../../store/get.ts'
import type { ClockHandler } from './handler.ts'

const overtaken = (name: PackageName): ClockHandler => {
  const entity: AnyEntity = entityOf(name)
  const purpose = sql.ref(columnName(purposeField[name]))
  return {
    name: `versions overtaken: ${name}`,
    async due({ db, tenant, day }, after, limit) {
      const { rows } = await sql<{ id: string }>`select r.id from ${sql.table(name)} as r
        where r.tenant_id = ${tenant.id} and r.deleted_at is null and r.status = 'PUBLISHED' and (${after}::uuid is null or r.id > ${after}::uuid)
          and exists (select from ${sql.table(name)} as l where l.tenant_id = ${tenant.id} and l.series_key = r.series_key and l.collective_id is not distinct from r.collective_id and l.${purpose} = r.${purpose}
            and l.version_no > r.version_no and l.status = 'PUBLISHED' and l.deleted_at is null and l.valid_from <= ${day}::date)
        order by r.id limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },
    async carryOut(scope, id) {
      const row = await findRecord(scope, entity, id, { by: 'any' })
      if (row) await supersedeOvertaken(scope, name, packageOf(name, row))
    },
  }
}

export const packagesOvertaken: readonly ClockHandler[] = [overtaken('pop'), overtaken('poultrypop'), overtaken('aquapop')]
