// How much of a lot's weight is organic (domain dictionary 4.3, 5.5, decision 85): by the composition of its product, and never more than of what it was made of, back to the
// raw material. Of several inputs the lowest share counts: which of them a part of the lot came from is not known.
import { type RawBuilder, sql } from 'kysely'
import type { Scope, Tenant } from '../scope.ts'

const shareOf = sql<
  number | null
>`(select round(coalesce(sum((k->>'share')::numeric) filter (where (k->>'organic')::boolean), 0) / nullif(sum((k->>'share')::numeric), 0), 6)
  from jsonb_array_elements(coalesce(p.composition, '[]')) as k)`

export type OrganicShare = { lotId: string; share: number }
/** Lots that nothing is known of are left out: they are all of what went in. `ids`: SQL of an array of lots. */
export const sharesQuery = ({ tenant }: { tenant: Tenant }, ids: RawBuilder<unknown>): RawBuilder<OrganicShare> => sql<OrganicShare>`
  with recursive up (lot_id, id, share, is_raw) as (
    select b.id, b.id, ${shareOf}, p.kind = 'RAW' from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
      where b.tenant_id = ${tenant.id} and b.id = any(${ids})
    union
    select up.lot_id, b.id, ${shareOf}, p.kind = 'RAW' from up
      join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = up.id and l.input_kind = 'productbatch' and l.voided_at is null
      join productbatch as b on b.tenant_id = ${tenant.id} and b.id = l.input_id join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
      where not up.is_raw)
  select lot_id as "lotId", min(share) as share from up where share is not null group by lot_id`

/** By lot; one that is not in it is 1. */
export async function organicSharesOf(scope: Scope, lotIds: readonly string[]): Promise<Map<string, number>> {
  if (lotIds.length === 0) return new Map()
  const { rows } = await sharesQuery(scope, sql`${[...new Set(lotIds)]}::uuid[]`).execute(scope.db)
  return new Map(rows.map(({ lotId, share }) => [lotId, Number(share)]))
}
