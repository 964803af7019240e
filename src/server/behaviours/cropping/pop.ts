// Packages of practices of crops: versions are numbered by the product, and what somebody follows stays as it was published (5.1).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { counted, phrase } from '#domain/messages/message.ts'
import { type Behaviour, defineBehaviour, type Scope } from '../../scope.ts'
import { versionEvents, versionLock } from '../package-versions.ts'
import { numberVersion, seriesKeys } from '../publication.ts'
import { packagesSpoken } from '../step-words.ts'

const pop = entityOf('pop')

/** Crops that follow it, or did: taking back what they followed since would have them follow it again. Asked seldom, so their events are read. */
async function followers({ db, tenant }: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from crop as c
    where c.tenant_id = ${tenant.id} and c.crop_type_id = (select p.crop_type_id from pop as p where p.tenant_id = ${tenant.id} and p.id = ${id}::uuid) and c.deleted_at is null
      and (c.pop_id = ${id}::uuid or exists (select from event as e where e.tenant_id = c.tenant_id and e.subject_type = 'crop' and e.subject_id = c.id
        and e.status = 'RECORDED' and (e.event_type = 'PACKAGE_ASSIGNED' and e.data ->> 'popId' = ${id}
          or e.event_type = 'CREATED' and e.data #>> '{changes,popId,to}' = ${id})))`.execute(db)
  return rows[0]?.count ?? 0
}

export const popBehaviour: Behaviour = defineBehaviour<typeof pop>(pop, {
  spoken: packagesSpoken('pop'),
  async prepare(scope, { before, after }) {
    after.stepCount = after.planEvents.length
    await numberVersion(scope, 'pop', before, after)
  },
  keys: seriesKeys,
  lockFirst: versionLock('pop'),
  events: versionEvents('pop', {
    async checkVoid(scope, { id }) {
      const count = await followers(scope, id)
      if (count > 0)
        throw ruleBlocked('BR-18', phrase`${counted(count)} crops follow this package, or did: it stays as it was published. Make a new version instead.`, {
          count,
        })
    },
  }),
})
