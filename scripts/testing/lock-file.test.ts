import { describe, expect, it } from 'vitest'
import { differences, loose, unlocked } from './lock-file.ts'

describe('loose', () => {
  it('complains about ranges and tags, in either list', () => {
    const complaints = loose({ dependencies: { zod: '^4.0.0', hono: '4.13.19', next: 'file:stubs/next' }, devDependencies: { vitest: 'latest' } })
    expect(complaints.map((one) => one.split(' ')[3])).toEqual(['zod', 'vitest'])
  })
})

describe('unlocked', () => {
  const named = { '@biomejs/cli-darwin-arm64': '2.5.15', '@biomejs/cli-linux-x64': '2.5.15' }

  it("complains about another platform's package that the lock does not hold", () => {
    const packages = { 'node_modules/@biomejs/biome': { optionalDependencies: named }, 'node_modules/@biomejs/cli-linux-x64': { version: '2.5.15' } }
    expect(unlocked({ packages })).toEqual(['package-lock.json lacks @biomejs/cli-darwin-arm64, which node_modules/@biomejs/biome names for another platform.'])
  })
  it('finds a package that is nested in another', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { b: '1.0.0' } },
      'node_modules/a/node_modules/b': { version: '1.0.0' },
    }
    expect(unlocked({ packages })).toEqual([])
  })
})

describe('differences', () => {
  const ours = { packages: { '': {}, 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' }, 'node_modules/old': { version: '1.0.0' } } }

  it('names what changed, what is new and what is gone', () => {
    const written = { packages: { '': {}, 'node_modules/zod': { version: '4.6.8', integrity: 'sha512-b' }, 'node_modules/new': { version: '1.0.0' } } }
    expect(differences(ours, written).map((one) => /at (\S+)\.$/.exec(one)?.[1])).toEqual(['node_modules/zod', 'node_modules/old', 'node_modules/new'])
  })
  it('does not mind addresses, which npm writes or leaves out by setting', () => {
    const written = structuredClone(ours) as { packages: Record<string, { version?: string; resolved?: string }> }
    written.packages['node_modules/zod'] = { ...ours.packages['node_modules/zod'], resolved: 'https://example.org/zod.tgz' }
    expect(differences(ours, written)).toEqual([])
  })
})
