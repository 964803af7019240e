// One notification: how grave, what happened, what it is about and by when; the whole line opens that.

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { can } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { findNotice, rulesRequested } from '#domain/notifications/catalogue.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useSentence } from '#web/format/use-sentence.ts'
import { ArchiveOutlined as Archive } from '#web/icons/archive-outlined.ts'
import { CheckCircleOutlineOutlined as Success } from '#web/icons/check-circle-outline-outlined.ts'
import { ErrorOutlineOutlined as Critical } from '#web/icons/error-outline-outlined.ts'
import { InfoOutlined as Note } from '#web/icons/info-outlined.ts'
import { MarkEmailReadOutlined as Read } from '#web/icons/mark-email-read-outlined.ts'
import { MarkEmailUnreadOutlined as Unread } from '#web/icons/mark-email-unread-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { useDue } from '../due.tsx'

const looks: Readonly<Record<string, { icon: typeof Note; tone: Tone; words: string }>> = {
  CRITICAL: { icon: Critical, tone: 'error', words: /* i18n */ 'Critical' },
  WARN: { icon: Warning, tone: 'pending', words: /* i18n */ 'Warning' },
  SUCCESS: { icon: Success, tone: 'success', words: /* i18n */ 'Good news' },
  INFO: { icon: Note, tone: 'progress', words: /* i18n */ 'Note' },
}
/** The list of those of many that still ask for something. */
function narrowTo(code: string, entity: string): Record<string, string> {
  const notice = findNotice(code)
  const [rule] = notice ? rulesRequested(notice, entity) : []
  return rule ? { 'filter[flag]': rule } : {}
}
export const severityLooks = looks
const note = { icon: Note, tone: 'progress', words: 'Note' } as const

type Props = { entity: AnyEntity; row: RecordAnswer; onChange: (eventType: string) => void }

export function Message({ entity, row, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const { icon: Icon, tone, words } = looks[String(row.severity)] ?? note
  const isNew = row.status === 'UNREAD'
  const sentence = useSentence()(row)
  const subject = typeof row.subjectType === 'string' ? findEntity(row.subjectType) : undefined
  // What it is about, where that can be opened; otherwise the notification's own page.
  const isOne = typeof row.subjectId === 'string'
  const target = subject && isOne && can(user, subject.name, 'V') ? { entity: subject.name, id: String(row.subjectId) } : { entity: entity.name, id: row.id }
  const dueOn = typeof row.dueAt === 'string' ? format.dayOf(row.dueAt) : null
  const due = useDue(dueOn ?? '9999-12-31', row.status)
  const may = (type: string) => row.may?.includes(type) ?? false
  const read = () => {
    if (may('READ')) onChange('READ')
  }
  const line = {
    color: 'text.primary',
    fontWeight: isNew ? 600 : 400,
    overflowWrap: 'anywhere',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  } as const
  const under = [
    subject ? t(subject.label) : '',
    format.ago(row.createdAt),
    Number(row.timesSeen) > 1 ? t('{{count}} times', { count: Number(row.timesSeen) }) : '',
  ]
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: '34px minmax(0, 1fr) auto',
        columnGap: 1.5,
        alignItems: 'start',
        px: { xs: 1.5, sm: 2 },
        py: 1.25,
        borderBottom: '1px solid',
        borderColor: 'divider',
        bgcolor: isNew ? 'background.paper' : 'background.default',
        '&:last-of-type': { borderBottom: 0 },
        '&:hover': { bgcolor: 'brand.softer' },
        ...(isNew ? { boxShadow: 'inset 3px 0 0 var(--mui-palette-brand-ink)' } : {}),
      }}
    >
      <Box sx={{ width: 34, height: 34, borderRadius: 1, display: 'grid', placeItems: 'center', bgcolor: `tone.${tone}.soft`, color: `tone.${tone}.ink` }}>
        <Icon titleAccess={t(words)} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {subject && !isOne && can(user, subject.name, 'L') ? (
          <TextLink
            to="/private/farmbook/$operator/$entity/list"
            params={{ operator, entity: subject.name }}
            search={narrowTo(String(row.event), subject.name) as never}
            onClick={read}
            sx={line}
          >
            {sentence}
          </TextLink>
        ) : (
          <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, ...target }} onClick={read} sx={line}>
            {sentence}
          </TextLink>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 12.5, color: 'text.secondary', mt: 0.25 }}>
          <span>{under.filter(Boolean).join(' · ')}</span>
          {row.actionRequired && dueOn ? (
            <ToneText
              tone={due?.tone ?? 'neutral'}
              label={due?.tone === 'error' ? due.words : t('to be done by {{date}}', { date: format.dateWithin(dueOn) })}
            />
          ) : null}
        </Box>
      </Box>
      <Box sx={{ position: 'relative', zIndex: 1, display: 'flex' }}>
        {may('READ') ? (
          <IconButton aria-label={t('Mark as read: {{title}}', { title: sentence })} onClick={() => onChange('READ')}>
            <Read />
          </IconButton>
        ) : may('UNREAD') ? (
          <IconButton aria-label={t('Mark as unread: {{title}}', { title: sentence })} onClick={() => onChange('UNREAD')}>
            <Unread />
          </IconButton>
        ) : null}
        {may('ARCHIVED') ? (
          <IconButton
            aria-label={t('Archive: {{title}}', { title: sentence })}
            onClick={() => onChange('ARCHIVED')}
            sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
          >
            <Archive />
          </IconButton>
        ) : null}
      </Box>
    </Box>
  )
}
