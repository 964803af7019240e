// Whom a sign-in is taken for must survive a restart of the product, and never be another provider's word.
import { describe, expect, it } from 'vitest'
import { identityOf } from './identify.ts'

const profile = (issuer: string, identityAs?: string) => ({
  provider: { id: 'oidc', name: 'People', issuer, clientId: 'a', clientSecret: 'b', ...(identityAs ? { identityAs } : {}) },
  subject: 'fatima',
  email: null,
  isEmailVerified: false,
  name: null,
})

describe('identityOf', () => {
  it('tells the same subject of two providers apart', () =>
    expect(identityOf(profile('https://one.example') as never)).not.toBe(identityOf(profile('https://two.example') as never)))
  it('stays when the development provider listens on another port', () =>
    expect(identityOf(profile('http://localhost:3001', 'development') as never)).toBe(identityOf(profile('http://localhost:4001', 'development') as never)))
  it('fits its column however long the issuer is', () =>
    expect(identityOf(profile(`https://${'a'.repeat(300)}.example`) as never).length).toBeLessThanOrEqual(200))
})
