// An open invitation: whether its mail arrived, until when it may be accepted, and its link, to copy or to share by phone,
// because many who are invited have a phone rather than a mailbox they read.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Tone } from '#domain/kernel/field.ts'
import type { InvitationSheet } from '#domain/tenancy/person-answers.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { Format } from '#web/format/format.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ContentCopyOutlined as Copy } from '#web/icons/content-copy-outlined.ts'
import { ForwardToInboxOutlined as Send } from '#web/icons/forward-to-inbox-outlined.ts'
import { ShareOutlined as Share } from '#web/icons/share-outlined.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useInvitation } from './queries.ts'

const linkId = 'invitation-link'

export function InvitationPanel({ person }: { person: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: sheet, error, refetch } = useInvitation(person.id)
  const again = useRecordEvent('user', person.id)
  if (error && !sheet)
    return (
      <Panel title={t('Invitation')}>
        <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
      </Panel>
    )
  if (!sheet)
    return (
      <Panel title={t('Invitation')}>
        <Skeleton variant="rounded" height={120} />
      </Panel>
    )
  const { chip, tone, words } = fateOf(sheet, String(person.email), t, format)
  const send = () =>
    again.mutate(
      { eventType: 'INVITATION_SENT', occurredAt: new Date().toISOString(), data: {} },
      {
        onSuccess: () => showToast({ severity: 'success', message: t('{{name}} is invited anew.', { name: person.title }) }),
        onError: (problem) => showToast({ severity: 'error', message: t(problem) }),
      },
    )
  return (
    <Panel title={t('Invitation')} action={<StatusChip label={chip} tone={tone} />}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{words}</Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        {sheet.isLapsed
          ? t('It could be accepted until {{until}}. Whoever signs in now is not let in.', { until: format.fullDate(format.dayOf(sheet.until)) })
          : t('It can be accepted until {{until}}.', { until: format.fullDate(format.dayOf(sheet.until)) })}
      </Typography>
      {sheet.isLapsed ? null : <HandOver person={person} sheet={sheet} />}
      <Button
        variant={sheet.isLapsed ? 'contained' : 'outlined'}
        {...(sheet.isLapsed ? {} : { color: 'inherit' as const })}
        startIcon={<Send />}
        loading={again.isPending}
        loadingPosition="start"
        onClick={send}
        sx={{ mt: 2 }}
      >
        {sheet.sendsMail ? t('Send the invitation again') : t('Renew the invitation')}
      </Button>
    </Panel>
  )
}

/** The link itself, to copy or to share. It lets nobody in: whoever opens it still shows that the address is theirs. */
function HandOver({ person, sheet }: { person: RecordAnswer; sheet: InvitationSheet }) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const { config } = useTenant()
  const message = t('{{inviter}} invites you to {{programme}}. Sign in with {{email}} by {{until}}: {{link}}', {
    inviter: user.name,
    programme: config.name,
    email: String(person.email),
    until: format.fullDate(format.dayOf(sheet.until)),
    link: sheet.link,
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sheet.link)
      showToast({ severity: 'success', message: t('The link is copied.') })
    } catch {
      // Not allowed, or no clipboard: the link is marked, to be copied by hand.
      const input = document.getElementById(linkId)
      if (input instanceof HTMLInputElement) input.select()
    }
  }
  return (
    <Box sx={{ mt: 2, pt: 1.5, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography component="label" htmlFor={linkId} sx={{ display: 'block', fontWeight: 500, mb: 0.5 }}>
        {t('Hand the link over')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(0, 1fr) auto auto' }, gap: 1 }}>
        <OutlinedInput
          id={linkId}
          size="small"
          readOnly
          value={sheet.link}
          onFocus={(event) => event.target.select()}
          sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}
          inputProps={{ 'aria-describedby': `${linkId}-says` }}
        />
        <Button variant="outlined" color="inherit" startIcon={<Copy />} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<Share />}
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          WhatsApp
        </Button>
      </Box>
      <Typography id={`${linkId}-says`} variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 0.75 }}>
        {t('The link lets nobody in by itself: whoever opens it signs in with {{email}}.', { email: String(person.email) })}
      </Typography>
    </Box>
  )
}

/** What became of the mail, in a word and in a sentence. */
function fateOf({ isLapsed, sendsMail, delivery }: InvitationSheet, email: string, t: TFunction, format: Format): { chip: string; tone: Tone; words: string } {
  const fate = !sendsMail
    ? { chip: t('To hand over'), tone: 'pending' as const, words: t('No mail is sent from here: hand the link over yourself.') }
    : delivery?.state === 'SENT'
      ? { chip: t('Mail sent'), tone: 'success' as const, words: t('The mail to {{email}} was sent {{when}}.', { email, when: format.ago(delivery.at) }) }
      : delivery?.state === 'FAILED'
        ? {
            chip: t('Mail refused'),
            tone: 'error' as const,
            words: t('The mail to {{email}} did not get through: {{reason}} Check the address, or hand the link over.', {
              email,
              reason: sentence(delivery.reason),
            }),
          }
        : delivery?.reason
          ? {
              chip: t('Not delivered yet'),
              tone: 'pending' as const,
              words: t('The mail to {{email}} did not get through yet: {{reason}} It is tried again {{when}}.', {
                email,
                reason: sentence(delivery.reason),
                when: format.ago(delivery.at),
              }),
            }
          : { chip: t('On its way'), tone: 'progress' as const, words: t('The mail to {{email}} is on its way.', { email }) }
  return isLapsed ? { ...fate, chip: t('Lapsed'), tone: 'error' } : fate
}

const sentence = (reason: string | null): string => `“${(reason ?? '').replace(/[.\s]+$/, '')}”.`
