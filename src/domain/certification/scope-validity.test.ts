import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import { coveredSpans, scopeLapseOn, stateOn, stoppedBy, validityOn } from './scope-validity.ts'

const dates = { validFrom: '2025-04-01', validTo: '2026-03-31' }
const on = (status: string, day: string, ...events: [eventType: string, day: string][]) =>
  validityOn(
    { status, ...dates },
    events.map(([eventType, at]) => ({ eventType, day: at })),
    day,
  )

describe('validityOn', () => {
  it.each([
    ['a proposed one', 'PROPOSED', '2025-06-01', 'NOT_CONFIRMED'],
    ['a rejected one', 'REJECTED', '2025-06-01', 'NOT_CONFIRMED'],
    ['the day before it begins', 'VALID', '2025-03-31', 'NOT_YET'],
    ['its first day', 'VALID', '2025-04-01', 'VALID'],
    ['its last day', 'VALID', '2026-03-31', 'VALID'],
    ['the day after', 'VALID', '2026-04-01', 'EXPIRED'],
    ['the day after, recorded as expired', 'EXPIRED', '2026-04-01', 'EXPIRED'],
    ['a day within, long expired now', 'EXPIRED', '2025-06-01', 'VALID'],
    ['suspended without an event', 'SUSPENDED', '2025-06-01', 'SUSPENDED'],
    ['withdrawn without an event', 'WITHDRAWN', '2025-06-01', 'WITHDRAWN'],
  ])('of %s (%s on %s) is %s', (_, status, day, validity) => expect(on(status, day)).toBe(validity))
  it('of one suspended for a time is not valid from that day to the day before its reinstatement', () => {
    const events: [string, string][] = [
      ['SUSPENDED', '2025-08-10'],
      ['REINSTATED', '2025-09-01'],
    ]
    expect(['2025-08-09', '2025-08-10', '2025-08-31', '2025-09-01'].map((day) => on('VALID', day, ...events))).toEqual([
      'VALID',
      'SUSPENDED',
      'SUSPENDED',
      'VALID',
    ])
  })
  it('of one withdrawn is valid before that day, and never after, whatever was before', () => {
    const events: [string, string][] = [
      ['SUSPENDED', '2025-08-10'],
      ['WITHDRAWN', '2025-09-01'],
    ]
    expect(['2025-08-09', '2025-08-20', '2025-09-01', '2027-01-01'].map((day) => on('WITHDRAWN', day, ...events))).toEqual([
      'VALID',
      'SUSPENDED',
      'WITHDRAWN',
      'WITHDRAWN',
    ])
  })
})

describe('stateOn', () => {
  it.each([
    ['VALID', '2025-03-31', 'NOT_YET'],
    ['VALID', '2025-04-01', 'VALID'],
    // 61 days before the last one, across the end of February.
    ['VALID', '2026-01-29', 'VALID'],
    ['VALID', '2026-01-30', 'EXPIRING'],
    ['VALID', '2026-03-31', 'EXPIRING'],
    ['VALID', '2026-04-01', 'EXPIRED'],
    ['SUSPENDED', '2025-03-31', 'SUSPENDED'],
    ['SUSPENDED', '2026-03-21', 'SUSPENDED'],
    ['SUSPENDED', '2026-04-01', 'EXPIRED'],
    ['PROPOSED', '2026-04-01', 'PROPOSED'],
    ['WITHDRAWN', '2026-04-01', 'WITHDRAWN'],
  ])('of a %s one on %s is %s', (status, day, state) => expect(stateOn({ status, ...dates }, day)).toBe(state))
})

describe('coveredSpans', () => {
  it('are the days on which one of them is valid, each asked by itself', () => {
    const certificates = [
      { status: 'EXPIRED', validFrom: '2025-01-01', validTo: '2025-03-31', events: [] },
      {
        ...{ status: 'VALID', validFrom: '2025-03-15', validTo: '2025-06-30' },
        events: [
          { eventType: 'SUSPENDED', day: '2025-05-10' },
          { eventType: 'REINSTATED', day: '2025-05-20' },
        ],
      },
      { status: 'WITHDRAWN', validFrom: '2025-08-01', validTo: '2025-12-31', events: [{ eventType: 'WITHDRAWN', day: '2025-09-01' }] },
      { status: 'PROPOSED', validFrom: '2025-01-01', validTo: '2025-12-31', events: [] },
    ]
    const days = Array.from({ length: 365 }, (_, index) => addDays('2025-01-01', index))
    for (const until of ['2025-05-15', '2025-06-10', '2025-12-31']) {
      const covered = days.filter((day) => day <= until && certificates.some((one) => validityOn(one, one.events, day) === 'VALID'))
      const spans = coveredSpans(certificates, until)
      expect(days.filter((day) => spans.some(({ from, to }) => from <= day && day <= to))).toEqual(covered)
    }
    expect(coveredSpans(certificates, '2025-12-31')).toEqual([
      { from: '2025-01-01', to: '2025-05-09' },
      { from: '2025-05-20', to: '2025-06-30' },
      { from: '2025-08-01', to: '2025-08-31' },
    ])
  })
})

describe('stoppedBy', () => {
  const by = (status: string, day: string, ...events: [eventType: string, day: string][]) =>
    stoppedBy(
      { status },
      events.map(([eventType, at]) => ({ eventType, day: at })),
      day,
    )
  it('is what the body has done by the day and not taken back; an expiry is none, and ends none', () => {
    const suspended: [string, string] = ['SUSPENDED', '2026-01-05']
    expect([by('VALID', '2026-01-15'), by('EXPIRED', '2026-01-15')]).toEqual([null, null])
    expect([by('SUSPENDED', '2026-01-04', suspended), by('SUSPENDED', '2026-01-05', suspended), by('EXPIRED', '2026-04-15', suspended)]).toEqual([
      null,
      'SUSPENDED',
      'SUSPENDED',
    ])
    expect(by('VALID', '2026-01-15', suspended, ['REINSTATED', '2026-01-15'])).toBe(null)
    expect([by('WITHDRAWN', '2026-01-15', suspended, ['WITHDRAWN', '2026-01-10']), by('WITHDRAWN', '2026-01-15')]).toEqual(['WITHDRAWN', 'WITHDRAWN'])
  })
})

describe('scopeLapseOn', () => {
  const one = (scNo: string, status: string, from: string, to: string, ...events: [string, string][]) => ({
    ...{ id: scNo, scNo, status, validFrom: from, validTo: to },
    events: events.map(([eventType, day]) => ({ eventType, day })),
  })
  const lapse = (day: string, ...certificates: ReturnType<typeof one>[]) => scopeLapseOn(certificates, day)
  it('is none where one is in force, where none had begun, and where there is none', () => {
    const suspended = one('A', 'SUSPENDED', '2025-04-01', '2026-03-31', ['SUSPENDED', '2025-08-01'])
    expect(lapse('2025-08-01')).toBeNull()
    expect(lapse('2025-07-31', suspended)).toBeNull()
    expect(lapse('2025-08-01', suspended, one('B', 'VALID', '2025-07-01', '2026-06-30'))).toBeNull()
    expect(lapse('2025-06-30', one('B', 'VALID', '2025-07-01', '2026-06-30'))).toBeNull()
    expect(lapse('2025-08-01', one('B', 'REJECTED', '2025-07-01', '2026-06-30'))).toBeNull()
  })
  it('names what the body did before what only ended, and of several that which lasts longest', () => {
    const over = one('OVER', 'EXPIRED', '2024-04-01', '2025-03-31')
    const suspended = one('SUSP', 'SUSPENDED', '2025-04-01', '2026-03-31', ['SUSPENDED', '2025-08-01'])
    expect(lapse('2025-04-01', over)).toEqual({ id: 'OVER', scNo: 'OVER', validity: 'EXPIRED' })
    expect(lapse('2025-03-31', over)).toBeNull()
    expect(lapse('2025-08-01', over, suspended)).toEqual({ id: 'SUSP', scNo: 'SUSP', validity: 'SUSPENDED' })
    expect(lapse('2026-04-01', over, suspended)).toEqual({ id: 'SUSP', scNo: 'SUSP', validity: 'EXPIRED' })
    expect(lapse('2025-09-01', one('W', 'WITHDRAWN', '2025-04-01', '2026-03-31', ['WITHDRAWN', '2025-09-01']))).toEqual({
      id: 'W',
      scNo: 'W',
      validity: 'WITHDRAWN',
    })
    expect(lapse('2025-08-31', one('W', 'WITHDRAWN', '2025-04-01', '2026-03-31', ['WITHDRAWN', '2025-09-01']))).toBeNull()
  })
})
