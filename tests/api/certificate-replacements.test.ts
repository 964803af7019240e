// One certificate at a time waits to take the place of an issued one (5.5); once that is withdrawn the two go on to count as one, and what is left is never less than nothing.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let sales: Sales
const as = (key: string) => world.as(key, 'OP1')
const refused = refusing(() => world)
const undo = (id: string, eventId: string, who = 'carla') => as(who).post(`/transactioncertificate/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const submit = (id: string) => sales.act(as('omar'), id, 'SUBMITTED')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  sales = salesOf(await chainOf(world))
}, 120_000)
/** An issued certificate of 200 kg in two dispatches, and two drafts that are to take its place. */
async function replaced(): Promise<{ lot: string; sent: Sent[]; old: Json; drafts: string[] }> {
  const lot = await sales.lot(300)
  const sent = [await sales.send(lot, 120), await sales.send(lot, 80)]
  const old = await sales.issued(sent)
  const drafts = [await sales.draft(sent, { replacesId: old.id }), await sales.draft(sent.slice(0, 1), { replacesId: old.id })]
  return { lot, sent, old, drafts: drafts.map(({ id }) => id) }
}

describe('a replacement', () => {
  it('is not submitted while another one waits to take the same place (409), whatever state that has; after it yes', async () => {
    const { drafts, old } = await replaced()
    const [one = '', other = ''] = drafts
    await ok(submit(one))
    await refused(() => submit(other), { status: 409, body: { figures: { certificateId: one } } })
    await ok(sales.act(as('carla'), one, 'REVIEW_STARTED'))
    await refused(() => submit(other), { status: 409 })
    await ok(sales.act(as('carla'), one, 'CORRECTION_ASKED', { note: 'Weight' }))
    await refused(() => submit(other), { status: 409 })
    const { event } = await ok(sales.act(as('omar'), one, 'CANCELLED', { reason: 'By mistake' }))
    await ok(submit(other))
    // What would bring the first one back is refused like its submission.
    await refused(() => undo(one, event.id, 'omar'), { status: 409 })
    await ok(sales.act(as('carla'), other, 'REVIEW_STARTED'))
    await ok(sales.act(as('carla'), other, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Seen' }))
    expect((await ok(as('omar').get(`/transactioncertificate/${old.id}`))).status).toBe('REVISED')
  })
  it('of two at once one is submitted', async () => {
    const { drafts } = await replaced()
    const answers = await Promise.all(drafts.map(submit))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
  it('counts once with the one that it waits to replace, also when that is withdrawn: nothing of it is counted below nothing', async () => {
    const { drafts, old, lot } = await replaced()
    const [one = ''] = drafts
    const other = await sales.draft([await sales.send(await sales.lot(50), 20)])
    /** What its group has certified before, as another draft sees it. */
    const certifiedBefore = async () => {
      const { checks } = await ok(as('omar').get(`/transactioncertificate/${other.id}/checks`))
      return checks.find(({ code }: Json) => code === 'T08').inputs.find(({ label }: Json) => label === 'Certified before').value
    }
    const certified = await certifiedBefore()
    await ok(submit(one))
    expect(await certifiedBefore()).toBe(certified)
    expect(await sales.kilograms(lot)).toMatchObject({ reservedKg: 0, certifiedKg: 200, certifiableKg: 100 })
    await ok(sales.act(as('carla'), old.id, 'WITHDRAWN', { reason: 'Error' }))
    expect(await sales.kilograms(lot)).toMatchObject({ reservedKg: 0, certifiedKg: 200 })
    const { checks } = await ok(as('omar').get(`/transactioncertificate/${one}/checks`))
    const all: number[] = checks.flatMap(({ inputs }: Json) => inputs.flatMap(({ value, unit }: Json) => (unit === 'kg' ? [Number(value)] : [])))
    expect(all.every((value) => value >= 0)).toBe(true)
    expect(await certifiedBefore()).toBe(certified)
  })
})
