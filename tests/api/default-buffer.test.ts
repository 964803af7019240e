// BR-13: where no scheme of a crop says how wide a buffer is, that of the programme holds, or a physical barrier.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const admin = () => world.as('ada', '-')
const failures: unknown[] = []
const judged = async (tenant = world.tenants.cotton) => {
  const context = { ...world.deps, log: (...entry: unknown[]) => void failures.push(entry), clock, stop: new AbortController().signal }
  await runClock(
    context,
    tenant,
    clockHandlers.filter(({ name }) => name.startsWith('rules of schemes')),
  )
  expect(failures).toEqual([])
}
const nextTo = async (parcelId: string, neighbours: Json[]) => {
  const { version } = await ok(as('ada').get(`/landparcel/${parcelId}`))
  await ok(as('ada').patch(`/landparcel/${parcelId}`, { neighbours }, { 'if-match': `"${version}"` }))
  await judged()
}
const near = (use: string, bufferM: number, more: Json = {}) => [{ side: 'N', use, bufferM, ...more }]
const published = async (name: string, check: Json, scheme = 'NPOP') => {
  const rule = { code: name, text: name, severity: 'MINOR', weight: 1, correctiveDays: 30, effectOnFail: 'NONE', check }
  const body = { name, schemeId: await chain.standards.scheme(scheme), cropTypeId: chain.cotton, passScore: 0, maxMajor: 9, rules: [rule] }
  const { id } = await ok(admin().post('/schemepop', body))
  await ok(record(admin(), 'schemepop', id, 'PUBLISHED', '2025-06-01'))
  return id
}
const found = async (cropId: string) => (await ok(as('omar').get(`/nonconformity?filter[cropId]=${cropId}&filter[rule]=BR-13`))).items
const excluded = async (cropId: string) => (await ok(as('omar').get(`/crop/${cropId}`))).excludedHa

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a crop beside GM cotton whose schemes say no buffer', () => {
  it('has a major non-conformity and border rows within 7 m, and neither behind a barrier nor where no scheme holds', async () => {
    const { cropId, parcelId } = await chain.sown({ name: 'Border' })
    await nextTo(parcelId, near('GM_COTTON', 0))
    expect([await excluded(cropId), await found(cropId)]).toEqual([null, []])
    await published('SCOUTED', { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1 })
    await judged()
    const whole = await excluded(cropId)
    expect(whole).toBeGreaterThan(0)
    const [open] = await found(cropId)
    expect(open).toMatchObject({ severity: 'MAJOR', status: 'OPEN', rule: 'BR-13' })
    expect(open.description).toBe('A buffer of 7 m, or a physical barrier, lies between the plot and GM cotton or conventional fields.')
    expect(JSON.parse(open.descriptionWords).values).toEqual([7])
    // For a reader of another language the sentence with its values, as in the finding.
    const { items } = await ok(as('omar').get(`/crop/${cropId}/compliance`))
    const rules: Json[] = items.flatMap((one: Json) => one.rules)
    expect(rules.filter(({ code }) => code === 'BR-13')).toMatchObject([{ text: open.description, textWords: JSON.parse(open.descriptionWords) }])
    expect(rules.filter(({ code }) => code === 'SCOUTED')).toMatchObject([{ text: 'SCOUTED' }])
    expect(rules.find(({ code }) => code === 'SCOUTED')).not.toHaveProperty('textWords')
    // Seven metres are asked: a seventh of the strip for each that is missing.
    await nextTo(parcelId, near('CONVENTIONAL', 6))
    expect(await excluded(cropId)).toBeCloseTo(whole / 7, 3)
    await nextTo(parcelId, near('CONVENTIONAL', 0, { hasBarrier: true }))
    expect([await excluded(cropId), (await found(cropId)).map(({ status }: Json) => status)]).toEqual([null, ['CLOSED']])
    for (const neighbours of [near('CONVENTIONAL', 7), near('ROAD', 0), []]) {
      await nextTo(parcelId, neighbours)
      expect(await excluded(cropId)).toBeNull()
    }
  })
  it('has as much as the programme says, and as its scheme says once that does', async () => {
    const { cropId, parcelId } = await chain.sown({ name: 'Own' })
    await nextTo(parcelId, near('GM_COTTON', 4))
    expect(await excluded(cropId)).toBeGreaterThan(0)
    await published('STRIP', { type: 'MIN_BUFFER', neighbourUses: ['GM_COTTON'], metres: 3 })
    await judged()
    expect([await excluded(cropId), (await found(cropId)).map(({ status }: Json) => status)]).toEqual([null, ['CLOSED']])
  })
  it('has it under the scheme under which it was found, whichever scheme holds for the crop besides later', async () => {
    const { items } = await ok(admin().get('/schemepop?filter[status]=PUBLISHED'))
    for (const { id } of items) await ok(record(admin(), 'schemepop', id, 'ARCHIVED', '2026-01-15'))
    const { cropId, parcelId } = await chain.sown({ name: 'Stays' })
    // Of the two schemes the one that was entered last.
    await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'EU_ORG' })
    const scouted = { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1 }
    await published('LATER', scouted, 'EU_ORG')
    await nextTo(parcelId, near('GM_COTTON', 0))
    const [before, ...others] = await found(cropId)
    expect([before.status, others]).toEqual(['OPEN', []])
    const whole = await excluded(cropId)
    await published('EARLIER', scouted)
    await judged()
    expect((await found(cropId)).map(({ id, status }: Json) => [id, status])).toEqual([[before.id, 'OPEN']])
    expect(await excluded(cropId)).toBe(whole)
    await nextTo(parcelId, near('GM_COTTON', 0, { hasBarrier: true }))
    expect((await found(cropId)).map(({ status }: Json) => status)).toEqual(['CLOSED'])
  })
})
