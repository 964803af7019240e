// Where uploaded pictures are stored: in the database, behind the tenant's wall, so that a backup has them and a second
// process sees them. The bytes travel as base64: both engines take and give text alike.
import { sql } from 'kysely'
import type { Db, Scope } from '../scope.ts'
import type { Picture } from './picture.ts'

/** The same picture twice is one: its name is what it contains. */
export async function savePicture({ db, tenant, now, user }: Scope, { hash, format, width, height, bytes }: Picture): Promise<void> {
  await sql`insert into picture (tenant_id, hash, format, width, height, bytes, created_at, created_by)
    values (${tenant.id}, ${hash}, ${format}, ${width}, ${height}, decode(${Buffer.from(bytes).toString('base64')}, 'base64'), ${now.toISOString()}, ${user.id})
    on conflict (tenant_id, hash) do nothing`.execute(db)
}

/** What a picture is, without its bytes. Undefined when this tenant has no such picture. */
export async function describePicture(db: Db, tenantId: number, hash: string): Promise<Omit<Picture, 'bytes'> | undefined> {
  const found = db.selectFrom('picture').select(['hash', 'format', 'width', 'height']).where('tenant_id', '=', tenantId).where('hash', '=', hash)
  return await found.executeTakeFirst()
}

/** Undefined when this tenant has no such picture. */
export async function findPicture(db: Db, tenantId: number, hash: string): Promise<Picture | undefined> {
  const { rows } = await sql<Omit<Picture, 'bytes'> & { base64: string }>`
    select hash, format, width, height, encode(bytes, 'base64') as base64 from picture where tenant_id = ${tenantId} and hash = ${hash}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { base64, ...rest } = found
  return { ...rest, bytes: Buffer.from(base64, 'base64') }
}
