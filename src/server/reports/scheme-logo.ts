// The file of a scheme's logo for whoever looks at a public page: only what a scheme of this programme names as that, and only pictures.
import { sql } from 'kysely'
import type { Db, RowOf, Tenant } from '../scope.ts'

type LogoFile = { id: string; width: number | null; storedIn: RowOf<'file'>['stored_in'] }

/** `hash`: SHA-256 of the file. Undefined: no scheme has such a logo. */
export async function schemeLogoOf({ db, tenant }: { db: Db; tenant: Tenant }, hash: string): Promise<LogoFile | undefined> {
  const { rows } = await sql<LogoFile>`select f.id, f.width, f.stored_in as "storedIn" from scheme as m
    join file as f on f.tenant_id = ${tenant.id} and f.id = any(m.logo) and f.sha256 = ${hash} and f.state = 'ATTACHED' and f.media_type like 'image/%'
    where m.tenant_id = ${tenant.id} and m.deleted_at is null order by f.id limit 1`.execute(db)
  return rows[0]
}
