// A refusal, and that nothing of what was refused is left behind.
import { expect } from 'vitest'
import type { Answer } from './client.ts'
import { rowCounts, type World } from './world.ts'

/** Calls, expects a match of the answer, and that no table of the programme has other rows than before. `world`: as it is when it is called. */
export const refusing =
  (world: () => World) =>
  async (call: () => Promise<Pick<Answer, 'status' | 'body'>>, expected: object): Promise<void> => {
    const before = await rowCounts(world())
    expect(await call()).toMatchObject(expected)
    expect(await rowCounts(world())).toEqual(before)
  }
