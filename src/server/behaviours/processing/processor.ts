// A processor leaves the programme only when it holds nothing of it any more (4.1), and what it traded while it was suspended is found.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'

import { followParty } from '../../ledger/party-followers.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'

/** Σ kilograms that a processor holds (kg). */
export async function stockKgOf(scope: Scope, processorId: string): Promise<number> {
  const { rows } = await sql<{
    kg: number
  }>`select coalesce(sum(b.on_hand_kg), 0) as kg from productbatch as b where b.tenant_id = ${scope.tenant.id} and b.processor_id = ${processorId}::uuid and b.deleted_at is null`.execute(
    scope.db,
  )
  return rows[0]?.kg ?? 0
}

const processor = entityOf('processor')
const follow: EventBehaviour<typeof processor>['follow'] = (scope, { subject, event }) =>
  followParty(scope, { kind: 'processor', id: subject.id }, event.occurredAt)

export const processorBehaviour = defineBehaviour(processor, {
  events: {
    SUSPENDED: { follow },
    REINSTATED: { follow },
    EXITED: {
      follow,
      async apply(scope, { subject }) {
        const kg = await stockKgOf(scope, subject.id)
        if (kg > 0) throw ruleBlocked('4.1', phrase`${kilograms(kg)} are in its books still.`, { onHandKg: kg })
      },
    },
  },
})
