// Words, names and texts that this code base no longer uses, because readers know another one (docs/glossary.md names it). Checked
// in identifiers, comments and texts for people.
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Sources } from './source-graph.ts'

/** Word → what to say instead. Words are the parts of a camelCase name, in small letters. */
export const wordsOfIdentifiers: Readonly<Record<string, string>> = {
  asked: 'requested',
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

/** Whole names that stood for one thing each, and its name now. Their words have an ordinary meaning elsewhere. */
export const namesToAvoid: Readonly<Record<string, string>> = {
  accessBeside: 'otherPermissions',
  byStranger: 'requiresIndependence',
  covers: 'scopeIncludes (of certificates: cover)',
  foundProgramme: 'provisionTenant',
  gate: 'access, requestSwitch',
  keepCompliance: 'updateCompliance',
  keepFlags: 'saveFlags',
  keepTidy: 'startMaintenance',
  letAllGo: 'evictAll',
  letGo: 'evict',
  madeByEvents: 'readOnly',
  nextEvent: 'suggestedEvent',
  notBy: 'excludesActorOf',
  overviewActs: 'hasInlineActions',
  ownEvents: 'auditEvents',
  OwnOverview: 'custom overview',
  Parts: 'AppContext',
  pointersIn: 'references',
  pointersOf: 'referencesOf',
  seenBy: 'readableBy',
  setBy: 'writableBy',
  takeBack: 'voidEvent',
  together: 'queryAll, mergeVerdicts',
  togetherAtLast: 'queryAllAndCommit',
  Turns: 'FairQueue',
  undoCaused: 'voidCausedEvents',
  usualEvent: 'defaultEvent',
  WaitingLine: 'Semaphore',
}

/** What people read no longer, and what they read now. */
export const phrasesToAvoid: Readonly<Record<string, string>> = {
  'Approved by itself': 'Approved automatically',
  'Came out': 'Outputs',
  'Carried out': 'Applied',
  'Changed meanwhile': 'Conflict',
  'Farmers reached for': 'Audience',
  'Photos are on their way': 'Waiting for photos',
  'Same as before': 'nothing: it is not shown',
  'Taken in': 'Inputs',
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

/** Names that are not ours to change: stored columns, figures and codes of events, a value of ICAR's. */
const exempt: ReadonlySet<string> = new Set([
  'heldRoles',
  'StandingHeat',
  'askedKg',
  'askedHa',
  'askedBales',
  'ASKED',
  'CORRECTION_ASKED',
  'RETEST_ASKED',
  'PURCHASE_ASKED',
  'RECALL_ASKED',
])

export function wordsToAvoid(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    if (path === 'tests/architecture/words.ts') return []
    const { program, comments } = parseSync(path, text)
    const names = new Set<string>()
    const add = ({ name }: { name: string }) => void names.add(name)
    new Visitor({ Identifier: add as (node: ESTree.Node) => void, JSXIdentifier: add as never, PrivateIdentifier: add as never }).visit(program)
    const inNames = [...names].flatMap((name) => [...breaches(name, partsOf(name), wordsOfIdentifiers), ...breaches(name, [name], namesToAvoid)])
    const inComments = comments.flatMap(({ value }) => [...breaches('a comment', value.toLowerCase().match(/[a-z]+/g) ?? [], wordsOfComments)])
    const inTexts = path.startsWith('src/') ? [...text.matchAll(/'([^'\n]*)'/g)].flatMap(([, one = '']) => [...breaches('a text', [one], phrasesToAvoid)]) : []
    return [...new Set([...inNames, ...inComments, ...inTexts])].map((breach) => `${path}: ${breach}`)
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
