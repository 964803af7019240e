// Who stands on an approved farmer list that is signed (3.1): what is sold of theirs as certified rests on it.
import { sql } from 'kysely'
import type { Scope } from '../scope.ts'

type Grown = { operatorId: string; seasonId: string | null; farmerId: string | null }

/** The first of these whose grower is on a list of the season that its operator has signed; a list that was returned counts no more. */
export async function firstOnSignedList<T extends Grown>({ db, tenant }: Scope, grown: readonly T[]): Promise<T | undefined> {
  if (grown.length === 0) return undefined
  const column = (name: keyof Grown): (string | null)[] => grown.map((one) => one[name])
  const { rows } = await sql<{ at: number }>`select g.at::integer as at
    from unnest(${column('operatorId')}::uuid[], ${column('seasonId')}::uuid[], ${column('farmerId')}::text[]) with ordinality as g (operator_id, season_id, farmer_id, at)
    where exists (select 1 from approvedlist as l where l.tenant_id = ${tenant.id} and l.operator_id = g.operator_id and l.season_id = g.season_id
      and l.status in ('SIGNED', 'IN_FORCE') and l.deleted_at is null and l.entries @> jsonb_build_array(jsonb_build_object('farmerId', g.farmer_id)))
    order by g.at limit 1`.execute(db)
  return rows[0] && grown[rows[0].at - 1]
}
