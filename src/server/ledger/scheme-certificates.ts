// What the schemes of a lot are worked out from (domain dictionary 4.4; docs/decisions/0167): the scope certificates of the group that grew a crop.
import { type RawBuilder, sql } from 'kysely'
import { organicSchemes } from '#domain/certification/schemes.ts'
import { type SchemeCertificate, schemesOn } from '#domain/chain/lot-schemes.ts'
import type { Scope } from '../scope.ts'
import { eventsThen } from '../store/past.ts'

/** As a column (jsonb): the certificates to farm schemes of a group, as they count in the scope. */
export const schemeCertificates = (scope: Scope, collectiveId: RawBuilder<unknown>): RawBuilder<SchemeCertificate[]> => {
  const { tenant, past } = scope
  const ofIt = sql`e.tenant_id = ${tenant.id} and e.subject_type = 'scopecertificate' and e.subject_id = s.id`
  const hasEvent = (type: RawBuilder<unknown>, of: RawBuilder<unknown> = sql`true`) =>
    sql`exists (select from event as e where ${ofIt} and e.event_type = ${type} and ${of})`
  const confirmed = sql`'CONFIRMED'`
  // In the past it is what its events of then say; a status that came without its event holds for every day.
  const statusThen = sql`case when s.status in ('PROPOSED', 'REJECTED') and not ${hasEvent(confirmed)} then s.status
    when s.status in ('SUSPENDED', 'WITHDRAWN') and not ${hasEvent(sql`s.status`)} then s.status else 'VALID' end`
  const isConfirmedThen = sql`(not ${hasEvent(confirmed)} or ${hasEvent(confirmed, eventsThen(scope))})`
  return sql<SchemeCertificate[]>`
    coalesce((select jsonb_agg(jsonb_build_object('schemeId', s.scheme_id, 'validFrom', s.valid_from, 'validTo', s.valid_to,
        'status', ${past ? statusThen : sql`s.status`},
        'events', coalesce((select jsonb_agg(jsonb_build_object('eventType', e.event_type, 'day', to_char(e.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM-DD'))
            order by e.occurred_at, e.subject_version)
          from event as e where ${ofIt} and e.event_type in ('SUSPENDED', 'REINSTATED', 'WITHDRAWN') and ${eventsThen(scope)}), '[]'::jsonb)))
      from scopecertificate as s join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id
      where s.tenant_id = ${tenant.id} and s.collective_id = ${collectiveId} and s.deleted_at is null and ${past ? isConfirmedThen : sql`s.status <> 'PROPOSED'`}
        and m.abbreviation = any(${[...organicSchemes.collective]}::text[])), '[]'::jsonb)`
}

export async function certificatesOfGroup(scope: Scope, collectiveId: string): Promise<SchemeCertificate[]> {
  const { rows } = await sql<{ certificates: SchemeCertificate[] }>`select ${schemeCertificates(scope, sql`${collectiveId}::uuid`)} as certificates`.execute(
    scope.db,
  )
  return rows[0]?.certificates ?? []
}
/** Of what is picked of a crop of this group on a day. */
export const schemesOfCrop = async (scope: Scope, collectiveId: string, day: string): Promise<string[]> =>
  schemesOn(await certificatesOfGroup(scope, collectiveId), day)
