// The overlaps of a plot on its page: what is in dispute, whom to call, what one may do and what is sent, and what is known of other programmes.
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answering, answerOf, openStage, type Requested } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'
const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 22],
      [west + 0.001, 22],
      [west + 0.001, 22.001],
      [west, 22.001],
      [west, 22],
    ],
  ],
})
const side = (west: number, more: Record<string, unknown> = {}) => ({
  boundary: square(west),
  areaHa: 1.14,
  share: 0.1,
  proposal: null,
  agreedAt: null,
  ...more,
})
const overlap = (values: Record<string, unknown> = {}) => ({
  code: 'PCL-000777',
  id: null,
  title: null,
  operator: 'Maheshwar Jaivik',
  contacts: [{ name: 'Leela Kulkarni', email: 'leela@cotton.example', phone: null }],
  band: 'review',
  ratio: 0.1,
  sharedM2: 1140,
  shape: null,
  own: side(75),
  other: side(75.0009, {
    proposal: { boundary: square(75.001), areaHa: 1.03, message: 'Up to the hedge', at: '2026-01-14T05:00:00Z' },
    agreedAt: '2026-01-14T05:00:00Z',
  }),
  terms: 'aaaa-bbbb',
  leftM2: 0,
  isEnough: true,
  halves: null,
  steps: [{ what: 'OVERLAP_PROPOSED', isOwn: false, by: null, at: '2026-01-14T05:00:00Z', message: 'Up to the hedge', on: null }],
  may: ['propose', 'accept', 'walk'],
  ...values,
})
const plot = answerOf({ id, code: 'PCL-000001', title: 'Ours', status: 'DISPUTED', boundary: square(75), declaredAreaHa: 1, may: [] })
const page = `/private/farmbook/OP1/landparcel/${id}?tab=overlaps`
function stage(cases: Record<string, unknown>, sent: Requested[] = []): Promise<unknown> {
  const answering: Answering = (requested) => {
    const { path, method } = requested
    if (method === 'POST' && path.includes('/overlap-cases/')) {
      sent.push(requested)
      return { body: { items: [], settled: [{ code: 'PCL-000777', how: 'AGREED', at: '2026-01-15T05:00:00Z' }], elsewhere: null } }
    }
    if (path.endsWith('/overlap-cases')) return { body: { items: [], settled: [], elsewhere: null, ...cases } }
    return path.endsWith(`/landparcel/${id}`) ? { body: plot } : undefined
  }
  return openStage(page, answering)
}

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('./overlaps-tab.tsx'), import('./parcel-overview.tsx')]), 120_000)

describe('the overlaps of a plot', () => {
  it('say what is in dispute with whom, and send what was accepted as it was seen', async () => {
    const sent: Requested[] = []
    await stage({ items: [overlap()] }, sent)
    const panel = await screen.findByRole('region', { name: 'Overlap with PCL-000777' })
    expect(within(panel).getByText(/Leela Kulkarni, leela@cotton.example/)).toBeTruthy()
    expect(within(panel).getByText('Boundary proposed to the neighbour')).toBeTruthy()
    expect(within(panel).queryByRole('button', { name: 'Propose the line in the middle' })).toBeNull()
    expect(within(panel).queryByRole('button', { name: 'Decide for these boundaries' })).toBeNull()
    await userEvent.click(within(panel).getByRole('button', { name: 'Accept these boundaries' }))
    await within(panel).findByLabelText('Message to the other side')
    await userEvent.click(within(panel).getByRole('button', { name: 'Accept these boundaries' }))
    await screen.findByText('The overlap is settled.')
    expect(sent).toMatchObject([{ path: expect.stringMatching(/overlap-cases\/PCL-000777\/acceptance$/), body: { terms: 'aaaa-bbbb', message: null } }])
  })

  it('offer nothing to who may do nothing, and say what is known of other programmes', async () => {
    await stage({ items: [overlap({ may: [] })], elsewhere: { isOver: true, on: '2026-01-14' } })
    expect(await screen.findByText('Overlaps land registered in another programme')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Accept these boundaries' })).toBeNull()
  })

  it('are none', async () => {
    await stage({})
    expect(await screen.findByText('No open overlap')).toBeTruthy()
  })
})
