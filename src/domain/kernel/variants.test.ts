// One of several small records: what is refused and where, what is stored, and what its type is.

import { describe, expect, expectTypeOf, it } from 'vitest'
import { spellOut } from '#domain/messages/message.ts'
import type { Field, ValueOf } from './field.ts'
import { shape } from './field-schemas.ts'
import { choice, choices, integer, optional, quantity, rows, text, variant } from './kinds.ts'
import { Problem } from './problems.ts'
import { parse } from './schemas.ts'

const note = optional(text('Note'))
const field = variant('Rule', {
  on: 'type',
  choice: choice('Kind', { RATE: 'Rate', WAIT: 'Waiting period', FREE: 'Free' }),
  cases: {
    RATE: { rate: quantity('Rate', 'kg'), note },
    WAIT: { days: integer('Days', { min: 1, unit: 'days' }), evidence: choices('Evidence', { PHOTO: 'Photo' }, { min: 0 }), note },
    FREE: {},
  },
})
const schema = shape({ rule: field })
const refusals = (rule: unknown): unknown => {
  try {
    return { taken: parse(schema, { rule }) }
  } catch (problem) {
    return problem instanceof Problem ? problem.details.fields?.map(spellOut) : problem
  }
}

describe('a variant', () => {
  it.each([
    ['an unknown case', { type: 'HALF' }, { path: 'rule.type', code: 'choice', message: 'One of: Rate, Waiting period, Free.' }],
    ['a property of every object', { type: 'constructor' }, { path: 'rule.type', code: 'choice' }],
    ['no case', { days: 3 }, { path: 'rule.type', code: 'required', message: 'Please fill this in.' }],
    ['an empty case', { type: null }, { path: 'rule.type', code: 'choice' }],
    ['a missing field', { type: 'WAIT' }, { path: 'rule.days', code: 'required' }],
    ['a wrong field', { type: 'WAIT', days: 0 }, { path: 'rule.days', code: 'min' }],
    ['a field of another case', { type: 'WAIT', days: 3, rate: 1 }, { path: 'rule.rate', code: 'unknown', message: 'Not a field of the kind that is chosen.' }],
    ['a field of another case that is empty', { type: 'FREE', note: null }, { path: 'rule.note', code: 'unknown' }],
    ['a field of no case', { type: 'FREE', other: 1 }, { path: 'rule.other', code: 'unknown' }],
    ['a text', 'WAIT', { path: 'rule', code: 'type' }],
    ['a list', [{ type: 'FREE' }], { path: 'rule', code: 'type' }],
  ])('refuses %s, at its place', (_what, value, problem) => {
    expect(refusals(value)).toEqual([expect.objectContaining(problem)])
  })
  it('is refused at its place inside a list, each of its faults', () => {
    const listed = shape({ rules: rows('Rules', { rule: field }) })
    const problems = () => parse(listed, { rules: [{ rule: { type: 'FREE' } }, { rule: { type: 'RATE', days: 2 } }] })
    expect(problems).toThrow(
      expect.objectContaining({
        details: {
          fields: [
            expect.objectContaining({ path: 'rules.1.rule.rate', code: 'required' }),
            expect.objectContaining({ path: 'rules.1.rule.days', code: 'unknown' }),
          ],
        },
      }),
    )
  })
  it('is stored as its case and what was filled in of it', () => {
    expect(refusals({ note: '', type: 'RATE', rate: 2.5 })).toEqual({ taken: { rule: { type: 'RATE', rate: 2.5 } } })
    expect(refusals({ type: 'WAIT', days: 3 })).toEqual({ taken: { rule: { type: 'WAIT', days: 3, evidence: [] } } })
    expect(refusals({ type: 'FREE' })).toEqual({ taken: { rule: { type: 'FREE' } } })
  })
  it('is a discriminated union to whoever reads it', () => {
    const lengthOf = (rule: ValueOf<typeof field>): number => (rule.type === 'WAIT' ? rule.days : rule.type === 'RATE' ? rule.rate : 0)
    expect(lengthOf({ type: 'WAIT', days: 3, evidence: [] })).toBe(3)
    expectTypeOf<ValueOf<typeof field>['type']>().toEqualTypeOf<'RATE' | 'WAIT' | 'FREE'>()
    // @ts-expect-error: a field of another case
    lengthOf({ type: 'WAIT', days: 3, evidence: [], rate: 1 })
  })
})

describe('the declaration of a variant', () => {
  it('has fields for each case and for no other', () => {
    const kinds = choice('Kind', { A: 'A', B: 'B' })
    // @ts-expect-error: B is missing
    const missing: Field = variant('Rule', { on: 'type', choice: kinds, cases: { A: {} } })
    // @ts-expect-error: C is no kind
    const over: Field = variant('Rule', { on: 'type', choice: kinds, cases: { A: {}, B: {}, C: {} } })
    expect([missing.on, over.on]).toEqual(['type', 'type'])
  })
})
