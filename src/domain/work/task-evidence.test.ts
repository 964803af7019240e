// What is missing of the evidence that a task requires: against every assignment of files to kinds, tried one by one.
import { describe, expect, it } from 'vitest'
import { type Evidence, missingEvidence, type ShownFile } from './task-evidence.ts'

const types = ['image/webp', 'application/pdf', 'text/csv', 'audio/mpeg', null] as const
const kinds = ['PHOTO', 'DOC', 'SIGNATURE'] as const
/** As the rule has it: which file may stand for which kind. */
const fits: Record<(typeof kinds)[number], (type: ShownFile['mediaType']) => boolean> = {
  PHOTO: (type) => type === null || type.startsWith('image/'),
  DOC: (type) => type === null || !type.startsWith('audio/'),
  SIGNATURE: (type) => type === null || type.startsWith('image/') || type === 'application/pdf',
}
/** Whether each kind can have a file of its own, by trying all ways. */
const isEnough = (required: readonly (typeof kinds)[number][], files: readonly ShownFile[]): boolean => {
  const [kind, ...others] = required
  if (!kind) return true
  return files.some(({ mediaType }, at) => fits[kind](mediaType) && isEnough(others, files.toSpliced(at, 1)))
}
const subsets = <T>(all: readonly T[]): T[][] => all.reduce<T[][]>((sets, one) => sets.concat(sets.map((set) => set.concat(one))), [[]])
const bags = (size: number): ShownFile[][] =>
  size === 0 ? [[]] : bags(size - 1).flatMap((bag) => types.map((mediaType) => [...bag, { mediaType, isPlaced: false }]))

describe('the evidence of a task', () => {
  it('is enough exactly where each kind can have a file of its own', () => {
    for (const required of subsets(kinds))
      for (const files of [0, 1, 2, 3, 4].flatMap(bags))
        expect([required, files, missingEvidence(required, files, false).length === 0]).toEqual([required, files, isEnough(required, files)])
  })
  it('has the position from the event or from a photo, and names each kind that is missing by its field', () => {
    const photo = { mediaType: 'image/webp', isPlaced: false }
    const of = (required: readonly Evidence[], files: readonly ShownFile[], hasPosition = false) =>
      missingEvidence(required, files, hasPosition).map(({ path }) => path)
    expect(of(['GPS'], [photo])).toEqual(['data.files'])
    expect(of(['GPS'], [{ ...photo, isPlaced: true }])).toEqual([])
    expect(of(['GPS'], [], true)).toEqual([])
    expect(of(['GPS', 'SIGNATURE', 'DOC', 'PHOTO'], [photo])).toEqual(['data.files', 'data.files', 'data.files'])
    expect(of([], [])).toEqual([])
  })
})
