// Events of a record that is not sent yet: they wait for it, go after it in their order, and say why they wait when it is refused or deleted.
import { describe, expect, it, vi } from 'vitest'
import { always, eventOf, fatima, item, ok, omar, posted, refusal, rowsThere, sent, served, serveOutbox, states } from '../../../../tests/web/outbox-server.ts'
import { flushOutbox } from './flush.ts'
import { blockedBy } from './order.ts'
import { changeItem, giveUp, readOutbox, retryItem, storeItem, unsentCount } from './store.ts'
import { tryItem } from './trying.ts'

serveOutbox()

const visit = (id: string, farmerId: string) => ({ ...eventOf(id, farmerId), entity: 'farmer', title: `Farmer ${farmerId}` })
const attempt = () => ({ onStored: vi.fn(), onAnswer: vi.fn(), onWaiting: vi.fn(), onNotStored: vi.fn(), isOpen: always })
const rowOf = async (id: string) => (await readOutbox(fatima)).find((one) => one.id === id)

describe('an event of a record that is not sent', () => {
  it('waits while the record is refused, and names it', async () => {
    await storeItem(fatima, item('a'))
    await storeItem(fatima, visit('v', 'a'))
    served.answer = ({ method }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : refusal(422, 'RULE_BLOCKED'))
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 0, refused: 1 })
    expect(await states()).toEqual({ a: 'REFUSED', v: 'WAITING' })
    const all = await readOutbox(fatima)
    expect(all.map((one) => blockedBy(one, all)?.id)).toEqual([undefined, 'a'])
  })
  it('is stored by its form and not tried before the record, also where there is a network', async () => {
    await storeItem(fatima, item('a'))
    const send = vi.fn()
    const called = attempt()
    await expect(tryItem(fatima, visit('v', 'a'), false, send, called)).rejects.toMatchObject({ code: 'OFFLINE' })
    expect([send.mock.calls.length, called.onWaiting.mock.calls.length, sent]).toEqual([0, 1, []])
    expect(await rowOf('v')).toMatchObject({ state: 'WAITING', tries: 0 })
    await flushOutbox(fatima, always)
    expect(posted()).toEqual([
      ['farmer', 'a'],
      ['farmer/a/events', 'v'],
    ])
  })
  it('waits for good when the record is deleted, until its person tries it all the same', async () => {
    const { seq } = await storeItem(fatima, item('a'))
    await storeItem(fatima, visit('v', 'a'))
    await storeItem(fatima, visit('w', 'b'))
    await giveUp(omar, seq)
    expect(await rowOf('a')).toBeDefined()
    await giveUp(fatima, seq)
    expect(await rowOf('v')).toMatchObject({ state: 'WAITING', givenUp: 'Farmer a' })
    expect(unsentCount(fatima)).toBe(2)
    await flushOutbox(fatima, always)
    expect([posted(), await states()]).toEqual([[['farmer/b/events', 'w']], { v: 'WAITING', w: 'SENT' }])
    const row = await rowOf('v')
    if (row) await retryItem(row)
    served.answer = () => refusal(404, 'NOT_FOUND')
    expect(await flushOutbox(fatima, always)).toMatchObject({ refused: 1 })
    expect(await rowOf('v')).toMatchObject({ state: 'REFUSED', problem: { code: 'NOT_FOUND' } })
  })
  it('is sent though the record was deleted here after it had arrived as first entered', async () => {
    const { seq } = await storeItem(fatima, item('a'))
    await storeItem(fatima, visit('v', 'a'))
    await changeItem(fatima, seq, { state: 'REFUSED', isThere: true })
    await giveUp(fatima, seq)
    await flushOutbox(fatima, always)
    expect([posted(), await states()]).toEqual([[['farmer/a/events', 'v']], { v: 'SENT' }])
  })
  it('stays when the record is corrected, and goes after it, in the order in which the events were entered', async () => {
    const { seq } = await storeItem(fatima, item('a'))
    for (const id of ['v', 'w']) await storeItem(fatima, visit(id, 'a'))
    await changeItem(fatima, seq, { state: 'REFUSED' })
    await storeItem(fatima, { ...item('a'), key: 'corrected', body: { id: 'a', firstName: 'Corrected' } })
    await flushOutbox(fatima, always)
    expect(posted()).toEqual([
      ['farmer', 'a'],
      ['farmer/a/events', 'v'],
      ['farmer/a/events', 'w'],
    ])
    expect(sent[0]?.body).toMatchObject({ firstName: 'Corrected' })
  })
  it('waits with its record when the network goes between the two, and each is once at the server', async () => {
    await storeItem(fatima, item('a'))
    await storeItem(fatima, visit('v', 'a'))
    served.answer = ({ path }) => (path.endsWith('/events') ? 'no network' : ok)
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1, isSilent: true })
    served.answer = () => ok
    await flushOutbox(fatima, always)
    expect(posted().map(([path]) => path)).toEqual(['farmer', 'farmer/a/events', 'farmer/a/events'])
    expect(new Set(sent.filter(({ path }) => path.endsWith('/events')).map(({ key }) => key)).size).toBe(1)
    expect(((await rowsThere()) as { state: string }[]).map(({ state }) => state)).toEqual(['SENT', 'SENT'])
  })
})
