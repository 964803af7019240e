// What a group may not do while the scope certificate that it had is suspended, withdrawn or expired: buy and send under a claim (domain dictionary 5.3; docs/decisions/0151). By the day of the
// event, whenever that became known. A company without one is suspended as a whole (0143).
import { type RawBuilder, sql } from 'kysely'
import { organicSchemes } from '#domain/certification/schemes.ts'
import { type DatedCertificate, type ScopeLapse, scopeLapseOn, type ValidityEvent } from '#domain/certification/scope-validity.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase, type Sentence } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'

/** One of its certificates, with what its body did by days where the programme works. */
export type DatedScope = DatedCertificate & { id: string; scNo: string; events: ValidityEvent[] }

/** As a column (jsonb): those of a group that support an organic or in-conversion claim. */
export const scopesColumn = ({ tenant }: Pick<Scope, 'tenant'>, collectiveId: RawBuilder<unknown>): RawBuilder<DatedScope[]> => sql<DatedScope[]>`
  coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'scNo', s.sc_no, 'status', s.status, 'validFrom', s.valid_from, 'validTo', s.valid_to,
      'events', coalesce((select jsonb_agg(jsonb_build_object('eventType', v.event_type, 'day', to_char(v.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM-DD'))
          order by v.occurred_at, v.subject_version)
        from event as v where v.tenant_id = ${tenant.id} and v.subject_type = 'scopecertificate' and v.subject_id = s.id and v.status = 'RECORDED'
          and v.event_type in ('SUSPENDED', 'REINSTATED', 'WITHDRAWN')), '[]'::jsonb)))
    from scopecertificate as s join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id
    where s.tenant_id = ${tenant.id} and s.collective_id = ${collectiveId} and s.deleted_at is null and s.status <> 'PROPOSED'
      and m.abbreviation = any(${[...organicSchemes.collective]}::text[])), '[]'::jsonb)`

export async function scopesOf(scope: Pick<Scope, 'db' | 'tenant'>, collectiveId: string): Promise<DatedScope[]> {
  const { rows } = await sql<{ scopes: DatedScope[] }>`select ${scopesColumn(scope, sql`${collectiveId}::uuid`)} as scopes`.execute(scope.db)
  return rows[0]?.scopes ?? []
}

/** `title`: of the group. */
export function lapseWords(title: string, { scNo, validity }: ScopeLapse, day: string): Sentence {
  if (validity === 'SUSPENDED')
    return phrase`Scope certificate ${scNo} of ${title} was suspended on ${onDay(day)}: nothing is bought or sent under a claim; as conventional it is.`
  return validity === 'WITHDRAWN'
    ? phrase`Scope certificate ${scNo} of ${title} had been withdrawn by ${onDay(day)}: nothing is bought or sent under a claim; as conventional it is.`
    : phrase`Scope certificate ${scNo} of ${title} had expired by ${onDay(day)}: nothing is bought or sent under a claim; as conventional it is.`
}

/**
 * Throws RULE_BLOCKED 5.3. `corrected`: the moment of the same trade as it was recorded before; where the certificate did not hold then either, that was found (docs/decisions/0138), and the
 * answer is true.
 */
export function refuseLapsed(
  scope: Pick<Scope, 'tenant' | 'now'>,
  title: string,
  scopes: readonly DatedScope[],
  at: string,
  corrected: string | null,
): boolean {
  const day = localDay(scope, at)
  const lapse = scopeLapseOn(scopes, day)
  if (!lapse) return false
  if (!(corrected && scopeLapseOn(scopes, localDay(scope, corrected))))
    throw ruleBlocked('5.3', lapseWords(title, lapse, day), { certificateNo: lapse.scNo, validity: lapse.validity })
  return true
}

/** The same of a ticket that was recorded before it was known; null: its certificate was in force, or it never had one. */
export function lapseFinding(scope: Pick<Scope, 'tenant' | 'now'>, title: string, scopes: readonly DatedScope[], at: string): Finding | null {
  const day = localDay(scope, at)
  const lapse = scopeLapseOn(scopes, day)
  if (!lapse) return null
  // What a person decides is of this certificate, whatever it or the group is called.
  const figures = { certificateId: lapse.id, validity: lapse.validity, foundLater: true }
  return { ruleId: '5.3', severity: 'REVIEW', message: lapseWords(title, lapse, day), figures }
}
