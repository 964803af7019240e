// The API keys of a person: what each may do, until when, and when it was last used. The person makes and revokes them, an administrator
// sees and revokes them.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ApiKey } from '#domain/people/api-key-answers.ts'
import { apiKeyScopes, mostApiKeys } from '#domain/people/api-keys.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { KeyOutlined as Key } from '#web/icons/key-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListLine } from '#web/ui/list-line.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { MakeApiKey } from './make-api-key.tsx'
import { useApiKeys, useRevokeApiKey } from './queries.ts'

export function ApiKeysTab({ record: { id } }: { record: { id: string } }) {
  return <ApiKeys userId={id} />
}

export function ApiKeys({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const isOwn = useUser().id === userId
  const { data, error, refetch } = useApiKeys(userId)
  const revoke = useRevokeApiKey(userId)
  const [chosen, setChosen] = useState<ApiKey | null>(null)
  const [isMaking, setMaking] = useState(false)
  if (error && !data) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data)
    return (
      <Panel>
        <ListSkeleton rows={3} columns={2} />
      </Panel>
    )
  const live = data.items.filter(({ state }) => state === 'LIVE').length
  const make = isOwn ? (
    <Button variant="contained" size="small" startIcon={<Add />} disabled={live >= mostApiKeys} onClick={() => setMaking(true)} sx={{ minHeight: 36 }}>
      {t('Make an API key')}
    </Button>
  ) : undefined
  return (
    <>
      {data.items.length === 0 ? (
        <Panel>
          <EmptyState
            title={t('No API keys')}
            reason={t('With a key a program calls the API in the name of its person, until the day it ends.')}
            {...(make ? { actions: make } : {})}
          />
        </Panel>
      ) : (
        <Panel
          title={t('API keys')}
          note={t('A program with a key may do what this person may, within what the key says. At most {{most}} live ones.', { most: mostApiKeys })}
          action={make}
          flush
        >
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.items.map((one) => (
              <Line key={one.id} of={one} onRevoke={() => setChosen(one)} />
            ))}
          </Box>
        </Panel>
      )}
      {isMaking ? <MakeApiKey userId={userId} onClose={() => setMaking(false)} /> : null}
      <ConfirmDialog
        open={chosen !== null}
        dangerous
        busy={revoke.isPending}
        title={t('Revoke “{{name}}”?', { name: chosen?.name ?? '' })}
        confirm={t('Revoke')}
        onConfirm={() =>
          revoke.mutate(chosen?.id ?? '', {
            onSuccess: () => showToast({ severity: 'success', message: t('The API key is revoked.') }),
            onError: (problem) => showToast({ severity: 'error', message: t(problem) }),
            onSettled: () => setChosen(null),
          })
        }
        onCancel={() => setChosen(null)}
      >
        {t('Programs that use it are refused from now on. It cannot be taken back.')}
      </ConfirmDialog>
    </>
  )
}

const states = {
  LIVE: [/* i18n */ 'Valid', 'success'],
  EXPIRED: [/* i18n */ 'Expired', 'neutral'],
  REVOKED: [/* i18n */ 'Revoked', 'error'],
} as const

function Line({ of: one, onRevoke }: { of: ApiKey; onRevoke: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [label, tone] = states[one.state]
  const about = [
    t(apiKeyScopes[one.scope]),
    one.operator ? one.operator.name : t('All operators they reach'),
    one.revokedAt
      ? t('revoked on {{day}}', { day: format.fullDate(format.dayOf(one.revokedAt)) })
      : t('until {{day}}', { day: format.fullDate(format.dayOf(one.expiresAt)) }),
    one.lastUsedOn ? t('last used on {{day}}', { day: format.fullDate(one.lastUsedOn) }) : t('never used'),
  ]
  return (
    <ListLine sign={<Key aria-hidden />}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography variant="subtitle1" component="div" sx={{ overflowWrap: 'anywhere' }}>
            {one.name}
          </Typography>
          <StatusChip label={t(label)} tone={tone} />
        </Box>
        <Typography variant="caption" component="div" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <span dir="ltr">{`fbk_${one.prefix}_…`}</span>
          {` · ${about.join(' · ')}`}
        </Typography>
      </Box>
      {one.state === 'LIVE' ? (
        <Button variant="outlined" color="inherit" size="small" onClick={onRevoke} aria-label={t('Revoke {{name}}', { name: one.name })} sx={{ minHeight: 36 }}>
          {t('Revoke')}
        </Button>
      ) : null}
    </ListLine>
  )
}
