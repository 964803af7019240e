// The run form as a ginner meets it: what the server would refuse is refused here first, with the figures and the way out.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage, refusal } from '#tests/web/stage.tsx'

const [ginId, heapId, lintId, seedId, cottonId, ginnerId] = ['01', '02', '03', '04', '05', '06'].map((end) => `01900000-0000-7000-8000-0000000000${end}`)
const gin = answerOf({
  id: ginId,
  title: 'Khargone Gin, line 1',
  systemType: 'GINNING',
  processorId: ginnerId,
  segregation: 'DEDICATED',
  capacityKgPerDay: 8000,
  norms: [],
  inputProductIds: [],
  outputProductIds: [lintId, seedId],
  may: ['PROCESS_RUN', 'CLEANING'],
})
const heap = answerOf({
  id: heapId,
  title: 'Heap 014',
  status: 'RECEIVED',
  productId: cottonId,
  processorId: ginnerId,
  processingSystemId: ginId,
  claimStatus: 'ORGANIC',
  gmoStatus: 'NEGATIVE',
  onHandKg: 6204,
  availableKg: 6204,
})
const products = [
  answerOf({ id: cottonId, title: 'Seed cotton', material: 'SEED_COTTON' }),
  answerOf({ id: lintId, title: 'Lint', material: 'LINT' }),
  answerOf({ id: seedId, title: 'Cottonseed', material: 'COTTONSEED' }),
]
const list = (items: unknown[]) => ({ body: { items, next: null, refs: {} } })
const house: Answering = ({ path, method }) => {
  if (method !== 'GET') return undefined
  if (path.endsWith('/run-history')) return { body: { items: [], norm: { material: 'LINT', min: 0.31, max: 0.38 }, meanShare: null, throughputKg30Days: 0 } }
  if (path.endsWith(`/processingsystem/${ginId}`)) return { body: gin }
  return path.endsWith('/product') ? list(products) : path.endsWith('/productbatch') ? list([heap]) : undefined
}
const address = `/private/farmbook/OP1/processingsystem/${ginId}/create-event?type=PROCESS_RUN`
const weigh = async (person: Awaited<ReturnType<typeof openStage>>['person'], weights: Record<string, string>) => {
  for (const [name, kg] of Object.entries(weights)) {
    const input = await screen.findByLabelText(name)
    await person.click(input)
    await person.paste(kg)
  }
}
const good = { 'Taken from Heap 014': '6,000', Lint: '2052', Cottonseed: '3738', Trash: '156', 'Invisible loss': '30' }

// Read once before the clock of the first test runs: the screen with all it draws on is large.
beforeAll(() => import('./new-run.tsx'), 120_000)

describe('NewRun', () => {
  it('refuses more than lies in the lot with both figures, sends nothing, and the way out resolves it (BR-09)', async () => {
    const { person, requested } = await openStage(address, house)
    await weigh(person, { ...good, 'Taken from Heap 014': '6,300' })
    const checks = screen.getByLabelText('Checks')
    const alert = within(checks).getByText('Heap 014 has 6,204 kg, 6,300 kg are asked.').closest('[role=alert]') as HTMLElement
    expect(alert.textContent).toContain('Rule BR-09')
    await person.click(screen.getByRole('button', { name: 'Save run' }))
    expect(requested.filter(({ method }) => method === 'POST')).toEqual([])
    await person.click(within(alert).getByRole('button', { name: 'Take 6,204 kg, all there is' }))
    expect((screen.getByLabelText('Taken from Heap 014') as HTMLInputElement).value).toBe('6204')
  })
  it('refuses 43 per cent of lint with what can be (BR-10)', async () => {
    const { person } = await openStage(address, house)
    await weigh(person, { ...good, Lint: '2580', Cottonseed: '3210' })
    expect(within(screen.getByLabelText('Checks')).getByText(/Lint came to 43.0% of the input; only 25.0% to 42.0% can be/)).toBeDefined()
  })
  it('shows the server’s own refusal and keeps what was typed', async () => {
    const { person } = await openStage(address, (call) =>
      call.method === 'POST'
        ? refusal(422, 'RULE_BLOCKED', { detail: 'Heap 014 was received after this run began.', ruleId: 'BR-25', figures: {} })
        : house(call),
    )
    await weigh(person, good)
    await person.click(screen.getByRole('button', { name: 'Save run' }))
    expect(await screen.findByText('Heap 014 was received after this run began.')).toBeDefined()
    expect((screen.getByLabelText('Lint') as HTMLInputElement).value).toBe('2052')
  })
  it('keeps no draft before something was typed, and puts one back without the lots that are used up', async () => {
    const stored = () => Object.keys(localStorage).filter((key) => key.includes('PROCESS_RUN'))
    const first = await openStage(address, house)
    await screen.findByLabelText('Lint')
    // Longer than the rest after which a draft is written.
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(stored()).toEqual([])
    await weigh(first.person, good)
    await waitFor(() => expect(localStorage.getItem(stored()[0] ?? '')).toContain('3738'))
    cleanup()
    await openStage(address, (call) => (call.path.endsWith('/productbatch') ? list([]) : house(call)))
    expect(await screen.findByText(/was put back\. Lots of it that are used up by now were left out: 1\./)).toBeDefined()
    expect((screen.getByLabelText('Lint') as HTMLInputElement).value).toBe('2052')
    expect(screen.queryByLabelText('Taken from Heap 014')).toBeNull()
  })
  it('leads to the row where the mistake was typed, though the empty row above it is not sent', async () => {
    const { person, requested } = await openStage(address, house)
    await weigh(person, { 'Taken from Heap 014': '6,000', Cottonseed: 'five sacks' })
    await person.click(screen.getByRole('button', { name: 'Save run' }))
    const alert = (await screen.findByText(/Please look at/)).closest('[role=alert]') as HTMLElement
    await person.click(within(alert).getByRole('button', { name: 'Weight' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Cottonseed'))
    expect(requested.filter(({ method }) => method === 'POST')).toEqual([])
  })
  it('saves a run that balances, in kilograms as the beam weighed them, and returns to the facility', async () => {
    const {
      person,
      requested,
      address: here,
    } = await openStage(address, (call) => (call.method === 'POST' ? { status: 201, body: { event: {}, subject: gin, findings: [] } } : house(call)))
    await weigh(person, good)
    expect(screen.getByText('24 kg not accounted for, up to 30 kg is allowed')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Save run' }))
    await waitFor(() => expect(here()).toBe(`/private/farmbook/OP1/processingsystem/${ginId}`))
    expect(requested.find(({ method }) => method === 'POST')?.body).toMatchObject({
      eventType: 'PROCESS_RUN',
      occurredAt: expect.stringMatching(/Z$/),
      data: {
        process: 'GINNING',
        inputs: [{ batchId: heapId, kg: 6000 }],
        outputs: [
          { productId: lintId, kg: 2052 },
          { productId: seedId, kg: 3738 },
        ],
        wasteKg: 156,
        invisibleKg: 30,
      },
    })
  })
})
