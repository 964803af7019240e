import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isDatabaseInTheClear, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'farmbook-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'f7J2kQ9xV4mB8nR1sT6wY3zC5dG0hL2p'
const production = {
  NODE_ENV: 'production',
  DATA_DIR: folder,
  SECRET: secret,
  PUBLIC_ORIGIN: 'https://farmbook.example',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'farmbook',
  OIDC_CLIENT_SECRET: 'x',
}

describe('readConfig', () => {
  it.each([
    [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535; it is "99999".'],
    [{ PORT: '30 00' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '1e3' }, 'PORT'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development or production or test; it is "prod".'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres://'],
    [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL'],
    [{ SECRET: 'short' }, 'SECRET must have at least 32 characters'],
    [{ SECRET: `${secret},short` }, 'SECRET'],
    [{ DEFAULT_TENANT: 'Not A Name' }, 'DEFAULT_TENANT'],
    [{ ...production, SECRET: 'a'.repeat(40) }, 'SECRET is not random'],
    [{ ...production, DEMO: 'true' }, 'DEMO=true is refused in production'],
    [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS'],
    [{ DEMO: 'yes' }, 'DEMO must be true or false'],
    [{ PUBLIC_ORIGIN: 'farmbook.example' }, 'PUBLIC_ORIGIN must be an address'],
    [{ PUBLIC_ORIGIN: 'https://farmbook.example/app' }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'ftp://x' }, 'PUBLIC_ORIGIN'],
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID'],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL'],
    [{ PLATFORM_TOKEN: 'short' }, 'PLATFORM_TOKEN must have at least 32 characters'],
    [{ FIREBASE_PROJECT_ID: 'my-programme' }, 'FIREBASE_API_KEY'],
    [{ FIREBASE_API_KEY: 'k' }, 'FIREBASE_PROJECT_ID'],
    [{ FIREBASE_PROJECT_ID: 'My Programme', FIREBASE_API_KEY: 'k' }, 'FIREBASE_PROJECT_ID'],
    [{ FIREBASE_PROJECT_ID: 'my-programme', FIREBASE_API_KEY: 'k', FIREBASE_KEYS_URL: 'http://keys.example' }, 'https://'],
    [{ SMTP_URL: 'mail.example', MAIL_FROM: 'no-reply@farmbook.example' }, 'SMTP_URL is the address of a mail server'],
    [{ WEB_PUSH: 'perhaps' }, 'WEB_PUSH must be on or off'],
    [{ VAPID_PRIVATE_KEY: 'abc' }, 'VAPID_PRIVATE_KEY is a private key of P-256'],
    [{ PUSH_CONTACT: 'it@farmbook.example' }, 'PUSH_CONTACT is an address'],
    [{ PUSH_SERVICES: 'fcm.googleapis.com' }, 'PUSH_SERVICES are origins'],
    [{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'no-reply@farmbook.example' }, 'SMTP_URL'],
    [{ FILE_STORE: 'disk' }, 'FILE_STORE must be database or folder or s3'],
    [{ FILE_STORE: 'folder' }, 'FILE_FOLDER is the folder'],
    [{ FILE_STORE: 's3' }, 'S3_ENDPOINT is the address of the object store'],
    [{ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT is an address like'],
    [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'Not a name', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }, 'S3_BUCKET'],
    [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files' }, 'S3_ACCESS_KEY_ID'],
    [{ FILE_QUOTA_MB: 'much' }, 'FILE_QUOTA_MB must be a whole number'],
    [{ MAIL_FROM: 'no-reply@farmbook.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is the address that mails come from'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Farmbook <no-reply@farmbook.example>' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM'],
  ])('refuses %j with a sentence', (env, sentence) => expect(() => readConfig({ DATA_DIR: folder, ...env })).toThrow(sentence))

  it.each([
    ['SECRET', 'SECRET is needed in production'],
    ['PUBLIC_ORIGIN', 'PUBLIC_ORIGIN is needed in production'],
    ['OIDC_ISSUER', 'OIDC_ISSUER is needed in production'],
  ])('refuses production without %s', (name, sentence) => {
    expect(() => readConfig({ ...production, [name]: undefined })).toThrow(sentence)
    expect(() => readConfig({ ...production, [name]: ' ' })).toThrow(sentence)
  })
  it('does with Firebase alone in production, when it is configured', () => {
    expect(readConfig({ ...production, OIDC_ISSUER: undefined, FIREBASE_PROJECT_ID: 'my-programme', FIREBASE_API_KEY: 'k' })).toMatchObject({
      oidc: null,
      firebase: { projectId: 'my-programme', apiKey: 'k', authDomain: 'my-programme.firebaseapp.com', keysUrl: null, tokenUrl: null },
    })
  })
  it('sends mail only where a mail server is named, and says nothing of its password', () => {
    expect(readConfig(production).mail).toBeNull()
    const mail = { SMTP_URL: 'smtp://farmbook:hush@mail.example:587', MAIL_FROM: 'no-reply@farmbook.example' }
    expect(readConfig({ ...production, ...mail }).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
    expect(() => readConfig({ ...production, SMTP_URL: 'ftp://farmbook:hush@mail.example', MAIL_FROM: mail.MAIL_FROM })).toThrow(/^(?!.*hush)/)
  })
  it('refuses production in the clear, except on the machine itself', () => {
    expect(() => readConfig({ ...production, PUBLIC_ORIGIN: 'http://farmbook.example' })).toThrow('https://')
    expect(readConfig({ ...production, PUBLIC_ORIGIN: 'http://localhost:3000' })).toMatchObject({ isSecure: false, localTenant: 'cotton' })
  })
  it('makes a secret once in development and keeps it to itself', () => {
    const first = readConfig({ DATA_DIR: folder })
    expect(first.secrets[0].length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: folder }).secrets).toEqual(first.secrets)
    expect(readFileSync(join(folder, 'secret'), 'utf8').trim()).toBe(first.secrets[0])
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0)
  })
  it('has defaults for trying it out: this machine only, embedded database, demo people', () => {
    expect(readConfig({ DATA_DIR: folder })).toMatchObject({
      mode: 'development',
      port: 3000,
      isPortFixed: false,
      host: '127.0.0.1',
      databaseUrl: null,
      oidc: null,
      demo: true,
      isSecure: false,
      hostBases: ['localhost'],
      localTenant: 'cotton',
      metricsToken: null,
    })
  })
  it.each([
    ['postgres://u:p@db.example/d', {}, true],
    ['postgres://u:p@10.0.0.7:5432/d', {}, true],
    ['postgres://u:p@db.example/d?sslmode=verify-full', {}, false],
    ['postgres://u:p@db.example/d?sslmode=disable', {}, false],
    ['postgres://u:p@db.example/d', { PGSSLMODE: 'require' }, false],
    ['postgres://u:p@localhost/d', {}, false],
    ['postgres://u:p@127.0.0.1/d', {}, false],
    ['postgres://u:p@[::1]/d', {}, false],
    ['postgres://u@/d?host=/var/run/postgresql', {}, false],
    ['postgres://u@localhost/d?host=db.example', {}, true],
    [null, {}, false],
  ] as const)('knows whether %s with %j goes to another host without TLS: %j', (url, env, isClear) => {
    expect(isDatabaseInTheClear(url, env)).toBe(isClear)
  })
  it('reads production: tenants below the public name, several secrets, no demo', () => {
    expect(readConfig({ ...production, SECRET: `${secret}, ${'0123456789abcdef'.repeat(3)}`, PORT: '8080', DATABASE_URL: 'postgresql://u@h/d' })).toMatchObject(
      {
        mode: 'production',
        port: 8080,
        isPortFixed: true,
        host: undefined,
        databaseUrl: 'postgresql://u@h/d',
        secrets: [secret, '0123456789abcdef'.repeat(3)],
        hostBases: ['farmbook.example'],
        isSecure: true,
        localTenant: null,
        demo: false,
        oidc: { issuer: 'https://id.example', clientId: 'farmbook' },
      },
    )
  })
})
