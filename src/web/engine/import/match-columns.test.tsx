// A file whose headers we do not know: the person says which column is which, and the file is tried again so.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answering, openStage, refusal } from '#tests/web/stage.tsx'
import type { FileInspection, ImportJob } from '#web/api/imports.ts'

const tried: ImportJob = {
  id: '01900000-0000-7000-8000-00000000000d',
  kind: 'records',
  fileName: 'liste.csv',
  isDryRun: true,
  state: 'DONE',
  progress: 1,
  rows: 1,
  totalRows: null,
  accepted: 1,
  created: 1,
  changed: 0,
  unchanged: 0,
  flagged: 0,
  rejected: 0,
  ignoredColumns: [],
  message: null,
  createdAt: '2025-11-03T04:00:00Z',
  finishedAt: '2025-11-03T04:00:01Z',
  problems: [],
}
const inspection: FileInspection = {
  columns: [
    { header: 'Nr', column: null },
    { header: 'first_name', column: 'first_name' },
    { header: 'Schuhe', column: null },
  ],
  wanted: [
    { name: 'member_no', label: 'Member no.', required: true, instead: null },
    { name: 'first_name', label: 'First name', required: true, instead: null },
    { name: 'pin', label: 'PIN', required: false, instead: null },
    { name: 'external_ids', label: 'Identifiers in other systems', required: false, instead: null },
  ],
  sample: [
    ['M-1', 'Ramesh', '42'],
    ['M-2', 'Geeta', ''],
  ],
}
const server: Answering = ({ method, path, query }) => {
  if (method !== 'POST' || !path.endsWith('/farmer/import')) return path.endsWith(`/imports/${tried.id}`) ? { body: tried } : undefined
  if (query.get('inspect') === 'true') return { body: inspection }
  if (!query.has('mapping'))
    return refusal(400, 'VALIDATION', {
      detail: 'The columns of the file do not fit.',
      fields: [{ path: 'member_no', code: 'required', message: 'The file has no such column.' }],
    })
  return { status: 202, body: tried }
}

describe('MatchColumns', () => {
  it('shows each column with an example, asks for what is needed, and tries the file with what was chosen', async () => {
    const { person, requested } = await openStage('/private/farmbook/OP1/farmer/list', server)
    await person.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import farmers' }))
    await person.upload(await dialog.findByLabelText('File to import'), new File(['Nr,first_name,Schuhe\nM-1,Ramesh,42\n'], 'liste.csv', { type: 'text/csv' }))
    await person.click(await dialog.findByRole('button', { name: 'Match the columns' }))

    expect(await dialog.findByText('Still needed: Member no.')).toBeDefined()
    expect(dialog.getByText('M-1 · M-2')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Try with these columns' })).toHaveProperty('disabled', true)
    await person.click(within(dialog.getByRole('row', { name: /Nr/ })).getByRole('combobox'))
    await person.click(await screen.findByRole('option', { name: 'Member no. *' }))
    expect(dialog.queryByText(/Still needed/)).toBeNull()

    await person.click(within(dialog.getByRole('row', { name: /Schuhe/ })).getByRole('combobox'))
    await person.click(await screen.findByRole('option', { name: 'Member no. *' }))
    expect(dialog.getByText('Chosen twice: Member no.')).toBeDefined()
    expect(dialog.getAllByRole('combobox', { hidden: true }).map((one) => one.getAttribute('aria-invalid'))).toEqual(['true', null, 'true'])
    await person.click(within(dialog.getByRole('row', { name: /Schuhe/ })).getByRole('combobox'))
    await person.click(await screen.findByRole('option', { name: 'Leave out' }))

    await person.click(dialog.getByRole('button', { name: 'Try with these columns' }))
    expect(await dialog.findByText('liste.csv was tried; nothing is written yet')).toBeDefined()
    const sent = requested.filter(({ method }) => method === 'POST').at(-1)?.query
    expect(JSON.parse(sent?.get('mapping') ?? '')).toEqual({ Nr: 'member_no', first_name: 'first_name', Schuhe: '' })
    expect(sent?.get('dryRun')).toBe('true')

    await person.click(dialog.getByRole('button', { name: 'Import the 1 good row' }))
    const brought = requested.filter(({ method, query }) => method === 'POST' && query.get('dryRun') === 'false').at(-1)?.query
    expect(brought?.get('mapping')).toBe(sent?.get('mapping'))
  })
  it('makes a column that is no field of ours a tag, or an identifier in a system that is named', async () => {
    const { person, requested } = await openStage('/private/farmbook/OP1/farmer/list', server)
    await person.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import farmers' }))
    await person.upload(await dialog.findByLabelText('File to import'), new File(['Nr,first_name,Schuhe\nM-1,Ramesh,42\n'], 'liste.csv', { type: 'text/csv' }))
    await person.click(await dialog.findByRole('button', { name: 'Match the columns' }))
    await dialog.findByText('Still needed: Member no.')
    const choose = async (row: RegExp, option: string) => {
      await person.click(within(dialog.getByRole('row', { name: row })).getByRole('combobox'))
      await person.click(await screen.findByRole('option', { name: option }))
    }
    await choose(/Nr/, 'Member no. *')
    await choose(/Schuhe/, 'A tag')
    expect(dialog.getByRole('button', { name: 'Try with these columns' })).toHaveProperty('disabled', false)
    await choose(/Schuhe/, 'Identifier in another system')
    expect(dialog.getByText('Name the system of: Schuhe')).toBeDefined()
    expect(dialog.getByLabelText('System of Schuhe').getAttribute('aria-invalid')).toBe('true')
    expect(dialog.getByRole('button', { name: 'Try with these columns' })).toHaveProperty('disabled', true)
    await person.type(dialog.getByLabelText('System of Schuhe'), 'trace net')
    await person.click(dialog.getByRole('button', { name: 'Try with these columns' }))
    expect(await dialog.findByText('liste.csv was tried; nothing is written yet')).toBeDefined()
    const sent = requested.filter(({ method }) => method === 'POST').at(-1)?.query
    expect(JSON.parse(sent?.get('mapping') ?? '')).toEqual({ Nr: 'member_no', first_name: 'first_name', Schuhe: 'external_ids:TRACE_NET' })
  })
})
