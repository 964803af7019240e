// One message at the bottom edge. A file of its own: pages are drawn before it has arrived, so it does without the component library.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import '#web/locales/behind-first-page.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Sign } from './sign.tsx'
import './toast-bar.css'

export type Toast = { severity: 'success' | 'info' | 'warning' | 'error'; message: string; action?: { label: string; run: () => void } }

/** Escape closes it, a click elsewhere does not; while a pointer or the focus is on it, or the window is not looked at, its time stands still. */
export function ToastBar({ toast: { severity, message, action }, milliseconds, onClose }: { toast: Toast; milliseconds: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [isPaused, pause] = useState(false)
  const close = useRef(onClose)
  close.current = onClose
  // From the moment it is drawn.
  useLayoutEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => close.current(), milliseconds)
    return () => clearTimeout(timer)
  }, [isPaused, milliseconds])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close.current()
    }
    const onBlur = () => pause(true)
    const onFocus = () => pause(false)
    document.addEventListener('keydown', onKey)
    window.addEventListener('blur', onBlur)
    window.addEventListener('focus', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
    }
  }, [])
  return (
    <div className="toast-place">
      <div
        role="alert"
        className={`toast ${severity}`}
        onMouseEnter={() => pause(true)}
        onMouseLeave={() => pause(false)}
        onFocus={() => pause(true)}
        onBlur={() => pause(false)}
      >
        <Sign of={severity} />
        <div className="message">{message}</div>
        <div className="way">
          {action ? (
            <button
              type="button"
              className="press button text"
              onClick={() => {
                action.run()
                onClose()
              }}
            >
              {action.label}
            </button>
          ) : (
            <button type="button" className="press close" aria-label={t('Close')} title={t('Close')} onClick={onClose}>
              <Sign of="close" />
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
