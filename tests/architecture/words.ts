// Words that this code base no longer uses, because readers know another one (docs/glossary.md names it). Checked in
// identifiers and in comments.
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Sources } from './source-graph.ts'

/** Word → what to say instead. Words are the parts of a camelCase name, in small letters. */
export const wordsOfIdentifiers: Readonly<Record<string, string>> = {
  beam: 'gauge',
  begun: 'started, initial',
  beside: 'other',
  founding: 'provisioning',
  glance: 'summary',
  glances: 'summaries',
  held: 'cached, restricted, owned, locked',
  kept: 'stored, saved',
  meant: 'default, requested',
  mended: 'repaired',
  retell: 'project',
  retold: 'projected',
  said: 'message',
  say: 'format',
  saying: 'label',
  standing: 'status, balance, state',
  standings: 'states',
  stories: 'projections',
  story: 'projection',
  surroundings: 'context',
  tell: 'format, report',
  told: 'view, projected',
  trail: 'breadcrumbs',
  untold: 'unexplained',
  wire: 'session handler',
}

/** The same for the prose of comments. */
export const wordsOfComments: Readonly<Record<string, string>> = {
  beam: 'gauge',
  begun: 'started',
  glance: 'summary',
  held: 'cached, restricted, owned, locked',
  kept: 'stored, saved, retained',
  meant: 'default, intended',
  mended: 'corrected',
  retell: 'project',
  retold: 'projected',
  standing: 'status, balance, state',
  stories: 'projections, tests',
  story: 'projection, history, test',
  surroundings: 'context',
  tell: 'say, report, distinguish',
  telling: 'saying',
  tells: 'says, reports',
  told: 'returned, shown, recorded',
}

/** Names that are not ours to change: a stored column, a value of ICAR's. */
const exempt: ReadonlySet<string> = new Set(['heldRoles', 'StandingHeat'])

export function wordsToAvoid(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    if (path === 'tests/architecture/words.ts') return []
    const { program, comments } = parseSync(path, text)
    const names = new Set<string>()
    const add = ({ name }: { name: string }) => void names.add(name)
    new Visitor({ Identifier: add as (node: ESTree.Node) => void, JSXIdentifier: add as never, PrivateIdentifier: add as never }).visit(program)
    const inNames = [...names].flatMap((name) => [...breaches(name, partsOf(name), wordsOfIdentifiers)])
    const inComments = comments.flatMap(({ value }) => [...breaches('a comment', value.toLowerCase().match(/[a-z]+/g) ?? [], wordsOfComments)])
    return [...new Set([...inNames, ...inComments])].map((breach) => `${path}: ${breach}`)
  })
}

function* breaches(where: string, words: readonly string[], avoided: Readonly<Record<string, string>>): Generator<string> {
  if (exempt.has(where)) return
  for (const word of words) if (Object.hasOwn(avoided, word)) yield `${where} says “${word}”; the word here is: ${avoided[word]}.`
}

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/)
