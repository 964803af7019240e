// Handing one mail to the mail server of the installation, by SMTP. The server's answer decides whether it is tried again:
// what it refuses for good about this very recipient or text is not; everything else passes.
import { createTransport } from 'nodemailer'
import { z } from 'zod'

export type Email = {
  /** Stays the same for each try, so that a mailbox that got it twice shows it once. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  language: string
}
/** `isFinal`: trying again cannot help. `reason`: in the words of the mail server, one line. */
export type Handing = { isSent: true } | { isSent: false; isFinal: boolean; reason: string }
export type MailTransport = { hand(mail: Email): Promise<Handing>; close(): void }

/** A mail server that says nothing for so long says nothing at all. */
const patienceMs = 15_000
const reasonAtMost = 300

/** `url`: smtp:// or smtps://, with user and password where they are asked for. */
export function smtpTransport(url: string): MailTransport {
  const { hostname, username } = new URL(url)
  const transport = createTransport({
    url,
    // A password does not travel in the clear; a mail server on the machine itself is no journey.
    requireTLS: username !== '' && !isLoopback(hostname),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async hand({ language, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          envelope: { from: mail.from.address, to: [mail.to.address] },
        })
        return { isSent: true }
      } catch (error) {
        return { isSent: false, ...judge(error) }
      }
    },
    close: () => transport.close(),
  }
}

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const text = z.string().optional().catch(undefined)
/** What the mail library and its sockets say of a failure, as far as it is there. */
const smtpError = z.object({ code: text, command: text, responseCode: z.number().optional().catch(undefined), response: text, message: text }).catch({})
/** Final is a 5xx about the recipient or the text. A 5xx to our password or our sender is a fault of the installation, which somebody mends. */
function judge(error: unknown): { isFinal: boolean; reason: string } {
  const { code, command = '', responseCode = 0, response, message } = smtpError.parse(error)
  const isAboutEmail = command === 'RCPT TO' || command === 'DATA' || (code === 'EENVELOPE' && command === 'API')
  const isRefusal = responseCode >= 500 || command === 'API'
  const answer = (response ?? message ?? 'The mail server did not answer.').replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim()
  return { isFinal: isAboutEmail && isRefusal, reason: answer.slice(0, reasonAtMost) }
}
