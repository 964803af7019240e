// A link of an invitation is read by whom it was made for, and by nobody else.
import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInvitationLinks } from './invitation-link.ts'

const cotton = { id: 1, subdomain: 'cotton' }
const origin = new URL('https://farmbook.example:8443')
const links = createInvitationLinks({ secrets: ['the secret of today, long enough'], origin })
const invited = { userId: randomUUIDv7(), invitedAt: new Date('2026-11-21T10:00:00.123Z') }
const tokenOf = (link: string) => new URL(link).searchParams.get('invitation') ?? ''
const token = tokenOf(links.linkOf(cotton, invited))

describe('createInvitationLinks', () => {
  it('leads to the login page of the programme’s own host', () => {
    expect(links.linkOf(cotton, invited)).toMatch(/^https:\/\/cotton\.farmbook\.example:8443\/public\/login\?invitation=[\w-]{51}$/)
  })
  it('reads back who was invited when', () => {
    expect(links.read(cotton.id, token)).toEqual(invited)
  })
  it('reads no link of another programme, of another installation, or without the secret it was made with', () => {
    const other = createInvitationLinks({ secrets: ['another installation, long enough'], origin })
    expect([links.read(2, token), other.read(cotton.id, token)]).toEqual([null, null])
  })
  it('reads a link made before the secret was changed, as long as the old one is kept', () => {
    const rotated = createInvitationLinks({ secrets: ['the secret of tomorrow, long enough', 'the secret of today, long enough'], origin })
    expect(rotated.read(cotton.id, token)).toEqual(invited)
    expect(tokenOf(rotated.linkOf(cotton, invited))).not.toBe(token)
  })
  it('reads no link in which one letter is another, nor any other text', () => {
    fc.assert(
      fc.property(fc.nat({ max: token.length - 1 }), fc.constantFrom(...'abcXYZ019-_'), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        return changed === token || links.read(cotton.id, changed) === null
      }),
    )
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => links.read(cotton.id, text) === null))
  })
})
