// Farmers who resemble nobody, as rows of a table, for the tests of import and export.
import { csvText } from '#domain/exchange/csv.ts'

export const header = [
  'member_no',
  'first_name',
  'last_name',
  'gender',
  'phone',
  'no_phone',
  'village',
  'block',
  'district',
  'state',
  'holding_ha',
  'joined_on',
  'consent_version',
  'consent_given_on',
  'other_group',
]
let made = 0
/** A farmer who resembles nobody: every name and village is used once. */
export function person(changes: Record<string, string> = {}): Record<string, string> {
  const n = ++made
  const word = [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  return {
    member_no: `X-${n}`,
    first_name: `Q${word}`,
    last_name: `Z${word}`,
    gender: 'F',
    phone: '',
    no_phone: 'Y',
    village: `Village ${n}`,
    block: 'Kasrawad',
    district: 'Khargone',
    state: 'Madhya Pradesh',
    holding_ha: '1.5',
    joined_on: '2022-04-01',
    consent_version: 'C-2',
    consent_given_on: '2022-04-01',
    other_group: 'N',
    ...changes,
  }
}
export const farmers = (...people: Record<string, string>[]) =>
  csvText(
    header,
    people.map((one) => header.map((name) => one[name] ?? '')),
  )
