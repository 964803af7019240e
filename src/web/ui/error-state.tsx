// Something could not be loaded: what happened, what was saved, and how to go on. Drawn without the component library, because it
// also stands where the rest of the product could not be fetched.
import type { ReactNode } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { PageTitle } from '#web/tenant/page-title.ts'
import { Sign } from './sign.tsx'

export type ErrorStateProps = {
  title: string
  reason: string
  /** What the person need not fear to have lost. */
  preserved?: string[]
  /** Reference to quote when asking for help. */
  reference?: string | undefined
  retry?: (() => void) | undefined
  actions?: ReactNode
  /** It is the whole page, so its title is the page's heading. */
  isPage?: boolean
}

export function ErrorState({ title, reason, preserved = [], reference, retry, actions, isPage = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role="alert" className="error-state">
      {isPage ? <PageTitle title={title} /> : null}
      <div className="mark">
        <Sign of="warning" />
      </div>
      <Title className="title">{title}</Title>
      <p className="reason">{reason}</p>
      {preserved.length > 0 ? (
        <div className="preserved">
          <strong>{t('Kept for you')}</strong>
          {preserved.map((thing) => (
            <div key={thing}>
              <Sign of="check" />
              {thing}
            </div>
          ))}
        </div>
      ) : null}
      <div className="ways">
        {retry ? (
          <button type="button" className="press button contained" onClick={retry}>
            <Sign of="refresh" />
            {t('Try again')}
          </button>
        ) : null}
        {actions}
      </div>
      {reference ? <span className="reference">{t('Reference {{reference}}', { reference })}</span> : null}
    </div>
  )
}
