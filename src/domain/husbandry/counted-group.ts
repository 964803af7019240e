// Small ruminants are often managed as a number of heads instead of tag by tag: then one record stands for the group and
// its counts change by events (animal 5.1).
import { choice, integer, optional } from '../kernel/kinds.ts'
import { recordKinds } from './animal.ts'

export const countFields = {
  recordKind: choice('Recorded as', recordKinds, { initial: 'INDIVIDUAL', fixed: true, filter: true }),
  females: optional(integer('Females', { max: 100_000, fixed: true })),
  males: optional(integer('Males', { max: 100_000, fixed: true })),
  young: optional(integer('Young', { max: 100_000, fixed: true })),
}

type Counted = { recordKind: string; females: number | null; males: number | null; young: number | null }
export const countChecks = [
  {
    path: 'females',
    code: 'required',
    message: 'A counted group says how many animals it has.',
    fails: (row: Counted) => row.recordKind === 'GROUP' && (row.females ?? 0) + (row.males ?? 0) + (row.young ?? 0) === 0,
  },
  {
    path: 'females',
    code: 'rule',
    message: 'One animal has no head count.',
    fails: (row: Counted) => row.recordKind === 'INDIVIDUAL' && [row.females, row.males, row.young].some((count) => count !== null && count !== undefined),
  },
] as const
