// Why somebody stands at the login page, and where they will be sent from there.
import { describe, expect, it } from 'vitest'
import { reasonOf, wantedPage } from './reasons.ts'

const origin = 'http://cotton.localhost:4300'
describe('reasonOf', () => {
  it('says nothing to somebody who simply came', () => {
    expect(reasonOf({}, origin)).toBeNull()
    expect(reasonOf({ redirect: '/' }, origin)).toBeNull()
    expect(reasonOf({ redirect: 'https://evil.test/' }, origin)).toBeNull()
  })
  it('names the page that was asked for, by its menu title', () => {
    expect(reasonOf({ redirect: '/private/farmbook/OP1/landparcel/list?page=2' }, origin)).toMatchObject({ kind: 'wanted', page: 'Land Parcels' })
    expect(reasonOf({ redirect: '/private/farmbook/OP1/constructor/x' }, origin)).toEqual({
      kind: 'wanted',
      text: expect.stringContaining('the page you asked for'),
    })
  })
  it('tells an error before a wish, and an unknown error as an unfinished sign-in', () => {
    expect(reasonOf({ error: 'SessionRequired', redirect: '/private/farmbook/OP1/crop/list' }, origin)).toEqual({
      kind: 'problem',
      text: 'Your sign-in has ended. Please sign in again.',
    })
    expect(reasonOf({ error: '<script>' }, origin)).toEqual(reasonOf({ error: 'Callback' }, origin))
    expect(reasonOf({ error: 'toString' }, origin)).toEqual(reasonOf({ error: 'Callback' }, origin))
  })
  it('tells gently that another tab signed out; an address alone cannot say so', () => {
    const search = { error: 'SessionRequired' }
    expect(reasonOf(search, origin, 'elsewhere')).toEqual({ kind: 'note', text: 'You were signed out in another tab. Sign in to go on here.' })
    expect(reasonOf(search, origin, 'by itself')).toMatchObject({ kind: 'problem' })
    expect(reasonOf({ error: 'AccessDenied' }, origin, 'elsewhere')).toMatchObject({ kind: 'problem', text: 'You are not allowed to login.' })
  })
  it('takes the session service’s callbackUrl for the way back, when it is a page of ours', () => {
    expect(wantedPage({ callbackUrl: `${origin}/private/x` }, origin)).toBe('/private/x')
    expect(wantedPage({ redirect: '//evil.test', callbackUrl: 'https://evil.test' }, origin)).toBeNull()
  })
})
