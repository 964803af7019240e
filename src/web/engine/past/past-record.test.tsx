// A record of a past day: what it reads from the server, what it shows, and that nothing can be done with it.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { type Answering, answerOf, openStage, refusal } from '#tests/web/stage.tsx'
import { pastDayOf, searchOf } from './past-day.ts'

const id = '01900000-0000-7000-8000-0000000000e1'
const today = new Date().toISOString().slice(0, 10)
const day = addDays(today, -20)
const then = answerOf({
  ...{ id, code: 'SEA-000001', title: 'Kharif then', name: 'Kharif then', kind: 'KHARIF', startDate: '2025-06-01', endDate: '2026-01-31', status: 'OPEN' },
  ...{ may: [], refs: {}, flags: [], past: { occurredBy: '', knownBy: '', notDerived: ['endDate'] } },
})
const event = (eventType: string, on: string) => ({
  id: crypto.randomUUID(),
  eventType,
  status: 'RECORDED',
  occurredAt: `${on}T05:00:00Z`,
  recordedAt: `${on}T05:00:00Z`,
  data: {},
})
const requested: string[] = []
const answering: Answering = ({ path, query }) => {
  if (path.endsWith('/events')) return { body: { items: [event('SEASON_REOPENED', today), event('SEASON_CLOSED', addDays(day, -1))], refs: {}, next: null } }
  if (!path.endsWith(`/season/${id}`)) return undefined
  requested.push(query.toString())
  if (query.get('asOf') === addDays(day, -9)) return refusal(404, 'NOT_FOUND')
  return { body: query.has('asOf') ? then : { ...then, title: 'Kharif now', may: ['edit', 'SEASON_CLOSED'], past: undefined } }
}
const address = (search: string) => `/private/farmbook/OP1/season/${id}${search}`

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('../view/view-page.tsx'), import('./past-record.tsx')]), 120_000)

describe('the day in the address', () => {
  it('is a past one, by what is known today or was known then; anything else is the present', () => {
    for (const asOf of ['yesterday', '2026-13-40', today, addDays(today, 3), '']) expect(pastDayOf({ asOf }, today)).toBeNull()
    for (const isKnownThen of [true, false]) expect(pastDayOf(searchOf({ day, isKnownThen }), today)).toEqual({ day, isKnownThen })
  })
})

describe('a record of a past day', () => {
  it('is what the server says of that day, with what had happened by then and nothing to be done', async () => {
    await openStage(address(`?asOf=${day}`), answering)
    await screen.findByRole('heading', { name: 'Kharif then' })
    expect(requested.at(-1)).toBe(`asOf=${day}`)
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
    expect(screen.getByText(/^Not worked out for the past: /).textContent).toContain('Last day')
    expect(screen.getByText(/^On the page of today alone: /).textContent).toContain('Closing')
    await waitFor(() => expect(document.body.textContent).toContain('Close'))
    expect(screen.getByRole('heading', { name: 'Events' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('Reopen')
    fireEvent.click(screen.getByRole('button', { name: 'By what was known then' }))
    await waitFor(() => expect(requested.at(-1)).toBe(`asOf=${day}&knownAt=${day}`))
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: addDays(day, -9) } })
    await screen.findByText('Nothing is known of this by that day')
    fireEvent.click(screen.getByRole('button', { name: 'Back to today' }))
    await screen.findByRole('heading', { name: 'Kharif now' })
    cleanup()
  })
})
