// What an answer means for something that is stored on this device: that it is there, that it was refused, or nothing at all.
import { notAllowed } from '#domain/tenancy/not-allowed.ts'
import { ApiProblem, asApiProblem, call } from '../client.ts'
import { entityPath } from '../operator.ts'
import type { NewItem, OutboxItem, StoredProblem } from './store.ts'

/** Of what arrived with the content that it had before it was corrected on the device. */
const arrived = /* i18n */ 'It arrived as you first entered it. Change it there.'
/** Answers of the way to the server, or of its being there at all; none is about what was sent. */
const passing: readonly number[] = [401, 405, 408, 415, 421, 425, 429]
const unserved: readonly number[] = [502, 503, 504]

/** No answer, or none about the content: trying the same again may help. */
export const isSilence = ({ code, status, message, isPassing }: ApiProblem): boolean =>
  isPassing || code === 'UNREADABLE' || passing.includes(status) || message === notAllowed
/** There is an answer, but it may be owed to this one row: our own error, or a page of a proxy that does not like it. */
export const isStumble = ({ code, status }: ApiProblem): boolean => code === 'INTERNAL' || (code === 'UNREADABLE' && status > 0)
/** What a form stores: the server, or the way to it, is not there. */
export const isUnreached = ({ code, status }: ApiProblem): boolean =>
  code === 'OFFLINE' || code === 'TIMEOUT' || code === 'UNREADABLE' || unserved.includes(status)

export const storedProblem = ({ code, status, message, fields, ruleId, words }: ApiProblem): StoredProblem => ({
  code,
  status,
  message,
  fields,
  ...(ruleId ? { ruleId } : {}),
  ...(words ? { words } : {}),
})
export const problemOfItem = ({ problem }: Pick<OutboxItem, 'problem'>): ApiProblem | null =>
  problem && new ApiProblem(problem.code as ApiProblem['code'], problem.status, problem.message, problem)

/** `answer`: what the server has, as it gave it. `isThere`: it arrived with other content. */
export type Outcome = { answer: unknown } | { problem: ApiProblem; isThere?: boolean }
export type Addressed = Pick<NewItem, 'id' | 'operator' | 'entity' | 'subject'>

/** What came of a try. After a refusal it is looked for: an earlier try may have arrived though its answer did not, and its key may be forgotten. */
export async function outcomeOf(item: Addressed, mayBeThere: boolean, send: () => Promise<unknown>, token?: string): Promise<Outcome> {
  try {
    const answer = await send()
    // A hotspot answers anything with "fine".
    return nameOf(answer) === item.id ? { answer } : { problem: new ApiProblem('UNREADABLE', 200, /* i18n */ 'The answer could not be read.') }
  } catch (error) {
    const problem = asApiProblem(error)
    if (isSilence(problem)) return { problem }
    const found = await lookFor(item, token)
    if (found === null) return { problem }
    if (found instanceof ApiProblem) return { problem: found }
    return mayBeThere
      ? { problem: new ApiProblem('DUPLICATE', 409, arrived), isThere: true }
      : { answer: item.subject ? { event: found, findings: [] } : found }
  }
}

const nameOf = (answer: unknown): unknown => {
  const { id, event } = (answer ?? {}) as { id?: unknown; event?: { id?: unknown } }
  return event ? event.id : id
}

/** What is there under its id, null where nothing is, the problem where nobody could say. */
async function lookFor(item: Addressed, token?: string): Promise<object | ApiProblem | null> {
  try {
    return await call<object>(`${pathOf(item)}/${encodeURIComponent(item.id)}`, { token })
  } catch (error) {
    const problem = asApiProblem(error)
    return isSilence(problem) ? problem : null
  }
}
export const pathOf = ({ operator, entity, subject }: Addressed): string =>
  subject ? entityPath(operator, entity, subject.id, 'events') : entityPath(operator, entity)

/** How a row stands after an outcome that settles it. Of what was sent only its name stays on the device. */
export const settled = (outcome: Outcome): Partial<OutboxItem> =>
  'answer' in outcome
    ? { state: 'SENT', problem: null, sentAt: new Date().toISOString(), body: {}, stumbles: 0 }
    : { state: 'REFUSED', problem: storedProblem(outcome.problem), stumbles: 0, ...(outcome.isThere ? { isThere: true } : {}) }
