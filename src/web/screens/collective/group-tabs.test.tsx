// A group's page and list (domain dictionary 5.4, 5.5): tabs of its members, certificates, stock and sales for whoever lists them, and what the list counts of each group,
// with the season it is of.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { batchUnits } from '#domain/kernel/terms.ts'
import type { GroupFigures } from '#domain/people/group-figures-answer.ts'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const uuid = (n: number) => `01900000-0000-7000-8000-0000000003${String(n).padStart(2, '0')}`
const [groupId, schemeId, bodyId, buyerId, productId, seasonId] = [1, 2, 3, 4, 5, 6].map(uuid) as [string, string, string, string, string, string]
const refs = {
  [schemeId]: { entity: 'scheme', title: 'NPOP', code: 'SCH-1' },
  [bodyId]: { entity: 'certificationbody', title: 'Nimar Certification', code: 'CBD-1' },
  [buyerId]: { entity: 'processor', title: 'Khargone Gin', code: 'PRC-1' },
  [productId]: { entity: 'product', title: 'Seed cotton', code: 'PRD-1' },
  [seasonId]: { entity: 'season', title: 'Kharif 2025', code: 'KH-2025' },
}
const group = answerOf({
  ...{ id: groupId, code: 'OP1', title: 'Narmada Organic Growers', memberCount: 40, certificationBody: 'Nimar', certificateValidTo: '2026-03-31' },
  ...{ operatorId: null, schemes: [], icsStaff: [] },
})
const season = answerOf({ id: seasonId, title: 'Kharif 2025', status: 'OPEN', startDate: '2025-06-01', endDate: '2026-02-28' })
const scope = answerOf({
  ...{ id: uuid(11), title: 'ORG/1', status: 'VALID', validity: 'VALID', schemeId, certificationBodyId: bodyId },
  ...{ validFrom: '2025-04-01', validTo: '2026-03-31' },
})
const member = answerOf({ id: uuid(12), title: 'Raju Mandloi', memberNo: 'M-7', village: 'Bamandi', totalHoldingHa: 1.5 })
const lot = answerOf({ id: uuid(13), title: 'OP1-KH-7', status: 'RELEASED', productId, seasonId, onHandKg: 1200, certifiableKg: 800, lyingSince: '2025-11-20' })
const sale = answerOf({ id: uuid(14), title: 'TC-7', status: 'ISSUED', buyerId, schemeId, certifiedKg: 250, lastShipment: '2025-12-01' })
const figures: GroupFigures = {
  season: { id: seasonId, code: 'KH-2025', title: 'Kharif 2025' },
  items: [
    {
      ...{ id: groupId, schemes: ['NPOP', 'EU_ORG'], members: 40, inspected: 36, certifiedKg: 1250 },
      areas: [
        { claim: 'ORGANIC', areaHa: 52.5 },
        { claim: 'IC2', areaHa: 4 },
      ],
      lists: [{ scheme: 'NPOP', status: 'SIGNED', versionNo: 2 }],
    },
  ],
}
const lists: Record<string, Record<string, unknown>> = {
  season,
  scopecertificate: scope,
  farmer: member,
  productbatch: lot,
  transactioncertificate: sale,
  collective: group,
}
const none: GroupFigures['items'][number] = { id: groupId, schemes: [], members: 0, inspected: null, certifiedKg: null, areas: [], lists: [] }
const answering: Answering = ({ method, path }) => {
  if (method !== 'GET') return undefined
  if (path.endsWith('/collective-figures')) return { body: figures }
  if (path.endsWith(`/collective/${groupId}`)) return { body: group }
  const one = lists[path.split('/').at(-1) ?? '']
  return one ? { body: { items: [one], next: null, total: 1, refs } } : undefined
}
const admin = { ...omar, grants: [{ role: 'ADMIN' as const }] }
const open = (tab: string, user = admin) => openStage(`/private/farmbook/OP1/collective/${groupId}?tab=${tab}`, answering, { user })

// Fetched once, before the clock of the first test runs.
beforeAll(
  () =>
    Promise.all([
      import('#web/engine/view/view-page.tsx'),
      import('#web/engine/list/list-page.tsx'),
      import('./group-tabs.tsx'),
      import('./group-figures.tsx'),
    ]),
  120_000,
)

describe('the tabs of a group', () => {
  it.each([
    ['members', 'Members', 'Raju Mandloi', /M-7 · Bamandi · 1\.5/, 'farmer'],
    ['certificates', 'Scope certificates', 'ORG/1', /NPOP · Nimar Certification/, 'scopecertificate'],
    ['stock', 'Stock of the group', 'OP1-KH-7', /Seed cotton · Kharif 2025 · 1,200 kg in stock · 800 kg free to certify/, 'productbatch'],
    ['sales', 'Transaction certificates', 'TC-7', /Khargone Gin · NPOP · 250 kg · sent until 1 Dec/, 'transactioncertificate'],
  ])('%s: list what is the group’s, each with the way to it', async (tab, name, title, words, entity) => {
    const { requested } = await open(tab)
    const list = within(await screen.findByRole('list', { name }))
    expect(list.getByRole('link', { name: title }).getAttribute('href')).toContain(`/${entity}/`)
    expect(list.getByText(words)).toBeDefined()
    expect(requested.some(({ path, query }) => path.endsWith(`/${entity}`) && [...query.values()].includes(groupId))).toBe(true)
  })
  it('stock: nothing that growers have not sold, and the list behind it is the same one', async () => {
    const { requested } = await open('stock')
    await screen.findByRole('list', { name: 'Stock of the group' })
    const query = requested.find(({ path }) => path.endsWith('/productbatch'))?.query
    const listed = new URL(screen.getByRole('link', { name: 'Open the list' }).getAttribute('href') as string, 'https://cotton.example').searchParams
    for (const name of ['filter[operatorId]', 'filter[processorId][is]', 'filter[unitType]', 'filter[onHandKg][gte]', 'sort'])
      expect([name, listed.get(name)?.replaceAll('"', '')]).toEqual([name, query?.get(name)])
    expect(query?.get('filter[unitType]')).toBe(
      Object.keys(batchUnits)
        .filter((unit) => unit !== 'FARM_LOT')
        .join(),
    )
  })
  it('are not there for whoever lists no such records', async () => {
    await open('lists', { ...omar, grants: [{ role: 'FIELD_OFFICER', operatorIds: [groupId] }] } as never)
    await screen.findByRole('tab', { name: 'Members' })
    expect(screen.queryByRole('tab', { name: 'Transaction certificates' })).toBeNull()
  })
})

describe('the list of groups', () => {
  it('counts of each schemes, hectares by claim, and inspections, lists and kilograms with their season', async () => {
    await openStage('/private/farmbook/-/collective/list', answering, { user: admin, width: 1280 })
    expect(await screen.findByText(/NPOP.*EU organic/)).toBeDefined()
    expect(await screen.findByText('90%')).toBeDefined()
    expect(await screen.findByText('To be countersigned')).toBeDefined()
    expect(screen.getByText('1,250 kg')).toBeDefined()
    expect(screen.getAllByText('Kharif 2025').length).toBeGreaterThanOrEqual(3)
    expect(screen.getByText(/52\.5/)).toBeDefined()
  })
  it('has a dash, no zero, for what a group has none of and what is not for this reader', async () => {
    const empty: Answering = (call) => (call.path.endsWith('/collective-figures') ? { body: { ...figures, items: [none] } } : answering(call))
    await openStage('/private/farmbook/-/collective/list', empty, { user: admin, width: 1280 })
    const row = (await screen.findByRole('link', { name: 'Narmada Organic Growers' })).closest('tr') as HTMLElement
    await waitFor(() => expect(within(row).getAllByText('–').length).toBeGreaterThanOrEqual(5))
    expect(within(row).queryByText('0')).toBeNull()
  })
  it('has them on a phone, on the card of each group', async () => {
    await openStage('/private/farmbook/-/collective/list', answering, { user: admin, width: 390 })
    expect(await screen.findByText(/Inspections 90% \(Kharif 2025\)/)).toBeDefined()
    expect(screen.getByText(/NPOP.*EU organic · Nimar · 31 Mar/)).toBeDefined()
    expect(screen.getByText(/Organic 52\.50? ha/)).toBeDefined()
  })
})
