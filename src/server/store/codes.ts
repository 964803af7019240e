// Automatic codes without gaps: FRM-000123, one counter row per tenant and entity. A sequence would leave
// gaps at every rollback; the row makes creators of one entity wait for each other, which is the price.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { together } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'

/** The next value of a named counter of the tenant, 1 at first. Taken back when the transaction rolls back. */
export async function nextNumber(scope: Scope, name: string, step = 1): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into counter (tenant_id, name, value) values (${scope.tenant.id}, ${name}, ${step})
    on conflict (tenant_id, name) do update set value = counter.value + excluded.value returning value`.execute(scope.db)
  return rows[0]?.value as number
}

/** A free code for a new record; skips codes that people have given by hand. One message, and the counter is locked from here on: ask late. */
export async function nextCode(scope: Scope, entity: AnyEntity): Promise<string> {
  const name = `code:${entity.name}`
  const next = sql`lpad(c.value::text, greatest(6, length(c.value::text)), '0')`
  for (;;) {
    // Two statements, so that the second sees what was committed while the first waited for the counter.
    const [, [found] = []] = await together(
      scope.db,
      sql`insert into counter (tenant_id, name, value) values (${scope.tenant.id}, ${name}, 1)
        on conflict (tenant_id, name) do update set value = counter.value + 1`,
      sql`select ${`${entity.codePrefix}-`}::text || ${next} as code, exists (select from ${sql.table(entity.name)} as r
          where r.tenant_id = ${scope.tenant.id} and r.code = ${`${entity.codePrefix}-`}::text || ${next} and r.deleted_at is null) as "isTaken"
        from counter as c where c.tenant_id = ${scope.tenant.id} and c.name = ${name}`,
    )
    if (found && !found.isTaken) return found.code as string
  }
}

/** So many free codes at once, in their order. */
export async function nextCodes(scope: Scope, entity: AnyEntity, wanted: number): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < wanted) {
    const missing = wanted - codes.length
    const last = await nextNumber(scope, `code:${entity.name}`, missing)
    const tried = Array.from({ length: missing }, (_, index) => `${entity.codePrefix}-${String(last - missing + 1 + index).padStart(6, '0')}`)
    const [rows = []] = await together(
      scope.db,
      sql`select r.code from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.code = any(${tried}::text[]) and r.deleted_at is null`,
    )
    const taken = new Set(rows.map(({ code }) => code as string))
    codes.push(...tried.filter((code) => !taken.has(code)))
  }
  return codes
}
