// What has been built on a record: facts of its own, facts of others that name it, and what its behaviour says beside events (kilograms). Nothing
// recorded is ever deleted, so that such a record stays, in its first state, too (domain dictionary 1.1; docs/decisions/0106).
import { type RawBuilder, sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import { type AnyEntity, eventLabel } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { naming } from './event-references.ts'
import { auditEvents } from './event-view.ts'

/** Facts `e` of `r` itself, voided ones too: whoever deletes it would take their history along. */
const ownFacts = (tenantId: number, entity: AnyEntity): RawBuilder<unknown> =>
  sql`event as e where e.tenant_id = ${tenantId} and e.subject_type = ${entity.name} and e.subject_id = r.id and e.event_type <> all(${[...auditEvents]}::text[])`

/** Whether the product has made `r` as the effect of an event, in whose name ever. What a submission has made, its approval takes back. */
const isEffect = (tenantId: number, entity: AnyEntity): RawBuilder<boolean> =>
  sql<boolean>`exists (select from event as e join event as c on c.tenant_id = e.tenant_id and c.id = e.cause_event_id and c.subject_type <> 'submission'
    where e.tenant_id = ${tenantId} and e.subject_type = ${entity.name} and e.subject_id = r.id and e.event_type = 'CREATED')`

/** Over `r`: whether something stands in the way of deleting it, its references in other records aside. */
export const isBuiltOn = (scope: Pick<Scope, 'tenant' | 'behaviours'>, entity: AnyEntity): RawBuilder<boolean> => {
  const otherwise = scope.behaviours[entity.name]?.builtOn?.(scope) ?? sql<boolean>`false`
  return sql<boolean>`(exists (select from ${ownFacts(scope.tenant.id, entity)}) or exists (select from ${naming(scope, sql`r.id`)})
    or ${isEffect(scope.tenant.id, entity)} or ${otherwise})`
}

/** Facts that are counted for a refusal; more are not named. */
const mostCounted = 1000

type Found = {
  own: Record<string, number> | null
  others: Record<string, number> | null
  first: [entity: string, event: string] | null
  effect: boolean
  otherwise: boolean
}

/** Throws REFERENCED with what stands in the way; what the product has made of an event STATE_CONFLICT. */
export async function refuseBuiltOn(scope: Scope, entity: AnyEntity, id: string): Promise<void> {
  const tally = (column: string, facts: RawBuilder<unknown>) =>
    sql`(select jsonb_object_agg(t.name, t.n) from (select f.name, count(*) as n from (select e.${sql.ref(column)} as name from ${facts} limit ${sql.lit(mostCounted)}) as f group by f.name) as t)`
  const others = naming(scope, sql`r.id`)
  const { rows } = await sql<Found>`select ${tally('event_type', ownFacts(scope.tenant.id, entity))} as own, ${tally('subject_type', others)} as others,
      (select jsonb_build_array(e.subject_type, e.event_type) from ${others} order by e.id limit 1) as first,
      ${isEffect(scope.tenant.id, entity)} as effect, ${scope.behaviours[entity.name]?.builtOn?.(scope) ?? sql`false`} as otherwise
    from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.id = ${id}::uuid`.execute(scope.db)
  const [found] = rows
  if (!found) return
  const { own, others: namedBy, first, effect, otherwise } = found
  if (own)
    throw new Problem('REFERENCED', {
      message: phrase`“${word(eventLabel(entity, Object.keys(own)[0] ?? ''))}” was recorded here. What was recorded is not deleted, also when it was taken back: end this by an event.`,
      figures: { facts: own },
    })
  if (namedBy && first) {
    const [kind, type] = first
    const other = findEntity(kind)
    throw new Problem('REFERENCED', {
      message: phrase`${word(other?.label ?? kind)}: “${word(other ? eventLabel(other, type) : type)}” names it. What was recorded is not deleted.`,
      figures: { namedBy },
    })
  }
  if (otherwise) throw new Problem('REFERENCED', { message: 'Goods were posted to it. What was recorded is not deleted.', figures: { ledger: true } })
  if (effect) throw new Problem('STATE_CONFLICT', { message: 'The product has made this of what was recorded. Take that back, where it was a mistake.' })
}
