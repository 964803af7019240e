// Whose figure a certificate is judged by: the scheme's, the programme's, or the default; and that the form of a scheme bounds it as the settings of a programme do.
import { describe, expect, it } from 'vitest'
import { toleranceFields } from '../chain/tolerance-settings.ts'
import { defaultTolerances } from '../rules/tolerances.ts'
import { type SchemeTolerances, schemeTolerances, tolerancesUnder } from './scheme-tolerances.ts'

describe('tolerancesUnder', () => {
  it('takes the scheme’s figure, nought among them, then the programme’s, then the default', () => {
    expect(tolerancesUnder({ tcGap: 0, ginDistance: null }, { tcGap: 0.02, ginDistance: 300 })).toEqual({ ...defaultTolerances, tcGap: 0, ginDistance: 300 })
    for (const nothing of [null, undefined, {}, { tcSpan: undefined }]) expect(tolerancesUnder(nothing, null)).toEqual(defaultTolerances)
  })
  it('takes no other figure of a scheme, whatever was stored', () => {
    const stored = { harvestBlock: 9, tcSpan: 'long' } as unknown as SchemeTolerances
    expect(tolerancesUnder(stored, {})).toEqual(defaultTolerances)
  })
})

it.each(Object.entries(schemeTolerances))('%s has the words and bounds of the programme’s own', (name, { label, min, max, unit, kind }) => {
  expect({ label, min, max, unit, kind }).toEqual(
    (({ label, min, max, unit, kind }) => ({ label, min, max, unit, kind }))(toleranceFields[name as keyof typeof schemeTolerances]),
  )
})
