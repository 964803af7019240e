// Parts of slots: what was fetched ahead is there in the first drawing, what was not is waited for.
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { fetchPart, part } from './part.ts'

const draw = (Shown: ReturnType<typeof place>, words: string) =>
  render(
    <Suspense fallback="waiting">
      <Shown words={words} />
    </Suspense>,
  )
const place = (line?: Promise<void>) =>
  part(async () => {
    await line
    return { Part: ({ words }: { words: string }) => <p>Of {words}</p> }
  }, 'Part')

it('draws at once what was fetched ahead', async () => {
  const Ahead = place()
  await fetchPart(Ahead)
  draw(Ahead, 'crops')
  expect(screen.getByText('Of crops')).toBeDefined()
})
it('waits for what was not', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  draw(place(promise), 'milk')
  expect(screen.getByText('waiting')).toBeDefined()
  resolve()
  expect(await screen.findByText('Of milk')).toBeDefined()
})
it('fetches nothing of what is no part', () => {
  expect(fetchPart(() => null)).toBeUndefined()
})
