// React of the product as people have it, under test: its production build draws several times faster than the one for development, which
// notes for every element where it was made. That build has no `act`, through which Testing Library draws; this is what
// the library needs of it: what a callback changes is drawn when it has ended, and what an awaited one leaves to the next turn, too.
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'

const require = createRequire(import.meta.url)
const react = require('react') as { act?: (work: () => unknown) => PromiseLike<unknown> | undefined }
const { flushSync } = require('react-dom') as typeof import('react-dom')

react.act ??= (work) => {
  const result = flushSync(work)
  return isThenable(result) ? result.then(nextTurn) : undefined
}

const nextTurn = async (value: unknown): Promise<unknown> => {
  await setImmediate()
  return value
}

const isThenable = (value: unknown): value is PromiseLike<unknown> => typeof value === 'object' && value !== null && 'then' in value
