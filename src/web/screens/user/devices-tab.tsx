// Where somebody is signed in, the buttons that end one of it or all (a phone was lost, or shared), and the devices by which they are
// known: a sign-in on any other is said to them.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import type { DeviceSession, KnownDevice } from '#domain/tenancy/person-answers.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ComputerOutlined as Computer } from '#web/icons/computer-outlined.ts'
import { SmartphoneOutlined as Phone } from '#web/icons/smartphone-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListLine } from '#web/ui/list-line.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useRevokeDevice, useSessions } from './queries.ts'

export const DevicesTab = ({ record }: PanelProps) => <Devices person={record} />

/** `may`: events that the reader may record on the person. */
export function Devices({ person }: { person: Pick<RecordAnswer, 'id' | 'title' | 'may'> }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useSessions(person.id)
  const out = useRecordEvent('user', person.id)
  const revoke = useRevokeDevice(person.id)
  const user = useUser()
  const [isConfirming, setConfirming] = useState(false)
  const [chosen, setChosen] = useState<DeviceSession | null>(null)
  const isOwn = person.id === user.id
  const mayRevoke = isOwn || person.may.includes('SIGNED_OUT')
  const signOut = () =>
    out.mutate(
      { eventType: 'SIGNED_OUT', occurredAt: new Date().toISOString(), data: {} },
      {
        onSuccess: () => showToast({ severity: 'success', message: t('{{name}} is signed out everywhere.', { name: person.title }) }),
        onError: (problem) => showToast({ severity: 'error', message: t(problem) }),
        onSettled: () => setConfirming(false),
      },
    )
  if (error && !data) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data)
    return (
      <Panel>
        <ListSkeleton rows={3} columns={2} />
      </Panel>
    )
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {data.items.length === 0 ? (
        <Panel>
          <EmptyState title={t('Not signed in anywhere')} reason={t('Every browser and phone they sign in on is listed here, with when it was last used.')} />
        </Panel>
      ) : (
        <Sessions
          title={isOwn ? t('Where you are signed in') : t('Where they are signed in')}
          items={data.items}
          revoke={mayRevoke ? setChosen : null}
          signOut={person.may.includes('SIGNED_OUT') ? () => setConfirming(true) : null}
        />
      )}
      {data.known.length > 0 ? (
        <Panel
          title={isOwn ? t('Devices you are known on') : t('Devices they are known on')}
          note={
            isOwn
              ? t('A sign-in as you on another one is announced to you and to administrators.')
              : t('Whoever signs in as them on another one is announced to them and to administrators.')
          }
          flush
        >
          <Box component="ul" sx={list}>
            {data.known.map((one) => (
              <Known key={one.device ?? ''} known={one} />
            ))}
          </Box>
        </Panel>
      ) : null}
      <ConfirmDialog
        open={chosen !== null}
        dangerous
        busy={revoke.isPending}
        title={t('Sign out {{device}}?', { device: chosen?.device ?? t('Unknown device') })}
        confirm={t('Sign out')}
        onConfirm={() =>
          revoke.mutate(chosen?.id ?? '', {
            onSuccess: () => showToast({ severity: 'success', message: t('The device is signed out.') }),
            onError: (problem) => showToast({ severity: 'error', message: t(problem) }),
            onSettled: () => setChosen(null),
          })
        }
        onCancel={() => setChosen(null)}
      >
        {chosen?.isCurrent
          ? t('You are signed out here at once. Other devices stay signed in.')
          : t('What it sends from now on is refused, and it shows no messages. Other devices stay signed in.')}
      </ConfirmDialog>
      <ConfirmDialog
        open={isConfirming}
        busy={out.isPending}
        title={t('Sign {{name}} out everywhere?', { name: person.title })}
        confirm={t('Sign out everywhere')}
        onConfirm={signOut}
        onCancel={() => setConfirming(false)}
      >
        {t('Ends their sign-in on every device and all their API keys. They may sign in again.')}
      </ConfirmDialog>
    </Box>
  )
}

type SessionsProps = {
  title: string
  items: readonly DeviceSession[] /** Null where the reader may not. */
  revoke: ((one: DeviceSession) => void) | null
  signOut: (() => void) | null
}
function Sessions({ title, items, revoke, signOut }: SessionsProps) {
  const { t } = useTranslation()
  return (
    <Panel
      title={title}
      flush
      action={
        signOut ? (
          <Button variant="outlined" color="inherit" size="small" onClick={signOut}>
            {t('Sign out everywhere')}
          </Button>
        ) : undefined
      }
    >
      <Box component="ul" sx={list}>
        {items.map((session) => (
          <Line key={session.id} session={session} revoke={revoke && (() => revoke(session))} />
        ))}
      </Box>
    </Panel>
  )
}

const list = { listStyle: 'none', m: 0, p: 0 } as const

function Line({ session: { device, signedInAt, seenAt, isCurrent }, revoke }: { session: DeviceSession; revoke: (() => void) | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Shown
      device={device}
      when={[
        ...(isCurrent ? [t('This device')] : []),
        t('last used {{when}}', { when: format.ago(seenAt) }),
        t('signed in {{when}}', { when: format.ago(signedInAt) }),
      ]}
    >
      {revoke ? (
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          onClick={revoke}
          aria-label={t('Sign out {{device}}', { device: device ?? t('Unknown device') })}
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        >
          {t('Sign out')}
        </Button>
      ) : null}
    </Shown>
  )
}

function Known({ known: { device, firstSeenAt, lastSeenAt } }: { known: KnownDevice }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Shown device={device} when={[t('last used {{when}}', { when: format.ago(lastSeenAt) }), t('first used {{when}}', { when: format.ago(firstSeenAt) })]} />
  )
}

function Shown({ device, when, children }: { device: string | null; when: readonly string[]; children?: ReactNode }) {
  const { t } = useTranslation()
  const Icon = /Android|iOS|KaiOS/.test(device ?? '') ? Phone : Computer
  return (
    <ListLine sign={<Icon aria-hidden />}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="subtitle1" component="div">
          {device ?? t('Unknown device')}
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {when.join(' · ')}
        </Typography>
      </Box>
      {children}
    </ListLine>
  )
}
