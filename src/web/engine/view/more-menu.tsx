// What can be done besides: other changes of status, and retiring what was entered by mistake.

import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#domain/access.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useRetire } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ArchiveOutlined as Archive } from '#web/icons/archive-outlined.ts'
import { CalendarMonthOutlined as Calendar } from '#web/icons/calendar-month-outlined.ts'
import { ContentCopyOutlined as Copy } from '#web/icons/content-copy-outlined.ts'
import { MoreHorizOutlined as More } from '#web/icons/more-horiz-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { lineAbove } from '#web/ui/line-above.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { EventIcon } from '../event-icons.tsx'
import { listAddress } from '../list-address.ts'
import { isGrave, possibleEvents } from './next-action.ts'

export function MoreMenu({ entity, record, primary }: { entity: AnyEntity; record: RecordAnswer; primary: string | undefined }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const navigate = useNavigate()
  const user = useUser()
  const format = useFormat()
  const retire = useRetire(entity.name)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const events = entity.events as Record<string, EventSpec>
  const changes = possibleEvents(entity, record).filter((type) => type !== primary && events[type]?.to && events[type].to !== record.status)
  const ordered = [
    ...changes.filter((type) => !isGrave(entity, events[type] as EventSpec)),
    ...changes.filter((type) => isGrave(entity, events[type] as EventSpec)),
  ]
  const mayRetire = record.may.includes('retire')
  const mayCopy = Boolean(entity.duplicable) && can(user, entity.name, 'C')
  const go = (type: string) => {
    setAnchor(null)
    void navigate({ to: '/private/farmbook/$operator/$entity/$id/create-event', params: { operator, entity: entity.name, id: record.id }, search: { type } })
  }
  const copy = () => {
    setAnchor(null)
    void navigate({ to: '/private/farmbook/$operator/$entity/create', params: { operator, entity: entity.name }, search: { duplicate_from_id: record.id } })
  }
  const toPast = () => {
    setAnchor(null)
    void navigate({ to: '.', search: { asOf: addDays(format.today(), -1) } as never })
  }
  const remove = () =>
    retire.mutate(
      { id: record.id, version: record.version },
      {
        onSuccess: () => {
          showToast({ severity: 'success', message: t('Retired: {{title}}', { title: record.title }) })
          void navigate({ to: listAddress(operator, entity.name) })
        },
        onError: (problem) => {
          setConfirming(false)
          showToast({ severity: 'error', message: t(problem) })
        },
      },
    )
  return (
    <>
      <IconButton
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-label={t('More actions')}
        sx={{ border: '1px solid', borderColor: 'edge', bgcolor: 'background.paper', width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 36 } }}
      >
        <More />
      </IconButton>
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {ordered.map((type) => (
          <MenuItem key={type} onClick={() => go(type)}>
            <ListItemIcon>
              <EventIcon type={type} icon={events[type]?.icon} />
            </ListItemIcon>
            {t(events[type]?.label ?? type)}
          </MenuItem>
        ))}
        {mayCopy ? (
          <MenuItem onClick={copy} sx={ordered.length > 0 ? lineAbove : null}>
            <ListItemIcon>
              <Copy />
            </ListItemIcon>
            {t('Duplicate')}
          </MenuItem>
        ) : null}
        <MenuItem onClick={toPast} sx={ordered.length > 0 && !mayCopy ? lineAbove : null}>
          <ListItemIcon>
            <Calendar />
          </ListItemIcon>
          {t('As it was on a day…')}
        </MenuItem>
        {mayRetire ? (
          <MenuItem
            onClick={() => {
              setAnchor(null)
              setConfirming(true)
            }}
          >
            <ListItemIcon>
              <Archive />
            </ListItemIcon>
            {t('Retire')}
          </MenuItem>
        ) : null}
      </LazyMenu>
      <ConfirmDialog
        open={isConfirming}
        dangerous
        busy={retire.isPending}
        title={t('Retire {{title}}?', { title: record.title })}
        confirm={t('Retire')}
        typed={record.code}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        {t('It disappears from all lists. Its history is kept. This cannot be undone here.')}
      </ConfirmDialog>
    </>
  )
}
