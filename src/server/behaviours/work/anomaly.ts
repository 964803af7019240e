// Why a finding of the anomaly screens is closed stands in its row; opened again it has no reason.
import { entityOf } from '#domain/entities.ts'
import { defineBehaviour } from '../../scope.ts'

export const anomalyBehaviour = defineBehaviour(entityOf('anomaly'), {
  async project(_scope, _subject, history, state) {
    const closed = state === 'CLOSED' ? history.findLast(({ eventType }) => eventType === 'CLOSED') : undefined
    return { closedReason: (closed?.data.reason ?? null) as string | null }
  },
})
