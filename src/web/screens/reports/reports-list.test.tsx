// The list of reports as somebody lives with it: tiles with what their role may run, when they last made a file, and what was made and is sent below.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunnableReports } from '#domain/reports/run-answer.ts'
import { type Answering, openStage } from '#tests/web/stage.tsx'

const at = '/private/farmbook/OP1/reports/list'
const run = {
  id: '01900000-0000-7000-8000-0000000000c1',
  ...{ report: 'farmer-register', format: 'pdf', language: 'en', parameters: {}, state: 'DONE', progress: 1, rowCount: 120 },
  ...{ sha256: 'a'.repeat(64), size: 9, fileName: 'farmer-register-2026-01-15.pdf', message: null, fileUrl: null, fileUrlUntil: null },
  ...{ createdAt: '2026-01-15T06:30:00Z', finishedAt: '2026-01-15T06:30:00Z', expiresAt: '2026-02-14T06:30:00Z' },
}
const answering =
  (items: RunnableReports['items'], runs: readonly object[] = []): Answering =>
  ({ path }) => {
    if (path.endsWith('/reports')) return { body: { items } }
    if (path.endsWith('/report-runs')) return { body: { items: runs } }
    return path.endsWith('/report-schedules') ? { body: { items: [] } } : undefined
  }
const few: RunnableReports['items'] = [
  { report: 'farmer-register', lastFile: { format: 'csv', madeAt: '2026-01-15T06:30:00Z' } },
  { report: 'parcel-register', lastFile: null },
  { report: 'lot-trace', lastFile: null },
]

beforeAll(() => import('./reports-list.tsx'), 120_000)

describe('the list of reports', () => {
  it('has a tile for each group with what the role may run, the last file and a button, and runs and schedules below', async () => {
    await openStage(at, answering(few, [run]))
    const farm = await screen.findByRole('region', { name: 'Farm' })
    await waitFor(() => expect(within(farm).getAllByRole('listitem')).toHaveLength(2))
    const [register, plots] = within(farm).getAllByRole('listitem')
    expect(register?.textContent).toMatch(/Farmer register.*Last file: .*, CSV/)
    expect(plots?.textContent).not.toContain('Last file')
    const start = within(farm).getByRole('link', { name: 'Run Farmer register' })
    expect(start.getAttribute('href')).toBe('/private/farmbook/OP1/reports/farmer-register')
    // Groups of which the role may run nothing have no tile.
    expect(screen.getByRole('region', { name: 'Trade and stock' })).toBeDefined()
    for (const name of ['Inspections', 'Certificates', 'Records']) expect(screen.queryByRole('region', { name })).toBeNull()
    const recent = await screen.findByRole('region', { name: 'Recent runs' })
    expect(within(recent).getByText('Farmer register, PDF')).toBeDefined()
    // Tiles come first.
    expect(farm.compareDocumentPosition(recent) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
  it('says what will be there while nothing was made or is sent', async () => {
    await openStage(at, answering(few))
    expect((await screen.findByRole('region', { name: 'Recent runs' })).textContent).toContain('thirty days')
    expect((await screen.findByRole('region', { name: 'Sent regularly' })).textContent).toContain('on its page')
  })
})
