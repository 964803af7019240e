// What an invitation says, whatever people have typed as their names.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Invitation, invitationMail, oneLine } from './invitation-mail.ts'

const invitation: Invitation = {
  messageId: '<1@cotton.farmbook.example>',
  from: 'no-reply@farmbook.example',
  programme: 'Nimar Jaivik',
  colour: '#F79023',
  ink: '#1E2622',
  timezone: 'Asia/Kolkata',
  name: 'Nina Rao',
  email: 'nina@cotton.example',
  language: 'en',
  inviter: 'Ada Deshmukh',
  grants: [
    { role: 'FIELD_OFFICER', operatorIds: ['op1'], villages: ['Kasrawad', 'Sawda'] },
    { role: 'READ_ONLY_VIEWER', operatorIds: ['op1', 'op2'] },
  ],
  titles: { op1: 'Narmada Organic Growers', op2: 'Maheshwar Jaivik' },
  link: 'https://cotton.farmbook.example/public/login?invitation=abc',
  // Half past one in the night of the 6th in India.
  until: new Date('2026-12-05T20:00:00Z'),
}
const mail = (changes: Partial<Invitation> = {}) => invitationMail({ ...invitation, ...changes })

describe('oneLine', () => {
  it.each([
    ['Ada\r\nBcc: all@cotton.example', 'Ada Bcc: all@cotton.example'],
    ['  Nimar\t\u2028Jaivik\u0000 ', 'Nimar Jaivik'],
    ['evil\u202egpj.exe', 'evil gpj.exe'],
    ['सुनीता  पाटीदार', 'सुनीता पाटीदार'],
  ])('makes one plain line of %j', (given, line) => expect(oneLine(given)).toBe(line))
  it('cuts a name that would fill the mail, between letters and not within one', () => {
    expect(oneLine('क्षि'.repeat(200))).toBe(`${'क्षि'.repeat(89)}…`)
  })
  it('never lets through what could begin another line', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(oneLine(text))))
  })
})

describe('invitationMail', () => {
  it('says who invites, to what work, where, and until which day of the programme', () => {
    const { subject, from, to, text } = mail()
    expect([subject, from, to]).toEqual([
      'Ada Deshmukh invites you to Nimar Jaivik',
      { name: 'Nimar Jaivik', address: 'no-reply@farmbook.example' },
      { name: 'Nina Rao', address: 'nina@cotton.example' },
    ])
    expect(text).toContain('- Field officer: Narmada Organic Growers. Villages: Kasrawad, Sawda\n- Read-only viewer: Narmada Organic Growers, Maheshwar Jaivik')
    expect(text).toContain(
      'Sign in with this very address, nina@cotton.example, by 6 December 2026:\nhttps://cotton.farmbook.example/public/login?invitation=abc',
    )
  })
  it('names nobody where the programme itself invites', () => {
    const { subject, text } = mail({ inviter: null })
    expect([subject, text.includes('null'), text.includes('{{')]).toEqual(['You are invited to Nimar Jaivik', false, false])
  })
  it('is in Hindi for whoever reads Hindi, every word of it but names and addresses', () => {
    const { subject, text, html, language } = mail({ language: 'hi' })
    expect([language, subject]).toEqual(['hi', 'Ada Deshmukh ने आपको Nimar Jaivik में बुलाया है'])
    const left = text.replaceAll(/https?:\S+|\S+@\S+?(?=[)\s])|Ada Deshmukh|Nimar Jaivik|Nina Rao|Narmada Organic Growers|Maheshwar Jaivik|Kasrawad|Sawda/g, '')
    expect(left).not.toMatch(/[a-z]/i)
    expect(html).toContain('<html lang="hi">')
  })
  it('writes names into the page as names, not as markup', () => {
    const { html } = mail({ name: '<img src=x onerror=alert(1)>', programme: '"><script>', inviter: "O'Neil & Co" })
    expect(html).not.toMatch(/<img|<script/)
    expect(html).toContain('&lt;img src=x')
  })
  it('has no line break of anybody’s in what becomes a header', () => {
    const { subject, from, to } = mail({ name: 'Nina\r\nBcc: x@y.example', programme: 'Nimar\nReply-To: x@y.example', inviter: 'Ada\u2028\r\n\r\nHello' })
    expect([subject, from.name, to.name].join('')).not.toMatch(/[\r\n\u2028]/)
  })
})
