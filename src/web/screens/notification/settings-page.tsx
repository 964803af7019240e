// What a person wants to hear of, by which way and when. Each change is saved as it is made.
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { findNotice } from '#domain/notifications/catalogue.ts'
import type { NoticeSettings } from '#domain/notifications/settings.ts'
import { useNoticeSettings, useSaveNoticeSettings } from '#web/api/inbox.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { ListLine } from '#web/ui/list-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { severityLooks } from './message.tsx'
import { PushPanel } from './push-panel.tsx'

const mails = {
  CRITICAL: /* i18n */ 'What is critical at once, the rest once a day',
  ALL: /* i18n */ 'Each at once',
  DAILY: /* i18n */ 'All of them once a day',
  NONE: /* i18n */ 'Only what is critical',
} as const satisfies Record<NoticeSettings['mail'], string>
const pushes = {
  ALL: /* i18n */ 'All of them, outside the quiet hours',
  CRITICAL: /* i18n */ 'Only what is critical',
  NONE: /* i18n */ 'None',
} as const satisfies Record<NoticeSettings['push'], string>

export function NotificationSettings() {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data, error, refetch } = useNoticeSettings()
  const save = useSaveNoticeSettings()
  if (error) return <LoadError isPage problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  const change = (changes: Partial<NoticeSettings>) => {
    if (!data) return
    save.mutate(
      { ...data.settings, ...changes },
      {
        onSuccess: () => showToast({ severity: 'success', message: t('Saved') }),
        onError: (problem) => showToast({ severity: 'error', message: t(problem) }),
      },
    )
  }
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHeader
        title={t('Notification settings')}
        note={t('They are yours alone. What is critical always reaches you.')}
        breadcrumbs={[
          <TextLink key="inbox" to="/private/farmbook/$operator/notifications/list" params={{ operator }}>
            {t('Notifications')}
          </TextLink>,
        ]}
      />
      {data ? (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Panel title={t('By e-mail')}>
            {data.sendsMail ? (
              <>
                <Choice label={t('By e-mail')} choices={mails} value={data.settings.mail} onChange={(mail) => change({ mail })} />
                <Time label={t('The mail of the day goes out at')} value={data.settings.mailAt} onChange={(mailAt) => change({ mailAt })} />
              </>
            ) : (
              <Typography color="textSecondary">{t('This installation sends no mail.')}</Typography>
            )}
          </Panel>
          {data.sendsPush ? (
            <Panel title={t('On the telephone')}>
              <PushPanel sheet={data} />
              <Choice label={t('On the telephone')} choices={pushes} value={data.settings.push} onChange={(push) => change({ push })} />
            </Panel>
          ) : null}
          <Panel title={t('Quiet hours')} note={t('Nothing that is not critical reaches a telephone then.')}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <Time label={t('From')} value={data.settings.quietFrom} onChange={(quietFrom) => change({ quietFrom })} />
              <Time label={t('Until')} value={data.settings.quietTo} onChange={(quietTo) => change({ quietTo })} />
            </Box>
          </Panel>
          <Panel title={t('What you hear of')} note={t('What is switched off does not come into your inbox either.')} flush>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {data.codes.map((code) => (
                <Wanted
                  key={code}
                  code={code}
                  isWanted={!data.settings.muted.includes(code)}
                  onChange={(isWanted) => change({ muted: isWanted ? data.settings.muted.filter((one) => one !== code) : [...data.settings.muted, code] })}
                />
              ))}
            </Box>
          </Panel>
        </Box>
      ) : (
        <FormSkeleton />
      )}
    </Box>
  )
}

type ChoiceProps<Code extends string> = { label: string; choices: Readonly<Record<Code, string>>; value: Code; onChange: (code: Code) => void }
function Choice<Code extends string>({ label, choices, value, onChange }: ChoiceProps<Code>) {
  const { t } = useTranslation()
  return (
    <RadioGroup aria-label={label} value={value} onChange={(_event, next) => onChange(next as Code)} sx={{ mb: 1 }}>
      {Object.entries<string>(choices).map(([code, words]) => (
        <FormControlLabel key={code} value={code} control={<Radio size="small" />} label={t(words)} />
      ))}
    </RadioGroup>
  )
}

/** Saved when it is whole and the field is left: each key would be a time of its own. */
function Time({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState(value)
  return (
    <TextField
      type="time"
      fullWidth={false}
      size="small"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed === value) return
        if (typed) onChange(typed)
        else setTyped(value)
      }}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: { xs: '100%', sm: 200 }, mt: 1 }}
    />
  )
}

function Wanted({ code, isWanted, onChange }: { code: string; isWanted: boolean; onChange: (isWanted: boolean) => void }) {
  const { t } = useTranslation()
  const notice = findNotice(code)
  if (!notice) return null
  const { icon: Icon, tone, words } = severityLooks[notice.severity] ?? { icon: () => null, tone: 'neutral', words: '' }
  // The sentence itself is the best name there is; its gaps are filled when it comes.
  const gaps = Object.fromEntries(['record', 'count', ...Object.keys(notice.shows ?? {})].map((name) => [name, '…']))
  return (
    <ListLine sign={<Icon titleAccess={t(words)} sx={{ fontSize: 20, color: `tone.${tone}.ink` }} />}>
      <FormControlLabel
        sx={{ flex: 1, justifyContent: 'space-between', mx: 0, my: -0.75, minWidth: 0 }}
        labelPlacement="start"
        label={t(notice.text, gaps)}
        control={<Switch checked={isWanted} onChange={(_event, checked) => onChange(checked)} />}
      />
    </ListLine>
  )
}
