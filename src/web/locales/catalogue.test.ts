// Every language is complete: whatever the product can say in its own words has a translation. Sentences come from the declarations
// (labels, help, choices, states, events, reports, notifications) and from the code of the web and the server.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { roles } from '#domain/access.ts'
import { journeySteps } from '#domain/chain/public-page.ts'
import { entities } from '#domain/entities.ts'
import { kindsOf, layoutOf } from '#domain/exchange/layouts.ts'
import type { AnyEntity, EventSpec, State } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { problemCatalogue } from '#domain/kernel/problems.ts'
import { claims } from '#domain/kernel/terms.ts'
import { languageNames } from '#domain/messages/language-names.ts'
import { type Language, languageCodes } from '#domain/messages/languages.ts'
import { noticeCodes, notices } from '#domain/notifications/catalogue.ts'
import { duplicateWeights } from '#domain/people/duplicates.ts'
import { roleSentences } from '#domain/people/role-words.ts'
import { reports } from '#domain/reports/all.ts'
import { type AnyReport, runStates } from '#domain/reports/report.ts'
import { rhythms, scheduleStates, weekdays } from '#domain/reports/schedule.ts'
import { sentencesIn, tablesOf } from '#server/messages/tables.ts'
import { ofServer } from '../../../scripts/messages-by-language.ts'
import sameWords from '../../../tests/web/same-words.json' with { type: 'json' }
import { serverMessages } from '../../../tests/web/server-messages.ts'

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
  ...Object.values(entity.ownCode ?? {}),
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

const ofReport = (one: AnyReport): string[] => [
  one.title,
  one.about,
  one.group,
  ...ofFields(one.parameters),
  ...ofFields(one.columns),
  ...(one.charts ?? []).map(({ title }) => title),
]
/** What the server says itself: files of reports, the public page, mails. */
const inServer = ['src/server/reports/engine', 'src/server/public', 'src/server/mail']
  .flatMap((folder) => files(folder, /\.ts$/))
  .flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...found(source, new RegExp(`\\bt\\(\\s*${quoted}`, 'g')), ...found(source, new RegExp(`\\bt\\(\\w+ \\? ${quoted} : '`, 'g'))]
  })
const ofNotices = noticeCodes.flatMap((code) => [notices[code].text, ...[notices[code].many ?? []].flat()])
const messages = serverMessages()
/** Chosen from within a sentence, but names rather than words. */
const names = new Set<string>(['string', 'crop', ...Object.values(languageNames)])

/** By where they come from. */
const sources: Readonly<Record<string, readonly string[]>> = {
  reports: reports.flatMap(ofReport),
  'the states of files': Object.values(runStates).map(([label]) => label),
  'scheduled reports': [...[...Object.values(rhythms), ...Object.values(scheduleStates)].map(([label]) => label), ...weekdays],
  declarations: entities.flatMap(ofEntity),
  'columns of files': entities.flatMap((entity) => kindsOf(entity).flatMap((kind) => layoutOf(entity, kind)?.columns.map(({ label }) => label) ?? [])),
  'the web': inWeb,
  'files of reports, the public page, mails': [...inServer, ...Object.values(journeySteps), ...Object.values(claims).map(([label]) => label)],
  notifications: ofNotices,
  'what two people have in common': [...Object.keys(duplicateWeights), 'document'],
  'roles and refusals': [
    ...Object.values(roles),
    ...Object.values(roleSentences),
    ...Object.values(problemCatalogue).map(([, sentence]) => sentence),
    ...inDomain,
  ],
  'the rules and the server': [...messages.sentences, ...messages.choices],
}

const gaps = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
const isWords = (text: string): boolean => /[a-z]{3}/.test(text.replace(/\{\{\w+\}\}/g, ''))
/** The English sentence of a key: several have a form for one, or for few, beside them. */
const sentenceOfKey = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

const others = languageCodes.filter((code) => code !== 'en')
const scripts = { Deva: /[\u0900-\u097f]/, Gujr: /[\u0a80-\u0aff]/ }
/** Words and names that are written as in English, each read by somebody who speaks the language. */
const isSame = (code: Language, words: string): boolean => new Map<string, readonly string[]>(Object.entries(sameWords)).get(code)?.includes(words) ?? false

describe('messages that count', () => {
  const forms = (code: Language) => tablesOf(code).get('counted.json') ?? {}
  const keys = [...messages.counted].map((key) => `${key}_one`).sort()
  it('are found', () => {
    expect(keys.length).toBeGreaterThan(25)
  })
  it.each(languageCodes)('have their form for one in %s, and nothing else has', (code) => {
    expect(Object.keys(forms(code)).sort()).toEqual(keys)
  })
})

describe('the sentences of the product', () => {
  it('are found', () => {
    expect(inWeb.length).toBeGreaterThan(100)
    expect(inServer.length).toBeGreaterThan(60)
    expect(messages.sentences.size).toBeGreaterThan(400)
  })
})

describe.each(others)('%s', (code) => {
  const sentences = sentencesIn(code)
  const entries = Object.entries(sentences)
  it.each(Object.keys(sources))('has every word of %s', (source) => {
    expect([...new Set(sources[source])].filter((sentence) => !(sentence in sentences) && !names.has(sentence)).sort()).toEqual([])
  })
  it('has no word of the web in a file that stays on the server', () => {
    const shown = new Set(['the web', 'declarations', 'reports', 'scheduled reports', 'roles and refusals'].flatMap((source) => sources[source] ?? []))
    const hidden = [...tablesOf(code)].flatMap(([file, table]) => (ofServer.has(file) ? Object.keys(table) : []))
    expect(hidden.filter((key) => shown.has(sentenceOfKey(key)))).toEqual([])
  })
  it('has each sentence in one file', () => {
    const seen = new Map<string, string>()
    const twice = [...tablesOf(code)].flatMap(([file, table]) =>
      Object.keys(table).flatMap((key) => {
        const before = seen.get(key)
        seen.set(key, file)
        return before ? [`${key}: ${before}, ${file}`] : []
      }),
    )
    expect(twice).toEqual([])
  })
  it('has the gaps of the English sentence', () => {
    for (const [key, translation] of entries) expect(gaps(translation), key).toEqual(gaps(sentenceOfKey(key)))
  })
  it('is written in its own script, but for names and signs', () => {
    const { script } = new Intl.Locale(code).maximize()
    const own = Object.entries(scripts).find(([name]) => name === script)?.[1]
    if (!own) return
    expect(entries.filter(([key, text]) => isWords(key) && !own.test(text) && key === text && !isSame(code, key))).toEqual([])
    for (const [other, letters] of Object.entries(scripts))
      if (other !== script) expect(entries.filter(([, text]) => letters.test(text.replaceAll('।', '')))).toEqual([])
  })
  it('differs from English, but for words that are the same', () => {
    const same = entries.filter(([key, text]) => isWords(key) && key === text).map(([key]) => key)
    expect(same.filter((key) => !isSame(code, key))).toEqual([])
  })
})

describe('a folder of messages', () => {
  it('belongs to a language of the list, and each has one', () => {
    const folders = readdirSync('src/domain/messages', { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))
    expect(folders.sort()).toEqual([...languageCodes].sort())
  })
})
