import { afterEach, describe, expect, it, vi } from 'vitest'
import { print, printBuffered, printLine, sideBySide } from './output.ts'

const printed: string[] = []
const spy = vi.spyOn(process.stdout, 'write')
afterEach(() => {
  spy.mockReset()
  printed.length = 0
})

describe('sideBySide', () => {
  it('never puts a line of one lane among those of the other', async () => {
    spy.mockImplementation((text) => printed.push(String(text)) > 0)
    const [secondSpoke, firstEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await sideBySide(
      async () => {
        printLine('a 1')
        await secondSpoke.promise
        printLine('a 2')
        printBuffered()
        printLine('a 3')
        firstEnded.resolve()
      },
      async () => {
        printLine('b 1')
        print(Buffer.from('b 2\n'))
        secondSpoke.resolve()
        await firstEnded.promise
        await new Promise(setImmediate)
        printLine('b 3')
      },
    )
    expect(printed.join('').trim().split('\n')).toEqual(['a 1', 'a 2', 'b 1', 'b 2', 'a 3', 'b 3'])
  })
  it('prints what a lane printed before it failed, and fails', async () => {
    spy.mockImplementation((text) => printed.push(String(text)) > 0)
    const failing = sideBySide(
      async () => {},
      async () => {
        printLine('b 1')
        throw new Error('broken')
      },
    )
    await expect(failing).rejects.toThrow('broken')
    expect(printed.join('')).toBe('b 1\n')
  })
})
