// The import of a file, seen by somebody who has a list of farmers with a mistake in it.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { type Answering, omar, openStage, refusal } from '#tests/web/stage.tsx'
import type { ImportJob } from '#web/api/imports.ts'
import { importKinds } from './import-button.tsx'

const list = '/private/farmbook/OP1/farmer/list'
const tried: ImportJob = {
  id: '01900000-0000-7000-8000-00000000000d',
  kind: 'records',
  fileName: 'farmers.csv',
  isDryRun: true,
  state: 'DONE',
  progress: 1,
  rows: 4,
  totalRows: null,
  accepted: 3,
  created: 2,
  changed: 1,
  unchanged: 0,
  flagged: 0,
  rejected: 1,
  ignoredColumns: ['shoe_size'],
  message: null,
  createdAt: '2025-11-03T04:00:00Z',
  finishedAt: '2025-11-03T04:00:01Z',
  problems: [{ row: 3, outcome: 'REJECTED', column: 'birth_year', code: 'max', message: 'At most 2025.' }],
}
const broughtIn: ImportJob = { ...tried, id: '01900000-0000-7000-8000-00000000000e', isDryRun: false }
const file = () => new File(['member_no,birth_year\nM-1,1980\n'], 'farmers.csv', { type: 'text/csv' })

/** A server that tries and brings in at once. */
const server: Answering = ({ method, path, query }) => {
  if (method === 'POST' && path.endsWith('/farmer/import')) return { status: 202, body: query.get('dryRun') === 'true' ? tried : broughtIn }
  return [tried, broughtIn].map((job) => (path.endsWith(`/imports/${job.id}`) ? { body: job } : undefined)).find(Boolean)
}
async function openDialog(answer: Answering, width?: number) {
  const stage = await openStage(list, answer, width ? { width } : {})
  await stage.person.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import farmers' }))
  return { ...stage, dialog, choose: async () => stage.person.upload(await dialog.findByLabelText('File to import'), file()) }
}

describe('ImportDialog', () => {
  it('is offered only to those whose role imports', async () => {
    await openStage(list, server, { user: { ...omar, grants: [{ role: 'FIELD_OFFICER', operatorIds: ['01900000-0000-7000-8000-00000000000a'] }] } })
    // The first screen of this file is fetched cold.
    await screen.findByRole('button', { name: 'Add the first' })
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  })
  it('says which columns do not fit, keeps the file and sends it again under the same key only after a lost answer', async () => {
    let isDown = true
    const { dialog, choose, person, requested } = await openDialog((one) => {
      if (one.method !== 'POST') return server(one)
      if (isDown) return refusal(503, 'UNAVAILABLE', { detail: 'The service is not ready; please try again.' })
      return refusal(422, 'VALIDATION', {
        detail: 'The columns of the file do not fit.',
        fields: ['member_no', 'village'].map((path) => ({ path, code: 'required', message: 'The file has no such column.' })),
      })
    })
    await choose()
    expect((await dialog.findByRole('alert')).textContent).toContain('The service is not ready; please try again.')
    isDown = false
    await person.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('member_no, village: The file has no such column.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
    await person.click(dialog.getByRole('button', { name: 'Another file' }))
    await choose()
    await waitFor(() => expect(requested.filter(({ method }) => method === 'POST')).toHaveLength(3))
    const [first, second, third] = requested.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
  it('tries the file first, shows the problem by row and column, and imports the good rows by their number', async () => {
    const { dialog, choose, person, requested } = await openDialog(server)
    await choose()
    const problems = within(await dialog.findByRole('table', { name: 'Rows that came back' }))
    expect(problems.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['3', 'birth_year', 'At most 2025.'])
    expect(dialog.getByText('Left out, because these columns are not known: shoe_size')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Download rejects.csv' })).toBeDefined()
    const sent = () => requested.filter(({ method }) => method === 'POST').map(({ query }) => Object.fromEntries(query))
    expect(sent()).toEqual([{ kind: 'records', name: 'farmers.csv', dryRun: 'true' }])
    await person.click(dialog.getByRole('button', { name: 'Import the 3 good rows' }))
    expect(await dialog.findByText('farmers.csv is in')).toBeDefined()
    expect(sent().at(-1)).toEqual({ kind: 'records', name: 'farmers.csv', dryRun: 'false' })
    expect(dialog.queryByRole('button', { name: /good rows/ })).toBeNull()
    expect(dialog.getByRole('link', { name: 'See them in the list' }).getAttribute('href')).toContain('sort=-updatedAt')
  })
  it('reads the list anew with the answer to the file, however long a further look would take', async () => {
    const { dialog, choose, person, requested } = await openDialog((one) =>
      one.method === 'GET' && one.path.endsWith(`/imports/${broughtIn.id}`) ? new Promise<never>(() => {}) : server(one),
    )
    await choose()
    await person.click(await dialog.findByRole('button', { name: 'Import the 3 good rows' }))
    expect(await dialog.findByText('farmers.csv is in')).toBeDefined()
    const sent = requested.findLastIndex(({ method }) => method === 'POST')
    await waitFor(() => expect(requested.slice(sent).some(({ method, path }) => method === 'GET' && path.endsWith('/farmer'))).toBe(true))
  })
  it('finds a running import again among the latest ones, on a phone too', async () => {
    let looks = 0
    const running: ImportJob = { ...broughtIn, state: 'RUNNING', progress: 0.5, rows: 2, accepted: 2, rejected: 0, problems: [] }
    const { dialog, person } = await openDialog((one) => {
      if (one.path.endsWith('/imports')) return { body: { items: [running] } }
      if (!one.path.endsWith(`/imports/${running.id}`)) return server(one)
      looks += 1
      expect(one.headers.get('prefer')).toMatch(/^wait=\d$/)
      return { body: looks < 2 ? running : broughtIn }
    }, 390)
    await person.click(await dialog.findByRole('button', { name: /farmers\.csv/ }))
    expect((await dialog.findByRole('progressbar', { name: 'Bringing in farmers.csv' })).getAttribute('aria-valuenow')).toBe('50')
    expect(await dialog.findByText('farmers.csv is in')).toBeDefined()
  })
})

describe('an import under way', () => {
  const running: ImportJob = {
    ...broughtIn,
    state: 'RUNNING',
    progress: 0.1,
    rows: 120,
    totalRows: 400,
    accepted: 118,
    created: 118,
    changed: 0,
    rejected: 2,
    problems: [],
  }
  const stopped: ImportJob = {
    ...running,
    state: 'CANCELLED',
    message: 'The import was cancelled. Rows counted so far are in.',
    finishedAt: '2025-11-03T04:00:02Z',
  }

  it('says how many rows of how many, asks before it is stopped, and then what stands', async () => {
    let isStopped = false
    const { dialog, person, requested } = await openDialog((one) => {
      if (one.path.endsWith('/imports')) return { body: { items: [running] } }
      if (one.path.endsWith(`/imports/${running.id}/cancel`)) {
        isStopped = true
        return { body: stopped }
      }
      return one.path.endsWith(`/imports/${running.id}`) ? { body: isStopped ? stopped : running } : server(one)
    })
    await person.click(await dialog.findByRole('button', { name: /farmers\.csv/ }))
    expect((await dialog.findByRole('progressbar', { name: 'Bringing in farmers.csv' })).getAttribute('aria-valuenow')).toBe('30')
    expect(dialog.getByText(/120 of 400 rows, 2 came back/)).toBeDefined()
    await person.click(dialog.getByRole('button', { name: 'Stop' }))
    const question = within(await screen.findByRole('dialog', { name: 'Stop bringing in farmers.csv?' }))
    await person.click(question.getByRole('button', { name: 'Go on' }))
    expect(requested.some(({ path }) => path.endsWith('/cancel'))).toBe(false)
    await person.click(dialog.getByRole('button', { name: 'Stop' }))
    await person.click(within(await screen.findByRole('dialog', { name: 'Stop bringing in farmers.csv?' })).getByRole('button', { name: 'Stop' }))
    expect(await dialog.findByText('Bringing in farmers.csv was stopped')).toBeDefined()
    expect(dialog.getByRole('alert').textContent).toContain('The import was cancelled. Rows counted so far are in.')
    expect(requested.filter(({ path }) => path.endsWith('/cancel'))).toHaveLength(1)
  })
})

describe('importKinds', () => {
  it('has purchases only where lots buy, and nothing where nothing is brought in', () => {
    expect(importKinds(entityOf('productbatch'))).toEqual(['records', 'events', 'purchases', 'opening'])
    expect(importKinds(entityOf('landparcel'))).toEqual(['records', 'events'])
  })
})
