// Before two records of one person are merged both are seen by field and in numbers; afterwards each page says so.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const [id, other] = ['01900000-0000-7000-8000-0000000000c1', '01900000-0000-7000-8000-0000000000c2']
const person = (values: Record<string, unknown>) =>
  answerOf({
    code: 'FRM-000001',
    status: 'ACTIVE',
    firstName: 'Asha',
    lastName: 'Verma',
    village: 'Kasrawad',
    consent: [],
    may: ['MERGED'],
    refs: {},
    ...values,
  })
const ended = person({ id, title: 'Asha Verma', memberNo: 'M-1' })
const stays = person({ id: other, title: 'Ashaa Verma', firstName: 'Ashaa', memberNo: 'M-2' })
const request = {
  id: '01900000-0000-7000-8000-0000000000c3',
  eventType: 'MERGE_REQUESTED',
  status: 'RECORDED',
  recordedAt: '2026-01-14T05:00:00Z',
  occurredAt: '2026-01-14T05:00:00Z',
  data: { survivorId: other, reason: 'Same ration card' },
}
const answering: Answering = ({ path }) => {
  if (path.includes('/events')) return { body: { items: [request], refs: {}, next: null } }
  if (path.includes(`/farmer/${other}`)) return { body: stays }
  if (path.includes(`/farmer/${id}`)) return { body: ended }
  return ['landparcel', 'crop', 'inspection', 'nonconformity'].some((name) => path.endsWith(`/${name}`))
    ? { body: { items: [], refs: {}, next: null, total: 3 } }
    : undefined
}

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/event/event-form.tsx'), import('./same-person.tsx')]), 120_000)

describe('merging two records of one person', () => {
  it('shows both beside each other, by field and in numbers, above the decision', async () => {
    await openStage(`/private/farmbook/OP1/farmer/${id}/create-event?type=MERGED`, answering)
    const table = await screen.findByRole('table')
    expect(within(table).getByText('M-1')).toBeTruthy()
    expect(within(table).getByText('M-2')).toBeTruthy()
    const plots = within(table).getByText('Land parcels').closest('[role=row]') as HTMLElement
    await waitFor(() => expect(within(plots).getAllByText('3')).toHaveLength(2))
  })
})
