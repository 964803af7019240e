// Who invites, for somebody who opened the link of an invitation: the programme and the inviter, nothing about themselves.
// A link nobody made says nothing: the login page is then as for anybody.
import { useQuery } from '@tanstack/react-query'
import type { InvitationAnswer } from '#domain/tenancy/person-answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { useFormat } from '#web/format/use-format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Sign } from '#web/ui/sign.tsx'

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
  return (
    <div role="note" className={data.state === 'OPEN' ? 'login-box invited open' : 'login-box invited'}>
      <Sign of="mail" />
      <div>
        <strong>{greeting(data, t)}</strong>
        {next(data, t, (moment) => format.date(format.dayOf(moment)))}
      </div>
    </div>
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
