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
const ended = person({ id, title: 'Asha Verma', memberNo: 'M-1', survivorId: other, refs: { [other]: { title: 'Ashaa Verma', code: 'FRM-000002' } } })
const stays = person({ id: other, title: 'Ashaa Verma', firstName: 'Ashaa', memberNo: 'M-2' })
const answering: Answering = ({ path }) => {
  if (path.includes(`/farmer/${other}`)) return { body: stays }
  if (path.includes(`/farmer/${id}`)) return { body: ended }
  return ['landparcel', 'crop', 'inspection', 'nonconformity'].some((name) => path.endsWith(`/${name}`))
    ? { body: { items: [], refs: {}, next: null, total: 3 } }
    : undefined
}

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/event/event-form.tsx'), import('./same-person.tsx')]), 120_000)

describe('merging two records of one person', () => {
  it('shows both beside each other, by field and in numbers, under the heading, and takes the record that was named', async () => {
    await openStage(`/private/farmbook/OP1/farmer/${id}/create-event?type=MERGED`, answering)
    const table = await screen.findByRole('table')
    expect(within(table).getByText('M-1')).toBeTruthy()
    expect(within(table).getByText('M-2')).toBeTruthy()
    const plots = within(table).getByText('Land parcels').closest('[role=row]') as HTMLElement
    await waitFor(() => expect(within(plots).getAllByText('3')).toHaveLength(2))
    const [heading, picker] = [screen.getByRole('heading', { level: 1 }), screen.getByRole('combobox', { name: 'Record that stays' })]
    expect(heading.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(picker).toHaveProperty('value', expect.stringContaining('Ashaa Verma'))
  })
})
