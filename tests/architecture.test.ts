// The shape of the house, checked: arrows between folders, circles, barrels, sizes, names. Each rule is first
// proved able to fail on a small made-up tree.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { castsAtMost, castsIn } from './architecture/casts.ts'
import { type DictionaryExtract, dictionaryPath, extractOf, extractPath } from './architecture/dictionary-extract.ts'
import { longTables } from './architecture/layers.ts'
import { boundRowsOf, faultsOf, faultsOfBounds, openCells, rowsOf } from './architecture/rule-table.ts'
import {
  badNames,
  barrels,
  cycles,
  danglingImports,
  defaultExports,
  generousLines,
  homeless,
  maximumLines,
  tooLong,
  withoutPreface,
  wrongArrows,
} from './architecture/rules.ts'
import { graphOf, readSources, type SourceFile } from './architecture/source-graph.ts'
import { titlesOf } from './architecture/test-titles.ts'
import { wordsToAvoid } from './architecture/words.ts'

const sources = readSources()
const files = graphOf(sources)

/** `clean` and `broken` are trees of path → source; the rule must be silent on the first and say `sentence` on the second. */
function rule(
  title: string,
  check: (files: readonly SourceFile[]) => string[],
  broken: Record<string, string>,
  sentence: string | RegExp,
  clean: Record<string, string>,
) {
  describe(title, () => {
    it('is noticed when broken', () => {
      expect(check(graphOf(broken)).join('\n')).toMatch(sentence)
    })
    it('leaves what is right alone', () => {
      expect(check(graphOf(clean))).toEqual([])
    })
    it('holds in this repository', () => {
      const breaches = check(files)
      expect(breaches, breaches.join('\n')).toEqual([])
    })
  })
}

describe('the graph of sources', () => {
  const imports = (text: string) => graphOf({ 'src/web/engine/list.tsx': text })[0]?.imports.map(({ to, specifier }) => to ?? specifier)

  it('has the repository in it', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(files.find((file) => file.path === 'src/domain/entities.ts')?.imports.map(({ to }) => to)).toContain('src/domain/people/farmer.ts')
  })
  it('sees static, type-only, lazy, re-exporting and in-type imports', () => {
    expect(imports("import { a } from './a.ts'")).toEqual(['src/web/engine/a.ts'])
    expect(imports("import type { A } from '../a.ts'")).toEqual(['src/web/a.ts'])
    expect(imports("export const a = () => import('#web/screens/a.tsx')")).toEqual(['src/web/screens/a.tsx'])
    expect(imports("export { a } from '#domain/a.ts'")).toEqual(['src/domain/a.ts'])
    expect(imports("export type A = import('#server/a.ts').A")).toEqual(['src/server/a.ts'])
    expect(imports("import url from 'maplibre-gl/worker.mjs?worker&url'")).toEqual(['maplibre-gl/worker.mjs?worker&url'])
  })
  it('is not fooled by comments and strings', () => {
    expect(imports("// import { a } from './a.ts'\nexport const b = \"import { a } from './a.ts'\"")).toEqual([])
  })
  it('refuses a file that does not parse', () => {
    expect(() => graphOf({ 'src/domain/a.ts': 'export const = 1' })).toThrow('src/domain/a.ts cannot be parsed')
  })
})

rule('every file has a layer', homeless, { 'src/server/stuff/a.ts': '' }, 'src/server/stuff/a.ts lies in no known layer', {
  'src/domain/people/a.ts': '',
  'src/server/db/a.ts': '',
})

const arrow = (from: string, to: string) => ({ [from]: `import type { A } from '#${to.replace('src/', '')}'` })
rule('arrows', wrongArrows, arrow('src/domain/people/a.ts', 'src/domain/land/b.ts'), 'src/domain/people/a.ts may not import src/domain/land/b.ts', {
  ...arrow('src/domain/land/b.ts', 'src/domain/kernel/entity.ts'),
  ...arrow('src/domain/chain/a.ts', 'src/domain/land/b.ts'),
  ...arrow('src/server/store/list.ts', 'src/domain/land/b.ts'),
  ...arrow('src/web/screens/a.tsx', 'src/web/engine/b.tsx'),
})
describe('arrows, one by one', () => {
  it.each([
    ['src/domain/kernel/a.ts', 'src/domain/geo/b.ts'],
    ['src/domain/people/a.ts', 'src/domain/entities.ts'],
    ['src/domain/kernel/a.ts', 'src/server/scope.ts'],
    ['src/server/db/a.ts', 'src/server/store/b.ts'],
    ['src/server/store/a.ts', 'src/server/http/b.ts'],
    ['src/server/http/a.ts', 'src/server/app.ts'],
    ['src/server/http/a.ts', 'src/web/api/b.ts'],
    ['src/web/ui/a.tsx', 'src/web/fields/b.tsx'],
    ['src/web/ui/a.tsx', 'src/domain/people/farmer.ts'],
    ['src/web/engine/a.tsx', 'src/web/screens/b.tsx'],
    ['src/web/api/a.ts', 'src/server/scope.ts'],
  ])('refuses %s → %s', (from, to) => {
    expect(wrongArrows(graphOf(arrow(from, to)))).toHaveLength(1)
  })
  it.each([
    ['src/domain/people/a.ts', 'node:fs'],
    ['src/web/ui/a.tsx', 'node:path'],
    ['src/server/http/a.ts', '@auth/core/jwt'],
    ['src/domain/people/a.ts', 'react'],
    ['src/web/api/a.ts', 'hono/client'],
    ['src/web/ui/a.tsx', '@mui/icons-material/AddOutlined'],
  ])('refuses %s → %s', (from, specifier) => {
    expect(wrongArrows(graphOf({ [from]: `import '${specifier}'` }))).toHaveLength(1)
  })
  it('refuses the product importing its tests', () => {
    expect(wrongArrows(graphOf({ 'src/domain/people/a.ts': "import { cast } from '#tests/cast.ts'" }))).toHaveLength(1)
  })
})

rule(
  'circles',
  cycles,
  { 'src/domain/a.ts': "import './b.ts'", 'src/domain/b.ts': "import type { C } from './c.ts'", 'src/domain/c.ts': "import './a.ts'" },
  'src/domain/a.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a.ts',
  { 'src/domain/a.ts': "import './b.ts'\nimport './c.ts'", 'src/domain/b.ts': "import './c.ts'", 'src/domain/c.ts': '' },
)

rule('barrels', barrels, { 'src/domain/people/index.ts': "export * from './farmer.ts'" }, 'src/domain/people/index.ts only passes on', {
  'src/domain/people/a.ts': "export { b } from './b.ts'\nexport const a = 1",
  'src/domain/people/global.d.ts': 'export {}',
})
describe('barrels in disguise', () => {
  it.each(["export type { A } from './a.ts'", "import { a } from './a.ts'\nexport { a }"])('notices %j', (text) => {
    expect(barrels(graphOf({ 'src/domain/people/a.ts': text }))).toHaveLength(1)
  })
})

rule('sizes', tooLong, { 'src/domain/people/a.ts': 'export const a = 1\n'.repeat(maximumLines + 1) }, /has 401 lines/, {
  'src/domain/people/a.ts': '\n'.repeat(maximumLines),
})
rule('names that say something', badNames, { 'src/server/utils/dates.ts': '' }, 'says nothing', {
  'src/server/db/pglite-engine.ts': '',
  'src/web/ui/a.test.tsx': '',
})
rule('names in kebab-case', badNames, { 'src/web/ui/StatusChip.tsx': '' }, 'not in kebab-case', {
  'src/web/ui/status-chip.tsx': '',
  'tests/e2e/sign-in.spec.ts': '',
  'src/server/types.d.ts': '',
})
rule('named exports', defaultExports, { 'src/web/ui/a.tsx': 'export default 1' }, 'default export', { 'src/server/dev/types.d.ts': 'export default 1' })
rule('prefaces', withoutPreface, { 'src/web/ui/a.tsx': 'export const a = 1' }, 'does not begin with a comment', {
  'src/web/ui/a.tsx': '// A thing.\nexport const a = 1',
})
describe('imports of files that are not there', () => {
  it('are noticed', () => {
    expect(danglingImports(graphOf({ 'src/web/ui/a.tsx': "import './b.tsx'" }), () => false)).toEqual(['src/web/ui/a.tsx imports ./b.tsx, which is not there.'])
  })
  it('do not occur in this repository', () => {
    const breaches = danglingImports(files)
    expect(breaches, breaches.join('\n')).toEqual([])
  })
})

describe('words to avoid', () => {
  it.each([
    ['a name', 'export const toldRows = 1', 'toldRows says “told”; the word here is: view, projected.'],
    ['a field', 'export const a = { isHeld: true }', 'isHeld says “held”'],
    ['a type', 'export type CropStory = { a: 1 }', 'CropStory says “story”'],
    ['a private member', 'export class A { #kept = 1 }', 'kept says “kept”'],
    ['an element', 'export const a = <Standing />', 'Standing says “standing”'],
    ['a whole name', 'export const setBy = 1', 'setBy says “setBy”'],
    ['a text', "export const label = 'Approved by itself'", 'a text says “Approved by itself”'],
    ['a comment', '// It is retold after each event.', 'a comment says “retold”'],
  ])('are noticed in %s', (_, text, breach) => {
    expect(wordsToAvoid({ 'src/web/ui/a.tsx': text }).join('\n')).toContain(`src/web/ui/a.tsx: ${breach}`)
  })
  it('are left alone in other words, in sentences for people and in names that are not ours', () => {
    expect(wordsToAvoid({ 'src/web/ui/a.tsx': "export const history = { heldRoles: 'told at a glance', threshold: 'StandingHeat' }" })).toEqual([])
  })
  it('do not occur in this repository', () => {
    const breaches = wordsToAvoid(sources)
    expect(breaches, breaches.join('\n')).toEqual([])
  })
})

it('lists few exceptions: more than three, and the rule is wrong', () => {
  expect(longTables.length).toBeLessThanOrEqual(3)
})

const long = tooLong(files, generousLines)
if (long.length) console.warn(`Over ${generousLines} lines, think about splitting:\n${long.join('\n')}`)

describe('types said instead of had', () => {
  it('are counted without `as const`, tests and other layers', () => {
    const text = 'export const a = [1] as const, b = JSON.parse("1") as number, c = (b as unknown) as string'
    expect([...castsIn({ 'src/server/a.ts': text, 'src/server/a.test.ts': text, 'src/web/a.ts': text })]).toEqual([['src/server/a.ts', 3]])
  })
  it('are no more than the bound', () => {
    const counts = castsIn(sources)
    expect(
      [...counts.values()].reduce((sum, one) => sum + one, 0),
      JSON.stringify(Object.fromEntries(counts)),
    ).toBeLessThanOrEqual(castsAtMost)
  })
})

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

const extract = JSON.parse(readFileSync(extractPath, 'utf8')) as DictionaryExtract

describe('the extract of the dictionary', () => {
  const made = `## 7. Rules\n| Id | Rule |\n|---|---|\n| BR-12 | Checks | T01 is valid; T02 is right |\n`
  const sections = (text: string) => extractOf(text).rows.filter(({ says }) => says)
  const all = ['4.4', '5.1', '5.2', '5.3', '5.4', '5.5', '6.1', '6.2', '6.3', '6.4', '6.5', '6.6', '11.1', '11.2', '14.1']
    .map((no) => `### ${no} Any\n`)
    .join('')

  it('has each row under its first cell, the checks of a row, and each sentence under its first words', () => {
    const text = `${all}${made}\nList: code, name. Detail (a. B) goes on: all of it. One more thing to be said here.\n## 12. Files\n`
    expect(sections(text).map(({ name }) => name)).toEqual(['7 BR-12', '7 T01', '7 T02', '7 List', '7 Detail (a. B) goes on', '7 One more thing to be'])
  })
  it('refuses a dictionary without one of its sections', () => {
    expect(() => extractOf(made)).toThrow('The dictionary has no section 4.4.')
  })
  it.skipIf(!dictionaryPath)('is that of the dictionary, where that is at hand', () => {
    expect(extractOf(readFileSync(dictionaryPath ?? '', 'utf8')), 'run scripts/dictionary-rows.ts, then bring docs/rules.md up to date').toEqual(extract)
  })
})

describe('the whole titles of tests', () => {
  it('are those of the groups around them, of tests for each case, and of cases that a function makes tests of', () => {
    const text = `describe('a', () => {
      it('b', () => {})
      describe.each([1])('c %i', () => { it.skipIf(x)('d', () => {}) })
      test.each(['no title'])('e %s', () => {})
    })
    const judging = (cases) => { for (const [what] of cases) it(what, () => {}) }
    describe('g', () => { judging([['h', 1], ['i', 2]]) })`
    expect(titlesOf('a.test.ts', text)).toEqual(['a › b', 'a › c %i › d', 'a › e %s', 'g › h', 'g › i'])
  })
})

describe('the table of rules and rows', () => {
  const table = (line: string) => rowsOf(`| Row | Of the dictionary | Code | Test |\n|---|---|---|---|\n${line}`)
  const made = (path: string) => ({ 'src/a.ts': '', 'a.test.ts': "describe('a', () => { it('refuses what is wrong', () => {}) })" })[path]
  const faults = (line: string) => faultsOf(table(line), ['7 BR-01'], made)

  it.each([
    ['a row that is missing', '', '7 BR-01 of the dictionary has no row'],
    ['a row that is not in the dictionary', '| 7 A | 7 BR-99 | `src/a.ts` | |', '7 A: the dictionary has no row "7 BR-99"'],
    ['code that is not there', '| 7 A | 7 BR-01 | `src/none.ts` | |', '7 A: there is no src/none.ts'],
    ['a test that is not there', '| 7 A | 7 BR-01 | `src/a.ts` | `none.test.ts` refuses |', '7 A: there is no none.test.ts'],
    ['a part of a title', '| 7 A | 7 BR-01 | `src/a.ts` | `a.test.ts` refuses what is wrong |', '7 A: a.test.ts has no test "refuses what is wrong"'],
    ['a group of tests', '| 7 A | 7 BR-01 | `src/a.ts` | `a.test.ts` a |', '7 A: a.test.ts has no test "a"'],
    ['a test without its title', '| 7 A | 7 BR-01 | `src/a.ts` | `a.test.ts` |', '7 A: a.test.ts has no test ""'],
    ['code without a test', '| 7 A | 7 BR-01 | `src/a.ts` | |', '7 A: neither code and test, nor open'],
    ['open without a word', '| 7 A | 7 BR-01 | `src/a.ts` | **open** |', '7 A: is open, and does not say what is missing'],
    ['a row twice', '| 7 A | 7 BR-01 | | **open**: all |\n| 7 A | 7 BR-01 | | **open**: all |', '7 A stands twice'],
  ])('notices %s', (_, line, fault) => {
    expect(faults(line).join('\n')).toContain(fault)
  })
  it('leaves what is right, and what is open, alone', () => {
    expect(faults('| 7 A | 7 BR-01 | `src/a.ts` | `a.test.ts` a › refuses what is wrong |')).toEqual([])
    expect(faults('| 7 A | 7 BR-01 | | **open**: all of it |')).toEqual([])
  })
  it('is whole and true: it has every row of the dictionary', () => {
    const breaches = faultsOf(
      rowsOf(readFileSync('docs/rules.md', 'utf8')),
      extract.rows.map(({ name }) => name),
      read,
    )
    expect(breaches, breaches.join('\n')).toEqual([])
  })
})

const businessRules = extract.rows.flatMap(({ name }) => /^7 (BR-\w+)$/.exec(name)?.[1] ?? [])
/** Lowered with each cell that is filled in docs/rule-bounds.md. */
const cellsStillOpen = 0

describe('the table of rules at their bounds', () => {
  const test = '`a.test.ts` takes its bound'
  const made = (path: string) => (path === 'a.test.ts' ? "it('takes its bound', () => {})" : undefined)
  const none = 'none: it has no number'

  it.each([
    ['a rule that is missing', '', 'BR-01 has no row'],
    ['a rule that stands twice', `| BR-01 | ${test} | open | open | open |\n| BR-01 | ${test} | open | open | open |`, 'BR-01 is no rule, or stands twice'],
    ['a cell with nothing', `| BR-01 | ${test} | | ${none} | open |`, 'BR-01, Late: neither a test, nor why there is none'],
    ['a cell that is missing', `| BR-01 | ${test} | ${test} | ${none} |`, 'BR-01, Edited: neither a test, nor why there is none'],
    ['no reason for having none', `| BR-01 | none: | ${test} | ${none} | open |`, 'BR-01, At the bounds: neither a test'],
    ['a title that no test has', `| BR-01 | ${test} | ${test}<br>\`a.test.ts\` refuses | ${none} | open |`, 'has no test "refuses"'],
    ['a file that is not there', `| BR-01 | ${test} | ${none} | \`tests/none.test.ts\` refuses | open |`, 'Voided: there is no tests/none.test.ts'],
  ])('notices %s', (_, lines, fault) => {
    expect(faultsOfBounds(boundRowsOf(lines), ['BR-01'], made).join('\n')).toContain(fault)
  })
  it('leaves tests and reasons alone, and counts what is open', () => {
    const rows = boundRowsOf(`| BR-01 | ${test}<br>${test} | ${none} | open | open |`)
    expect(faultsOfBounds(rows, ['BR-01'], made)).toEqual([])
    expect(openCells(rows)).toBe(2)
  })
  it('is whole and true, and no more of it is open than before', () => {
    const rows = boundRowsOf(readFileSync('docs/rule-bounds.md', 'utf8'))
    const faults = faultsOfBounds(rows, businessRules, read)
    expect(faults, faults.join('\n')).toEqual([])
    expect(openCells(rows)).toBeLessThanOrEqual(cellsStillOpen)
  })
})
