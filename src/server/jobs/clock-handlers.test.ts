// A handler of the clock is one file: what the files of the folder export is found, and carried out in the order of stages.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ClockHandler, Stage } from './clock/handler.ts'
import { clockHandlers } from './clock.ts'
import { inOrder } from './clock-handlers.ts'

const handler = (name: string, stage?: Stage): ClockHandler => ({ name, ...(stage ? { stage } : {}), due: async () => [], carryOut: async () => {} })

describe('handlers of the clock', () => {
  it('are not called by one name', () => {
    expect(() => inOrder([handler('a'), [handler('b'), handler('a')]])).toThrow('"a"')
  })
  it('are what a file exports, alone or in a list, and nothing else', () => {
    const found = inOrder([handler('b'), () => handler('no'), 'text', null, [handler('a', 'sending'), handler('c')], { name: 'half of one' }])
    expect(found.map(({ name }) => name)).toEqual(['b', 'c', 'a'])
  })
  it('come by their stages', () => {
    const found = inOrder([handler('a', 'sending'), handler('b', 'reminder'), handler('c', 'consequence'), handler('d', 'judgement'), handler('e')])
    expect(found.map(({ name }) => name)).toEqual(['e', 'd', 'c', 'b', 'a'])
  })
  it('are found from every file of the folder that declares one', () => {
    const declared = readdirSync('src/server/jobs/clock')
      .filter((file) => /: (readonly )?ClockHandler/.test(readFileSync(`src/server/jobs/clock/${file}`, 'utf8')))
      .map((file) => file.slice(0, -'.ts'.length))
    expect(declared.length).toBeGreaterThan(10)
    const names = clockHandlers.map(({ name }) => name)
    for (const file of declared) {
      const source = readFileSync(`src/server/jobs/clock/${file}.ts`, 'utf8')
      expect(
        names.some((name) => source.includes(`'${name}'`) || source.includes(`\`${name.split(': ')[0]}: $`)),
        file,
      ).toBe(true)
    }
  })
  it('judge crops before what follows from it, and record states before anybody is reminded', () => {
    const at = (name: string) => clockHandlers.findIndex((one) => one.name === name)
    expect(at('rules of schemes: what was recorded')).toBeLessThan(at('non-conformities escalated'))
    expect(at('plan steps missed')).toBeLessThan(at('non-conformities due'))
    expect(at('states of the day: cow')).toBeLessThan(at('leases ending'))
    expect(at('leases ending')).toBeLessThan(at('notifications dealt with'))
  })
})
