// The numbered units of the lots that events speak of, with what the books had of each at that moment, by what had been recorded when the event was. Read for all
// of them at once, and folded as the units of a lot are (domain/chain/unit-life.ts).
import { type RawBuilder, sql } from 'kysely'
import { sumGrams, toGrams } from '#domain/chain/ledger.ts'
import { unitsLeft } from '#domain/chain/lot-projection.ts'
import { type UnitFact, type UnitInLot, unitsIn } from '#domain/chain/unit-life.ts'
import type { Scope } from '../../scope.ts'

/** A lot as an event finds it. `kg`: what the books had of it then, or what was weighed. `before`: an event that does not count yet. */
export type LotThen = { lotId: string; at: string; recordedAt: string; kg: number; before?: string }
export type UnitRow = Omit<UnitFact, 'grams'> & { kg: number | null; voidedAt: string | null }
/** What a run took that named no units. */
export type TakenRow = { lotId: string; kg: number; at: string; recordedAt: string }

/** What was ever recorded of units in these lots, and of goods that were taken out of them without naming any. */
export function unitQueries({ tenant }: Pick<Scope, 'tenant'>, lotIds: readonly string[]): [RawBuilder<UnitRow>, RawBuilder<TakenRow>] {
  const ids = sql`${[...lotIds]}::uuid[]`
  const unit = sql`select u.owner_id as "ownerId", u.unit_no as "unitNo", u.event_id as "eventId", v.event_type as "eventType", u.from_lot_id as "from", u.lot_id as "to", u.kg,
      u.label, u.sscc, to_json(u.at)#>>'{}' as at, to_json(u.recorded_at)#>>'{}' as "recordedAt", to_json(u.voided_at)#>>'{}' as "voidedAt", u.place
    from lot_unit as u join event as v on v.tenant_id = ${tenant.id} and v.id = u.event_id where u.tenant_id = ${tenant.id}`
  return [
    sql<UnitRow>`${unit} and u.lot_id = any(${ids}) union all ${unit} and u.from_lot_id = any(${ids}) and (u.lot_id is null or not u.lot_id = any(${ids}))`,
    sql<TakenRow>`select e.batch_id as "lotId", -e.delta_kg as kg, to_json(e.at)#>>'{}' as at, to_json(e.recorded_at)#>>'{}' as "recordedAt" from ledger_entry as e
      join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id and v.event_type <> 'SPLIT'
      where e.tenant_id = ${tenant.id} and e.batch_id = any(${ids}) and e.account = 'CONSUMED'
        and not exists (select from lot_unit as u where u.tenant_id = ${tenant.id} and u.event_id = e.event_id and u.from_lot_id = e.batch_id)`,
  ]
}

/** Answers the units of a lot as it was, of those rows. */
export function unitsThen(rows: readonly UnitRow[], taken: readonly TakenRow[]): (lot: LotThen) => UnitInLot[] {
  const rowsOf = new Map<string, UnitRow[]>()
  for (const row of rows)
    for (const lotId of new Set([row.from, row.to]))
      if (lotId !== null) {
        const list = rowsOf.get(lotId) ?? []
        list.push(row)
        rowsOf.set(lotId, list)
      }
  const takenOf = Map.groupBy(taken, ({ lotId }) => lotId)
  return ({ lotId, at, recordedAt, kg, before }) => {
    const [moment, known] = [Date.parse(at), Date.parse(recordedAt)]
    const counts = (one: { at: string; recordedAt: string }) => Date.parse(one.at) <= moment && Date.parse(one.recordedAt) <= known
    const facts = (rowsOf.get(lotId) ?? [])
      .filter((row) => row.eventId !== before && counts(row) && (row.voidedAt === null || Date.parse(row.voidedAt) > known))
      .map(factOf)
    if (facts.length === 0) return []
    const packedAt = Math.max(...facts.flatMap((fact) => (fact.eventType === 'REPACK' && fact.to === lotId ? [Date.parse(fact.at)] : [])))
    const used = (takenOf.get(lotId) ?? []).filter((one) => counts(one) && Date.parse(one.at) > packedAt)
    return unitsLeft(unitsIn(lotId, facts), sumGrams(used.map((one) => toGrams(Number(one.kg)))), toGrams(kg))
  }
}
const factOf = ({ kg, voidedAt: _, ...row }: UnitRow): UnitFact => ({ ...row, grams: kg === null ? null : toGrams(Number(kg)) })
