// Why a finding of the anomaly screens is closed stands in its row; opened again it has no reason.
import { entityOf } from '#domain/entities.ts'
import { declaredEvents } from '#domain/kernel/history.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { defineBehaviour } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'

const anomaly = entityOf('anomaly')

export const anomalyBehaviour = defineBehaviour(anomaly, {
  events: {
    CLOSED: {
      async check(scope, { subject }) {
        const own = await accountsOfCaller(scope)
        if (subject.recorderIds?.some((id) => own.has(id))) throw ruleBlocked('BR-24', 'You recorded some of this yourself. Somebody else looks at it.', {})
      },
    },
  },
  async project(_scope, _subject, history, state) {
    const closed = state === 'CLOSED' ? declaredEvents(anomaly, history).findLast((event) => event.eventType === 'CLOSED') : undefined
    return { closedReason: closed?.data.reason ?? null }
  },
})
