// What is not offered on a lot while its parties do not trade today, as it would be refused (domain dictionary 4.1, 5.3, 5.4; docs/decisions/0138, 0151). Of days on which they did it is recorded all the
// same, by an import, a form that was sent before, or a program.
import { type RawBuilder, sql } from 'kysely'
import { organicSchemes } from '#domain/certification/schemes.ts'
import { todayIn } from '../../queries/organic-status.ts'
import type { Scope } from '../../scope.ts'

type Within = Pick<Scope, 'tenant' | 'now'>
const isOut = ({ tenant }: Within, table: 'collective' | 'processor', id: string) =>
  sql`exists (select from ${sql.table(table)} as p where p.tenant_id = ${tenant.id} and p.id = ${sql.ref(id)} and p.status in ('SUSPENDED', 'EXITED', 'WITHDRAWN'))`

/** As SQL over `r`: of the scope certificates of its group none is in force today, and one was (`scopeLapseOn`). */
function hasLapsed(scope: Within): RawBuilder<boolean> {
  const today = todayIn(scope)
  return sql<boolean>`coalesce((select not bool_or(s.status = 'VALID' and s.valid_to >= ${today}) and bool_or(s.status in ('VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN'))
    from scopecertificate as s join scheme as m on m.tenant_id = ${scope.tenant.id} and m.id = s.scheme_id
    where s.tenant_id = ${scope.tenant.id} and s.collective_id = r.operator_id and s.deleted_at is null and s.valid_from <= ${today}
      and m.abbreviation = any(${[...organicSchemes.collective]}::text[])), false)`
}

/** Over `r`: its product is not for sale (4.3). */
const isNotForSale = ({ tenant }: Within): RawBuilder<boolean> =>
  sql<boolean>`exists (select from product as d where d.tenant_id = ${tenant.id} and d.id = r.product_id and not d.sellable)`
/** Over `r`: the group whose members sell, or the company that buys of them, buys nothing today. */
export const buysNothing = (scope: Within): RawBuilder<boolean> =>
  sql<boolean>`(${isOut(scope, 'collective', 'r.operator_id')} or ${isOut(scope, 'processor', 'r.processor_id')} or ${isNotForSale(scope)})`

/** Over `r`: whoever has the lot in hand sends none of it today; conventional goods are sent. */
export const sendsNothing = (
  scope: Within,
): RawBuilder<boolean> => sql<boolean>`(${isNotForSale(scope)} or coalesce(r.claim_status, 'CONVENTIONAL') <> 'CONVENTIONAL'
  and case when r.processor_id is null then ${isOut(scope, 'collective', 'r.operator_id')} or ${hasLapsed(scope)} else ${isOut(scope, 'processor', 'r.processor_id')} end)`
