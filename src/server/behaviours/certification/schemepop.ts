// Rules of a scheme: the number of a version is the next one of its name in the scheme, as with packages of practices (5.1).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { type Behaviour, defineBehaviour, type Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { publicationBehaviour } from '../publication.ts'

const schemepop = entityOf('schemepop')

/** Also after ones that were deleted: a number is used once. Of two made at once the second is refused by the key and may be sent again. */
async function nextVersion({ db, tenant }: Scope, { schemeId, name }: Pick<Stored<typeof schemepop>, 'schemeId' | 'name'>): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(v.version_no), 0) + 1 as next from schemepop as v
    where v.tenant_id = ${tenant.id} and v.scheme_id = ${schemeId}::uuid and v.name = ${name}`.execute(db)
  return rows[0]?.next ?? 1
}

/** A version that is published judges crops: each rule by figures, and a package that its crop type can follow. */
async function refuseUnjudgeable(scope: Scope, { rules, cropTypeId, popId }: Stored<typeof schemepop>): Promise<void> {
  const at = rules.findIndex(({ check }) => check.type === 'UNCLASSIFIED')
  if (at >= 0)
    throw fieldProblem(`rules.${at}.check.type`, 'rule', phrase`Rule ${rules[at]?.code ?? ''} is in words. Enter its figures, so that it can be checked.`)
  const [pop] = popId === null ? [] : await recordsById(scope, entityOf('pop'), [popId])
  if (pop && cropTypeId !== null && pop.cropTypeId !== cropTypeId)
    throw fieldProblem('popId', 'rule', 'This package is for another crop: the rules would apply to none.')
}

const { PUBLISHED } = publicationBehaviour.events ?? {}

export const schemepopBehaviour: Behaviour = defineBehaviour(schemepop, {
  async prepare(scope, { before, after }) {
    if (!before || before.name !== after.name) after.versionNo = await nextVersion(scope, after)
  },
  events: { PUBLISHED: { ...PUBLISHED, check: (scope, { subject }) => refuseUnjudgeable(scope, subject) } },
})
