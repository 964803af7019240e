// One notification: how grave, what happened, what it is about and by when; the whole line opens that.
import Archive from '@mui/icons-material/ArchiveOutlined'
import Success from '@mui/icons-material/CheckCircleOutlineOutlined'
import Critical from '@mui/icons-material/ErrorOutlineOutlined'
import Note from '@mui/icons-material/InfoOutlined'
import Read from '@mui/icons-material/MarkEmailReadOutlined'
import Unread from '@mui/icons-material/MarkEmailUnreadOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { can } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
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
const note = { icon: Note, tone: 'progress', words: 'Note' } as const

type Props = { entity: AnyEntity; row: RecordAnswer; onChange: (eventType: string) => void }

export function Message({ entity, row, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const { icon: Icon, tone, words } = looks[String(row.severity)] ?? note
  const isNew = row.status === 'UNREAD'
  const subject = typeof row.subjectType === 'string' && typeof row.subjectId === 'string' ? findEntity(row.subjectType) : undefined
  // What it is about, where that can be opened; otherwise the notification's own page.
  const target = subject && can(user, subject.name, 'V') ? { entity: subject.name, id: String(row.subjectId) } : { entity: entity.name, id: row.id }
  const dueOn = typeof row.dueAt === 'string' ? format.dayOf(row.dueAt) : null
  const due = useDue(dueOn ?? '9999-12-31', row.status)
  const may = (type: string) => row.may?.includes(type) ?? false
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
        <TextLink
          to="/private/farmbook/$operator/$entity/$id"
          params={{ operator, ...target }}
          onClick={() => {
            if (may('READ')) onChange('READ')
          }}
          sx={{ color: 'text.primary', fontWeight: isNew ? 600 : 400, overflowWrap: 'anywhere', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
        >
          {row.title}
        </TextLink>
        {typeof row.body === 'string' && row.body ? (
          <Typography variant="body2" color="textSecondary" component="div">
            {row.body}
          </Typography>
        ) : null}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: 12.5, color: 'text.secondary', mt: 0.25 }}>
          <span>{under.filter(Boolean).join(' · ')}</span>
          {row.actionRequired && dueOn ? (
            <ToneText tone={due?.tone ?? 'neutral'} label={due?.tone === 'error' ? due.words : t('to be done by {{date}}', { date: format.date(dueOn) })} />
          ) : null}
        </Box>
      </Box>
      <Box sx={{ position: 'relative', zIndex: 1, display: 'flex' }}>
        {may('READ') ? (
          <IconButton aria-label={t('Mark as read: {{title}}', { title: row.title })} onClick={() => onChange('READ')}>
            <Read />
          </IconButton>
        ) : may('UNREAD') ? (
          <IconButton aria-label={t('Mark as unread: {{title}}', { title: row.title })} onClick={() => onChange('UNREAD')}>
            <Unread />
          </IconButton>
        ) : null}
        {may('ARCHIVED') ? (
          <IconButton
            aria-label={t('Archive: {{title}}', { title: row.title })}
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
