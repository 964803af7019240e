// Sends the mail that waits, programme by programme, after the transactions that made it due. The job `mail` asks for it: at once
// for the programme whose transaction enqueued it, and every minute for what is to be tried again.
import type { Database } from '../db/database.ts'
import { listTenants } from '../db/platform.ts'
import type { Db, Tenant } from '../scope.ts'
import { invitationMail } from './invitation-mail.ts'
import { readInvitation } from './invited-person.ts'
import { noticeMail } from './notice-mail.ts'
import { endNotices, readNotices } from './notices.ts'
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
  /** Address of the programme, as its people reach it. */
  homeOf?(tenant: Tenant): string
  clock(): Date
  log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>): void
}

export function createMailSender({ database, transport, from, linkOf, homeOf = () => 'http://localhost', clock, log }: MailSenderOptions): MailSender {
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
        const mail = await written(db, tenant, taken, now)
        if (!mail) await end(db, tenant, taken, 'CANCELLED', null, now)
        return { taken, mail }
      })
      if (!next) return
      if (next.mail) await deliver(tenant, next.taken, next.mail)
    }
  }

  /** What it says now; null where there is nothing to say any more. */
  async function written(db: Db, tenant: Tenant, taken: Taken, now: Date): Promise<Email | null> {
    if (taken.kind === 'NOTICES') {
      const notices = await readNotices(db, tenant, taken)
      const link = `${homeOf(tenant)}/private/farmbook/-/notifications/list`
      return notices && noticeMail({ ...notices, messageId: `<${taken.id}@${new URL(link).hostname}>`, from, link })
    }
    const invited = await readInvitation(db, tenant, taken.userId, now)
    if (!invited) return null
    const link = linkOf(tenant, { userId: taken.userId, invitedAt: invited.invitedAt })
    return invitationMail({ ...invited, messageId: `<${taken.id}@${new URL(link).hostname}>`, from, link })
  }

  async function end(db: Db, tenant: Tenant, taken: Taken, state: 'SENT' | 'FAILED' | 'CANCELLED', reason: string | null, now: Date): Promise<void> {
    await endMail(db, tenant.id, taken, state, reason, now)
    if (taken.kind === 'NOTICES') await endNotices(db, tenant.id, taken, state, reason, now)
  }

  async function deliver(tenant: Tenant, taken: Taken, mail: Email): Promise<void> {
    // Outside any transaction: a slow mail server holds nobody's rows.
    const handing = await transport.hand(mail)
    const now = clock()
    const details = { tenant: tenant.subdomain, mail: taken.id, user: taken.userId, tries: taken.tries }
    await database.transaction(tenant.id, async (db) => {
      if (handing.isSent) return end(db, tenant, taken, 'SENT', null, now)
      if (handing.isFinal) return end(db, tenant, taken, 'FAILED', handing.reason, now)
      if (!(await postponeMail(db, tenant.id, taken, handing.reason, now)) && taken.kind === 'NOTICES')
        await endNotices(db, tenant.id, taken, 'FAILED', handing.reason, now)
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
