// An invitation as a mail: who invites, to what, the link, until when; as text and as HTML, in the person's language. What
// people have typed (names of persons, programmes and groups) is one line each, and cut where it would fill the mail.
import { type RoleGrant, roles } from '#domain/access.ts'
import { type Language, localeOf } from '#domain/messages/languages.ts'
import { type Translate, translatorOf } from '../messages/tables.ts'
import { html, trusted } from '../public/html.ts'
import type { Email } from './transport.ts'

export type Invitation = {
  messageId: string
  /** Address that mails come from; the name beside it is the programme's. */
  from: string
  programme: string
  /** Colours of the button, the programme's own: `#F79023`, and the ink that can be read on it. */
  colour: string
  ink: string
  /** IANA zone of the programme: the day on which the invitation ends is a day there. */
  timezone: string
  name: string
  email: string
  language: Language
  /** Null: nobody in particular; the programme itself. */
  inviter: string | null
  grants: readonly RoleGrant[]
  /** Names of operators and processors, by id. */
  titles: Readonly<Record<string, string>>
  link: string
  until: Date
}

/** Characters of a name in a mail; names of people and programmes end well before. */
const longest = 90

/** One line of what somebody typed: a line break in a header would begin another header, and one in the text another sentence. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}

/** The mail of an invitation. */
export function invitationMail(invitation: Invitation): Email {
  const { language, link, email } = invitation
  const t = translatorOf(language)
  const [programme, name] = [oneLine(invitation.programme), oneLine(invitation.name)]
  const inviter = invitation.inviter === null ? null : oneLine(invitation.inviter)
  const until = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: invitation.timezone }).format(invitation.until)
  const places = { programme, name, email, until, ...(inviter ? { inviter } : {}) }
  const greeting = t('Dear {{name}},', places)
  const invites = t(inviter ? '{{inviter}} invites you to work in {{programme}}.' : 'You are invited to work in {{programme}}.', places)
  const work = invitation.grants.map((grant) => workOf(grant, invitation.titles, t))
  const how = t('Sign in with this very address, {{email}}, by {{until}}:', places)
  const notes = [
    t('The link leads to the login page and lets nobody in by itself: there you show that this address is yours.'),
    t('You do not know what this is about? Then you need not do anything.'),
  ]
  return {
    messageId: invitation.messageId,
    from: { name: programme, address: invitation.from },
    to: { name, address: email },
    subject: t(inviter ? '{{inviter}} invites you to {{programme}}' : 'You are invited to {{programme}}', places),
    language,
    text: [greeting, invites, [t('Your work there:'), ...work.map((line) => `- ${line}`)].join('\n'), `${how}\n${link}`, ...notes].join('\n\n'),
    html: page(
      language,
      html`<p>${greeting}</p><p>${invites}</p><p style="margin-bottom:4px">${t('Your work there:')}</p>
<ul style="margin-top:0;padding-left:20px">${work.map((line) => html`<li>${line}</li>`)}</ul><p>${how}</p>
<p><a href="${link}" style="display:inline-block;padding:13px 22px;border-radius:8px;background:${invitation.colour};color:${invitation.ink};text-decoration:none;font-weight:600">${t('Sign in for the first time')}</a></p>
<p style="font-size:13px;color:#57606a;overflow-wrap:anywhere">${link}</p>
${notes.map((note) => html`<p style="font-size:13px;color:#57606a">${note}</p>`)}`,
    ),
  }
}

/** "Field officer: Narmada Organic Growers. Villages: Kasrawad, Sawda" */
function workOf({ role, operatorIds = [], processorIds = [], villages = [] }: RoleGrant, titles: Invitation['titles'], t: Translate): string {
  const places = [...(operatorIds ?? []), ...(processorIds ?? [])].flatMap((id) => (titles[id] ? [oneLine(titles[id])] : []))
  const where = villages?.length ? t('Villages: {{villages}}', { villages: villages.map(oneLine).join(', ') }) : ''
  return [[t(roles[role]), places.join(', ')].filter(Boolean).join(': '), where].filter(Boolean).join('. ')
}

/** A mail's page around its content. */
export const page = (language: Language, content: ReturnType<typeof html>): string =>
  html`${trusted('<!doctype html>')}<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px 16px;background:#f6f4ef"><div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;font:15px/1.5 system-ui,sans-serif;color:#1f2328">${content}</div></body></html>`
    .text
