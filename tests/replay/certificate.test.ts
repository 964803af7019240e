// Scope certificates: confirmed or rejected, suspended, reinstated, withdrawn, in any order of recording.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Standards, standardsOf } from '../api/certificate-stage.ts'
import { at, clock, type Json, ok } from '../api/chain-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Certificate, foldCertificate } from './certificate-fold.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { histories, isOn, tryHistories } from './trying.ts'

let world: World
let standards: Standards

/** A month apart, from 10 May 2025. */
const dateOf = (day: number): string => new Date(Date.UTC(2025, 3 + day, 10)).toISOString().slice(0, 10)
const types = ['CONFIRMED', 'CONFIRMED', 'REJECTED', 'SUSPENDED', 'SUSPENDED', 'REINSTATED', 'REINSTATED', 'WITHDRAWN']
/** Takes of the drawn facts those that can be true after the ones before. */
function historyOf(draws: readonly string[]): Fact[] {
  const facts: Fact[] = []
  for (const type of draws) {
    const fact: Fact = { key: `f${facts.length + 1}`, type, day: facts.length + 1, data: { reason: 'Audit' } }
    if ('state' in foldCertificate([...facts, fact])) facts.push(fact)
  }
  return facts
}

const family: Family<Certificate> = {
  name: 'certificate',
  history: fc.array(fc.constantFrom(...types), { minLength: 3, maxLength: 24 }).map((draws) => historyOf(draws).slice(0, 7)),
  changed: (fact, by) => ({ ...fact, data: { reason: `Audit ${by}` } }),
  fold: foldCertificate,
  async open() {
    return (await ok(world.as('ada', 'OP1').post('/scopecertificate', await standards.input({ collectiveId: world.places.cotton.OP1?.id as string })))).id
  },
  record: (id, { type, day, data }, supersedesEventId) =>
    world.as('carla', 'OP1').post(`/scopecertificate/${id}/events`, {
      eventType: type,
      occurredAt: at(dateOf(day)),
      data: type === 'CONFIRMED' ? { checkedAgainst: data.reason } : data,
      lateReason: 'Letter of the body',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    }),
  void: (id, eventId) => world.as('carla', 'OP1').post(`/scopecertificate/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const { status, flags, may }: Json = await ok(world.as('carla', 'OP1').get(`/scopecertificate/${id}`))
    return { folded: { status }, rest: { may, findings: flags.map((flag: Json) => [flag.ruleId, flag.severity, keyOf(flag.eventId)].join(' ')).sort() } }
  },
}

describe.runIf(isOn('certificate'))('histories of scope certificates', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    standards = standardsOf(world)
  }, 120_000)
  it(`end the same in any order of recording: ${histories} of them`, { timeout: histories * 60_000 }, () => tryHistories(family))
})

describe('the fold of a scope certificate', () => {
  drawsEveryType('scopecertificate', types)
  const fold = (...types: string[]) => foldCertificate(types.map((type, place) => ({ key: `f${place + 1}`, type, day: place + 1, data: {} })))
  it('refuses what cannot be, by the first fact that cannot', () => {
    expect(fold('SUSPENDED')).toMatchObject({ because: 'the certificate is PROPOSED' })
    expect(fold('CONFIRMED', 'WITHDRAWN', 'REINSTATED')).toMatchObject({ impossible: { key: 'f3' } })
  })
  it('is what the last of them led to', () => {
    expect(fold('CONFIRMED', 'SUSPENDED', 'REINSTATED')).toEqual({ state: { status: 'VALID' } })
  })
})
