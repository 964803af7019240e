// The repository's own sources as a graph: which file imports which, type-only imports included.
// Parsed with the parser that Vite ships, not searched by pattern, so a specifier in a comment or a string never counts.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Path from the repository root → text. */
export type Sources = Readonly<Record<string, string>>

export type Import = {
  /** As written. */
  specifier: string
  /** Path from the repository root of a file of ours; null for a package or a Node module. */
  to: string | null
}

export type SourceFile = {
  path: string
  lines: number
  imports: readonly Import[]
  isTest: boolean
  hasDefaultExport: boolean
  /** Nothing of its own: every export only passes on what another file declares. */
  isBarrel: boolean
  beginsWithComment: boolean
}

const scanned = ['src', 'tests', 'scripts', 'bench']

/** All TypeScript of the repository, read from disk. */
export function readSources(): Sources {
  return Object.fromEntries(scanned.flatMap(filesUnder).map((path) => [path, readFileSync(path, 'utf8')]))
}

function filesUnder(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })) return []
  if (!statSync(path).isDirectory()) return /\.tsx?$/.test(path) ? [path] : []
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => filesUnder(`${path}/${name}`))
}

/** Throws, naming the file, when one cannot be parsed. */
export function graphOf(sources: Sources): SourceFile[] {
  return Object.entries(sources).map(([path, text]) => fileOf(path, text))
}

function fileOf(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text)
  const first = errors[0]
  if (first) throw new Error(`${path} cannot be parsed: ${first.message}`)
  const specifiers = [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap((one) => literal(text.slice(one.moduleRequest.start, one.moduleRequest.end))),
    ...typeImports(program),
  ]
  return {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [...new Set(specifiers)].map((specifier) => ({ specifier, to: resolve(path, specifier) })),
    isTest: /\.(test|spec)\.tsx?$/.test(path),
    hasDefaultExport: module.staticExports.some((one) =>
      one.entries.some((entry) => entry.exportName.kind === 'Default' || entry.exportName.name === 'default'),
    ),
    isBarrel: isBarrel(program),
    beginsWithComment: /^(\/\/|\/\*)/.test(text),
  }
}

/** A dynamic import of a computed address has no specifier; one of a plain string has. */
const literal = (source: string): string[] => /^(['"`])([^$]*)\1$/.exec(source.trim())?.slice(2, 3) ?? []

/** `import('./row.ts').Row` in the place of a type. */
function typeImports(program: ESTree.Program): string[] {
  const found: string[] = []
  new Visitor({ TSImportType: (node) => void found.push(node.source.value) }).visit(program)
  return found
}

function isBarrel(program: ESTree.Program): boolean {
  const imported = new Set<string>()
  let passesOn = 0
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') for (const one of node.specifiers) imported.add(one.local.name)
    else if (node.type === 'ExportAllDeclaration') passesOn++
    else if (node.type === 'ExportNamedDeclaration' && !node.declaration && (node.source || node.specifiers.every((one) => imported.has(nameOf(one.local)))))
      passesOn += node.source ? 1 : node.specifiers.length
    else return false
  }
  return passesOn > 0
}
const nameOf = (node: ESTree.ModuleExportName): string => (node.type === 'Literal' ? node.value : node.name)

const roots: Record<string, string> = {
  '#answer-cases': 'src/domain/work/answer-cases.ts',
  '#rule-cases': 'src/domain/certification/rule-cases.ts',
  '#domain/': 'src/domain/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
  '#tests/': 'tests/',
}

function resolve(from: string, specifier: string): string | null {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain)
  for (const [prefix, folder] of Object.entries(roots)) if (plain.startsWith(prefix)) return folder + plain.slice(prefix.length)
  return null
}
