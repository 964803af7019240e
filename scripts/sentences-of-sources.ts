// Which sentences of the catalogue a page can show: those that stand in the sources it imports, and those of declarations. Read from the
// sources themselves, so that the division of a language (messages-by-language.ts) follows the code.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { AnyEntity, EventSpec, State } from '../src/domain/kernel/entity.ts'
import type { Field, Fields } from '../src/domain/kernel/field.ts'

/** Imports that come with the file: no types, nothing fetched later. */
const imports = /^(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s)?'([^']+)'/gm
/** Each kind of quotation mark by itself: a text may stand within the template of another. */
const texts = [/'((?:[^'\\\n]|\\.)*)'/g, /"((?:[^"\\\n]|\\.)*)"/g, /`((?:[^`\\]|\\.)*)`/g]
/** In browsers the registry fetches declarations one by one (entities-one-by-one.ts). */
const registry = 'src/domain/entities.ts'

/** A file of this repository that an import names; undefined for libraries, styles and data. */
export function sourceOf(specifier: string, from: string): string | undefined {
  const path = specifier.startsWith('.')
    ? normalize(join(dirname(from), specifier))
    : specifier.startsWith('#domain/') || specifier.startsWith('#web/')
      ? `src/${specifier.slice(1)}`
      : undefined
  return path && /\.tsx?$/.test(path) && existsSync(path) ? path : undefined
}

/** Texts of a source as keys have them: a phrase's values are numbered gaps. */
export function textsIn(source: string): string[] {
  return texts.flatMap((kind) =>
    [...source.matchAll(kind)].map(([, text = '']) => {
      let gap = 0
      return text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, () => `{{${++gap}}}`).replace(/\\(.)/g, '$1')
    }),
  )
}

/** All texts of these sources and of everything that they import. */
export function sentencesAt(sources: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const found = new Set<string>()
  const walk = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    if (file === registry) return
    const source = readFileSync(file, 'utf8')
    for (const text of textsIn(source)) found.add(text)
    for (const [, specifier = ''] of source.matchAll(imports)) {
      const next = sourceOf(specifier, file)
      if (next) walk(next)
    }
  }
  for (const source of sources) walk(source)
  return found
}

const ofFields = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field: Field) => [
    field.label,
    ...(field.help ? [field.help] : []),
    ...(field.unit ? [field.unit] : []),
    ...(field.choices ?? []).map(({ label }) => label),
    ...ofFields(field.fields ?? {}),
  ])

/** What menus and lists of others say of an entity. */
export const sentencesOfSummary = ({ label, plural, group }: AnyEntity): string[] => [label, plural, group]

/** What a list of it shows: its fields, states and what can happen to it, without what forms of events ask. */
export const sentencesOfDeclaration = (entity: AnyEntity): string[] => [
  entity.about,
  ...(entity.notice ? [entity.notice] : []),
  ...ofFields(entity.fields),
  ...Object.values(entity.states as Record<string, State>).map(({ label }) => label),
  ...Object.values(entity.events as Record<string, EventSpec>).map(({ label }) => label),
]
