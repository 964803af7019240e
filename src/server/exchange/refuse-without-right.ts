// The right to take records in or out as files.

import { can } from '#domain/access.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, small, word } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'

/** `action`: import or export. Throws FORBIDDEN. */
export function refuseWithoutRight(scope: Pick<Scope, 'user'>, entity: AnyEntity, action: 'I' | 'X'): void {
  if (!can(scope.user, entity.name, action))
    throw new Problem('FORBIDDEN', { message: phrase`Your role may not ${action === 'I' ? word('import') : word('export')} ${small(entity.plural)}.` })
}
