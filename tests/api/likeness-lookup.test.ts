// Which findings name a member that was corrected (BR-23): looked for by one index, however many likenesses the programme has, of the own operator and of another one.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { appRole } from '#server/db/connection.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let people = 0
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)
const person = (more: Json = {}): Json => {
  const n = ++people
  return {
    ...{
      memberNo: `L-${n}`,
      firstName: 'Kamla',
      lastName: 'Solanki',
      relationName: 'Bhagwan',
      gender: 'F',
      phone: `98262${String(10_000 + n)}`,
      noPhone: false,
    },
    ...{ language: 'hi', village: `Hamlet ${n}`, block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh', country: 'IN', totalHoldingHa: 1 },
    ...{ otherGroupMembership: false, joinedOn: '2024-04-01', contractSignedOn: '2024-04-01', noParcelReason: 'To be mapped' },
    ...{ consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at('2024-04-01'), channel: 'PAPER' }], ...more },
  }
}
/** Telephone, name and village: 0.85, a review. */
const pair = async (operator = 'OP1'): Promise<[one: Json, other: Json]> => {
  const one = await ok(world.as('ada', operator).post('/farmer', person()))
  const { phone, village } = one
  return [one, await ok(world.as('ada', 'OP1').post('/farmer', person({ phone, village, relationName: null })))]
}
const edit = async (operator: string, { id }: Json, values: Json) => {
  const { version } = await ok(world.as('ada', operator).get(`/farmer/${id}`))
  return ok(world.as('ada', operator).patch(`/farmer/${id}`, values, { 'if-match': `"${version}"` }))
}
const likenesses = async ({ id }: Json): Promise<Json[]> =>
  (await chain.view('farmer', id)).flags.flatMap(({ ruleId, figures }: Json) => (ruleId === 'BR-23' ? [figures] : []))

describe('who names a member', () => {
  it.each([
    ['OP1', 'farmerId', 'id'],
    ['OP2', 'code', 'code'],
  ])('is found, of operator %s by its %s', async (operator, figure, mark) => {
    const [one, other] = await pair(operator)
    expect(await likenesses(other)).toEqual([expect.objectContaining({ [figure]: one[mark] })])
    await edit(operator, one, { phone: `98263${String(10_000 + ++people)}`, village: `Elsewhere ${people}` })
    expect(await likenesses(other)).toEqual([])
  })
  it('is asked by one statement, which reads from the index of named records and no other finding', async () => {
    const [one] = await pair()
    const sent = statementsIn(await messagesOf(() => edit('OP1', one, { village: `Elsewhere ${++people}` }))).filter((text) =>
      /select distinct f\.subject_id/.test(text),
    )
    expect(sent).toHaveLength(1)
    let plan = ''
    const undone = new Error('Undone')
    const { id: tenantId } = world.tenants.cotton
    const planned = world.database.owner(async (db) => {
      // Likenesses of a large programme, to others; read as the product reads, under row security.
      await sql`insert into flag (tenant_id, id, rule_id, severity, subject_type, subject_id, message, owner_role, opened_at, named)
        select ${tenantId}::integer, gen_random_uuid(), 'BR-23', 'REVIEW', 'farmer', gen_random_uuid(), 'Alike', 'ADMIN', now(), gen_random_uuid()::text
        from generate_series(1, 5000)`.execute(db)
      await sql`analyze flag`.execute(db)
      await sql.raw(`set local role ${appRole}`).execute(db)
      await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select distinct f.subject_id as id from flag as f
        where f.tenant_id = ${tenantId} and f.named = any(${[one.id, one.code]}::text[]) and f.closed_at is null`.execute(db)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      throw undone
    })
    await expect(planned).rejects.toBe(undone)
    expect(plan).toMatch(/Index Scan (using|on) flag__named__idx/)
    expect(plan).toMatch(/Index Cond: .*named = ANY/)
  })
})
