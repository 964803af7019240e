// How many living animals a group has, whatever their species (animal 3). Counted anew when somebody joins, leaves, dies
// or goes; nobody types it.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'

const groupsOf = (row: Row | null): string[] => (row?.groupIds as string[] | null | undefined) ?? []

/** `after` may not be written yet. Groups that `before` and `after` share are counted only when its standing changed. */
export async function recountGroups(scope: Scope, before: Row | null, after: Row): Promise<void> {
  const [was, is] = [new Set(groupsOf(before)), new Set(groupsOf(after))]
  const hasTurned = before?.status !== after.status || after.status !== 'ALIVE'
  const changed = [...new Set([...was, ...is])].filter((id) => hasTurned || !(was.has(id) && is.has(id)))
  for (const group of await recordsById(scope, entityOf('animalgroup'), changed, { lock: true })) {
    const counts = await sql<{ n: number }>`
      select count(*) as n from (${sql.join(
        ['cow', 'goat', 'sheep'].map(
          (table) => sql`select r.id from ${sql.table(table)} as r
            where r.tenant_id = ${scope.tenant.id} and r.status = 'ALIVE' and r.deleted_at is null and ${group.id}::uuid = any(r.group_ids)`,
        ),
        sql` union all `,
      )}) as living where id <> ${after.id}::uuid`.execute(scope.db)
    const own = after.status === 'ALIVE' && is.has(group.id) ? 1 : 0
    await changeBySystem(scope, entityOf('animalgroup'), group, { headCount: Number(counts.rows[0]?.n ?? 0) + own })
  }
}
