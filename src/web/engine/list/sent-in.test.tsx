// How much was sent in and waits, above a list and on the page of a record: of what the reader lists, with the way there.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const [farmerId, cropId, firstId, secondId] = ['f1', 'c1', 'b1', 'b2'].map((end) => `01900000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
  string,
]
const viewer: User = { ...omar, grants: [{ role: 'READ_ONLY_VIEWER', operatorIds: omar.grants[0]?.operatorIds ?? [] }] }
const farmer = answerOf({ id: farmerId })
const waiting = (id: string, title: string, about: Record<string, unknown>) =>
  answerOf({ id, title, status: 'RECEIVED', capturedAt: '2025-11-12T05:00:00Z', farmerId, ...about })
const event = waiting(firstId, 'Event of a crop', { formCode: 'CROP_EVENT', targetType: 'crop', targetId: cropId })
const complaint = waiting(secondId, 'Complaint', { formCode: 'GRIEVANCE', targetType: 'farmer', targetId: farmerId })
const refs = {
  [farmerId]: { entity: 'farmer', title: 'Raju Mandloi', code: 'FRM-1' },
  [cropId]: { entity: 'crop', title: 'Cotton in North field', code: 'CRP-1' },
}
const states = 'RECEIVED,RESUBMITTED,IN_REVIEW,CONFLICT,APPLY_FAILED'
const answering: Answering = ({ path, query }) => {
  if (path.endsWith(`/farmer/${farmerId}`)) return { body: farmer }
  if (path.endsWith('/farmer')) return { body: { items: [farmer], next: null, total: 1, refs: {} } }
  if (!path.endsWith('/submission')) return undefined
  if (query.get('filter[targetId]') === farmerId) return { body: { items: [complaint], next: null, total: 1, refs } }
  if (query.get('filter[farmerId]') === farmerId) return { body: { items: [event, complaint], next: null, total: 2, refs } }
  return { body: { items: [event], next: null, total: 3, refs } }
}

describe('what was sent in', () => {
  it('is counted above the list of its kind, with the way to exactly those', async () => {
    const { requested } = await openStage('/private/farmbook/OP1/farmer/list', answering)
    const link = await screen.findByRole('link', { name: '3 sent in, waiting for approval' })
    const search = new URL(link.getAttribute('href') ?? '', 'http://cotton.localhost').searchParams
    expect(Object.fromEntries(search)).toEqual({ 'filter[status]': states, 'filter[formCode]': 'FARMER_REG,INSPECTION,GRIEVANCE' })
    const counted = requested.filter(({ path }) => path.endsWith('/submission'))
    expect(counted.map(({ query }) => Object.fromEntries(query))).toEqual([
      { 'filter[status]': states, 'filter[formCode]': 'FARMER_REG,INSPECTION,GRIEVANCE', limit: '1', count: 'true' },
    ])
  })
  it.each([
    ['landparcel', 'PARCEL_BOUNDARY,PUBLIC_BOUNDARY'],
    ['crop', 'CROP_EVENT'],
    ['productbatch', 'PURCHASE,BATCH_EVENT'],
  ])('is counted by the forms that are about it: %s', async (kind, forms) => {
    await openStage(`/private/farmbook/OP1/${kind}/list`, answering)
    const link = await screen.findByRole('link', { name: '3 sent in, waiting for approval' })
    const search = new URL(link.getAttribute('href') ?? '', 'http://cotton.localhost').searchParams
    expect(search.get('filter[formCode]')?.split(',').sort()).toEqual(forms.split(',').sort())
  })
  it('is not asked for by whoever lists no submissions, and nothing is said where nothing waits', async () => {
    const { requested } = await openStage('/private/farmbook/OP1/farmer/list', answering, { user: viewer })
    await screen.findByRole('link', { name: 'Raju Mandloi' })
    await openStage(`/private/farmbook/OP1/farmer/${farmerId}`, answering, { user: viewer })
    await screen.findAllByText('Raju Mandloi')
    expect(requested.filter(({ path }) => path.endsWith('/submission'))).toEqual([])
    const { requested: counted } = await openStage('/private/farmbook/OP1/landparcel/list', () => undefined)
    await expect.poll(() => counted.some(({ path }) => path.endsWith('/submission'))).toBe(true)
    expect(screen.queryByText(/waiting for approval/)).toBeNull()
  })
  it('stands on the page of a record that it is about or names, each once, by name and day', async () => {
    await openStage(`/private/farmbook/OP1/farmer/${farmerId}`, answering)
    const box = within(await screen.findByRole('region', { name: '2 sent in, waiting for approval' }))
    const links = box.getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Complaint, Raju Mandloi', 'Event of a crop, Cotton in North field'])
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual([firstId, secondId].map((id) => `/private/farmbook/OP1/submission/${id}`))
  })
})
