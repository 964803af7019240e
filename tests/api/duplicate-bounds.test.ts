// Who may be registered already (BR-23), at its bounds: of 0.70 points a review, of 1.00 a refusal; homes within 100 m; and the finding follows what is corrected of either of the two, and who is
// deleted. No day is part of it: a record is compared as it is, whenever it was entered.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let people = 0
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const first = ['Ambika', 'Bhuri', 'Chhaya', 'Dhapu', 'Phoolwati', 'Hirabai', 'Imarti', 'Narmada', 'Usha', 'Zeba']
const last = ['Awasya', 'Muwel', 'Jamra', 'Chopda', 'Pipliya', 'Okhare', 'Khote', 'Lonare', 'Varma', 'Gurjar']
/** Of nobody’s name, telephone, village and home but its own. */
const person = (more: Json = {}): Json => {
  const n = ++people
  return {
    ...{
      memberNo: `D-${n}`,
      firstName: first[n % 10],
      lastName: last[Math.floor(n / 10) % 10],
      gender: 'F',
      phone: `98261${String(10_000 + n)}`,
      noPhone: false,
    },
    ...{ language: 'hi', village: `Place ${n}`, block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh', country: 'IN', totalHoldingHa: 1 },
    ...{ otherGroupMembership: false, joinedOn: '2024-04-01', contractSignedOn: '2024-04-01', noParcelReason: 'To be mapped' },
    ...{ consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at('2024-04-01'), channel: 'PAPER' }], ...more },
  }
}
const post = (body: Json) => as('fatima').post('/farmer', body)
const register = (more: Json = {}): Promise<Json> => ok(post(person(more)))
const edit = async (id: string, values: Json) => ok(as('omar').patch(`/farmer/${id}`, values, { 'if-match': `"${(await chain.view('farmer', id)).version}"` }))
const scores = async (id: string): Promise<number[]> =>
  (await chain.view('farmer', id)).flags.flatMap(({ ruleId, figures }: Json) => (ruleId === 'BR-23' ? [figures.score ?? figures.code] : []))
const home = (lon: number) => ({ type: 'Point', coordinates: [lon, 22] })
/** A degree of longitude at 22° north. */
const metres = 111_195 * Math.cos((22 * Math.PI) / 180)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a likeness (BR-23)', () => {
  it('is a review from 0.70 points on and a refusal from 1.00 on; below it is none', async () => {
    const known = await register({ firstName: 'Ganga', lastName: 'Rajput', relationName: 'Bhagwan', homePoint: home(75.5) })
    const like = { phone: known.phone, village: known.village, homePoint: home(75.5) }
    // Telephone, village and home: 0.65.
    expect(await scores((await register({ ...like, relationName: 'Someone' })).id)).toEqual([])
    // Telephone and name: 0.70; name, relation and village: 0.70.
    const [named] = [await register({ firstName: 'Ganga', lastName: 'Rajput', phone: known.phone })]
    expect(await scores(named.id)).toEqual([0.7])
    expect(await scores((await register({ firstName: 'Ganga', lastName: 'Rajput', relationName: 'Bhagwan', village: known.village })).id)).toEqual([0.7])
    // Telephone, name and relation: 0.95; with the home it is 1.05.
    const body = { firstName: 'Ganga', lastName: 'Rajput', relationName: 'Bhagwan', phone: known.phone }
    expect(await scores((await register(body)).id)).toEqual([0.95])
    await refused(() => post(person({ ...body, homePoint: home(75.5) })), { status: 422, body: { ruleId: 'BR-23', figures: { score: 1.05 } } })
    // The same document with the same name: exactly 1.
    const card = { nationalIdType: 'VOTER', nationalIdLast4: '7431' }
    await register({ firstName: 'Sunder', lastName: 'Bhilala', ...card })
    await refused(() => post(person({ firstName: 'Sunder', lastName: 'Bhilala', ...card })), { status: 422, body: { ruleId: 'BR-23', figures: { score: 1 } } })
    expect(await scores((await register({ firstName: 'Sunder', lastName: 'Bhilala', ...card, nationalIdLast4: '7432' })).id)).toEqual([])
  })
  it('has one home within 100 m, not at 101 m', async () => {
    const known = await register({ homePoint: home(75.7), relationName: 'Onkar' })
    // Telephone and relation are 0.65; the home decides.
    const at = async (away: number) => scores((await register({ phone: known.phone, relationName: 'Onkar', homePoint: home(75.7 + away / metres) })).id)
    expect(await at(101)).toEqual([])
    expect(await at(99)).toEqual([0.75])
  })
})

describe('a finding of a likeness', () => {
  it('goes when the other one is corrected, as when its own record is, and its member may be approved', async () => {
    const known = await register({ firstName: 'Tulsi', lastName: 'Mandloi' })
    const like = await register({ firstName: 'Tulsi', lastName: 'Mandloi', phone: known.phone })
    await ok(record(as('fatima'), 'farmer', like.id, 'SUBMITTED', '2025-06-02'))
    const approve = () => record(as('omar'), 'farmer', like.id, 'APPROVED', '2025-06-03')
    await refused(approve, { status: 422, body: { ruleId: 'BR-23' } })
    // It was the other one whose telephone was misread.
    await edit(known.id, { phone: '9826199999' })
    expect([await scores(known.id), await scores(like.id)]).toEqual([[], []])
    expect((await ok(approve())).subject.status).toBe('ACTIVE')
    const third = await register({ firstName: 'Tulsi', lastName: 'Mandloi', phone: '9826199999' })
    expect(await scores(third.id)).toEqual([0.7])
    await edit(third.id, { phone: '9826199998' })
    expect(await scores(third.id)).toEqual([])
  })
  it('names another one who is as like, and becomes stronger or weaker with what is corrected there', async () => {
    const known = await register({ firstName: 'Jamna', lastName: 'Barela', relationName: 'Nanu' })
    const second = await register({ firstName: 'Jamna', lastName: 'Barela', phone: known.phone, duplicateOverride: 'Her sister' })
    const like = await register({ firstName: 'Jamna', lastName: 'Barela', relationName: 'Nanu', phone: known.phone })
    expect(await scores(like.id)).toEqual([0.95])
    await edit(known.id, { relationName: 'Kalu' })
    expect(await scores(like.id)).toEqual([0.7])
    await edit(known.id, { phone: '9826188888' })
    const flags = (await chain.view('farmer', like.id)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-23')
    expect(flags).toMatchObject([{ severity: 'REVIEW', figures: { memberNo: second.memberNo, score: 0.7 } }])
    // Of the second one it was said that she is another person; now there is nobody like her but the third.
    expect((await chain.view('farmer', second.id)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-23')).toMatchObject([{ severity: 'WARN' }])
  })
  it('goes with a record that is deleted', async () => {
    const known = await register({ firstName: 'Rewa', lastName: 'Kirade' })
    const like = await register({ firstName: 'Rewa', lastName: 'Kirade', phone: known.phone })
    expect(await scores(like.id)).toEqual([0.7])
    const { version } = await chain.view('farmer', known.id)
    const { status } = await as('omar').send(`/farmer/${known.id}`, { method: 'DELETE', headers: { 'if-match': `"${version}"` } })
    expect(status).toBeLessThan(300)
    expect(await scores(like.id)).toEqual([])
  })
  it('of a member of another operator goes with what is corrected there', async () => {
    const known = await ok(world.as('ada', 'OP2').post('/farmer', person({ firstName: 'Kesar', lastName: 'Dawar' })))
    const like = await register({ firstName: 'Kesar', lastName: 'Dawar', phone: known.phone })
    expect(await scores(like.id)).toEqual([known.code])
    const { version } = await ok(world.as('ada', 'OP2').get(`/farmer/${known.id}`))
    await ok(world.as('ada', 'OP2').patch(`/farmer/${known.id}`, { phone: '9826177777' }, { 'if-match': `"${version}"` }))
    expect(await scores(like.id)).toEqual([])
  })
})
