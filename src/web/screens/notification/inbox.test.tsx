// The inbox: what a notification is about opens, and it counts as read; what could not be done is said.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage, refusal } from '#tests/web/stage.tsx'

const [first, second, taskId] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2', '01900000-0000-7000-8000-0000000000d1']
const message = (values: Record<string, unknown>) =>
  answerOf({ code: 'NTF-1', severity: 'WARN', event: 'TASK_OVERDUE', params: [], status: 'UNREAD', may: ['READ', 'ARCHIVED'], ...values })
const two = [
  message({
    id: first,
    title: 'Visit was to be done by 2 Jan 2020.',
    params: [
      { name: 'record', value: 'Visit' },
      { name: 'dueDate', value: '2020-01-02' },
    ],
    subjectType: 'task',
    subjectId: taskId,
    actionRequired: true,
    dueAt: '2020-01-02T05:00:00Z',
  }),
  // A code that the catalogue knows no longer says what was stored.
  message({ id: second, title: 'Import is done', headline: 'Import is done', event: 'GONE', severity: 'INFO', status: 'READ', may: ['UNREAD', 'ARCHIVED'] }),
]
const inbox: Answering = ({ path, method }) =>
  method === 'POST'
    ? { status: 201, body: { event: {}, subject: {}, findings: [] } }
    : path.endsWith('/notification')
      ? { body: { items: two, next: null, total: 2, refs: {} } }
      : path.endsWith(`/task/${taskId}`)
        ? { body: answerOf({ id: taskId, title: 'Visit', type: 'VISIT', priority: 'P3', dueDate: '2020-01-02', checklist: [], status: 'OPEN' }) }
        : undefined
const at = '/private/farmbook/OP1/notification/list'

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/list/list-page.tsx'), import('./inbox.tsx')]), 120_000)

describe('Inbox', () => {
  it('says that nothing came yet, and with a filter that nothing is left', async () => {
    const { person } = await openStage(at, () => undefined)
    expect(await screen.findByText('No notifications yet')).toBeDefined()
    await person.click(screen.getByRole('tab', { name: /^Unread/ }))
    expect(await screen.findByText('Nothing is left here')).toBeDefined()
  })
  it('says what was refused, and shows the message as unread as it is', async () => {
    const { person } = await openStage(at, (requested) =>
      requested.method === 'POST' ? refusal(422, 'RULE_BLOCKED', { detail: 'It was archived meanwhile.' }) : inbox(requested),
    )
    await person.click(await screen.findByRole('button', { name: 'Mark as read: Visit was to be done by 2 Jan 2020.' }))
    expect(await screen.findByText('It was archived meanwhile.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Mark as read: Visit was to be done by 2 Jan 2020.' })).toBeDefined()
  })
  it('opens what a message is about and marks it as read; one about nothing opens itself', async () => {
    const { person, requested, address } = await openStage(at, inbox)
    const line = (await screen.findByRole('link', { name: 'Visit was to be done by 2 Jan 2020.' })).closest('li') as HTMLElement
    expect(within(line).getByTitle('Warning')).toBeDefined()
    expect(within(line).getByText(/days late$/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Import is done' }).getAttribute('href')).toBe(`/private/farmbook/OP1/notification/${second}`)
    await person.click(within(line).getByRole('link', { name: 'Visit was to be done by 2 Jan 2020.' }))
    await waitFor(() => expect(address()).toBe(`/private/farmbook/OP1/task/${taskId}`))
    expect(requested.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/operators/OP1/notification/${first}/events`,
      body: { eventType: 'READ' },
    })
  })
  it('marks all as read in one call', async () => {
    const { person, requested } = await openStage(at, (one) =>
      one.path === '/api/notifications/read' ? { body: { marked: 1, unread: 0, critical: 0, toDo: 0, newest: null } } : inbox(one),
    )
    await person.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(requested.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/notifications/read']))
  })
  it('is narrowed to what is critical, and says that nothing is left', async () => {
    const { person, address } = await openStage(at, (one) => (one.query.get('filter[severity]') ? undefined : inbox(one)))
    await person.click(await screen.findByRole('button', { name: 'Critical' }))
    expect(await screen.findByText('Nothing is left here')).toBeDefined()
    expect(address()).toContain('filter[severity]=CRITICAL')
    expect(screen.getByRole('button', { name: 'Critical', pressed: true })).toBeDefined()
  })
  it('is narrowed to one kind of record, of those that the reader opens, and widened again', async () => {
    const { person, address } = await openStage(at, (one) => (one.query.get('filter[subjectType]') === 'crop' ? undefined : inbox(one)))
    const about = (await screen.findByRole('combobox', { name: 'About' })) as HTMLSelectElement
    expect([...about.options].map(({ value }) => value)).toEqual(expect.arrayContaining(['', 'task', 'submission', 'approvedlist']))
    await person.selectOptions(about, 'Crops')
    expect(await screen.findByText('Nothing is left here')).toBeDefined()
    expect(address()).toContain('filter[subjectType]=crop')
    await person.selectOptions(about, 'All')
    expect(await screen.findByRole('link', { name: 'Visit was to be done by 2 Jan 2020.' })).toBeDefined()
  })
  it('of many opens the list of those that ask for something', async () => {
    const many = message({
      id: first,
      event: 'FARMER_DUP',
      title: 'x',
      subjectType: 'farmer',
      subjectId: null,
      params: [
        { name: 'record', value: 'Raju' },
        { name: 'count', value: '1200' },
      ],
    })
    await openStage(at, (one) => (one.path.endsWith('/notification') ? { body: { items: [many], next: null, total: 1, refs: {} } } : inbox(one)))
    const link = await screen.findByRole('link', { name: '1,200 farmers may be registered twice.' })
    expect(link.getAttribute('href')).toBe('/private/farmbook/OP1/farmer/list?filter[flag]=BR-23')
  })
})
