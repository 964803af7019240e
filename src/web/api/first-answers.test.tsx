// Answers that the page itself asked for: a refusal is none, each is used once, and whoever comes next sees nothing of them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { awaitFirst, forgetFirstAnswers, readFirstAnswers, takeFirst } from './first-answers.ts'

const path = '/api/operators/OP1/farmer'
const query = new URLSearchParams({ limit: '50', fields: 'block,village' })
const answerWith = (status: number) => vi.stubGlobal('fetch', async () => Response.json({ items: ['Asha'] }, { status }))

beforeEach(() => {
  document.head.innerHTML = `<link rel="preload" as="fetch" crossorigin href="${path}?${query}"><link rel="preload" as="fetch" href="/api/auth/session">`
})
afterEach(() => {
  forgetFirstAnswers()
  vi.unstubAllGlobals()
})

it('has none where the server refuses, or nobody has asked', async () => {
  answerWith(401)
  await readFirstAnswers()
  expect(await awaitFirst(path, query)).toBeUndefined()
  expect(await awaitFirst(path, new URLSearchParams({ limit: '1' }))).toBeUndefined()
})
it('gives an answer once, whether it has come or is on its way', async () => {
  answerWith(200)
  await readFirstAnswers()
  expect(takeFirst(path, query)).toBeUndefined()
  expect(await awaitFirst(path, query)).toEqual({ items: ['Asha'] })
  expect(await awaitFirst(path, query)).toBeUndefined()
})
it('waits for what the browser has received, which is there at once then', async () => {
  answerWith(200)
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{} as PerformanceEntry])
  await readFirstAnswers()
  expect(takeFirst(path, query)).toEqual({ items: ['Asha'] })
  expect(takeFirst(path, query)).toBeUndefined()
})
it('drops all of them for whoever comes next', async () => {
  answerWith(200)
  await readFirstAnswers()
  forgetFirstAnswers()
  expect(await awaitFirst(path, query)).toBeUndefined()
})
