// The committee's screen: what is shown of each member and in which order, that proposals are accepted together or changed with a reason, that nobody is
// offered whom the event would refuse, by mouse and by keys, and the one event that is sent.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CommitteeMeeting, CommitteeMember } from '#domain/people/committee-answer.ts'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const group = omar.grants[0]?.operatorIds?.[0] ?? ''
const seasonId = '01900000-0000-7000-8000-0000000000c1'
const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
let made = 0
const member = (values: Partial<CommitteeMember> = {}): CommitteeMember => {
  const n = ++made
  return {
    farmerId: idOf(n),
    memberNo: `M-${n}`,
    name: `Member ${n}`,
    village: 'Kasrawad',
    state: 'CLEAR',
    risk: { riskClass: 'LOW', points: 0, reasons: [] },
    visits: [{ day: '2025-08-10', result: 'APPROVED', conditions: null, inspectorId: idOf(900), inspector: 'Ines Rao' }],
    visitsInYear: 1,
    open: [],
    complianceScore: 92,
    areaHa: 1.5,
    claims: [{ claim: 'ORGANIC', areaHa: 1.5 }],
    estimatedKg: 1200,
    sanction: null,
    before: null,
    decision: null,
    proposal: { result: 'APPROVED', reasons: [], doubts: [] },
    blocked: [],
    ...values,
  }
}
const meetingOf = (items: CommitteeMember[], values: Partial<CommitteeMeeting> = {}): CommitteeMeeting => ({
  seasonId,
  day: '2026-01-15',
  stopped: null,
  members: items.length,
  inspected: items.length,
  times: 1,
  inspectedOften: items.length,
  items,
  ...values,
})
const season = answerOf({ id: seasonId, title: 'Kharif 2025', status: 'OPEN', startDate: '2025-06-01', endDate: '2026-02-28' })
const answering =
  (meeting: CommitteeMeeting, other: Answering = () => undefined): Answering =>
  async (requested) => {
    const { method, path } = requested
    const special = await other(requested)
    if (special) return special
    if (method !== 'GET') return undefined
    if (path.endsWith('/season')) return { body: { items: [season], next: null, total: 1, refs: {} } }
    if (path.endsWith('/committee')) return { body: meeting }
    if (path.endsWith(`/collective/${group}`))
      return { body: answerOf({ id: group, title: 'Narmada Organic Growers', may: ['APPROVAL_COMMITTEE', 'LIST_DRAWN_UP'] }) }
    return undefined
  }
const page = `/private/farmbook/OP1/collective/${group}/create-event?type=APPROVAL_COMMITTEE`
const recorded = { status: 201, body: { event: {}, subject: answerOf({ id: group }), findings: [] } }
const row = async (name: string) => within(await screen.findByRole('listitem', { name }))

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/event/event-pages.tsx'), import('./committee.tsx')]), 120_000)

describe('Committee', () => {
  it('shows each member on one line, in the order of the answer, with why one may not be decided', async () => {
    const own = member({ name: 'Own', state: 'BLOCKED', blocked: [{ ruleId: 'BR-24', message: 'You inspected Own: somebody else must decide.' }] })
    const grave = member({
      name: 'Grave',
      state: 'DOUBT',
      risk: { riskClass: 'HIGH', points: 9, reasons: [{ points: 3, message: 'A major or critical non-conformity within two years.' }] },
      open: [{ id: idOf(800), ref: 'N-1', rule: 'STORE', severity: 'MAJOR', dueOn: '2026-02-10', needsCondition: false }],
      proposal: { result: 'CONDITIONAL', reasons: [], doubts: [{ message: 'The risk is high.' }] },
    })
    const { person } = await openStage(page, answering(meetingOf([own, grave, member({ name: 'Plain' })])))
    await row('Own')
    const list = within(screen.getByRole('list', { name: 'Members' }))
    expect(
      list
        .getAllByRole('listitem')
        .map((one) => one.getAttribute('aria-label'))
        .filter(Boolean),
    ).toEqual(['Own', 'Grave', 'Plain'])
    expect((await row('Own')).getByText('You inspected Own: somebody else must decide.')).toBeDefined()
    expect((await row('Own')).queryByRole('button', { name: /^Accept/ })).toBeNull()
    const line = await row('Grave')
    expect(line.getByText('High risk')).toBeDefined()
    expect(line.getByText('Major: 1')).toBeDefined()
    await person.click(line.getByRole('button', { name: 'Evidence of Grave' }))
    expect(line.getByText('The risk is high.')).toBeDefined()
    expect(line.getByRole('link', { name: 'N-1, STORE' }).getAttribute('href')).toContain(`/nonconformity/${idOf(800)}`)
  })
  it('accepts all proposals without a doubt at once, takes one back, and sends the rest in one event', async () => {
    const items = [
      member({ name: 'Doubt', state: 'DOUBT', proposal: { result: 'REJECTED', reasons: [], doubts: [{ message: 'The risk is high.' }] } }),
      member({ name: 'One' }),
      member({ name: 'Two' }),
    ]
    const { person, requested } = await openStage(
      page,
      answering(meetingOf(items), ({ method }) => (method === 'POST' ? recorded : undefined)),
    )
    await person.click(await screen.findByRole('button', { name: 'Accept 2 proposals without a doubt' }))
    expect(await screen.findByText('Chosen: 2 · left: 1')).toBeDefined()
    await person.click((await row('Two')).getByRole('button', { name: 'Take back, Two' }))
    await person.click(screen.getByRole('button', { name: 'Record 1 decision' }))
    const sent = await waitFor(() => requested.find(({ method }) => method === 'POST') ?? expect.unreachable())
    expect(sent.path).toContain(`/collective/${group}/events`)
    expect(sent.headers.get('idempotency-key')).toBeTruthy()
    expect(sent.body).toMatchObject({ eventType: 'APPROVAL_COMMITTEE', data: { seasonId, decisions: [{ farmerId: items[1]?.farmerId, result: 'APPROVED' }] } })
  })
  it('asks for the reason of a decision otherwise than proposed, and for the condition; a refusal keeps what was chosen', async () => {
    const items = [member({ name: 'Changed' })]
    const { person, requested } = await openStage(
      page,
      answering(meetingOf(items), ({ method }) => (method === 'POST' ? refusal(422, 'RULE_BLOCKED', { detail: 'Somebody decided before.' }) : undefined)),
    )
    const line = await row('Changed')
    await person.click(line.getByRole('button', { name: 'Otherwise' }))
    await person.click(line.getByRole('button', { name: 'Approved with conditions' }))
    expect(screen.getByRole('button', { name: 'Record 1 decision' })).toHaveProperty('disabled', true)
    await person.click(line.getByRole('textbox', { name: /Conditions/ }))
    await person.paste('Buffer of 10 m')
    expect(line.getByText('Name the reason')).toBeDefined()
    await person.click(line.getByRole('textbox', { name: /Why otherwise than proposed/ }))
    await person.paste('The neighbour sprays')
    await person.click(screen.getByRole('button', { name: 'Record 1 decision' }))
    expect(await screen.findByText('Somebody decided before.')).toBeDefined()
    expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({
      data: { decisions: [{ farmerId: items[0]?.farmerId, result: 'CONDITIONAL', conditions: 'Buffer of 10 m', reason: 'The neighbour sprays' }] },
    })
    expect(line.getByRole('textbox', { name: /Conditions/ })).toHaveProperty('value', 'Buffer of 10 m')
  })
  it('offers no choice while the committee may decide about nobody, and leads to whom that hangs on', async () => {
    const missing = member({
      name: 'Missing',
      state: 'BLOCKED',
      visits: [],
      blocked: [{ ruleId: 'BR-21', message: 'Missing was not inspected this season by that day.' }],
    })
    const stopped = { message: '1 of 2 active members were inspected this season; the committee decides when all were.' }
    const { person } = await openStage(page, answering(meetingOf([missing, member({ name: 'Ready' })], { stopped })))
    expect(await screen.findByText(/^1 of 2 active members/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Accept|Record|Otherwise)/ })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Show the 1 member' }))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Ready' })).toBeNull())
    expect(screen.getByRole('listitem', { name: 'Missing' })).toBeDefined()
  })
  it('does not offer an approval without condition where a rule asks for one (BR-17)', async () => {
    const open = [{ id: idOf(801), ref: 'N-2', rule: 'BUFFER', severity: 'MINOR' as const, dueOn: '2026-02-10', needsCondition: true }]
    const { person } = await openStage(
      page,
      answering(meetingOf([member({ name: 'Bound', open, proposal: { result: 'CONDITIONAL', reasons: [], doubts: [] } })])),
    )
    const line = await row('Bound')
    await person.click(line.getByRole('button', { name: 'Evidence of Bound' }))
    expect(line.getByRole('button', { name: 'Approved' })).toHaveProperty('disabled', true)
    await person.click(line.getByRole('button', { name: 'Accept: Approved with conditions, Bound' }))
    expect(line.getByRole('textbox', { name: /Conditions/ })).toHaveProperty('value', 'Correct N-2.')
    expect(screen.getByRole('button', { name: 'Record 1 decision' })).toHaveProperty('disabled', false)
  })
  it('is worked with keys: walk, accept, reject, take back', async () => {
    const { person } = await openStage(page, answering(meetingOf([member({ name: 'First' }), member({ name: 'Second' })])))
    await row('First')
    await person.keyboard('ja')
    expect(await screen.findByText('Chosen: 1 · left: 1')).toBeDefined()
    await person.keyboard('a')
    expect(await screen.findByText('Chosen: 2 · left: 0')).toBeDefined()
    await person.keyboard('x')
    expect(await screen.findByText('Chosen: 1 · left: 1')).toBeDefined()
    await person.keyboard('3')
    expect((await row('Second')).getByText('Name the reason')).toBeDefined()
  })
  it('finds members by name and inspector, draws hundreds in parts, and works on a phone', async () => {
    const items = Array.from({ length: 300 }, (_, at) =>
      member({ name: at === 250 ? 'Ramkishore Bholaprasad Chandrashekhar Vishwakarma-Solanki' : `Many ${at}` }),
    )
    const { person } = await openStage(page, answering(meetingOf(items)), { width: 390 })
    await row('Many 0')
    await person.click(screen.getByRole('searchbox'))
    await person.paste('vishwakarma')
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Many 0' })).toBeNull())
    expect((await row(items[250]?.name ?? '')).getByRole('button', { name: /^Accept:/ })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Accept 300 proposals without a doubt' })).toBeDefined()
  })
  it('says that everybody is decided, what the facts say since, and leads to the list', async () => {
    const decision = { result: 'APPROVED' as const, conditions: null, on: '2026-01-15', by: 'Omar Sheikh' }
    const items = [
      member({ name: 'Since', state: 'CHANGED', decision, proposal: { result: 'SANCTIONED', reasons: [], doubts: [] } }),
      member({ name: 'Done', state: 'DECIDED', decision }),
    ]
    await openStage(page, answering(meetingOf(items)))
    expect(await screen.findByText('Every member is decided')).toBeDefined()
    expect((await row('Since')).getByText('The facts say now: Sanctioned')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Draw up the approved farmer list' }).getAttribute('href')).toContain('LIST_DRAWN_UP')
  })
  it('says what is missing where there is no member', async () => {
    await openStage(page, answering(meetingOf([])))
    expect(await screen.findByText('No active member')).toBeDefined()
  })
})
