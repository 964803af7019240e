// The list of any entity, seen through the farmers'.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, answerOf, omar, openStage, refusal } from '#tests/web/stage.tsx'

const two = [
  answerOf({ id: '01900000-0000-7000-8000-0000000000f1', title: 'Raju Mandloi', memberNo: 'M-1', village: 'Kasrawad', totalHoldingHa: 1.1 }),
  answerOf({ id: '01900000-0000-7000-8000-0000000000f2', title: 'Sunita Patidar', memberNo: 'M-2', village: 'Sawda', totalHoldingHa: 2.36, status: 'PENDING' }),
]
const farmers: Answering = ({ path }) => (path.endsWith('/farmer') ? { body: { items: two, next: null, total: 2, refs: {} } } : undefined)
const list = '/private/farmbook/OP1/farmer/list'

describe('EntityList', () => {
  it('says what happened and what is kept when the list cannot be loaded, and tries again', async () => {
    let isDown = true
    const { person } = await openStage(`${list}?q=raju`, (requested) =>
      isDown && requested.path.endsWith('/farmer')
        ? refusal(503, 'UNAVAILABLE', { detail: 'The service is not ready; please try again.' })
        : farmers(requested),
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your search, filters and order')
    isDown = false
    await person.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Raju Mandloi' })).toBeDefined()
  })
  it('explains an empty list and offers what fills it; an empty search offers to clear it', async () => {
    const { person } = await openStage(`${list}?q=nobody`, () => undefined)
    await person.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
    expect(await screen.findByText('No farmers yet')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add the first' })).toBeDefined()
  })
  it('blames the season only for what the season narrows', async () => {
    const season: Answering = ({ path }) =>
      path.endsWith('/season')
        ? { body: { items: [answerOf({ title: 'Kharif 2026', status: 'OPEN', startDate: '2026-04-07', endDate: '2026-12-07' })], next: null, refs: {} } }
        : undefined
    await openStage('/private/farmbook/OP1/crop/list', season)
    expect(await screen.findByText('No crops in Kharif 2026 yet')).toBeDefined()
    cleanup()
    await openStage(list, season)
    expect(await screen.findByText('No farmers yet')).toBeDefined()
  })
  it('asks for exactly what the address says, and writes what is chosen into the address', async () => {
    const { requested, person, address } = await openStage(`${list}?q=123&sort=-memberNo&filter[village]=Kasrawad,Sawda`, farmers)
    await screen.findByRole('link', { name: 'Raju Mandloi' })
    const { query } = requested.find(({ path, query }) => path.endsWith('/farmer') && query.get('limit') === '50') ?? expect.unreachable()
    expect(Object.fromEntries(query)).toMatchObject({ q: '123', sort: '-memberNo', 'filter[village]': 'Kasrawad,Sawda', count: 'true' })
    await person.click(screen.getByRole('button', { name: 'Village' }))
    await waitFor(() => expect(address()).toContain('sort=village'))
    await person.click(screen.getByRole('button', { name: 'Remove filter Village' }))
    await waitFor(() => expect(address()).not.toContain('filter'))
  })
  it('is walked by keyboard: j and k move, Enter opens', async () => {
    const { person, address } = await openStage(list, (requested) => (requested.path.endsWith('f2') ? { body: two[1] } : farmers(requested)))
    await screen.findByRole('link', { name: 'Raju Mandloi' })
    await person.keyboard('jj{Enter}')
    await waitFor(() => expect(address()).toBe('/private/farmbook/OP1/farmer/01900000-0000-7000-8000-0000000000f2'))
  })
  it('records one event for the selected rows, and says which were refused', async () => {
    const { person, requested } = await openStage(list, ({ path, method, ...rest }) => {
      if (method === 'POST')
        return path.includes('f2')
          ? refusal(422, 'RULE_BLOCKED', { detail: 'You entered this record yourself.' })
          : { status: 201, body: { event: {}, subject: { status: 'ACTIVE' }, findings: [] } }
      return path.endsWith('/farmer')
        ? { body: { items: two.map((row) => ({ ...row, may: ['APPROVED'] })), next: null, total: 2, refs: {} } }
        : farmers({ path, method, ...rest })
    })
    await person.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await person.click(within(await screen.findByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Approve' }))
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Record for 2' }))
    expect(await screen.findByText('1 done, 1 not: Sunita Patidar: You entered this record yourself.')).toBeDefined()
    expect(requested.filter(({ method }) => method === 'POST').map(({ body }) => (body as { eventType: string }).eventType)).toEqual(['APPROVED', 'APPROVED'])
  })
  it('says which states the selected records have come to, where they differ', async () => {
    const states = ['APPLIED', 'CONFLICT']
    const { person } = await openStage('/private/farmbook/OP1/submission/list', ({ path, method }) => {
      if (method === 'POST') return { status: 201, body: { event: {}, subject: { status: states.shift() }, findings: [] } }
      const waiting = two.map((row) => answerOf({ ...row, status: 'SUBMITTED', may: ['APPROVED'] }))
      return path.endsWith('/submission') ? { body: { items: waiting, next: null, total: 2, refs: {} } } : undefined
    })
    await person.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await person.click(within(await screen.findByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Approve' }))
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Record for 2' }))
    expect(await screen.findByText(/^Done for 2 records\. Applied: 1 · .*onflict.*: 1$/)).toBeDefined()
  })
  it('leads nowhere for whom the records are listed but not opened, by table, by card, by key, and not in the bar at the bottom', async () => {
    const fatima: User = { ...omar, grants: [{ role: 'FIELD_OFFICER', operatorIds: omar.grants[0]?.operatorIds ?? [] }] }
    const lots: Answering = ({ path }) =>
      path.endsWith('/productbatch') ? { body: { items: [answerOf({ title: 'KH25-01', status: 'OPEN' })], next: null, total: 1, refs: {} } } : undefined
    const there = '/private/farmbook/OP1/productbatch/list'
    const wide = await openStage(there, lots, { user: fatima })
    expect((await screen.findAllByText('KH25-01')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: 'KH25-01' })).toBeNull()
    await wide.person.keyboard('j{Enter}')
    expect(wide.address()).toBe(there)
    cleanup()
    await openStage(there, lots, { user: fatima, width: 390 })
    const card = await screen.findByRole('list', { name: 'Product batches' })
    expect(within(card).queryByRole('link')).toBeNull()
    const bar = screen.getByRole('navigation', { name: 'Most used' })
    expect(
      within(bar)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Home', 'Farmers', 'Plots', 'Crops'])
  })
  it('offers its map on a phone too', async () => {
    const { person, address } = await openStage('/private/farmbook/OP1/landparcel/list', () => undefined, { width: 390 })
    const shownAs = await screen.findByRole('group', { name: 'Shown as' })
    expect(within(shownAs).getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    await person.click(within(shownAs).getByRole('button', { name: 'Map' }))
    await waitFor(() => expect(address()).toContain('mode=map'))
  })
  it('is cards on a phone', async () => {
    await openStage(list, farmers, { width: 390 })
    const cards = await screen.findByRole('list', { name: 'Farmers' })
    // Each card comes by itself.
    await within(cards).findByText(/Raju Mandloi/)
    await within(cards).findByText('To approve')
    expect(
      within(cards)
        .getAllByRole('listitem')
        .map((card) => card.textContent),
    ).toEqual([expect.stringContaining('Raju Mandloi'), expect.stringContaining('Sunita Patidar')])
    expect(screen.queryByRole('table')).toBeNull()
  })
  it('asks once for what it shows of all rows in sight, and marks open findings', async () => {
    const summary = {
      farmerId: two[0]?.id,
      plots: {
        count: 2,
        areaHa: 2.22,
        claims: [
          { claim: 'ORGANIC', areaHa: 1.1 },
          { claim: 'IC2', areaHa: 1.12 },
        ],
      },
      approval: { isDecided: false, inspected: 'APPROVED', result: 'NOT_INSPECTED' },
      crops: [{ cropTypeId: 'cotton', name: 'Cotton', capKg: 2600, estimatedKg: 1180, harvestedKg: 400, purchasedKg: 210 }],
      risk: null,
      lastVisitOn: '2024-11-09',
    }
    const flags = [{ ruleId: 'BR-23', severity: 'REVIEW', message: 'Another member has the same phone.' }]
    const { requested } = await openStage(list, ({ path, ...rest }) => {
      if (path.endsWith('/farmers-summary')) return { body: { items: [summary] } }
      return path.endsWith('/farmer') ? { body: { items: [{ ...two[0], flags }, two[1]], next: null, total: 2, refs: {} } } : farmers({ path, ...rest })
    })
    const first = (await screen.findByRole('link', { name: 'Raju Mandloi' })).closest('tr') as HTMLElement
    for (const words of ['2.22 ha', 'Mixed', 'Committee waits', '18%', '9 Nov 2024', 'Another member has the same phone.'])
      await within(first).findByText(words)
    expect(within(first).getByRole('img', { name: /Delivered 210 kg/ })).toBeDefined()
    const questions = requested.filter(({ path }) => path.endsWith('/farmers-summary'))
    expect(questions.map(({ query }) => query.get('farmerIds'))).toEqual([two.map(({ id }) => id).join(',')])
  })
})
