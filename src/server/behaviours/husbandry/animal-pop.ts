// Packages of practices for flocks and ponds (animal 9): published to be followed, and then as they are. Who begins with one
// takes a published one of the own operator or of the whole programme, made for these animals.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stock } from '#domain/husbandry/living.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import type { Behaviour, Scope } from '../../scope.ts'
import { typedRecord } from '../../store/columns.ts'
import { recordsById } from '../../store/get.ts'
import { placesOf } from '../cropping/crop-places.ts'
import { unpublishedBecause, versionEvents, versionLock } from '../package-versions.ts'
import { numberVersion, publicationBehaviour, seriesKeys } from '../publication.ts'
import { packagesSpoken } from '../step-words.ts'
import { refuseNotOrganic } from './organic-package.ts'

const [poultrypop, aquapop] = [entityOf('poultrypop'), entityOf('aquapop')]

/** Names of where it stands, where the package names a region. */
export const placesOfStock = async (scope: Scope, stock: Stock, pop: { regions: readonly string[] }): Promise<string[]> =>
  (await placesOf(scope, [stock], [pop])).get(stock.id) ?? []

/** `why`: what speaks against this package, null when nothing does. Sets the version that is followed. Throws VALIDATION at `popId`. */
export async function checkAnimalPop<E extends typeof poultrypop | typeof aquapop>(
  scope: Scope,
  { before, after }: { before: Stock | null; after: Stock },
  entity: E,
  why: (pop: Stored<E>) => Promise<Sentence | null>,
): Promise<void> {
  if (before && before.popId === after.popId) return
  if (!after.popId) {
    after.popVersion = null
    return
  }
  const [pop] = await recordsById(scope, entity, [after.popId])
  if (!pop || (pop.collectiveId && pop.collectiveId !== after.operatorId)) throw fieldProblem('popId', 'missing', 'There is no such package of this operator.')
  const reason = unpublishedBecause(pop) ?? (await why(pop))
  if (reason) throw fieldProblem('popId', 'rule', reason)
  after.popVersion = pop.versionNo
}

/** AH-13: what somebody follows, or followed, stays as it was published: taking back what was chosen since would have it followed again. */
async function followers({ db, tenant }: Scope, follower: 'poultrybatch' | 'aquacrop', id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(follower)} as r where r.tenant_id = ${tenant.id} and r.deleted_at is null
      and (r.pop_id = ${id}::uuid or exists (select from event as e where e.tenant_id = r.tenant_id and e.subject_type = ${follower} and e.subject_id = r.id
        and e.status = 'RECORDED' and e.event_type in ('CREATED', 'EDITED') and e.data #>> '{changes,popId,to}' = ${id}))`.execute(db)
  return rows[0]?.n ?? 0
}

/** Versions are numbered by the product, as those of crops. `follower`: the entity that names it in `popId`. */
export function animalPopBehaviour(follower: 'poultrybatch' | 'aquacrop'): Behaviour {
  const entity = follower === 'poultrybatch' ? 'poultrypop' : 'aquapop'
  const kind = entityOf(entity)
  return {
    ...publicationBehaviour,
    spoken: packagesSpoken(entity),
    async prepare(scope, change, ask) {
      await publicationBehaviour.prepare?.(scope, change, ask)
      const [before, after] = [change.before && typedRecord(kind, change.before), typedRecord(kind, change.after)]
      await numberVersion(scope, entity, before, after)
    },
    keys: (row) => seriesKeys(typedRecord(kind, row)),
    lockFirst: versionLock(entity),
    events: versionEvents(entity, {
      async checkVoid(scope, { id }) {
        const count = await followers(scope, follower, id)
        if (count > 0)
          throw ruleBlocked('AH-13', phrase`${count} follow this package, or did: it stays as it was published. Make a new version instead.`, {
            followers: count,
          })
      },
      checkContents: (scope, row, event) => refuseNotOrganic(scope, typedRecord(entityOf(entity), row), event),
    }),
  }
}
