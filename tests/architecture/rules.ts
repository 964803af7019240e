// The rules of the house as functions from the graph of sources to sentences; no sentence, no breach.
import { existsSync } from 'node:fs'
import { arrows, groups, longTables, packages } from './layers.ts'
import type { SourceFile } from './source-graph.ts'

export const maximumLines = 400
export const generousLines = 300

/** The layer a file of src belongs to: an area of the domain is a layer of its own. */
export function layerOf(path: string): string | undefined {
  const key = Object.keys(arrows)
    .filter((prefix) => (prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix))
    .sort((a, b) => b.length - a.length)[0]
  if (key !== 'src/domain/') return key
  const area = /^src\/domain\/([^/]+)\//.exec(path)?.[1]
  return area && `src/domain/${area}/`
}

/** Files of src that the table of layers does not know. */
export function homeless(files: readonly SourceFile[]): string[] {
  return product(files)
    .filter((file) => !layerOf(file.path))
    .map((file) => `${file.path} lies in no known layer: move it, or give its folder a line in tests/architecture/layers.ts and docs/architecture.md.`)
}

export function wrongArrows(files: readonly SourceFile[]): string[] {
  return product(files).flatMap((file) => {
    const from = layerOf(file.path)
    if (!from) return []
    return file.imports.flatMap(({ to, specifier }) => {
      if (!to) return foreign(file.path, specifier)
      if (!to.startsWith('src/')) return to === 'package.json' ? [] : [`${file.path} imports ${to}: the product does not depend on tests or scripts.`]
      const target = layerOf(to)
      return !target || target === from || allowed(from).has(kindOf(target))
        ? []
        : [`${file.path} may not import ${to}: ${from} stands below or beside ${target}.`]
    })
  })
}

/** An area is allowed wherever 'src/domain/' is. */
const kindOf = (layer: string): string => (layer in arrows ? layer : 'src/domain/')
const allowed = (layer: string): Set<string> => new Set((arrows[kindOf(layer)] ?? []).flatMap((name) => groups[name] ?? [name]))

function foreign(path: string, specifier: string): string[] {
  if (specifier.startsWith('node:')) return path.startsWith('src/server/') ? [] : [`${path} imports ${specifier}: only the server has Node.`]
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const places = packages[name]
  if (!places || places.some((place) => path.startsWith(place))) return []
  return [`${path} imports ${specifier}: ${places.length ? `only ${places.join(', ')}` : 'nothing'} may (tests/architecture/layers.ts).`]
}

/** Groups of files that import each other, type-only imports included; each group is listed once, as one way round it. */
export function cycles(files: readonly SourceFile[]): string[] {
  const next = new Map(files.map((file) => [file.path, file.imports.flatMap(({ to }) => to ?? [])]))
  const done = new Set<string>()
  const sentences: string[] = []
  const walk = (path: string, way: string[]): void => {
    const seenAt = way.indexOf(path)
    if (seenAt >= 0) {
      sentences.push(`These files import each other in a circle: ${[...way.slice(seenAt), path].join(' → ')}.`)
      return
    }
    if (done.has(path)) return
    for (const to of next.get(path) ?? []) walk(to, [...way, path])
    done.add(path)
  }
  for (const file of files) walk(file.path, [])
  return sentences
}

export function barrels(files: readonly SourceFile[]): string[] {
  return files.filter((file) => file.isBarrel).map((file) => `${file.path} only passes on what other files export: import from those files instead.`)
}

export function tooLong(files: readonly SourceFile[], limit = maximumLines): string[] {
  return files
    .filter((file) => file.lines > limit && !longTables.includes(file.path))
    .map((file) => `${file.path} has ${file.lines} lines, more than ${limit}: it is probably two things.`)
}

const nameless = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.)/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|d))?(\.tsx?)?$/

export function badNames(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    if (nameless.test(path)) return [`${path} has a name that says nothing: a function without a home shows a missing noun.`]
    return path.split('/').every((part) => kebab.test(part)) ? [] : [`${path} is not in kebab-case.`]
  })
}

/** Declarations for packages without types have to follow the package. */
export function defaultExports(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.hasDefaultExport && !file.path.endsWith('.d.ts'))
    .map((file) => `${file.path} has a default export: export it by its name.`)
}

export function withoutPreface(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !file.isTest && !file.beginsWithComment)
    .map((file) => `${file.path} does not begin with a comment that says what it is and why.`)
}

export function danglingImports(files: readonly SourceFile[], exists: (path: string) => boolean = existsSync): string[] {
  return files.flatMap((file) =>
    file.imports.filter(({ to }) => to && !exists(to)).map(({ specifier }) => `${file.path} imports ${specifier}, which is not there.`),
  )
}

const product = (files: readonly SourceFile[]): SourceFile[] => files.filter((file) => file.path.startsWith('src/') && !file.isTest)
