// Automatic codes without gaps: FRM-000123, one counter row per tenant and entity. A sequence would leave
// gaps at every rollback; the row makes creators of one entity wait for each other, which is the price.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { sendWithNext, together } from '#server/db/connection.ts'
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
  const [code = ''] = await nextCodes(scope, entity, 1)
  return code
}

/** Codes for at most so many new records, taken one after the other. The counter is locked from here on. */
export async function codesFor(scope: Scope, entity: AnyEntity, atMost: number): Promise<{ next(): string; take(): void; giveBack(): void }> {
  const codes = atMost ? await nextCodes(scope, entity, atMost) : []
  let taken = 0
  return {
    next: () => codes[taken] ?? '',
    take: () => {
      taken++
    },
    /** The counter goes back to before the first code that nobody took, so that codes stay without gaps. */
    giveBack() {
      const [unused] = codes.slice(taken)
      if (unused === undefined) return
      const value = Number(unused.slice(entity.codePrefix.length + 1)) - 1
      sendWithNext(scope.db, sql`update counter set value = ${value} where tenant_id = ${scope.tenant.id} and name = ${`code:${entity.name}`}`)
    },
  }
}

/** So many free codes at once, in their order. */
export async function nextCodes(scope: Scope, entity: AnyEntity, wanted: number): Promise<string[]> {
  const name = `code:${entity.name}`
  const codes: string[] = []
  while (codes.length < wanted) {
    const step = wanted - codes.length
    // Two statements, so that the second sees what was committed while the first waited for the counter.
    const [, free = []] = await together(
      scope.db,
      sql`insert into counter (tenant_id, name, value) values (${scope.tenant.id}, ${name}, ${step})
        on conflict (tenant_id, name) do update set value = counter.value + excluded.value`,
      sql<{ code: string }>`select t.code from counter as c, generate_series(c.value - ${step}::integer + 1, c.value) as n (value),
          lateral (select ${`${entity.codePrefix}-`}::text || lpad(n.value::text, greatest(6, length(n.value::text)), '0') as code) as t
        where c.tenant_id = ${scope.tenant.id} and c.name = ${name}
          and not exists (select from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.code = t.code and r.deleted_at is null)
        order by n.value`,
    )
    codes.push(...free.map(({ code }) => String(code)))
  }
  return codes
}
