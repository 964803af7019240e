// What becomes of the devices that a person signed in from when all their sign-ins are ended, and when they leave the programme.
import type { Db } from '../scope.ts'

/** None of them is known any more, though there were some: whoever signs in next on any of them is a piece of news. */
export async function forgetDevices(db: Db, tenantId: number, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('known_device')
    .set({ known_until: now.toISOString() })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('known_until', '>', now.toISOString())
    .execute()
}

/** As if there had been none. */
export async function removeDevices(db: Db, tenantId: number, userId: string): Promise<void> {
  await db.deleteFrom('known_device').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute()
}
