// Once the personal data of a member is erased it does not come back: nothing is recorded, taken back, changed or sent in that a person words, of the member, of who
// owns land in the same name, or of what was erased with them.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { erasedKinds } from '#domain/people/erasure.ts'
import type { Scope } from '../scope.ts'
import { isUuid } from './get.ts'

/** Throws STATE_CONFLICT. */
export async function refuseErased({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, { name }: AnyEntity, row: Readonly<Record<string, unknown>>): Promise<void> {
  if (!erasedKinds.some((kind) => kind === name)) return
  if (name === 'farmer' ? row.erasedOn : await isOfErased(db, tenant.id, row))
    throw new Problem('STATE_CONFLICT', { message: 'The personal data of this member was erased. Register the person anew.' })
}

/** A form may name whom it is about by its record alone. */
async function isOfErased(db: Scope['db'], tenantId: number, { farmerId, targetId }: Readonly<Record<string, unknown>>): Promise<boolean> {
  const ids = [farmerId, targetId].filter((id) => typeof id === 'string' && isUuid(id))
  if (ids.length === 0) return false
  const { rows } = await sql`select 1 from farmer where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and erased_on is not null`.execute(db)
  return rows.length > 0
}
