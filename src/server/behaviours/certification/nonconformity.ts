// Who closes a finding depends on how severe it is (domain dictionary 5.2): the operator's manager a minor one, an inspector
// a major one after a visit, the certification body a critical one.

import type { Role } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { roles } from '#domain/kernel/terms.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { defineBehaviour } from '../../scope.ts'

export const closers: Readonly<Record<string, Role>> = {
  RECOMMENDATION: 'OPERATOR_MANAGER',
  MINOR: 'OPERATOR_MANAGER',
  MAJOR: 'INTERNAL_INSPECTOR',
  CRITICAL: 'CERTIFICATION_BODY_AUDITOR',
}

export const nonconformityBehaviour = defineBehaviour(entityOf('nonconformity'), {
  events: {
    CLOSED: {
      async apply({ user }, { subject }) {
        const role = closers[subject.severity]
        if (role && !user.grants.some((grant) => grant.role === role))
          throw new Problem('FORBIDDEN', { message: phrase`A finding this severe is closed by: ${small(roles[role])}.` })
      },
    },
  },
})
