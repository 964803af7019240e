// A refusal must say the figures that broke the rule, and offer only a way out that resolves it.

import { describe, expect, it } from 'vitest'
import { defaultTolerances } from '#domain/rules/tolerances.ts'
import { createFormat } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { formatBlock, wayOutOf } from './format-block.ts'
import { type Line, type RunDraft, readRun } from './run-draft.ts'

const t = ((sentence: string, values: Record<string, unknown> = {}) =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => String(values[name]))) as unknown as TFunction
const format = createFormat({ language: 'en', timezone: 'Asia/Kolkata', now: () => new Date('2026-01-09T10:00:00Z') })
const dedicated: Line = { segregation: 'DEDICATED', lastRunClaim: null, lastRunAt: null, lastCleaningAt: null }
const heap = { batchId: 'h', title: 'Heap 014', material: 'SEED_COTTON' as const, claim: 'ORGANIC' as const, onHandKg: 6204, gmoStatus: null, kg: '6,000' }
const outputs = (lint: string, seed: string) => [
  { productId: 'lint', title: 'Lint', material: 'LINT' as const, kg: lint, norm: null },
  { productId: 'seed', title: 'Cottonseed', material: 'COTTONSEED' as const, kg: seed, norm: null },
]
const run = (more: Partial<RunDraft>): RunDraft => ({
  process: 'GINNING',
  inputs: [heap],
  outputs: outputs('2052', '3738'),
  wasteKg: '156',
  invisibleKg: '30',
  reason: '',
  downgradeConfirmed: false,
  ...more,
})
const sentenceOf = (draft: RunDraft, line = dedicated) => {
  const [block] = readRun(draft, line, '2026-01-09T08:10:00Z', defaultTolerances).blocks
  return block ? { words: formatBlock(block, t, format, defaultTolerances), way: wayOutOf(block, draft, Number(draft.invisibleKg)) } : null
}

describe('sayBlock and wayOutOf', () => {
  it('are silent when nothing is wrong', () => expect(sentenceOf(run({}))).toBeNull())
  it('more than there is: both figures, and all there is', () => {
    expect(sentenceOf(run({ inputs: [{ ...heap, kg: '6300' }] }))).toEqual({
      words: 'Heap 014 has 6,204 kg, 6,300 kg are asked.',
      way: { kind: 'take', batchId: 'h', kg: 6204 },
    })
  })
  it('a loss that such a line has may be recorded with one press', () => {
    const found = sentenceOf(run({ wasteKg: '96' }))
    expect(found?.words).toContain('84 kg are missing')
    expect(found?.words).toContain('up to 30 kg')
    expect(found?.way).toEqual({ kind: 'invisible', kg: 114 })
    expect(sentenceOf(run({ wasteKg: '96', invisibleKg: '114' }))).toBeNull()
  })
  it('a loss beyond what such a line has may not', () => expect(sentenceOf(run({ wasteKg: '0', outputs: outputs('2052', '3500') }))?.way).toBeNull())
  it('more out than in: only weighing again helps', () =>
    expect(sentenceOf(run({ outputs: outputs('2052', '3838') }))).toMatchObject({ words: expect.stringContaining('more came out than went in'), way: null }))
  it('an impossible out-turn leads to its field', () =>
    expect(sentenceOf(run({ outputs: outputs('2580', '3210') }))).toEqual({
      words: 'Lint came to 43.0% of the input; only 25.0% to 42.0% can be. Weigh again.',
      way: { kind: 'look', material: 'LINT' },
    }))
  it('an unusual out-turn asks why', () =>
    expect(sentenceOf(run({ outputs: outputs('2400', '3390') }))).toMatchObject({ words: expect.stringContaining('Say why.'), way: { kind: 'reason' } }))
  it('certified claims may be mixed on purpose, conventional goods are taken out', () => {
    const two = (claim: 'IC2' | 'CONVENTIONAL') =>
      run({
        inputs: [
          { ...heap, kg: '3000' },
          { ...heap, batchId: 'i', claim, kg: '3000' },
        ],
      })
    expect(sentenceOf(two('IC2'))?.way).toEqual({ kind: 'confirm' })
    expect(sentenceOf(two('CONVENTIONAL'))?.way).toEqual({ kind: 'remove', claim: 'CONVENTIONAL' })
  })
  it('an uncleaned line says when it was cleaned last, and leads there', () => {
    const line: Line = {
      segregation: 'CLEANED_CHANGEOVER',
      lastRunClaim: 'CONVENTIONAL',
      lastRunAt: '2026-01-08T10:00:00Z',
      lastCleaningAt: '2026-01-05T12:00:00Z',
    }
    expect(sentenceOf(run({}), line)).toMatchObject({ words: expect.stringContaining('24 hours'), way: { kind: 'clean' } })
    expect(sentenceOf(run({}), { ...line, lastCleaningAt: null })?.words).toContain('No cleaning of this line is recorded')
  })
})
