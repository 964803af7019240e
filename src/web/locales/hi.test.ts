// Hindi is complete: whatever a screen can say in words of the product has a translation. Sentences come from
// the declarations (labels, help, choices, states, events) and from the code of the web itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { roles } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import type { AnyEntity, EventSpec, State } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { problemCatalogue } from '#domain/kernel/problems.ts'
import { roleSentences } from '#domain/people/role-words.ts'
import { reports } from '#domain/reports/all.ts'
import { type AnyReport, runStates } from '#domain/reports/report.ts'
import { sentences } from './hi.ts'

/** Signs that are the same in every language. */
const symbols = new Set(['kg', 'ha', 'm', 'cm', 'mm', 'km', 'L', '%', '°', '×', 'minor', 'g', 'q', 't', '₹', 'pH', 'g/tex', 'mic', 'dS/m', '/m²', 'm²'])

function ofFields(fields: Fields): string[] {
  return Object.values(fields).flatMap((field: Field) => [
    field.label,
    ...(field.help ? [field.help] : []),
    ...(field.unit && !symbols.has(field.unit) ? [field.unit] : []),
    ...(field.choices ?? []).map(({ label }) => label),
    ...ofFields(field.fields ?? {}),
  ])
}
const ofEntity = (entity: AnyEntity): string[] => [
  entity.label,
  entity.plural,
  entity.about,
  ...(entity.notice ? [entity.notice] : []),
  entity.group,
  ...ofFields(entity.fields),
  ...Object.keys(entity.form),
  ...Object.values(entity.states as Record<string, State>).map(({ label }) => label),
  ...Object.values(entity.events as Record<string, EventSpec>).flatMap((event) => [
    event.label,
    ...(event.help ? [event.help] : []),
    ...ofFields(event.fields),
  ]),
  ...(entity.checks ?? []).map(({ message }) => message),
]

const files = (folder: string, kind: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
const found = (source: string, pattern: RegExp): string[] => [...source.matchAll(pattern)].map((match) => (match[1] ?? '').replace(/\\(.)/g, '$1'))
const quoted = "'((?:[^'\\\\\\n]|\\\\.)+)'"

/** `t('…')`, and tables of words that are shown through t() later. */
const inWeb = files('src/web', /\.tsx?$/).flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  return [
    ...found(source, new RegExp(`\\bt\\(\\s*${quoted}`, 'g')),
    ...found(source, new RegExp(`\\b(?:title|label|bottom|group|about): ${quoted}`, 'g')).filter((words) => /^[A-Z]/.test(words)),
    ...found(source, new RegExp(`/\\* i18n \\*/ ${quoted}`, 'g')),
  ].filter((words) => /[a-z]/.test(words))
})
/** Sentences of the domain's own checks. */
const inDomain = files('src/domain', /\.ts$/).flatMap((file) => found(readFileSync(file, 'utf8'), new RegExp(`\\b(?:message|hint): ${quoted}`, 'g')))

const missing = (all: readonly string[]): string[] => [...new Set(all)].filter((sentence) => !(sentence in sentences)).sort()

const ofReport = (one: AnyReport): string[] => [
  one.title,
  one.about,
  one.group,
  ...ofFields(one.parameters),
  ...ofFields(one.columns),
  ...(one.charts ?? []).map(({ title }) => title),
]

describe('Hindi', () => {
  it('has every word of the reports', () => {
    expect(missing(reports.flatMap(ofReport))).toEqual([])
  })
  it('has every word that files of reports speak', () => {
    const engine = files('src/server/reports/engine', /\.ts$/).flatMap((file) => found(readFileSync(file, 'utf8'), new RegExp(`\\bt\\(\\s*${quoted}`, 'g')))
    expect(engine.length).toBeGreaterThan(10)
    expect(missing([...engine, ...Object.values(runStates).map(([label]) => label)])).toEqual([])
  })
  it('has every word of the declarations', () => {
    expect(missing(entities.flatMap(ofEntity))).toEqual([])
  })
  it('has every sentence of the web', () => {
    expect(inWeb.length).toBeGreaterThan(100)
    expect(missing(inWeb)).toEqual([])
  })
  it('has roles, refusals and the domain’s own sentences', () => {
    expect(
      missing([...Object.values(roles), ...Object.values(roleSentences), ...Object.values(problemCatalogue).map(([, sentence]) => sentence), ...inDomain]),
    ).toEqual([])
  })
  it('keeps every placeholder of the English sentence', () => {
    const holes = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
    for (const [english, hindi] of Object.entries(sentences)) expect(holes(hindi), english).toEqual(holes(english))
  })
  it('is written in Devanagari, but for names and signs', () => {
    const latin = Object.entries(sentences).filter(([english, hindi]) => /[a-z]{3}/.test(english.replace(/\{\{\w+\}\}/g, '')) && english === hindi)
    expect(latin).toEqual([])
  })
})
