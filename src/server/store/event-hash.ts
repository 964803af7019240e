// The hash of an event, made when it is recorded and worked out again by whoever doubts it. Format 2 is the leaf of the
// transparency log: sha-256 over canonical JSON (RFC 8785) of two salted commitments, so that the public part can be shown
// without the private one, and a private part that is erased leaves a leaf that reveals nothing. Format 1 is of before.
import { createHash, hash, randomFillSync } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { RecordedEvent } from '#domain/kernel/entity.ts'
import { erasedKinds } from '#domain/people/erasure.ts'
import type { RowOf } from '../scope.ts'
import { canonical } from './columns.ts'

/** Everything an event says when it is recorded; a later void is no part of it. */
export type HashedEvent = Pick<
  RecordedEvent,
  'id' | 'eventType' | 'subjectType' | 'subjectId' | 'occurredAt' | 'occurredOffsetMin' | 'recordedAt' | 'recordedBy' | 'data' | 'notes' | 'supersedesEventId'
> & { gps: unknown; lateReason: string | null }
/** 16 random bytes each, base64url: of the public and of the private part. */
export type Salts = { public: string; private: string }

export const newSalts = (): Salts => ({ public: newSalt(), private: newSalt() })

const saltBytes = 16
/** Random bytes are asked of the system for many salts at once; each is used once. */
const supply = Buffer.alloc(256 * saltBytes)
let used = supply.length
function newSalt(): string {
  if (used === supply.length) {
    randomFillSync(supply)
    used = 0
  }
  used += saltBytes
  return supply.toString('base64url', used - saltBytes, used)
}

/** What anybody may learn of an event: its type and its month. Fixed when it is recorded. */
const publicPart = ({ eventType, occurredAt }: HashedEvent) => ({ eventType, month: occurredAt.slice(0, 7) })
const privatePart = (tenantId: number, event: HashedEvent) => {
  const { id, subjectType, subjectId, occurredAt, occurredOffsetMin, recordedAt, recordedBy, data, notes, supersedesEventId, gps, lateReason } = event
  return { tenantId, id, subjectType, subjectId, occurredAt, occurredOffsetMin, recordedAt, recordedBy, data, notes, supersedesEventId, gps, lateReason }
}

const commitment = (salt: string, part: unknown): string => hash('sha256', Buffer.concat([Buffer.from(salt, 'base64url'), Buffer.from(jcs(part))]), 'base64url')

/** What the hash commits to of the private part: it stays when that part and its salt are erased, and lets nobody guess what it was. */
export const privateCommitment = (tenantId: number, event: HashedEvent, salts: Salts): string => commitment(salts.private, privatePart(tenantId, event))

/** Format 2, 64 hex digits: sha256(0x00 ‖ JCS({v, pub, prv})), pub and prv = base64url sha256(salt ‖ JCS(part)). */
export const eventHash = (tenantId: number, event: HashedEvent, salts: Salts): string =>
  leafHash(event, salts.public, privateCommitment(tenantId, event, salts))

function leafHash(event: HashedEvent, publicSalt: string, prv: string): string {
  const leaf = { v: 1, pub: commitment(publicSalt, publicPart(event)), prv }
  return hash('sha256', `\0${jcs(leaf)}`, 'hex')
}

/**
 * Whether a stored event (a row of `event`, and the event read from it) still is what was hashed. Of one whose private part was erased its type and month are
 * compared; of one of the first format, whose hash has no parts, nothing can be. Only of records that name a member is any erased.
 */
export function isIntact(tenantId: number, event: HashedEvent & { hash: string }, row: Pick<RowOf<'event'>, 'hash_format' | 'salts' | 'erased_at'>): boolean {
  const { salts } = row
  if (row.erased_at && !erasedKinds.some((kind) => kind === event.subjectType)) return false
  if (row.erased_at) return row.hash_format === 1 || (salts?.prv !== undefined && leafHash(event, salts.public, salts.prv) === event.hash)
  if (row.hash_format === 2) return salts !== null && eventHash(tenantId, event, salts) === event.hash
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

/** Canonical JSON (RFC 8785), with numbers as decimal texts. */
export const jcs = (value: unknown): string => canonicalize(withDecimals(value)) ?? 'null'

/** Numbers as decimal strings, so that every language writes the same bytes. Absent and undefined are the same. */
function withDecimals(value: unknown): unknown {
  if (typeof value === 'number') return decimalOf(value)
  if (Array.isArray(value)) return value.map((item) => withDecimals(item ?? null))
  if (value === null || typeof value !== 'object') return value
  const plain: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value)) if (item !== undefined) plain[key] = withDecimals(item)
  return plain
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
