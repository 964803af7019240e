// Follows the person's inbox by server-sent events. One window of a browser has the stream open and passes on what it hears to the
// others: a browser has few connections to a server, and each would take one. Fetched by the frame when it stands.

import type { InboxSummary } from '#domain/notifications/inbox-answer.ts'
import { authorization } from './client.ts'
import { fetchSummary } from './inbox.ts'

const name = 'farmbook-inbox'
/** Before a stream that broke is opened again, growing to the last. */
const pausesMs = [1000, 3000, 10_000, 30_000] as const

type Hearing = (summary: InboxSummary) => void

/** Calls `hear` with the figures at once and after every change, until the signal is aborted. */
export async function followInbox(userId: string, hear: Hearing, signal: AbortSignal): Promise<void> {
  const { locks } = navigator
  // Without locks (an address that is not secure) each window has a stream of its own.
  if (!locks || typeof BroadcastChannel === 'undefined') return follow(hear, signal)
  const others = new BroadcastChannel(`${name}:${userId}`)
  signal.addEventListener('abort', () => others.close(), { once: true })
  others.onmessage = ({ data }: MessageEvent<InboxSummary>) => hear(data)
  const lead = () =>
    follow((summary) => {
      hear(summary)
      if (!signal.aborted) others.postMessage(summary)
    }, signal)
  const isLeading = await locks.request(`${name}:${userId}`, { ifAvailable: true }, async (lock) => {
    if (lock) await lead()
    return lock !== null
  })
  if (isLeading || signal.aborted) return
  void fetchSummary(signal).then(hear, () => {})
  // Takes over when the window that has the stream is closed.
  await locks.request(`${name}:${userId}`, { signal }, lead).catch(() => {})
}

async function follow(hear: Hearing, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const heard = await readStream(hear, signal)
    failures = heard ? 0 : failures + 1
    await pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0, signal)
  }
}

/** Until it ends. Answers whether anything was heard. */
async function readStream(hear: Hearing, signal: AbortSignal): Promise<boolean> {
  let heard = false
  try {
    const response = await fetch('/api/notifications/stream', {
      headers: { accept: 'text/event-stream', ...authorization() },
      credentials: 'same-origin',
      signal,
    })
    if (!response.ok || !response.body) return false
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { value, done } = await reader.read()
      if (done) return heard
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data === undefined) continue
        heard = true
        hear(JSON.parse(data) as InboxSummary)
      }
    }
  } catch {
    // A lost connection, or the end of the page: opened again, or not.
    return heard
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
