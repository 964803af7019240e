// The tabs of a scheme and of its rules: who works by it and until when, its rules and documents with what is said where there are none, what differs between two versions,
// and which crops a version judges.
import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SchemePopCrops } from '#domain/certification/judging/bench-answer.ts'
import type { SchemeOperators } from '#domain/certification/scheme-operators-answer.ts'
import { type Answering, answerOf, omar, openStage } from '#tests/web/stage.tsx'

const uuid = (n: number) => `01900000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const [schemeId, groupId, paperId, fileId, oldId, newId, cropId] = [1, 2, 3, 4, 5, 6, 7].map(uuid) as [string, string, string, string, string, string, string]
const longName = 'Narmada Valley Organic Cotton and Pulses Growers Producer Company of Khargone and Barwani'
const scheme = (values: Record<string, unknown> = {}) =>
  answerOf({ id: schemeId, code: 'SCH-1', title: 'NPOP', name: 'NPOP', abbreviation: 'NPOP', logo: null, documents: null, tolerances: null, ...values })
const rule = (code: string, more: Record<string, unknown> = {}) => ({
  ...{
    code,
    text: `Rule ${code}`,
    check: { type: 'PARALLEL_PRODUCTION' },
    clauseRef: null,
    severity: 'MINOR',
    weight: 1,
    correctiveDays: 30,
    effectOnFail: 'NONE',
  },
  ...more,
})
const version = (id: string, versionNo: number, values: Record<string, unknown> = {}) =>
  answerOf({
    ...{
      id,
      code: `SPO-${versionNo}`,
      title: `Cotton, v${versionNo}`,
      name: 'Cotton',
      versionNo,
      status: 'PUBLISHED',
      schemeId,
      cropTypeId: null,
      popId: null,
    },
    ...{ basedOnId: null, passScore: 80, maxMajor: 2, rules: [rule('R1'), rule('R2')], ...values },
  })
const listOf = (items: Record<string, unknown>[]) => ({ body: { items, next: null, total: items.length, refs: {} } })
const answers =
  (by: Record<string, unknown>): Answering =>
  ({ method, path }) => {
    if (method !== 'GET') return undefined
    const end = Object.keys(by).find((one) => path.endsWith(one))
    return end === undefined ? undefined : { body: by[end] }
  }
const page = (entity: string, id: string, tab: string) => `/private/farmbook/OP1/${entity}/${id}?tab=${tab}`

// Fetched once, before the clock of the first test runs.
beforeAll(
  () =>
    Promise.all([
      import('#web/engine/view/view-page.tsx'),
      import('./operators-tab.tsx'),
      import('./rules-tab.tsx'),
      import('./documents-tab.tsx'),
      import('../schemepop/diff-tab.tsx'),
      import('../schemepop/used-by-tab.tsx'),
      import('#web/fields/show-nested.tsx'),
      import('#web/fields/show-files.tsx'),
    ]),
  120_000,
)

describe('operators of a scheme', () => {
  const operators = (items: SchemeOperators['items']): Answering =>
    answers({ [`/scheme/${schemeId}/operators`]: { items, isMore: false } satisfies SchemeOperators, [`/scheme/${schemeId}`]: scheme() })
  it('are named with members, hectares, and until when their certificate holds; each leads to its page', async () => {
    const certificate = { id: paperId, scNo: 'ORG/1', validFrom: '2025-04-01', validTo: '2026-03-31', state: 'EXPIRING' }
    await openStage(
      page('scheme', schemeId, 'operators'),
      operators([{ kind: 'collective', id: groupId, code: 'OP1', title: longName, registeredSince: '2021-05-06', certificate, farmers: 312, areaHa: 401.25 }]),
      { user: { ...omar, grants: [{ role: 'ADMIN' }] } },
    )
    const list = within(await screen.findByRole('list', { name: 'Operators' }))
    expect(list.getByRole('link', { name: longName }).getAttribute('href')).toContain(`/collective/${groupId}`)
    expect(list.getByRole('link', { name: 'ORG/1' }).getAttribute('href')).toContain(`/scopecertificate/${paperId}`)
    for (const words of [/Farmers: 312/, /401.25 ha/, /registered since 6 May 2021/, /1 Apr.* 2025 to 31 Mar.* 2026/, /Expiring/])
      expect(list.getByText(words)).toBeDefined()
  })
  it('are said to be none, and none to have a certificate where only a registration is known', async () => {
    await openStage(page('scheme', schemeId, 'operators'), operators([]), { width: 390 })
    expect(await screen.findByText('Nobody works by it yet')).toBeDefined()
  })
})

describe('rules and documents of a scheme', () => {
  it('are listed with points and state, each with the way to it', async () => {
    await openStage(page('scheme', schemeId, 'rules'), (requested) =>
      requested.path.endsWith('/schemepop') ? listOf([version(newId, 2)]) : answers({ [`/scheme/${schemeId}`]: scheme() })(requested),
    )
    const list = within(await screen.findByRole('list', { name: 'Scheme POPs' }))
    expect((await list.findByRole('link', { name: 'Cotton, v2' })).getAttribute('href')).toContain(`/schemepop/${newId}`)
    expect(list.getByText(/every crop · Points needed: 80/)).toBeDefined()
  })
  it('are said to be missing, with nothing to add for whoever may not', async () => {
    await openStage(page('scheme', schemeId, 'rules'), answers({ [`/scheme/${schemeId}`]: scheme() }))
    expect(await screen.findByText('No rules yet')).toBeDefined()
    expect(screen.queryByRole('link', { name: /New/ })).toBeNull()
  })
  it('are papers that open by name', async () => {
    const refs = { [fileId]: { entity: 'file', title: 'NPOP chapter 5.pdf', code: 'application/pdf' } }
    await openStage(page('scheme', schemeId, 'documents'), answers({ [`/scheme/${schemeId}`]: scheme({ documents: [fileId], refs }) }))
    expect(await screen.findByRole('button', { name: 'Save NPOP chapter 5.pdf' })).toBeDefined()
  })
  it('lead to the form where there are none and the reader may edit', async () => {
    await openStage(page('scheme', schemeId, 'documents'), answers({ [`/scheme/${schemeId}`]: scheme({ may: ['edit'] }) }))
    const empty = (await screen.findByText('No documents yet')).closest('[role=status]') as HTMLElement
    expect(within(empty).getByRole('link', { name: 'Edit' }).getAttribute('href')).toContain(`/scheme/${schemeId}/edit`)
  })
})

describe('a version of rules', () => {
  const changed = version(newId, 2, { passScore: 85, rules: [rule('R1', { severity: 'MAJOR' }), rule('R3')] })
  const versions =
    (items: Record<string, unknown>[]): Answering =>
    (requested) =>
      requested.path.endsWith('/schemepop')
        ? listOf(items)
        : answers({ [`/schemepop/${newId}`]: items[0] ?? changed, [`/schemepop/${oldId}`]: version(oldId, 1) })(requested)
  it('says what differs from the one before it: figures, and rules that came, went or changed', async () => {
    await openStage(page('schemepop', newId, 'diff'), versions([changed, version(oldId, 1)]))
    const list = within(await screen.findByRole('list', { name: 'What differs' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Points needed: 80\D.*85/),
      'Removed: R2 · Rule R2',
      'Changed: R1Severity: Minor → Major',
      'Added: R3 · Rule R3',
    ])
  })
  it('says that nothing differs, and that there is none before it', async () => {
    await openStage(page('schemepop', newId, 'diff'), versions([version(newId, 2), version(oldId, 1)]))
    expect(await screen.findByText('They say the same')).toBeDefined()
  })
  it('has no version before the first one', async () => {
    await openStage(page('schemepop', newId, 'diff'), versions([version(newId, 1)]))
    expect(await screen.findByText('There is no version before this one')).toBeDefined()
  })
  const used = (status: string, items: SchemePopCrops['items']): Answering =>
    answers({ [`/schemepop/${newId}/crops`]: { total: items.length, items } satisfies SchemePopCrops, [`/schemepop/${newId}`]: version(newId, 2, { status }) })
  it('names the crops it judges with their points, each leading to its compliance', async () => {
    const crop = { crop: { id: cropId, code: 'CRP-1', title: 'Cotton, Khet 1' }, farmer: { id: groupId, title: 'Raju Mandloi' } }
    await openStage(page('schemepop', newId, 'crops'), used('PUBLISHED', [{ ...crop, score: 66.7 }]))
    const list = within(await screen.findByRole('list', { name: 'Crops' }))
    const link = await list.findByRole('link', { name: 'Cotton, Khet 1' })
    expect(link.getAttribute('href')).toMatch(new RegExp(`/crop/${cropId}\\?tab=compliance`))
    expect(list.getByText('66.7 points')).toBeDefined()
    expect(list.getByText('Raju Mandloi · CRP-1')).toBeDefined()
  })
  it('says why it judges none', async () => {
    await openStage(page('schemepop', newId, 'crops'), used('SUPERSEDED', []))
    expect(await screen.findByText('It is no longer published and judges no crop.')).toBeDefined()
  })
})
