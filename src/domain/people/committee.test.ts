// What the committee is proposed, fact by fact, and that more against a member never makes the proposal milder nor removes a doubt.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byAttention, type CommitteeFacts, type OpenFinding, proposalOf, type Result, stateOf } from './committee.ts'

const facts = (values: Partial<CommitteeFacts> = {}): CommitteeFacts => ({
  day: '2026-01-15',
  results: ['APPROVED'],
  riskClass: 'LOW',
  open: [],
  sanction: null,
  before: null,
  isRelated: false,
  ...values,
})
const open = (severity: OpenFinding['severity'], values: Partial<OpenFinding> = {}): OpenFinding => ({
  ref: 'N-1',
  severity,
  dueOn: '2026-02-10',
  needsCondition: false,
  ...values,
})
const resultOf = (values: Partial<CommitteeFacts>): Result => proposalOf(facts(values)).result
const doubts = (values: Partial<CommitteeFacts>): number => proposalOf(facts(values)).doubts.length

describe('proposalOf', () => {
  it('approves whom nothing speaks against', () => {
    expect(proposalOf(facts())).toEqual({ result: 'APPROVED', reasons: [], doubts: [] })
    expect(proposalOf(facts({ open: [open('RECOMMENDATION', { dueOn: '2020-01-01' }), open('MINOR')] }))).toEqual({
      result: 'APPROVED',
      reasons: [],
      doubts: [],
    })
  })
  it('takes the last result of an inspector that is against the member', () => {
    expect(resultOf({ results: ['APPROVED', 'REJECTED'] })).toBe('REJECTED')
    expect(resultOf({ results: ['REJECTED', 'APPROVED'] })).toBe('APPROVED')
    expect(resultOf({ results: ['SANCTIONED'], open: [open('MAJOR')] })).toBe('SANCTIONED')
  })
  it('asks for a condition while a major one is open, a minor one overdue, or a rule asks for it (BR-17)', () => {
    expect(resultOf({ open: [open('MAJOR')] })).toBe('CONDITIONAL')
    expect(resultOf({ open: [open('MINOR', { dueOn: '2026-01-14' })] })).toBe('CONDITIONAL')
    // The day itself is in time.
    expect(resultOf({ open: [open('MINOR', { dueOn: '2026-01-15' })] })).toBe('APPROVED')
    expect(resultOf({ open: [open('MINOR', { needsCondition: true })] })).toBe('CONDITIONAL')
    expect(resultOf({ open: [open('RECOMMENDATION', { needsCondition: true })] })).toBe('CONDITIONAL')
    expect(resultOf({ results: ['CONDITIONAL'] })).toBe('CONDITIONAL')
    // Each finding is a reason once.
    expect(proposalOf(facts({ open: [open('MAJOR', { needsCondition: true })] })).reasons).toHaveLength(1)
    expect(proposalOf(facts({ open: [open('MINOR', { needsCondition: true, dueOn: '2026-01-14' })] })).reasons).toHaveLength(1)
  })
  it('sanctions for a critical one and a sanction that stops the season, not for one that is proposed or a warning', () => {
    expect(resultOf({ open: [open('CRITICAL')] })).toBe('SANCTIONED')
    expect(resultOf({ sanction: { isImposed: true, stops: true } })).toBe('SANCTIONED')
    expect(resultOf({ sanction: { isImposed: false, stops: true } })).toBe('APPROVED')
    expect(resultOf({ sanction: { isImposed: true, stops: false } })).toBe('APPROVED')
  })
  it('doubts', () => {
    for (const values of [
      { riskClass: 'HIGH' },
      { results: ['APPROVED', 'CONDITIONAL'] },
      { before: 'REJECTED' },
      { before: 'SANCTIONED' },
      { isRelated: true },
      { open: [open('MAJOR')] },
      { sanction: { isImposed: false, stops: true } },
    ] satisfies Partial<CommitteeFacts>[])
      expect([values, doubts(values)]).toEqual([values, 1])
    for (const values of [
      { riskClass: 'MEDIUM' },
      { before: 'CONDITIONAL' },
      { before: 'NOT_INSPECTED' },
      { results: ['CONDITIONAL'] },
    ] satisfies Partial<CommitteeFacts>[])
      expect([values, doubts(values)]).toEqual([values, 0])
  })
  const anyResult = fc.constantFrom<Result>('APPROVED', 'CONDITIONAL', 'REJECTED', 'SANCTIONED')
  const anyOpen = fc.record({
    ref: fc.string(),
    severity: fc.constantFrom('RECOMMENDATION' as const, 'MINOR' as const, 'MAJOR' as const, 'CRITICAL' as const),
    dueOn: fc.constantFrom('2026-01-01', '2026-01-15', '2026-03-01'),
    needsCondition: fc.boolean(),
  })
  const anyFacts = fc.record({
    day: fc.constant('2026-01-15'),
    results: fc.array(anyResult, { minLength: 1, maxLength: 4 }),
    riskClass: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const),
    open: fc.array(anyOpen, { maxLength: 4 }),
    sanction: fc.option(fc.record({ isImposed: fc.boolean(), stops: fc.boolean() })),
    before: fc.constantFrom(null, 'APPROVED' as const, 'CONDITIONAL' as const, 'REJECTED' as const, 'SANCTIONED' as const),
    isRelated: fc.boolean(),
  })
  const rank = (result: Result) => ['APPROVED', 'CONDITIONAL', 'REJECTED', 'SANCTIONED'].indexOf(result)
  it('never proposes more for a member with one more non-conformity, nor doubts less', () => {
    fc.assert(
      fc.property(anyFacts, anyOpen, (some, one) => {
        const [before, after] = [proposalOf(some), proposalOf({ ...some, open: [...some.open, one] })]
        // What the inspector or a sanction has settled stands, whatever is found beside it.
        expect(rank(after.result)).toBeGreaterThanOrEqual(rank(before.result))
        expect(after.doubts.length).toBeGreaterThanOrEqual(before.doubts.length)
      }),
    )
  })
  it('never approves without a condition whom a rule asks one of, and is never without a doubt against a member', () => {
    fc.assert(
      fc.property(anyFacts, (some) => {
        const { result, doubts: why } = proposalOf(some)
        if (some.open.some(({ needsCondition }) => needsCondition)) expect(result).not.toBe('APPROVED')
        if (result === 'REJECTED' || result === 'SANCTIONED') expect(why.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the order of the table', () => {
  const one = (name: string, values: { isBlocked?: boolean; decision?: Result | null; result?: Result; doubts?: number; risk?: number }) => {
    const proposal = { result: values.result ?? 'APPROVED', doubts: Array.from({ length: values.doubts ?? 0 }) }
    const state = stateOf({ isBlocked: values.isBlocked ?? false, decision: values.decision ?? null, proposal })
    return { name, farmerId: name, state, proposal, riskPoints: values.risk ?? 0 }
  }
  it('puts first who may not be decided, then doubts by gravity, then what has changed; a decision is never blocked', () => {
    const rows = [
      one('decided', { decision: 'APPROVED', isBlocked: true }),
      one('clear b', {}),
      one('clear a', {}),
      one('risky', { risk: 3 }),
      one('changed', { decision: 'APPROVED', result: 'SANCTIONED', doubts: 1 }),
      one('doubt', { doubts: 1 }),
      one('more doubts', { doubts: 2 }),
      one('grave', { result: 'SANCTIONED', doubts: 1 }),
      one('blocked', { isBlocked: true, doubts: 5 }),
    ]
    expect(rows.sort(byAttention).map(({ name }) => name)).toEqual([
      'blocked',
      'grave',
      'more doubts',
      'doubt',
      'changed',
      'risky',
      'clear a',
      'clear b',
      'decided',
    ])
  })
})
