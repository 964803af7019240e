// The formatter in the language shown and the programme's time zone.
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat, type Format, type FormatOptions } from './format.ts'

/** Set once, where the tenant is known: zone, currency, units. */
export const FormatSettings = createContext<Omit<FormatOptions, 'language'>>({})

export function useFormat(): Format {
  const { t, i18n } = useTranslation()
  const settings = useContext(FormatSettings)
  return useMemo(() => createFormat({ ...settings, language: i18n.language, nameUnit: t }), [settings, t, i18n.language])
}
