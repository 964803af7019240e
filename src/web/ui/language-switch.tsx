// The languages side by side, each in its own name, so that nobody has to read another to find theirs.

import { languageCodes, languages } from '#domain/messages/languages.ts'
import { changeLanguage } from '#web/locales/i18n.ts'
import { useTranslation } from '#web/locales/translation.ts'
import './language-switch.css'

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form where there is none
    <div role="group" aria-label={t('Language')} className="language-switch">
      {languageCodes.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          className="press language-name"
          aria-pressed={i18n.language === code}
          onClick={() => void changeLanguage(code)}
        >
          {languages[code].name}
        </button>
      ))}
    </div>
  )
}
