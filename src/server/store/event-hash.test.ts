// The hash of an event can be worked out by others: against an independent calculation, whatever is in the event.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, eventHash, type HashedEvent, isIntact, newSalts, privateCommitment } from './event-hash.ts'

const event: HashedEvent = {
  id: '01a2034c-f4a1-7178-abc8-776680ba63be',
  eventType: 'HARVEST',
  subjectType: 'crop',
  subjectId: '01a2034c-f31f-7b76-86de-a02f9ccbb9bb',
  occurredAt: '2025-10-25T04:30:00.000Z',
  occurredOffsetMin: 330,
  recordedAt: '2025-10-26T04:30:00.000Z',
  recordedBy: null,
  data: { kg: 812.5, pickNo: 1 },
  notes: 'कपास',
  supersedesEventId: null,
  gps: null,
  lateReason: null,
}
const salts = { public: 'AAAAAAAAAAAAAAAAAAAAAA', private: 'AQEBAQEBAQEBAQEBAQEBAQ' }
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

describe('eventHash', () => {
  it('is sha-256 over the canonical JSON of two salted commitments, written out by hand', () => {
    const pub = sha(Buffer.concat([Buffer.alloc(16), Buffer.from('{"eventType":"HARVEST","month":"2025-10"}')])).toString('base64url')
    const facts = `{"data":{"kg":"812.5","pickNo":"1"},"gps":null,"id":"${event.id}","lateReason":null,"notes":"कपास","occurredAt":"${event.occurredAt}","occurredOffsetMin":"330","recordedAt":"${event.recordedAt}","recordedBy":null,"subjectId":"${event.subjectId}","subjectType":"crop","supersedesEventId":null,"tenantId":"7"}`
    const prv = sha(Buffer.concat([Buffer.alloc(16, 1), Buffer.from(facts)])).toString('base64url')
    const leaf = sha(Buffer.concat([Buffer.from([0]), Buffer.from(`{"prv":"${prv}","pub":"${pub}","v":"1"}`)])).toString('hex')
    expect(eventHash(7, event, salts)).toBe(leaf)
  })
  it('differs by salt, and for each changed property', () => {
    const hash = eventHash(7, event, salts)
    expect(eventHash(7, event, newSalts())).not.toBe(hash)
    for (const change of [{ data: { kg: 812.501, pickNo: 1 } }, { notes: null }, { occurredAt: '2025-10-25T04:30:00.001Z' }, { recordedBy: event.id }])
      expect(isIntact(7, { ...event, ...change, hash }, { hash_format: 2, erased_at: null, salts })).toBe(false)
    expect(isIntact(7, { ...event, hash }, { hash_format: 2, erased_at: null, salts })).toBe(true)
    expect(isIntact(8, { ...event, hash }, { hash_format: 2, erased_at: null, salts })).toBe(false)
  })
  it('stands when the private part and its salt are erased, for its type and month alone', () => {
    const member = { ...event, subjectType: 'farmer' }
    const hash = eventHash(7, member, salts)
    const prv = privateCommitment(7, member, salts)
    const row = { hash_format: 2, erased_at: '2033-01-12T00:00:00.000Z', salts: { public: salts.public, private: '', prv } }
    const erased = { ...member, data: {}, notes: null, hash }
    expect(isIntact(7, erased, row)).toBe(true)
    expect(isIntact(7, { ...erased, eventType: 'SOWING' }, row)).toBe(false)
    expect(isIntact(7, { ...erased, occurredAt: '2025-11-25T04:30:00.000Z' }, row)).toBe(false)
    expect(isIntact(7, erased, { ...row, salts: { ...row.salts, prv: privateCommitment(7, member, newSalts()) } })).toBe(false)
    // Nothing is erased of what names no member: that would hide what it said.
    expect(isIntact(7, { ...erased, subjectType: 'crop' }, row)).toBe(false)
  })
  it('does not change when the data has been through JSON, in whatever order of keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'binary' }).filter((key) => key.isWellFormed() && key !== '__proto__'),
          fc.jsonValue({ stringUnit: 'grapheme' }),
        ),
        (data) => {
          const shuffled = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(data)) as object).reverse())
          expect(eventHash(1, { ...event, data: shuffled }, salts)).toBe(eventHash(1, { ...event, data: data as Record<string, unknown> }, salts))
        },
      ),
    )
  })
})

describe('decimalOf', () => {
  it('writes every finite number without an exponent, and reads back the same', () => {
    expect([0, -0, 1e21, 1.5e-7, -2.5e22, 812.5].map(decimalOf)).toEqual(['0', '0', `1${'0'.repeat(21)}`, '0.00000015', `-25${'0'.repeat(21)}`, '812.5'])
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(decimalOf(value))).toBe(Object.is(value, -0) ? 0 : value)
      }),
    )
    expect(() => decimalOf(Number.NaN)).toThrow(RangeError)
  })
})
