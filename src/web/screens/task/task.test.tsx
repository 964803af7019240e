// A task on its page: closing it where it is read, ticking its steps, and what is said when that is refused.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'
const task = (values: Record<string, unknown> = {}) =>
  answerOf({
    id,
    code: 'TSK-000001',
    title: 'Visit before the second picking',
    subject: 'Visit before the second picking',
    type: 'VISIT',
    priority: 'P3',
    dueDate: '2020-01-02',
    assigneeId: omar.id,
    checklist: [
      { item: 'Call first', done: false },
      { item: 'Have it signed', done: false },
    ],
    fourEyes: true,
    status: 'OPEN',
    version: 3,
    may: ['edit', 'STARTED', 'DONE', 'BLOCKED', 'COMMENT'],
    ...values,
  })
const answering =
  (record: Record<string, unknown>, other: Answering = () => undefined): Answering =>
  (requested) =>
    other(requested) ?? (requested.method === 'GET' && requested.path.endsWith(`/task/${id}`) ? { body: record } : undefined)
const page = `/private/farmbook/OP1/task/${id}`

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./task-overview.tsx')]), 120_000)

describe('TaskOverview', () => {
  it('keeps the outcome that was written when closing is refused, and says why', async () => {
    const { person } = await openStage(
      page,
      answering(task(), ({ method }) => (method === 'POST' ? refusal(422, 'RULE_BLOCKED', { detail: 'Its photo is missing.' }) : undefined)),
    )
    const outcome = await screen.findByLabelText('What came of it, if anything is worth noting')
    await person.type(outcome, 'Met him')
    await person.click(screen.getByRole('button', { name: 'Done' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Its photo is missing.')
    expect((outcome as HTMLTextAreaElement).value).toBe('Met him')
  })
  it('says how late it is, and is done with an outcome in two taps', async () => {
    const { person, requested } = await openStage(
      page,
      answering(task(), ({ method }) =>
        method === 'POST' ? { status: 201, body: { event: {}, subject: task({ status: 'DONE' }), findings: [] } } : undefined,
      ),
    )
    expect(await screen.findByText(/days late$/)).toBeDefined()
    await person.type(screen.getByLabelText('What came of it, if anything is worth noting'), 'Met him')
    await person.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'DONE', data: { outcome: 'Met him' } }))
  })
  it('saves a tick at once, against the version on screen, and leaves the other steps as they are', async () => {
    const { person, requested } = await openStage(
      page,
      answering(task(), ({ method }) => (method === 'PATCH' ? { body: task({ version: 4 }) } : undefined)),
    )
    await person.click(await screen.findByRole('checkbox', { name: 'Have it signed' }))
    const patch = await waitFor(() => requested.find(({ method }) => method === 'PATCH') ?? expect.unreachable())
    expect(patch.headers.get('if-match')).toBe('"3"')
    expect(patch.body).toEqual({
      checklist: [
        { item: 'Call first', done: false },
        { item: 'Have it signed', done: true },
      ],
    })
  })
  it('offers verifying once it is done, where another pair of eyes was asked for; and nothing where it was not', async () => {
    const may = ['edit', 'VERIFIED', 'REOPENED']
    await openStage(page, answering(task({ status: 'DONE', may })))
    expect(await screen.findByRole('button', { name: 'Verify' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  })
  it('cannot be ticked by whom it is only shown', async () => {
    await openStage(page, answering(task({ may: [] })))
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Call first' })).disabled).toBe(true)
    expect(screen.queryByText('Is it done?')).toBeNull()
  })
})

describe('the list of tasks', () => {
  it('is asked for from the last day back, and what is open or mine by the day it is due', async () => {
    const { requested, person, address } = await openStage('/private/farmbook/OP1/task/list', ({ path, method }) =>
      method === 'GET' && path.endsWith('/task') ? { body: { items: [task()], next: null, total: 1, refs: {} } } : undefined,
    )
    await screen.findByRole('link', { name: 'Visit before the second picking' })
    expect(requested.find(({ path, query }) => path.endsWith('/task') && query.get('limit') === '50')?.query.get('sort')).toBe('-dueDate')
    await person.click(within(screen.getByRole('tablist', { name: 'Views' })).getByRole('tab', { name: /^Mine/ }))
    await waitFor(() => expect(address()).toContain(`filter[assigneeId]=${omar.id}`))
    expect(address()).toContain('sort=dueDate')
  })
})
