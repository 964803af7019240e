// What the owner of a processing system had on hand, now or in a scope of the past: kilograms by the movements of then, claim and state of each lot folded
// with its sources (lots-then.ts), its place by the events of then.
import { sql } from 'kysely'
import { can, canOn } from '#domain/access.ts'
import { physicalAccounts, toGrams, toKg } from '#domain/chain/ledger.ts'
import type { PlaceStock } from '#domain/chain/place-stock-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Material } from '#domain/kernel/terms.ts'
import { placesOf } from '../ledger/lot-handling.ts'
import type { Lot } from '../ledger/lots.ts'
import { lotsThen } from '../ledger/lots-then.ts'
import type { Scope } from '../scope.ts'
import { withinAccessScope } from '../store/access-scope.ts'
import { recordIn } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'
import { entriesThen, isPast } from '../store/past.ts'

const [processingsystem, productbatch] = [entityOf('processingsystem'), entityOf('productbatch')]
/** Lots of one page. */
const most = 300

type Columns = { status: string } & Pick<Lot, 'claimStatus' | 'reservedKg'>
type Lying = { id: string; material: Material; kg: number }

/** Lots that the caller may list. Throws NOT_FOUND, and FORBIDDEN for whoever lists no lots. */
export async function stockAt(scope: Scope, id: string): Promise<PlaceStock> {
  if (!can(scope.user, 'productbatch', 'L')) throw new Problem('FORBIDDEN')
  const { id: systemId, processorId, collectiveId } = await recordIn(scope, processingsystem, id)
  const owned = processorId ? sql`r.processor_id = ${processorId}::uuid` : sql`r.processor_id is null and r.operator_id = ${collectiveId}::uuid`
  const { rows } = await sql<Lying>`
    select r.id, p.material, sum(e.delta_kg) as kg from productbatch as r join product as p on p.tenant_id = ${scope.tenant.id} and p.id = r.product_id
    join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.batch_id = r.id and e.account = any(${[...physicalAccounts]}::text[]) and ${entriesThen(scope)}
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${owned} and ${withinAccessScope(scope, productbatch, 'L')}
    group by r.id, p.material having sum(e.delta_kg) > 0 order by sum(e.delta_kg) desc, r.id`.execute(scope.db)
  const shown = rows.slice(0, most)
  const ids = shown.map((lot) => lot.id)
  const lots = new Map((await recordsById(scope, productbatch, ids)).map((lot) => [lot.id, lot]))
  const then: ReadonlyMap<string, Columns> = isPast(scope) ? await lotsThen(scope, ids) : lots
  const places = await placesOf(scope, ids)
  return {
    materials: [...Map.groupBy(rows, ({ material }) => material)]
      .map(([material, own]) => ({ material, kg: sumKg(own), lots: own.length }))
      .sort((one, other) => other.kg - one.kg || (one.material < other.material ? -1 : 1)),
    lots: shown
      .flatMap((lying): PlaceStock['lots'] => {
        const [lot, columns, place] = [lots.get(lying.id), then.get(lying.id), places.get(lying.id)]
        return lot && columns && mayView(scope, lot, columns) ? [lineOf(lying, lot, columns, place, systemId)] : []
      })
      .sort((one, other) => Number(other.isHere) - Number(one.isHere)),
    isCut: rows.length > most,
  }
}

const sumKg = (lots: readonly Lying[]): number => toKg(lots.reduce((sum, { kg }) => sum + toGrams(Number(kg)), 0))
const mayView = ({ user }: Scope, lot: Lot, { status }: Columns): boolean => canOn(user, productbatch, 'V', { ...lot, status })

const lineOf = (
  { id, material, kg }: Lying,
  { title }: Lot,
  { status, claimStatus, reservedKg }: Columns,
  place: { processingSystemId: string | null; storageBin: string | null } | undefined,
  systemId: string,
): PlaceStock['lots'][number] => ({
  ...{ id, title, material, claim: claimStatus, status, kg: Number(kg), reservedKg: reservedKg ?? 0 },
  ...{ isHere: place?.processingSystemId === systemId, storageBin: place?.storageBin ?? null },
})
