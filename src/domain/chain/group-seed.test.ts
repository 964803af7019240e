// Seed of a group (BR-20) at its bounds.
import { describe, expect, it } from 'vitest'
import { checkGroupSeed, type SeedIssued, type SeedSown } from './group-seed.ts'

const sown = (kg: number, more: Partial<SeedSown> = {}): SeedSown => ({
  ...{ seasonId: 'kharif', season: 'KH-2025', cropTypeId: 'cotton', varietyId: 'a', variety: 'A', kg },
  ...more,
})
const issued = (kg: number, more: Partial<SeedIssued> = {}): SeedIssued => ({ seasonId: 'kharif', cropTypeId: 'cotton', varietyId: 'a', kg, ...more })
const seasons = (...args: Parameters<typeof checkGroupSeed>) => checkGroupSeed(...args)?.figures?.seasons ?? []
const anyVariety = { varietyId: null }
const anyCrop = { varietyId: null, cropTypeId: null }

describe('checkGroupSeed (BR-20)', () => {
  it('finds nothing where as much was handed out as was sown, and one gram more', () => {
    expect(checkGroupSeed([sown(5)], [issued(5)])).toBeNull()
    expect(checkGroupSeed([sown(0.1), sown(0.2)], [issued(0.3)])).toBeNull()
    expect(seasons([sown(5.001)], [issued(5)])).toEqual([{ season: 'KH-2025', varieties: ['A'], sownKg: 5.001, issuedKg: 5 }])
    expect(checkGroupSeed([sown(5.001)], [issued(5)])).toMatchObject({ ruleId: 'BR-20', severity: 'WARN' })
  })
  it('finds seed of which nothing was handed out, and nothing where none is from the group', () => {
    expect(seasons([sown(0.001)], [])).toEqual([{ season: 'KH-2025', varieties: ['A'], sownKg: 0.001, issuedKg: 0 }])
    expect(checkGroupSeed([], [issued(5)])).toBeNull()
  })
  it('counts seed of a variety for no other one; of a crop for each of its varieties; of none named for each crop', () => {
    const b = sown(3, { varietyId: 'b', variety: 'B' })
    expect(seasons([sown(4), b], [issued(10)])).toEqual([{ season: 'KH-2025', varieties: ['B'], sownKg: 3, issuedKg: 0 }])
    expect(checkGroupSeed([sown(4), b], [issued(4), issued(3, anyVariety)])).toBeNull()
    expect(checkGroupSeed([sown(4), b], [issued(7, anyVariety)])).toBeNull()
    expect(seasons([sown(4), b], [issued(6.999, anyVariety)])).toEqual([{ season: 'KH-2025', varieties: ['A', 'B'], sownKg: 7, issuedKg: 6.999 }])
    expect(checkGroupSeed([sown(4), b], [issued(3), issued(4, anyCrop)])).toBeNull()
    expect(seasons([sown(4), b], [issued(3), issued(3.999, anyCrop)])).toMatchObject([{ sownKg: 7, issuedKg: 6.999 }])
    const soy = sown(50, { cropTypeId: 'soy', varietyId: 's', variety: 'S' })
    expect(seasons([soy], [issued(60, anyVariety)])).toMatchObject([{ varieties: ['S'], issuedKg: 0 }])
  })
  it('judges each season by itself', () => {
    const rabi = { seasonId: 'rabi', season: 'RB-2025' }
    expect(seasons([sown(5), sown(5, rabi)], [issued(10)])).toEqual([{ season: 'RB-2025', varieties: ['A'], sownKg: 5, issuedKg: 0 }])
    expect(seasons([sown(5, rabi), sown(5)], [])).toMatchObject([{ season: 'KH-2025' }, { season: 'RB-2025' }])
  })
})
