// The history of a list says which rows came, went or changed, in words; in Hindi, too.
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Field } from '#domain/kernel/field.ts'
import { answerOf, omar, openStage } from '#tests/web/stage.tsx'
import { createFormat } from '#web/format/format.ts'
import { changeLanguage, startLanguages } from '#web/locales/i18n.ts'
import { speech } from '#web/locales/translation.ts'
import { rowChanges } from './row-changes.ts'

const rules = (entityOf('schemepop').fields as Record<string, Field>).rules as Field
const rule = (code: string, more: Record<string, unknown> = {}) => ({
  code,
  text: `Rule ${code}`,
  check: { type: 'PARALLEL_PRODUCTION' },
  clauseRef: null,
  severity: 'MINOR',
  weight: 1,
  correctiveDays: 30,
  effectOnFail: 'NONE',
  ...more,
})
beforeAll(async () => {
  await startLanguages('en')
  await import('#web/engine/view/view-page.tsx')
}, 120_000)
afterAll(() => changeLanguage('en'))

const speak = () => ({ t: speech().t, format: createFormat({ language: speech().i18n.language }) })
const sentencesOf = (from: unknown, to: unknown, field = rules) =>
  rowChanges(field, from, to, speak()).map(({ sentence, columns }) => [sentence, ...columns.map((one) => `${one.label}: ${one.from} → ${one.to}`)])

describe('rowChanges', () => {
  it('names each rule that was added, removed or changed, and what of it changed', () => {
    const before = [rule('R1'), rule('R2'), rule('R3')]
    const after = [rule('R1'), rule('R3', { severity: 'MAJOR', weight: 3, clauseRef: '4.2' }), rule('R4')]
    expect(sentencesOf(before, after)).toEqual([
      ['Removed: R2 · Rule R2'],
      ['Changed: R3', 'Clause: empty → 4.2', 'Severity: Minor → Major', 'Weight in the score: 1 → 3'],
      ['Added: R4 · Rule R4'],
    ])
  })
  it('says nothing of a value that is missing on one side and empty on the other, and that only the order changed', () => {
    const { clauseRef: _, ...without } = rule('R1')
    expect(sentencesOf([rule('R1'), rule('R2')], [rule('R2'), without])).toEqual([['In another order']])
  })
  it('takes a list that was not there as empty, and rows that no column names by what they say', () => {
    expect(sentencesOf(null, [rule('R1')])).toEqual([['Added: R1 · Rule R1']])
    const double = [rule('R1', { text: 'One' }), rule('R1', { text: 'One', weight: 2 })]
    expect(sentencesOf(double, [double[0]]).flat().join()).toMatch(/^Removed: R1 · One/)
  })
  it('says it in Hindi, too', async () => {
    await changeLanguage('hi')
    expect(sentencesOf([rule('R1')], [rule('R1', { severity: 'MAJOR' }), rule('R2')]).map(([sentence]) => sentence)).toEqual([
      'बदला गया: R1',
      'जोड़ा गया: R2 · Rule R2',
    ])
    await changeLanguage('en')
  })
})

it('is what the history of a scheme’s rules shows', async () => {
  const id = '01900000-0000-7000-8000-0000000000d1'
  const change = {
    id: 'e1',
    eventType: 'EDITED',
    subjectType: 'schemepop',
    subjectId: id,
    occurredAt: '2025-06-01T04:00:00Z',
    recordedAt: '2025-06-01T04:00:00Z',
  }
  const data = { changes: { rules: { from: [rule('R1')], to: [rule('R1'), rule('R2')] } } }
  const event = { ...change, recordedBy: omar.id, source: 'WEB', status: 'RECORDED', statusBefore: 'DRAFT', statusAfter: 'DRAFT', notes: null, data }
  const scheme = answerOf({
    id,
    title: 'Cotton rules, v1',
    name: 'Cotton rules',
    versionNo: 1,
    status: 'DRAFT',
    rules: [rule('R1'), rule('R2')],
    maxMajor: 2,
    passScore: 80,
  })
  await openStage(
    `/private/farmbook/OP1/schemepop/${id}?tab=history`,
    ({ path }) => {
      if (path.endsWith('/history') || path.endsWith('/events')) return { body: { items: [event], next: null, refs: {} } }
      return path.endsWith(`/schemepop/${id}`) ? { body: scheme } : undefined
    },
    { user: { ...omar, grants: [{ role: 'ADMIN' }] } },
  )
  const line = await screen.findByText('Added: R2 · Rule R2')
  expect(within(line.closest('ul') as HTMLElement).queryByText(/R1/)).toBeNull()
})
