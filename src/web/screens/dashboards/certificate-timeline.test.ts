// Numbers of certificates beside their bars: shortened on a telephone so that their ends are read.
import { expect, it } from 'vitest'
import { shortened } from './certificate-timeline.tsx'

it('cuts off the beginning of a number, which those of one body have in common', () => {
  const numbers = ['CB-NIMAR-2026-0001', 'CB-NIMAR-2026-0002']
  expect(numbers.map((number) => shortened(number, 15))).toEqual(['…IMAR-2026-0001', '…IMAR-2026-0002'])
  expect(shortened('CB-NIMAR-2026-0001', 18)).toBe('CB-NIMAR-2026-0001')
})
