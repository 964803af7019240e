// Open findings of a record as they are compared: which rule, how grave, and of which fact of the history.
import type { Json } from '../api/chain-stage.ts'

export const findingsOf = ({ flags }: Json, keyOf: (eventId: string) => string): string[] =>
  flags.map(({ ruleId, severity, eventId }: Json) => [ruleId, severity, keyOf(eventId)].join(' ')).sort()
