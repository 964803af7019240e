// The languages, each in its own name, so that nobody has to read another to find theirs. The browser's own list: it works on every
// phone and by keyboard, and a first visit fetches nothing for it.
import { isLanguage, languageCodes, languages } from '#domain/messages/languages.ts'
import { changeLanguage } from '#web/locales/i18n.ts'
import { useTranslation } from '#web/locales/translation.ts'
import './language-switch.css'

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  return (
    <span className="language-switch">
      <select
        aria-label={t('Language')}
        lang={i18n.language}
        className="language-name"
        value={i18n.language}
        onChange={({ target: { value } }) => isLanguage(value) && void changeLanguage(value)}
      >
        {languageCodes.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </select>
    </span>
  )
}
