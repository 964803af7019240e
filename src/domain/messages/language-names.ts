// The languages by their own names, to choose from in a form.
import { type Language, languageCodes, languages } from './languages.ts'

export const languageNames = Object.fromEntries(languageCodes.map((code) => [code, languages[code].name])) as Readonly<Record<Language, string>>
