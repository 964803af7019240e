// What a rule of a scheme asks, in the languages of its readers (domain dictionary 5.2, `text i18n`): its own words, and beside them those of other languages. Whoever has
// none in their language reads its own. Stored and frozen with the version, as those of packages (docs/decisions/0118-packages-in-the-readers-language.md).
import { choice, longText, optional, rows } from '../kernel/kinds.ts'
import { languageNames } from '../messages/language-names.ts'
import { phrase } from '../messages/message.ts'

const text = () => longText('What is asked', { max: 500 })

/** Of a rule. */
export const ruleTexts = {
  text: text(),
  translations: optional(rows('In other languages', { language: choice('Language', languageNames, { grows: true }), text: text() }, { max: 8 })),
}

export type RuleText = {
  text: string
  /** Absent in rules that were written before there were any. */
  translations?: readonly { language: string; text: string }[] | null | undefined
}
export const ruleTextIn = (reader: string | undefined, { text, translations }: RuleText): string =>
  translations?.find(({ language }) => language === reader)?.text ?? text

type Rules = { rules: readonly (RuleText & { code: string })[] }
/** The place of the second of one language; -1: each is there once. */
const twiceAt = ({ translations }: RuleText): number =>
  (translations ?? []).findIndex(({ language }, at, all) => all.findIndex((other) => other.language === language) < at)
/** Judged by the server, with the other checks of rules. */
export const ruleTextCheck = {
  path: 'rules',
  code: 'rule',
  message: 'A language stands here twice.',
  fails: ({ rules }: Rules) => rules.some((rule) => twiceAt(rule) >= 0),
  places: ({ rules }: Rules) =>
    rules.flatMap((rule, index) =>
      twiceAt(rule) < 0 ? [] : [{ path: `rules.${index}.translations.${twiceAt(rule)}.language`, message: phrase`A language stands here twice.` }],
    ),
} as const
