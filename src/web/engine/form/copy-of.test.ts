// What comes along when a record is made from another one, and what does not.
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { copyOf } from './copy-of.ts'

const named = (name: string) => `Copy of ${name}`
const source = (values: Record<string, unknown>) => ({ id: 'source', ...values }) as unknown as RecordAnswer

describe('copyOf', () => {
  it('takes the calendar of a package, names the copy, leaves its version to the server and says what it was made from', () => {
    const planEvents = [{ code: 'SOW', name: 'Sowing', eventType: 'SOWING', offsetDays: 0 }]
    const copy = copyOf(entityOf('pop'), source({ name: 'Cotton', versionNo: 4, basedOnId: 'older', durationDays: 200, planEvents, stepCount: 1 }), named)
    expect(copy).not.toHaveProperty('versionNo')
    expect(copy).toMatchObject({
      name: 'Copy of Cotton',
      basedOnId: 'source',
      durationDays: 200,
      planEvents,
    })
  })
  it('takes nothing that only the product sets', () => {
    expect(Object.keys(copyOf(entityOf('pop'), source({ stepCount: 1, publishedOn: '2025-01-01' }), named))).not.toEqual(expect.arrayContaining(['stepCount']))
  })
  it('keeps the scheme that a copy of its rules belongs to, though it is part of what must be unique', () => {
    const copy = copyOf(entityOf('schemepop'), source({ name: 'NPOP cotton', schemeId: 'npop', versionNo: 2 }), named)
    expect(copy).toMatchObject({ schemeId: 'npop' })
    // Numbered by the product.
    expect(copy).not.toHaveProperty('versionNo')
  })
  it('empties what a person must give anew', () => {
    expect(copyOf(entityOf('scheme'), source({ name: 'NPOP', versionName: '2018' }), named)).toMatchObject({ name: 'Copy of NPOP', versionName: null })
    expect(copyOf(entityOf('landowner'), source({ name: 'Asha', farmerId: 'f' }), named)).toMatchObject({ name: 'Asha', farmerId: null })
  })
  it('keeps an empty value empty where a new record would have one suggested', () => {
    expect(copyOf(entityOf('scheme'), source({ name: 'NPOP', groupMin: null }), named)).toMatchObject({ groupMin: null })
  })
  it('fits the longest name', () => {
    expect(String(copyOf(entityOf('pop'), source({ name: 'x'.repeat(120) }), named).name)).toHaveLength(120)
  })
})
