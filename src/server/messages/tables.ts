// The catalogue of messages as the server reads it: the files of a language, from its folder, when it is first spoken.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areaUnitOf } from '#domain/kernel/area-unit.ts'
import { fill, type Sentences, wordsIn } from '#domain/messages/fill.ts'
import { isLanguage, type Language, localeOf } from '#domain/messages/languages.ts'
import { pluralsOf } from '#domain/messages/wording.ts'
import { formatIn, type Wording } from '#domain/notifications/sentence.ts'
import { currencyOf } from '#domain/tenancy/tenant.ts'

const folder = fileURLToPath(new URL('../../domain/messages/', import.meta.url))
const read = new Map<Language, Sentences>()

/** The files of a language, by name. English has forms for one alone: its sentences are the keys. */
export const tablesOf = (language: Language): ReadonlyMap<string, Sentences> =>
  new Map(
    readdirSync(join(folder, language))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name): [string, Sentences] => [name, JSON.parse(readFileSync(join(folder, language, name), 'utf8'))]),
  )

/** All sentences of a language. */
export function sentencesIn(language: Language): Sentences {
  const known = read.get(language) ?? Object.assign({}, ...tablesOf(language).values())
  read.set(language, known)
  return known
}

export type Translate = ((sentence: string, values?: Readonly<Record<string, string | number>>) => string) & { readonly language: Language }

/** Says a sentence in a language; one without translation in English. `count` among the values, a number, decides between one and many. */
export const translatorOf = (language: Language): Translate =>
  Object.assign(
    (sentence: string, values?: Readonly<Record<string, string | number>>) => {
      const sentences = sentencesIn(language)
      const counted = typeof values?.count === 'number' ? sentences[`${sentence}_${pluralsOf(language).select(values.count)}`] : undefined
      return fill(counted ?? wordsIn(sentences, sentence), values)
    },
    { language },
  )

/** Says everything in two languages, one after the other; once where they say the same. Its figures are of the first. */
export const translatorOfBoth = ([first, second]: readonly [Language, Language]): Translate => {
  const [one, other] = [translatorOf(first), translatorOf(second)]
  return Object.assign(
    (sentence: string, values?: Readonly<Record<string, string | number>>) => {
      const both = [one(sentence, values), other(sentence, values)]
      return both[0] === both[1] ? one(sentence, values) : both.join(' / ')
    },
    { language: first },
  )
}

/** What it counts money in, and its zone. */
export type Programme = { config: Readonly<Record<string, unknown>>; timezone: string }

/** The words of notifications of a programme where no browser says them: mail and telephones. A language that is not ours is English. */
export function wordingIn(language: string, { config, timezone }: Programme): Wording {
  const sentences = sentencesIn(isLanguage(language) ? language : 'en')
  return {
    phrase: (template, values) => fill(wordsIn(sentences, template), values),
    format: formatIn(localeOf(language), { currency: currencyOf(config), timezone, area: areaUnitOf(config) }, (unit) => wordsIn(sentences, unit)),
  }
}
