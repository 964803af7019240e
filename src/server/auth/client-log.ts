// POST /api/auth/_log: what a browser's session client could not do. Open to anybody, so only known words
// are written down, cut short, and nothing of it is ever sent back.
import { Problem } from '#domain/kernel/problems.ts'
import type { AuthLog } from './steps.ts'

const levels = ['error', 'warn', 'debug'] as const
const maxMessage = 300
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break in a log line is a forged log line
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Answers 200 with an empty body, as the client expects of a beacon. Throws MALFORMED on any other form. */
export function takeClientLog(log: AuthLog, tenant: string, { level, code, message, url }: Record<string, unknown>): Response {
  const known = levels.find((one) => one === level)
  if (!known || typeof code !== 'string' || !/^[A-Z][A-Z0-9_]{2,59}$/.test(code))
    throw new Problem('MALFORMED', { message: 'A client log has a level (error, warn, debug) and a code.' })
  // What a stranger says stands in a place of its own: it is never our level, and never our message.
  log(known === 'debug' ? 'info' : 'warn', 'client log', { tenant, report: { level: known, code, message: plain(message), url: plain(url) } })
  return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } })
}

const plain = (value: unknown): string | undefined => (typeof value === 'string' ? value.replace(unprintable, ' ').slice(0, maxMessage) : undefined)
