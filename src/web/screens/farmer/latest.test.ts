// One line of time out of several records.
import { describe, expect, it } from 'vitest'
import type { EventItem } from '#web/api/answers.ts'
import { type Line, latestOf } from './latest.ts'

const line = (id: string, occurredAt: string, more: Record<string, unknown> = {}): Line => ({
  event: { id, occurredAt, recordedAt: occurredAt, status: 'RECORDED', ...more } as unknown as EventItem,
  of: null,
})
const ids = (lines: Line[], most = 8) => latestOf(lines, most).map(({ event }) => event.id)

describe('latestOf', () => {
  it('has the latest first, by the moment and not by how it is written', () => {
    expect(ids([line('morning', '2026-01-09T08:00:00+05:30'), line('noon', '2026-01-09T06:30:00Z'), line('day before', '2026-01-08T23:00:00Z')])).toEqual([
      'noon',
      'morning',
      'day before',
    ])
  })
  it('puts what was recorded later first where both happened at once', () => {
    expect(ids([line('first', '2026-01-09T08:00:00Z'), line('then', '2026-01-09T08:00:00Z', { recordedAt: '2026-01-09T09:00:00Z' })])).toEqual([
      'then',
      'first',
    ])
  })
  it('leaves out what was taken back, and stops at the most', () => {
    expect(
      ids(
        [
          line('a', '2026-01-03T00:00:00Z'),
          line('gone', '2026-01-04T00:00:00Z', { status: 'VOIDED' }),
          line('b', '2026-01-02T00:00:00Z'),
          line('c', '2026-01-01T00:00:00Z'),
        ],
        2,
      ),
    ).toEqual(['a', 'b'])
  })
})
