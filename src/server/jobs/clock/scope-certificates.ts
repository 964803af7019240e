// Scope certificates end with their last day (domain dictionary 5.3). What they allow is worked out from the dates and does not wait for this.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay, startOfDay } from '#domain/kernel/day.ts'
import { settleHolder } from '../../behaviours/certification/holder-columns.ts'
import { lockCompanyOf } from '../../behaviours/certification/lapsed-company.ts'
import { findRecord } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import type { ClockHandler } from './handler.ts'

const scopecertificate = entityOf('scopecertificate')

export const expiredScopeCertificates: ClockHandler = {
  name: 'scope certificates expired',
  async due({ db, tenant, day }, after, limit) {
    const { rows } = await sql<{ id: string }>`select id from scopecertificate where tenant_id = ${tenant.id} and deleted_at is null
      and status in ('VALID', 'SUSPENDED') and valid_to < ${day}::date and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    await lockCompanyOf(scope, id)
    const certificate = await findRecord(scope, scopecertificate, id, { lock: true, by: 'any' })
    if (!certificate || !['VALID', 'SUSPENDED'].includes(certificate.status) || certificate.validTo >= localDay(scope)) return
    const occurredAt = await occurrenceOf(scope, scopecertificate, id, startOfDay(addDays(certificate.validTo, 1), scope.tenant.timezone))
    await recordBySystem(scope, scopecertificate, id, { eventType: 'EXPIRED', occurredAt, data: {} })
  },
}

/** One whose term has started is shown of its holder, unless another one in its term is. */
export const startedScopeCertificates: ClockHandler = {
  name: 'scope certificates started',
  async due({ db, tenant, day }, after, limit) {
    const inTerm = (table: string) =>
      sql`${sql.ref(`${table}.status`)} = 'VALID' and ${sql.ref(`${table}.deleted_at`)} is null and ${sql.ref(`${table}.valid_from`)} <= ${day}::date and ${sql.ref(`${table}.valid_to`)} >= ${day}::date`
    const { rows } = await sql<{ id: string }>`select s.id from scopecertificate as s
      left join collective as c on c.tenant_id = ${tenant.id} and c.id = s.collective_id left join processor as p on p.tenant_id = ${tenant.id} and p.id = s.processor_id
      where s.tenant_id = ${tenant.id} and ${inTerm('s')} and (${after}::uuid is null or s.id > ${after}::uuid)
        and not exists (select from scopecertificate as o where o.tenant_id = ${tenant.id} and ${inTerm('o')}
          and (o.collective_id = s.collective_id and o.sc_no = c.certificate_no or o.processor_id = s.processor_id and o.sc_no = p.certificate_no))
      order by s.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const certificate = await findRecord(scope, scopecertificate, id, { by: 'any' })
    if (certificate) await settleHolder(scope, certificate)
  },
}
