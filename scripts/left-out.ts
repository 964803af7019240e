// Parts of libraries that come with what we use and that the web never calls, left out when it is built: a first visit
// waits for every kilobyte. Each is replaced by functions that fail loudly; a library that moved a part fails the build.
import type { Plugin } from 'vite'

export const leftOut: readonly { module: RegExp; because: string }[] = [
  { module: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/, because: 'only the server writes JSON Schema, for its document' },
  { module: /\/@mui\/material\/ButtonBase\/TouchRipple\.mjs$/, because: 'our buttons do not ripple' },
]

type Declared = { type: string; id?: { name: string }; declarations?: { id: { name: string } }[] }
type Exported = { type: string; declaration?: Declared | null; specifiers?: { exported: { name?: string; value?: string } }[] }

/** Names that a module exports; 'default' among them. */
export function exportedNames(body: readonly unknown[]): string[] {
  return (body as Exported[]).flatMap(({ type, declaration, specifiers = [] }) => {
    if (type === 'ExportDefaultDeclaration') return ['default']
    if (type !== 'ExportNamedDeclaration') return []
    const declared = declaration?.declarations?.map(({ id }) => id.name) ?? (declaration?.id ? [declaration.id.name] : [])
    return [...declared, ...specifiers.map(({ exported }) => exported.name ?? exported.value ?? '')]
  })
}

/** The plugin of the build. Some of these functions are called while a module loads and answer another: that one fails. */
export function leaveOut(): Plugin {
  const met = new Set<RegExp>()
  return {
    name: 'farmbook:leave-out',
    apply: 'build',
    transform(code, id) {
      const one = leftOut.find(({ module }) => module.test(id))
      if (!one) return null
      met.add(one.module)
      const names = exportedNames(this.parse(code).body)
      const message = JSON.stringify(`${id.split('/node_modules/').at(-1)} is left out of the web: ${one.because}`)
      return {
        code: `const leftOut = () => () => { throw new Error(${message}) }\nexport { ${names.map((name) => `leftOut as ${name}`).join(', ')} }\n`,
        map: null,
        moduleSideEffects: false,
      }
    },
    buildEnd(error) {
      const moved = leftOut.filter(({ module }) => !met.has(module))
      if (!error && moved.length) this.error(`Nothing was left out by ${moved.map(({ module }) => module).join(', ')}: has the library moved it?`)
    },
  }
}
