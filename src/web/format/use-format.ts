// The formatter in the language shown and the programme's time zone.
import { useContext } from 'react'
import { type TFunction, useTranslation } from '#web/locales/translation.ts'
import { createFormat, type Format } from './format.ts'
import { FormatSettings } from './settings.ts'

/** One for all who write alike: a list asks for it some hundred times. */
const formats = new WeakMap<object, WeakMap<TFunction, Format>>()

export function useFormat(): Format {
  const { t, i18n } = useTranslation()
  const settings = useContext(FormatSettings)
  const known = formats.get(settings) ?? new WeakMap<TFunction, Format>()
  formats.set(settings, known)
  const format = known.get(t) ?? createFormat({ ...settings, language: i18n.language, nameUnit: t })
  known.set(t, format)
  return format
}
