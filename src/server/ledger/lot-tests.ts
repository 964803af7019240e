// What tests say of a lot at a time: its own, or, of a kind of test that it had none of yet, those of what it was made of, up to the crops in
// the field, as they were then (BR-15).
import { type RawBuilder, sql } from 'kysely'
import { awaitedIn, isPositive, resultOf, type Sample, samplesOf, type TestEvent } from '#domain/chain/lot-states.ts'
import { type TestKind, testKinds } from '#domain/kernel/lot-tests.ts'
import { type GmoStatus, mixedGmo } from '#domain/rules/gmo.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'

/** By kind of test. `isAwaited`: a result of a sample of its own. */
export type LotTests = Record<TestKind, GmoStatus> & { isAwaited: boolean }
type Row = { id: string; sources: string[] | null; tests: TestEvent[] | null }

/** As it was at `at` (ISO 8601), by what is recorded now. */
export async function testsAt(scope: Scope, lotIds: readonly string[], at: string): Promise<Map<string, LotTests>> {
  const links = sql<boolean>`l.voided_at is null and l.at <= ${at}::timestamptz`
  const tests = sql<boolean>`e.status = 'RECORDED' and e.occurred_at <= ${at}::timestamptz`
  const [rows = []] = await queryAll(scope.db, ancestorsQuery(scope, lotIds, links, tests))
  const lots = new Map(rows.map(({ id, sources, tests }) => [id, { sources: sources ?? [], samples: samplesOf(tests ?? []) }]))
  const says = { GMO: saysOf(lots, 'GMO'), RESIDUE: saysOf(lots, 'RESIDUE'), HEAVY_METALS: saysOf(lots, 'HEAVY_METALS') }
  return new Map(
    lotIds.map((id) => [
      id,
      { GMO: says.GMO(id), RESIDUE: says.RESIDUE(id), HEAVY_METALS: says.HEAVY_METALS(id), isAwaited: awaitedIn(lots.get(id)?.samples ?? []) },
    ]),
  )
}

const ancestorsQuery = ({ tenant }: Scope, lotIds: readonly string[], links: RawBuilder<boolean>, tests: RawBuilder<boolean>) => sql<Row>`
  with recursive above (id) as (
    select unnest(${[...lotIds]}::uuid[])
    union select l.input_id from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and ${links}
  )
  select above.id,
    (select array_agg(distinct l.input_id::text) from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = above.id and ${links}) as sources,
    (select jsonb_agg(jsonb_build_object('eventType', e.event_type, 'occurredAt', to_json(e.occurred_at)#>>'{}', 'data', e.data) order by e.occurred_at, e.subject_version)
      from event as e where e.tenant_id = ${tenant.id} and e.subject_type in ('productbatch', 'crop') and e.subject_id = above.id
        and e.event_type in ('SAMPLE_TAKEN', 'RETEST_ASKED', 'LAB_RESULT') and ${tests}) as tests
  from above`

function saysOf(lots: ReadonlyMap<string, { sources: readonly string[]; samples: readonly Sample[] }>, kind: TestKind): (id: string) => GmoStatus {
  const known = new Map<string, GmoStatus>()
  const says = (id: string): GmoStatus => {
    const { sources = [], samples = [] } = lots.get(id) ?? {}
    const found = known.get(id) ?? resultOf({ samples }, kind) ?? mixedGmo(sources.map(says))
    known.set(id, found)
    return found
  }
  return says
}

/** Kinds of test of which these crops are positive, as is recorded now; none of a crop that is not. */
export async function positiveTestsOf(scope: Scope, cropIds: readonly string[]): Promise<Map<string, ReadonlySet<TestKind>>> {
  const events = await scope.db
    .selectFrom('event')
    .select(['subject_id as id', 'event_type as eventType', 'occurred_at as occurredAt', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', 'crop')
    .where('subject_id', 'in', [...cropIds])
    .where('event_type', 'in', ['SAMPLE_TAKEN', 'LAB_RESULT'])
    .where('status', '=', 'RECORDED')
    .orderBy('occurred_at')
    .orderBy('subject_version')
    .execute()
  return new Map(
    [...Map.groupBy(events, ({ id }) => id)].map(([id, tests]) => {
      const samples = samplesOf(tests.map(({ eventType, occurredAt, data }) => ({ eventType, occurredAt: new Date(occurredAt).toISOString(), data })))
      return [id, new Set(testKinds.filter((kind) => isPositive({ samples }, kind)))]
    }),
  )
}
