// A person's imports of all kinds: nothing yet, one that runs and is stopped, those that ended and the rows that came back.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ExportJob } from '#domain/exchange/export-answer.ts'
import type { OwnImport } from '#domain/exchange/import-answer.ts'
import { openStage, refusal } from '#tests/web/stage.tsx'

const address = '/private/farmbook/OP1/imports'
const ended: OwnImport = {
  id: '01900000-0000-7000-8000-00000000000d',
  entity: 'farmer',
  operator: { code: 'OP2', name: 'Barwani' },
  kind: 'records',
  fileName: 'farmers.csv',
  isDryRun: false,
  state: 'DONE',
  progress: 1,
  rows: 1200,
  totalRows: 1200,
  accepted: 1190,
  created: 1000,
  changed: 0,
  unchanged: 190,
  flagged: 4,
  rejected: 10,
  ignoredColumns: [],
  message: null,
  createdAt: '2025-11-03T04:00:00Z',
  finishedAt: '2025-11-03T04:00:09Z',
}
const running: OwnImport = {
  ...ended,
  id: '01900000-0000-7000-8000-00000000000e',
  fileName: 'plots.geojson',
  entity: 'landparcel',
  state: 'RUNNING',
  rows: 300,
  accepted: 300,
  rejected: 0,
  progress: 0.2,
}
const stopped: OwnImport = { ...running, state: 'CANCELLED', message: 'The import was cancelled. Rows counted so far are in.' }

describe('ImportsPage', () => {
  it('says that nothing was brought in yet, and where that is done', async () => {
    await openStage(address, ({ path }) => (path === '/api/imports' ? { body: { items: [] } } : undefined))
    // The first screen of this file is fetched cold.
    await screen.findByText('Nothing brought in yet')
    expect(screen.getByRole('link', { name: 'To the farmers' }).getAttribute('href')).toBe('/private/farmbook/OP1/farmer/list')
  })
  it('says when it cannot be loaded, and tries again', async () => {
    let isDown = true
    const { person } = await openStage(address, ({ path }) =>
      path === '/api/imports' ? (isDown ? refusal(503, 'UNAVAILABLE') : { body: { items: [ended] } }) : undefined,
    )
    const again = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await person.click(again)
    await screen.findByRole('heading', { name: 'farmers.csv' })
  })
  it.each([1280, 390])('shows what runs with its rows and stops it, and what ended with its counts (%s px)', async (width) => {
    let first = running
    const { person, requested } = await openStage(
      address,
      ({ path, method }) => {
        if (path === '/api/imports') return { body: { items: [first, ended] } }
        if (method !== 'POST' || !path.endsWith('/cancel')) return undefined
        first = stopped
        return { body: stopped }
      },
      { width },
    )
    expect((await screen.findByRole('progressbar', { name: 'Bringing in plots.geojson' })).getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByText('300 of 1,200 rows')).toBeDefined()
    const list = within(screen.getByRole('region', { name: 'Imports that have ended' }))
    expect(list.getByText('1,190 brought in · 1,000 new · 190 in already · 10 came back · 4 to look at')).toBeDefined()
    expect(list.getByRole('button', { name: 'Rows that came back' })).toBeDefined()
    // Where the file went, whichever operator is open here.
    expect(list.getByRole('link', { name: 'Import again' }).getAttribute('href')).toBe('/private/farmbook/OP2/farmer/list#import')
    await person.click(screen.getByRole('button', { name: 'Stop' }))
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(requested.find(({ path }) => path.endsWith('/cancel'))?.path).toBe(`/api/operators/OP2/landparcel/imports/${running.id}/cancel`)
    expect(screen.getByText('The import was cancelled. Rows counted so far are in.')).toBeDefined()
    expect(screen.getByText('Cancelled')).toBeDefined()
  })
  it('shows long exports: one is saved, one is stopped, one is gone after its days', async () => {
    const made: ExportJob = {
      id: '01900000-0000-7000-8000-0000000000e1',
      entity: 'farmer',
      operator: null,
      format: 'csv',
      fileName: 'farmer-2025-11-03.csv',
      state: 'DONE',
      rows: 12_000,
      totalRows: 12_000,
      size: 2_400_000,
      isReady: true,
      message: null,
      createdAt: '2025-11-03T04:00:00Z',
      finishedAt: '2025-11-03T04:00:09Z',
    }
    const making: ExportJob = { ...made, id: `${made.id.slice(0, -1)}2`, state: 'RUNNING', rows: 3_000, size: null, isReady: false }
    const gone: ExportJob = { ...made, id: `${made.id.slice(0, -1)}3`, isReady: false }
    let second = making
    const { person, requested } = await openStage(address, ({ path, method }) => {
      if (path === '/api/imports') return { body: { items: [] } }
      if (path === '/api/exports') return { body: { items: [made, second, gone] } }
      if (method !== 'POST' || !path.endsWith('/cancel')) return undefined
      second = { ...making, state: 'CANCELLED' }
      return { body: second }
    })
    const list = within(await screen.findByRole('region', { name: 'Exports' }))
    expect(list.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    expect(list.getByText('3,000 of 12,000 rows')).toBeDefined()
    expect(list.getAllByText('12,000 rows written · 2.4 MB')).toHaveLength(2)
    expect(list.getAllByRole('button', { name: 'Save the file' })).toHaveLength(1)
    expect(list.getByText('Removed')).toBeDefined()
    await person.click(list.getByRole('button', { name: 'Stop' }))
    expect(await list.findByText('Cancelled')).toBeDefined()
    expect(requested.find(({ path }) => path.endsWith('/cancel'))?.path).toBe(`/api/operators/-/farmer/exports/${making.id}/cancel`)
  })
})
