// What the page of a past day states first: figures of a crop that can be worked out for it, and the crops of a farmer with a link to their page of the same day.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const [id, cropId] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2']
const day = addDays(new Date().toISOString().slice(0, 10), -20)
const past = { occurredBy: `${day}T18:29:59.999Z`, knownBy: `${day}T18:29:59.999Z` }

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('./crops-on-day.tsx'), import('#web/engine/past/past-record.tsx')]), 120_000)

describe('the page of a past day', () => {
  it('states the claim and the kilograms of a crop, without what cannot be worked out', async () => {
    const crop = answerOf({
      ...{ id: cropId, title: 'Cotton then', status: 'SOWN', claimStatus: 'ORGANIC', harvestedKg: 650, yieldCapKg: null },
      past: { ...past, notDerived: ['yieldCapKg'] },
    })
    await openStage(`/private/farmbook/OP1/crop/${cropId}?asOf=${day}`, ({ path }) => (path.endsWith(`/crop/${cropId}`) ? { body: crop } : undefined))
    const summary = within(await screen.findByRole('region', { name: 'Summary' }))
    expect(summary.getByText('650 kg')).toBeTruthy()
    expect(summary.getByText('Organic')).toBeTruthy()
    expect(summary.queryByText('Yield ceiling')).toBeNull()
  })
  it('lists the crops of a farmer as they were, and leads to each on that day', async () => {
    const requested: string[] = []
    const figures = { status: 'SOWN', claim: 'IC2', capKg: null, harvestedKg: 650, purchasedKg: 300, leftKg: 350 }
    const answering: Answering = ({ path, query }) => {
      if (path.endsWith('/crop-figures')) {
        requested.push(query.toString())
        return { body: { items: [{ id: cropId, title: 'Cotton then', ...figures }], isCut: false } }
      }
      return path.endsWith(`/farmer/${id}`) ? { body: answerOf({ id, past: { ...past, notDerived: [] } }) } : undefined
    }
    await openStage(`/private/farmbook/OP1/farmer/${id}?asOf=${day}&knownAt=${day}`, answering)
    const crop = within(await screen.findByRole('region', { name: 'Cotton then' }))
    for (const kg of ['650 kg', '300 kg', '350 kg']) expect(crop.getByText(kg)).toBeTruthy()
    const href = crop.getByRole('link', { name: 'Cotton then' }).getAttribute('href') ?? ''
    expect(href).toContain(`/crop/${cropId}?`)
    expect(href).toContain(`asOf=${day}`)
    expect(href).toContain(`knownAt=${day}`)
    expect(requested).toEqual([`asOf=${day}&knownAt=${day}`])
  })
})
