// When a form's content is somebody's work, and when it is what the form began with.
import { describe, expect, it } from 'vitest'
import { isSame } from './use-draft.ts'

describe('isSame', () => {
  it.each([
    [{ kg: '' }, {}],
    [
      { kg: null, rows: [{ no: '', kg: '' }] },
      { kg: '', rows: [] },
    ],
    [
      { a: [{ id: 'x', kg: '' }], b: { lat: '', lng: '' } },
      { b: undefined, a: [{ kg: null, id: 'x' }] },
    ],
  ])('calls %j and %j the same', (one, other) => expect(isSame(one, other)).toBe(true))
  it.each([
    [{ kg: '1' }, { kg: '' }],
    [{ kg: '' }, { kg: '1' }],
    [{ agreed: false }, { agreed: null }],
    [{ rows: [{ no: '1' }, { no: '2' }] }, { rows: [{ no: '2' }, { no: '1' }] }],
    [{ kg: '1' }, { kg: 1 }],
  ])('tells %j from %j', (one, other) => expect(isSame(one, other)).toBe(false))
})
