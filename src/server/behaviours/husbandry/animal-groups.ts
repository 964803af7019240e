// How many living animals a group has, whatever their species (animal 3). Counted anew when somebody joins, leaves, dies
// or goes, and when a counted group is counted; nobody types it.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Animal } from '#domain/husbandry/living.ts'
import type { Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'

const groupsOf = (row: Animal | null): string[] => row?.groupIds ?? []
/** A counted group is as many heads as were counted. */
export const headsOf = (row: Animal): number =>
  'recordKind' in row && row.recordKind === 'GROUP' ? (row.females ?? 0) + (row.males ?? 0) + (row.young ?? 0) : 1
const heads = (table: string) =>
  table === 'cow' ? sql`1` : sql`case when r.record_kind = 'GROUP' then coalesce(r.females, 0) + coalesce(r.males, 0) + coalesce(r.young, 0) else 1 end`

/**
 * Counts the groups that `after` is in (it may not be written yet) and those that it was in: of `before`, an earlier state of the record,
 * only what differs; of `left` all.
 */
export async function recountGroups(scope: Scope, before: Animal | null, after: Animal, left: Animal | null = null): Promise<void> {
  const [was, is] = [new Set(groupsOf(before)), new Set(groupsOf(after))]
  const hasTurned = !before || before.status !== after.status || after.status !== 'ALIVE' || headsOf(before) !== headsOf(after)
  const changed = [...new Set([...was, ...is, ...groupsOf(left)])].filter((id) => hasTurned || !(was.has(id) && is.has(id)))
  for (const group of await recordsById(scope, entityOf('animalgroup'), changed, { lock: true })) {
    const counts = await sql<{ n: number }>`
      select coalesce(sum(n), 0) as n from (${sql.join(
        ['cow', 'goat', 'sheep'].map(
          (table) => sql`select r.id, ${heads(table)} as n from ${sql.table(table)} as r
            where r.tenant_id = ${scope.tenant.id} and r.status = 'ALIVE' and r.deleted_at is null and ${group.id}::uuid = any(r.group_ids)`,
        ),
        sql` union all `,
      )}) as living where id <> ${after.id}::uuid`.execute(scope.db)
    const own = after.status === 'ALIVE' && is.has(group.id) ? headsOf(after) : 0
    await changeBySystem(scope, entityOf('animalgroup'), group, { headCount: Number(counts.rows[0]?.n ?? 0) + own })
  }
}
