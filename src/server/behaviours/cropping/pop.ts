// Packages of practices of crops: versions are numbered by the product, and what somebody follows stays as it was published (5.1).
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { type Behaviour, defineBehaviour, type Scope } from '../../scope.ts'
import { publicationBehaviour } from '../publication.ts'

const pop = entityOf('pop')

/** The number after the highest of its name. */
async function nextVersion(scope: Scope, name: string): Promise<number> {
  const row = await scope.db
    .selectFrom('pop')
    .select(({ fn }) => fn.max('version_no').as('last'))
    .where('tenant_id', '=', scope.tenant.id)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.last ?? 0) + 1
}

async function followers(scope: Scope, id: string): Promise<number> {
  const row = await scope.db
    .selectFrom('crop')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('tenant_id', '=', scope.tenant.id)
    .where('pop_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

const { PUBLISHED, ...others } = publicationBehaviour.events ?? {}

export const popBehaviour: Behaviour = defineBehaviour(pop, {
  async prepare(scope, { before, after }) {
    after.stepCount = after.planEvents.length
    if (!before || before.name !== after.name) after.versionNo = await nextVersion(scope, after.name)
  },
  events: {
    ...others,
    PUBLISHED: {
      ...PUBLISHED,
      async checkVoid(scope, change) {
        const count = await followers(scope, change.subject.id)
        if (count > 0)
          throw ruleBlocked('BR-18', phrase`${count} crops follow this package: it stays as it was published. Make a new version instead.`, { count })
        await PUBLISHED?.checkVoid?.(scope, change)
      },
    },
  },
})
