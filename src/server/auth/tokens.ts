// Our own short access tokens, and the keys everything in sign-in is sealed with. Each tenant has its
// own keys, derived from the installation's secret, so what one tenant signed is noise to another.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { Problem } from '#domain/kernel/problems.ts'
import type { SealedPurpose } from '../scope.ts'

/** Newest first. The first one signs; the others still open what was signed before a rotation. */
export type Secrets = readonly [string, ...string[]]
type Purpose = 'session' | 'access-token' | 'identity-tokens' | 'invitation' | 'device' | 'pseudonym' | 'report-file' | SealedPurpose

/** 15 minutes: long enough for the 5-minute margin and the 5-minute poll, short enough to be worth little when stolen. */
export const accessTokenTtlS = 900
const issuer = 'farmbook'
const audience = 'farmbook-api'
const algorithm = 'HS256'
const type = 'at+jwt'

const derived = new Map<string, Buffer>()
const derivedAtMost = 5000
/** Derived once: a derivation costs as much as the signature it is for. */
function key(secret: string, purpose: Purpose, tenantId: number): Buffer {
  const name = `${purpose}:${tenantId}:${secret}`
  const found = derived.get(name)
  if (found) return found
  if (derived.size >= derivedAtMost) derived.clear()
  const made = Buffer.from(hkdfSync('sha256', secret, 'farmbook', `${purpose}:${tenantId}`, 32))
  derived.set(name, made)
  return made
}
/** Secrets of one tenant for the session cookie, newest first. */
export const sessionSecrets = (secrets: Secrets, tenantId: number): string[] => secrets.map((secret) => key(secret, 'session', tenantId).toString('base64url'))
/** Keys that links of invitations are signed with, newest first. */
export const invitationKeys = (secrets: Secrets, tenantId: number): string[] =>
  secrets.map((secret) => key(secret, 'invitation', tenantId).toString('base64url'))

/** Keys that links to files of reports are signed with, newest first. */
export const fileKeys = (secrets: Secrets, tenantId: number): Buffer[] => secrets.map((secret) => key(secret, 'report-file', tenantId))

/** Keys that digests of devices are written with, newest first. */
export const deviceKeys = (secrets: Secrets, tenantId: number): Buffer[] => secrets.map((secret) => key(secret, 'device', tenantId))

/** What pseudonyms are written with: of the newest secret, because each has one spelling. */
export const pseudonymKey = (secrets: Secrets, tenantId: number): Buffer => key(secrets[0], 'pseudonym', tenantId)

export type AccessClaims = {
  /** The person's id at the identity provider (`sub`). */
  uid: string
  /** The session the token belongs to; null for one minted by the product itself, in tests and jobs. */
  sid: string | null
  /** The person's record; null when the programme does not know them. */
  userId: string | null
}
export type AccessToken = { token: string; expiresAt: Date }
export type VerifiedToken = AccessClaims & { expiresAt: Date }

/** A bearer token for this tenant alone, good for 15 minutes. */
export async function mintAccessToken(secrets: Secrets, tenantId: number, { uid, sid, userId }: AccessClaims, now: Date): Promise<AccessToken> {
  const iat = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({ tenant: tenantId, ...(sid ? { sid } : {}), ...(userId ? { user: userId } : {}) })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(uid)
    .setIssuedAt(iat)
    .setExpirationTime(iat + accessTokenTtlS)
    .sign(key(secrets[0], 'access-token', tenantId))
  return { token, expiresAt: new Date((iat + accessTokenTtlS) * 1000) }
}

/** Tokens whose signature and claims were found good, until they expire. The session they belong to is looked up on every call. */
const verified = new WeakMap<Secrets, Map<string, VerifiedToken>>()
const verifiedAtMost = 10_000

/** Throws UNAUTHENTICATED, always with the same sentence unless the token is merely too old: a forger learns nothing. */
export async function verifyAccessToken(secrets: Secrets, tenantId: number, token: string, now: Date): Promise<VerifiedToken> {
  const known = verified.get(secrets) ?? new Map<string, VerifiedToken>()
  verified.set(secrets, known)
  const name = `${tenantId} ${token}`
  const found = known.get(name)
  if (found && now < found.expiresAt) return found
  known.delete(name)
  const claims = await verifyAnew(secrets, tenantId, token, now)
  if (known.size >= verifiedAtMost) known.clear()
  known.set(name, claims)
  return claims
}

const accessClaims = z.object({ tenant: z.number(), sub: z.string(), exp: z.number(), sid: z.guid().optional(), user: z.guid().optional() })

async function verifyAnew(secrets: Secrets, tenantId: number, token: string, now: Date): Promise<VerifiedToken> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, key(secret, 'access-token', tenantId), {
        algorithms: [algorithm],
        typ: type,
        issuer,
        audience,
        requiredClaims: ['exp', 'iat', 'sub', 'tenant'],
        currentDate: now,
        clockTolerance: 0,
      })
      const claims = accessClaims.safeParse(payload)
      // The key is the tenant's own already; the claim stands for a day on which somebody shares keys between tenants.
      if (claims.data?.tenant !== tenantId) break
      const { sub: uid, sid = null, user: userId = null, exp } = claims.data
      return { uid, sid, userId, expiresAt: new Date(exp * 1000) }
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw refused('The access token has expired.')
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
    }
  }
  throw refused('The access token is not valid here.')
}

/** Why a bearer token is not let in: what kind of token it was and what is wrong with it, the sentence alone says. */
export function refused(message: string): Problem {
  return new Problem('UNAUTHENTICATED', { message, headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` } })
}

/** Encrypts for the database (AES-256-GCM), so that a copy of it signs nobody in and names no account. */
export function seal(secrets: Secrets, tenantId: number, value: unknown, purpose: 'identity-tokens' | SealedPurpose = 'identity-tokens'): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(secrets[0], purpose, tenantId), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return [iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url')).join('.')
}

/** Null when no secret opens it: after a change of secret without rotation, or on a tampered row. */
export function unseal(secrets: Secrets, tenantId: number, sealed: string, purpose: 'identity-tokens' | SealedPurpose = 'identity-tokens'): unknown {
  const [iv, tag, body] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!iv || !tag || !body) return null
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key(secret, purpose, tenantId), iv, { authTagLength: 16 })
      decipher.setAuthTag(tag)
      return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'))
    } catch {
      // Another secret may open it.
    }
  }
  return null
}
