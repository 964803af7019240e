// Transaction certificates from each state in which one can be today: cancelled, reviewed, sent back, rejected, replaced, withdrawn, in
// any order of recording. Submitting and issuing are refused until the checks of BR-12 exist, so that those states are made by the store.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createBySystem } from '#server/store/create.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { dateOf, foldTransaction, type Transaction } from './certificate-fold.ts'
import { drawsEveryType } from './drawn.ts'
import type { Fact, Family } from './engine.ts'
import { expectPastOfToday } from './past-of-today.ts'
import { histories, isOn, tryHistories } from './trying.ts'

const transactioncertificate = entityOf('transactioncertificate')
let world: World
let chain: Chain
let input: Json
/** Takes the place of others. */
let newer = ''
let made = 0

const starts = ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'CORRECTION', 'ISSUED'] as const
const types = ['CANCELLED', 'REVIEW_STARTED', 'CORRECTION_ASKED', 'REJECTED', 'REVISED', 'WITHDRAWN']

/** Takes of the drawn facts those that can be true after the ones before, and now and then one that contradicts them. */
function historyOf(draws: readonly string[], start: string): Fact[] {
  const facts: Fact[] = []
  for (const [place, type] of draws.entries()) {
    const fact: Fact = { key: `f${facts.length + 1}`, type, day: facts.length + 1, data: { reason: 'Letter' } }
    const isLast = place === draws.length - 1 && place % 3 === 0
    if ('state' in foldTransaction(start)([...facts, fact]) || isLast) facts.push(fact)
  }
  return facts
}
const bodyOf = ({ type, data }: Fact): Record<string, unknown> => {
  if (type === 'REVIEW_STARTED') return {}
  if (type === 'CORRECTION_ASKED') return { note: data.reason }
  return type === 'REVISED' ? { replacedById: newer, reason: data.reason } : { reason: data.reason }
}
const recorderOf = (type: string): string => (type === 'CANCELLED' ? 'omar' : 'carla')
const recorders = new Map<string, string>()

const make = (status: (typeof starts)[number]): Promise<string> =>
  world.scoped('ada', async (scope) => {
    const values = { ...input, sellerRef: `REF-${++made}`, operatorId: null, status }
    return (await createBySystem(scope, transactioncertificate, values)).row.id
  })

const familyOf = (start: (typeof starts)[number]): Family<Transaction> => ({
  name: 'transaction',
  history: fc.array(fc.constantFrom(...types), { minLength: 2, maxLength: 12 }).map((draws) => historyOf(draws, start)),
  changed: (fact, by) => ({ ...fact, data: { reason: `Letter ${by}` } }),
  fold: foldTransaction(start),
  open: () => make(start),
  async record(id, fact, supersedesEventId) {
    const answer = await world.as(recorderOf(fact.type), 'OP1').post(`/transactioncertificate/${id}/events`, {
      eventType: fact.type,
      occurredAt: at(dateOf(fact.day)),
      data: bodyOf(fact),
      lateReason: 'From the file',
      ...(supersedesEventId ? { supersedesEventId } : {}),
    })
    if (answer.status === 201) recorders.set(answer.body.event.id, recorderOf(fact.type))
    return answer
  },
  void: (id, eventId) =>
    world.as(recorders.get(eventId) ?? 'ada', 'OP1').post(`/transactioncertificate/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }),
  async read(id, keyOf) {
    const who = world.as('carla', 'OP1')
    const view: Json = await ok(who.get(`/transactioncertificate/${id}`))
    await expectPastOfToday(who, 'transactioncertificate', view)
    for (const [eventType, person, data] of [
      ['SUBMITTED', 'omar', {}],
      ['ISSUED', 'carla', { tcNo: 'TC-1' }],
    ] as const) {
      const { status } = await world.as(person, 'OP1').post(`/transactioncertificate/${id}/events`, { eventType, occurredAt: at('2026-01-14'), data })
      if (status !== 409) throw new Error(`${eventType} was answered ${status}`)
    }
    const buyer = await world.as('paul', 'OP1').get(`/transactioncertificate/${id}`)
    const { status, flags, may, netKg, certifiedKg, firstShipment, lastShipment, lines, shipments, tcNo, issuedAt } = view
    return {
      folded: { status, isSeenByBuyer: buyer.status === 200 },
      rest: {
        ...{ may, netKg, certifiedKg, firstShipment, lastShipment, lines, shipments, tcNo, issuedAt },
        findings: flags.map((flag: Json) => [flag.ruleId, flag.severity, keyOf(flag.eventId)].join(' ')).sort(),
      },
    }
  },
})

describe.runIf(isOn('transaction'))('histories of transaction certificates', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
    const parties = { sellerScopeId: chain.certificates.group, schemeId: await chain.standards.scheme('NPOP'), certificationBodyId: chain.standards.body }
    input = { ...(await seedsOf(world).input(transactioncertificate, { values: parties })), buyerId: chain.ginner }
    newer = await make('ISSUED')
  }, 120_000)
  it.each(starts)(`end the same in any order of recording: from %s, ${histories} of them`, { timeout: histories * 60_000 }, (start) =>
    tryHistories(familyOf(start)),
  )
})

describe('the fold of a transaction certificate', () => {
  const unchecked = 'refused until its checks of lots, kilograms and scope certificates exist'
  drawsEveryType('transactioncertificate', types, { SUBMITTED: unchecked, ISSUED: unchecked })
  const fold = (start: string, ...types: string[]) =>
    foldTransaction(start)(types.map((type, place) => ({ key: `f${place + 1}`, type, day: place + 1, data: {} })))
  it('refuses what cannot be, and shows the buyer what was issued', () => {
    expect(fold('DRAFT', 'REJECTED')).toMatchObject({ because: 'the certificate is DRAFT' })
    expect(fold('SUBMITTED', 'REVIEW_STARTED', 'CORRECTION_ASKED', 'CANCELLED')).toEqual({ state: { status: 'CANCELLED', isSeenByBuyer: false } })
    expect(fold('ISSUED', 'WITHDRAWN')).toEqual({ state: { status: 'WITHDRAWN', isSeenByBuyer: true } })
  })
})
