// What one kilogram can become on the way to a garment, by the hard bounds of each process worked out by hand (2.3).
import { describe, expect, it } from 'vitest'
import { inputNeed, sharesBetween } from './input-need.ts'

describe('sharesBetween', () => {
  it('leads from yarn to fabric by knitting and weaving, dyed before or after, and never by dyeing alone', () => {
    expect(sharesBetween('YARN', 'FABRIC', ['DYEING_FINISHING'])).toBeNull()
    expect(sharesBetween('YARN', 'FABRIC', ['KNITTING', 'DYEING_FINISHING'])).toEqual({ least: expect.closeTo(0.95 * 0.86), most: expect.closeTo(1.05) })
  })
  it('leads from fabric to a garment, dyed or not', () => {
    expect(sharesBetween('FABRIC', 'GARMENT')).toEqual({ least: expect.closeTo(0.86 * 0.75), most: expect.closeTo(1.05) })
    expect(sharesBetween('GARMENT', 'FABRIC')).toBeNull()
  })
})

describe('inputNeed', () => {
  const lint = { material: 'LINT', kg: 400 } as const
  // Pressing may add 0.02, 0.94 at most become yarn, and dyeing may add 0.05.
  const yarn = (kg: number) => ({ material: 'YARN', kg }) as const
  const room = 20 * 1.02 * 0.94 * 1.05
  it('adds up what shares one way: lint, and yarn of the same lint', () => {
    const seedCotton = [{ materials: ['SEED_COTTON'], kg: 1000 }] as const
    expect(inputNeed([lint, yarn(room - 0.01)], seedCotton, 0)).toEqual({ kind: 'FITS' })
    expect(inputNeed([lint, yarn(room + 0.01)], seedCotton, 0)).toMatchObject({ kind: 'SHORT', material: 'LINT', mostKg: 420, isForOthers: true })
  })
  it('leaves alone what does not: by-products of one run, and yarn that came as yarn', () => {
    const seedCotton = { materials: ['SEED_COTTON'], kg: 1000 } as const
    expect(inputNeed([lint, { material: 'COTTONSEED', kg: 600 }], [seedCotton], 0)).toEqual({ kind: 'FITS' })
    const bought = { materials: ['YARN'], kg: 500 } as const
    expect(inputNeed([lint, yarn(500)], [{ materials: ['LINT'], kg: 400 }, bought], 0)).toEqual({ kind: 'FITS' })
    expect(
      inputNeed(
        [lint, yarn(500.01)],
        [
          { materials: ['LINT'], kg: 400 },
          { ...bought, kg: 300 },
        ],
        0,
      ),
    ).toMatchObject({ kind: 'SHORT' })
  })
  it('counts what no material is known of as the one of which most can come: never without a bound', () => {
    const seedCotton = { materials: ['SEED_COTTON'], kg: 1000 } as const
    // Lint of seed cotton 420; of anything else at most itself, and 0.02 that pressing may add.
    const [of, most] = [(kg: number, otherKg: number) => inputNeed([{ material: 'LINT', kg }], [seedCotton], otherKg), 420 + 100]
    expect(of(420.01, 0)).toMatchObject({ kind: 'SHORT', mostKg: 420 })
    expect(of(most, 100)).toEqual({ kind: 'UNKNOWN' })
    expect(of(most * 1.02, 100)).toMatchObject({ kind: 'SHORT' })
    expect(inputNeed([yarn(5000)], [], 10)).toMatchObject({ kind: 'SHORT', material: 'YARN' })
    expect(inputNeed([lint, yarn(700)], [seedCotton], 700)).toEqual({ kind: 'UNKNOWN' })
  })
})
