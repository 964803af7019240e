// A problem stands at the row where the person typed, whatever rows were sent.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formPath } from './resolver.ts'

describe('formPath', () => {
  const rows = { outputs: [1, 3] }
  it.each([
    ['outputs.0.kg', 'outputs.1.kg'],
    ['outputs.1.kg', 'outputs.3.kg'],
    ['outputs.1', 'outputs.3'],
    ['outputs', 'outputs'],
    ['outputs.7.kg', 'outputs.7.kg'],
    ['inputs.0.kg', 'inputs.0.kg'],
    ['wasteKg', 'wasteKg'],
  ])('reads %s of what was sent as %s of the form', (sent, inForm) => expect(formPath(sent, rows)).toBe(inForm))
  it('finds every row again', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (isSent) => {
        const places = isSent.flatMap((sent, place) => (sent ? place : []))
        expect(places.map((_place, at) => formPath(`rows.${at}.kg`, { rows: places }))).toEqual(places.map((place) => `rows.${place}.kg`))
      }),
    )
  })
})
