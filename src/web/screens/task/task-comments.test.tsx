// Comments of a task on its page: in the order in which they were written, each with who and when, and the next one in two taps.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'
const fatima = '01900000-0000-7000-8000-0000000000a7'
const task = (may: readonly string[]) =>
  answerOf({
    ...{ id, code: 'TSK-1', title: 'Visit', subject: 'Visit', type: 'VISIT', priority: 'P3', dueDate: '2020-01-02', assigneeId: omar.id, checklist: [] },
    ...{ fourEyes: false, status: 'OPEN', version: 3, may },
  })
const comment = (no: number, text: string) => ({
  ...{ id: `01900000-0000-7000-8000-00000000000${no}`, eventType: 'COMMENT', occurredAt: `2026-01-1${no}T06:00:00Z`, recordedBy: fatima },
  ...{ recordedAt: `2026-01-1${no}T06:00:00Z`, status: 'RECORDED', source: 'WEB', data: { text }, subjectId: id, statusBefore: 'OPEN', statusAfter: 'OPEN' },
})
const items = [comment(2, 'He asks for Thursday.'), comment(1, 'Nobody was at home.')]
const serving =
  (may: readonly string[], found: readonly object[] = items): Answering =>
  ({ method, path, query }) => {
    if (method === 'POST') return { status: 201, body: { event: {}, subject: task(may), findings: [] } }
    if (path.endsWith('/events') && query.get('filter[eventType]') === 'COMMENT')
      return { body: { items: found, next: null, refs: { [fatima]: { entity: 'user', title: 'Fatima Pathan', code: 'U-7' } } } }
    return path.endsWith(`/task/${id}`) ? { body: task(may) } : undefined
  }
const page = `/private/farmbook/OP1/task/${id}`

it('are read from the first on, each with who wrote it, and answered there', async () => {
  const { person, requested } = await openStage(page, serving(['COMMENT']))
  const thread = within(await screen.findByRole('region', { name: 'Comments' }))
  await waitFor(() =>
    expect(thread.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Fatima Pathan.*Nobody was at home\.$/),
      expect.stringMatching(/^Fatima Pathan.*He asks for Thursday\.$/),
    ]),
  )
  await person.type(thread.getByLabelText('Comment'), 'Thursday at eight.')
  await person.click(thread.getByRole('button', { name: 'Comment' }))
  await waitFor(() =>
    expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'COMMENT', data: { text: 'Thursday at eight.' } }),
  )
})

it('are not sent without a word', async () => {
  const { person, requested } = await openStage(page, serving(['COMMENT'], []))
  await person.click(await screen.findByRole('button', { name: 'Comment' }))
  expect(requested.some(({ method }) => method === 'POST')).toBe(false)
})

it('are no panel for whoever finds none and may write none', async () => {
  await openStage(page, serving([], []))
  await screen.findByRole('region', { name: 'Timeline' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Comments' })).toBeNull())
})
