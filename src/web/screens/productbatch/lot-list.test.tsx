// The list of lots (domain dictionary 4.4): owner, season, kilograms free to certify and age without choosing columns, and the view of those without a certificate.
import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { type Answering, answerOf, openStage } from '#tests/web/stage.tsx'

const uuid = (n: number) => `01900000-0000-7000-8000-0000000004${String(n).padStart(2, '0')}`
const [product, season, gin, group] = [1, 2, 3, 4].map(uuid) as [string, string, string, string]
const refs = {
  [product]: { entity: 'product', title: 'Seed cotton', code: 'PRD-1' },
  [season]: { entity: 'season', title: 'Kharif 2025', code: 'KH-2025' },
  [gin]: { entity: 'processor', title: 'Khargone Gin', code: 'PRC-1' },
  [group]: { entity: 'collective', title: 'Narmada Organic Growers', code: 'OP1' },
}
/** Where the programme works, five and a half hours ahead. */
const day = (before: number) => new Date(Date.now() + 330 * 60_000 - before * 86_400_000).toISOString().slice(0, 10)
const lot = (n: number, values: object) =>
  answerOf({
    ...{ id: uuid(n), title: `LOT-${n}`, batchNo: `LOT-${n}`, status: 'RELEASED', productId: product, seasonId: season, operatorId: group, processorId: null },
    ...{ claimStatus: 'ORGANIC', onHandKg: 1200, certifiableKg: 800, lyingSince: day(56) },
    ...values,
  })
const lots = [lot(11, {}), lot(12, { processorId: gin, lyingSince: day(3) }), lot(13, { onHandKg: 0, lyingSince: day(7) })]
const answering: Answering = ({ method, path }) =>
  method === 'GET' && path.endsWith('/productbatch') ? { body: { items: lots, next: null, total: lots.length, refs } } : undefined

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/list/list-page.tsx'), import('./lot-cells.tsx')]), 120_000)

it('shows owner, season, kilograms free to certify and age of the goods that are left', async () => {
  const { requested, person } = await openStage('/private/farmbook/OP1/productbatch/list', answering, { width: 1280 })
  for (const name of [/Owner/, /Season/, /Free to certify/, /Age/]) expect((await screen.findAllByRole('columnheader', { name })).length).toBe(1)
  expect(await screen.findByText('56 days')).toBeDefined()
  expect(screen.getByText('3 days')).toBeDefined()
  expect(screen.queryByText('7 days')).toBeNull()
  expect(screen.getByText('Khargone Gin')).toBeDefined()
  expect(screen.getAllByText('Narmada Organic Growers').length).toBeGreaterThanOrEqual(2)
  await person.click(screen.getByRole('tab', { name: /^Without a certificate/ }))
  const { query } = requested.filter(({ path }) => path.endsWith('/productbatch')).at(-1) ?? { query: new URLSearchParams() }
  expect([query.get('filter[certifiableKg][gte]'), query.get('filter[claimStatus]')]).toEqual(['0.001', 'IC1,IC2,IC3,ORGANIC'])
})
