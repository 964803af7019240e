// What a refusal looks like, for the suites of bad callers.
import { expect } from 'vitest'
import { problemCatalogue } from '#domain/kernel/problems.ts'
import type { Answer } from './client.ts'

export const json = { 'content-type': 'application/json' }

/** A refusal by its code, and whether that code and status belong together. */
export function refused(answer: Answer): string {
  const known = problemCatalogue[answer.body.code as keyof typeof problemCatalogue]
  expect(known?.[0], JSON.stringify(answer.body)).toBe(answer.status)
  expect(answer.status).toBeLessThan(500)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return `${answer.status} ${answer.body.code}`
}
