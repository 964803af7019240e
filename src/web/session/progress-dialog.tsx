// 'Logging in...' and 'Logging out...' while it happens (specification section 2): modal, because nothing
// else makes sense meanwhile, and without a way to close it, because it ends by itself.
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import './progress-dialog.css'

export function ProgressDialog({ progress }: { progress: 'in' | 'out' }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="progress-dialog"
      aria-labelledby="session-progress"
      // It takes the focus itself: there is nothing in it to press.
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="turning" aria-hidden="true" />
      <p id="session-progress" role="status">
        {progress === 'out' ? t('Logging out...') : t('Logging in...')}
      </p>
    </dialog>
  )
}
