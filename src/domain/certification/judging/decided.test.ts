// Which non-conformities stand for a failed rule: none that is milder or stops less, and an inspection's only for the question itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phrase } from '../../messages/message.ts'
import { byStrength, isDecided, isGrave, type KnownFinding, standsFor } from './decided.ts'
import type { SchemeRule } from './judgement.ts'

const severities = ['RECOMMENDATION', 'MINOR', 'MAJOR', 'CRITICAL'] as const
const effects = ['NONE', 'CONDITION', 'BLOCK_SALE', 'RESET_CONVERSION'] as const
const rule = (more: Partial<SchemeRule> = {}): SchemeRule => ({
  ...{ code: 'DOC1', text: 'Contract', clauseRef: null, severity: 'CRITICAL', weight: 1, correctiveDays: 30, effectOnFail: 'BLOCK_SALE' },
  check: { type: 'DOCUMENT', document: 'CONTRACT' },
  ...more,
})
const question = { check: { type: 'CHECKLIST_QUESTION' as const, evidence: [] }, effectOnFail: 'NONE' as const, severity: 'MINOR' as const }
const known = (more: Partial<KnownFinding> = {}): KnownFinding => ({
  ...{ id: 'n', ref: 'N-1', status: 'OPEN', schemeId: 'npop', rule: 'DOC1', severity: 'CRITICAL', effectOnFail: 'BLOCK_SALE' },
  ...{ isOurs: true, isCured: false, isOfCrop: true, awaitsPeople: false, openedOn: '2026-01-15', evidence: 'Not on file' },
  ...more,
})
const requested = (of = rule()) => ({ schemeId: 'npop', rule: of })

describe('a non-conformity stands for a rule', () => {
  it('of its own scheme and code alone', () => {
    expect(standsFor(known(), requested())).toBe(true)
    expect(standsFor(known({ schemeId: 'gots' }), requested())).toBe(false)
    expect(standsFor(known({ schemeId: null }), requested())).toBe(false)
    expect(standsFor(known({ rule: 'DOC2' }), requested())).toBe(false)
  })
  it('of an inspection where the rule is that question, and asks no more', () => {
    const found = known({ isOfCrop: false, isOurs: false, severity: 'MINOR', effectOnFail: null })
    expect(standsFor(found, requested(rule(question)))).toBe(true)
    expect(standsFor(found, requested(rule({ ...question, effectOnFail: 'BLOCK_SALE' })))).toBe(false)
    expect(standsFor(found, requested(rule({ ...question, severity: 'MAJOR' })))).toBe(false)
    expect(standsFor({ ...found, severity: 'CRITICAL' }, requested(rule({ severity: 'MINOR', effectOnFail: 'NONE' })))).toBe(false)
  })
  it('where it is as grave and stops as much; whatever is opened for the one that asks most stands for all it asks more than', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...severities),
        fc.constantFrom(...effects),
        fc.constantFrom(...severities),
        fc.constantFrom(...effects),
        (s1, e1, s2, e2) => {
          const [one, other] = [rule({ severity: s1, effectOnFail: e1 }), rule({ severity: s2, effectOnFail: e2 })]
          const stands = standsFor(known({ severity: s1, effectOnFail: e1 }), requested(other))
          expect(stands).toBe(severities.indexOf(s1) >= severities.indexOf(s2) && effects.indexOf(e1) >= effects.indexOf(e2))
          if (stands && (s1 !== s2 || e1 !== e2)) expect(byStrength(requested(one), requested(other))).toBeLessThan(0)
        },
      ),
    ))
})

describe('a rule is decided', () => {
  const failing = { explanation: phrase`Not on file` }
  it('while it is open, or once a person has closed it for the same reason', () => {
    const decided = (more: Partial<KnownFinding>) => isDecided([known(more)], requested(), failing)
    expect(decided({})).toBe(true)
    expect(decided({ status: 'CLOSED' })).toBe(true)
    expect(decided({ status: 'CLOSED', isCured: true })).toBe(false)
    expect(decided({ status: 'CLOSED', evidence: 'Of last year' })).toBe(false)
    expect(decided({ severity: 'MINOR', effectOnFail: 'NONE' })).toBe(false)
    expect(isDecided([], requested(), failing)).toBe(false)
  })
  it('grave is what is critical or stops sales', () => {
    expect(isGrave({ severity: 'MINOR', effectOnFail: 'BLOCK_SALE' })).toBe(true)
    expect(isGrave({ severity: 'CRITICAL', effectOnFail: null })).toBe(true)
    expect(isGrave({ severity: 'MAJOR', effectOnFail: 'CONDITION' })).toBe(false)
  })
})
