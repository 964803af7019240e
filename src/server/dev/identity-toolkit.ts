// A stand-in for Firebase's sign-in service, for development and tests; it is not Firebase. The real SDK speaks to it
// as to Google's emulator, but its tokens are signed (RS256, keys at /jwks), so the product needs no way around its checks.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { isJsonObject } from '#domain/kernel/sound-json.ts'
import type { FirebaseSettings } from '#server/auth/firebase.ts'
import { demoPeople } from './people.ts'
import { portOf } from './running.ts'

/** Whoever of the demo people signs in here does so with this. */
export const standInPassword = 'development'
const projectId = 'demo-farmbook'
const apiKey = 'development-only'
const tokenTtlS = 3600
const maxBody = 65_536

type Account = { uid: string; email: string; password: string; name: string; isVerified: boolean; isDisabled: boolean }
export type IdentityToolkit = {
  settings: FirebaseSettings
  /** Switches an account off, as its administrator would at Google: no more tokens. */
  disable(email: string): void
  /** Addresses that have asked for a new password. */
  resets: string[]
  close(): Promise<void>
}

/** Starts the stand-in on the loopback address. Throws when NODE_ENV is production: its passwords are known to everybody. */
export async function startIdentityToolkit({ port = 0, clock = () => new Date() }: { port?: number; clock?: () => Date } = {}): Promise<IdentityToolkit> {
  // biome-ignore lint/style/noProcessEnv: asked here and not taken from the settings, so that nothing can talk it into running in production
  if (process.env.NODE_ENV === 'production') throw new Error('The stand-in for Firebase does not run in production.')
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' }
  const accounts = new Map<string, Account>()
  const resets: string[] = []
  const sessions = new Map<string, { email: string; authTime: number }>()
  const add = (email: string, password: string, name: string, isVerified: boolean): Account => {
    const account = { uid: createHash('sha256').update(email).digest('base64url').slice(0, 28), email, password, name, isVerified, isDisabled: false }
    accounts.set(email, account)
    return account
  }
  for (const { email, name } of demoPeople) add(email, standInPassword, name, true)

  const seconds = () => Math.floor(clock().getTime() / 1000)
  const idToken = ({ uid, email, name, isVerified }: Account, authTime: number) =>
    new SignJWT({ name, email, email_verified: isVerified, auth_time: authTime, user_id: uid, firebase: { sign_in_provider: 'password', identities: {} } })
      .setProtectedHeader({ alg: 'RS256', kid: 'stand-in', typ: 'JWT' })
      .setIssuer(`https://securetoken.google.com/${projectId}`)
      .setAudience(projectId)
      .setSubject(uid)
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + tokenTtlS)
      .sign(privateKey)
  const signedIn = async (account: Account) => {
    const authTime = seconds()
    const refreshToken = randomBytes(48).toString('base64url')
    sessions.set(refreshToken, { email: account.email, authTime })
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: account.uid,
      email: account.email,
      displayName: account.name,
      idToken: await idToken(account, authTime),
      registered: true,
      refreshToken,
      expiresIn: String(tokenTtlS),
    }
  }
  const byPassword = ({ email, password }: Body): Account => {
    const account = accounts.get(String(email ?? '').toLowerCase())
    // As today's Firebase: whether the address is known is not revealed.
    if (!account || account.password !== password) throw new Refusal('INVALID_LOGIN_CREDENTIALS')
    if (account.isDisabled) throw new Refusal('USER_DISABLED')
    return account
  }

  const calls: Record<string, (body: Body) => Promise<unknown>> = {
    'accounts:signUp': async ({ email, password }) => {
      const address = String(email ?? '').toLowerCase()
      if (accounts.has(address)) throw new Refusal('EMAIL_EXISTS')
      return signedIn(add(address, String(password ?? ''), '', false))
    },
    'accounts:signInWithPassword': async (body) => signedIn(byPassword(body)),
    'accounts:sendOobCode': async ({ email }) => {
      resets.push(String(email))
      return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
    },
    'accounts:lookup': async ({ idToken: token }) => {
      const uid = String(JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString() || '{}').sub)
      const account = [...accounts.values()].find((one) => one.uid === uid)
      if (!account) throw new Refusal('USER_NOT_FOUND')
      return { users: [{ localId: uid, email: account.email, emailVerified: account.isVerified, displayName: account.name, providerUserInfo: [] }] }
    },
    token: async ({ refresh_token: token }) => {
      const session = sessions.get(String(token))
      const account = session && accounts.get(session.email)
      if (!session || !account) throw new Refusal('INVALID_REFRESH_TOKEN')
      if (account.isDisabled) throw new Refusal('USER_DISABLED')
      const id_token = await idToken(account, session.authTime)
      return {
        id_token,
        access_token: id_token,
        refresh_token: token,
        expires_in: String(tokenTtlS),
        token_type: 'Bearer',
        user_id: account.uid,
        project_id: projectId,
      }
    },
  }

  const server = createServer((request, response) => void answer(request, response, calls, { keys: [jwk] }))
  const origin = `http://localhost:${await listen(server, port)}`
  return {
    settings: {
      projectId,
      apiKey,
      authDomain: `${projectId}.firebaseapp.com`,
      keysUrl: `${origin}/jwks`,
      tokenUrl: `${origin}/securetoken.googleapis.com/v1/token`,
      standIn: origin,
    },
    resets,
    disable(email) {
      const account = accounts.get(email)
      if (account) account.isDisabled = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Body = Record<string, unknown>
class Refusal extends Error {}

/** The SDK calls from the product's page, which is another origin: any local one is let in. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  calls: Record<string, (body: Body) => Promise<unknown>>,
  keys: object,
): Promise<void> {
  const send = (status: number, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'cache-control': 'no-store' }
    response.writeHead(status, headers).end(JSON.stringify(body))
  }
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'OPTIONS') return send(200, {})
    if (pathname === '/jwks') return send(200, keys)
    const name = /^\/(?:identitytoolkit|securetoken)\.googleapis\.com\/v1\/(\w+(?::\w+)?)$/.exec(pathname)?.[1] ?? ''
    const call = request.method === 'POST' && Object.hasOwn(calls, name) ? calls[name] : undefined
    if (!call) return send(404, { error: { code: 404, message: 'NOT_FOUND' } })
    return send(200, await call(await read(request)))
  } catch (error) {
    const message = error instanceof Refusal ? error.message : 'INVALID_ARGUMENT'
    send(400, { error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } })
  }
}

async function read(request: IncomingMessage): Promise<Body> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > maxBody) throw new Refusal('PAYLOAD_TOO_LARGE')
  }
  if (request.headers['content-type']?.includes('form')) return Object.fromEntries(new URLSearchParams(text))
  const body: unknown = JSON.parse(text || '{}')
  if (!isJsonObject(body)) throw new Refusal('INVALID_ARGUMENT')
  return body
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(portOf(server)))
  })
