// What an administrator is shown of rules of automatic approval before they are in force (domain dictionary 6.1): counts of what came in, by the rules as they
// judge it when it comes in; and who changed them.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, today } from './chain-stage.ts'

const path = '/api/submission-policy'
const rule = { form: 'CROP_EVENT', role: 'FIELD_OFFICER', afterApplied: 0, cleanDays: 0 }
const dayMs = 86_400_000

let world: World
let chain: Chain
let now = Date.parse(today)
let cropId: string
/** That nobody has decided on. */
let waitingId: string
beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  cropId = (await chain.sown()).cropId
  await chain.picked(cropId, 20)
})
const refuse = refusing(() => world)
const omar = () => world.as('omar', 'OP1')
const preview = (rules: Json[], who = 'ada') => world.as(who).post(`${path}/preview`, { rules })
const policy = async (rules: Json[]) => ok(world.as('ada').patch(path, { rules }, { 'if-match': `"${(await ok(world.as('ada').get(path))).version}"` }))

/** A picking that Fatima's device sends a minute later. */
async function sent(kg: number): Promise<Json> {
  now += 60_000
  const values = { eventType: 'HARVEST', pickNo: 1, kg, occurredAt: new Date(now).toISOString() }
  const answers = Object.entries(values).map(([field, value]) => ({
    field,
    value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
  }))
  return ok(
    world.as('fatima', 'OP1').post('/submission', {
      ...{
        formCode: 'CROP_EVENT',
        formVersion: 1,
        answers,
        deviceId: 'SM-A146',
        capturedAt: new Date(now).toISOString(),
        targetType: 'crop',
        targetId: cropId,
      },
    }),
  )
}
async function decide(id: string, eventType: string, data: Json = {}): Promise<void> {
  now += 60_000
  await ok(omar().post(`/submission/${id}/events`, { eventType, occurredAt: new Date(now).toISOString(), data }))
}

describe('the preview of rules of automatic approval', () => {
  it('is for administrators, of rules that could be stored; nothing is changed by it', async () => {
    await refuse(() => preview([rule], 'omar'), { status: 403 })
    await refuse(() => preview([rule, rule]), { status: 400 })
    await refuse(() => preview([{ ...rule, form: 'CHANGE_REQUEST' }]), { status: 400, body: { fields: [{ path: 'rules.0.form' }] } })
    await refuse(() => preview([{ ...rule, afterApplied: -1 }]), { status: 400, body: { fields: [{ path: 'rules.0.afterApplied' }] } })
    await refuse(() => world.as('omar').get(`${path}/changes`), { status: 403 })
    expect(await ok(preview([]))).toEqual({ days: 30, received: 0, approved: 0, rules: [] })
    expect((await ok(world.as('ada').get(path))).rules).toEqual([])
  })

  it('counts each by what was known when it came in: flags first, then what was applied before, then what was refused', async () => {
    const first = await sent(3)
    await sent(9_000_000)
    await decide(first.id, 'APPROVED')
    const second = await sent(4)
    await decide(second.id, 'RETURNED', { comment: 'Which field?' })
    waitingId = (await sent(5)).id
    const [easy, proven, clean] = [rule, { ...rule, afterApplied: 1 }, { ...rule, role: 'FARMER' }]
    const flags = [{ ruleId: expect.any(String), outcome: 'BLOCK', count: 1 }]
    expect(await ok(preview([easy]))).toEqual({
      ...{ days: 30, received: 4, approved: 3 },
      rules: [{ form: 'CROP_EVENT', role: 'FIELD_OFFICER', received: 4, approved: 3, flagged: 1, tooFew: 0, refusedLately: 0, flags }],
    })
    // The first came before anything was applied.
    expect((await ok(preview([proven]))).rules).toMatchObject([{ received: 4, approved: 2, flagged: 1, tooFew: 1, refusedLately: 0 }])
    // The last came a minute after one was returned.
    expect((await ok(preview([{ ...proven, cleanDays: 7 }]))).rules).toMatchObject([{ received: 4, approved: 1, flagged: 1, tooFew: 1, refusedLately: 1 }])
    expect(await ok(preview([clean]))).toMatchObject({ received: 4, approved: 0, rules: [{ received: 0, approved: 0, flags: [] }] })
    // Seven days later the same counts again.
    now += 7 * dayMs
    await sent(6)
    expect((await ok(preview([{ ...proven, cleanDays: 7 }]))).rules).toMatchObject([{ received: 5, approved: 2, flagged: 1, tooFew: 1, refusedLately: 1 }])
  })

  it('says of rules in force what they have approved', async () => {
    const rules = [{ ...rule, afterApplied: 2, cleanDays: 7 }]
    const before = (await ok(preview(rules))).approved
    await policy(rules)
    const states = [(await sent(1)).status]
    await decide(waitingId, 'APPROVED')
    states.push((await sent(2)).status, (await sent(8_000_000)).status, (await sent(7)).status)
    await policy([])
    expect(states).toEqual(['RECEIVED', 'APPLIED', 'RECEIVED', 'APPLIED'])
    expect((await ok(preview(rules))).approved - before).toBe(states.filter((state) => state === 'APPLIED').length)
  })

  it('forgets what came in more than thirty days ago, which still counts as applied', async () => {
    now += 31 * dayMs
    expect(await ok(preview([rule]))).toMatchObject({ received: 0, approved: 0 })
    await sent(9)
    expect((await ok(preview([{ ...rule, afterApplied: 4 }]))).rules).toMatchObject([{ received: 1, approved: 1 }])
    expect((await ok(preview([{ ...rule, afterApplied: 5 }]))).rules).toMatchObject([{ received: 1, tooFew: 1 }])
  })

  it('is followed by who changed the rules when, newest first, with those of before', async () => {
    const items: Json[] = (await ok(world.as('ada').get(`${path}/changes`))).items
    const stored = [{ ...rule, afterApplied: 2, cleanDays: 7 }]
    expect(items).toMatchObject([
      { changedBy: { id: world.people.ada?.id }, before: stored, after: [] },
      { changedBy: { id: world.people.ada?.id }, before: [], after: stored },
    ])
  })

  it('has every change, fifty at once, each one once', async () => {
    for (let at = 1; at <= 50; at++) await policy([{ ...rule, afterApplied: at }])
    const newest = await ok(world.as('ada').get(`${path}/changes`))
    const older = await ok(world.as('ada').get(`${path}/changes?before=${newest.next}`))
    expect([newest.items.length, older.items.length, older.next]).toEqual([50, 2, null])
    expect([...newest.items, ...older.items].map(({ after }: Json) => after[0]?.afterApplied ?? 0)).toEqual([
      ...Array.from({ length: 50 }, (_, at) => 50 - at),
      0,
      2,
    ])
    expect((await world.as('ada').get(`${path}/changes?before=x`)).status).toBe(400)
  })
})
