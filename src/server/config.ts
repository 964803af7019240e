// The only reader of the environment. Every setting has a default for trying the product out, a rule it
// must keep, and a sentence that says so; a server that is set up wrongly does not start.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type GroundSettings, groundSettings } from './map-settings.ts'
import { defaultPushServices, type PushSettings, pushKeysOf } from './push-settings.ts'

export type Mode = 'development' | 'production' | 'test'
export type OidcConfig = { issuer: string; clientId: string; clientSecret: string; name: string; scope?: string }
/** Sign-in with Firebase: a project's public configuration, and where its keys are. */
export type FirebaseConfig = { projectId: string; apiKey: string; authDomain: string; keysUrl: string | null; tokenUrl: string | null }
/** How mail leaves: the mail server's address, and the address mails come from. */
export type MailConfig = { url: string; from: string }
/** Where attached files are stored. `folder` and `s3` may be set up beside the one that new files go into. */
export type FileStoreConfig = {
  into: 'database' | 'folder' | 's3'
  folder: string | null
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
  /** Of a programme that has no quota of its own. */
  quotaMb: number
}
export type Config = {
  mode: Mode
  port: number
  /** Somebody asked for this very port: another one will not do. */
  isPortFixed: boolean
  /** Address to listen on; undefined = every one. */
  host: string | undefined
  /** What one sender may take: HEADERS_TIMEOUT_S, REQUEST_TIMEOUT_S, MAX_CONNECTIONS. */
  limits: { headersMs: number; requestMs: number; maxConnections: number }
  /** How long running answers may take when the process is asked to end: SHUTDOWN_GRACE_S. Less than what the supervisor waits. */
  shutdownGraceMs: number
  dataDir: string
  /** PostgreSQL; null = the embedded database in dataDir. */
  databaseUrl: string | null
  /** Connections to PostgreSQL at most. */
  databasePool: number
  /** Newest first: the first signs, the others still open what they signed. */
  secrets: readonly [string, ...string[]]
  /** How people reach the product, without the tenant's name; null = http://localhost at our own port. */
  publicOrigin: URL | null
  /** Names below which tenants live. */
  hostBases: readonly string[]
  isSecure: boolean
  /** Subdomain of the tenant at the plain local host; null = none. */
  localTenant: string | null
  /** The identity provider; null = the development one, and in production none. */
  oidc: OidcConfig | null
  /** Programmes may offer it on their login page; null = in development its stand-in, in production nothing. */
  firebase: FirebaseConfig | null
  idpPort: number | null
  /** Load the demo programme into an empty database. */
  demo: boolean
  /** The last hop in X-Forwarded-For is our own proxy's word. */
  isBehindProxy: boolean
  /** Of one sign-in: CALLS_PER_MINUTE; 0 = as many as it likes. */
  callsPerMinute: number
  /** Bearer token that /metrics asks for; null = open in development, and closed in production. */
  metricsToken: string | null
  /** Where spans are sent by OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT), under which name; null = nothing is traced, and nothing of it is loaded. */
  tracing: { endpoint: string; service: string } | null
  /** Bearer token of the platform's owner, who makes programmes; null = nobody can over the network. */
  platformToken: string | null
  /** What reports of a provider of telephones are signed with; null = none are taken. */
  telephoneSecret: string | null
  files: FileStoreConfig
  /** Maps under our own shapes: BASE_MAP, SATELLITE_MAP, their _ATTRIBUTION, MAP_ORIGINS. */
  maps: GroundSettings
  /** Null: no mail is sent; links of invitations are handed over by people. */
  mail: MailConfig | null
  /** Notifications of browsers: WEB_PUSH=off, VAPID_PRIVATE_KEY, PUSH_CONTACT, PUSH_SERVICES. Null: none. */
  push: PushSettings | null
  /** Where jobs are carried out: beside the server, nowhere in this process (another one does), or here without a server. */
  worker: 'beside' | 'none' | 'only'
}

/** A setting that cannot be used; the message is a sentence for the person at the terminal. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

/** Reads all settings. Throws ConfigError. In development a missing SECRET is made once and stored in the data folder. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const mode = oneOf(env, 'NODE_ENV', ['development', 'production', 'test'], 'development')
  const isProduction = mode === 'production'
  const dataDir = resolve(value(env, 'DATA_DIR') ?? '.data')
  const publicOrigin = originOf(env, isProduction)
  const hostname = publicOrigin?.hostname ?? 'localhost'
  const firebase = firebaseOf(env)
  const portText = value(env, 'PORT')
  const idpPort = value(env, 'IDP_PORT')
  const local = value(env, 'DEFAULT_TENANT') ?? 'cotton'
  if (!/^[a-z0-9-]{1,40}$/.test(local)) throw new ConfigError(`DEFAULT_TENANT is the subdomain of a programme, like cotton; it is "${local}".`)
  return {
    mode,
    dataDir,
    publicOrigin,
    port: portText === undefined ? 3000 : wholeNumber('PORT', portText, 0, 65_535),
    isPortFixed: portText !== undefined,
    // On a developer's machine the demo identity provider lets anybody be anybody, so the network stays out.
    host: value(env, 'HOST') ?? (isProduction ? undefined : '127.0.0.1'),
    limits: {
      headersMs: 1000 * numberOf(env, 'HEADERS_TIMEOUT_S', 15, 1, 600),
      requestMs: 1000 * numberOf(env, 'REQUEST_TIMEOUT_S', 300, 1, 3600),
      maxConnections: numberOf(env, 'MAX_CONNECTIONS', 2000, 1, 100_000),
    },
    shutdownGraceMs: 1000 * numberOf(env, 'SHUTDOWN_GRACE_S', 20, 1, 600),
    databaseUrl: databaseUrlOf(env),
    databasePool: numberOf(env, 'DATABASE_POOL', 10, 1, 200),
    secrets: secretsOf(env, isProduction, dataDir),
    hostBases: [hostname],
    isSecure: publicOrigin?.protocol === 'https:',
    localTenant: hostname === 'localhost' ? local : null,
    oidc: oidcOf(env, isProduction && !firebase),
    firebase,
    idpPort: idpPort === undefined ? null : wholeNumber('IDP_PORT', idpPort, 0, 65_535),
    demo: demoOf(env, mode),
    isBehindProxy: oneOf(env, 'TRUST_PROXY', ['true', 'false'], 'false') === 'true',
    // Fifty a second: more than a phone that sends the work of a week, far below a script that has gone wild.
    callsPerMinute: numberOf(env, 'CALLS_PER_MINUTE', 3000, 0, 1_000_000),
    metricsToken: value(env, 'METRICS_TOKEN') ?? null,
    tracing: tracingOf(env),
    platformToken: longSecretOf(env, 'PLATFORM_TOKEN'),
    telephoneSecret: longSecretOf(env, 'TELEPHONE_SECRET'),
    mail: mailOf(env),
    push: pushOf(env, publicOrigin),
    files: filesOf(env),
    maps: mapsOf(env),
    worker: workerOf(env),
  }
}

function workerOf(env: Env): Config['worker'] {
  const worker = oneOf(env, 'WORKER', ['beside', 'none', 'only'], 'beside')
  if (worker !== 'beside' && databaseUrlOf(env) === null)
    throw new ConfigError(`WORKER=${worker} needs DATABASE_URL: the embedded database belongs to one process.`)
  return worker
}

type Env = Readonly<Record<string, string | undefined>>
/** An empty setting is a missing one: compose files write `SECRET=`. */
const value = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined

function oneOf<T extends string>(env: Env, name: string, values: readonly T[], otherwise: T): T {
  const given = value(env, name) ?? otherwise
  const found = values.find((one) => one === given)
  if (found === undefined) throw new ConfigError(`${name} must be ${values.join(' or ')}; it is "${given}".`)
  return found
}

const numberOf = (env: Env, name: string, otherwise: number, min: number, max: number): number =>
  wholeNumber(name, value(env, name) ?? String(otherwise), min, max)

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max) throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; it is "${text}".`)
  return number
}

function originOf(env: Env, isProduction: boolean): URL | null {
  const text = value(env, 'PUBLIC_ORIGIN')
  if (text === undefined) {
    if (isProduction)
      throw new ConfigError(
        'PUBLIC_ORIGIN is needed in production: the address below which programmes live, like https://farmbook.example for https://cotton.farmbook.example.',
      )
    return null
  }
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    throw new ConfigError(`PUBLIC_ORIGIN must be an address without a path, like https://farmbook.example; it is "${text}".`)
  if (isProduction && url.protocol === 'http:' && url.hostname !== 'localhost')
    throw new ConfigError('PUBLIC_ORIGIN must begin with https:// in production: sessions do not travel in the clear.')
  return url
}

function databaseUrlOf(env: Env): string | null {
  const text = value(env, 'DATABASE_URL')
  if (text === undefined) return null
  if (!/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new ConfigError('DATABASE_URL must begin with postgres:// (leave it out for the embedded database).')
  return text
}

/** Whether what travels to the database could be read on its way: it goes to another host, and nobody has said whether by TLS. */
export function isDatabaseInTheClear(databaseUrl: string | null, env: Env = process.env): boolean {
  const url = databaseUrl === null ? null : URL.parse(databaseUrl)
  if (!url) return false
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const isHere = host === '' || host.startsWith('/') || host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d+){3}$/.test(host)
  return !isHere && !['sslmode', 'ssl'].some((name) => url.searchParams.has(name)) && value(env, 'PGSSLMODE') === undefined
}

function secretsOf(env: Env, isProduction: boolean, dataDir: string): readonly [string, ...string[]] {
  const given = (value(env, 'SECRET') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (given.some((one) => one.length < 32))
    throw new ConfigError('SECRET must have at least 32 characters (several, newest first, separated by commas). Make one with: openssl rand -base64 48')
  // Not a measure of randomness, but a row of one letter or a repeated word is none.
  if (isProduction && given.some((one) => new Set(one).size < 8))
    throw new ConfigError('SECRET is not random: it has fewer than 8 different characters. Make one with: openssl rand -base64 48')
  const [first, ...older] = given
  if (first) return [first, ...older]
  if (isProduction) throw new ConfigError('SECRET is needed in production: it seals sessions and tokens. Make one with: openssl rand -base64 48')
  return [storedSecret(join(dataDir, 'secret'))]
}

function demoOf(env: Env, mode: Mode): boolean {
  const isRequested = oneOf(env, 'DEMO', ['true', 'false'], mode === 'development' ? 'true' : 'false') === 'true'
  if (isRequested && mode === 'production') throw new ConfigError('DEMO=true is refused in production: the demo programme has people whom anybody can be.')
  return isRequested
}

function tracingOf(env: Env): Config['tracing'] {
  const endpoint = value(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return null
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector that takes OTLP over HTTP, like http://localhost:4318.')
  return { endpoint, service: value(env, 'OTEL_SERVICE_NAME') ?? 'farmbook' }
}

function longSecretOf(env: Env, name: 'PLATFORM_TOKEN' | 'TELEPHONE_SECRET'): string | null {
  const secret = value(env, name) ?? null
  if (secret !== null && secret.length < 32) throw new ConfigError(`${name} must have at least 32 characters. Make one with: openssl rand -base64 48`)
  return secret
}

function mailOf(env: Env): MailConfig | null {
  const [url, from] = [value(env, 'SMTP_URL'), value(env, 'MAIL_FROM')]
  if (url === undefined && from === undefined) return null
  if (url === undefined || !/^smtps?:$/.test(URL.parse(url)?.protocol ?? '') || !URL.parse(url)?.hostname)
    throw new ConfigError('SMTP_URL is the address of a mail server, like smtp://user:password@mail.example:587 (smtps:// for TLS from the start).')
  if (!from || !/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/.test(from))
    throw new ConfigError('MAIL_FROM is the address that mails come from, like no-reply@farmbook.example; it stands beside SMTP_URL.')
  return { url, from }
}

function pushOf(env: Env, publicOrigin: URL | null): PushSettings | null {
  if (oneOf(env, 'WEB_PUSH', ['on', 'off'], 'on') === 'off') return null
  const privateKey = value(env, 'VAPID_PRIVATE_KEY') ?? null
  if (privateKey !== null && !isPushKey(privateKey))
    throw new ConfigError('VAPID_PRIVATE_KEY is a private key of P-256, 32 bytes as base64url. Make one with: npx web-push generate-vapid-keys')
  const mail = value(env, 'MAIL_FROM')
  const contact =
    value(env, 'PUSH_CONTACT') ?? (mail ? `mailto:${mail}` : publicOrigin?.protocol === 'https:' ? publicOrigin.origin : 'mailto:farmbook@example.org')
  if (!/^(mailto:.+@|https:\/\/)/.test(contact))
    throw new ConfigError('PUSH_CONTACT is an address that push services may write to, like mailto:it@farmbook.example.')
  const services = value(env, 'PUSH_SERVICES')?.split(/[\s,]+/) ?? defaultPushServices
  const wrong = services.find((one) => !/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(one))
  if (wrong !== undefined)
    throw new ConfigError(`PUSH_SERVICES are origins like https://fcm.googleapis.com or https://*.notify.windows.com, separated by spaces; one is "${wrong}".`)
  return { privateKey, contact, services }
}

function isPushKey(text: string): boolean {
  try {
    return pushKeysOf(text).privateKey === text
  } catch {
    return false
  }
}

function filesOf(env: Env): FileStoreConfig {
  const into = oneOf(env, 'FILE_STORE', ['database', 'folder', 's3'], 'database')
  const folder = value(env, 'FILE_FOLDER')
  if (into === 'folder' && folder === undefined)
    throw new ConfigError('FILE_FOLDER is the folder that attached files are stored in; FILE_STORE=folder needs it.')
  const s3 = s3Of(env)
  if (into === 's3' && s3 === null) throw new ConfigError('S3_ENDPOINT is the address of the object store; FILE_STORE=s3 needs it.')
  return { into, folder: folder === undefined ? null : resolve(folder), s3, quotaMb: numberOf(env, 'FILE_QUOTA_MB', 2000, 0, 10_000_000) }
}

function s3Of(env: Env): FileStoreConfig['s3'] {
  const endpoint = value(env, 'S3_ENDPOINT')
  if (endpoint === undefined) return null
  const [bucket, accessKeyId, secretAccessKey] = [value(env, 'S3_BUCKET'), value(env, 'S3_ACCESS_KEY_ID'), value(env, 'S3_SECRET_ACCESS_KEY')]
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new ConfigError(`S3_ENDPOINT is an address like https://s3.example.net; it is "${endpoint}".`)
  if (!bucket || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || !accessKeyId || !secretAccessKey)
    throw new ConfigError('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.')
  return { endpoint, bucket, region: value(env, 'S3_REGION') ?? 'us-east-1', accessKeyId, secretAccessKey }
}

function mapsOf(env: Env): GroundSettings {
  try {
    return groundSettings({
      base: value(env, 'BASE_MAP'),
      baseAttribution: value(env, 'BASE_MAP_ATTRIBUTION'),
      satellite: value(env, 'SATELLITE_MAP'),
      satelliteAttribution: value(env, 'SATELLITE_MAP_ATTRIBUTION'),
      origins: value(env, 'MAP_ORIGINS'),
    })
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
}

/** Stored, so that a restart does not sign everybody out. */
function storedSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || remake(file)
  } catch {
    return remake(file)
  }
}
function remake(file: string): string {
  const secret = randomBytes(48).toString('base64url')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}

function oidcOf(env: Env, isNeeded: boolean): OidcConfig | null {
  const issuer = value(env, 'OIDC_ISSUER')
  if (issuer === undefined) {
    if (isNeeded)
      throw new ConfigError(
        'OIDC_ISSUER is needed in production: the OpenID Connect provider that signs people in, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
      )
    return null
  }
  const [clientId, clientSecret, scope] = [value(env, 'OIDC_CLIENT_ID'), value(env, 'OIDC_CLIENT_SECRET'), value(env, 'OIDC_SCOPE')]
  if (!URL.canParse(issuer) || !clientId || !clientSecret)
    throw new ConfigError('OIDC_ISSUER must be an address, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET beside it.')
  return { issuer, clientId, clientSecret, name: value(env, 'OIDC_NAME') ?? 'your organisation', ...(scope ? { scope } : {}) }
}

function firebaseOf(env: Env): FirebaseConfig | null {
  const [projectId, apiKey, keysUrl, tokenUrl] = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_KEYS_URL', 'FIREBASE_TOKEN_URL'].map((name) =>
    value(env, name),
  )
  if (projectId === undefined && apiKey === undefined) return null
  if (!projectId || !apiKey || !/^[a-z0-9-]{4,40}$/.test(projectId))
    throw new ConfigError('FIREBASE_PROJECT_ID is the id of a project, like my-programme-1a2b, with FIREBASE_API_KEY beside it.')
  for (const address of [keysUrl, tokenUrl])
    if (address && URL.parse(address)?.protocol !== 'https:')
      throw new ConfigError(`FIREBASE_KEYS_URL and FIREBASE_TOKEN_URL begin with https://; one is "${address}".`)
  return {
    projectId,
    apiKey,
    authDomain: value(env, 'FIREBASE_AUTH_DOMAIN') ?? `${projectId}.firebaseapp.com`,
    keysUrl: keysUrl ?? null,
    tokenUrl: tokenUrl ?? null,
  }
}
