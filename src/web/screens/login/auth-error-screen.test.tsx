// The auth error page says what it knows in words of ours; an address cannot write into it.
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openStage } from '#tests/web/stage.tsx'

const notNow = 'Signing in is not possible at the moment. Please try again later, or tell your administrator.'
const shown = async (query: string) => {
  await openStage(`/public/auth-error${query}`, () => undefined)
  return (await screen.findByRole('alert')).textContent ?? ''
}

describe('/public/auth-error', () => {
  it.each(['Your account was hacked, call 0800', '<b>x</b>', 'constructor', '__proto__'])('prints nothing of a stranger’s error=%s', async (error) => {
    const text = await shown(`?${new URLSearchParams({ error })}`)
    expect(text).not.toContain(error)
    expect(text).toContain(notNow)
    expect(text).toContain('name this: Configuration')
  })
  it('without a name says that signing in is not possible now, and leads to the login page', async () => {
    expect(await shown('')).toContain(notNow)
    expect(screen.getByRole('link', { name: 'To the login page' }).getAttribute('href')).toBe('/public/login')
  })
  it('says the sentence of a name of ours, and the name', async () => {
    const text = await shown('?error=AccessDenied')
    expect(text).toContain('You are not allowed to login.')
    expect(text).toContain('name this: AccessDenied')
  })
})
