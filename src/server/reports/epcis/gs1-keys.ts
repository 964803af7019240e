// GS1 keys of what an EPCIS document names (domain dictionary 14.1): GLN of facilities, GTIN with the lot's number. Only where the programme has a company
// prefix, and only keys that were made of it: others belong to somebody else. What two things would share names neither.
import { sql } from 'kysely'
import { gs1Address } from '#domain/reports/epcis/facts.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import type { Scope } from '../../scope.ts'

/** Null without a prefix; then nothing is asked. */
export async function gs1KeysOf({ db, tenant }: Scope, lots: readonly string[], facilities: readonly string[]) {
  const { gs1Prefix } = organisationOf(tenant.config)
  if (!gs1Prefix) return { gs1Prefix, gs1Keys: new Map<string, string>() }
  const { rows } = await sql<{ thing: string; key: string; lot: string | null }>`
    select 'facility ' || y.id as thing, '414/' || y.gln as key, null::text as lot from processingsystem as y
    where y.tenant_id = ${tenant.id} and y.id = any(${[...facilities]}::uuid[]) and starts_with(y.gln, ${gs1Prefix})
      and not exists (select from processingsystem as o where o.tenant_id = y.tenant_id and o.gln = y.gln and o.id <> y.id and o.deleted_at is null)
    union all select 'batch ' || b.id, '01/' || lpad(p.gtin, 14, '0'), b.batch_no from productbatch as b
    join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
    where b.tenant_id = ${tenant.id} and b.id = any(${[...lots]}::uuid[]) and length(p.gtin) > 8 and starts_with(substr(lpad(p.gtin, 14, '0'), 2), ${gs1Prefix})
      and not exists (select from productbatch as o where o.tenant_id = b.tenant_id and o.product_id = b.product_id and o.batch_no = b.batch_no and o.id <> b.id and o.deleted_at is null)`.execute(
    db,
  )
  return {
    gs1Prefix,
    // The number of a lot may have a slash, which would begin another key.
    gs1Keys: new Map(rows.map(({ thing, key, lot }) => [thing, gs1Address + key + (lot === null ? '' : `/10/${encodeURIComponent(lot)}`)])),
  }
}
