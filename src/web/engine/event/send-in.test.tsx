// An event that only a second person can let count: the refusal offers to send the same data in, once, and leaves the form as it was otherwise.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const [plotId, sentId] = ['f2', 'f3'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [string, string]
const plot = answerOf({ id: plotId, code: 'PLT-000001', title: 'North field', status: 'VERIFIED', version: 4, may: ['BUFFER_OBSERVED'] })
const submission = answerOf({ id: sentId, code: 'SUB-000001', title: 'Event of a crop', status: 'RECEIVED', formCode: 'CROP_EVENT', answers: [] })
const fatima: User = { ...omar, name: 'Fatima Pathan', grants: [{ role: 'FIELD_OFFICER', operatorIds: [String(plot.operatorId)], villages: ['Kasrawad'] }] }
const page = `/private/farmbook/OP1/landparcel/${plotId}/create-event?type=BUFFER_OBSERVED&side=N&use=CONVENTIONAL&metres=5`
const detail = 'With this buffer more would be sold.'

/** `mayFail`: sending it in fails the first time. */
function refusing(code: string, { mayFail = false } = {}): Answering {
  let sent = 0
  return ({ method, path }) => {
    if (method === 'POST' && path.endsWith('/events'))
      return refusal(422, 'RULE_BLOCKED', { detail, ruleId: 'BR-13', fields: [{ path: 'data.metres', code, message: 'Wider than known so far.' }] })
    if (method === 'POST')
      return mayFail && sent++ === 0 ? refusal(503, 'UNAVAILABLE', { detail: 'The service is not ready.' }) : { status: 201, body: submission }
    return path.endsWith(plotId) ? { body: plot } : path.endsWith(sentId) ? { body: submission } : undefined
  }
}

describe('“Send for approval”', () => {
  it('sends what the form says now as a submission, under one key however often, and shows it', async () => {
    const { person, requested, address } = await openStage(page, refusing('request', { mayFail: true }), { user: fatima })
    expect(screen.queryByRole('button', { name: 'Send for approval' })).toBeNull()
    await person.click(await screen.findByRole('button', { name: 'Record' }))
    const refused = (await screen.findByText(detail)).closest('[role="alert"]') as HTMLElement
    // Refused again as what it lacks, not sent.
    const metres = screen.getByLabelText(/^Width/)
    expect(metres.getAttribute('aria-invalid')).toBe('true')
    const button = await within(refused).findByRole('button', { name: 'Send for approval' })
    await person.clear(metres)
    await person.click(button)
    await screen.findByText(/Please look at:/)
    const posted = () => requested.filter(({ method, path }) => method === 'POST' && path.endsWith('/submission'))
    expect(posted()).toEqual([])
    await person.type(metres, '4.5')
    await person.type(screen.getByLabelText(/^Notes/), 'Hedge')
    await person.click(button)
    expect(await screen.findByText('The service is not ready.')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Send for approval' }))
    await waitFor(() => expect(address()).toContain(`/submission/${sentId}`))
    expect(posted()).toHaveLength(2)
    expect(new Set(posted().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    const body = posted()[1]?.body as { answers: { field: string; value: unknown }[] }
    expect(body).toMatchObject({ formCode: 'CROP_EVENT', targetType: 'landparcel', targetId: plotId, targetVersion: 4, deviceId: 'browser' })
    const answers = Object.fromEntries(body.answers.map(({ field, value }) => [field, value]))
    expect(answers).toEqual({
      eventType: { kind: 'TEXT', text: 'BUFFER_OBSERVED' },
      occurredAt: { kind: 'TEXT', text: expect.stringMatching(/^\d{4}-/) },
      side: { kind: 'TEXT', text: 'N' },
      metres: { kind: 'NUMBER', number: 4.5 },
      use: { kind: 'TEXT', text: 'CONVENTIONAL' },
      notes: { kind: 'TEXT', text: 'Hedge' },
    })
    expect(requested.filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))).toHaveLength(1)
  })
  it('sends where the device is along, with how exactly it knows, once and however often it is tried', async () => {
    let looked = 0
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: async () => ({ state: 'granted' }) } })
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: (found: (at: unknown) => void) => found({ coords: { latitude: 22, longitude: 75.5 + looked++ / 1000, accuracy: 1480 } }) },
    })
    const [cropId, stepId] = ['f4', 'f5'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [string, string]
    const crop = answerOf({ id: cropId, code: 'CRP-000001', title: 'Cotton', status: 'PLANNED', may: ['SEED_TREATMENT'] })
    const step = answerOf({ id: stepId, title: 'Trichoderma', cropId, eventType: 'SEED_TREATMENT', status: 'DUE', evidence: ['GPS'] })
    const answers = refusing('request', { mayFail: true })
    const { person, requested } = await openStage(
      `/private/farmbook/OP1/crop/${cropId}/create-event?plan_event_id=${stepId}&itemId=${plotId}&gPerKg=4`,
      (call) => (call.path.endsWith(stepId) ? { body: step } : call.path.endsWith(cropId) ? { body: crop } : answers(call)),
      { user: fatima },
    )
    await person.click(await screen.findByRole('button', { name: 'Record' }))
    await person.click(await screen.findByRole('button', { name: 'Send for approval' }))
    expect(await screen.findByText('The service is not ready.')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Send for approval' }))
    const posted = () => requested.filter(({ method, path }) => method === 'POST' && path.endsWith('/submission'))
    await waitFor(() => expect(posted()).toHaveLength(2))
    for (const { body } of posted()) expect(body).toMatchObject({ position: { type: 'Point', coordinates: [expect.closeTo(75.5, 0), 22] }, gpsAccuracyM: 1480 })
    expect(new Set(posted().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(posted()[0]?.body).toEqual(posted()[1]?.body)
  })
  it.each([
    ['after another refusal', 'rule', fatima],
    ['to who sends nothing in', 'request', omar],
  ] as const)('is not offered %s', async (_when, code, user) => {
    const { person } = await openStage(page, refusing(code), { user })
    await person.click(await screen.findByRole('button', { name: 'Record' }))
    await screen.findByText(/Rule BR-13/)
    expect(screen.queryByRole('button', { name: 'Send for approval' })).toBeNull()
  })
})
