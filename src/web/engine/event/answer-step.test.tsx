// The page of an event of which nobody was asked which step it is for: asks it, and sends the same event in its place with the answer.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const [cropId, eventId, planId] = ['c1', 'e1', 'd1'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [string, string, string]
const event = {
  ...{ id: eventId, eventType: 'INTERCULTURE', subjectType: 'crop', subjectId: cropId, occurredAt: '2025-07-20T06:00:00Z', recordedAt: '2025-07-21T06:00:00Z' },
  ...{
    recordedBy: null,
    status: 'RECORDED',
    data: { operation: 'WEEDING', pairs: null },
    notes: 'North end',
    hash: 'abc',
    source: 'MOBILE',
    planEventId: null,
  },
  ...{ gps: { lat: 22.1, lng: 75.6, accuracyM: 8 }, lateReason: null, voidReason: null, supersedesEventId: null },
}
const question = { id: 'f1', ruleId: 'BR-18', severity: 'WARN', message: 'Which step?', eventId, figures: { day: '2025-07-20' } }
const step = answerOf({
  id: planId,
  title: 'Second weeding',
  status: 'MISSED',
  cropId,
  eventType: 'INTERCULTURE',
  windowStart: '2025-07-06',
  windowEnd: '2025-07-18',
})
const stage =
  (flags: unknown[]): Answering =>
  ({ method, path }) => {
    if (method === 'POST') return { status: 201, body: { event: { ...event, id: planId }, subject: {}, findings: [] } }
    if (path.endsWith('/planevent')) return { body: { items: [step], next: null } }
    if (path.includes('/events/')) return { body: { ...event, refs: {} } }
    return path.endsWith(cropId)
      ? { body: answerOf({ id: cropId, code: 'CRP-000001', title: 'Cotton', status: 'GROWING', may: ['INTERCULTURE'], flags }) }
      : undefined
  }
const address = `/private/farmbook/OP1/crop/${cropId}/event/${eventId}`

it('asks which step it is for, and sends the same event in its place with one of them, or none', async () => {
  for (const [answer, planEventId] of [
    [/^Second weeding, from/, planId],
    ['For none of them', null],
  ] as const) {
    const { person, requested } = await openStage(address, stage([question]))
    const save = await screen.findByRole('button', { name: 'Save' })
    expect(save.hasAttribute('disabled')).toBe(true)
    await person.click(await screen.findByRole('radio', { name: answer }))
    await person.click(save)
    await waitFor(() =>
      expect(requested.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
        ...{ eventType: 'INTERCULTURE', occurredAt: event.occurredAt, data: { operation: 'WEEDING' }, planEventId, supersedesEventId: eventId },
        ...{ notes: 'North end', gps: event.gps },
      }),
    )
    cleanup()
  }
})
it('asks nothing of an event that is in no question', async () => {
  await openStage(address, stage([{ ...question, eventId: planId }]))
  expect(await screen.findByText('When and by whom')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Which step is this for?' })).toBeNull()
})
