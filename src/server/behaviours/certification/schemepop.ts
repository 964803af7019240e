// Rules of a scheme: the number of a version is the next one of its name in the scheme, as with packages of practices (5.1).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { type Behaviour, defineBehaviour, type Scope } from '../../scope.ts'
import { publicationBehaviour } from '../publication.ts'

const schemepop = entityOf('schemepop')

/** Also after ones that were deleted: a number is used once. Of two made at once the second is refused by the key and may be sent again. */
async function nextVersion({ db, tenant }: Scope, { schemeId, name }: Pick<Stored<typeof schemepop>, 'schemeId' | 'name'>): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(v.version_no), 0) + 1 as next from schemepop as v
    where v.tenant_id = ${tenant.id} and v.scheme_id = ${schemeId}::uuid and v.name = ${name}`.execute(db)
  return rows[0]?.next ?? 1
}

const { PUBLISHED, ...others } = publicationBehaviour.events ?? {}

export const schemepopBehaviour: Behaviour = defineBehaviour(schemepop, {
  async prepare(scope, { before, after }) {
    if (!before || before.name !== after.name) after.versionNo = await nextVersion(scope, after)
  },
  events: { ...others, ...(PUBLISHED ? { PUBLISHED } : {}) },
})
