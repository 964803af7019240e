// Risk of farmers from what is recorded (BR-34), and a round planned in bulk: who is refused, what a preview says, and that nobody is
// planned twice or by somebody with a conflict.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let checklistId: string
let farmers: string[]
const as = (who: string) => world.as(who)
const round = (who: string, values: Json = {}) =>
  as(who).post('/inspection-rounds', {
    seasonId: chain.season,
    checklistId,
    round: 1,
    way: 'ALL',
    seed: 's',
    from: '2026-01-20',
    perDay: 2,
    isPreview: true,
    ...values,
  })
const riskOf = async (farmerId: string): Promise<Json> => (await ok(as('omar').get(`/reports/farmers-summary?farmerIds=${farmerId}`))).items[0].risk
const planned = async (): Promise<Json[]> => (await ok(as('omar').get('/inspection?limit=200'))).items

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const question = {
    code: 'A',
    section: 'A',
    text: 'A?',
    ask: { kind: 'TEXT', mayNotApply: true },
    severity: 'MINOR',
    weight: 1,
    correctiveDays: 1,
    photo: 'NONE',
  }
  checklistId = (await ok(as('ada').post('/checklist', { name: 'Round', kind: 'INTERNAL', questions: [question] }))).id
  await ok(record(as('ada'), 'checklist', checklistId, 'PUBLISHED', '2025-07-01'))
  farmers = []
  for (let at = 0; at < 3; at++) farmers.push((await chain.member({ isInspected: false })).farmerId)
})

describe('the risk of a farmer', () => {
  it('rises with a major finding, with the reason, and is not shown to who sees no inspections', async () => {
    const [first = ''] = farmers
    const before = await riskOf(first)
    await ok(
      as('ines').post('/nonconformity', {
        ref: 'N-1',
        severity: 'MAJOR',
        rule: 'X',
        description: 'X',
        farmerId: first,
        openedOn: '2026-01-10',
        dueOn: '2026-02-10',
      }),
    )
    const after = await riskOf(first)
    expect(after.points - before.points).toBe(3)
    expect(after.reasons.map(({ message }: Json) => message)).toContain('A major or critical non-conformity within two years.')
    expect((await ok(as('pooja').get(`/reports/farmers-summary?farmerIds=${first}`))).items[0].risk).toBeNull()
  })
})

describe('a round', () => {
  it('is planned by the manager alone (403), with a published checklist of the internal control (400)', async () => {
    for (const who of ['ines', 'fatima', 'carla']) expect([who, (await round(who)).status]).toEqual([who, 403])
    const { id } = await ok(
      as('ada').post('/checklist', { name: 'Draft', kind: 'INTERNAL', questions: [(await ok(as('ada').get(`/checklist/${checklistId}`))).questions[0]] }),
    )
    expect(await round('omar', { checklistId: id })).toMatchObject({ status: 400, body: { fields: [{ path: 'checklistId' }] } })
  })
  it('is shown before anything is written; then each member is planned once, by an inspector without a conflict', async () => {
    const preview = await ok(round('omar'))
    expect(preview).toMatchObject({ members: 3, planned: 0, suggestedSample: 3, reasons: [{ reason: 'ALL', visits: 3 }], left: [] })
    expect(await planned()).toEqual([])
    expect(await ok(round('omar', { isPreview: false }))).toMatchObject({ planned: 3 })
    const visits = await planned()
    expect(visits.map(({ farmerId }) => farmerId).sort()).toEqual([...farmers].sort())
    expect(new Set(visits.map(({ inspectorId }) => inspectorId))).toEqual(new Set([world.people.ines?.id]))
    expect(visits.map(({ plannedOn }) => plannedOn).sort()).toEqual(['2026-01-20', '2026-01-20', '2026-01-21'])
    expect(await ok(round('omar', { isPreview: false }))).toMatchObject({ members: 0, planned: 0 })
    expect(await planned()).toHaveLength(3)
  })
  it('draws the same by the same seed, and leaves over whom nobody may visit', async () => {
    const drawn = async () => (await ok(round('omar', { round: 2, way: 'RISK', random: 1 }))).inspectors
    expect(await drawn()).toEqual(await drawn())
    const { version } = await ok(as('ada').get(`/user/${world.people.ines?.id}`))
    await ok(
      as('ada').patch(`/user/${world.people.ines?.id}`, { conflictOfInterest: [{ farmerId: farmers[0], relation: 'Aunt' }] }, { 'if-match': `"${version}"` }),
    )
    const { left, reasons } = await ok(round('omar', { round: 2 }))
    expect(left.map(({ farmerId }: Json) => farmerId)).toEqual([farmers[0]])
    expect(reasons).toEqual([{ reason: 'ALL', visits: 2 }])
  })
})
