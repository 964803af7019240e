// Which checks across fields a record must pass: all of them when a person makes it; of one that is there already, those for which something was changed.
import type { Check } from './entity.ts'
import { isSameValue } from './merge.ts'

type Values = Readonly<Record<string, unknown>>

/** `before`: as it is stored; null when it is new. */
export const checksFailed = <C extends Check>(checks: readonly C[], row: Values, before: Values | null): C[] =>
  checks.filter((check) => !isLeftAlone(check, row, before) && check.fails(row as never))

const isLeftAlone = ({ whenChanged }: Check, row: Values, before: Values | null): boolean =>
  before !== null && !!whenChanged?.every((name) => isSameValue(before[name], row[name]))
