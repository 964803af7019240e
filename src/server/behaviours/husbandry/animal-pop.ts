// Packages of practices for flocks and ponds (animal 9): published to be followed, and then as they are. Who begins with one
// takes a published one of the own operator or of the whole programme, made for these animals.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stock } from '#domain/husbandry/living.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Behaviour, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { publicationBehaviour } from '../publication.ts'

const [poultrypop, aquapop] = [entityOf('poultrypop'), entityOf('aquapop')]

/** `why`: what speaks against this package, null when nothing does. Sets the version that is followed. Throws VALIDATION at `popId`. */
export async function checkAnimalPop<E extends typeof poultrypop | typeof aquapop>(
  scope: Scope,
  { before, after }: { before: Stock | null; after: Stock },
  entity: E,
  why: (pop: Stored<E>) => string | null,
): Promise<void> {
  if (before && before.popId === after.popId) return
  if (!after.popId) {
    after.popVersion = null
    return
  }
  const [pop] = await recordsById(scope, entity, [after.popId])
  if (!pop || (pop.collectiveId && pop.collectiveId !== after.operatorId)) throw fieldProblem('popId', 'missing', 'There is no such package of this operator.')
  if (pop.status !== 'PUBLISHED') throw fieldProblem('popId', 'rule', 'Only a published package is followed.')
  const reason = why(pop)
  if (reason) throw fieldProblem('popId', 'rule', reason)
  after.popVersion = pop.versionNo
}

/** AH-13: what somebody follows stays as it was published. `follower`: the entity that names it in `popId`. */
export function animalPopBehaviour(follower: 'poultrybatch' | 'aquacrop'): Behaviour {
  const { PUBLISHED, ...others } = publicationBehaviour.events ?? {}
  return {
    ...publicationBehaviour,
    events: {
      ...others,
      PUBLISHED: {
        ...PUBLISHED,
        async checkVoid(scope, change) {
          const { rows } = await sql<{ n: number }>`
            select count(*)::int as n from ${sql.table(follower)} as r where r.tenant_id = ${scope.tenant.id} and r.pop_id = ${change.subject.id}::uuid and r.deleted_at is null`.execute(
            scope.db,
          )
          const followers = rows[0]?.n ?? 0
          if (followers > 0)
            throw ruleBlocked('AH-13', phrase`${followers} follow this package: it stays as it was published. Make a new version instead.`, { followers })
          await PUBLISHED?.checkVoid?.(scope, change)
        },
      },
    },
  }
}
