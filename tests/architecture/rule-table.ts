// docs/rules.md says of each row of the domain dictionary where it is carried out and which test proves it. Read here as a table, so
// that a test can hold it whole and true: every row once, every file there, every test found in its file under the words of its title.

export type RuleRow = { name: string; code: readonly string[]; tests: readonly { file: string; title: string }[]; isOpen: boolean }

/** `| name | code | tests |` of a Markdown document; code and tests as `path` in backticks, a test with words of its title after it, parted by `<br>`. */
export function rowsOf(markdown: string): RuleRow[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [name = '', code = '', tests = ''] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      return { name, code: pathsIn(code), tests: tests.split('<br>').flatMap(testIn), isOpen: tests.includes('**open**') }
    })
}

const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '')

function testIn(entry: string) {
  const [, file, title] = /^\s*`([^`]+)`\s*(.*)$/.exec(entry) ?? []
  return file ? [{ file, title: (title ?? '').trim() }] : []
}

/** What is wrong with the table, a sentence each. `read` answers the text of a file, or undefined where there is none. */
export function faultsOf(rows: readonly RuleRow[], wanted: readonly string[], read: (path: string) => string | undefined): string[] {
  const names = rows.map(({ name }) => name)
  return [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `${name} has no row`),
    ...names
      .filter((name, index) => !wanted.includes(name) || names.indexOf(name) !== index)
      .map((name) => `${name} is no row of the dictionary, or stands twice`),
    ...rows.flatMap(({ name, code, tests, isOpen }) => [
      ...code.filter((path) => read(path) === undefined).map((path) => `${name}: there is no ${path}`),
      ...(isOpen || (code.length && tests.length) ? [] : [`${name}: neither code and test, nor open`]),
      ...tests.flatMap(({ file, title }) => {
        const text = read(file)
        if (text === undefined) return [`${name}: there is no ${file}`]
        return title && text.includes(title) ? [] : [`${name}: ${file} has no test "${title}"`]
      }),
    ]),
  ]
}
