// What operators and processors show of their certification follows from their scope certificates (docs/decisions/0059).
import { sql } from 'kysely'
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { todayIn } from '../../queries/organic-status.ts'
import type { Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'

type Certificate = Pick<Stored<Declarations['scopecertificate']>, 'collectiveId' | 'processorId'>
type Shown = Pick<Stored<Declarations['processor']>, 'certificationBody' | 'certificateNo' | 'certificateValidTo' | 'certificateStatus'>
const none: Shown = { certificationBody: null, certificateNo: null, certificateValidTo: null, certificateStatus: null }

/** Brings the columns of the certificate's holder to all its confirmed certificates, at the end of the step. */
export const settleHolder = (scope: Scope, { collectiveId, processorId }: Certificate): Promise<void> =>
  atEndOfStep(scope, `certificates of ${collectiveId ?? processorId}`, async () => {
    const kind = collectiveId ? ('collective' as const) : ('processor' as const)
    const [holder] = await recordsById(scope, entityOf(kind), [collectiveId ?? processorId ?? ''], { lock: true })
    if (holder) await changeBySystem(scope, entityOf(kind), holder, await shownOf(scope, kind, holder.id))
  })

/**
 * The certificate that is shown of several, by what it is today: one in its term before others, valid or suspended; then the next valid one; then what
 * ended last. The next one is shown when its term has started and the one before has ended.
 */
async function shownOf(scope: Scope, kind: 'collective' | 'processor', id: string): Promise<Shown> {
  const { db, tenant } = scope
  const today = todayIn(scope)
  const { rows } = await sql<Shown>`
    select coalesce(b.short_name, b.name) as "certificationBody", s.sc_no as "certificateNo", s.valid_to as "certificateValidTo", t.status as "certificateStatus"
    from scopecertificate as s
    cross join lateral (select case when s.status in ('VALID', 'SUSPENDED') and s.valid_to < ${today} then 'EXPIRED' else s.status end as status) as t
    join certificationbody as b on b.tenant_id = ${tenant.id} and b.id = s.certification_body_id
    where s.tenant_id = ${tenant.id} and s.deleted_at is null and ${sql.ref(`s.${kind}_id`)} = ${id}::uuid and s.status in ('VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN')
    order by (t.status in ('VALID', 'SUSPENDED') and s.valid_from <= ${today}) desc, array_position(array['VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN'], t.status),
      case when t.status = 'VALID' then s.valid_from - date '2000-01-01' else date '2000-01-01' - s.valid_to end, s.id limit 1`.execute(db)
  return rows[0] ?? none
}
