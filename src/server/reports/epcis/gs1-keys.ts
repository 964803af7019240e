// GS1 keys of what an EPCIS document names (domain dictionary 14.1): GLN of facilities, GTIN with the lot's number. Only where the programme has a company
// prefix, and only keys that were made of it: others belong to somebody else.
import { sql } from 'kysely'
import { gs1Address } from '#domain/reports/epcis/facts.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import type { Scope } from '../../scope.ts'

/** Null without a prefix; then nothing is asked. */
export async function gs1KeysOf({ db, tenant }: Scope, lots: readonly string[], facilities: readonly string[]) {
  const { gs1Prefix } = organisationOf(tenant.config)
  if (!gs1Prefix) return { gs1Prefix, gs1Keys: new Map<string, string>() }
  const { rows } = await sql<{ thing: string; key: string }>`
    select 'facility ' || y.id as thing, '414/' || y.gln as key from processingsystem as y
    where y.tenant_id = ${tenant.id} and y.id = any(${[...facilities]}::uuid[]) and starts_with(y.gln, ${gs1Prefix})
    union all select 'batch ' || b.id, '01/' || lpad(p.gtin, 14, '0') || '/10/' || b.batch_no from productbatch as b
    join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
    where b.tenant_id = ${tenant.id} and b.id = any(${[...lots]}::uuid[]) and length(p.gtin) > 8 and starts_with(substr(lpad(p.gtin, 14, '0'), 2), ${gs1Prefix})`.execute(
    db,
  )
  return {
    gs1Prefix,
    gs1Keys: new Map(rows.map(({ thing, key }) => [thing, gs1Address + key.split('/').map(encodeURIComponent).join('/')])),
  }
}
