// Nobody asks for "MILK · 2026-11-24": a name says whose it is, in the reader's words.
import { describe, expect, it } from 'vitest'
import type { RecordAnswer } from '#web/api/answers.ts'
import { createFormat } from '#web/format/format.ts'
import { lactationTitle, withdrawalTitle } from './record-titles.ts'

const hindi: Record<string, string> = { Milk: 'दूध', Lactation: 'ब्यात', 'lactation {{number}}': 'ब्यात {{number}}' }
const t = ((key: string, values: Record<string, string> = {}) =>
  (hindi[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')) as never
const format = createFormat({ language: 'hi' })
const refs = { c1: { entity: 'cow', title: 'G-104 · Ganga', code: 'COW-000004' }, u1: { entity: 'housingunit', title: 'Cooler 1', code: 'UNT-000003' } }
const record = (row: Record<string, unknown>) => ({ code: 'X-000001', title: 'MILK · 2026-11-24', ...row }) as unknown as RecordAnswer

describe('withdrawalTitle', () => {
  it('says the product and the code where the reader does not learn whose it is', () => {
    expect(withdrawalTitle(record({ product: 'MILK', cowId: 'c2' }), { t, format, refs })).toBe('दूध · X-000001')
  })
  it('names the animal, or the tank, and what may not be used', () => {
    expect(withdrawalTitle(record({ product: 'MILK', cowId: 'c1' }), { t, format, refs })).toBe('G-104 · Ganga: दूध')
    expect(withdrawalTitle(record({ product: 'MILK', cowId: null, unitId: 'u1' }), { t, format, refs })).toBe('Cooler 1: दूध')
  })
})

describe('lactationTitle', () => {
  it('names the animal and counts its lactations, as far as both are known', () => {
    expect(lactationTitle(record({ parity: 2, cowId: 'c1' }), { t, format, refs })).toBe('G-104 · Ganga: ब्यात 2')
    expect(lactationTitle(record({ parity: null, goatId: 'g1' }), { t, format, refs })).toBe('ब्यात · X-000001')
  })
})
