// Once the personal data of a member is erased it does not come back: nothing is recorded, taken back or changed that a person words, of the member, of who owns land in
// the same name, or of what was erased with them.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { erasedKinds } from '#domain/people/erasure.ts'
import type { Scope } from '../scope.ts'

/** Throws STATE_CONFLICT. */
export async function refuseErased({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, { name }: AnyEntity, row: Row): Promise<void> {
  if (!erasedKinds.some((kind) => kind === name)) return
  if (name === 'farmer' ? row.erasedOn : typeof row.farmerId === 'string' && (await isErased(db, tenant.id, row.farmerId)))
    throw new Problem('STATE_CONFLICT', { message: 'The personal data of this member was erased. Register the person anew.' })
}

async function isErased(db: Scope['db'], tenantId: number, farmerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from farmer where tenant_id = ${tenantId} and id = ${farmerId}::uuid and erased_on is not null`.execute(db)
  return rows.length > 0
}
