// Hands the mail that waits to the mail server: of the programme that enqueued it, or of all.
import type { MailSender } from '../mail/sender.ts'
import type { Job } from './job.ts'

export const mailJob = (sender: Pick<MailSender, 'round'>): Job => ({
  topic: 'mail',
  // What could not be handed over is tried again minutes later.
  every: '* * * * *',
  run: (_context, { tenantId }) => sender.round(tenantId),
})
