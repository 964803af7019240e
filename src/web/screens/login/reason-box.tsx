// The box above the sign-in buttons: what the person wanted to open, or what went wrong last time.
import { useTranslation } from '#web/locales/translation.ts'
import { Sign } from '#web/ui/sign.tsx'
import type { Reason } from './reasons.ts'

export function ReasonBox({ reason: { kind, text, page } }: { reason: Reason }) {
  const { t } = useTranslation()
  const isProblem = kind === 'problem'
  return (
    <div role={isProblem ? 'alert' : 'note'} className={`login-box ${isProblem ? 'problem' : 'calm'}`}>
      <Sign of={isProblem ? 'error' : 'lock'} />
      <span>{page ? <WithStrong words={t('Please sign in to open <b>{{page}}</b>. You will land right there.', { page: t(page) })} /> : t(text)}</span>
    </div>
  )
}

/** One part in bold. The library's own component for it parses HTML, and is heavier than this whole page. */
function WithStrong({ words }: { words: string }) {
  const [before, strong, after] = words.split(/<\/?b>/)
  return (
    <>
      {before}
      <strong>{strong}</strong>
      {after}
    </>
  )
}
