// docs/rules.md says of each row of the domain dictionary where it is carried out and which test proves it; docs/rule-bounds.md, of each
// business rule, which tests try it at its bounds and with facts that are late, voided and edited. Read here as tables, so that a test can
// hold them whole and true: every row once, every file there, every test found in its file under the words of its title.

type Read = (path: string) => string | undefined
type TestName = { file: string; title: string }

export type RuleRow = { name: string; code: readonly string[]; tests: readonly TestName[]; isOpen: boolean }

/** `| name | code | tests |` of a Markdown document; code and tests as `path` in backticks, a test with words of its title after it, parted by `<br>`. */
export function rowsOf(markdown: string): RuleRow[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [name = '', code = '', tests = ''] = cellsOf(line)
      return { name, code: pathsIn(code), tests: tests.split('<br>').flatMap(testIn), isOpen: tests.includes('**open**') }
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

/** What is wrong with the table, a sentence each. `read` answers the text of a file, or undefined where there is none. */
export function faultsOf(rows: readonly RuleRow[], wanted: readonly string[], read: Read): string[] {
  return [
    ...faultsOfNames(
      rows.map(({ name }) => name),
      wanted,
    ),
    ...rows.flatMap(({ name, code, tests, isOpen }) => [
      ...code.filter((path) => read(path) === undefined).map((path) => `${name}: there is no ${path}`),
      ...(isOpen || (code.length && tests.length) ? [] : [`${name}: neither code and test, nor open`]),
      ...faultsOfTests(name, tests, read),
    ]),
  ]
}

function faultsOfNames(names: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `${name} has no row`),
    ...names
      .filter((name, index) => !wanted.includes(name) || names.indexOf(name) !== index)
      .map((name) => `${name} is no row of the dictionary, or stands twice`),
  ]
}

const faultsOfTests = (name: string, tests: readonly TestName[], read: Read) =>
  tests.flatMap(({ file, title }) => {
    const text = read(file)
    if (text === undefined) return [`${name}: there is no ${file}`]
    return title && text.includes(title) ? [] : [`${name}: ${file} has no test "${title}"`]
  })

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
  return [
    ...faultsOfNames(
      rows.map(({ name }) => name),
      wanted,
    ),
    ...rows.flatMap(({ name, cells }) =>
      cells.flatMap(({ trying, tests, isNone, isOpen }) => [
        ...(tests.length || isNone || isOpen ? [] : [`${name}, ${trying}: neither a test, nor why there is none`]),
        ...faultsOfTests(`${name}, ${trying}`, tests, read),
      ]),
    ),
  ]
}

export const openCells = (rows: readonly BoundRow[]) => rows.flatMap(({ cells }) => cells.filter(({ isOpen }) => isOpen)).length
