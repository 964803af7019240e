// What `#answer-cases` is in a browser (package.json): the same cases, fetched with the first page of submissions.
import { lateParts } from '../kernel/late-cases.ts'
import type { answerParts as Cases } from './answer-cases.ts'

export const answerParts: typeof Cases = lateParts('kind', 'Kind', async () => (await import('./answer-cases.ts')).answerParts)
/** The server's business: it answers what was of the past in its form of today. */
export const answerOfBefore = undefined
