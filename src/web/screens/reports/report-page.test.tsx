// A report as a person uses it: its rows with totals, parameters that change it and stand in the address, files made at once or in the background.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportRun } from '#domain/reports/run-answer.ts'
import { type Answering, openStage, refusal } from '#tests/web/stage.tsx'
import { rememberPurpose } from '#web/engine/last-purpose.ts'

const row = {
  memberNo: 'M-1',
  name: 'Anil Gurjar',
  gender: 'M',
  village: 'Balsamud',
  phone: null,
  holdingHa: 1.5,
  plots: 2,
  status: 'ACTIVE',
  result: 'APPROVED',
}
const answer = {
  report: 'farmer-register',
  parameters: { season: null, village: null, gender: null, status: null },
  names: {},
  rows: [row, { ...row, memberNo: 'M-2', name: 'Usha Bhilala', village: 'Ghatti' }],
  count: 2,
  isCapped: false,
  totals: { holdingHa: 3, plots: 4 },
  charts: [
    {
      title: 'Holding by village',
      points: [
        { label: 'Balsamud', value: 1.5 },
        { label: 'Ghatti', value: 1.25 },
      ],
    },
  ],
  masked: ['phone'],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
  needPurpose: ['pdf', 'xlsx', 'csv', 'json'],
  ranAt: '2026-01-15T06:30:00Z',
  sha256: 'a'.repeat(64),
}
const run: ReportRun = {
  id: '01900000-0000-7000-8000-0000000000c1',
  report: 'farmer-register',
  format: 'pdf',
  language: 'en',
  parameters: {},
  state: 'RUNNING',
  progress: 0.4,
  rowCount: null,
  sha256: null,
  size: null,
  fileName: 'farmer-register-2026-01-15.pdf',
  message: null,
  createdAt: '2026-01-15T06:30:00Z',
  finishedAt: null,
  expiresAt: '2026-02-14T06:30:00Z',
  fileUrl: null,
  fileUrlUntil: null,
}
const at = '/private/farmbook/OP1/reports/farmer-register'
const answering =
  (values: object = {}, runs: readonly ReportRun[] = []): Answering =>
  ({ path, method }) => {
    if (path.endsWith('/reports/farmer-register')) return { body: { ...answer, ...values } }
    if (path.endsWith('/report-runs')) return { body: { items: runs } }
    return method === 'POST' ? { status: 202, body: run } : undefined
  }

// Fetched once, before the clock of the first test runs.
beforeAll(() => import('./report-page.tsx'), 120_000)

describe('a report', () => {
  it('has its rows, totals, chart, who it is for and what is hidden', async () => {
    await openStage(at, answering())
    const table = await screen.findByRole('table', { name: 'Farmer register' })
    expect(within(table).getByText('Anil Gurjar')).toBeDefined()
    expect(within(table).getByText('Total')).toBeDefined()
    expect(screen.getByRole('region', { name: 'Holding by village' })).toBeDefined()
    expect(screen.getByText(/Hidden from your role.*Phone/)).toBeDefined()
    expect(screen.getByText(`SHA-256 ${answer.sha256}`)).toBeDefined()
    expect(screen.getByText(/Purchase officer/)).toBeDefined()
  })
  it('follows its parameters, which stand in the address', async () => {
    const { person, requested, address } = await openStage(at, answering())
    await person.type(await screen.findByLabelText('Village'), 'Ghatti')
    await waitFor(() => expect(address()).toContain('village=Ghatti'))
    await person.click(screen.getByRole('checkbox', { name: 'Woman' }))
    await waitFor(() => expect(requested.some(({ query }) => query.get('gender') === 'F' && query.get('village') === 'Ghatti')).toBe(true))
  })
  it('says what is wrong beside the parameter', async () => {
    await openStage(`${at}?status=GONE`, ({ path }) =>
      path.endsWith('/reports/farmer-register')
        ? refusal(400, 'VALIDATION', { fields: [{ path: 'village', code: 'max', message: 'At most 60 characters.' }] })
        : undefined,
    )
    expect(await screen.findByText(/At most 60/)).toBeDefined()
  })
  it('says that nothing fits, and offers no file of nothing', async () => {
    await openStage(at, answering({ rows: [], count: 0, charts: [] }))
    expect(await screen.findByText('Nothing fits these parameters.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', true)
  })
  it('is made in the background when it is long, in the chosen format', async () => {
    const { person, requested } = await openStage(at, answering({ count: 30_000 }))
    await person.click(await screen.findByRole('button', { name: 'CSV' }))
    await person.click(screen.getByRole('button', { name: 'Make the file' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is this file for?' })
    const make = within(dialog).getByRole('button', { name: 'Make the file' })
    expect(make).toHaveProperty('disabled', true)
    await person.click(within(dialog).getByRole('radio', { name: 'Something else' }))
    expect(make).toHaveProperty('disabled', true)
    await person.type(within(dialog).getByRole('textbox', { name: /For what/ }), 'A study')
    await person.click(make)
    await waitFor(() =>
      expect(requested.find(({ method }) => method === 'POST')).toMatchObject({
        path: '/api/operators/OP1/reports/farmer-register/runs',
        body: { format: 'csv', language: 'en', parameters: answer.parameters, purpose: 'OTHER', purposeNote: 'A study' },
      }),
    )
    expect(requested.find(({ method }) => method === 'POST')?.headers.get('idempotency-key')).toBeTruthy()
  })
  it('asks again with the last purpose of this device chosen', async () => {
    const first = await openStage(at, answering())
    rememberPurpose({ purpose: 'TRAINING' })
    await first.person.click(await screen.findByRole('button', { name: 'Download' }))
    const dialog = await screen.findByRole('dialog', { name: 'What is this file for?' })
    expect(within(dialog).getByRole('radio', { name: 'Training and advice' })).toHaveProperty('checked', true)
    await first.person.click(within(dialog).getByRole('button', { name: 'Make the file' }))
    await waitFor(() => expect(first.requested.find(({ path }) => path.endsWith('.pdf'))?.query.get('purpose')).toBe('TRAINING'))
  })
  it('does not ask where nothing in the file is personal', async () => {
    const second = await openStage(`${at}?village=Ghatti`, answering({ needPurpose: [] }))
    await second.person.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(second.requested.find(({ path }) => path.endsWith('.pdf'))?.query.get('purpose')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('shows how far a file is and cancels it', async () => {
    const { person, requested } = await openStage(at, answering({}, [run]))
    expect((await screen.findByRole('progressbar', { name: 'Being made' })).getAttribute('aria-valuenow')).toBe('40')
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(requested.some(({ path }) => path.endsWith(`/report-runs/${run.id}/cancel`))).toBe(true))
  })
  it('stands in cards on a phone, with its parameters folded', async () => {
    const { person } = await openStage(at, answering(), { width: 390 })
    expect(await screen.findByText('M-1 · Anil Gurjar')).toBeDefined()
    expect(screen.queryByLabelText('Village')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'What it covers' }))
    expect(await screen.findByLabelText('Village')).toBeDefined()
  })
  it('is not there for a role that it is not for, nor under another name', async () => {
    const viewer = { id: '01900000-0000-7000-8000-000000000002', name: 'Bruno', email: null, grants: [{ role: 'BRAND_VIEWER' as const, operatorIds: [] }] }
    await openStage(at, answering(), { user: viewer })
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', expect.not.stringContaining('Farmer register'))
  })
})
