// E-mail and password, for programmes that sign in with Firebase. What was wrong is said above the fields and read
// aloud; a forgotten password is asked for here too, without saying whether the address has an account.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askForNewPassword, initialiseFirebase } from '#web/session/password-sign-in.ts'
import { AccessContext } from '#web/session/use-access.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { ReasonBox } from './reason-box.tsx'

/** Letters at which phones do not zoom into the field. */
const field = { '& .MuiInputBase-root': { fontSize: 16 } } as const

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
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2 }} aria-label={t('Sign in with e-mail')}>
      {problem ? <ReasonBox reason={{ kind: 'problem', text: problem }} /> : null}
      <TextField
        label={t('E-mail')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={missing.email !== undefined}
        helperText={missing.email}
        fullWidth
        size="medium"
        sx={field}
      />
      <TextField
        label={t('Password')}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={missing.password !== undefined}
        helperText={missing.password}
        fullWidth
        size="medium"
        sx={field}
      />
      <Button
        type="submit"
        variant={isFirst ? 'contained' : 'outlined'}
        color={isFirst ? 'primary' : 'inherit'}
        sx={{ minHeight: 48, fontSize: 16, whiteSpace: 'normal' }}
      >
        {t('Sign in')}
      </Button>
      <Button type="button" variant="text" color="inherit" onClick={() => void forget()} sx={{ justifySelf: 'center', minHeight: 44 }}>
        {t('Forgot your password?')}
      </Button>
    </Box>
  )
}
