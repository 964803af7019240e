// Who closes a finding depends on how severe it is (domain dictionary 5.2): the operator's manager a minor one, an inspector
// a major one after a visit, the certification body a critical one.

import type { Role } from '#domain/access.ts'
import { sanctionOf } from '#domain/certification/sanction-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { roles } from '#domain/kernel/terms.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { defineBehaviour, productItself, type Scope } from '../../scope.ts'
import { escalated, imposed, lifted } from './sanctions.ts'
import { countOpen } from './update-compliance.ts'

export const closers: Readonly<Record<string, Role>> = {
  RECOMMENDATION: 'OPERATOR_MANAGER',
  MINOR: 'OPERATOR_MANAGER',
  MAJOR: 'INTERNAL_INSPECTOR',
  CRITICAL: 'CERTIFICATION_BODY_AUDITOR',
}

/** The crop counts what is open on it; what the product itself opens or cures it has counted. */
const count = async (scope: Scope, { cropId }: { cropId: string | null }): Promise<void> => {
  if (cropId !== null && scope.user !== productItself) await countOpen(scope, cropId)
}

export const nonconformityBehaviour = defineBehaviour(entityOf('nonconformity'), {
  written: (scope, { before, after }) => (before ? Promise.resolve() : count(scope, after)),
  projected: (scope, before, after) => (before.status === after.status ? Promise.resolve() : count(scope, after)),
  project: (_scope, _row, history) => Promise.resolve(sanctionOf(history)),
  events: {
    ESCALATED: escalated,
    SANCTION_IMPOSED: imposed,
    SANCTION_LIFTED: lifted,
    CLOSED: {
      async apply({ user }, { subject }) {
        const role = closers[subject.severity]
        if (role && !user.grants.some((grant) => grant.role === role))
          throw new Problem('FORBIDDEN', { message: phrase`A finding this severe is closed by: ${small(roles[role])}.` })
      },
    },
  },
})
