// The rows of the domain dictionary, read from its Markdown: each row of a table under its first cell, each sentence beside the tables under its
// first words. `scripts/dictionary-rows.ts` writes them to dictionary-extract.json, so that the table of rules is compared with the dictionary
// also where the dictionary itself is not at hand.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'

/** Sections that certification stands on. */
const sections = ['4.4', '5.1', '5.2', '5.3', '5.4', '5.5', '6.1', '6.2', '6.3', '6.4', '6.5', '6.6', '7', '11.1', '11.2', '12', '14.1']

/** One row, or one sentence: where it stands, what it is called here, and what it says. */
export type DictionaryRow = { name: string; says: string }
export type DictionaryExtract = { sha256: string; rows: DictionaryRow[] }

export const extractPath = 'tests/architecture/dictionary-extract.json'

/** The dictionary lies beside the repository, where it is there at all: also beside a second working copy. */
export const dictionaryPath = ['../shared/domain/crop.md', '../../shared/domain/crop.md'].find((path) => existsSync(path))

export function extractOf(markdown: string): DictionaryExtract {
  const read = sections.map((section) => ({ section, lines: linesOf(markdown, section) }))
  const text = read.flatMap(({ lines }) => lines).join('\n')
  return {
    sha256: createHash('sha256').update(text).digest('hex'),
    rows: read.flatMap(({ section, lines }) => withoutTwins(rowsIn(lines)).map(({ name, says }) => ({ name: `${section} ${name}`, says }))),
  }
}

/** From the heading of a section to the next heading. */
function linesOf(markdown: string, section: string): string[] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`### ${section} `) || line.startsWith(`## ${section}. `))
  if (start === -1) throw new Error(`The dictionary has no section ${section}.`)
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('#'))
  return lines.slice(start, length === -1 ? undefined : start + 1 + length)
}

function rowsIn(lines: readonly string[]): DictionaryRow[] {
  const isTable = (line: string | undefined) => line?.startsWith('|') ?? false
  return lines.slice(1).flatMap((line, index, all) => {
    if (!isTable(line)) return line.trim() ? sentencesIn(line) : []
    const isHead = !isTable(all[index - 1])
    return isHead || /^\|[-|\s]+\|$/.test(line) ? [] : rowOf(line)
  })
}

/** A row by its first cell; a number of several checks (BR-12: T01 to T17) is a row of each, too. */
function rowOf(line: string): DictionaryRow[] {
  const cells = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  const [name = '', ...rest] = cells
  const says = rest.join(' | ')
  const checks = name === 'BR-12' ? [...(rest[1] ?? '').matchAll(/\bT(\d\d) [^;]+/g)].map(([text, no]) => ({ name: `T${no}`, says: text.trim() })) : []
  return [{ name, says }, ...checks]
}

/** Sentences end with a full stop before a capital letter, outside brackets. */
function sentencesIn(line: string): DictionaryRow[] {
  const sentences: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < line.length; at++) {
    if ('([{'.includes(line[at] ?? '')) depth++
    if (')]}'.includes(line[at] ?? '')) depth--
    if (depth === 0 && /^\. [A-Z]/.test(line.slice(at, at + 3))) {
      sentences.push(line.slice(from, at + 1))
      from = at + 2
    }
  }
  return [...sentences, line.slice(from)].map((says) => ({ name: nameOf(says), says }))
}

/** What stands before a colon, or the first five words. */
function nameOf(sentence: string): string {
  const [label] = /^[^:(){}]{1,60}(?=: )/.exec(sentence) ?? []
  return (
    label ??
    sentence
      .split(' ')
      .slice(0, 5)
      .join(' ')
      .replace(/[.,;:]$/, '')
  )
}

/** Where a section has the same name twice, the second has a number. */
function withoutTwins(rows: readonly DictionaryRow[]): DictionaryRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const times = (seen.get(row.name) ?? 0) + 1
    seen.set(row.name, times)
    return times === 1 ? row : { ...row, name: `${row.name} (${times})` }
  })
}
