// The hash of an event, made when it is recorded and worked out again by whoever doubts it. Format 2 is the leaf of the
// transparency log: sha-256 over canonical JSON (RFC 8785) of two salted commitments, so that the public part can be shown
// without the private one, and a private part that is erased leaves a leaf that reveals nothing. Format 1 is of before.
import { createHash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { RecordedEvent } from '#domain/kernel/entity.ts'
import { canonical } from './columns.ts'

/** Everything an event says when it is recorded; a later void is no part of it. */
export type HashedEvent = Pick<
  RecordedEvent,
  'id' | 'eventType' | 'subjectType' | 'subjectId' | 'occurredAt' | 'occurredOffsetMin' | 'recordedAt' | 'recordedBy' | 'data' | 'notes' | 'supersedesEventId'
> & { gps: unknown; lateReason: string | null }
/** 16 random bytes each, base64url: of the public and of the private part. */
export type Salts = { public: string; private: string }

export const newSalts = (): Salts => ({ public: randomBytes(16).toString('base64url'), private: randomBytes(16).toString('base64url') })

/** What anybody may learn of an event: its type and its month. Fixed when it is recorded. */
const publicPart = ({ eventType, occurredAt }: HashedEvent) => ({ eventType, month: occurredAt.slice(0, 7) })
const privatePart = (tenantId: number, event: HashedEvent) => {
  const { id, subjectType, subjectId, occurredAt, occurredOffsetMin, recordedAt, recordedBy, data, notes, supersedesEventId, gps, lateReason } = event
  return { tenantId, id, subjectType, subjectId, occurredAt, occurredOffsetMin, recordedAt, recordedBy, data, notes, supersedesEventId, gps, lateReason }
}

/** Format 2, 64 hex digits: sha256(0x00 ‖ JCS({v, pub, prv})), pub and prv = base64url sha256(salt ‖ JCS(part)). */
export function eventHash(tenantId: number, event: HashedEvent, salts: Salts): string {
  const commitment = (salt: string, part: unknown) => createHash('sha256').update(Buffer.from(salt, 'base64url')).update(jcs(part)).digest('base64url')
  const leaf = { v: 1, pub: commitment(salts.public, publicPart(event)), prv: commitment(salts.private, privatePart(tenantId, event)) }
  return createHash('sha256')
    .update(Buffer.from([0]))
    .update(jcs(leaf))
    .digest('hex')
}

/** Whether a stored event (a row of `event`, and the event read from it) still is what was hashed. */
export function isIntact(tenantId: number, event: HashedEvent & { hash: string }, row: Record<string, unknown>): boolean {
  if (row.hash_format === 2) return eventHash(tenantId, event, row.salts as Salts) === event.hash
  const { id, eventType, subjectType, subjectId, occurredAt, occurredOffsetMin, recordedAt, recordedBy, data, notes, supersedesEventId, gps, lateReason } =
    event
  const facts = {
    id,
    eventType,
    subjectType,
    subjectId,
    occurredAt,
    occurredOffsetMin,
    recordedAt,
    recordedBy,
    data,
    notes,
    supersedesEventId,
    gps,
    lateReason,
    tenantId,
  }
  return createHash('sha256').update(canonical(facts)).digest('hex') === event.hash
}

const jcs = (value: unknown): string => canonicalize(withDecimals(value)) ?? 'null'

/** Numbers as decimal strings, so that every language writes the same bytes. Absent and undefined are the same. */
function withDecimals(value: unknown): unknown {
  if (typeof value === 'number') return decimalOf(value)
  if (Array.isArray(value)) return value.map((item) => withDecimals(item ?? null))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, withDecimals(item)]])))
}
/** Throws RangeError on what is no finite number. */
export function decimalOf(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`Not a number that can be hashed: ${value}`)
  const text = String(Object.is(value, -0) ? 0 : value)
  if (!text.includes('e')) return text
  const [mantissa = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const [digits, point] = [whole + fraction, whole.length + Number(exponent)]
  const plain =
    point <= 0 ? `0.${'0'.repeat(-point)}${digits}` : digits.length <= point ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`
  return value < 0 ? `-${plain}` : plain
}
