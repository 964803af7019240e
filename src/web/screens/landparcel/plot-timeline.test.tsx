// The claim of a plot through time on its page: each stretch with its days, today where it lies, the causes with their events, outside a scheme, of a past day and when it is lost.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'
import { claimAxis, placed } from './claim-axis.ts'

const [id, eventId, itemId] = ['d1', 'd2', 'd3'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [string, string, string]
const today = new Date().toISOString().slice(0, 10)
const segment = (claim: string, from: string, to: string | null, since = from) => ({ claim, from, to, since, isRecognised: false })
const [began, used, again] = [addDays(today, -300), addDays(today, -100), addDays(today, -99)]
const track = [
  segment('IC1', began, used),
  segment('CONVENTIONAL', used, again, again),
  segment('IC1', again, addDays(again, 365)),
  segment('IC2', addDays(again, 365), addDays(again, 730), again),
]
const timeline = (values: Record<string, unknown> = {}) => ({
  day: today,
  now: { ANNUAL: 'IC1', PERENNIAL: 'IC1' },
  months: { ANNUAL: 24, PERENNIAL: 36 },
  tracks: {
    ANNUAL: [...track, segment('ORGANIC', addDays(again, 730), null, again)],
    PERENNIAL: [...track, segment('IC3', addDays(again, 730), addDays(again, 1095), again), segment('ORGANIC', addDays(again, 1095), null, again)],
  },
  causes: [
    cause('STARTED', began, { claims: { ANNUAL: 'IC1', PERENNIAL: 'IC1' } }),
    cause('PROHIBITED_INPUT', used, {
      claims: { ANNUAL: 'CONVENTIONAL', PERENNIAL: 'CONVENTIONAL' },
      day: again,
      itemId,
      text: 'Empty bag',
      eventId,
      link: { entity: 'landparcel', id, eventId },
    }),
    cause('STEP', addDays(again, 730), { claims: { ANNUAL: 'ORGANIC', PERENNIAL: 'IC3' } }),
  ],
  refs: { [itemId]: { entity: 'inputitem', title: 'Urea', code: 'UREA' } },
  ...values,
})
function cause(kind: string, on: string, more: Record<string, unknown>) {
  const nothing = { months: null, day: null, document: null, itemId: null, text: null, words: null, eventId: null, link: null }
  return { kind, on, counts: true, ...nothing, ...more }
}
const plot = answerOf({ id, code: 'PCL-000001', title: 'Ours', status: 'MAPPED', declaredAreaHa: 1, may: [] })
const stage = (answer: ReturnType<Answering>, search = '', requested: string[] = [], record = plot) =>
  openStage(`/private/farmbook/OP1/landparcel/${id}${search}`, ({ path, query }) => {
    if (path.endsWith('/claim-timeline')) {
      requested.push(query.toString())
      return answer
    }
    return path.endsWith(`/landparcel/${id}`)
      ? { body: search ? { ...record, past: { occurredBy: `${today}T00:00:00Z`, knownBy: `${today}T00:00:00Z`, notDerived: [] } } : record }
      : undefined
  })

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('./parcel-overview.tsx'), import('#web/engine/past/past-record.tsx')]), 120_000)

describe('the claim of a plot through time', () => {
  it('shows each stretch with its days, for annual and perennial crops, and the days to the next', async () => {
    await stage({ body: timeline() })
    const panel = within(await screen.findByRole('region', { name: 'Claim through time' }))
    const annual = within(await panel.findByRole('region', { name: 'Annual crops' }))
    const rows = annual.getAllByRole('listitem').map((one) => one.getAttribute('aria-label')?.split(',')[0])
    expect(rows).toEqual(['IC1', 'Conventional', 'IC1', 'IC2', 'Organic'])
    expect(annual.getAllByRole('listitem').map((one) => one.getAttribute('aria-current'))).toEqual([null, null, 'date', null, null])
    expect(annual.getByText('266 days to IC2')).toBeTruthy()
    expect(within(panel.getByRole('region', { name: 'Perennial crops' })).getAllByRole('listitem')).toHaveLength(6)
  })
  it('names the causes with the event to read them in, and the next steps apart', async () => {
    await stage({ body: timeline() })
    const panel = within(await screen.findByRole('region', { name: 'Claim through time' }))
    const causes = within(await panel.findByRole('region', { name: 'What moved the claim' }))
    const link = causes.getByRole('link', { name: 'Prohibited input: Urea' })
    expect(link.getAttribute('href')).toBe(`/private/farmbook/OP1/landparcel/${id}/event/${eventId}`)
    expect(causes.getByText(/Empty bag/)).toBeTruthy()
    expect(causes.getByText('Entered the scheme')).toBeTruthy()
    const next = within(panel.getByRole('region', { name: 'Next steps' }))
    expect(next.getByText('Annual crops: Organic, perennial crops: In conversion, year 3')).toBeTruthy()
  })
  it('names the day from which conversion counts only of an input that began it again, and what has no effect', async () => {
    const [old, day] = [addDays(began, -900), addDays(began, -10)]
    const claims = { ANNUAL: null, PERENNIAL: null }
    const more = [cause('PROHIBITED_INPUT', old, { claims, counts: false }), cause('CONFIRMED', day, { claims, counts: false, day: began })]
    await stage({ body: timeline({ causes: [...more, ...(timeline().causes as object[])] }) })
    const causes = within(await screen.findByRole('region', { name: 'What moved the claim' }))
    expect(causes.getAllByText(/conversion counts from/)).toHaveLength(1)
    expect(causes.getAllByText(/without effect on the claim/)).toHaveLength(1)
  })
  it('leads a retired plot to no claim', async () => {
    await stage({ body: timeline() }, '', [], { ...plot, status: 'RETIRED' })
    const panel = within(await screen.findByRole('region', { name: 'Claim through time' }))
    expect(await panel.findByRole('region', { name: 'What moved the claim' })).toBeTruthy()
    expect(panel.queryByRole('region', { name: 'Next steps' })).toBeNull()
    expect(panel.queryByText(/days to/)).toBeNull()
  })
  it('says so of a plot that is in no scheme, and draws no line', async () => {
    await stage({ body: timeline({ tracks: { ANNUAL: [], PERENNIAL: [] }, causes: [] }) })
    const panel = within(await screen.findByRole('region', { name: 'Claim through time' }))
    expect(await panel.findByText(/This plot is in no scheme/)).toBeTruthy()
    expect(panel.queryByRole('region', { name: 'Annual crops' })).toBeNull()
  })
  it('offers to try again when it is lost', async () => {
    await stage({ status: 503, body: { status: 503, code: 'BUSY', message: 'Busy', title: 'Busy' } })
    expect(await screen.findByText('The claim through time could not be loaded', undefined, { timeout: 10_000 })).toBeTruthy()
  })
  it('asks for the past day that the page shows', async () => {
    const requested: string[] = []
    const day = addDays(today, -150)
    await stage({ body: timeline({ day }) }, `?asOf=${day}&knownAt=${day}`, requested)
    expect(await screen.findByRole('region', { name: 'Annual crops' })).toBeTruthy()
    expect(requested).toEqual([`asOf=${day}&knownAt=${day}`])
  })
})

describe('places on the line', () => {
  it('are by days: today, and each stretch as wide as it is long, to the end of the line', () => {
    const { tracks, day } = timeline() as never
    const axis = claimAxis({ tracks, day })
    if (!axis) throw new Error('no line')
    const one = placed((tracks as { ANNUAL: never }).ANNUAL, axis)
    const daysOfLine = (Date.parse(axis.to) - Date.parse(axis.from)) / 86_400_000
    expect(axis.today * daysOfLine).toBeCloseTo(300, 6)
    expect(one.map(({ width }) => Math.round(width * daysOfLine)).slice(0, 4)).toEqual([200, 1, 365, 365])
    expect(one.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1, 9)
    expect(one.map(({ passed }) => passed === 1)).toEqual([true, true, false, false, false])
    expect(axis.years.every(({ at }) => at > 0 && at < 1)).toBe(true)
  })
})
