// A person's notifications as one mail: one sentence for each, the gravest first, and the way to their inbox; as text and as HTML,
// in the person's language.

import type { Language } from '#domain/messages/languages.ts'
import type { Severity } from '#domain/notifications/notice.ts'
import { type StoredValues, sentenceOf } from '#domain/notifications/sentence.ts'
import { type Programme, translatorOf, wordingIn } from '../messages/tables.ts'
import { html } from '../public/html.ts'
import { oneLine, page } from './invitation-mail.ts'
import type { Email } from './transport.ts'

export type NoticeLine = { event: string; severity: Severity; headline: string; values: StoredValues }
export type NoticeMail = {
  messageId: string
  from: string
  programme: string
  colour: string
  ink: string
  name: string
  email: string
  language: Language
  lines: readonly NoticeLine[]
  /** What its programme counts money in, and its zone. */
  tenant: Programme
  /** Address of the inbox. */
  link: string
}

const gravity: readonly Severity[] = ['CRITICAL', 'WARN', 'SUCCESS', 'INFO']
const marks: Readonly<Record<Severity, string>> = { CRITICAL: '#b42318', WARN: '#b54708', SUCCESS: '#2e7d32', INFO: '#57606a' }
/** A mail with more is read by nobody; the inbox has the rest. */
const longest = 60

export function noticeMail({ lines, tenant, language, link, colour, ink, ...mail }: NoticeMail): Email {
  const t = translatorOf(language)
  const [programme, name] = [oneLine(mail.programme), oneLine(mail.name)]
  const wording = wordingIn(language, tenant)
  const sorted = [...lines].sort((one, other) => gravity.indexOf(one.severity) - gravity.indexOf(other.severity))
  const sentences = sorted.map(({ event, severity, headline, values }) => ({ severity, text: flat(sentenceOf(event, values, wording, headline)) }))
  const shown = sentences.slice(0, longest)
  const [first] = shown
  const more = sentences.length - shown.length
  const subject =
    sentences.length === 1 && first
      ? `${programme}: ${oneLine(first.text)}`
      : t('{{programme}}: {{count}} notifications', { programme, count: String(sentences.length) })
  const rest = more > 0 ? t('and {{count}} more in your inbox', { count: String(more) }) : ''
  const how = t('You choose what reaches you by mail under “Notification settings”.')
  const open = t('Open the inbox')
  return {
    messageId: mail.messageId,
    from: { name: programme, address: mail.from },
    to: { name, address: mail.email },
    subject,
    language,
    text: [[...shown.map(({ text }) => `- ${text}`), ...(rest ? [rest] : [])].join('\n'), `${open}:\n${link}`, how].join('\n\n'),
    html: page(
      language,
      html`<ul style="margin-top:0;padding-left:0;list-style:none">${shown.map(
        ({ severity, text }) => html`<li style="margin:0 0 10px;padding-left:12px;border-left:3px solid ${marks[severity]}">${text}</li>`,
      )}</ul>${rest ? html`<p>${rest}</p>` : null}
<p><a href="${link}" style="display:inline-block;padding:13px 22px;border-radius:8px;background:${colour};color:${ink};text-decoration:none;font-weight:600">${open}</a></p>
<p style="font-size:13px;color:#57606a">${how}</p>`,
    ),
  }
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
