// R20. The trace as the lot's page has it, as a table: what is out of the reader's reach stays nameless.
import { sql } from 'kysely'
import type { TraceAnswer } from '#domain/chain/chain-reports.ts'
import { entityOf } from '#domain/entities.ts'
import { lotTrace } from '#domain/reports/lot-trace.ts'
import type { ReportRow } from '#domain/reports/report.ts'
import { namedThen } from '../../ledger/named-then.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { isPast } from '../../store/past.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'
import { traceOfLot } from '../trace.ts'

type Row = ReportRow<typeof lotTrace>

export const query = reportQuery(lotTrace, {
  async rows({ scope, values }, limit) {
    const { lot, direction } = values
    const then = onPastDay(scope, values)
    if (direction === 'BACK' || direction === null) return plotRows(await traceOfLot(then, lot, 'back'), limit)
    const trace = await traceOfLot(then, lot, direction === 'FORWARD' ? 'forward' : 'back', false)
    const lots = await lotRows(then, trace)
    const crops = direction === 'TIMELINE' ? cropRows(trace) : []
    return [...crops, ...lots].sort((a, b) => (a.day ?? '').localeCompare(b.day ?? '') || (a.code ?? '').localeCompare(b.code ?? '')).slice(0, limit)
  },
})

const plotRows = ({ parcels }: TraceAnswer, limit: number): Row[] =>
  parcels.slice(0, limit).map(({ code, name, farmer, village, areaHa, claim, kg, share, point }) => ({
    ...{ code, name, who: farmer, holder: null, where: village, areaHa, claim, day: null, kg, share, point },
  }))

const cropRows = ({ crops, parcels }: TraceAnswer): Row[] =>
  crops.map(({ code, title, plot, place, claim, at, kg, share }) => ({
    ...{ code, name: title, who: parcels[plot]?.farmer ?? null, holder: null, where: place, areaHa: null, claim, day: at, kg, share },
    point: parcels[plot]?.point ?? null,
  }))

/** All but the traced lot forward; back the lot itself is the last step. */
async function lotRows(scope: Scope, { lots, products, places, root, direction }: TraceAnswer): Promise<Row[]> {
  const shown = direction === 'back' ? lots : lots.filter(({ id }) => id !== root.id)
  const holders = await holdersOf(
    scope,
    shown.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])),
  )
  return shown.map(({ id, code, title, product, place, claim, at, kg, share }) => ({
    code,
    name: title,
    who: product === null ? null : (products[product] ?? null),
    holder: holders.get(id) ?? null,
    where: place === null ? null : (places[place]?.title ?? null),
    areaHa: null,
    claim,
    day: at,
    kg,
    share,
    point: place === null ? null : (places[place]?.point ?? null),
  }))
}

/** Who holds these lots, by lot: a company, or else the group; as they were called on the day. A lot stays with who holds it: what is sent on is another lot. */
async function holdersOf(scope: Scope, lotIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    companyId: string | null
    groupId: string | null
  }>`select b.id, b.processor_id as "companyId", b.operator_id as "groupId"
    from productbatch as b where b.tenant_id = ${scope.tenant.id} and b.id = any(${[...lotIds]}::uuid[])`.execute(scope.db)
  const titles = new Map<string, string>()
  for (const [entity, ids] of [
    [entityOf('processor'), rows.flatMap(({ companyId }) => companyId ?? [])],
    [entityOf('collective'), rows.flatMap(({ companyId, groupId }) => (companyId ? [] : (groupId ?? [])))],
  ] as const) {
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) continue
    for (const { id, title } of isPast(scope) ? await namedThen(scope, entity, wanted) : await recordsById(scope, entity, wanted)) titles.set(id, title)
  }
  return new Map(
    rows.flatMap(({ id, companyId, groupId }) => {
      const title = titles.get(companyId ?? groupId ?? '')
      return title ? [[id, title] as const] : []
    }),
  )
}
