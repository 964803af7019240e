// What the run screen says must be what the server will say: the same rules, fed with what was typed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTolerances } from '#domain/rules/tolerances.ts'
import { type InputLine, type Line, type RunDraft, readKg, readRun } from './run-draft.ts'

const heap = (kg: string, more: Partial<InputLine> = {}): InputLine => ({
  batchId: 'h',
  title: 'Heap 014',
  material: 'SEED_COTTON',
  claim: 'ORGANIC',
  onHandKg: 6204,
  gmoStatus: 'NEGATIVE',
  kg,
  ...more,
})
const draft = (more: Partial<RunDraft> = {}): RunDraft => ({
  process: 'GINNING',
  inputs: [heap('6,000')],
  outputs: [
    { productId: 'lint', title: 'Lint', material: 'LINT', kg: '2052', norm: null },
    { productId: 'seed', title: 'Cottonseed', material: 'COTTONSEED', kg: '3738', norm: null },
  ],
  wasteKg: '156',
  invisibleKg: '30',
  reason: '',
  downgradeConfirmed: false,
  ...more,
})
const dedicated: Line = { segregation: 'DEDICATED', lastRunClaim: null, lastRunAt: null, lastCleaningAt: null }
const changing: Line = { segregation: 'CLEANED_CHANGEOVER', lastRunClaim: 'CONVENTIONAL', lastRunAt: '2026-01-08T10:00:00Z', lastCleaningAt: null }
const read = (one: RunDraft, line = dedicated) => readRun(one, line, '2026-01-09T08:10:00Z', defaultTolerances)
const rules = (one: RunDraft, line = dedicated) => read(one, line).blocks.map((block) => block.ruleId)

describe('readKg', () => {
  it.each(['-5', 'a', '1e3', '5 kg', '1.2345', '99999999999', '1.2.3'])('refuses %j', (text) => expect(readKg(text)).toBeNaN())
  it.each([
    ['', 0],
    ['6,000', 6000],
    ['1,12,400', 112400],
    ['6 000', 6000],
    ['12,5', 12.5],
    ['12.375', 12.375],
  ])('reads %j as %d', (text, kg) => expect(readKg(text)).toBe(kg))
})

describe('readRun', () => {
  it('is silent before anything is typed', () => {
    expect(read(draft({ inputs: [heap('')], outputs: [] }))).toMatchObject({ inKg: 0, blocks: [], isComplete: false, claim: null })
  })
  it('refuses more than lies in the lot, with both figures (BR-09)', () => {
    const [first] = read(draft({ inputs: [heap('6,300')] })).blocks
    expect(first).toMatchObject({ ruleId: 'BR-09', figures: { askedKg: 6300, onHandKg: 6204 } })
  })
  it('refuses a run that is 1.2 per cent short (BR-09)', () => expect(rules(draft({ wasteKg: '108' }))).toContain('BR-09'))
  it('refuses 43 per cent of lint (BR-10)', () => {
    const one = draft({
      outputs: [
        { productId: 'lint', title: 'Lint', material: 'LINT', kg: '2580', norm: null },
        { productId: 'seed', title: 'Seed', material: 'COTTONSEED', kg: '3210', norm: null },
      ],
      reason: 'because',
    })
    expect(rules(one)).toEqual(['BR-10'])
    expect(read(one).outputs[0]?.rating).toBe('impossible')
  })
  it('asks for a reason at 41 per cent and is content with one', () => {
    const outputs = [
      { productId: 'lint', title: 'Lint', material: 'LINT' as const, kg: '2460', norm: null },
      { productId: 'seed', title: 'Seed', material: 'COTTONSEED' as const, kg: '3354', norm: null },
    ]
    expect(read(draft({ outputs }))).toMatchObject({ needsReason: true })
    expect(rules(draft({ outputs }))).toEqual(['BR-10'])
    expect(rules(draft({ outputs, reason: 'very clean picking' }))).toEqual([])
  })
  it('refuses conventional into certified, whatever is confirmed (BR-11)', () => {
    const inputs = [heap('3000'), heap('3000', { batchId: 'c', claim: 'CONVENTIONAL' })]
    expect(rules(draft({ inputs, downgradeConfirmed: true }))).toContain('BR-11')
    expect(read(draft({ inputs })).mayDowngrade).toBe(false)
  })
  it('lets IC2 meet organic only when the lower claim is confirmed for all', () => {
    const inputs = [heap('3000'), heap('3000', { batchId: 'c', claim: 'IC2' })]
    expect(read(draft({ inputs }))).toMatchObject({ claim: 'IC2', mayDowngrade: true })
    expect(rules(draft({ inputs }))).toEqual(['BR-11'])
    expect(rules(draft({ inputs, downgradeConfirmed: true }))).toEqual([])
  })
  it('refuses an organic run on a line that was not cleaned after another claim (BR-11)', () => {
    expect(rules(draft(), changing)).toEqual(['BR-11'])
    expect(rules(draft(), { ...changing, lastCleaningAt: '2026-01-09T07:30:00Z' })).toEqual([])
  })
  it('accepts the run of the book: 0.4 per cent unexplained, all in band', () => {
    expect(read(draft())).toMatchObject({ inKg: 6000, outKg: 5976, claim: 'ORGANIC', blocks: [], isComplete: true, needsReason: false })
    expect(read(draft()).outputs.map((one) => one.rating)).toEqual(['usual', 'usual'])
  })
  it('never throws on what people type', () => {
    const typed = fc.oneof(fc.string(), fc.constantFrom('', '0', '-1', '1e9', 'NaN', '६०००', '6,000'))
    fc.assert(
      fc.property(typed, typed, typed, typed, (a, b, c, d) => {
        const reading = read(
          draft({ inputs: [heap(a)], outputs: [{ productId: 'lint', title: 'Lint', material: 'LINT', kg: b, norm: null }], wasteKg: c, invisibleKg: d }),
        )
        expect(Number.isFinite(reading.inKg) && Number.isFinite(reading.outKg)).toBe(true)
      }),
    )
  })
})
