// The formatter in the language shown and the programme's time zone.
import { useContext, useMemo } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { createFormat, type Format } from './format.ts'
import { FormatSettings } from './settings.ts'

export function useFormat(): Format {
  const { t, i18n } = useTranslation()
  const settings = useContext(FormatSettings)
  return useMemo(() => createFormat({ ...settings, language: i18n.language, nameUnit: t }), [settings, t, i18n.language])
}
