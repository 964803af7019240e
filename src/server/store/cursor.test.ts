// A cursor is read back as it was written, and anything else is refused as input, never by the database.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readCursor, storedId, storedMoment, writeCursor } from './cursor.ts'

const position = z.tuple([storedMoment, storedId])
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  it('is refused when it is not one, of another list, or names a moment that there is not', () => {
    const id = '0192f0a1-0000-7000-8000-000000000001'
    const wrong = ['', 'x', encoded(null), encoded([id]), encoded(['2026-01-15 06:30:00+00', 'x']), encoded([1, id])]
    const moments = ['2026-02-30 06:30:00+00', '2026-13-01 06:30:00+00', '2026-01-15 24:30:00+00', '2026-01-15 06:30:00', '2026-01-15T06:30:00+00']
    for (const cursor of [...wrong, ...moments.map((at) => encoded([at, id]))])
      expect(() => readCursor(cursor, position), cursor).toThrow(expect.objectContaining({ code: 'VALIDATION' }))
  })
  it('is what was written', () => {
    const moment = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.uuid(), (at, id) => {
        const written = [`${at.toISOString().slice(0, 19).replace('T', ' ')}.${String(at.getUTCMilliseconds()).padStart(3, '0')}+00`, id]
        expect(readCursor(writeCursor(written), position)).toEqual(written)
      }),
    )
  })
})
