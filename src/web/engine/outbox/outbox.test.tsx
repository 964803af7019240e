// A form that the server could not be reached for, and the page of what is stored on this device.
import 'fake-indexeddb/auto'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'
import { connect } from '#web/api/client.ts'
import { changeItem, deleteItem, readOutbox, storeItem } from '#web/api/outbox/store.ts'

const [plotId, farmerId, waitingId] = ['f2', 'f3', 'f4'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [string, string, string]
const plot = answerOf({ id: plotId, code: 'PLT-000001', title: 'North field', status: 'VERIFIED', version: 4, may: ['BUFFER_OBSERVED'] })
const fatima: User = { ...omar, name: 'Fatima Pathan', grants: [{ role: 'FIELD_OFFICER', operatorIds: [String(plot.operatorId)], villages: ['Kasrawad'] }] }
const form = `/private/farmbook/OP1/landparcel/${plotId}/create-event?type=BUFFER_OBSERVED&side=N&use=CONVENTIONAL&metres=5`
const page = '/private/farmbook/OP1/waiting-to-be-sent'
const noNetwork: Answering = ({ method, path }) => {
  if (method === 'POST') throw new TypeError('Failed to fetch')
  return path.endsWith(plotId) ? { body: plot } : undefined
}
const farmer = (id: string, title: string) => ({
  ...{ id, operator: 'OP1', entity: 'farmer', subject: null, title, body: { id, firstName: title }, key: id, capturedAt: '2026-01-14T05:00:00.000Z' },
})
const posts = (requested: readonly { method: string; path: string }[]) => requested.filter(({ method }) => method === 'POST').map(({ path }) => path)
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  connect({ token: () => null, onUnauthenticated: () => {} })
  for (const { seq } of await readOutbox(fatima.id)) await deleteItem(fatima.id, seq)
})

describe('a form without a network', () => {
  it('shows a refusal of the server as ever, and stores nothing', async () => {
    const { person } = await openStage(form, (call) => (call.method === 'POST' ? refusal(422, 'RULE_BLOCKED', { detail: 'Too wide.' }) : noNetwork(call)), {
      user: fatima,
    })
    await person.click(await screen.findByRole('button', { name: 'Record' }))
    expect(await screen.findByText('Too wide.')).toBeDefined()
    expect(await readOutbox(fatima.id)).toEqual([])
  })
  it('says that there is no room, and leaves everything in the form', async () => {
    const { person } = await openStage(form, noNetwork, { user: fatima })
    const button = await screen.findByRole('button', { name: 'Record' })
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    await person.click(button)
    expect(await screen.findByText('There is no connection to the server, and no room left on this device.')).toBeDefined()
    expect((screen.getByLabelText(/^Width/) as HTMLInputElement).value).toBe('5')
    expect(await readOutbox(fatima.id)).toEqual([])
  })
  it('is stored as it was tried, under the same id and key, and says so', async () => {
    const { person, requested } = await openStage(form, noNetwork, { user: fatima })
    await person.click(await screen.findByRole('button', { name: 'Record' }))
    expect(await screen.findByRole('heading', { name: 'Stored on this device' })).toBeDefined()
    const [tried] = requested.filter(({ method }) => method === 'POST')
    expect(await readOutbox(fatima.id)).toMatchObject([
      {
        ...{ owner: fatima.id, operator: 'OP1', entity: 'landparcel', subject: { id: plotId, eventType: 'BUFFER_OBSERVED' }, title: 'North field' },
        ...{ state: 'WAITING', body: tried?.body, key: tried?.headers.get('idempotency-key'), id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    ])
    expect((tried?.body as { id?: string } | undefined)?.id).toBe((await readOutbox(fatima.id))[0]?.id)
  })
})

describe('what waits to be sent', () => {
  it('says that there is nothing, and why', async () => {
    await openStage(page, () => undefined, { user: fatima })
    expect(await screen.findByText('Everything has been sent')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  })
  it('is of the person signed in alone', async () => {
    await storeItem(fatima.id, farmer(farmerId, 'Asha'))
    await openStage(page, () => undefined, { user: { ...omar, id: waitingId } })
    expect(await screen.findByText('Everything has been sent')).toBeDefined()
    expect(screen.queryByText('Asha')).toBeNull()
  })
  it('says what was refused at which field, what waits for it, and is deleted after a question alone', async () => {
    const { seq } = await storeItem(fatima.id, farmer(farmerId, 'Asha'))
    const fields = [{ path: 'phone', code: 'format', message: 'Not a telephone number.' }]
    await changeItem(fatima.id, seq, { state: 'REFUSED', problem: { code: 'VALIDATION', status: 400, message: 'Some fields are wrong.', fields } })
    await storeItem(fatima.id, { ...farmer(waitingId, 'Khet'), entity: 'landparcel', body: { id: waitingId, farmerId } })
    const { person, requested } = await openStage(page, () => undefined, { user: fatima })
    const line = (await screen.findByText('Asha')).closest('li') as HTMLElement
    expect(within(line).getByText('Refused')).toBeDefined()
    expect(within(line).getByText(/^(Phone|Telephone).*: Not a telephone number\.$/)).toBeDefined()
    expect(within(line).getByRole('link', { name: 'Open and correct' }).getAttribute('href')).toBe(`/private/farmbook/OP1/farmer/create?stored=${farmerId}`)
    const other = screen.getByText('Khet').closest('li') as HTMLElement
    expect(within(other).getByText('Waits for “Asha”, which was refused.')).toBeDefined()
    await person.click(within(line).getByRole('button', { name: 'Delete' }))
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }))
    expect(await readOutbox(fatima.id)).toHaveLength(2)
    await person.click(await within(line).findByRole('button', { name: 'Delete' }))
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect((await readOutbox(fatima.id)).map(({ title }) => title)).toEqual(['Khet']))
    expect(posts(requested).filter((path) => path.endsWith('/farmer'))).toEqual([])
  })
  it('offers the events of a record that is not sent, which are stored and wait for it, and say so when it is deleted', async () => {
    await storeItem(fatima.id, farmer(farmerId, 'Asha'))
    const noServer: Answering = ({ path }) => {
      if (path.includes('/farmer')) throw new TypeError('Failed to fetch')
      return undefined
    }
    const first = await openStage(`/private/farmbook/OP1/farmer/${farmerId}/create-event`, noServer, { user: fatima })
    expect(await screen.findByText('Asha · Provisional')).toBeDefined()
    const offered = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
    // Decisions are for whoever decides, and what needs an active member is not possible yet.
    expect(offered.some((one) => one?.includes('Approve') || one?.includes('Input handed out') || one?.includes('Internal inspection'))).toBe(false)
    await first.person.click(screen.getByRole('link', { name: /^Visit/ }))
    await first.person.type(await screen.findByLabelText(/^Purpose/), 'First talk')
    await first.person.click(screen.getByRole('button', { name: 'Record' }))
    expect(await screen.findByRole('heading', { name: 'Stored on this device' })).toBeDefined()
    expect(posts(first.requested)).toEqual([])
    cleanup()
    const { person } = await openStage(page, noServer, { user: fatima })
    const event = (await screen.findByText('Sent after “Asha”, which it names.')).closest('li') as HTMLElement
    expect(within(event).queryByRole('link', { name: 'Record event' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Record event' }).getAttribute('href')).toBe(`/private/farmbook/OP1/farmer/${farmerId}/create-event`)
    await person.click(screen.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement)
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Its events stay here and wait.')
    await person.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Waits: “Asha” was deleted on this device before it was sent.')).toBeDefined()
    expect((await readOutbox(fatima.id)).map(({ givenUp }) => givenUp)).toEqual(['Asha'])
  })
  it('is opened again with what was entered, sent anew under the same id, and then is no more here', async () => {
    const { seq } = await storeItem(fatima.id, {
      ...farmer(waitingId, 'North field'),
      ...{ entity: 'landparcel', subject: { id: plotId, eventType: 'BUFFER_OBSERVED' } },
      body: { id: waitingId, eventType: 'BUFFER_OBSERVED', occurredAt: new Date().toISOString(), data: { side: 'S', use: 'CONVENTIONAL', metres: 7 } },
    })
    await changeItem(fatima.id, seq, { state: 'REFUSED', problem: { code: 'RULE_BLOCKED', status: 422, message: 'Too wide.', fields: [] } })
    const { person, requested } = await openStage(
      `/private/farmbook/OP1/landparcel/${plotId}/create-event?type=BUFFER_OBSERVED&stored=${waitingId}`,
      (call) => (call.method === 'POST' ? { status: 201, body: { event: { id: waitingId }, findings: [] } } : noNetwork(call)),
      { user: fatima },
    )
    const metres = (await screen.findByLabelText(/^Width/)) as HTMLInputElement
    expect(metres.value).toBe('7')
    expect(screen.getByText('Too wide.')).toBeDefined()
    await person.clear(metres)
    await person.type(metres, '4')
    await person.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(async () => expect(await readOutbox(fatima.id)).toMatchObject([{ state: 'SENT', problem: null }]))
    const sent = requested.filter(({ method }) => method === 'POST')
    expect(sent.map(({ body }) => body)).toMatchObject([{ id: waitingId, data: { side: 'S', metres: 4 } }])
  })
})
