// Text that is accepted is stored as it was sent, to the last character: the fingerprint of an event is taken over what was
// sent, and public pages compare it with what is stored. What the database could not store as it is, is refused.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import type { Answer, Client } from '../harness/client.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

let world: World
let ada: Client
let owner: string
beforeAll(async () => {
  world = await openWorld()
  ada = world.as('ada', 'OP1')
  const { status, body } = await ada.post('/landowner', sampleOf(entityOf('landowner')))
  expect(status).toBe(201)
  owner = body.id
})
/** The two events that an owner of land can have, one after the other. */
let isActive = true
async function record(more: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer> {
  const event = isActive ? { eventType: 'DEACTIVATED', data: { reason: 'Sold' } } : { eventType: 'REACTIVATED', data: {} }
  const answer = await ada.post(`/landowner/${owner}/events`, { ...event, occurredAt: new Date().toISOString(), ...more }, headers)
  if (answer.status === 201) isActive = !isActive
  return answer
}

describe('text that cannot be stored as it is', () => {
  const half = '\ud83d'
  it.each([
    ['notes', { notes: half }],
    ['notes, at 500 units of an emoji', { notes: `${'x'.repeat(499)}😀`.slice(0, 500) }],
    ['the reason for being late', { lateReason: half }],
    ['data', { data: { reason: half } }],
    ['a name of a property', { data: { [half]: 'x' } }],
    ['U+0000', { notes: 'a\u0000b' }],
  ])('is refused in %s, and nothing is written (400 MALFORMED)', async (_, more) => {
    const before = await rowCounts(world)
    const answer = await record(more)
    expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED'])
    expect(await rowCounts(world)).toEqual(before)
  })
  it.each([
    ['a control character', 'a\u0001b'],
    ['a mark that turns the direction of writing', 'a\u202eb'],
  ])('%s is refused in notes and tags as in any text (400 VALIDATION)', async (_, text) => {
    const noted = await record({ notes: text })
    expect([noted.status, noted.body.fields?.[0]?.path]).toEqual([400, 'notes'])
    const tagged = await ada.post('/landowner', { ...sampleOf(entityOf('landowner')), tags: [text] })
    expect([tagged.status, tagged.body.fields?.[0]?.path]).toEqual([400, 'tags.0'])
  })
  it('an empty note is none', async () => {
    expect((await record({ notes: '' })).body.event).toMatchObject({ notes: null })
  })
  it.each([5000, 100_000])('JSON of %d levels is refused before anything walks it, with an Idempotency-Key too (400)', async (levels) => {
    const body = '['.repeat(levels) + ']'.repeat(levels)
    const logged = world.logged.length
    const answer = await ada.send('/landowner', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': `deep-${levels}` }, body })
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([400, 'MALFORMED', 'This is nested deeper than 64 levels.'])
    expect(world.logged.length).toBe(logged)
  })
})

describe('text that is accepted', () => {
  it('has the same fingerprint when it is read again', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('é', 'ड़', '👩‍🌾', 'a\tb\nc', ' x '),
    )
    const samples = fc.sample(fc.record({ notes: unit, reason: unit, lat: fc.double({ min: -90, max: 90, noNaN: true }) }), { numRuns: 150, seed: 7 })
    let accepted = 0
    for (const { notes, reason, lat } of samples) {
      const { status, body } = await record({ notes, gps: { lat, lng: 75.6, accuracyM: 3 }, ...(isActive ? { data: { reason } } : {}) })
      expect([notes, status]).toEqual([notes, status === 201 ? 201 : 400])
      if (status === 201) accepted += 1
      if (status === 201) expect(body.event.hash).toMatch(/^[0-9a-f]{64}$/)
    }
    expect(accepted).toBeGreaterThan(50)
    const stored = await world.database.transaction(world.tenants.cotton.id, (db) =>
      db.selectFrom('event').selectAll().where('tenant_id', '=', world.tenants.cotton.id).where('subject_id', '=', owner).execute(),
    )
    expect(stored.length).toBeGreaterThan(accepted)
    for (const row of stored) expect([row.notes, isIntact(world.tenants.cotton.id, eventOf(row), row)]).toEqual([row.notes, true])
  })
})
