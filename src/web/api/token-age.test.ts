// Which access token is worth sending.
import { describe, expect, it } from 'vitest'
import { usableToken } from './token-age.ts'

const now = 1_800_000_000_000
const tokenWith = (payload: unknown) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`

describe('usableToken', () => {
  it.each([null, undefined, '', 'x', 'a.b.c', tokenWith({}), tokenWith({ exp: 'soon' }), tokenWith(null)])('sends nothing for %j', (token) =>
    expect(usableToken(token, now)).toBeNull(),
  )
  it('sends a token until 5 minutes before its end, and then the cookie alone', () => {
    const token = tokenWith({ exp: now / 1000 + 301 })
    expect(usableToken(token, now)).toBe(token)
    expect(usableToken(token, now + 1_000)).toBeNull()
  })
  it('reads payloads with characters beyond plain base64', () => {
    const token = tokenWith({ exp: now / 1000 + 900, name: 'ÿþ~~~>>>???' })
    expect(usableToken(token, now)).toBe(token)
  })
})
