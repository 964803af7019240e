// Sign-in with Firebase, without its server library: an ID token is a JWT of one issuer for one project, and a
// session of it is asked about again with a refresh token, as with any other provider. Unsigned tokens, which
// Google's own emulator makes, are accepted nowhere: the stand-in of development signs (dev/identity-toolkit.ts).
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { isJsonObject } from '#domain/kernel/sound-json.ts'
import { type ProviderTokens, type RenewalResult, readAnswer } from './provider.ts'
import { isByTwoFactors } from './second-factor.ts'

export const firebaseId = 'firebase'

export type FirebaseSettings = {
  projectId: string
  /** Not a secret: it names the project to Google, and the browser gets it. */
  apiKey: string
  authDomain: string
  /** Public keys that ID tokens are signed with, as JWKS. */
  keysUrl: string
  /** Trades refresh tokens for new ID tokens. */
  tokenUrl: string
  /** Address of the development stand-in that the browser's SDK speaks to in place of Google; null = Google. */
  standIn: string | null
}

export const googleKeysUrl = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
export const googleTokenUrl = 'https://securetoken.googleapis.com/v1/token'
/** Where the SDK in the browser must be able to call, for the content security policy. */
export const firebaseHosts = ({ standIn }: FirebaseSettings): string[] =>
  standIn ? [standIn] : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

export type FirebasePerson = { uid: string; email: string | null; isEmailVerified: boolean; name: string | null; isTwoFactor: boolean; expiresAt: Date }

/** 5 minutes: an ID token is a sign-in only while fresh; an older one was stored by somebody. */
export const signInAgeS = 300
/** Google's clock and ours. */
const toleranceS = 30
const timeoutMs = 8_000
/** Google's tokens are about 1 kB. */
const maxToken = 8_192

/** The keys could not be fetched: the token is neither good nor bad. */
export class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('The keys of Firebase could not be fetched.', { cause })
    this.name = 'KeysUnavailable'
  }
}

/**
 * The person of an ID token, or why it is not accepted: `reason` is for the log. `isSignIn` also asks that the person has
 * shown who they are within the last 5 minutes. Throws KeysUnavailable.
 */
export async function verifyIdToken(
  settings: FirebaseSettings,
  idToken: unknown,
  now: Date,
  { isSignIn }: { isSignIn: boolean },
): Promise<FirebasePerson | { reason: string }> {
  if (typeof idToken !== 'string' || idToken.length > maxToken) return { reason: 'not a token' }
  let claims: JWTPayload
  try {
    const { payload } = await jwtVerify(idToken, keysOf(settings.keysUrl), {
      issuer: issuerOf(settings),
      audience: settings.projectId,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'sub', 'auth_time'],
      currentDate: now,
      clockTolerance: toleranceS,
    })
    claims = payload
  } catch (error) {
    if (isRefusal(error)) return { reason: error.code }
    throw new KeysUnavailable(error)
  }
  const { sub, auth_time: at, iat = 0, exp = 0, email, email_verified: isVerified, name } = claims
  const seconds = now.getTime() / 1000
  if (!sub || sub.length > 128) return { reason: 'no subject' }
  if (iat > seconds + toleranceS || typeof at !== 'number' || at > seconds + toleranceS) return { reason: 'from the future' }
  if (isSignIn && at < seconds - signInAgeS) return { reason: 'signed in too long ago' }
  return {
    uid: sub,
    email: typeof email === 'string' ? email.trim().toLowerCase() : null,
    isEmailVerified: isVerified === true,
    name: typeof name === 'string' ? name : null,
    isTwoFactor: isByTwoFactors(claims),
    expiresAt: new Date(exp * 1000),
  }
}

export const issuerOf = ({ projectId }: FirebaseSettings): string => `https://securetoken.google.com/${projectId}`

/** A token that is wrong, as opposed to keys that cannot be had. */
const isRefusal = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && !(error instanceof errors.JWKSInvalid) && error.code !== 'ERR_JOSE_GENERIC'

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
function keysOf(url: string) {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs })
  keySets.set(url, known)
  return known
}

/** Asks Firebase whether the person may stay. A refresh token of somebody else, slipped in at sign-in, is a refusal. Never throws. */
export async function renewIdToken(settings: FirebaseSettings, refreshToken: string, subject: string, now: Date): Promise<RenewalResult> {
  const response = await fetch(`${settings.tokenUrl}?key=${encodeURIComponent(settings.apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch(() => null)
  if (!response || response.status >= 500 || response.status === 429)
    return { outcome: 'unreachable', reason: `token endpoint: ${response?.status ?? 'no answer'}` }
  const body = await readAnswer(response)
  if (!response.ok) return { outcome: 'refused', reason: String((isJsonObject(body.error) ? body.error.message : null) ?? response.status) }
  const person = await verifyIdToken(settings, body.id_token, now, { isSignIn: false }).catch(() => null)
  if (!person) return { outcome: 'unreachable', reason: 'no keys' }
  if ('reason' in person) return { outcome: 'refused', reason: person.reason }
  if (person.uid !== subject) return { outcome: 'refused', reason: 'a refresh token of somebody else' }
  const tokens: ProviderTokens = {
    accessToken: null,
    refreshToken: typeof body.refresh_token === 'string' ? body.refresh_token : refreshToken,
    expiresAt: person.expiresAt,
  }
  return { outcome: 'renewed', tokens }
}
