// A mail server of one's own: takes mail over SMTP like any other, keeps what it was handed for a test to read, and refuses
// whom it is set to refuse.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  /** As they stood on the wire, unfolded, in lower case. */
  headers: ReadonlyMap<string, string>
  /** How often each header was there: twice is one too many. */
  headerNames: readonly string[]
  subject: string
  fromName: string
  text: string
  html: string
  raw: string
}
export type Mailbox = {
  url: string
  received: ReceivedMail[]
  /** Answers this code and sentence to these recipients; null = takes everything. */
  refuse: { code: number; message: string } | null
  close(): Promise<void>
}

/** `account`: user and password that are asked for. In the clear, as a mail server on one's own machine is spoken to. */
export async function openMailbox({ account }: { account?: { user: string; pass: string } } = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: !account,
    allowInsecureAuth: true,
    disabledCommands: account ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.pass ? done(null, { user: username }) : done(new Error('Invalid username or password')),
    onRcptTo: (_address, _session, done) => {
      const { refuse } = mailbox
      if (refuse) done(Object.assign(new Error(refuse.message), { responseCode: refuse.code }))
      else done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({ ...read(Buffer.concat(chunks).toString('utf8')), from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) })
        done()
      })
    },
  })
  // A client that gives up on us is no failure of the test.
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  const user = account ? `${encodeURIComponent(account.user)}:${encodeURIComponent(account.pass)}@` : ''
  const mailbox: Mailbox = {
    url: `smtp://${user}127.0.0.1:${port}`,
    received,
    refuse: null,
    close: () => new Promise((done) => server.close(done)),
  }
  return mailbox
}

function read(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const { headers, names, body } = partOf(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(partOf) : [{ headers, body }]
  const content = (type: string) => {
    const part = parts.find((one) => (one.headers.get('content-type') ?? '').startsWith(type))
    return part ? decoded(part.body, part.headers.get('content-transfer-encoding') ?? '') : ''
  }
  const from = words(headers.get('from') ?? '')
  return {
    raw,
    headers,
    headerNames: names,
    subject: words(headers.get('subject') ?? ''),
    fromName: from
      .replace(/<[^>]*>$/, '')
      .trim()
      .replace(/^"(.*)"$/, '$1'),
    text: content('text/plain'),
    html: content('text/html'),
  }
}

function partOf(raw: string): { headers: Map<string, string>; names: string[]; body: string } {
  const trimmed = raw.replace(/^\r\n/, '')
  const end = trimmed.indexOf('\r\n\r\n')
  const lines = trimmed
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const)
  return { headers: new Map(pairs), names: pairs.map(([name]) => name), body: trimmed.slice(end + 4) }
}

function decoded(body: string, encoding: string): string {
  const text = body.replace(/\r\n$/, '')
  if (/base64/i.test(encoding)) return Buffer.from(text, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  return (/quoted-printable/i.test(encoding) ? quotedPrintable(text.replace(/=\r\n/g, '')) : text).replaceAll('\r\n', '\n')
}
const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** RFC 2047: `=?UTF-8?B?…?= =?UTF-8?Q?…?=`. */
const words = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('utf8') : quotedPrintable(text.replaceAll('_', ' ')),
    )
