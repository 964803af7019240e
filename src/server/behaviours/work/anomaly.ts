// Why a finding of the anomaly screens is closed stands in its row; opened again it has no reason.
import { entityOf } from '#domain/entities.ts'
import { declaredEvents } from '#domain/kernel/history.ts'
import { defineBehaviour } from '../../scope.ts'

const anomaly = entityOf('anomaly')

export const anomalyBehaviour = defineBehaviour(anomaly, {
  async project(_scope, _subject, history, state) {
    const closed = state === 'CLOSED' ? declaredEvents(anomaly, history).findLast((event) => event.eventType === 'CLOSED') : undefined
    return { closedReason: closed?.data.reason ?? null }
  },
})
