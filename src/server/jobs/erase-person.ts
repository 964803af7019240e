// Erases what names a member whose time of retention is over: the record and those that were merged into it, what was recorded of them, who owns their land in
// the same name, what they sent in, their way to sign in, their files, and what was said of them in messages and findings (erase-mentions.ts). The hash of each event
// stays (event-hash.ts), and so does every kilogram.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { erasedRow } from '#domain/people/erasure.ts'
import { submissionsOf } from '../queries/open-of-farmer.ts'
import { recordsOfPerson } from '../queries/retention.ts'
import type { Scope } from '../scope.ts'
import { erase } from '../store/erase-record.ts'
import { removeDevices } from '../store/forget-devices.ts'
import { recordsById } from '../store/get.ts'
import { noteBySystem } from '../store/note-event.ts'
import { updateRow } from '../store/write.ts'
import { eraseFindings, eraseImportedRows, eraseMessages } from './erase-mentions.ts'

/** With a copy of the name, by which lists are sorted. */
const copied: readonly AnyEntity[] = [entityOf('farmerseason'), entityOf('inspection')]

/** `farmer` is locked. `figures`: what the event says of the occasion. `word`: what stands for the name. */
export async function erasePerson(scope: Scope, farmer: Row, figures: { leftOn: string; years: number }, today: string, word: string): Promise<void> {
  const { db, tenant } = scope
  const member = entityOf('farmer')
  const merged = (await recordsOfPerson(scope, farmer.id)).filter((id) => id !== farmer.id)
  const records: Row[] = [farmer, ...(await recordsById(scope, member, merged, { lock: true }))]
  const ids = records.map(({ id }) => id)
  // While their names are there.
  await eraseImportedRows(scope, records)
  const renamed = new Map<string, string>()
  for (const record of records) {
    const named = { firstName: word, lastName: String(record.memberNo), noPhone: true, erasedOn: today, bankChangedAt: null }
    const after = { ...erasedRow(member, record, ''), ...named }
    await erase(scope, member, record, after)
    renamed.set(record.id, after.title)
    await sql`update farmer set name_keys = '{}', relation_key = null, village_key = null where tenant_id = ${tenant.id} and id = ${record.id}::uuid`.execute(
      db,
    )
    await sql`delete from bank_account where tenant_id = ${tenant.id} and farmer_id = ${record.id}::uuid`.execute(db)
  }
  const gone = [...ids]
  // Of visits and decisions the results stay, with the name of now.
  for (const entity of copied)
    for (const record of await ownOf(scope, entity, ids)) {
      await erase(scope, entity, record, { ...erasedRow(entity, record, ''), farmerName: renamed.get(String(record.farmerId)) ?? null })
      gone.push(record.id)
    }
  for (const name of ['landowner', 'submission', 'user'] as const) gone.push(...(await eraseOwn(scope, entityOf(name), ids, word)))
  await sql`delete from awaited_file where tenant_id = ${tenant.id} and record_id = any(${gone}::uuid[])`.execute(db)
  await eraseFindings(scope, records, gone)
  await eraseMessages(scope, ids, gone, renamed)
  await noteBySystem(scope, entityOf('farmer'), farmer.id, { eventType: 'ERASED', operatorId: farmer.operatorId, data: figures })
}

/** Records of another kind that are of these members, locked; those that were deleted as a mistake, too. */
async function ownOf(scope: Scope, entity: AnyEntity, farmerIds: readonly string[]): Promise<Row[]> {
  const { tenant } = scope
  const { rows } = await (entity.name === 'submission'
    ? sql<{ id: string }>`${submissionsOf(tenant.id, farmerIds)}`
    : sql<{ id: string }>`select r.id from ${sql.table(entity.name)} as r where r.tenant_id = ${tenant.id} and r.farmer_id = any(${[...farmerIds]}::uuid[])`
  ).execute(scope.db)
  const ids = rows.map(({ id }) => id).sort()
  return await recordsById<AnyEntity>(scope, entity, ids, { lock: true, isRetiredToo: true })
}

/** Those of them that name the member; their ids. Who works for the programme in another role than a member's only is a member no more. */
async function eraseOwn(scope: Scope, entity: AnyEntity, farmerIds: readonly string[], word: string): Promise<string[]> {
  const gone: string[] = []
  for (const record of await ownOf(scope, entity, farmerIds)) {
    if (entity.name === 'user' && !isOnlyMember(record)) {
      await updateRow(scope, entity, record, { ...record, farmerId: null })
      continue
    }
    // An address that nobody has, and that differs for each.
    const further = entity.name === 'user' ? { email: `${record.id}@erased.invalid` } : {}
    await erase(scope, entity, record, { ...erasedRow(entity, record, word), ...further })
    if (entity.name === 'user') await forgetAccount(scope, record.id)
    gone.push(record.id)
  }
  return gone
}
const isOnlyMember = ({ heldRoles }: Row): boolean => Array.isArray(heldRoles) && heldRoles.length === 1 && heldRoles[0] === 'FARMER'

/** What signing in and messages left of a person who has no account any more. */
async function forgetAccount({ db, tenant }: Scope, userId: string): Promise<void> {
  await removeDevices(db, tenant.id, userId)
  for (const table of ['session_token', 'push_subscription', 'notification_setting', 'idempotency'])
    await sql`delete from ${sql.table(table)} where tenant_id = ${tenant.id} and user_id = ${userId}::uuid`.execute(db)
}
