// The day of a flock that a package planned: what is to be shown of the step stands on the form, and goes with what is recorded.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const [flockId, planId] = ['c7', 'd7'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [string, string]
const flock = answerOf({ id: flockId, code: 'FLK-1', title: 'House 1', status: 'REARING', aliveCount: 500, may: ['DAILY_RECORD'] })
const plan = answerOf({
  ...{ id: planId, code: 'PLN-1', title: 'Weighing day', name: 'Weighing day', status: 'DUE', poultryBatchId: flockId, eventType: 'DAILY_RECORD' },
  ...{ due: '2026-01-15', evidence: ['PHOTO'] },
})
const answers: Answering = ({ method, path }) => {
  if (method === 'POST') return { status: 201, body: { event: {}, subject: flock, findings: [] } }
  return path.endsWith(planId) ? { body: plan } : path.endsWith(flockId) ? { body: flock } : undefined
}
const page = `/private/farmbook/OP1/poultrybatch/${flockId}/create-event`

it('says what the package asks to be shown, takes the file, and is recorded for the step', async () => {
  const { person, requested } = await openStage(`${page}?type=DAILY_RECORD&plan_event_id=${planId}`, answers)
  const shown = within(await screen.findByRole('region', { name: 'To be shown for this step' }))
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Photo'])
  expect((await screen.findAllByText(/^Photos and documents/)).length).toBeGreaterThan(0)
  await person.click(screen.getByRole('button', { name: 'Record' }))
  await waitFor(() => expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({ eventType: 'DAILY_RECORD', planEventId: planId }))
})

it('asks for nothing to be shown of a day that is no step', async () => {
  const { requested } = await openStage(`${page}?type=DAILY_RECORD`, answers)
  await screen.findByRole('button', { name: 'Record' })
  expect(screen.queryByRole('region', { name: 'To be shown for this step' })).toBeNull()
  expect(requested.some(({ path }) => path.includes('/planevent/'))).toBe(false)
})
