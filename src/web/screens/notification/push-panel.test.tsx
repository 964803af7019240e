// Whether this device is notified: what it says where it cannot be, what is asked of the browser when it is switched on, and that
// both sides forget it when it is switched off.
import { createHash } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answering, openStage, refusal } from '#tests/web/stage.tsx'
import { deviceName } from '#web/api/push-device.ts'

const settings = { mail: 'CRITICAL', mailAt: '07:30', push: 'ALL', quietFrom: '21:00', quietTo: '07:00', muted: [] }
const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
const endpointHash = createHash('sha256').update(endpoint).digest('base64url')
const here = { id: '0198c0de-0000-7000-8000-000000000001', name: 'Chrome · Android', since: '2026-01-15T06:30:00.000Z', endpointHash }
const elsewhere = { ...here, id: '0198c0de-0000-7000-8000-000000000002', name: 'Firefox · Linux', endpointHash: 'other' }
const sheetWith = (...devices: unknown[]) => ({ settings, codes: [], sendsMail: true, sendsPush: true, pushKey: 'BPk', devices })
const at = '/private/farmbook/OP1/notifications/settings'
const answering =
  (first: unknown): Answering =>
  ({ path, method }) => {
    if (path === '/api/notifications/devices') return { body: sheetWith(here) }
    if (path.startsWith('/api/notifications/devices/')) return { body: sheetWith() }
    return path === '/api/notifications/settings' && method === 'GET' ? { body: first } : undefined
  }

/** A browser that can be notified. */
function browser({ permission = 'default', requested = 'granted', isSubscribed = false } = {}) {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  let current: object | null = null
  const unsubscribe = vi.fn(async () => {
    current = null
    return true
  })
  const made = { endpoint, options: { applicationServerKey: null }, getKey: () => bytes, unsubscribe }
  if (isSubscribed) current = made
  const subscribe = vi.fn(async () => {
    current = made
    return made
  })
  const registration = { pushManager: { getSubscription: async () => current, subscribe } }
  const register = vi.fn(async () => registration)
  vi.stubGlobal('PushManager', class {})
  const notification = { permission, requestPermission: async () => (notification.permission = requested) }
  vi.stubGlobal('Notification', notification)
  const getRegistration = async () => registration
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register, ready: Promise.resolve(registration), getRegistration } })
  return { subscribe, unsubscribe, register }
}
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
beforeAll(() => import('./settings-page.tsx'), 120_000)

describe('this device', () => {
  it('that cannot be notified says so, and offers nothing', async () => {
    await openStage(at, answering(sheetWith()))
    expect(await screen.findByText('This browser cannot be notified.')).toBeDefined()
    expect(screen.queryByRole('switch', { name: 'Notify this device' })).toBeNull()
  })
  it('that its person has blocked says where to allow it', async () => {
    browser({ permission: 'denied' })
    await openStage(at, answering(sheetWith()))
    expect(await screen.findByText('The browser blocks notifications of this address.')).toBeDefined()
    expect(screen.getByText(/Allow them in the settings of the browser/)).toBeDefined()
    expect(screen.queryByRole('switch', { name: 'Notify this device' })).toBeNull()
  })
  it('whose person refuses when asked stays off, and the server hears nothing', async () => {
    const { register } = browser({ requested: 'denied' })
    const { person, requested } = await openStage(at, answering(sheetWith()))
    await person.click(await screen.findByRole('switch', { name: 'Notify this device' }))
    expect(requested.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(register).not.toHaveBeenCalled()
  })
  it('is switched on: asked for with the key of the programme, and sent to the server', async () => {
    const { register, subscribe } = browser()
    const { person, requested } = await openStage(at, answering(sheetWith()))
    await person.click(await screen.findByRole('switch', { name: 'Notify this device' }))
    expect(await screen.findByText('This device is notified.')).toBeDefined()
    expect(register).toHaveBeenCalledWith('/push-worker.js')
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPk' })
    expect(requested.find(({ path }) => path === '/api/notifications/devices')?.body).toMatchObject({ endpoint, keys: { p256dh: 'AQID', auth: 'AQID' } })
  })
  it('that the server refuses says so and stays off', async () => {
    browser()
    const { person } = await openStage(at, (one) => (one.method === 'PUT' ? refusal(400, 'VALIDATION', { detail: 'No.' }) : answering(sheetWith())(one)))
    await person.click(await screen.findByRole('switch', { name: 'Notify this device' }))
    expect(await screen.findByText('That did not work on this device. Try again later.')).toBeDefined()
    expect(screen.getByText('This device is not notified.')).toBeDefined()
  })
  it('is switched off on both sides', async () => {
    const { unsubscribe } = browser({ permission: 'granted', isSubscribed: true })
    const { person, requested } = await openStage(at, answering(sheetWith(here)))
    expect(await screen.findByText('This device is notified.')).toBeDefined()
    await person.click(screen.getByRole('switch', { name: 'Notify this device' }))
    expect(await screen.findByText('This device is not notified.')).toBeDefined()
    expect(unsubscribe).toHaveBeenCalled()
    expect(requested.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([`/api/notifications/devices/${here.id}`])
  })
  it('of somebody else before is off for whoever reads this', async () => {
    browser({ permission: 'granted', isSubscribed: true })
    await openStage(at, answering(sheetWith()))
    expect(await screen.findByText('This device is not notified.')).toBeDefined()
  })
})

describe('another device', () => {
  it('stands below with its day, and is notified no more when its person says so', async () => {
    const { person, requested } = await openStage(at, answering(sheetWith(elsewhere)))
    expect(await screen.findByText(/^Firefox · Linux, since /)).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Notify it no more' }))
    await waitFor(() => expect(requested.some(({ method, path }) => method === 'DELETE' && path.endsWith(elsewhere.id))).toBe(true))
  })
})

describe('the name of a device', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36', 'Chrome · Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge · Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · Linux'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1', 'Safari · iPhone'],
    ['curl/8', ''],
  ])('%s: %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
