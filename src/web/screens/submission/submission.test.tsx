// Reviewing what came from a phone: what differs is seen, nothing goes back without a reason, nobody decides on their own.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const [id, plot, sender] = ['01900000-0000-7000-8000-0000000000b1', '01900000-0000-7000-8000-0000000000b2', '01900000-0000-7000-8000-0000000000b3']
const ring = (north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [75.6, 22.12],
      [75.601, 22.12],
      [75.601, north],
      [75.6, north],
      [75.6, 22.12],
    ],
  ],
})
const submission = (values: Record<string, unknown> = {}) =>
  answerOf({
    id,
    code: 'SUB-000001',
    title: 'Boundary of a plot',
    formCode: 'PARCEL_BOUNDARY',
    answers: [
      { field: 'boundary', value: { kind: 'TEXT', text: JSON.stringify(ring(22.121)) } },
      { field: 'waterRegime', value: { kind: 'TEXT', text: 'RAINFED' } },
    ],
    targetType: 'landparcel',
    targetId: plot,
    targetVersion: 3,
    deviceId: 'SM-A146',
    capturedAt: '2025-11-10T05:30:00Z',
    attachments: [{ name: 'corner.jpg', kind: 'PHOTO' }],
    status: 'RECEIVED',
    may: ['APPROVED', 'RETURNED', 'REJECTED', 'REVIEW_STARTED'],
    createdBy: sender,
    refs: { [sender]: { entity: 'user', title: 'Fatima Ansari', code: 'USR-2' } },
    ...values,
  })
const answering =
  (record: Record<string, unknown>): Answering =>
  ({ path, method }) =>
    method === 'POST'
      ? { status: 201, body: { event: {}, subject: record, findings: [] } }
      : path.endsWith(id)
        ? { body: record }
        : path.endsWith(plot)
          ? { body: answerOf({ id: plot, title: 'Nala Khet', boundary: ring(22.1205), waterRegime: 'RAINFED', version: 4 }) }
          : undefined
const page = `/private/farmbook/OP1/submission/${id}`

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./submission-overview.tsx')]), 120_000)

describe('SubmissionOverview', () => {
  it('sends nothing back without a reason, and says that it needs one', async () => {
    const { person, requested } = await openStage(page, answering(submission()))
    await person.click(await screen.findByRole('button', { name: 'Return' }))
    expect(await screen.findByText('“Return” needs a few words: why.')).toBeDefined()
    expect(requested.filter(({ method }) => method === 'POST')).toEqual([])
    await person.type(screen.getByLabelText('Comment, or what is missing'), 'The corner stone is missing.')
    await person.click(screen.getByRole('button', { name: 'Return' }))
    await waitFor(() =>
      expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({
        eventType: 'RETURNED',
        data: { comment: 'The corner stone is missing.' },
      }),
    )
  })
  it('offers no decision to whoever sent it', async () => {
    await openStage(page, answering(submission({ createdBy: omar.id, may: [] })))
    expect(await screen.findByText('You sent this yourself. Somebody else decides about it.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
  it('of a request says that it was requested, not that it came from a phone', async () => {
    await openStage(page, answering(submission({ formCode: 'CHANGE_REQUEST', deviceId: 'browser' })))
    const table = await screen.findByRole('table', { name: 'What was captured' })
    expect(within(table).getByRole('columnheader', { name: 'Requested' })).toBeDefined()
    expect(screen.queryByText('From the phone')).toBeNull()
    expect(screen.queryByLabelText(/From the phone/)).toBeNull()
  })
  it('of a request that others overtook offers what was requested or what is now', async () => {
    const merged = { field: 'declaredAreaHa', base: 1, device: 1.05, now: 1.02, outcome: 'CONFLICT', value: null, isContested: true }
    const sent = {
      ...merged,
      field: 'waterRegime',
      base: 'RAINFED',
      device: 'IRRIGATED',
      now: 'RAINFED',
      outcome: 'DEVICE',
      value: 'IRRIGATED',
      isContested: false,
    }
    const merge = { entity: 'landparcel', version: 4, fields: [merged, sent], changed: { at: '2025-11-11T05:30:00Z', by: null } }
    await openStage(
      page,
      answering(submission({ formCode: 'CHANGE_REQUEST', deviceId: 'browser', status: 'CONFLICT', may: ['RESOLVED', 'REJECTED'], extra: { merge } })),
    )
    expect(await screen.findByRole('radio', { name: /^Requested: 1\.05/ })).toBeDefined()
    expect(screen.getByRole('radio', { name: /^As it is now: 1\.02/ })).toBeDefined()
    expect(screen.getByRole('img', { name: 'Requested' })).toBeDefined()
    expect(document.body.textContent).not.toContain('From the phone')
  })
  it('shows what is stored beside what came, what of it differs, and that the record moved on meanwhile', async () => {
    await openStage(page, answering(submission()))
    expect((await screen.findByTitle('changed')).closest('tr')?.textContent).toMatch(/^Boundary/)
    const table = screen.getByRole('table', { name: 'What was captured' })
    expect(within(within(table).getByRole('row', { name: /^Water/ })).queryByTitle('changed')).toBeNull()
    expect(screen.getByText('begun from version 3, now 4')).toBeDefined()
    expect(screen.getByRole('img', { name: 'Boundary' })).toBeDefined()
    expect(within(screen.getByRole('list', { name: 'Attachments' })).getByText('corner.jpg')).toBeDefined()
  })
  it('approves some of the fields and returns the rest with a reason, and until then says what is missing', async () => {
    const { person, requested } = await openStage(page, answering(submission({ may: ['APPROVED', 'SPLIT'], extra: { parts: ['boundary', 'waterRegime'] } })))
    await person.click(await screen.findByRole('button', { name: 'Approve in part' }))
    const part = within(screen.getByRole('region', { name: 'Approve in part' }))
    const button = () => part.getByRole<HTMLButtonElement>('button', { name: 'Approve these, return the rest' })
    expect([button().disabled, part.getByRole('status').textContent]).toEqual([true, 'Choose what you accept.'])
    await person.click(part.getByRole('checkbox', { name: 'Boundary' }))
    expect(part.getByRole('status').textContent).toBe('Say why the rest is not accepted.')
    await person.type(part.getByLabelText(/^Reason/), 'It is irrigated.')
    expect(part.queryByRole('status')).toBeNull()
    await person.click(part.getByRole('checkbox', { name: /^Water/ }))
    expect([button().disabled, part.getByRole('status').textContent]).toEqual([true, 'Everything is chosen: approve it as a whole.'])
    await person.click(part.getByRole('checkbox', { name: /^Water/ }))
    await person.click(button())
    await waitFor(() =>
      expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({
        eventType: 'SPLIT',
        data: { fields: ['boundary'], rest: 'RETURN', reason: 'It is irrigated.' },
      }),
    )
  })
  it('of a part says what was sent for it, and what would stand against it', async () => {
    const record = submission({
      may: ['APPROVED', 'SPLIT'],
      autoChecks: [{ ruleId: '6.1', outcome: 'BLOCK', field: 'waterRegime', message: 'At most 5.' }],
      extra: { parts: ['boundary', 'waterRegime'] },
    })
    const { person } = await openStage(page, answering(record))
    await person.click(await screen.findByRole('button', { name: 'Approve in part' }))
    const part = within(screen.getByRole('region', { name: 'Approve in part' }))
    expect(part.getByRole('checkbox', { name: /^Water/, description: /Rain-fed At most 5\./ })).toBeDefined()
    expect(part.getByRole('checkbox', { name: 'Boundary', description: /5 corners|4 corners/ })).toBeDefined()
    expect(part.queryAllByText('At most 5.')).toHaveLength(1)
  })
  it('of a list says what is in it, row by row', async () => {
    const neighbours = [
      { side: 'N', use: 'CONVENTIONAL', bufferM: 9 },
      { side: 'S', use: 'ORGANIC', bufferM: 2 },
    ]
    const answers = [{ field: 'neighbours', value: { kind: 'TEXT', text: JSON.stringify(neighbours) } }]
    await openStage(page, answering(submission({ answers })))
    const row = within(await screen.findByRole('table', { name: 'What was captured' })).getByRole('row', { name: /^Neighbours/ })
    expect(row.textContent).toMatch(/North · .*9\sm\nSouth · .*2\sm$/)
    expect(row.textContent).not.toContain('2 entries')
  })
  it('that could not be carried out says where and why in words, also of its time and its kind, and tries again', async () => {
    const failure = {
      problem: 'Some of what was sent cannot be accepted.',
      code: 'VALIDATION',
      fields: [
        { path: 'occurredAt', message: 'This lies in the future.' },
        { path: 'targetType', message: 'There is no such kind of record.' },
        { path: 'eventType', message: 'It does not say which event happened, or an unknown one.' },
      ],
    }
    const answers = [
      { field: 'eventType', value: { kind: 'TEXT', text: 'NO_SUCH' } },
      { field: 'kg', value: { kind: 'NUMBER', number: 5 } },
    ]
    const record = submission({ formCode: 'CROP_EVENT', targetType: 'crop', answers, status: 'APPLY_FAILED', may: ['RETRIED', 'REJECTED'], extra: { failure } })
    const { person, requested } = await openStage(page, answering(record))
    const panel = within(await screen.findByRole('region', { name: 'Could not be carried out' }))
    expect(panel.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Happened at', 'Meant for', 'Event'])
    expect(panel.getByText(/apply it again, or return it/)).toBeDefined()
    const table = within(screen.getByRole('table', { name: 'What was captured' }))
    expect(table.getByRole('rowheader', { name: 'Event' })).toBeDefined()
    // What happened is compared with nothing.
    expect(table.queryByRole('columnheader', { name: 'Now' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Apply again' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'RETRIED', data: {} }))
  })
  it('names the row and the column of a list that is refused', async () => {
    const failure = { problem: 'Some of what was sent cannot be accepted.', fields: [{ path: 'neighbours.1.bufferM', message: 'At most 1,000.' }] }
    await openStage(page, answering(submission({ status: 'APPLY_FAILED', may: ['RETRIED'], extra: { failure } })))
    const panel = within(await screen.findByRole('region', { name: 'Could not be carried out' }))
    expect(panel.getByRole('term').textContent).toMatch(/^Neighbours · 2 · Buffer/)
  })
  it('that could not be carried out does not ask its sender to put it right', async () => {
    const failure = { problem: 'The crop is not sown.', fields: [] }
    await openStage(page, answering(submission({ status: 'APPLY_FAILED', may: [], extra: { failure } })))
    expect(await screen.findByText('The crop is not sown.')).toBeDefined()
    expect(screen.getByText(/Whoever reviews it/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Apply again' })).toBeNull()
  })
  const event = (key: string, eventType: string, data: Record<string, unknown>) => ({
    id: `01900000-0000-7000-8000-0000000000${key}`,
    eventType,
    subjectType: 'submission',
    subjectId: id,
    occurredAt: '2025-11-12T05:30:00Z',
    recordedAt: '2025-11-12T05:30:00Z',
    recordedBy: omar.id,
    status: 'RECORDED',
    data,
    source: 'WEB',
  })
  it.each(['', '?tab=events'])('says in its timeline why it failed, and which fields are in conflict, by their labels (%s)', async (tab) => {
    const items = [
      event('c1', 'APPLY_FAILED', { problem: 'Some of it.', code: 'VALIDATION', fields: [{ path: 'waterRegime', message: 'At most 5.' }] }),
      event('c2', 'CONFLICT', { serverVersion: 4, fields: ['waterRegime'] }),
    ]
    const record = answering(submission({ status: 'APPLY_FAILED' }))
    await openStage(`${page}${tab}`, (one) => (/\/(history|events)$/.test(one.path) ? { body: { items, refs: {}, nextCursor: null } } : record(one)))
    expect(await screen.findByText(/^Water.*: At most 5\.$/)).toBeDefined()
    expect(screen.getByText(/Fields Water/)).toBeDefined()
    expect(document.body.textContent).not.toContain('VALIDATION')
  })
  it('says on the page of an event what it made, what it left and what was sent again, by labels and not by names', async () => {
    const answers = [{ field: 'waterRegime', value: { kind: 'TEXT', text: 'RAINFED' } }]
    const made = event('c3', 'APPLIED', { resultType: 'landparcel', resultId: plot, unread: ['surveyNo', 'Shoe size'] })
    const sent = event('c4', 'RESUBMITTED', { answers, targetVersion: 4 })
    const record = answering(submission({ status: 'APPLIED' }))
    for (const [one, words] of [
      [made, [/Land parcel/, /Survey/, /Shoe size/]],
      [sent, [/Water/, /Rain-fed/]],
    ] as const) {
      await openStage(`${page}/event/${one.id}`, (call) => (call.path.endsWith(one.id) ? { body: { ...one, refs: {} } } : record(call)))
      const recorded = await screen.findByRole('region', { name: 'What was recorded' })
      await waitFor(() => expect(words.filter((each) => !each.test(recorded.textContent ?? ''))).toEqual([]))
      expect(recorded.textContent).not.toMatch(/landparcel|surveyNo|waterRegime|RAINFED/)
      cleanup()
    }
  })
  it('of one thing offers no approval in part', async () => {
    await openStage(page, answering(submission({ may: ['APPROVED', 'SPLIT'], extra: { parts: [] } })))
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Approve in part' })).toBeNull()
  })
  it('that is new says in its timeline who sent it, when and from which device, to whoever reads no audit log', async () => {
    await openStage(page, answering(submission({ receivedAt: '2025-11-10T06:00:00Z' })))
    const sent = (await screen.findByText('Sent')).closest('li')?.textContent
    expect(sent).toMatch(/2025/)
    expect(sent).toContain('Fatima Ansari')
    expect(sent).toContain('SM-A146')
  })
  it('approves without a word, in one tap', async () => {
    const { person, requested } = await openStage(page, answering(submission()))
    await person.click(await screen.findByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'APPROVED', data: {} }))
  })
})

describe('the list of submissions', () => {
  const list = (row: Record<string, unknown>, refs: Record<string, unknown>) =>
    openStage('/private/farmbook/OP1/submission/list', ({ method, path }) =>
      method === 'GET' && path.endsWith('/submission') ? { body: { items: [submission(row)], next: null, refs, total: 1 } } : undefined,
    )
  it('names the record that each is about', async () => {
    const { requested } = await list({}, { [plot]: { entity: 'landparcel', title: 'Nala Khet', code: 'PRC-2' } })
    expect(await screen.findByRole('link', { name: 'Boundary of a plot, Nala Khet' })).toBeDefined()
    const selected = requested.map(({ query }) => query.get('fields')?.split(',') ?? [])
    expect(selected).toContainEqual(expect.arrayContaining(['formCode', 'targetType', 'targetId']))
  })
  it('says of what kind it is where this reader does not open it, and nothing of one yet to be made', async () => {
    await list({}, {})
    expect(await screen.findByRole('link', { name: 'Boundary of a plot, Land parcel' })).toBeDefined()
    cleanup()
    await list({ targetId: null, targetType: null }, {})
    expect(await screen.findByRole('link', { name: 'Boundary of a plot' })).toBeDefined()
  })
  it('says when each came in, from whom, of which village, and how old it is; on a phone too', async () => {
    const farmerId = '01900000-0000-7000-8000-0000000000b9'
    const answering: Answering = ({ method, path, query }) => {
      if (method !== 'GET') return undefined
      if (path.endsWith('/farmer'))
        return query.get('filter[id]') === farmerId ? { body: { items: [{ id: farmerId, village: 'Borawan' }], next: null, refs: {} } } : undefined
      const row = submission({ farmerId, receivedAt: new Date(Date.now() - 4 * 86_400_000).toISOString() })
      const refs = { [sender]: { entity: 'user', title: 'Fatima Ansari', code: 'USR-1' } }
      return path.endsWith('/submission') ? { body: { items: [row], next: null, refs, total: 1 } } : undefined
    }
    const there = '/private/farmbook/OP1/submission/list'
    await openStage(there, answering)
    expect(await screen.findByText('Borawan')).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Received at', 'Sender', 'Village', 'Status', 'Age'].map((label) => expect.stringContaining(label))),
    )
    expect(screen.getByText('Fatima Ansari')).toBeDefined()
    expect(screen.getByText('4 days')).toBeDefined()
    cleanup()
    await openStage(there, answering, { width: 390 })
    expect(await screen.findByText('Fatima Ansari · Borawan')).toBeDefined()
    expect(screen.getByText('4 days')).toBeDefined()
  })
})
