// A company that was suspended because its last scope certificate lapsed is active again on the first day of the next one (domain dictionary 4.1). The suspension itself is recorded with
// what ends the certificate (behaviours/certification/lapsed-company.ts); one that is missing is made up for once a day: of certificates that ended before the product suspended by itself.
import { type RawBuilder, sql } from 'kysely'
import { organicSchemes } from '#domain/certification/schemes.ts'
import { settleLapseOfDay } from '../../behaviours/certification/lapsed-company.ts'
import type { ClockHandler, Moment } from './handler.ts'

/** Certificates of the company `p` that count for it, of these states and terms. */
const certificate = ({ tenant }: Pick<Moment, 'tenant'>, states: readonly string[], term: RawBuilder<unknown>) => sql`exists (select from scopecertificate as s
  join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id and m.abbreviation = any(${[...organicSchemes.processor]}::text[])
  where s.tenant_id = ${tenant.id} and s.processor_id = p.id and s.deleted_at is null and s.status = any(${[...states]}::text[]) and ${term})`
const inForce = (moment: Pick<Moment, 'tenant' | 'day'>) =>
  certificate(moment, ['VALID'], sql`s.valid_from <= ${moment.day}::date and s.valid_to >= ${moment.day}::date`)

export const lapsedCompanies: ClockHandler = {
  name: 'companies certified again',
  async due({ db, tenant, day }, after, limit) {
    const isLastMove = sql`not exists (select from event as v where v.tenant_id = ${tenant.id} and v.subject_type = 'processor' and v.subject_id = p.id and v.status = 'RECORDED'
      and v.event_type in ('SUSPENDED', 'REINSTATED', 'SCOPE_RESTORED') and (v.occurred_at, v.subject_version) > (e.occurred_at, e.subject_version))`
    const { rows } = await sql<{ id: string }>`select p.id from processor as p
      where p.tenant_id = ${tenant.id} and p.status = 'SUSPENDED' and p.deleted_at is null and (${after}::uuid is null or p.id > ${after}::uuid)
        and ${inForce({ tenant, day })}
        and exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'processor' and e.subject_id = p.id and e.status = 'RECORDED'
          and e.event_type = 'SCOPE_LAPSED' and ${isLastMove})
      order by p.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  carryOut: settleLapseOfDay,
}

export const uncertifiedCompanies: ClockHandler = {
  name: 'companies without a certificate',
  isDaily: true,
  async due({ db, tenant, day }, after, limit) {
    const hadOne = certificate({ tenant }, ['VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN'], sql`s.valid_from <= ${day}::date`)
    const { rows } = await sql<{ id: string }>`select p.id from processor as p
      where p.tenant_id = ${tenant.id} and p.status = 'ACTIVE' and p.deleted_at is null and p.is_conventional is not true and not p.types <@ '{BRAND}'::text[]
        and (${after}::uuid is null or p.id > ${after}::uuid) and ${hadOne} and not ${inForce({ tenant, day })}
      order by p.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  carryOut: settleLapseOfDay,
}
