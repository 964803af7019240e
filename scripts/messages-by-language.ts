// The sentences of a language as the web fetches them: one file of all of its folder that a screen can say. Named by language alone, so
// that a first visit does not carry the names of a hundred files that it never fetches.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const folder = 'src/domain/messages'
const all = 'virtual:messages'
/** What only mails and the public page say stays on the server. */
const ofServer = new Set(['mail.json', 'public.json'])

/** English is part of the way in. */
const languages = (): string[] => readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() && one.name !== 'en' ? [one.name] : []))
const filesOf = (language: string): string[] =>
  readdirSync(join(folder, language))
    .filter((name) => name.endsWith('.json') && !ofServer.has(name))
    .sort()
    .map((name) => join(folder, language, name))

export const messagesByLanguage = (): Plugin => ({
  name: 'messages-by-language',
  resolveId: (id) => (id === all || id.startsWith(`${all}/`) ? `\0${id}` : null),
  load(id) {
    if (id === `\0${all}`) return `export const fetchers = { ${languages().map((code) => `${code}: () => import('${all}/${code}')`)} }`
    if (!id.startsWith(`\0${all}/`)) return null
    const files = filesOf(id.slice(all.length + 2))
    for (const file of files) this.addWatchFile(resolve(file))
    return `export default ${JSON.stringify(Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')))))}`
  },
})
