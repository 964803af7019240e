// Which crops a version of a scheme's rules judges, as its page lists them (domain dictionary 5.2): refusals, the same crops as their own compliance names it for, and those
// of a draft, of a crop that names the rules itself, and of a version that is no longer published.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let npop: string
const crops: string[] = []
const as = (who: string) => world.as(who, 'OP1')
const rules = [
  {
    code: 'SEED',
    text: 'Seed of the group',
    severity: 'MAJOR',
    weight: 1,
    correctiveDays: 30,
    effectOnFail: 'NONE',
    check: { type: 'SEED_SOURCE', seedSources: ['GROUP'] },
  },
]
const version = async (values: Json = {}): Promise<string> =>
  (
    await ok(
      world.as('ada', '-').post('/schemepop', { name: 'Cotton', schemeId: npop, cropTypeId: chain.cotton, passScore: 60, maxMajor: 1, rules, ...values }),
    )
  ).id
const publish = (id: string) => ok(record(world.as('ada', '-'), 'schemepop', id, 'PUBLISHED', clock().toISOString().slice(0, 10)))
const usedBy = async (id: string, who = 'omar'): Promise<Json> => ok(as(who).get(`/schemepop/${id}/crops`))
const idsOf = ({ items }: Json): string[] => items.map(({ crop }: Json) => crop.id).sort()
/** Of these crops, those whose own compliance names the version. */
async function judgedBy(id: string): Promise<string[]> {
  const found: string[] = []
  for (const crop of crops) {
    const { items } = await ok(as('omar').get(`/crop/${crop}/compliance`))
    if (items.some(({ schemePopId }: Json) => schemePopId === id)) found.push(crop)
  }
  return found.sort()
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  npop = await chain.standards.scheme('NPOP')
  for (let n = 0; n < 2; n++) crops.push((await chain.sown()).cropId)
}, 120_000)

describe('the crops of a version of rules', () => {
  it('are asked for by whoever reads the rules: a stranger (401), another programme (404), another word (400)', async () => {
    const id = await version({ name: 'Asked' })
    expect((await world.stranger().get(`/api/operators/OP1/schemepop/${id}/crops`)).status).toBe(401)
    expect((await world.as('dina', '-').get(`/schemepop/${id}/crops`)).status).toBe(404)
    expect((await as('omar').get(`/schemepop/${id}/crops?after=1`)).status).toBe(400)
  })
  it('are those that a draft would judge, and then those that it judges, as each crop says itself', async () => {
    const id = await version()
    const draft = await usedBy(id)
    expect([idsOf(draft), draft.total]).toEqual([[...crops].sort(), 2])
    expect(draft.items.every(({ score }: Json) => score === null)).toBe(true)
    expect(await judgedBy(id)).toEqual([])
    await publish(id)
    const answer = await as('omar').get(`/schemepop/${id}/crops`)
    expect(flawsOfAnswer('schemepop.crops', answer.status, answer.body)).toEqual([])
    expect(idsOf(answer.body)).toEqual(await judgedBy(id))
    expect(idsOf(answer.body)).toHaveLength(2)
    // Those of another operator are not its reader's.
    expect((await ok(world.as('ada', 'OP2').get(`/schemepop/${id}/crops`))).items).toEqual([])
    await ok(record(world.as('ada', '-'), 'schemepop', id, 'ARCHIVED', clock().toISOString().slice(0, 10)))
    expect(await usedBy(id)).toEqual({ total: 0, items: [] })
    expect(await judgedBy(id)).toEqual([])
  })
  it('are those of the latest published version of a name that holds for them: an earlier one, and a draft of before, judge none', async () => {
    const [draft, first, second, otherCrop] = [
      await version({ name: 'Versions' }),
      await version({ name: 'Versions' }),
      await version({ name: 'Versions' }),
      await version({ name: 'Versions', cropTypeId: (await seedsOf(world).make(entityOf('croptype'))).id }),
    ]
    await publish(otherCrop)
    await publish(first)
    expect([idsOf(await usedBy(first)), await judgedBy(first)]).toEqual([[...crops].sort(), [...crops].sort()])
    await publish(second)
    expect([idsOf(await usedBy(second)), await judgedBy(second)]).toEqual([[...crops].sort(), [...crops].sort()])
    expect(await judgedBy(first)).toEqual([])
    for (const id of [first, draft]) {
      expect(await usedBy(id)).toEqual({ total: 0, items: [] })
      expect((await ok(as('omar').get(`/schemepop/${id}/impact`))).judged).toBe(0)
    }
    await ok(record(world.as('ada', '-'), 'schemepop', second, 'SUPERSEDED', clock().toISOString().slice(0, 10)))
    expect([idsOf(await usedBy(first)), await judgedBy(first)]).toEqual([[...crops].sort(), [...crops].sort()])
    await ok(record(world.as('ada', '-'), 'schemepop', first, 'ARCHIVED', clock().toISOString().slice(0, 10)))
  })
  it('are none of another crop type, nor under a scheme that the group has nothing to do with, but for a crop that names it', async () => {
    const other = await chain.standards.scheme('GLOBALGAP')
    const id = await version({ name: 'Own', schemeId: other })
    await publish(id)
    expect([idsOf(await usedBy(id)), await judgedBy(id)]).toEqual([[], []])
    const previewed = async () => (await ok(as('omar').get(`/schemepop/${id}/impact`))).judged
    expect(await previewed()).toBe(0)
    const [named] = crops as [string]
    const before = await chain.view('crop', named)
    await ok(as('omar').patch(`/crop/${named}`, { schemePopIds: [id] }, { 'if-match': `"${before.version}"` }))
    expect([idsOf(await usedBy(id)), await judgedBy(id)]).toEqual([[named], [named]])
    expect(await previewed()).toBe(1)
  })
})
