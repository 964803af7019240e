// Files of a form whose upload does not arrive: stored on the device with their preview, or said not to be, and there again when the form is opened again.
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { attachments } from '#domain/kernel/kinds.ts'
import { filesOf, readStoredFile } from '#web/api/outbox/files.ts'
import { eraseOutbox } from '#web/api/outbox/store.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { AttachmentsEditor } from './edit-attachments.tsx'
import { FormContext } from './form-context.ts'

vi.mock('#web/api/operator.ts', async (original) => ({ ...(await original<typeof import('#web/api/operator.ts')>()), useOperator: () => 'OP1' }))

/** A browser without a network. */
class NoNetwork {
  upload = {}
  onerror?: () => void
  open() {}
  setRequestHeader() {}
  send() {
    queueMicrotask(() => this.onerror?.())
  }
  abort() {}
}
let shown: Blob[] = []
beforeAll(async () => {
  await startLanguages('en')
})
beforeEach(() => {
  shown = []
  vi.stubGlobal('XMLHttpRequest', NoNetwork)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  URL.createObjectURL = (blob) => `blob:${shown.push(blob as Blob)}`
  URL.revokeObjectURL = () => {}
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await eraseOutbox('fatima')
  vi.unstubAllGlobals()
})

const field = attachments()
let values: string[]
function Form({ initial = [], owner }: { initial?: string[]; owner?: string }) {
  const [value, setValue] = useState(initial)
  values = value
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FormContext.Provider value={{ record: null, refs: {}, editors: {}, filesOf: owner }}>
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
const choose = () => userEvent.upload(screen.getByLabelText('Choose files', { selector: 'input' }), new File(['leaf'], 'leaf.jpg', { type: 'image/jpeg' }))
const isId = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('a file whose upload does not arrive', () => {
  it('waits for the network in a form that stores nothing', async () => {
    render(<Form />)
    await choose()
    expect(await screen.findByText('There is no connection to the server.')).toBeDefined()
    expect(values).toEqual([expect.stringMatching(/^sending:/)])
  })
  it('is said not to be stored where there is no room, and is no part of the form', async () => {
    render(<Form owner="fatima" />)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    await choose()
    expect(await screen.findByText('There is no connection to the server, and no room left on this device.')).toBeDefined()
    expect(values).toEqual([expect.stringMatching(/^sending:/)])
  })
  it('is stored with its preview, a part of the form, and gone when it is taken out', async () => {
    render(<Form owner="fatima" />)
    await choose()
    expect(await screen.findByText('Stored on this device. It is sent with the form.')).toBeDefined()
    expect(values).toEqual([isId])
    expect(document.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/)
    expect(await filesOf('fatima', values)).toMatchObject([{ name: 'leaf.jpg', type: 'image/jpeg', size: 4, sentAt: null }])
    const [id = ''] = values
    await userEvent.click(screen.getByRole('button', { name: 'Remove leaf.jpg' }))
    expect(values).toEqual([])
    await waitFor(async () => expect(await readStoredFile('fatima', id)).toBeNull())
  })
  it('is there again when the tab was closed and the form is opened again, for its own person alone', async () => {
    render(<Form owner="fatima" />)
    await choose()
    await screen.findByText('Stored on this device. It is sent with the form.')
    const stored = values
    cleanup()
    render(<Form owner="omar" initial={stored} />)
    expect(await screen.findByText('A file sent earlier')).toBeDefined()
    cleanup()
    render(<Form owner="fatima" initial={stored} />)
    expect(await screen.findByText('leaf.jpg')).toBeDefined()
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/))
  })
})
