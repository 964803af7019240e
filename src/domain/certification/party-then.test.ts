// What an operator or a company was at a moment, by an enumeration of moments around each of its events.
import { describe, expect, it } from 'vitest'
import { decidedStatusAt, isLapsedAt, isOutOfTrade, type Party, partyStatusAt } from './party-then.ts'

const day = (of: string) => `${of}T06:00:00Z`
const party = (status: string, events: [Party['events'][number]['eventType'], string][], createdAt = '2025-04-01'): Party => ({
  title: 'Khargone Gin',
  status,
  createdAt: day(createdAt),
  events: events.map(([eventType, at]) => ({ eventType, at: day(at) })),
})

describe('what a party was', () => {
  it('is by its last event of then, at that moment itself too', () => {
    const one = party('EXITED', [
      ['ACTIVATED', '2025-06-01'],
      ['SUSPENDED', '2025-12-01'],
      ['REINSTATED', '2025-12-20'],
      ['EXITED', '2026-01-10'],
    ])
    const found = ['2025-05-31', '2025-06-01', '2025-11-30', '2025-12-01', '2025-12-19', '2025-12-20', '2026-01-09', '2026-01-10'].map((of) =>
      partyStatusAt(one, day(of)),
    )
    expect(found).toEqual(['APPLICANT', 'ACTIVE', 'ACTIVE', 'SUSPENDED', 'SUSPENDED', 'ACTIVE', 'ACTIVE', 'EXITED'])
  })
  it('is admitted already before it was entered here, unless it is an applicant still', () => {
    expect(
      partyStatusAt(
        party(
          'SUSPENDED',
          [
            ['ACTIVATED', '2025-12-01'],
            ['SUSPENDED', '2025-12-10'],
          ],
          '2025-12-01',
        ),
        day('2025-11-01'),
      ),
    ).toBe('ACTIVE')
    expect(partyStatusAt(party('SUSPENDED', [['SUSPENDED', '2025-12-10']]), day('2025-11-01'))).toBe('ACTIVE')
    expect(partyStatusAt(party('APPLICANT', [], '2025-12-01'), day('2025-11-01'))).toBe('APPLICANT')
  })
  it('keeps it from trade while it is suspended and once it is gone', () => {
    expect(['APPLICANT', 'ACTIVE', 'SUSPENDED', 'EXITED', 'WITHDRAWN'].map(isOutOfTrade)).toEqual([false, false, true, true, true])
  })
  it('is suspended by a lapse until that ends, which people have not decided; a suspension by a person is not ended by a certificate', () => {
    const lapsed = party('ACTIVE', [
      ['ACTIVATED', '2025-06-01'],
      ['SCOPE_LAPSED', '2025-12-01'],
      ['SCOPE_RESTORED', '2025-12-20'],
    ])
    expect(['2025-11-30', '2025-12-01', '2025-12-20'].map((of) => [partyStatusAt(lapsed, day(of)), decidedStatusAt(lapsed, day(of))])).toEqual([
      ['ACTIVE', 'ACTIVE'],
      ['SUSPENDED', 'ACTIVE'],
      ['ACTIVE', 'ACTIVE'],
    ])
    expect(['2025-11-30', '2025-12-01', '2025-12-05', '2025-12-21'].map((of) => isLapsedAt(lapsed, day(of)))).toEqual([false, true, true, false])
    const suspended = party('SUSPENDED', [
      ['ACTIVATED', '2025-06-01'],
      ['SUSPENDED', '2025-11-20'],
      ['SCOPE_LAPSED', '2025-12-01'],
      ['SCOPE_RESTORED', '2025-12-20'],
    ])
    expect(['2025-11-20', '2025-12-01', '2025-12-20'].map((of) => [partyStatusAt(suspended, day(of)), decidedStatusAt(suspended, day(of))])).toEqual(
      Array(3).fill(['SUSPENDED', 'SUSPENDED']),
    )
  })
})
