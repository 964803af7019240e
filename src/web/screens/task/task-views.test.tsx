// The views beside the list of tasks: what each asks for within the list's filters, what may be moved where, and what has no place.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answering, answerOf, omar, openStage, type Requested, refusal } from '#tests/web/stage.tsx'
import type { MarkersProps } from '#web/map/map-markers.tsx'

vi.mock('#web/map/lazy-map.tsx', () => ({
  LazyParcelMap: ({ label, places }: { label: string; places: MarkersProps }) => (
    <fieldset aria-label={label}>
      {places.markers.map(({ id, count, tone }) => (
        <button key={id} type="button" aria-label={places.label([id])} onClick={() => places.onOpen([id])}>
          {`${count} ${tone}`}
        </button>
      ))}
    </fieldset>
  ),
}))

// Fetched once, before the clock of the first test runs.
beforeAll(
  () => Promise.all([import('./board.tsx'), import('./calendar.tsx'), import('./task-map.tsx'), import('./my-day.tsx'), import('@mui/material/Menu')]),
  120_000,
)
beforeEach(() => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { permissions: { query: async () => ({ state: 'prompt' }) } }))
})

const idOf = (no: number): string => `01900000-0000-7000-8000-0000000000e${no}`
const task = (no: number, values: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...answerOf({ id: idOf(no), code: `TSK-00000${no}`, title: `Task ${no}`, type: 'VISIT', priority: 'P3', dueDate: '2020-01-02', assigneeId: omar.id }),
  status: 'OPEN',
  may: ['edit', 'STARTED', 'DONE', 'BLOCKED'],
  ...values,
})
const placed = (lon: number, lat: number) => ({ location: { type: 'Point', coordinates: [lon, lat] } })
/** A server of these tasks: lists by state and day, one by its id. */
const serving =
  (tasks: readonly Record<string, unknown>[], other: Answering = () => undefined): Answering =>
  (requested) => {
    const answered = other(requested)
    if (answered !== undefined || requested.method !== 'GET') return answered
    const one = tasks.find(({ id }) => requested.path.endsWith(`/task/${id}`))
    if (one) return { body: one }
    if (!requested.path.endsWith('/task')) return undefined
    const [states, from, until] = [
      requested.query.get('filter[status]')?.split(','),
      requested.query.get('filter[dueDate][gte]'),
      requested.query.get('filter[dueDate][lte]'),
    ]
    const items = tasks.filter(
      ({ status, dueDate }) => (!states || states.includes(String(status))) && (!from || String(dueDate) >= from) && (!until || String(dueDate) <= until),
    )
    return { body: { items, next: null, total: items.length, refs: {} } }
  }
const list = '/private/farmbook/OP1/task/list'
const queriesOf = (requested: readonly Requested[], name: string, value: string) =>
  requested.filter(({ path, query }) => path.endsWith('/task') && query.get(name) === value)

describe('the board of tasks', () => {
  it('has a column for each state with its count, within the filters of the list', async () => {
    const { requested } = await openStage(`${list}?mode=board&filter[type]=VISIT`, serving([task(1), task(2), task(3, { status: 'DONE', may: [] })]))
    const open = await screen.findByRole('region', { name: 'Open' })
    await within(open).findByRole('link', { name: /Task 1/ })
    expect(within(open).getByText('2')).toBeDefined()
    expect(within(screen.getByRole('region', { name: 'Done' })).getByText('1')).toBeDefined()
    const columns = queriesOf(requested, 'limit', '20')
    expect(columns.map(({ query }) => query.get('filter[status]')).sort()).toEqual(['BLOCKED', 'CANCELLED', 'DONE', 'IN_PROGRESS', 'OPEN', 'VERIFIED'])
    expect(columns.every(({ query }) => query.get('filter[type]') === 'VISIT')).toBe(true)
  })
  it('offers in a card’s menu what the record itself offers, not what the list does, and asks why where that is needed', async () => {
    const listed = task(1)
    const { person, requested } = await openStage(
      `${list}?mode=board`,
      serving([listed], ({ method, path }) => {
        if (method === 'GET' && path.endsWith(`/task/${idOf(1)}`)) return { body: task(1, { may: ['STARTED', 'BLOCKED'] }) }
        if (method === 'POST') return { status: 201, body: { event: {}, subject: task(1, { status: 'BLOCKED' }), findings: [] } }
        return undefined
      }),
    )
    await person.click(await screen.findByRole('button', { name: 'Move Task 1' }))
    await screen.findByRole('menuitem', { name: /Begin/ })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Begin→ Being done', 'Cannot go on→ Blocked'])
    await person.click(screen.getByRole('menuitem', { name: /Cannot go on/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Task 1' })
    await person.click(within(dialog).getByRole('button', { name: 'Cannot go on' }))
    expect(requested.some(({ method }) => method === 'POST')).toBe(false)
    await person.type(within(dialog).getByLabelText('Reason'), 'Rain')
    await person.click(within(dialog).getByRole('button', { name: 'Cannot go on' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'BLOCKED', data: { reason: 'Rain' } }))
  })
  it('takes a dragged card where its state allows it, and nowhere else', async () => {
    const { requested } = await openStage(
      `${list}?mode=board`,
      serving([task(1, { may: ['STARTED', 'DONE'] })], ({ method }) =>
        method === 'POST' ? { status: 201, body: { event: {}, subject: task(1, { status: 'IN_PROGRESS' }), findings: [] } } : undefined,
      ),
    )
    const card = (await screen.findByRole('link', { name: /Task 1/ })).closest('[draggable]') ?? expect.unreachable()
    const dataTransfer = { setData: () => {}, effectAllowed: '', dropEffect: '' }
    const column = (name: string) => screen.getByRole('region', { name })
    fireEvent.dragStart(card, { dataTransfer })
    await waitFor(() => expect(column('Being done').dataset.drops).toBe('yes'))
    expect(['Open', 'Blocked', 'Verified', 'Cancelled'].map((name) => column(name).dataset.drops)).toEqual(['no', 'no', 'no', 'no'])
    fireEvent.drop(column('Blocked'), { dataTransfer })
    fireEvent.dragOver(column('Being done'), { dataTransfer })
    fireEvent.drop(column('Being done'), { dataTransfer })
    await waitFor(() =>
      expect(requested.filter(({ method }) => method === 'POST').map(({ body }) => (body as { eventType: string }).eventType)).toEqual(['STARTED']),
    )
  })
  it('says so when it is refused all the same', async () => {
    const { person } = await openStage(
      `${list}?mode=board`,
      serving([task(1)], ({ method }) => (method === 'POST' ? refusal(422, 'RULE_BLOCKED', { detail: 'Its photo is missing.' }) : undefined)),
    )
    await person.click(await screen.findByRole('button', { name: 'Move Task 1' }))
    await person.click(await screen.findByRole('menuitem', { name: /Done/ }))
    await screen.findByText('Its photo is missing.')
    expect(within(screen.getByRole('region', { name: 'Open' })).getByRole('link', { name: /Task 1/ })).toBeDefined()
  })
})

describe('the calendar of tasks', () => {
  it('asks for the weeks of the month, marks what is overdue, and has the chosen day in the address', async () => {
    const { person, requested, address } = await openStage(
      `${list}?mode=calendar&at=2020-01-15&filter[type]=VISIT`,
      serving([task(1), task(2, { status: 'DONE' }), task(3, { dueDate: '2020-02-20' })]),
    )
    const day = await screen.findByRole('button', { name: /Thursday.*2 January.*2 tasks, 1 overdue/ })
    const [query] = queriesOf(requested, 'limit', '200')
    expect(query?.query.get('filter[dueDate][gte]')).toBe('2019-12-30')
    expect(query?.query.get('filter[dueDate][lte]')).toBe('2020-02-02')
    expect(query?.query.get('filter[type]')).toBe('VISIT')
    await person.click(day)
    await waitFor(() => expect(address()).toContain('at=2020-01-02'))
    expect(address()).toContain('mode=calendar')
    await person.click(screen.getByRole('button', { name: 'Week' }))
    await waitFor(() => expect(queriesOf(requested, 'filter[dueDate][gte]', '2019-12-30').at(-1)?.query.get('filter[dueDate][lte]')).toBe('2020-01-05'))
  })
})

describe('the map of tasks', () => {
  it('has a point for each place, and counts and lists those without', async () => {
    const plot = idOf(9)
    await openStage(
      `${list}?mode=map`,
      serving([task(1, placed(75, 22)), task(2, { parcelId: plot }), task(3), task(4, placed(75, 22))], ({ path, query }) =>
        path.endsWith('/landparcel') && query.get('filter[id]') === plot
          ? { body: { items: [answerOf({ id: plot, centroid: { type: 'Point', coordinates: [75.5, 22.5] }, point: null })], next: null, refs: {} } }
          : undefined,
      ),
    )
    await waitFor(async () => expect(within(await screen.findByLabelText('Map of tasks')).getAllByRole('button')).toHaveLength(2))
    expect(screen.getByText('3 tasks with a place')).toBeDefined()
    const lost = screen.getByRole('region', { name: '1 task has no place' })
    expect(within(lost).getByRole('link', { name: /Task 3/ })).toBeDefined()
  })
  it('is none where there are no tasks, and says whether filters leave them out', async () => {
    await openStage(`${list}?mode=map`, serving([]))
    expect(await screen.findByText('No tasks yet')).toBeDefined()
    expect(screen.queryByLabelText('Map of tasks')).toBeNull()
    cleanup()
    await openStage(`${list}?mode=map&filter[priority]=P1`, serving([]))
    expect(await screen.findByText('No tasks fit your search and filters.')).toBeDefined()
  })
  it('opens what is to be done at a point: each task with its day, whose it is and the way to it; Escape closes it and goes back to the point', async () => {
    await openStage(`${list}?mode=map`, serving([task(1, placed(75, 22)), task(2, placed(75.5, 22.5)), task(4, placed(75, 22))]))
    const map = await screen.findByLabelText('Map of tasks')
    const point = await within(map).findByRole('button', { name: '2 tasks here' })
    expect(within(map).getByRole('button', { name: /^Task 2, / })).toBeDefined()
    point.focus()
    fireEvent.click(point)
    const card = await screen.findByRole('region', { name: '2 tasks here' })
    expect(document.activeElement).toBe(card)
    const links = within(card).getAllByRole('link')
    expect(links.map(({ textContent }) => /Task \d/.exec(textContent ?? '')?.[0])).toEqual(['Task 1', 'Task 4'])
    for (const [index, id] of [1, 4].entries()) expect(links[index]?.getAttribute('href')).toContain(`/task/${idOf(id)}`)
    expect(within(map).getByRole('button', { name: '2 tasks here' }).textContent).toBe('2 picked')
    fireEvent.keyDown(card, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('region', { name: '2 tasks here' })).toBe(null))
    expect(document.activeElement).toBe(within(map).getByRole('button', { name: '2 tasks here' }))
  })
})

describe('my day', () => {
  it('is what is open, mine and due by today, from the office on to the nearest', async () => {
    const { requested } = await openStage(
      `${list}?mode=day`,
      serving([task(1, placed(75.3, 22)), task(2, placed(75.1, 22)), task(3, placed(75.2, 22)), task(4)], ({ path }) =>
        path.includes('/collective/') ? { body: answerOf({ centre: { type: 'Point', coordinates: [75, 22] } }) } : undefined,
      ),
      { width: 390 },
    )
    const way = await screen.findByRole('list', { name: 'My day' })
    expect(
      within(way)
        .getAllByRole('link')
        .map(({ textContent }) => /Task \d/.exec(textContent ?? '')?.[0]),
    ).toEqual(['Task 2', 'Task 3', 'Task 1'])
    expect(within(way).getByText('10 km from the start')).toBeDefined()
    expect(screen.getByText(/From the office · 31 km in a straight line/)).toBeDefined()
    expect(screen.getByRole('region', { name: '1 task has no place' })).toBeDefined()
    const [query] = queriesOf(requested, 'limit', '100')
    expect(query?.query.get('filter[status]')).toBe('OPEN,IN_PROGRESS,BLOCKED')
    expect(query?.query.get('filter[assigneeId]')).toBe(omar.id)
    expect(query?.query.get('filter[dueDate][lte]')).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
  it('says why it is empty: of filters where there are some, of none where there are none', async () => {
    await openStage(`${list}?mode=day`, serving([]))
    expect(await screen.findByText('None of your tasks is due today or overdue.')).toBeDefined()
    cleanup()
    await openStage(`${list}?mode=day&filter[priority]=P1`, serving([]))
    expect(await screen.findByText('None of your tasks that fit the filters is due today or overdue.')).toBeDefined()
  })
  it('says that the filters leave out one’s own tasks, and asks for none', async () => {
    const { requested } = await openStage(`${list}?mode=day&filter[status]=VERIFIED`, serving([task(1)]))
    expect(await screen.findByText('The filters above leave out your open tasks.')).toBeDefined()
    expect(queriesOf(requested, 'limit', '100')).toEqual([])
  })
})
