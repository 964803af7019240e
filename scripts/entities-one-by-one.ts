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
    return `${name}: () => import('${from}').then((module) => module.${name}),`
  })
  return `const summaries = ${JSON.stringify(entities.map(summaryOf))}
export const entities = summaries.map((summary) => ({ about: '', list: [], belongsTo: {}, fields: {}, form: {}, states: {}, events: {}, ...summary }))
const byName = new Map(entities.map((entity) => [entity.name, entity]))
const fetchers = {
${fetchers.join('\n')}
}
const underWay = new Map()
export const findEntity = (name) => byName.get(name)
export function entityOf(name) {
  const found = byName.get(name)
  if (!found) throw new Error('No entity is called ' + name)
  return found
}
export function fetchEntity(name) {
  const summary = byName.get(name)
  const fetch = fetchers[name]
  if (!summary || !fetch) return undefined
  if (!underWay.has(name)) {
    underWay.set(name, fetch().then((declared) => {
      Object.assign(summary, declared)
      delete fetchers[name]
    }))
  }
  return underWay.get(name)
}
let all
export function fetchEntities() {
  if (Object.keys(fetchers).length === 0) return undefined
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
