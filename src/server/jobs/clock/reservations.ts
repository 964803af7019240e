// Kilograms of a transaction certificate that is to be corrected are free again after the days that the programme sets (domain dictionary 5.5).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { findRecord } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import type { ClockHandler } from './handler.ts'

const transactioncertificate = entityOf('transactioncertificate')

export const endedReservations: ClockHandler = {
  name: 'reservations of certificates ended',
  async due({ db, tenant, day }, after, limit) {
    const { rows } = await sql<{ id: string }>`select id from transactioncertificate where tenant_id = ${tenant.id} and deleted_at is null
      and status = 'CORRECTION' and reserved_until < ${day}::date and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const certificate = await findRecord(scope, transactioncertificate, id, { lock: true, by: 'any' })
    if (certificate?.status !== 'CORRECTION' || !certificate.reservedUntil || certificate.reservedUntil >= localDay(scope)) return
    // Free from now on: what was done with the kilograms until now was done while they were reserved.
    await recordBySystem(scope, transactioncertificate, id, { eventType: 'RESERVATION_ENDED', occurredAt: scope.now.toISOString(), data: {} })
  },
}
