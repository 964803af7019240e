// The form of an event that a package planned: filled with what the plan says, with what is to be shown, and asking which step it is for where nobody can know.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage, refusal } from '#tests/web/stage.tsx'

describe('EventPage with plan_event_id', () => {
  const [cropId, planId, itemId] = ['c1', 'd1', 'e1'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [string, string, string]
  const crop = answerOf({ id: cropId, code: 'CRP-000001', title: 'Cotton', status: 'PLANNED', may: ['SEED_TREATMENT', 'SOWING'] })
  const plan = answerOf({
    id: planId,
    code: 'PLN-000001',
    title: 'Trichoderma',
    name: 'Trichoderma',
    status: 'DUE',
    cropId,
    eventType: 'SEED_TREATMENT',
    itemId,
    plannedQty: 4,
    unit: 'g/kg',
    due: '2025-07-01',
    instruction: 'On the evening before sowing.',
  })
  const answers =
    (planned: Record<string, unknown>): Answering =>
    ({ method, path }) => {
      if (method === 'POST') return { status: 201, body: { event: {}, subject: crop, findings: [] } }
      if (path.endsWith(planId)) return { body: planned }
      return path.endsWith(cropId) ? { body: crop } : undefined
    }
  const address = `/private/farmbook/OP1/crop/${cropId}/create-event?plan_event_id=${planId}`
  it('opens the event that was planned, filled with what the plan says, and tells which plan it fulfils', async () => {
    const { person, requested } = await openStage(address, answers(plan))
    expect(((await screen.findByLabelText('Rate')) as HTMLInputElement).value).toBe('4')
    expect(screen.getByText('On the evening before sowing.')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() =>
      expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({
        eventType: 'SEED_TREATMENT',
        planEventId: planId,
        data: { itemId, gPerKg: 4 },
      }),
    )
  })
  it('says what the package asks to be shown of the step, before it is refused', async () => {
    await openStage(address, answers({ ...plan, evidence: ['PHOTO', 'GPS'] }))
    const shown = within(await screen.findByRole('region', { name: 'To be shown for this step' }))
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Photo', 'GPS position'])
  })
  it('says of an earlier moment that the device does not show where it was, and offers to record it without the step', async () => {
    await openStage(address, answers({ ...plan, evidence: ['PHOTO', 'GPS'] }))
    const shown = within(await screen.findByRole('region', { name: 'To be shown for this step' }))
    expect(await shown.findByRole('button', { name: 'Let this device say where it is' })).toBeDefined()
    fireEvent.change(screen.getByLabelText(/^Happened at/), { target: { value: '2025-07-01T08:00' } })
    expect(await shown.findByText(/^This was done earlier/)).toBeDefined()
    expect(shown.queryByRole('button', { name: 'Let this device say where it is' })).toBeNull()
    expect(shown.getByRole('link', { name: 'Record without the plan' }).getAttribute('href')).toBe(
      `/private/farmbook/OP1/crop/${cropId}/create-event?type=SEED_TREATMENT`,
    )
  })
  it('asks which step an event is for that is recorded on a day of none, and sends the answer: one of them, or none', async () => {
    const step = answerOf({ ...plan, status: 'MISSED', name: 'Second', title: 'Second', windowStart: '2025-06-01', windowEnd: '2025-06-05', evidence: ['DOC'] })
    const asking: Answering = (call) => {
      if (call.method === 'POST')
        return (call.body as Record<string, unknown>).planEventId === undefined
          ? refusal(400, 'VALIDATION', { fields: [{ path: 'planEventId', code: 'required', message: 'Say which open step this is for.' }] })
          : { status: 201, body: { event: {}, subject: crop, findings: [] } }
      if (call.path.endsWith('/planevent')) return { body: { items: [step], next: null } }
      return call.path.endsWith(cropId) ? { body: crop } : undefined
    }
    for (const [answer, planEventId] of [
      [/^Second, from/, planId],
      ['For none of them', null],
    ] as const) {
      const { person, requested } = await openStage(`/private/farmbook/OP1/crop/${cropId}/create-event?type=SEED_TREATMENT&itemId=${itemId}&gPerKg=4`, asking)
      await person.click(await screen.findByRole('button', { name: 'Record' }))
      await person.click(await screen.findByRole('radio', { name: answer }))
      expect(screen.queryByRole('region', { name: 'To be shown for this step' }) !== null).toBe(planEventId !== null)
      await person.click(screen.getByRole('button', { name: 'Record' }))
      await waitFor(() => expect(requested.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ planEventId }))
      cleanup()
    }
  })
  it('does not take the plan of another crop', async () => {
    await openStage(address, answers({ ...plan, cropId: '01900000-0000-7000-8000-0000000000f1' }))
    expect(await screen.findByText('“Trichoderma” is planned for something else')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
  })
})
