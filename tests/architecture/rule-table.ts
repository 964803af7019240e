// docs/rules.md says of each row of the domain dictionary where it is carried out and which test proves it; docs/rule-bounds.md, of each
// business rule, which tests try it at its bounds and with facts that are late, voided and edited. Read here as tables, so that a test can
// hold them whole and true: every row of the dictionary in it, every file there, every test in its file under its whole title.
import { titlesOf } from './test-titles.ts'

type Read = (path: string) => string | undefined
type TestName = { file: string; title: string }

/** `missing`: what the row says is open; null where nothing is. */
export type RuleRow = { name: string; dictionary: readonly string[]; code: readonly string[]; tests: readonly TestName[]; missing: string | null }

/** `| name | rows of the dictionary | code | tests |` of a Markdown document; code and tests as `path` in backticks, a test with its whole title after it, parted by `<br>`. */
export function rowsOf(markdown: string): RuleRow[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [name = '', dictionary = '', code = '', tests = ''] = cellsOf(line)
      const [, missing = null] = /\*\*open\*\*:?(.*)$/.exec(tests) ?? []
      return { name, dictionary: dictionary.split('<br>').map((one) => one.trim()), code: pathsIn(code), tests: tests.split('<br>').flatMap(testIn), missing }
    })
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '')

function testIn(entry: string) {
  const [, file, title] = /^\s*`([^`]+)`\s*(.*)$/.exec(entry) ?? []
  return file ? [{ file, title: (title ?? '').trim() }] : []
}

/** What is wrong with the table, a sentence each. `wanted`: the rows of the dictionary. `read` answers the text of a file, or undefined where there is none. */
export function faultsOf(rows: readonly RuleRow[], wanted: readonly string[], read: Read): string[] {
  const names = rows.map(({ name }) => name)
  const covered = new Set(rows.flatMap(({ dictionary }) => dictionary))
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} stands twice`),
    ...wanted.filter((name) => !covered.has(name)).map((name) => `${name} of the dictionary has no row`),
    ...rows.flatMap(({ name, dictionary, code, tests, missing }) => [
      ...dictionary.filter((one) => !wanted.includes(one)).map((one) => `${name}: the dictionary has no row "${one}"`),
      ...code.filter((path) => read(path) === undefined).map((path) => `${name}: there is no ${path}`),
      ...(missing !== null || (code.length && tests.length) ? [] : [`${name}: neither code and test, nor open`]),
      ...(missing !== null && !missing.trim() ? [`${name}: is open, and does not say what is missing`] : []),
      ...faultsOfTests(name, tests, read),
    ]),
  ]
}

function faultsOfTests(name: string, tests: readonly TestName[], read: Read): string[] {
  return tests.flatMap(({ file, title }) => {
    const text = read(file)
    if (text === undefined) return [`${name}: there is no ${file}`]
    return titlesIn(file, text).has(title) ? [] : [`${name}: ${file} has no test "${title}"`]
  })
}

/** A file is named by many rows: it is parsed once. */
const parsed = new Map<string, { text: string; titles: ReadonlySet<string> }>()
function titlesIn(file: string, text: string): ReadonlySet<string> {
  const known = parsed.get(file)
  if (known?.text === text) return known.titles
  const titles = new Set(titlesOf(file, text))
  parsed.set(file, { text, titles })
  return titles
}

/** The columns of docs/rule-bounds.md: how each rule is tried. */
export const tryings = ['At the bounds', 'Late', 'Voided', 'Edited'] as const

export type BoundRow = { name: string; cells: readonly { trying: string; tests: readonly TestName[]; isNone: boolean; isOpen: boolean }[] }

/** `| BR-01 | at the bounds | late | voided | edited |`; each of the four is tests as in docs/rules.md, `none: WHY`, or `open`. */
export function boundRowsOf(markdown: string): BoundRow[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| BR-'))
    .map((line) => {
      const [name = '', ...cells] = cellsOf(line)
      return {
        name,
        cells: tryings.map((trying, index) => {
          const cell = cells[index] ?? ''
          return { trying, tests: cell.split('<br>').flatMap(testIn), isNone: /^none: \S+ \S+/.test(cell), isOpen: cell === 'open' }
        }),
      }
    })
}

/** What is wrong with that table, a sentence each; a cell that is open is no fault, and is counted by `openCells`. */
export function faultsOfBounds(rows: readonly BoundRow[], wanted: readonly string[], read: Read): string[] {
  const names = rows.map(({ name }) => name)
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `${name} has no row`),
    ...names.filter((name, index) => !wanted.includes(name) || names.indexOf(name) !== index).map((name) => `${name} is no rule, or stands twice`),
    ...rows.flatMap(({ name, cells }) =>
      cells.flatMap(({ trying, tests, isNone, isOpen }) => [
        ...(tests.length || isNone || isOpen ? [] : [`${name}, ${trying}: neither a test, nor why there is none`]),
        ...faultsOfTests(`${name}, ${trying}`, tests, read),
      ]),
    ),
  ]
}

export const openCells = (rows: readonly BoundRow[]) => rows.flatMap(({ cells }) => cells.filter(({ isOpen }) => isOpen)).length
