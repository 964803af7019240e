// Who invites, for somebody who opened the link of an invitation: the programme and the inviter, nothing about themselves.
// A link nobody made says nothing: the login page is then as for anybody.
import Mail from '@mui/icons-material/MailOutlineOutlined'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { InvitationAnswer } from '#domain/tenancy/invitations.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { useFormat } from '#web/format/use-format.ts'

export function Invited({ token }: { token: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery<InvitationAnswer, ApiProblem>({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(`/api/public/invitation/${encodeURIComponent(token)}`, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  const isOpen = data.state === 'OPEN'
  return (
    <Box
      role="note"
      sx={{
        display: 'flex',
        gap: 1.5,
        p: '14px 16px',
        borderRadius: 1,
        fontSize: 14,
        lineHeight: '20px',
        bgcolor: isOpen ? 'tone.success.soft' : 'tone.pending.soft',
        color: isOpen ? 'tone.success.ink' : 'tone.pending.ink',
      }}
    >
      <Mail aria-hidden sx={{ fontSize: 18, mt: '1px', flexShrink: 0 }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="strong" sx={{ display: 'block', fontSize: 15.5, lineHeight: '22px', mb: 0.25 }}>
          {greeting(data, t)}
        </Box>
        {next(data, t, (moment) => format.date(format.dayOf(moment)))}
      </Box>
    </Box>
  )
}

function greeting({ invitedBy, programme, state }: InvitationAnswer, t: TFunction): string {
  if (state === 'LAPSED') return t('This invitation has lapsed')
  if (state === 'REPLACED') return t('There is a newer invitation')
  return invitedBy ? t('{{inviter}} invites you to {{programme}}', { inviter: invitedBy, programme }) : t('You are invited to {{programme}}', { programme })
}

function next({ invitedBy, state, until }: InvitationAnswer, t: TFunction, day: (moment: string) => string): string {
  if (state === 'REPLACED') return t('Please open the link in the latest mail or message you got.')
  if (state === 'OPEN') return t('Sign in below with the address this invitation was sent to, by {{until}}.', { until: day(until) })
  return invitedBy ? t('Please ask {{inviter}} for a new one.', { inviter: invitedBy }) : t('Please ask the administrator of the programme for a new one.')
}
