// The latest events beside other panels: of an edit what its person altered, briefly; when there is none, and when they are lost.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000c4'
const event = (changes: object) => ({
  id: 'e1',
  eventType: 'EDITED',
  subjectType: 'landowner',
  subjectId: id,
  occurredAt: '2025-06-01T04:00:00Z',
  recordedAt: '2025-06-01T04:00:00Z',
  recordedBy: omar.id,
  source: 'WEB',
  status: 'RECORDED',
  statusBefore: 'ACTIVE',
  statusAfter: 'ACTIVE',
  notes: null,
  data: { changes },
})
// A record without an overview of its own, so that only the panel is under test.
const open = (events: Answering) =>
  openStage(`/private/farmbook/OP1/landowner/${id}`, (one) => {
    if (one.path.endsWith('/history') || one.path.endsWith('/events')) return events(one)
    return one.path.endsWith(`/landowner/${id}`) ? { body: answerOf({ id, title: 'Sita', status: 'ACTIVE' }) } : undefined
  })
const panel = async () => within(await screen.findByRole('region', { name: 'Timeline' }))
const page = (...items: object[]) => ({ body: { items, next: null, refs: {} } })

beforeAll(() => import('#web/engine/view/view-page.tsx'), 120_000)

describe('LatestEvents', () => {
  it('says when nothing is recorded, and offers no more of it', async () => {
    await open(() => page())
    expect(await (await panel()).findByText('Nothing recorded yet')).toBeDefined()
    expect((await panel()).queryByRole('button', { name: 'All' })).toBeNull()
  })
  it('says when they could not be loaded, with a way to try again', async () => {
    await open(() => refusal(500, 'INTERNAL'))
    expect(await screen.findByText('The history could not be loaded')).toBeDefined()
  })
  it('names what was altered, not what was worked out from it', async () => {
    await open(() => page(event({ relationName: { from: null, to: 'Ramesh' }, code: { from: null, to: 'LDO-000007' } })))
    expect(await (await panel()).findByText('Ramesh', { exact: false })).toBeDefined()
    expect((await panel()).queryByText('LDO-000007', { exact: false })).toBeNull()
  })
  it('names the first four of many, and how many more', async () => {
    const names = ['name', 'relationName', 'localName', 'phone', 'nationalIdLast4', 'consentOn']
    await open(() => page(event(Object.fromEntries(names.map((name) => [name, { from: null, to: null }])))))
    expect(await (await panel()).findByText('… 2 more')).toBeDefined()
    expect((await panel()).getAllByText('empty', { selector: 's' })).toHaveLength(4)
  })
})
