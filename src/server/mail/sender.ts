// Sends the mail that waits, programme by programme, after the transactions that made it due: at once when asked by
// this process, and in a round now and then for what other processes, or an earlier life of this one, left.
import type { Database } from '../db/database.ts'
import { listTenants } from '../db/platform.ts'
import type { Tenant } from '../scope.ts'
import { invitationMail } from './invitation-mail.ts'
import { readInvitation } from './invited-person.ts'
import { endMail, postponeMail, type Taken, takeMail } from './outbox.ts'
import type { Email, MailTransport } from './transport.ts'

export type MailSender = {
  /** Mail waits: a round begins, or follows the one that is under way. */
  wake(): void
  /** Everything that is due, once; resolves when it is done, with the rounds that were asked for meanwhile. Never throws. */
  round(): Promise<void>
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
  /** Milliseconds between rounds; 0 = only when woken. */
  everyMs?: number
}

/** How soon what another process queued is found. */
const defaultMs = 60_000

export function createMailSender({ database, transport, from, linkOf, clock, log, everyMs = defaultMs }: MailSenderOptions): MailSender {
  let running: Promise<void> | null = null
  let isRequested = false
  let isClosed = false
  const timer = everyMs > 0 ? setInterval(() => void round(), everyMs) : undefined
  timer?.unref()

  function round(): Promise<void> {
    isRequested = true
    running ??= rounds().finally(() => {
      running = null
    })
    return running
  }

  async function rounds(): Promise<void> {
    while (isRequested && !isClosed) {
      isRequested = false
      try {
        for (const tenant of await database.platform(listTenants)) await sendAllOf(tenant)
      } catch (error) {
        log('warn', 'mail: the round broke off', { error })
      }
    }
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
    wake: () => void round(),
    round,
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
      transport.close()
    },
  }
}
