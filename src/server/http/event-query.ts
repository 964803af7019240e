// What a list of events may be asked for.

import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import type { EventQuery } from '#server/store/events.ts'
import { defaultLimit, maxLimit } from '#server/store/list-query.ts'

/** `limit`, `cursor`, `filter[eventType]=A,B`, `voided=true` (those taken back too). History always shows those. Throws VALIDATION. */
export function eventQuery(entity: AnyEntity, parameters: URLSearchParams, withOwn: boolean): EventQuery {
  const problems: FieldProblem[] = []
  const query: EventQuery = { limit: defaultLimit, cursor: null, eventTypes: [], withOwn, withVoided: withOwn }
  for (const [key, value] of parameters) {
    if (key === 'limit' && /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= maxLimit) query.limit = Number(value)
    else if (key === 'limit') problems.push({ path: 'limit', code: 'max', message: phrase`A whole number from 1 to ${maxLimit}.` })
    else if (key === 'cursor') query.cursor = value || null
    else if (key === 'filter[eventType]') query.eventTypes.push(...value.split(',').filter(Boolean))
    else if (key === 'voided' && !withOwn && (value === 'true' || value === 'false')) query.withVoided = value === 'true'
    else problems.push({ path: key.slice(0, 80), code: 'unknown', message: 'This parameter is not known here.' })
  }
  const unknown = query.eventTypes.find((type) => !Object.hasOwn(entity.events, type) && !withOwn)
  if (unknown !== undefined)
    problems.push({ path: 'filter[eventType]', code: 'choice', message: phrase`${word(entity.label)} has no event ${unknown.slice(0, 60)}.` })
  if (problems.length) throw new Problem('VALIDATION', { fields: problems })
  return query
}
