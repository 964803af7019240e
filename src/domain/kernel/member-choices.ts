// Which members a field may name. Apart from what reads such rules, so that a list does not fetch it with its declaration.
import type { Choosable } from './choosable.ts'

/** Members whose record goes on: one that was merged leads to another (BR-23). */
export const notMerged: readonly Choosable[] = [
  { field: 'status', is: ['DRAFT', 'PENDING', 'RETURNED', 'ACTIVE', 'SUSPENDED', 'EXITED'], why: 'Records that were merged into another one are left out.' },
]
/** Whose record can stay when two are merged. */
export const activeMembers: readonly Choosable[] = [{ field: 'status', is: ['ACTIVE'], isRefusedElsewhere: true, why: 'Only active members are offered.' }]
