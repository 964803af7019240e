// What the build leaves out of libraries: nobody may come to need it unnoticed.
import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { exportedNames, leaveOut, leftOut } from './left-out.ts'

describe('exportedNames', () => {
  it('finds declarations, lists, other names and the default', () => {
    const code = 'export const a = 1, b = 2\nexport function c() {}\nconst d = 3\nexport { d, d as e }\nexport default a'
    expect(exportedNames(parseAst(code).body)).toEqual(['a', 'b', 'c', 'd', 'e', 'default'])
  })
})

describe('leaveOut', () => {
  const plugin = leaveOut() as unknown as {
    transform: (this: unknown, code: string, id: string) => { code: string } | null
    buildEnd: (this: unknown, error?: Error) => void
  }
  const context = {
    parse: parseAst,
    error: (message: string): never => {
      throw new Error(message)
    },
  }
  it('fails a build in which a library has moved what is left out', () => {
    expect(() => plugin.buildEnd.call(context)).toThrow('has the library moved it?')
  })
  it('leaves every other module alone', () => {
    expect(plugin.transform.call(context, 'export const a = 1', '/x/node_modules/zod/v4/core/schemas.js')).toBeNull()
  })
  it('keeps the names of what is left out, and fails whoever calls it', async () => {
    const { code } = plugin.transform.call(context, 'export const process = () => 1', '/x/node_modules/zod/v4/core/to-json-schema.js') ?? { code: '' }
    const { process } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { process: () => () => void }
    expect(() => process()()).toThrow('zod/v4/core/to-json-schema.js is left out of the web: only the server writes JSON Schema')
  })
  it('is not called by the web: neither JSON Schema, nor ripples', () => {
    const files = globSync('src/{domain,web}/**/*.{ts,tsx}').filter((file) => !/test\.tsx?$/.test(file))
    expect(files.length).toBeGreaterThan(300)
    const calling = /\b(toJSONSchema|disableRipple=\{false\}|TouchRipple)\b/
    expect(files.filter((file) => calling.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(readFileSync('src/web/theme/components.ts', 'utf8')).toContain('MuiButtonBase: { defaultProps: { disableRipple: true } }')
    expect(leftOut).toHaveLength(2)
  })
})
