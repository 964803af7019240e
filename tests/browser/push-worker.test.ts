// The script that shows notifications while no page is open, run as a browser runs it: what is shown of what came, and where a touch leads.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

type Listener = (event: unknown) => void
function worker(open: string[] = []) {
  const listeners = new Map<string, Listener>()
  const shown: unknown[] = []
  const opened: string[] = []
  const focused: string[] = []
  const self = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: () => {},
    location: { origin: 'https://cotton.farmbook.test' },
    registration: { showNotification: async (title: string, looks: object) => void shown.push({ title, ...looks }) },
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  runInNewContext(readFileSync('public/push-worker.js', 'utf8'), { self, URL })
  const send = async (name: string, event: object) => {
    let waited: Promise<unknown> | undefined
    listeners.get(name)?.({
      ...event,
      waitUntil: (work: Promise<unknown>) => {
        waited = work
      },
    })
    await waited
  }
  return { send, shown, opened, focused }
}
const payload = { id: 'n-1', title: 'A task for you: TSK-1.', code: 'TSK-1', link: '/private/farmbook/-/notifications/list', language: 'hi' }
const touched = (link: string) => ({ notification: { close: () => {}, data: { link } } })
const inbox = 'https://cotton.farmbook.test/private/farmbook/-/notifications/list'

describe('the script of notifications', () => {
  it('leads nowhere but to pages of its own host', async () => {
    const { send, opened } = worker()
    for (const link of ['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)']) await send('notificationclick', touched(link))
    expect(opened).toEqual([])
  })
  it('shows what came under its id, so that the same again takes its place', async () => {
    const { send, shown } = worker()
    await send('push', { data: { json: () => payload } })
    expect(shown).toEqual([expect.objectContaining({ title: payload.title, body: 'TSK-1', tag: 'n-1', lang: 'hi', data: { link: payload.link } })])
  })
  it('opens the inbox, or brings the page forward that shows it already', async () => {
    const without = worker(['https://cotton.farmbook.test/private/farmbook/OP1/farmer/list'])
    await without.send('notificationclick', touched(payload.link))
    expect([without.opened, without.focused]).toEqual([[inbox], []])
    const there = worker([inbox])
    await there.send('notificationclick', touched(payload.link))
    expect([there.opened, there.focused]).toEqual([[], [inbox]])
  })
})
