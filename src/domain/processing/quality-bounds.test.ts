// What a quality test measured against the bounds and grades of its product: at a bound it is inside, and what was not measured or has no bound is never outside.
import { describe, expect, it } from 'vitest'
import { isOffScale, outsideBounds, qualityFinding } from './quality-bounds.ts'

const bounds = [
  { code: 'STAPLE', min: 28, max: 32 },
  { code: 'TRASH', max: 3 },
  { code: 'MICRONAIRE', min: 3.5, max: null },
] as const

describe('what a test measured', () => {
  it('is outside below the lowest or above the highest value alone', () => {
    expect(outsideBounds({ stapleMm: 27.9, trash: 3.1, mic: 3.4 }, bounds)).toEqual(['STAPLE', 'TRASH', 'MICRONAIRE'])
    expect(outsideBounds({ stapleMm: 32.1, trash: 0, mic: 6 }, bounds)).toEqual(['STAPLE'])
    expect(outsideBounds({ stapleMm: 28, trash: 3, mic: 3.5 }, bounds)).toEqual([])
    expect(outsideBounds({ stapleMm: 32, mic: 7 }, bounds)).toEqual([])
  })
  it('is outside of nothing where it was not measured, or the product has no bound for it', () => {
    expect(outsideBounds({ stapleMm: null, moisture: 29, strength: 5 }, bounds)).toEqual([])
    expect(outsideBounds({ stapleMm: 15 }, [])).toEqual([])
  })
})
describe('a grade', () => {
  it('is on the scale however it is written, and off it where it has another name', () => {
    expect(['A', ' a ', 'b'].map((grade) => isOffScale({ grade }, ['A', 'B']))).toEqual([false, false, false])
    expect(isOffScale({ grade: 'C' }, ['A', 'B'])).toBe(true)
  })
  it('is off no scale where the product has none, nor where none was given', () => {
    expect([isOffScale({ grade: 'C' }, []), isOffScale({ grade: null }, ['A']), isOffScale({}, ['A'])]).toEqual([false, false, false])
  })
})
describe('the finding', () => {
  const product = { name: 'Lint', gradeScale: ['A'], qcParams: [...bounds] }
  it('names what is outside, else the grade, and is none where both agree or nothing is declared', () => {
    expect(String(qualityFinding({ stapleMm: 20, trash: 9, grade: 'C' }, product)?.message)).toBe('Outside the bounds of Lint: Staple, mm, Trash, %.')
    expect(String(qualityFinding({ stapleMm: 30, grade: 'C' }, product)?.message)).toBe('Lint has no grade C.')
    expect(qualityFinding({ stapleMm: 30, grade: 'A' }, product)).toBeNull()
    expect(qualityFinding({ stapleMm: 15, grade: 'Z' }, { name: 'Lint', gradeScale: null, qcParams: null })).toBeNull()
  })
})
