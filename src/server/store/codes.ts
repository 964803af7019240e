// Automatic codes without gaps: FRM-000123, one counter row per tenant and entity. A sequence would leave
// gaps at every rollback; the row makes creators of one entity wait for each other, which is the price.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'

/** The next value of a named counter of the tenant, 1 at first. Taken back when the transaction rolls back. */
export async function nextNumber(scope: Scope, name: string, step = 1): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into counter (tenant_id, name, value) values (${scope.tenant.id}, ${name}, ${step})
    on conflict (tenant_id, name) do update set value = counter.value + excluded.value returning value`.execute(scope.db)
  return rows[0]?.value as number
}

/** A free code for a new record; skips codes that people have given by hand. */
export async function nextCode(scope: Scope, entity: AnyEntity): Promise<string> {
  for (;;) {
    const code = `${entity.codePrefix}-${String(await nextNumber(scope, `code:${entity.name}`)).padStart(6, '0')}`
    const taken = await scope.db
      .selectFrom(entity.name)
      .select('id')
      .where('tenant_id', '=', scope.tenant.id)
      .where('code', '=', code)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!taken) return code
  }
}
