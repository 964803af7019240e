// What a package of practices and its steps say in the languages of their readers (domain dictionary 5.1; docs/decisions/0118-packages-in-the-readers-language.md): the
// package's own words, and beside them those of other languages with a spoken instruction each. Whoever has no words in their language reads the package's own.
import { languageNames } from '../messages/language-names.ts'
import { attachments, choice, longText, optional, rows, text } from './kinds.ts'

const spokenInstruction = () => attachments({ label: 'Spoken instruction', max: 1, media: 'audio' })
const language = choice('Language', languageNames, { grows: true })

/** Of the package. */
export const packageTexts = {
  language: optional(choice('Language of the texts', languageNames, { initial: 'en', grows: true, help: 'Of names and instructions below. Empty: English.' })),
  names: optional(rows('Name in other languages', { language, name: text('Name', { max: 120 }) }, { max: 8 })),
}
/** Of a step, the last of its fields. */
export const stepTexts = {
  instruction: optional(longText('Instruction', { max: 1000 })),
  audio: spokenInstruction(),
  translations: optional(
    rows(
      'In other languages',
      {
        language,
        name: optional(text('Name', { max: 120 })),
        instruction: optional(longText('Instruction', { max: 1000 })),
        audio: spokenInstruction(),
      },
      { max: 8 },
    ),
  ),
}

type Maybe<T> = T | null | undefined
type StepTranslation = { language: string; name?: Maybe<string>; instruction?: Maybe<string>; audio?: Maybe<readonly string[]> }
export type StepTexts = {
  code: string
  name: string
  instruction?: Maybe<string>
  audio?: Maybe<readonly string[]>
  /** Absent in steps that were written before there were any. */
  translations?: Maybe<readonly StepTranslation[]>
}
type PackageTexts = { language: Maybe<string>; names: Maybe<readonly { language: string; name: string }[]>; planEvents: readonly StepTexts[] }
/** What a step says to one reader; `audio`: the file that is played. */
export type SpokenStep = { name: string; instruction: string | null; audio: string | null }

export const languageOfPackage = ({ language: own }: Pick<PackageTexts, 'language'>): string => own ?? 'en'

/**
 * The step in this language. Each of its words for itself: an instruction that nobody has translated is read in the package's own words below a translated name. A
 * recording in another language is played only where there is no instruction in the reader's.
 */
export function stepIn(reader: string, { name, instruction, audio, translations }: StepTexts): SpokenStep {
  const own = translations?.find((one) => one.language === reader)
  const spoken = own?.audio?.[0] ?? (own?.instruction ? null : audio?.[0])
  return { name: own?.name ?? name, instruction: own?.instruction ?? instruction ?? null, audio: spoken ?? null }
}

/** How far a package speaks a language: steps without a name in it, and steps whose instruction is written or spoken in the package's own alone. */
export type Spoken = { language: string; withoutName: readonly string[]; withoutInstruction: readonly string[] }

/** Of every language beside its own in which it says anything at all, in the order of `among`. */
export function languagesOf({ names, planEvents }: Omit<PackageTexts, 'language'>, among: readonly string[]): Spoken[] {
  const present = new Set([...(names ?? []), ...planEvents.flatMap(({ translations }) => translations ?? [])].map((one) => one.language))
  return among
    .filter((one) => present.has(one))
    .map((one) => {
      const of = (step: StepTexts) => step.translations?.find((translation) => translation.language === one)
      const says = ({ instruction, audio }: Pick<StepTexts, 'instruction' | 'audio'>) => Boolean(instruction) || (audio?.length ?? 0) > 0
      return {
        language: one,
        withoutName: planEvents.filter((step) => !of(step)?.name).map(({ code }) => code),
        withoutInstruction: planEvents.filter((step) => says(step) && !says(of(step) ?? {})).map(({ code }) => code),
      }
    })
}

const twice = (list: Maybe<readonly { language: string }[]>): string | undefined =>
  (list ?? []).find((one, at, all) => all.findIndex((other) => other.language === one.language) < at)?.language
const isEmpty = ({ name, instruction, audio }: StepTranslation): boolean => !name && !instruction && !audio?.length

const nameTwice = 'A language stands here twice.'
const isOwnLanguage = 'These are the texts in the language of the package itself: they stand above.'
const saysNothing = 'A translation needs a name, an instruction or a recording.'

/** Refusals of translations, each at its place. */
const faults = {
  twice: (list: Maybe<readonly { language: string }[]>) => {
    const language = twice(list)
    return language === undefined ? [] : [(list ?? []).findLastIndex((one) => one.language === language)]
  },
  own: (list: Maybe<readonly { language: string }[]>, own: string) => (list ?? []).flatMap((one, at) => (one.language === own ? [at] : [])),
  empty: (list: Maybe<readonly StepTranslation[]>) => (list ?? []).flatMap((one, at) => (isEmpty(one) ? [at] : [])),
}
const placed = (row: PackageTexts, find: (step: StepTexts) => readonly number[], field: string, message: string) =>
  row.planEvents.flatMap((step, index) => find(step).map((at) => ({ path: `planEvents.${index}.translations.${at}.${field}`, message })))

const ofSteps = (code: string, field: string, message: string, find: (row: PackageTexts) => (step: StepTexts) => readonly number[]) => ({
  path: 'planEvents' as const,
  code,
  message,
  fails: (row: PackageTexts) => row.planEvents.some((step) => find(row)(step).length > 0),
  places: (row: PackageTexts) => placed(row, find(row), field, message),
})

export const packageTextChecks = [
  { path: 'names', code: 'rule', message: nameTwice, fails: ({ names }: PackageTexts) => twice(names) !== undefined },
  { path: 'names', code: 'rule', message: isOwnLanguage, fails: (row: PackageTexts) => faults.own(row.names, languageOfPackage(row)).length > 0 },
  ofSteps(
    'rule',
    'language',
    nameTwice,
    () =>
      ({ translations }) =>
        faults.twice(translations),
  ),
  ofSteps(
    'rule',
    'language',
    isOwnLanguage,
    (row) =>
      ({ translations }) =>
        faults.own(translations, languageOfPackage(row)),
  ),
  ofSteps(
    'required',
    'name',
    saysNothing,
    () =>
      ({ translations }) =>
        faults.empty(translations),
  ),
] as const
