// Sends the mail that waits, programme by programme, after the transactions that made it due. The job `mail` asks for it: at once
// for the programme whose transaction enqueued it, and every minute for what is to be tried again.
import type { Database } from '../db/database.ts'
import { listTenants } from '../db/platform.ts'
import type { Tenant } from '../scope.ts'
import { invitationMail } from './invitation-mail.ts'
import { readInvitation } from './invited-person.ts'
import { endMail, postponeMail, type Taken, takeMail } from './outbox.ts'
import type { Email, MailTransport } from './transport.ts'

export type MailSender = {
  /** Everything that is due, of one programme or of all. Throws what the database throws. */
  round(tenantId?: number): Promise<void>
  /** Ends after the mail that is being handed over. */
  close(): Promise<void>
}
export type MailSenderOptions = {
  database: Database
  transport: MailTransport
  /** Address that mails come from. */
  from: string
  linkOf(tenant: Tenant, invited: { userId: string; invitedAt: Date }): string
  clock(): Date
  log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>): void
}

export function createMailSender({ database, transport, from, linkOf, clock, log }: MailSenderOptions): MailSender {
  let isClosed = false
  const rounds = new Set<Promise<void>>()

  async function round(tenantId?: number): Promise<void> {
    for (const tenant of await database.platform(listTenants)) if (tenantId === undefined || tenant.id === tenantId) await sendAllOf(tenant)
  }

  async function sendAllOf(tenant: Tenant): Promise<void> {
    while (!isClosed) {
      const now = clock()
      const next = await database.transaction(tenant.id, async (db) => {
        const taken = await takeMail(db, tenant.id, now)
        if (!taken) return null
        const invited = await readInvitation(db, tenant, taken.userId, now)
        if (!invited) await endMail(db, tenant.id, taken, 'CANCELLED', null, now)
        return { taken, invited }
      })
      if (!next) return
      const { taken, invited } = next
      if (!invited) continue
      const link = linkOf(tenant, { userId: taken.userId, invitedAt: invited.invitedAt })
      const messageId = `<${taken.id}@${new URL(link).hostname}>`
      await deliver(tenant, taken, invitationMail({ ...invited, messageId, from, link }))
    }
  }

  async function deliver(tenant: Tenant, taken: Taken, mail: Email): Promise<void> {
    // Outside any transaction: a slow mail server holds nobody's rows.
    const handing = await transport.hand(mail)
    const now = clock()
    const details = { tenant: tenant.subdomain, mail: taken.id, user: taken.userId, tries: taken.tries }
    await database.transaction(tenant.id, async (db) => {
      if (handing.isSent) return endMail(db, tenant.id, taken, 'SENT', null, now)
      if (handing.isFinal) return endMail(db, tenant.id, taken, 'FAILED', handing.reason, now)
      await postponeMail(db, tenant.id, taken, handing.reason, now)
    })
    if (handing.isSent) log('info', 'mail sent', details)
    else log('warn', handing.isFinal ? 'mail refused' : 'mail not sent', { ...details, reason: handing.reason })
  }

  return {
    round(tenantId) {
      const under = round(tenantId).finally(() => rounds.delete(under))
      rounds.add(under)
      return under
    },
    async close() {
      isClosed = true
      await Promise.allSettled(rounds)
      transport.close()
    },
  }
}
