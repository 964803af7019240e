// A company that was suspended because its last scope certificate lapsed is active again on the first day of the next one (domain dictionary 4.1); the suspension itself is recorded with
// what ends the certificate (behaviours/certification/lapsed-company.ts).
import { sql } from 'kysely'
import { organicSchemes } from '#domain/certification/schemes.ts'
import { settleLapseOfDay } from '../../behaviours/certification/lapsed-company.ts'
import type { ClockHandler } from './handler.ts'

export const lapsedCompanies: ClockHandler = {
  name: 'companies certified again',
  async due({ db, tenant, day }, after, limit) {
    const isLastMove = sql`not exists (select from event as v where v.tenant_id = ${tenant.id} and v.subject_type = 'processor' and v.subject_id = p.id and v.status = 'RECORDED'
      and v.event_type in ('SUSPENDED', 'REINSTATED', 'SCOPE_RESTORED') and (v.occurred_at, v.subject_version) > (e.occurred_at, e.subject_version))`
    const { rows } = await sql<{ id: string }>`select p.id from processor as p
      where p.tenant_id = ${tenant.id} and p.status = 'SUSPENDED' and p.deleted_at is null and (${after}::uuid is null or p.id > ${after}::uuid)
        and exists (select from scopecertificate as s join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id and m.abbreviation = any(${[...organicSchemes.processor]}::text[])
          where s.tenant_id = ${tenant.id} and s.processor_id = p.id and s.deleted_at is null and s.status = 'VALID' and s.valid_from <= ${day}::date and s.valid_to >= ${day}::date)
        and exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'processor' and e.subject_id = p.id and e.status = 'RECORDED'
          and e.event_type = 'SCOPE_LAPSED' and ${isLastMove})
      order by p.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  carryOut: settleLapseOfDay,
}
