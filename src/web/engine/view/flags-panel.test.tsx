// Open findings on a record's page: who is responsible, what the rule says and holds back, and closing one by right; and what a
// form of something that counts only later says of it.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage, refusal } from '#tests/web/stage.tsx'

const subject = '01900000-0000-7000-8000-0000000000c1'
const finding = {
  id: '01900000-0000-7000-8000-0000000000f7',
  subjectId: subject,
  eventId: null,
  ruleId: 'BR-06',
  severity: 'REVIEW',
  message: '1,200 kg per ha is far above the village’s 800 kg.',
  openedAt: '2025-09-20T04:00:00Z',
  openedBy: null,
  owner: 'OPERATOR_MANAGER',
  mayClose: true,
}
// A record without an overview of its own, so that only the panel is under test.
const page = `/private/farmbook/OP1/landowner/${subject}`
const answers =
  (flag: object, onClose: Answering = () => ({ body: { finding: {}, subject: {} } })): Answering =>
  (one) =>
    one.path.endsWith('/close')
      ? onClose(one)
      : one.path.endsWith(`/landowner/${subject}`)
        ? { body: answerOf({ id: subject, title: 'Sita', status: 'ACTIVE', flags: [{ ...finding, ...flag }] }) }
        : undefined
const panel = async () => within(await screen.findByRole('region', { name: 'Open findings' }))

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./rule-text.tsx')]), 120_000)

describe('FlagsPanel', () => {
  it('says the rule in words, what it holds back, and who is responsible; whoever may not close it is offered nothing', async () => {
    await openStage(page, answers({ mayClose: false }))
    const open = await panel()
    expect(await open.findByText(/An estimate stays under the ceiling of the yield norm/)).toBeDefined()
    expect(open.getByText(/Until this is closed: The estimate is not approved\./)).toBeDefined()
    expect(open.getByText(/responsible: Operator manager/)).toBeDefined()
    expect(open.queryByRole('button', { name: 'Close finding' })).toBeNull()
  })
  it('asks why and what was decided, sends nothing without a note, and shows the refusal in the server’s words', async () => {
    const { person, requested } = await openStage(
      page,
      answers({}, () => refusal(422, 'RULE_BLOCKED', { detail: 'You recorded what this finding is about: somebody else must decide on it.' })),
    )
    await person.click((await panel()).getByRole('button', { name: 'Close finding' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close finding' }))
    await person.click(dialog.getByRole('button', { name: 'Close finding' }))
    expect(await dialog.findByText('Please fill this in.')).toBeDefined()
    expect(requested.filter(({ method }) => method === 'POST')).toEqual([])
    await person.click(dialog.getByRole('radio', { name: 'Accepted as an exception' }))
    await person.type(dialog.getByRole('textbox', { name: /What was decided/ }), 'Seen in the field')
    await person.click(dialog.getByRole('button', { name: 'Close finding' }))
    expect(await dialog.findByText('You recorded what this finding is about: somebody else must decide on it.')).toBeDefined()
    expect(requested.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/operators/OP1/landowner/${subject}/findings/${finding.id}/close`,
      body: { reason: 'ACCEPTED', note: 'Seen in the field' },
    })
  })
  it('closes, says so, and reads the record anew', async () => {
    const { person, requested } = await openStage(page, answers({ severity: 'WARN' }))
    await person.click((await panel()).getByRole('button', { name: 'Close finding' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close finding' }))
    const before = requested.filter(({ path }) => path.endsWith(`/landowner/${subject}`)).length
    await person.click(dialog.getByRole('button', { name: 'Close finding' }))
    expect(await screen.findByText('The finding is closed.')).toBeDefined()
    await waitFor(() => expect(requested.filter(({ path }) => path.endsWith(`/landowner/${subject}`)).length).toBeGreaterThan(before))
  })
})

describe('RecordNotice', () => {
  it('says on the form of a transaction certificate what is judged when it is submitted', async () => {
    await openStage('/private/farmbook/OP1/transactioncertificate/create', () => undefined)
    expect((await screen.findByRole('note')).textContent).toContain('seventeen checks')
  })
})
