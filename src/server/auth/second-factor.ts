// Whether a provider says that somebody showed more than one thing: for people of whom their programme asks it ("Second factor required").
import { AuthError } from '@auth/core/errors'
import { isJsonObject } from '#domain/kernel/sound-json.ts'

/** Methods of RFC 8176 that are something a person has or is; a password and a PIN are something they know. */
const possessed: ReadonlySet<string> = new Set(['otp', 'hwk', 'swk', 'sms', 'tel', 'sc', 'pop', 'fpt', 'face', 'iris', 'retina', 'vbm', 'fido', 'webauthn'])
const known: ReadonlySet<string> = new Set(['pwd', 'pin', 'kba'])

/** From the claims of an ID token: `amr` of OpenID Connect (RFC 8176), or what Firebase says of the second factor. */
export function isByTwoFactors(claims: Readonly<Record<string, unknown>> | undefined): boolean {
  if (isJsonObject(claims?.firebase) && typeof claims.firebase.sign_in_second_factor === 'string') return true
  const methods = Array.isArray(claims?.amr) ? claims.amr.map(String) : []
  return methods.includes('mfa') || (methods.some((method) => possessed.has(method)) && methods.some((method) => known.has(method)))
}

/** The person is known and may come in, but not by one factor alone. */
export class SecondFactorNeeded extends AuthError {
  constructor(message: string) {
    super(message)
    // The library lists its own types only; ours is a row of `authErrors`.
    Object.assign(this, { type: 'SecondFactorNeeded' })
  }
}
