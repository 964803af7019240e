// A production system belongs to whose plot it stands on; it opens with a unit and closes when nothing lives in it any
// more (animal 3). A dairy milks its herd at once.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { dairyEvents } from './dairy-tank.ts'
import { livestock, systemCard } from './headcount.ts'
import { herdMilking } from './herd-milking.ts'
import { parentOf } from './husbandry-place.ts'

const productionsystem = entityOf('productionsystem')

async function countIn(scope: Scope, systemId: string, table: string, states: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} as r where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${systemId}::uuid
      and r.deleted_at is null ${states ? sql`and r.status = any(${[...states]}::text[])` : sql``}`.execute(scope.db)
  return Number(rows[0]?.n ?? 0)
}

/** Planned for it, and nothing lives there yet. */
const expected: Readonly<Record<string, readonly string[]>> = { poultrybatch: ['PLANNED'], aquacrop: ['PLANNED', 'PREPARED'] }

const activated: EventBehaviour<typeof productionsystem, 'ACTIVATED'> = {
  async apply(scope, { subject }) {
    if ((await countIn(scope, subject.id, 'housingunit', null)) === 0) throw ruleBlocked('AH-3', 'It has no unit yet: a shed, a pen or a pond.')
  },
}
const closed: EventBehaviour<typeof productionsystem, 'CLOSED'> = {
  async apply(scope, { subject }) {
    // It cannot be closed before they have gone (animal 3).
    for (const { entity: table, states } of livestock) {
      const n = await countIn(scope, subject.id, table, [...states, ...(expected[table] ?? [])])
      if (n > 0) throw ruleBlocked('AH-3', phrase`${n} of ${small(entityOf(table).plural)} are in it still.`, { entity: table, count: n })
    }
  },
}

export const productionsystemBehaviour = defineBehaviour(productionsystem, {
  async prepare(scope, { after }) {
    const parcel = await parentOf(scope, after, entityOf('landparcel'), after.landParcelId, 'landParcelId')
    Object.assign(after, { farmerId: parcel.farmerId, village: parcel.village })
  },
  events: { ...dairyEvents, ACTIVATED: activated, CLOSED: closed, HERD_MILKING: herdMilking },
  view: systemCard,
  viewsPast: true,
})
