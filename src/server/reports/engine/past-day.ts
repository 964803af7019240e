// The past day of a report that takes one (`pastDay` of domain/reports/parameters.ts): the scope in which its rows are read.
import type { Scope } from '../../scope.ts'
import { asOfQuery } from '../../store/as-of.ts'
import { inPast } from '../../store/past.ts'

/** A scope of a past day stays as it is: its today is that day, after which it may have become known. */
export const onPastDay = (scope: Scope, { asOf, knownAt }: { asOf: string | null; knownAt: string | null }): Scope =>
  scope.past ? scope : inPast(scope, asOfQuery(scope, new URLSearchParams({ asOf: asOf ?? '', knownAt: knownAt ?? '' })))
