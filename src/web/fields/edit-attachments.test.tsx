// Files of a form: sent at once and shown with how far they are; what failed is said and can be sent again; the form cannot go without one.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { schemaOf } from '#domain/kernel/field-schemas.ts'
import { attachments } from '#domain/kernel/kinds.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { AttachmentsEditor } from './edit-attachments.tsx'
import { FormContext } from './form-context.ts'
import { ShowFiles } from './show-files.tsx'
import { UploadsContext, useUploadsFirst } from './uploads-under-way.ts'

vi.mock('#web/api/operator.ts', async (original) => ({ ...(await original<typeof import('#web/api/operator.ts')>()), useOperator: () => 'OP1' }))

/** The requests that the browser would have made, answered by the test. */
class Request {
  static all: Request[] = []
  upload: { onprogress?: (event: { loaded: number; total: number; lengthComputable: boolean }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  address = ''
  isAborted = false
  open(_method: string, address: string) {
    this.address = address
    Request.all.push(this)
  }
  setRequestHeader() {}
  send() {}
  abort() {
    this.isAborted = true
    this.onabort?.()
  }
  async answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    act(() => this.onload?.())
    // The body of an answer is read in steps of its own.
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  }
}
const idOf = ({ address }: Request) => new URLSearchParams(address.split('?')[1]).get('id')

beforeAll(async () => {
  await startLanguages('en')
})
beforeEach(() => {
  Request.all = []
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('fetch', async () => new Response(new Blob(['image'])))
  URL.createObjectURL = () => 'blob:image'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = attachments()
let values: string[]
function Form({ initial = [], refs = {} }: { initial?: string[]; refs?: Record<string, { entity: string; title: string; code: string }> }) {
  const [value, setValue] = useState(initial)
  values = value
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FormContext.Provider value={{ record: null, refs, editors: {} }}>
        <AttachmentsEditor
          field={field}
          name="files"
          value={value}
          onChange={(next) => setValue(next as string[])}
          form={{}}
          setOther={() => {}}
          record={null}
        />
      </FormContext.Provider>
    </QueryClientProvider>
  )
}
const isSendable = () => schemaOf(field).safeParse(values).success
const choose = (...files: File[]) =>
  userEvent.upload(screen.getAllByLabelText('Choose files').find((one) => one.tagName === 'INPUT') as HTMLInputElement, files)
const paper = (name = 'report.pdf') => new File(['%PDF'], name, { type: 'application/pdf' })

describe('AttachmentsEditor', () => {
  it('refuses what is too large and more than ten, and sends none of these', async () => {
    render(<Form />)
    const large = paper('large.pdf')
    Object.defineProperty(large, 'size', { value: 10_000_001 })
    await choose(large)
    expect(screen.getByText('large.pdf is larger than 10 MB.')).toBeTruthy()
    await choose(...Array.from({ length: 11 }, (_, n) => paper(`${n}.pdf`)))
    expect(screen.getByText('At most 10 files.')).toBeTruthy()
    expect([Request.all.length, values.length, screen.queryByRole('button', { name: 'Choose files' })]).toEqual([10, 10, null])
  })
  it('shows how far it is, keeps the form from being sent meanwhile, and then names the file by its id', async () => {
    render(<Form />)
    await choose(paper())
    const [request] = Request.all as [Request]
    act(() => request.upload.onprogress?.({ loaded: 40, total: 100, lengthComputable: true }))
    expect(screen.getByRole('progressbar', { name: 'Sending report.pdf' }).getAttribute('value')).toBe('40')
    expect(isSendable()).toBe(false)
    const id = idOf(request)
    await request.answer(201, { id, name: 'report.pdf', mediaType: 'application/pdf', size: 4 })
    expect([values, isSendable(), screen.getByRole('status').textContent]).toEqual([[id], true, 'Sent'])
  })
  it('says why one failed, and sends it again under the same id', async () => {
    render(<Form />)
    await choose(paper())
    const [first] = Request.all as [Request]
    act(() => first.onerror?.())
    expect((await screen.findByRole('alert')).textContent).toBe('There is no connection to the server.')
    await userEvent.click(screen.getByRole('button', { name: 'Send report.pdf again' }))
    const [, second] = Request.all as [Request, Request]
    expect([idOf(second), screen.queryByRole('alert')]).toEqual([idOf(first), null])
    await second.answer(415, {
      code: 'UNSUPPORTED_MEDIA',
      status: 415,
      title: 'x',
      detail: 'y',
      fields: [{ path: 'file', code: 'format', message: 'Accepted are photographs (JPEG, PNG, WebP), PDF, CSV, XLSX, KML and recordings (MP3, M4A, OGG).' }],
    })
    expect(screen.getByRole('alert').textContent).toBe('Accepted are photographs (JPEG, PNG, WebP), PDF, CSV, XLSX, KML and recordings (MP3, M4A, OGG).')
    expect(isSendable()).toBe(false)
  })
  it('stops sending what is removed, and lets go of what stood there', async () => {
    const stored = '0190a0a0-0000-7000-8000-000000000001'
    render(<Form initial={[stored]} refs={{ [stored]: { entity: 'file', title: 'plot.jpg', code: 'image/jpeg' } }} />)
    await choose(paper())
    await userEvent.click(screen.getByRole('button', { name: 'Remove report.pdf' }))
    expect([Request.all[0]?.isAborted, values]).toEqual([true, [stored]])
    await userEvent.click(screen.getByRole('button', { name: 'Remove plot.jpg' }))
    expect(values).toEqual([])
  })
  it('takes files that are dropped, and says of a restored draft what was never sent', async () => {
    render(<Form initial={['sending:lost']} />)
    expect(within(screen.getByRole('list', { name: 'Files' })).getByText('A file that was not sent')).toBeTruthy()
    fireEvent.drop(screen.getByRole('list', { name: 'Files' }), { dataTransfer: { files: [paper('dropped.pdf')] } })
    expect(screen.getByText('dropped.pdf')).toBeTruthy()
    expect(Request.all).toHaveLength(1)
  })
})

describe('ShowFiles', () => {
  it('lists images with a small one of themselves and everything by name, to be saved; what is hidden has no name', async () => {
    const [image, report] = ['0190a0a0-0000-7000-8000-000000000001', '0190a0a0-0000-7000-8000-000000000002']
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ShowFiles
          ids={[image, report, 'hidden']}
          label="Photos and documents"
          refs={{ [image]: { entity: 'file', title: 'plot.jpg', code: 'image/jpeg' }, [report]: { entity: 'file', title: 'lab.pdf', code: 'application/pdf' } }}
        />
      </QueryClientProvider>,
    )
    const list = screen.getByRole('list', { name: 'Photos and documents' })
    expect(
      within(list)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Save plot.jpg', 'Save lab.pdf'])
    expect(within(list).getByText('A file that is not shown')).toBeTruthy()
    await vi.waitFor(() => expect(list.querySelectorAll('img')).toHaveLength(1))
  })
})

/** A form that saves what it says when nothing is on its way any more. */
function Saving({ onSave }: { onSave: (files: readonly string[]) => void }) {
  const { underWay, isWaiting, afterUploads } = useUploadsFirst(() => onSave(values))
  return (
    <UploadsContext.Provider value={underWay}>
      <Form />
      <button type="button" aria-busy={isWaiting} onClick={afterUploads}>
        Save
      </button>
    </UploadsContext.Provider>
  )
}

describe('saving while a file is on its way', () => {
  const saved = vi.fn<(files: readonly string[]) => void>()
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const isBusy = () => screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')
  beforeEach(() => saved.mockClear())
  it('waits for all of them, and saves once, with what they became', async () => {
    render(<Saving onSave={saved} />)
    await choose(paper('a.pdf'))
    await save()
    await save()
    await choose(paper('b.pdf'))
    const [first, second] = Request.all as [Request, Request]
    Object.assign(first, { status: 201, responseText: JSON.stringify({ id: idOf(first), name: 'a.pdf' }) })
    act(() => first.onload?.())
    await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(1))
    expect(saved).not.toHaveBeenCalled()
    expect(isBusy()).toBe('true')
    await second.answer(201, { id: idOf(second), name: 'b.pdf' })
    await waitFor(() => expect(saved.mock.calls).toEqual([[[idOf(first), idOf(second)]]]))
    expect(isBusy()).toBe('false')
  })
  it('goes on after one that failed, which the form then refuses, and saves nothing once it was left', async () => {
    const { unmount } = render(<Saving onSave={saved} />)
    await choose(paper())
    await save()
    await Request.all[0]?.answer(500, { code: 'INTERNAL', message: 'No', fields: [] })
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(isSendable()).toBe(false)
    await choose(paper('later.pdf'))
    await save()
    unmount()
    await waitFor(() => expect(Request.all[1]?.isAborted).toBe(true))
    expect(saved).toHaveBeenCalledOnce()
  })
})
