// The inbox: what a notification is about opens, and it counts as read; what could not be done is said.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage, refusal } from '#tests/web/stage.tsx'

const [first, second, taskId] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2', '01900000-0000-7000-8000-0000000000d1']
const message = (values: Record<string, unknown>) =>
  answerOf({ code: 'NTF-1', severity: 'WARN', event: 'TASK_OVERDUE', status: 'UNREAD', may: ['READ', 'ARCHIVED'], ...values })
const two = [
  message({
    id: first,
    title: 'Overdue: visit',
    headline: 'Overdue: visit',
    subjectType: 'task',
    subjectId: taskId,
    actionRequired: true,
    dueAt: '2020-01-02T05:00:00Z',
  }),
  message({ id: second, title: 'Import is done', headline: 'Import is done', severity: 'INFO', status: 'READ', may: ['UNREAD', 'ARCHIVED'] }),
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
    await person.click(await screen.findByRole('button', { name: 'Mark as read: Overdue: visit' }))
    expect(await screen.findByText('It was archived meanwhile.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Mark as read: Overdue: visit' })).toBeDefined()
  })
  it('opens what a message is about and marks it as read; one about nothing opens itself', async () => {
    const { person, requested, address } = await openStage(at, inbox)
    const line = (await screen.findByRole('link', { name: 'Overdue: visit' })).closest('li') as HTMLElement
    expect(within(line).getByTitle('Warning')).toBeDefined()
    expect(within(line).getByText(/days late$/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Import is done' }).getAttribute('href')).toBe(`/private/farmbook/OP1/notification/${second}`)
    await person.click(within(line).getByRole('link', { name: 'Overdue: visit' }))
    await waitFor(() => expect(address()).toBe(`/private/farmbook/OP1/task/${taskId}`))
    expect(requested.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/operators/OP1/notification/${first}/events`,
      body: { eventType: 'READ' },
    })
  })
  it('marks all unread ones in sight as read, and no other', async () => {
    const { person, requested } = await openStage(at, inbox)
    await person.click(await screen.findByRole('button', { name: 'Mark these as read' }))
    await waitFor(() =>
      expect(requested.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([`/api/operators/OP1/notification/${first}/events`]),
    )
  })
})
