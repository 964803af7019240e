// What a provider of telephones says became of messages (domain dictionary 6.2: per recipient QUEUED, SENT, DELIVERED, READ, HEARD with seconds, FAILED with a code,
// OPTED_OUT). Reports come late, twice and in any order: of each message what went furthest counts, so that the order makes no difference.
import { z } from 'zod'
import { leftOut } from './mobilenotification.ts'

/** Reports that one call may bring. */
export const mostReports = 500

const report = z.strictObject({
  id: z.guid().describe('Of the message, as it was handed over.'),
  state: z.enum(['DELIVERED', 'READ', 'HEARD', 'FAILED', 'OPTED_OUT']),
  heardSeconds: z.int().min(0).max(86_400).optional().describe('With HEARD: how long.'),
  code: z
    .string()
    .regex(/^[\w .:/-]{1,80}$/)
    .optional()
    .describe('With FAILED: the provider’s code.'),
  at: z.iso.datetime({ offset: true }).describe('When it happened.'),
})
export const telephoneReports = z.array(report).min(1).max(mostReports)
export type TelephoneReport = z.infer<typeof report>

export const telephoneReportsAnswer = z.object({
  changed: z.int().describe('Messages of which more is known now.'),
  unchanged: z.int().describe('Of which as much or more was known.'),
  unknown: z.array(z.guid()).describe('No messages of this programme that were handed over.'),
})
export type TelephoneReportsAnswer = z.infer<typeof telephoneReportsAnswer>

/** What is known of a message, as it is stored. */
export type Known = { state: string; reason: string | null; heardSeconds: number | null }
const ranks: Readonly<Record<string, number>> = { WAITING: 0, SENT: 0, FAILED: 1, OPTED_OUT: 2, DELIVERED: 3, READ: 4, HEARD: 5 }
const stateOf = ({ state, reason }: Known): string => (state === 'CANCELLED' && reason === leftOut.OPTED_OUT ? 'OPTED_OUT' : state)

/** Whether it was handed over at all: of what was cancelled before, nobody can report. */
export const wasSent = (known: Known): boolean => stateOf(known) in ranks

/** After a report; null where it says nothing new. */
export function knownAfter(known: Known, { state, code, heardSeconds }: Pick<TelephoneReport, 'state' | 'code' | 'heardSeconds'>): Known | null {
  const [before, after] = [ranks[stateOf(known)] ?? 0, ranks[state] ?? 0]
  const seconds = state === 'HEARD' ? Math.max(known.heardSeconds ?? -1, heardSeconds ?? -1) : -1
  const isLonger = seconds > (known.heardSeconds ?? -1)
  if (after < before || (after === before && !isLonger)) return null
  if (state === 'OPTED_OUT') return { state: 'CANCELLED', reason: leftOut.OPTED_OUT, heardSeconds: null }
  return { state, reason: state === 'FAILED' ? (code ?? 'FAILED') : null, heardSeconds: seconds < 0 ? null : seconds }
}
