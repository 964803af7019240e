// The tests of a lot, and the releases that wait for them (BR-15).
import { sql } from 'kysely'
import { isPositive } from '#domain/chain/lot-states.ts'
import type { Declarations } from '#domain/entities.ts'
import type { EventData } from '#domain/kernel/entity.ts'
import { lotTests } from '#domain/kernel/lot-tests.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { holdMadeOf } from '../../ledger/inherited-holds.ts'
import { qualityAt } from '../../ledger/lot-handling.ts'
import { refuseFilledLater } from '../../ledger/lot-moves.ts'
import { lotStateAt } from '../../ledger/lot-state-at.ts'
import { type LotTests, testsAt } from '../../ledger/lot-tests.ts'
import { refuseUsedUnderHold } from '../../ledger/lot-uses.ts'
import { checkOwner, type Lot } from '../../ledger/lots.ts'
import { mustWait, refuseReleasedUntested } from '../../ledger/released-untested.ts'
import { refuseUndecided } from '../../ledger/undecided-tickets.ts'
import type { EventChange, Scope } from '../../scope.ts'
import { refuseWithoutBody } from './body-holds.ts'
import { checked } from './checked-event.ts'
import { requireSecondPerson, requireSecondPersonOfSample } from './positive-results.ts'
import { askRetests, cancelRetests, endOfTime, holdAgain, liftHolds } from './retests.ts'

async function testsOf(scope: Scope, { id, title }: Lot, at: string): Promise<LotTests> {
  const tests = (await testsAt(scope, [id], at)).get(id)
  if (!tests) throw new Error(`No tests of ${title}`)
  return tests
}

export const released = checked<'RELEASED'>(async (scope, { subject, event }) => {
  await refuseUndecided(scope, subject)
  const tests = await testsOf(scope, subject, event.occurredAt)
  const gmoStatus = tests.GMO
  if (gmoStatus === 'POSITIVE')
    throw ruleBlocked('BR-15', 'The GMO test was positive. Hold the lot back; the manager may release it as conventional.', { gmoStatus })
  if (mustWait('RELEASED', tests)) throw ruleBlocked('BR-15', 'The result of the GMO test is awaited.', { gmoStatus })
  // 4.4: no test is asked of every lot; one that failed is followed by one that passes.
  if ((await qualityAt(scope, subject, event.occurredAt)) === 'FAIL')
    throw ruleBlocked('4.4', 'The last quality test of this lot failed. Test it again, or hold it back: the manager decides what becomes of it.', {
      quality: 'FAIL',
    })
})

/** A lot whose test (or that of what it was made of) was positive, or is awaited, keeps its claim only when a later sample is negative. */
export const release = checked<'RELEASE'>(async (scope, { subject, event }) => {
  await refuseWithoutBody(scope, subject.id, event.occurredAt)
  if (event.data.downgrade) return refuseFilledLater(scope, subject, event.occurredAt)
  await refuseUndecided(scope, subject)
  const tests = await testsOf(scope, subject, event.occurredAt)
  const figures = { gmoStatus: tests.GMO }
  if ([tests.GMO, tests.RESIDUE, tests.HEAVY_METALS].includes('POSITIVE'))
    throw ruleBlocked('BR-15', 'The test was positive: this lot can only be released as conventional.', figures)
  if (await isOfWithdrawn(scope, subject.id))
    throw ruleBlocked(
      'BR-12',
      'The transaction certificate of these goods was withdrawn: until the certification body takes that back, they can only be released as conventional.',
    )
  if (mustWait('RELEASE', tests)) throw ruleBlocked('BR-15', 'The result of a test is awaited: the lot keeps its claim when it is negative.', figures)
}, refuseUsedSince)

/** Taken back, the lot is restricted on: what was taken out of it since is named, as a dispatch is. */
async function refuseUsedSince(scope: Scope, { subject, event }: EventChange<Declarations['productbatch'], 'RELEASE'>): Promise<void> {
  await refuseUsedUnderHold(scope, subject.id, event.occurredAt, 'voided', ({ positive }) => positive === null)
}

/** Restricted since a certificate of its goods was withdrawn; taking the withdrawal back takes this back, too. */
async function isOfWithdrawn({ db, tenant }: Scope, lotId: string): Promise<boolean> {
  const { rows } = await sql`select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = ${lotId}::uuid
    and e.event_type = 'QUARANTINE' and e.status = 'RECORDED' and e.data->>'ref' = 'BR-12' and e.data->>'causeEventId' is not null limit 1`.execute(db)
  return rows.length > 0
}

/** A sample recorded late was awaited by every release between it and its result. */
export const sampleTaken: ReturnType<typeof checked<'SAMPLE_TAKEN'>> = {
  ...checked<'SAMPLE_TAKEN'>(
    (scope, { subject, event }) => refuseReleasedUntested(scope, subject.id, event.occurredAt, 'added'),
    (scope, { subject, event }) => requireSecondPersonOfSample(scope, { entity: 'productbatch', row: subject }, event),
  ),
  settle: async (scope, { subject, event }, isVoided) => {
    if (isVoided) await holdAgain(scope, subject, event.data.kind)
  },
}

/** Throws VALIDATION of a result that is called negative above its limit. */
export function refuseAboveLimit({ result, measured, limit }: EventData<Declarations['productbatch'], 'LAB_RESULT'>): void {
  if (result === 'NEGATIVE' && measured != null && limit != null && measured > limit)
    throw fieldProblem('data.result', 'rule', 'What was measured is above the limit: the result is positive.')
}

/**
 * A positive result holds the lot, and every lot that kilograms of it went into, from the moment it is known; lots of the same sources are to be tested,
 * and the manager gets a task. A negative one of a later sample lifts what the positive one restricted.
 */
export const labResult: ReturnType<typeof checked<'LAB_RESULT'>> = {
  ...checked<'LAB_RESULT'>(
    async (scope, { subject, event, flag }) => {
      const { kind, result, reportNo } = event.data
      refuseAboveLimit(event.data)
      const state = await lotStateAt(scope, subject.id, endOfTime)
      if (result === 'NEGATIVE') return isPositive(state, kind) ? undefined : liftHolds(scope, { entity: 'productbatch', id: subject.id }, kind, event.id)
      // A later sample was negative already.
      if (!isPositive(state, kind)) return
      flag({
        ruleId: 'BR-15',
        severity: 'REVIEW',
        message: phrase`${word(lotTests[kind])} test positive (${reportNo}): the lot is held back; look at where it came from and went to.`,
        figures: { reportNo },
      })
      await holdMadeOf(scope, subject.id, { eventId: event.id, kind, reportNo, title: subject.title })
      await askRetests(scope, subject, { eventId: event.id, kind, reportNo })
    },
    async (scope, { subject, event }) => {
      // The manager takes a positive one back wherever the goods are, as they release them.
      if (event.data.result === 'POSITIVE') await requireSecondPerson(scope, { entity: 'productbatch', row: subject }, event)
      else checkOwner(scope, subject)
      await refuseReleasedUntested(scope, subject.id, event.occurredAt, 'voided')
    },
  ),
  check: async (scope, { subject }) => checkOwner(scope, subject),
  settle: async (scope, { subject, event }, isVoided) => {
    if (!isVoided) return
    await cancelRetests(scope, event.id)
    await holdAgain(scope, subject, event.data.kind)
  },
}
