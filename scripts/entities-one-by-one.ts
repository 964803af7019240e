// In a browser the registry of entities (src/domain/entities.ts) holds of each one what menus and lists of others say of it, and
// fetches its declaration with the first page that needs it: all of them together would weigh a fifth of a first visit. Written here
// from the registry itself, so that an entity is still declared by one line there. The server and the tests have the registry as it is.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { entities } from '../src/domain/entities.ts'
import type { AnyEntity } from '../src/domain/kernel/entity.ts'

const registry = fileURLToPath(new URL('../src/domain/entities.ts', import.meta.url))
const imports = /^import \{ ([^}]+) \} from '(\.\/[^']+)'$/gm

/** Name of an entity → the module that declares it, as the registry imports it. */
export function modulesOf(source: string): Map<string, string> {
  return new Map([...source.matchAll(imports)].flatMap(([, names = '', from = '']) => names.split(', ').map((name) => [name, from] as const)))
}

/** Name of an entity → the file that declares it. */
export const declaringFiles = (): Map<string, string> =>
  new Map([...modulesOf(readFileSync(registry, 'utf8'))].map(([name, module]) => [name, join(dirname(registry), module)]))

/** What is known of an entity before it is fetched: its own words and flags; no field, state or event. */
export function summaryOf({ name, label, plural, group, subtitle, readOnly, listRoles }: AnyEntity): Record<string, unknown> {
  return { name, label, plural, group, subtitle, readOnly, listRoles }
}

/** The registry of the browser. An entity is the same object before and after: what was fetched is added to it. */
export function registryOfBrowser(source: string): string {
  const modules = modulesOf(source)
  const fetchers = entities.map(({ name }) => {
    const from = modules.get(name)
    if (!from) throw new Error(`src/domain/entities.ts does not import ${name} by its name`)
    return `() => import('${from}'),`
  })
  // Values by place, 0 for none and 1 for a plural that is the label with an s: sixty times the same words would weigh half a kilobyte.
  const names = Object.keys(summaryOf(entities[0] as AnyEntity))
  const rows = entities.map((entity) => {
    const row = Object.values({ ...summaryOf(entity), plural: entity.plural === `${entity.label}s` ? 1 : entity.plural }).map((value) => value || 0)
    return row.slice(0, row.findLastIndex((value) => value !== 0) + 1)
  })
  return `const names = ${JSON.stringify(names)}
const summaries = ${JSON.stringify(rows)}.map((row) => Object.fromEntries(row.flatMap((value, place) => (value === 0 ? [] : [[names[place], value === 1 ? row[1] + 's' : value]]))))
export const entities = summaries.map((summary) => ({ about: '', list: [], belongsTo: {}, fields: {}, form: {}, states: {}, events: {}, ...summary }))
const byName = new Map(entities.map((entity) => [entity.name, entity]))
const fetchers = new Map([
${fetchers.join('\n')}
].map((fetch, place) => [entities[place].name, fetch]))
const underWay = new Map()
export const findEntity = (name) => byName.get(name)
export function entityOf(name) {
  const found = byName.get(name)
  if (!found) throw new Error('No entity is called ' + name)
  return found
}
export function fetchEntity(name) {
  const summary = byName.get(name)
  const fetch = fetchers.get(name)
  if (!summary || !fetch) return undefined
  if (!underWay.has(name)) {
    underWay.set(name, fetch().then((module) => {
      Object.assign(summary, module[name])
      fetchers.delete(name)
    }))
  }
  return underWay.get(name)
}
let all
export function fetchEntities() {
  if (fetchers.size === 0) return undefined
  all ??= Promise.all(entities.map(({ name }) => fetchEntity(name))).then(() => undefined)
  return all
}
`
}

/** Name of an entity → the scripts of its declaration, as the server names them in pages; below the folder of the build. */
export const declarationsFile = '.vite/declarations.json'

/** The plugin, in development and of the build. */
export function entitiesOneByOne(): Plugin {
  return {
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const declared = [...declaringFiles()].flatMap(([name, file]) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(file))
        return chunk ? [[name, [chunk.fileName, ...chunk.imports]] as const] : []
      })
      this.emitFile({ type: 'asset', fileName: declarationsFile, source: JSON.stringify(Object.fromEntries(declared)) })
    },
    name: 'farmbook:entities-one-by-one',
    enforce: 'pre',
    load(id) {
      if (id !== registry || this.environment.name !== 'client') return null
      return { code: registryOfBrowser(readFileSync(registry, 'utf8')), map: null }
    },
  }
}
