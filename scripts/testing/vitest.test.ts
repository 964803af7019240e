// What Vitest prints of errors that no test caught.
import { describe, expect, it } from 'vitest'
import { unhandledIn } from './vitest.ts'

const printed = `
\u001B[31m⎯⎯⎯⎯⎯⎯\u001B[39m Unhandled Errors \u001B[31m⎯⎯⎯⎯⎯⎯\u001B[39m

Vitest caught 2 unhandled errors during the test run.

⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯
TypeError: Cannot read properties of undefined (reading 'length')
 ❯ Object.onSuccess src/web/engine/event/use-event-sending.ts:71:31

This error originated in "src/web/a.test.tsx" test file. It doesn't mean the error was thrown inside the file itself, but while it was running.

⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯
Error: [vitest-worker]: Timeout calling "onTaskUpdate"
⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯
`

describe('errors that no test caught', () => {
  it('are a line each: the file that ran, and why', () => {
    expect(unhandledIn(printed)).toEqual([
      "src/web/a.test.tsx: caught by no test: TypeError: Cannot read properties of undefined (reading 'length')",
      'outside every file: caught by no test: Error: [vitest-worker]: Timeout calling "onTaskUpdate"',
    ])
  })
  it('are none in a run without', () => {
    expect(unhandledIn(' Test Files  3 passed (3)\n')).toEqual([])
  })
})
