// A release stands on the tests of its lot (BR-15): a result is not taken back from under it, nor is a sample recorded late that it had to await.
import { isAwaited, ownGmo } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { lotStateIn } from '../../ledger/lot-state-at.ts'
import type { Scope } from '../../scope.ts'
import { historyOf, laterProblem } from '../../store/history.ts'
import { atEndOfStep } from '../../store/step.ts'

const productbatch = entityOf('productbatch')

/** At the end of the step no release since then stands while its test is awaited. */
export const refuseReleasedUntested = (scope: Scope, lotId: string, since: string, because: 'added' | 'voided'): Promise<void> =>
  atEndOfStep(scope, `tests of ${lotId}`, async () => {
    const history = await historyOf(scope, productbatch, lotId)
    const release = history.find(({ eventType, occurredAt, data }) => {
      const isRelease = eventType === 'RELEASED' || (eventType === 'RELEASE' && !data.downgrade)
      if (!isRelease || Date.parse(occurredAt) < Date.parse(since)) return false
      const tests = lotStateIn(history, occurredAt)
      return eventType === 'RELEASED' ? ownGmo(tests) === 'PENDING' : isAwaited(tests)
    })
    if (release) throw laterProblem(productbatch, release, because)
  })
