// Of which kind of record notifications are shown: those that the reader may open.
import TextField from '@mui/material/TextField'
import { can } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import { kindsSpokenOf } from '#domain/notifications/catalogue.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'

export function KindFilter({ chosen, onChange }: { chosen: string; onChange: (values: string[]) => void }) {
  const { t, i18n } = useTranslation()
  const user = useUser()
  const kinds = kindsSpokenOf
    .flatMap((name) => (can(user, name, 'V') || name === chosen ? [{ name, label: t(findEntity(name)?.plural ?? name) }] : []))
    .sort((one, other) => one.label.localeCompare(other.label, i18n.language))
  return (
    <TextField
      select
      size="small"
      label={t('About')}
      value={chosen}
      onChange={({ target }) => onChange(target.value ? [target.value] : [])}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      fullWidth={false}
      sx={{ width: { xs: '100%', sm: 220 } }}
    >
      <option value="">{t('All')}</option>
      {kinds.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </TextField>
  )
}
