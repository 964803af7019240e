// One certificate at a time waits to take the place of an issued one (domain dictionary 5.5): two would count beside each other once that is withdrawn or replaced.
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import type { Certificate } from './certificate-queries.ts'

/** Before these are submitted, and once their states are known: of whichever is open no other is. The replaced one is locked. Throws STATE_CONFLICT. */
export async function refuseSecondReplacement(scope: Scope, { id, replacesId }: Pick<Certificate, 'id' | 'replacesId'>): Promise<void> {
  if (!replacesId) return
  const other = await scope.db
    .selectFrom('transactioncertificate')
    .select(['id', 'title'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('replaces_id', '=', replacesId)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('status', 'in', ['SUBMITTED', 'UNDER_REVIEW']),
        where.and([where('status', '=', 'CORRECTION'), where('reserved_until', 'is not', null)]),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst()
  if (other)
    throw new Problem('STATE_CONFLICT', {
      message: phrase`Certificate ${other.title} waits to take the place of the same one. Cancel that first, or correct it.`,
      figures: { certificateId: other.id },
    })
}
