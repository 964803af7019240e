// The bank account of a farmer (domain dictionary 3.1): the record, its events and tables have the mask, the number itself is stored sealed apart from them
// and is opened only for whoever pays.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { isMask, maskOf } from '#domain/kernel/sealed-text.ts'
import type { Change, Scope } from '../../scope.ts'

const farmer = entityOf('farmer')
type FarmerChange = Change<typeof farmer>
type Farmer = Stored<typeof farmer>

/** What goes into the sealed table once the record is written, by the record that shall be written. */
const toBeWritten = new WeakMap<Farmer, string | null>()

/** Puts the mask in the place of a number that was sent. Throws VALIDATION for a mask that is not the one of the number that is there. */
export async function prepareAccount(scope: Scope, change: FarmerChange): Promise<void> {
  const { before, after } = change
  if (before?.bankAccountNo && after.bankAccountNo && !isMask(after.bankAccountNo) && (await openedAccount(scope, after.id)) === after.bankAccountNo)
    after.bankAccountNo = before.bankAccountNo
  maskNew(scope, change)
}

/** Holder, IFSC and number are one account: whichever of them is another, it was entered anew. */
const parts = ['bankHolder', 'bankIfsc', 'bankAccountNo'] as const

/** The same where nothing was there before. */
export function maskNew(scope: Scope, { before, after }: FarmerChange): void {
  if (parts.every((name) => after[name] === (before?.[name] ?? null))) return
  // Always another time, so that another number with the same last digits is a change of the record.
  after.bankChangedAt = new Date(Math.max(scope.now.getTime(), Date.parse(before?.bankChangedAt ?? '1970-01-01T00:00:00Z') + 1)).toISOString()
  const number = after.bankAccountNo
  if (number === (before?.bankAccountNo ?? null)) return
  if (number !== null && isMask(number)) throw fieldProblem('bankAccountNo', 'format', 'Enter the whole account number.')
  if (number !== null && !scope.sealing) throw new Problem('UNAVAILABLE', { message: 'Account numbers cannot be kept here.' })
  toBeWritten.set(after, number === null ? null : (scope.sealing?.seal(scope.tenant.id, 'bank-account', number) ?? null))
  after.bankAccountNo = number === null ? null : maskOf(number)
}

export async function writeAccount({ db, tenant }: Scope, after: Farmer): Promise<void> {
  const sealed = toBeWritten.get(after)
  if (sealed === undefined) return
  toBeWritten.delete(after)
  if (sealed === null) await sql`delete from bank_account where tenant_id = ${tenant.id} and farmer_id = ${after.id}::uuid`.execute(db)
  else
    await sql`insert into bank_account (tenant_id, farmer_id, sealed) values (${tenant.id}, ${after.id}::uuid, ${sealed})
      on conflict (tenant_id, farmer_id) do update set sealed = excluded.sealed`.execute(db)
}

/** The whole number; null where there is none, or no secret of the installation opens it any more. */
export async function openedAccount({ db, tenant, sealing }: Scope, farmerId: string): Promise<string | null> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed from bank_account where tenant_id = ${tenant.id} and farmer_id = ${farmerId}::uuid`.execute(db)
  const [row] = rows
  return row && sealing ? sealing.open(tenant.id, 'bank-account', row.sealed) : null
}
