// What is known of a message after reports of a provider, in whatever order and however often they come.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Known, knownAfter, wasSent } from './telephone-report.ts'

const sent: Known = { state: 'SENT', reason: null, heardSeconds: null }
const knownOf = (...reports: Parameters<typeof knownAfter>[1][]): Known => reports.reduce((known, one) => knownAfter(known, one) ?? known, sent)

describe('reports of a provider', () => {
  it.each([
    ['delivered', [{ state: 'DELIVERED' }], { state: 'DELIVERED' }],
    ['read, then delivered', [{ state: 'READ' }, { state: 'DELIVERED' }], { state: 'READ' }],
    ['delivered, then failed', [{ state: 'DELIVERED' }, { state: 'FAILED', code: '30003' }], { state: 'DELIVERED', reason: null }],
    ['failed, then delivered after all', [{ state: 'FAILED', code: '30003' }, { state: 'DELIVERED' }], { state: 'DELIVERED', reason: null }],
    [
      'failed twice',
      [
        { state: 'FAILED', code: '30003' },
        { state: 'FAILED', code: '30005' },
      ],
      { state: 'FAILED', reason: '30003' },
    ],
    ['failed without a code', [{ state: 'FAILED' }], { state: 'FAILED', reason: 'FAILED' }],
    [
      'heard, and then longer',
      [
        { state: 'HEARD', heardSeconds: 4 },
        { state: 'HEARD', heardSeconds: 12 },
      ],
      { state: 'HEARD', heardSeconds: 12 },
    ],
    [
      'heard, and then less',
      [
        { state: 'HEARD', heardSeconds: 12 },
        { state: 'HEARD', heardSeconds: 4 },
      ],
      { state: 'HEARD', heardSeconds: 12 },
    ],
    ['heard for no time that is known', [{ state: 'HEARD' }], { state: 'HEARD', heardSeconds: null }],
    ['not wanted', [{ state: 'OPTED_OUT' }], { state: 'CANCELLED', reason: 'Does not want it' }],
    ['not wanted any more, once it was there', [{ state: 'DELIVERED' }, { state: 'OPTED_OUT' }], { state: 'DELIVERED' }],
  ] as const)('%s', (_what, reports, known) => {
    expect(knownOf(...reports)).toMatchObject(known)
  })
  it('say the same in any order, and twice', () => {
    const reports = fc.array(
      fc.record({ state: fc.constantFrom('DELIVERED', 'READ', 'HEARD', 'FAILED', 'OPTED_OUT'), heardSeconds: fc.constantFrom(3, 9), code: fc.constant('E') }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(
        reports.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 }))),
        ([list, shuffled]) => {
          expect(knownOf(...shuffled)).toEqual(knownOf(...list))
        },
      ),
    )
  })
  it('are of what was handed over alone', () => {
    expect(wasSent(sent)).toBe(true)
    expect(wasSent({ state: 'CANCELLED', reason: 'Has given no consent', heardSeconds: null })).toBe(false)
    expect(wasSent({ state: 'CANCELLED', reason: 'Does not want it', heardSeconds: null })).toBe(true)
  })
})
