// Scope certificates end with their last day (domain dictionary 5.3). What they allow is worked out from the dates and does not wait for this.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay, startOfDay } from '#domain/kernel/day.ts'
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
    const certificate = await findRecord(scope, scopecertificate, id, { lock: true, by: 'any' })
    if (!certificate || !['VALID', 'SUSPENDED'].includes(certificate.status) || certificate.validTo >= localDay(scope)) return
    const occurredAt = await occurrenceOf(scope, scopecertificate, id, startOfDay(addDays(certificate.validTo, 1), scope.tenant.timezone))
    await recordBySystem(scope, scopecertificate, id, { eventType: 'EXPIRED', occurredAt, data: {} })
  },
}
