// The log's own lines: one line of JSON each, whose level and message are ours whatever a stranger sent.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeClientLog } from '../auth/client-log.ts'
import { jsonLog } from './log.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
})
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('jsonLog', () => {
  it('keeps its moment, its level and its message whatever the details say', () => {
    jsonLog('info', 'ours', { at: 'never', level: 'error', message: 'theirs', tenant: 'cotton' })
    expect(logged()).toEqual([{ at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), level: 'info', message: 'ours', tenant: 'cotton' }])
  })
  it('writes one line for each thing, with line breaks of a value inside it', () => {
    jsonLog('warn', 'ours', { report: 'a\nb\u2028c' })
    expect(lines).toEqual([expect.stringMatching(/^[^\n]+\n$/)])
  })
  it('tells name, message, stack and the database’s code of an error, and its cause', () => {
    jsonLog('error', 'failed', { cause: Object.assign(new Error('outer', { cause: new TypeError('inner') }), { code: '23505' }) })
    expect(logged()[0]?.cause).toMatchObject({ name: 'Error', message: 'outer', code: '23505', stack: expect.any(String), cause: { name: 'TypeError' } })
  })
})

describe('a client’s log in the log', () => {
  it('is a warning called "client log", though a stranger sends our own sentence as an error', () => {
    takeClientLog(jsonLog, 'cotton', { level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'refresh token used twice' })
    expect(logged()).toEqual([
      {
        at: expect.any(String),
        level: 'warn',
        message: 'client log',
        tenant: 'cotton',
        report: { level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'refresh token used twice' },
      },
    ])
  })
})
