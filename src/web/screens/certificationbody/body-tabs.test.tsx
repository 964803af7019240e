// The tabs of a certification body (domain dictionary 5.3): accreditation, scope certificates, what waits there and auditors, by name, each for whoever lists such records, and what is
// said where there is nothing.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/kernel/terms.ts'
import type { BodyAuditors } from '#domain/people/body-auditors-answer.ts'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const uuid = (n: number) => `01900000-0000-7000-8000-0000000002${String(n).padStart(2, '0')}`
const [bodyId, schemeId, groupId, scopeId, saleId, auditorId] = [1, 2, 3, 4, 5, 6].map(uuid) as [string, string, string, string, string, string]
const refs = { [schemeId]: { entity: 'scheme', title: 'NPOP', code: 'SCH-1' }, [groupId]: { entity: 'collective', title: 'Nimar Organic', code: 'OP1' } }
const body = answerOf({
  ...{
    id: bodyId,
    code: 'CBD-1',
    title: 'Nimar Certification',
    name: 'Nimar Certification',
    accreditationNo: 'NPOP/NAB/001',
    accreditedBy: 'APEDA',
    address: 'Indore',
  },
  ...{ contacts: [], schemes: [{ schemeId, from: '2020-01-01', to: null }], refs },
})
const scope = answerOf({
  ...{ id: scopeId, title: 'ORG/1', scNo: 'ORG/1', status: 'VALID', validity: 'EXPIRING', schemeId, collectiveId: groupId, processorId: null },
  ...{ validFrom: '2025-04-01', validTo: '2026-03-31' },
})
const sale = answerOf({
  ...{ id: saleId, title: 'TC draft 7', status: 'SUBMITTED', collectiveId: groupId, processorId: null, buyerId: null, submittedAt: '2026-01-12T20:00:00Z' },
})
const requested: string[] = []
const answering =
  ({ scopes = [scope], sales = [sale], auditors = [{ id: auditorId, code: 'USR-7', title: 'Carla Mehta', status: 'ACTIVE' }] } = {}): Answering =>
  ({ method, path, query }) => {
    if (method !== 'GET') return undefined
    requested.push(`${path}?${query}`)
    if (path.endsWith(`/certificationbody/${bodyId}/auditors`)) return { body: { items: auditors, isMore: false } as BodyAuditors }
    if (path.endsWith(`/certificationbody/${bodyId}`)) return { body }
    const listed = path.endsWith('/scopecertificate') ? scopes : path.endsWith('/transactioncertificate') ? sales : null
    return listed === null ? undefined : { body: { items: listed, next: null, total: listed.length, refs } }
  }
const open = (tab: string, role: Role = 'ADMIN', of: Parameters<typeof answering>[0] = {}) =>
  openStage(`/private/farmbook/OP1/certificationbody/${bodyId}?tab=${tab}`, answering(of), { user: { ...omar, grants: [{ role }] } })

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./body-tabs.tsx'), import('./body-overview.tsx')]), 120_000)

describe('the tabs of a certification body', () => {
  it('are those of the dictionary, for whoever lists what is in them', async () => {
    await open('accreditation')
    const names = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
    expect(await names()).toEqual(['Overview', 'Accreditation', 'Scope certificates', 'Waiting certificates', 'Auditors', 'Details', 'Events', 'History'])
  })
  it('show no list that the reader has not', async () => {
    await open('accreditation', 'READ_ONLY_VIEWER')
    await screen.findByRole('tab', { name: 'Scope certificates' })
    for (const name of ['Waiting certificates', 'Auditors']) expect(screen.queryByRole('tab', { name })).toBeNull()
  })
  it('say what it is accredited for and since when', async () => {
    await open('accreditation')
    const panel = within(await screen.findByRole('tabpanel'))
    expect(await panel.findByRole('link', { name: 'NPOP' })).toBeDefined()
    expect(panel.getByText(/since 1 Jan.* 2020/)).toBeDefined()
  })
  it('list its scope certificates with holder, days and what they are today', async () => {
    await open('certificates')
    const list = within(await screen.findByRole('list', { name: 'Scope certificates' }))
    expect(list.getByRole('link', { name: 'ORG/1' }).getAttribute('href')).toContain(`/scopecertificate/${scopeId}`)
    expect(list.getByText(/Nimar Organic · NPOP · 1 Apr.* 2025 to 31 Mar.* 2026/)).toBeDefined()
    expect(list.getByText('Expiring')).toBeDefined()
  })
  it('list what was submitted there and is under review, by the day where the programme works', async () => {
    await open('pending')
    const list = within(await screen.findByRole('list', { name: 'Transaction certificates' }))
    expect(list.getByRole('link', { name: 'TC draft 7' }).getAttribute('href')).toContain(`/transactioncertificate/${saleId}`)
    expect(list.getByText(/Nimar Organic · submitted on 13 Jan.* 2026/)).toBeDefined()
    const [address] = requested.filter((one) => one.includes('/transactioncertificate?') && one.includes('sort='))
    for (const part of [bodyId, 'SUBMITTED', 'UNDER_REVIEW', 'submittedAt']) expect(address).toContain(part)
  })
  it('name its auditors', async () => {
    await open('auditors')
    const list = within(await screen.findByRole('list', { name: 'Auditors' }))
    expect(list.getByRole('link', { name: 'Carla Mehta' }).getAttribute('href')).toContain(`/user/${auditorId}`)
  })
  it.each([
    ['certificates', 'No scope certificate yet.'],
    ['pending', 'No certificate waits for this body.'],
    ['auditors', 'No auditors yet'],
  ])('say in %s that there is nothing', async (tab, words) => {
    await open(tab, 'ADMIN', { scopes: [], sales: [], auditors: [] })
    expect(await screen.findByText(words)).toBeDefined()
  })
})
