// Messages in answers and tables: English, and beside it the key and values that make the same sentence, in any language.
import { beforeAll, describe, expect, it } from 'vitest'
import { localeOf } from '#domain/messages/languages.ts'
import { type Spelled, sentenceOf, wordFor } from '#domain/messages/message.ts'
import { sentencesIn } from '#server/messages/tables.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})

const hindi = sentencesIn('hi')
const inHindi = (one: Spelled): string => wordFor(sentenceOf(one), { locale: localeOf('hi'), phrase: (key) => hindi[key] ?? key })
let members = 0
const at = '2024-04-01T10:00:00Z'
const person = (values: object) => ({
  memberNo: `M-${++members}`,
  firstName: 'Savita',
  lastName: 'Nayak',
  gender: 'F',
  phone: `98265${String(10_000 + members)}`,
  noPhone: false,
  language: 'hi',
  village: `Balsamud ${members}`,
  block: 'Kasrawad',
  district: 'Khargone',
  state: 'Madhya Pradesh',
  country: 'IN',
  totalHoldingHa: 1.2,
  otherGroupMembership: false,
  joinedOn: '2024-04-01',
  contractSignedOn: '2024-04-01',
  noParcelReason: 'To be mapped',
  consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at, channel: 'PAPER' }],
  ...values,
})

describe('a refusal', () => {
  it('has key and values beside each field’s sentence, and none where the sentence is its own key', async () => {
    const { status, body } = await world.as('fatima').post('/farmer', { ...person({ village: 'x'.repeat(2000) }), unknownField: 1 })
    const of = (path: string) => body.fields.find((one: { path: string }) => one.path === path)
    expect(status).toBe(400)
    expect(of('village').words).toEqual({ key: 'At most {{1}} characters.', values: [expect.any(Number)] })
    expect(String(sentenceOf(of('village')))).toBe(of('village').message)
    expect(inHindi(of('village'))).toMatch(/[\u0900-\u097f]/)
    expect(of('unknownField').words).toBeUndefined()
  })
})

describe('a finding', () => {
  it('is stored with key and values, and read with them', async () => {
    const known = await world.as('fatima').post('/farmer', person({ firstName: 'Kamla', lastName: 'Solanki' }))
    const made = await world.as('fatima').post('/farmer', person({ firstName: 'कमला', lastName: 'सोलंकी', phone: known.body.phone }))
    const { body } = await world.as('fatima').get(`/farmer/${made.body.id}`)
    for (const [flag] of [made.body.flags, body.flags]) {
      expect(flag.words.key).toBe('{{1}} {{2}} ({{3}}) may be the same person: same {{4}}.')
      expect(flag.words.values.slice(0, 3)).toEqual(['Kamla', 'Solanki', known.body.memberNo])
      expect(String(sentenceOf(flag))).toBe(flag.message)
      expect(inHindi(flag)).toMatch(/[\u0900-\u097f]/)
    }
  })
})
