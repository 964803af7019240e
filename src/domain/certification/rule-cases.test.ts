// The rules of a scheme in a browser: their cases come later. Without them nothing breaks, with them the variant is whole wherever it
// stands, and they are fetched once.
import { describe, expect, it } from 'vitest'
import { optional, rows, variant } from '../kernel/kinds.ts'
import { casesToFetch } from '../kernel/late-cases.ts'
import { caseOf } from '../kernel/variants.ts'
import { ruleParts as late } from './fetched-rule-cases.ts'
import { ruleCaseLabels, ruleCases, ruleOfBefore } from './rule-cases.ts'
import { schemepop } from './schemepop.ts'

describe('the rules of a scheme', () => {
  it('have a case for each kind of the dictionary, at once where nothing has to be fetched', () => {
    expect(Object.keys(schemepop.fields.rules.fields?.check?.cases ?? {})).toEqual(Object.keys(ruleCaseLabels))
    expect(casesToFetch(schemepop.fields)).toBeUndefined()
  })
  it('have their cases later in a browser, once fetched', async () => {
    const check = variant('Check', late)
    const fields = { rules: rows('Rules', { check: optional(check) }) }
    const value = { type: 'PHI', days: 3 }
    expect([caseOf(check, value), Object.keys(check.fields ?? {})]).toEqual([undefined, ['type']])
    const first = casesToFetch(fields)
    expect([first !== undefined, casesToFetch(fields) === first]).toEqual([true, true])
    await first
    expect(casesToFetch(fields)).toBeUndefined()
    expect(check.fields?.type?.choices?.map(({ value }) => value)).toEqual(Object.keys(ruleCaseLabels))
    const inside = fields.rules.fields?.check
    expect([caseOf(check, value), inside?.cases?.PHI?.days === ruleCases.PHI.days, inside?.fields?.days === ruleCases.PHI.days]).toEqual(['PHI', true, true])
  })
})

describe('a rule of before', () => {
  const rest = { code: 'R1', text: 'Asked', severity: 'MAJOR' }
  it.each([
    [
      { type: 'PHI', params: '15 days' },
      { type: 'UNCLASSIFIED', kind: 'PHI', figures: '15 days' },
    ],
    [
      { type: 'ROTATION', params: '' },
      { type: 'UNCLASSIFIED', kind: 'ROTATION' },
    ],
    [
      { type: 'CHECKLIST_QUESTION', params: null },
      { type: 'CHECKLIST_QUESTION', evidence: [] },
    ],
    [
      { type: 'CHECKLIST_QUESTION', params: 'Yes / no' },
      { type: 'UNCLASSIFIED', kind: 'CHECKLIST_QUESTION', figures: 'Yes / no' },
    ],
  ])('%j keeps its words', (before, check) => {
    expect(ruleOfBefore({ ...rest, ...before })).toEqual({ ...rest, check })
  })
  it('of today stays as it is', () => {
    const rule = { ...rest, check: { type: 'PHI', days: 3 } }
    expect(ruleOfBefore(rule)).toBe(rule)
  })
})
