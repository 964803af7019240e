// The audit log of an auditor (R29; docs/decisions/0150): the events of the operators and of the companies’ non-conformities that are theirs, read from indexes, however many
// events the programme has of others.
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { auditLog } from '#domain/reports/audit-log.ts'
import { appRole } from '#server/db/connection.ts'
import { queryOf, statementOf } from '#server/reports/engine/run-report.ts'
import { openWorld, type World } from '../harness/world.ts'
import { standardsOf } from './certificate-stage.ts'
import { clock, type Json, ok } from './chain-stage.ts'

const others = 200_000
let world: World
let ref = ''
const bodyId = () => world.places.cotton['CB-NIMAR']?.id as string
/** `operators`: those that are named in the grant. */
const auditor = (operators: readonly string[], bodies: readonly string[]): User => ({
  ...{ id: world.people.carla?.id as string, name: 'Auditor', email: null },
  grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', operatorIds: [...operators], processorIds: [], certificationBodyIds: [...bodies] }],
})

beforeAll(async () => {
  world = await openWorld({ now: clock })
  const gin = world.places.cotton['KHARGONE-GIN']?.id as string
  await standardsOf(world).certify({ processorId: gin })
  const entered = {
    ref: 'LOGGED-1',
    severity: 'MAJOR',
    rule: 'GOTS 4.2',
    description: 'Bales without marks',
    openedOn: '2026-01-12',
    dueOn: '2026-02-12',
    processorId: gin,
  }
  ref = (await ok(world.as('carla', '-').post('/nonconformity', entered))).ref
  await world.database.owner(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    const { rows } = await sql<{
      name: string
    }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'event' and is_generated = 'NEVER'`.execute(db)
    const of: Record<string, ReturnType<typeof sql>> = {
      id: sql`gen_random_uuid()`,
      subject_id: sql`md5('record ' || x.n % 20000)::uuid`,
      // A third is of companies, whose events have no operator.
      operator_id: sql`case when x.n % 3 > 0 then md5('operator ' || x.n % 50)::uuid end`,
      recorded_at: sql`m.recorded_at - x.n * interval '1 minute'`,
      supersedes_event_id: sql`null`,
    }
    await sql`insert into event (${sql.join(rows.map(({ name }) => sql.ref(name)))}) select ${sql.join(rows.map(({ name }) => of[name] ?? sql.ref(`m.${name}`)))}
      from (select e.* from event as e where e.tenant_id = ${world.tenants.cotton.id} and e.subject_type = 'nonconformity' limit 1) as m, generate_series(1, ${others}::integer) as x (n)`.execute(
      db,
    )
    await sql`analyze event`.execute(db)
  })
}, 240_000)

it('has what was found at the companies of the body, and nothing of another body', async () => {
  const logged = async (user: User) => JSON.stringify(await ok(world.asUser(user, 'cotton', '-').get('/reports/audit-log?entity=nonconformity'))).includes(ref)
  expect([await logged(auditor([], [bodyId()])), await logged(auditor([], [world.places.cotton.OP1?.id as string]))]).toEqual([true, false])
})

it.each([
  ['companies alone', 0],
  ['an operator and companies', 1],
])('reads no event of others for an auditor of %s', async (_, operators) => {
  const user = auditor(operators ? [world.places.cotton.OP1?.id as string] : [], [bodyId()])
  const rows = await world.scoped('carla', async (scope) => {
    await sql.raw(`set local role ${appRole}`).execute(scope.db)
    const query = await queryOf(auditLog)
    if ('rows' in query) throw new Error('The audit log is one statement')
    const values = { from: null, to: null, entity: null, asOf: null, knownAt: null }
    const { select } = statementOf({ ...scope, user, operator: null }, auditLog, query, values)
    return (await sql<Json>`explain (analyze, format json) ${select} order by ${query.order} limit 201`.execute(scope.db)).rows
  })
  type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  const all = nodes(rows[0]?.['QUERY PLAN'][0].Plan)
  const read = all.filter((node) => node['Relation Name'] === 'event' || node['Index Name']?.startsWith('event__'))
  expect(read.length).toBeGreaterThan(0)
  for (const node of read) expect([node['Node Type'], node['Rows Removed by Filter'] ?? 0]).toEqual([expect.stringMatching(/Index|Bitmap/), expect.any(Number)])
  expect(read.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0)).toBeLessThan(2000)
})
