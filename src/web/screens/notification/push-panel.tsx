// Notifications of browsers: whether this one is notified, why it cannot be, and which others of the person are.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SettingsSheet } from '#domain/notifications/inbox-answer.ts'
import { useChangeDevices } from '#web/api/inbox.ts'
import { ownDevice, type PushState, pushState, subscribe, unsubscribe } from '#web/api/push-device.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'

const looks = {
  unsupported: { tone: 'neutral', words: /* i18n */ 'This browser cannot be notified.' },
  blocked: { tone: 'error', words: /* i18n */ 'The browser blocks notifications of this address.' },
  on: { tone: 'success', words: /* i18n */ 'This device is notified.' },
  off: { tone: 'neutral', words: /* i18n */ 'This device is not notified.' },
} as const satisfies Record<PushState, { tone: string; words: string }>
const helps: Readonly<Partial<Record<PushState, string>>> = {
  unsupported: /* i18n */ 'Current browsers of computers and Android telephones can, at an address that begins with https.',
  blocked: /* i18n */ 'Allow them in the settings of the browser for this address, and load this page again.',
}

export function PushPanel({ sheet: { devices, pushKey } }: { sheet: SettingsSheet }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { add, remove } = useChangeDevices()
  const { data: own } = useQuery({
    queryKey: ['push-device', devices.map(({ id }) => id)],
    queryFn: async () => ({ state: await pushState(devices), id: (await ownDevice(devices))?.id ?? null }),
    // Permission is given and taken outside this page.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  if (!own || pushKey === null) return null
  const failed = () => showToast({ severity: 'error', message: t('That did not work on this device. Try again later.') })
  const switchOn = async () => {
    const device = await subscribe(pushKey)
    if (device) await add.mutateAsync(device)
  }
  const switchOff = async () => {
    await unsubscribe()
    if (own.id) await remove.mutateAsync(own.id)
  }
  const others = devices.filter(({ id }) => id !== own.id)
  const { tone, words } = looks[own.state]
  const help = helps[own.state]
  const isPossible = own.state === 'on' || own.state === 'off'
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 1.5 }}>
      {isPossible ? (
        <FormControlLabel
          label={t('Notify this device')}
          control={
            <Switch
              checked={own.state === 'on'}
              disabled={add.isPending || remove.isPending}
              onChange={() => void (own.state === 'on' ? switchOff() : switchOn()).catch(failed)}
            />
          }
        />
      ) : null}
      <div role="status">
        <ToneText tone={tone} label={t(words)} />
      </div>
      {help ? (
        <Typography variant="body2" color="textSecondary">
          {t(help)}
        </Typography>
      ) : null}
      {others.length > 0 ? (
        <Box component="ul" aria-label={t('Other devices that are notified')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {others.map(({ id, name, since }) => (
            <Box component="li" key={id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, minHeight: 44 }}>
              <Box component="span" sx={{ flex: 1, minWidth: 160 }}>
                {t('{{device}}, since {{day}}', { device: name || t('A browser'), day: format.dateWithin(since.slice(0, 10)) })}
              </Box>
              <Button size="small" disabled={remove.isPending} onClick={() => remove.mutate(id, { onError: failed })}>
                {t('Notify it no more')}
              </Button>
            </Box>
          ))}
        </Box>
      ) : null}
    </Box>
  )
}
