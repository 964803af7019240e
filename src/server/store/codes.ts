// Automatic codes without gaps: FRM-000123, one counter row per tenant and entity. A sequence would leave
// gaps at every rollback; the row makes creators of one entity wait for each other, which is the price.
import { type RawBuilder, sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type Compilable, queryAll, sendWithNext } from '#server/db/connection.ts'
import type { Requested, Scope } from '../scope.ts'

/** The next value of a named counter of the tenant, 1 at first. Taken back when the transaction rolls back. */
export async function nextNumber(scope: Scope, name: string, step = 1): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into counter (tenant_id, name, value) values (${scope.tenant.id}, ${name}, ${step})
    on conflict (tenant_id, name) do update set value = counter.value + excluded.value returning value`.execute(scope.db)
  const [counter] = rows
  if (!counter) throw new Error(`The counter ${name} answered no number`)
  return counter.value
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

/** The statements that take so many numbers, and answer which of their codes are free. */
const codeQueries = (scope: Scope, entity: AnyEntity, step: number) => {
  const [tenantId, name, prefix] = [scope.tenant.id, `code:${entity.name}`, `${entity.codePrefix}-`]
  const codeOf = (number: RawBuilder<unknown>) => sql`${prefix}::text || lpad((${number})::text, greatest(6, length((${number})::text)), '0')`
  const [first, last] = [codeOf(sql`c.value - ${step}::integer + 1`), codeOf(sql`c.value`)]
  const bound = (text: RawBuilder<unknown>) => sql`(select ${text} from counter as c where c.tenant_id = ${tenantId} and c.name = ${name})`
  // Only the codes between the first and the last are read, or all where a digit is added, because texts of another length sort otherwise.
  const from = bound(sql`case when length(${first}) = length(${last}) then ${first} else ${`${prefix}0`} end`)
  const to = bound(sql`case when length(${first}) = length(${last}) then ${last} else ${`${prefix}${'9'.repeat(20)}`} end`)
  // Two statements, so that the second sees what was committed while the first waited for the counter.
  return [
    sql`insert into counter (tenant_id, name, value) values (${tenantId}, ${name}, ${step})
      on conflict (tenant_id, name) do update set value = counter.value + excluded.value`,
    sql<{ code: string }>`select t.code from counter as c, generate_series(c.value - ${step}::integer + 1, c.value) as n (value),
        lateral (select ${codeOf(sql`n.value`)} as code) as t
      where c.tenant_id = ${tenantId} and c.name = ${name}
        and not exists (select from ${sql.table(entity.name)} as r
          where r.tenant_id = ${tenantId} and r.code = t.code and r.code between ${from} and ${to} and r.deleted_at is null)
      order by n.value`,
  ] as const
}

/** Asks something, and takes a code for a new record behind it in the same message; undefined when somebody has given that code by hand. */
export async function withNextCode<Row>(
  scope: Scope,
  entity: AnyEntity,
  query: Compilable<Row>,
): Promise<{ rows: Requested<Row>[]; code: string | undefined }> {
  const [rows, , free] = await queryAll(scope.db, query, ...codeQueries(scope, entity, 1))
  return { rows, code: free[0]?.code }
}

/** So many free codes at once, in their order. */
export async function nextCodes(scope: Scope, entity: AnyEntity, wanted: number): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < wanted) {
    const [, free] = await queryAll(scope.db, ...codeQueries(scope, entity, wanted - codes.length))
    codes.push(...free.map(({ code }) => code))
  }
  return codes
}
