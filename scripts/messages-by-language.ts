// The sentences of a language as the web fetches them, in parts by what a page shows: those before sign-in, those of the frame and of
// lists, those of the declarations of one area, and the rest, which has those of all areas, so that a page that speaks of everything fetches few files. A phone that shows a list in Hindi waits for an eighth of the language. Which part
// a sentence is in follows from the sources that a page imports and from the declarations, so that nobody sorts them. A part names the
// others of its language, so that a first visit does not carry the names of files that it never fetches.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { entities } from '../src/domain/entities.ts'
import { areaUnits } from '../src/domain/kernel/area-unit.ts'
import { declaringFiles } from './entities-one-by-one.ts'
import { sentencesAt, sentencesOfDeclaration, sentencesOfSummary } from './sentences-of-sources.ts'

const folder = 'src/domain/messages'
const all = 'virtual:messages'
/** What only mails and the public page say stays on the server. */
export const ofServer: ReadonlySet<string> = new Set(['mail.json', 'public.json'])

/** Where somebody stands before sign-in. Libraries and what is fetched later are not followed. */
const beforeSignIn = [
  'src/web/main.tsx',
  'src/web/shell/start.tsx',
  'src/web/screens/login/login-screen.tsx',
  'src/web/screens/login/auth-error-screen.tsx',
  'src/web/shell/public-shell.tsx',
  'src/web/shell/lost-page.tsx',
  'src/web/ui/toast-bar.tsx',
  'src/web/session/progress-dialog.tsx',
  'src/web/session/end-session.ts',
  'src/web/shell/connection-strip.tsx',
]
const ofLists = [
  'src/web/farmbook.tsx',
  'src/web/engine/entity-branch.tsx',
  'src/web/engine/list/list-page.tsx',
  'src/web/engine/list/empty-list.tsx',
  'src/web/shell/person-menu-items.tsx',
  'src/web/shell/phone-menu.tsx',
  'src/web/screens/farmer/farmers-summary.tsx',
]
const screens = 'src/web/screens'
/** Slots of screens, which name columns and views of their lists, and sources of the cells and cards that they draw in them and of what stands around: fetched by the first list that shows it. */
export function sourcesOfCells(): string[] {
  const found = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('slots.ts'))
  const sources = found.flatMap((file) => {
    const text = readFileSync(join(screens, file), 'utf8')
    const named = new Map([...text.matchAll(/const (\w+) = \(\) => import\('([^']+)'\)/g)].map(([, name, path]) => [name, path]))
    return [...text.matchAll(/const \w+(?:Cell|Card|Frame) = part\((?:\(\) => import\('([^']+)'\)|(\w+))/g)].flatMap(([, path, name]) => {
      const source = path ?? named.get(name)
      return source ? [join(screens, dirname(file), source)] : []
    })
  })
  return [...new Set([...found.map((file) => join(screens, file)), ...sources])].sort()
}

/** Comes from the server to the login page: the name of the way to sign in for trying out. */
const fromServer = ['the demo people']

/** Area of an entity: the folder of its declaration. */
export const areaOf = (file: string): string => /\/src\/domain\/(\w+)\//.exec(file)?.[1] ?? 'shared'
/** Name of an entity → its area. */
export const areasOfEntities = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...declaringFiles()].flatMap(([name, file]) => (entities.some((one) => one.name === name) ? [[name, areaOf(file)] as const] : [])))

/** English is part of the way in. */
export const languagesOfFolder = (): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() && one.name !== 'en' ? [one.name] : []))
const filesOf = (language: string): string[] =>
  readdirSync(join(folder, language))
    .filter((name) => name.endsWith('.json') && !ofServer.has(name))
    .sort()
    .map((name) => join(folder, language, name))

/** Name of a part → which English sentences are said where it is waited for. */
export function partsOfWeb(): ReadonlyMap<string, ReadonlySet<string>> {
  const areas = areasOfEntities()
  const ofArea = (area: string) => entities.filter(({ name }) => areas[name] === area).flatMap(sentencesOfDeclaration)
  return new Map([
    ['first', new Set([...sentencesAt(beforeSignIn), ...fromServer])],
    // The unit of areas is the programme's: no declaration names it.
    ['lists', new Set([...sentencesAt([...ofLists, ...sourcesOfCells()]), ...entities.flatMap(sentencesOfSummary), ...Object.keys(areaUnits)])],
    ...[...new Set(Object.values(areas))].sort().map((area) => [area, new Set(ofArea(area))] as const),
  ])
}

export type LanguageParts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The sentences of a table by part: before sign-in, lists, and the rest; what lists of an area say stands in a part of the area as well. */
export function inParts(sentences: Readonly<Record<string, string>>, parts = partsOfWeb()): LanguageParts {
  const divided: Record<string, Record<string, string>> = Object.fromEntries([...parts.keys(), 'rest'].map((part) => [part, {}]))
  for (const [key, text] of Object.entries(sentences)) {
    // A form for one or few goes with its sentence.
    const sentence = key.replace(/_(zero|one|two|few|many|other)$/, '')
    const own = [...parts].filter(([, one]) => one.has(key) || one.has(sentence)).map(([part]) => part)
    const first = own.find((part) => part === 'first' || part === 'lists')
    for (const part of first ? [first] : ['rest', ...own]) Object.assign(divided[part] ?? {}, { [key]: text })
  }
  return divided
}

/** Files of each language's parts and areas of entities, for the server that names them in pages; below the folder of the build. */
export const wordsFile = '.vite/words.json'
/** `virtual:messages/hi/lists` → hi, lists. */
const partOf = (id: string): { language: string; part: string } | null => {
  const [, language, part] = /virtual:messages\/(\w+)\/(\w+)$/.exec(id) ?? []
  return language && part ? { language, part } : null
}

export function messagesByLanguage(): Plugin {
  let parts: ReadonlyMap<string, ReadonlySet<string>> | undefined
  const divided = new Map<string, LanguageParts>()
  return {
    name: 'messages-by-language',
    resolveId: (id) => (id === all || id.startsWith(`${all}/`) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${all}`) return `export const fetchers = { ${languagesOfFolder().map((code) => `${code}: () => import('${all}/${code}/first')`)} }`
      const one = id.startsWith(`\0${all}/`) ? partOf(id) : null
      if (!one) return null
      parts ??= partsOfWeb()
      const files = filesOf(one.language)
      for (const file of files) this.addWatchFile(resolve(file))
      const known = divided.get(one.language) ?? inParts(Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')))), parts)
      // In development a table may change under the server.
      if (this.environment.mode === 'build') divided.set(one.language, known)
      const sentences = `export default ${JSON.stringify(known[one.part] ?? {})}`
      if (one.part !== 'first') return sentences
      const others = { lists: 'lists', rest: 'rest', ...areasOfEntities() }
      return `${sentences}
export const others = { ${Object.entries(others)
        .map(([name, part]) => `${name}: () => import('${all}/${one.language}/${part}')`)
        .join(', ')} }`
    },
    generateBundle(_options, bundle) {
      const files: Record<string, Record<string, string>> = {}
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          for (const id of chunk.moduleIds) {
            const one = partOf(id)
            if (!one) continue
            files[one.language] ??= {}
            Object.assign(files[one.language] ?? {}, { [one.part]: chunk.fileName })
          }
      this.emitFile({ type: 'asset', fileName: wordsFile, source: JSON.stringify({ areas: areasOfEntities(), files }) })
    },
  }
}
