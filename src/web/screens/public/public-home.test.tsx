// /public by role and label: no login, the programme's words, a code that leads to its page, a certificate, and what is not found.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { type Answering, openStage, refusal } from '#tests/web/stage.tsx'

const open = (answer: Answering = () => undefined) => openStage('/public', answer, { user: null })
const lookUp = async (stage: Awaited<ReturnType<typeof open>>, code: string) => {
  await stage.person.type(await screen.findByRole('textbox', { name: 'Code or certificate number' }), code)
  await stage.person.click(screen.getByRole('button', { name: 'Look up' }))
}
afterEach(() => vi.unstubAllGlobals())

describe('/public', () => {
  it('is a page for anybody: what the programme is, and no call that needs a person', async () => {
    const { address, requested } = await open()
    expect(await screen.findByRole('heading', { level: 1, name: defaultTenant.config.name })).toBeDefined()
    expect(screen.getByText(defaultTenant.config.carousel[0]?.mission ?? '')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/')
    expect(address()).toBe('/public')
    expect(requested.filter(({ path }) => path !== '/api/public/contacts')).toEqual([])
    // Nothing to scan with here: the page says how else.
    expect(screen.queryByRole('button', { name: 'Scan the QR code' })).toBeNull()
  })
  it('is there for who is signed in too, with the way back to their work', async () => {
    const { address } = await openStage('/public', () => undefined)
    expect((await screen.findByRole('link', { name: 'To your dashboard' })).getAttribute('href')).toBe('/')
    expect(address()).toBe('/public')
  })
  it('says whom to turn to, where the programme names somebody', async () => {
    const grievance = { name: 'Sunita Yadav', email: null, phone: '+919826012345' }
    await open(({ path }) => (path === '/api/public/contacts' ? { body: { grievance, dataProtection: null } } : undefined))
    expect(await screen.findByText('Complaints')).toBeDefined()
    expect(screen.getByRole('link', { name: '+919826012345' }).getAttribute('href')).toBe('tel:+919826012345')
    expect(screen.queryByText('Data protection')).toBeNull()
  })
  it('says that nothing public has a code, and what may be the matter', async () => {
    const stage = await open(({ path }) => (path === '/api/public/code' ? refusal(404, 'NOT_FOUND') : undefined))
    await lookUp(stage, 'SC-404')
    expect(await screen.findByText(/Nothing public has this code/)).toBeDefined()
    expect(stage.requested.filter(({ path }) => path === '/api/public/code').map(({ query }) => query.get('code'))).toEqual(['SC-404'])
  })
  it('leads from the code of a lot to its own page', async () => {
    const assign = vi.fn()
    const stage = await open(({ path }) =>
      path === '/api/public/code' ? { body: { pages: [{ kind: 'batch', address: '/public/batch/AbCdEfGhIjKlMnOpQrStU_' }], certificates: [] } } : undefined,
    )
    vi.stubGlobal('location', { ...window.location, assign })
    await lookUp(stage, 'AbCdEfGhIjKlMnOpQrStU_')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/public/batch/AbCdEfGhIjKlMnOpQrStU_'))
  })
  it('shows a certificate with who holds it, until when, and how it stands', async () => {
    const certificate = {
      number: 'SC-17',
      scheme: 'NPOP',
      body: 'OneCert',
      holder: 'Narmada Organic Growers',
      validFrom: '2025-04-01',
      validTo: '2026-03-31',
      validity: 'suspended',
    }
    const stage = await open(({ path }) => (path === '/api/public/code' ? { body: { pages: [], certificates: [certificate] } } : undefined))
    await lookUp(stage, 'SC-17')
    const shown = within(await screen.findByRole('region', { name: 'Certificate SC-17' }))
    expect(shown.getByText('Narmada Organic Growers')).toBeDefined()
    expect(shown.getByText('Suspended')).toBeDefined()
  })
  it('reads a code from the camera where the browser can', async () => {
    const track = { stop: vi.fn() }
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = async () => [{ rawValue: 'https://cotton.example/public/crop/AbCdEfGhIjKlMnOpQrStU_' }]
      },
    )
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track] }) } }))
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, set: () => {} })
    const stage = await open(({ path }) => (path === '/api/public/code' ? refusal(404, 'NOT_FOUND') : undefined))
    await stage.person.click(await screen.findByRole('button', { name: 'Scan the QR code' }))
    await waitFor(() =>
      expect(stage.requested.find(({ path }) => path === '/api/public/code')?.query.get('code')).toBe(
        'https://cotton.example/public/crop/AbCdEfGhIjKlMnOpQrStU_',
      ),
    )
    // The camera is let go with the code.
    await waitFor(() => expect(track.stop).toHaveBeenCalled())
    vi.restoreAllMocks()
  })
})
