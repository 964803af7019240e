// What the GMO tests of several lots say of the lot they become (BR-15): nothing found is lost by mixing.

export type GmoStatus = 'UNTESTED' | 'PENDING' | 'NEGATIVE' | 'POSITIVE'

/** BR-15: one positive lot makes the whole positive; one result awaited keeps it waiting; negative only when all are; else untested. */
export function mixedGmo(parts: readonly GmoStatus[]): GmoStatus {
  if (parts.includes('POSITIVE')) return 'POSITIVE'
  if (parts.includes('PENDING')) return 'PENDING'
  return parts.length > 0 && parts.every((part) => part === 'NEGATIVE') ? 'NEGATIVE' : 'UNTESTED'
}
