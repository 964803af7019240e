// What a typed or scanned code is read as.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCode } from './public-code.ts'

const token = 'AbCdEfGhIjKlMnOpQrStU_'

describe('readCode', () => {
  it.each(['', '   ', 'x'.repeat(201), '<script>', 'a', 'https://evil.test/public/crop/short', '/public/farmer/AbCdEfGhIjKlMnOpQrStU_'])(
    'finds nothing in %j',
    (typed) => {
      expect(readCode(typed)).toBeNull()
    },
  )
  it.each([
    [`https://cotton.example/public/batch/${token}`, { kind: 'batch', token }],
    [`/public/crop/${token}?lang=hi`, { kind: 'crop', token }],
    [` ${token} `, { kind: null, token }],
    ['SC-17/2025', { number: 'SC-17/2025' }],
  ])('reads %j', (typed, read) => {
    expect(readCode(typed)).toEqual(read)
  })
  it('reads any token out of its address', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
    const any = fc.string({ unit: fc.constantFrom(...letters), minLength: 22, maxLength: 22 })
    fc.assert(
      fc.property(any, fc.constantFrom('crop', 'batch'), (one, kind) => {
        expect(readCode(`http://x.test/public/${kind}/${one}`)).toEqual({ kind, token: one })
      }),
    )
  })
})
