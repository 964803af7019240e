// E-mail and password, for programmes that sign in with Firebase. What was wrong is said above the fields and read
// aloud; a forgotten password is asked for here too, without saying whether the address has an account.
import { type FormEvent, useContext, useEffect, useId, useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { askForNewPassword, initialiseFirebase } from '#web/session/password-sign-in.ts'
import { AccessContext } from '#web/session/use-access.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { ReasonBox } from './reason-box.tsx'
import './password-form.css'

type Missing = { email?: string; password?: string }

export function PasswordForm({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation()
  const { signInWithPassword } = useContext(AccessContext)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Missing>({})
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(initialiseFirebase, [])

  const look = (withPassword: boolean): boolean => {
    const found: Missing = {
      ...(/^\S+@\S+$/.test(email.trim()) ? {} : { email: t('An e-mail address, please.') }),
      ...(!withPassword || password ? {} : { password: t('Your password, please.') }),
    }
    setMissing(found)
    return Object.keys(found).length === 0
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    if (!look(true)) return
    const refusal = await signInWithPassword(email.trim(), password)
    setProblem(refusal)
    if (refusal) setPassword('')
  }
  const forget = async () => {
    setProblem(null)
    if (!look(false)) return
    const refusal = await askForNewPassword(email.trim())
    if (refusal) setProblem(refusal)
    else showToast({ severity: 'info', message: t('If this address has an account, a link for a new password is on its way to it.') })
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="password-form" aria-label={t('Sign in with e-mail')}>
      {problem ? <ReasonBox reason={{ kind: 'problem', text: problem }} /> : null}
      <TextField label={t('E-mail')} type="email" autoComplete="username" value={email} onChange={setEmail} problem={missing.email} />
      <TextField label={t('Password')} type="password" autoComplete="current-password" value={password} onChange={setPassword} problem={missing.password} />
      <button type="submit" className={`press button high ${isFirst ? 'contained' : 'outlined'}`}>
        {t('Sign in')}
      </button>
      <button type="button" className="press button text forgot" onClick={() => void forget()}>
        {t('Forgot your password?')}
      </button>
    </form>
  )
}

type TextFieldProps = {
  label: string
  type: 'email' | 'password'
  autoComplete: string
  value: string
  onChange: (value: string) => void
  problem: string | undefined
}

/** A field whose label moves to its edge when there is something in it; `type` is its name, too. */
function TextField({ label, type, autoComplete, value, onChange, problem }: TextFieldProps) {
  const id = useId()
  return (
    <div className="text-field">
      <div className="frame">
        <input
          id={id}
          type={type}
          name={type}
          autoComplete={autoComplete}
          // What CSS recognises an empty field by.
          placeholder=" "
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== undefined}
          {...(problem ? { 'aria-describedby': `${id}-problem` } : {})}
        />
        <label htmlFor={id}>{label}</label>
        <fieldset aria-hidden="true">
          <legend>
            <span>{label}</span>
          </legend>
        </fieldset>
      </div>
      {problem ? (
        <p id={`${id}-problem`} className="help">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
