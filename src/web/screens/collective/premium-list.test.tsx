// The list of a premium in its form: there once season and rate are known, everybody chosen at first; weight, total and what is sent are those of who is left.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const uuid = (end: string) => `01900000-0000-7000-8000-0000000003${end}`
const group = answerOf({ id: uuid('01'), code: 'OP1', title: 'Nimar Organic', status: 'ACTIVE', may: ['PREMIUM_DISTRIBUTION'] })
const season = answerOf({ id: uuid('02'), code: 'KH-2025', title: 'KH-2025', status: 'OPEN', startDate: '2025-05-15', endDate: '2026-02-28' })
const earlier = answerOf({ id: uuid('03'), code: 'KH-2024', title: 'KH-2024', status: 'CLOSED', startDate: '2024-05-15', endDate: '2025-02-28' })
const members = [
  { farmerId: uuid('11'), code: 'FRM-1', title: 'Savita Nagar', kg: 200, amount: 1010_00 },
  { farmerId: uuid('12'), code: 'FRM-2', title: 'Ramesh Patel', kg: 100.001, amount: 505_01 },
]
const requests: string[] = []
let sent: Record<string, unknown> | undefined
let refusal: { status: number; body: unknown } | undefined
const server: Answering = ({ method, path, query, body }) => {
  if (method === 'POST') {
    sent = body as Record<string, unknown>
    return { status: 201, body: { event: { id: uuid('e1'), eventType: 'PREMIUM_DISTRIBUTION', status: 'RECORDED', data: {} }, subject: group, findings: [] } }
  }
  if (path.endsWith('/premium-list')) {
    requests.push(String(query))
    if (refusal) return refusal
    if (String(query).includes(uuid('03'))) return { body: { items: members.slice(1), kg: 100.001, total: 505_01, leftKg: 100.001, withoutListKg: 50 } }
    return { body: { items: members, kg: 300.001, total: 1515_01, leftKg: 300.001, withoutListKg: 0 } }
  }
  if (path.endsWith(uuid('01'))) return { body: group }
  if (path.endsWith(uuid('02'))) return { body: season }
  if (path.endsWith(uuid('03'))) return { body: earlier }
  return path.endsWith('/season') ? { body: { items: [season, earlier], next: null, total: 2, refs: {} } } : undefined
}

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/event/event-form.tsx'), import('./premium-list.tsx')]), 120_000)

const form = `/private/farmbook/OP1/collective/${uuid('01')}/create-event?type=PREMIUM_DISTRIBUTION`
type Person = Awaited<ReturnType<typeof openStage>>['person']
const choose = async (person: Person, name: RegExp) => {
  await person.click(await screen.findByRole('combobox', { name: /^Season/ }))
  await person.click(await screen.findByRole('option', { name }))
}
const shownAt = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value
beforeEach(() => {
  localStorage.clear()
  refusal = undefined
})

it('lists whose goods earned a premium at the rate, and pays those who stay chosen what their kilograms make', async () => {
  const { person } = await openStage(`/private/farmbook/OP1/collective/${uuid('01')}/create-event?type=PREMIUM_DISTRIBUTION`, server)
  expect(await screen.findByText(/Choose the season and the amount per kg/)).toBeDefined()
  await person.click(await screen.findByRole('combobox', { name: /^Season/ }))
  await person.click(await screen.findByRole('option', { name: /KH-2025/ }))
  await person.type(screen.getByLabelText(/^Per kg/), '5.05')
  expect(await screen.findByText(/2 of 2 members/)).toBeDefined()
  await waitFor(() => expect(requests.at(-1)).toBe(`seasonId=${uuid('02')}&perKg=505`))
  await waitFor(() => expect((screen.getByLabelText(/^Total/) as HTMLInputElement).value).toBe('1515.01'))
  await person.click(screen.getByRole('checkbox', { name: 'Ramesh Patel' }))
  await waitFor(() => expect((screen.getByLabelText(/^Total/) as HTMLInputElement).value).toBe('1010'))
  expect((screen.getByLabelText(/^Weight/) as HTMLInputElement).value).toBe('200')
  await person.click(screen.getByRole('button', { name: /Record|Save/ }))
  await waitFor(() => expect(sent).toBeDefined())
  expect(sent?.data).toMatchObject({ perKg: 505, kg: 200, total: 1010_00, list: [{ farmerId: uuid('11'), kg: 200, amount: 1010_00 }] })
})

it('begins with the season chosen at the top, or with none where all were chosen', async () => {
  localStorage.setItem('farmbook:season:OP1', JSON.stringify(uuid('03')))
  localStorage.setItem('farmbook:season-meant:OP1', JSON.stringify(uuid('03')))
  const { person } = await openStage(form, server)
  await person.type(await screen.findByLabelText(/^Per kg/), '5.05')
  await waitFor(() => expect(requests.at(-1)).toBe(`seasonId=${uuid('03')}&perKg=505`))
  cleanup()
  localStorage.clear()
  localStorage.setItem('farmbook:season:OP1', '""')
  await openStage(form, server)
  expect(await screen.findByText(/Choose the season and the amount per kg/)).toBeDefined()
})

it('leaves out in a draft whoever was left out, and proposes nobody anew', async () => {
  const first = await openStage(form, server)
  await choose(first.person, /KH-2025/)
  await first.person.type(screen.getByLabelText(/^Per kg/), '5.05')
  await first.person.click(await screen.findByRole('checkbox', { name: 'Ramesh Patel' }))
  await waitFor(() => expect(shownAt(/^Total/)).toBe('1010'))
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('1010'), { timeout: 3000 })
  cleanup()
  await openStage(form, server)
  expect(await screen.findByText(/1 of 2 members/)).toBeDefined()
  expect(screen.getByRole('checkbox', { name: 'Ramesh Patel' })).toHaveProperty('checked', false)
  expect([shownAt(/^Weight/), shownAt(/^Total/)]).toEqual(['200', '1010'])
})

it('begins anew with another season, with nobody where a premium was paid without a list', async () => {
  const { person } = await openStage(form, server)
  await choose(person, /KH-2025/)
  await person.type(screen.getByLabelText(/^Per kg/), '5.05')
  await waitFor(() => expect(shownAt(/^Total/)).toBe('1515.01'))
  await choose(person, /KH-2024/)
  expect(await screen.findByText(/was paid for 50.* without a list/)).toBeDefined()
  expect(screen.getByText(/0 of 1 members/)).toBeDefined()
  await waitFor(() => expect([shownAt(/^Weight/), shownAt(/^Total/)]).toEqual(['', '']))
  await person.click(screen.getByRole('checkbox', { name: 'Ramesh Patel' }))
  await waitFor(() => expect([shownAt(/^Weight/), shownAt(/^Total/)]).toEqual(['100.001', '505.01']))
})

it('says that it could not be loaded, and not that everything is paid; tried again it is there', async () => {
  refusal = { status: 503, body: { type: 'about:blank', title: 'Busy', status: 503, code: 'UNAVAILABLE' } }
  const { person } = await openStage(form, server)
  await choose(person, /KH-2025/)
  await person.type(screen.getByLabelText(/^Per kg/), '5')
  const retry = await screen.findByRole('button', { name: /again/i }, { timeout: 8000 })
  expect(screen.queryByText(/Nothing that was bought/)).toBeNull()
  refusal = undefined
  await person.click(retry)
  expect(await screen.findByText(/2 of 2 members/)).toBeDefined()
}, 20_000)

it('proposes the rate that the price model of the group makes with one question, and says it beside another one', async () => {
  const before = requests.length
  const { person } = await openStage(form, (requested) => {
    const answered = server(requested) as { body?: Record<string, unknown> } | undefined
    return requested.path.endsWith('/premium-list') ? { body: { ...answered?.body, perKg: 505, agreedPerKg: 505 } } : (answered as never)
  })
  await choose(person, /KH-2025/)
  await waitFor(() => expect(shownAt(/^Per kg/)).toBe('5.05'))
  expect(await screen.findByText(/2 of 2 members/)).toBeDefined()
  expect(requests.slice(before)).toEqual([`seasonId=${uuid('02')}`])
  await person.clear(screen.getByLabelText(/^Per kg/))
  await person.type(screen.getByLabelText(/^Per kg/), '6')
  expect(await screen.findByText(/By the price model of the group the premium is .*5\.05 a kg/)).toBeDefined()
})

it('takes the proposed rate out again where the next season has none, and leaves one that was typed', async () => {
  const { person } = await openStage(form, (requested) => {
    const answered = server(requested) as { body?: Record<string, unknown> } | undefined
    const isAgreed = requested.path.endsWith('/premium-list') && !String(requested.query).includes(uuid('03'))
    return isAgreed ? { body: { ...answered?.body, perKg: 505, agreedPerKg: 505 } } : (answered as never)
  })
  await choose(person, /KH-2025/)
  await waitFor(() => expect(shownAt(/^Per kg/)).toBe('5.05'))
  await choose(person, /KH-2024/)
  await waitFor(() => expect(shownAt(/^Per kg/)).toBe(''))
  await choose(person, /KH-2025/)
  await waitFor(() => expect(shownAt(/^Per kg/)).toBe('5.05'))
  await person.clear(screen.getByLabelText(/^Per kg/))
  await person.type(screen.getByLabelText(/^Per kg/), '6')
  await choose(person, /KH-2024/)
  expect(await screen.findByText(/1 members/)).toBeDefined()
  expect(shownAt(/^Per kg/)).toBe('6')
})

it('takes the list out of a file, and says which line is wrong', async () => {
  let isFaulty = true
  const texts: string[] = []
  const { person } = await openStage(form, (requested) => {
    if (requested.method !== 'POST' || !requested.path.endsWith('/premium-list')) return server(requested)
    texts.push(String((requested.body as { text?: unknown }).text))
    return isFaulty
      ? { status: 400, body: { title: 'Invalid', status: 400, code: 'VALIDATION', fields: [{ path: 'text.2.kg', code: 'max', message: 'Line 2: too much.' }] } }
      : { body: { list: [{ farmerId: uuid('11'), kg: 150, amount: 757_50 }], kg: 150, total: 757_50 } }
  })
  await choose(person, /KH-2025/)
  await person.type(screen.getByLabelText(/^Per kg/), '5.05')
  expect(await screen.findByText(/2 of 2 members/)).toBeDefined()
  const file = () => new File(['member_no,kg\nM-1,150'], 'premium.csv', { type: 'text/csv' })
  await person.upload(screen.getByLabelText('List from a file'), file())
  expect(await screen.findByText('Line 2: too much.')).toBeDefined()
  // Written by a spreadsheet in another encoding: not sent, where it would be read as other letters.
  await person.upload(screen.getByLabelText('List from a file'), new File([new Uint8Array([0x6b, 0xe9, 0x2c, 0x31])], 'premium.csv', { type: 'text/csv' }))
  expect(await screen.findByText(/not in UTF-8/)).toBeDefined()
  const moved = file()
  Object.defineProperty(moved, 'arrayBuffer', { value: () => Promise.reject(new DOMException('gone', 'NotReadableError')) })
  await person.upload(screen.getByLabelText('List from a file'), moved)
  expect(await screen.findByText(/choose it again/)).toBeDefined()
  isFaulty = false
  // Unicode text of Excel: UTF-16 with tabs.
  const unicode = new Uint8Array([0xff, 0xfe, ...[...'member_no\tkg\nM-1\t150'].flatMap((sign) => [sign.charCodeAt(0), 0])])
  await person.upload(screen.getByLabelText('List from a file'), new File([unicode], 'premium.txt', { type: 'text/plain' }))
  expect(texts.at(-1)).toBe('member_no\tkg\nM-1\t150')
  expect(await screen.findByText(/1 of 2 members/)).toBeDefined()
  await waitFor(() => expect(shownAt(/^Total/)).toBe('757.5'))
})
