// How a submission came about: who, where and when, on which device, with what attached, and what happened to it since.
import Box from '@mui/material/Box'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { formatValue } from '#web/fields/format-value.ts'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { ImageOutlined as Photo } from '#web/icons/image-outlined.ts'
import { InsertDriveFileOutlined as Document } from '#web/icons/insert-drive-file-outlined.ts'
import { MicNoneOutlined as Sound } from '#web/icons/mic-none-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'

type Attachment = { name: string; kind: string }
const icons = { PHOTO: Photo, AUDIO: Sound, DOC: Document } as const

type Props = { entity: PanelProps['entity']; submission: PanelProps['record'] }

export function CaptureFacts({ entity, submission }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = entity.fields as Fields
  const attachments = (submission.attachments as Attachment[] | null) ?? []
  const sender = submission.createdBy
  const rows: FigureRow[] = [
    ...(sender ? [{ key: 'by', label: t('Sender'), value: <RefLink id={sender} refs={submission.refs} /> }] : []),
    ...['farmerId', 'processorId'].flatMap((name) => {
      const id = submission[name]
      return typeof id === 'string' ? [{ key: name, label: t(fields[name]?.label ?? ''), value: <RefLink id={id} refs={submission.refs} /> }] : []
    }),
    ...['reason', 'capturedAt', 'receivedAt', 'position', 'gpsAccuracyM', 'deviceId', 'appVersion'].flatMap((name) => {
      const field = fields[name] as Field
      const words = submission.masked?.includes(name) ? t('hidden from you') : formatValue(field, submission[name], { t, format, refs: submission.refs })
      return words ? [{ key: name, label: t(field.label), value: words, strong: false }] : []
    }),
  ]
  const device = fields.deviceId as Field
  const arrived = submission.receivedAt ?? submission.createdAt
  const began = {
    key: 'sent',
    icon: <EventIcon type="RESUBMITTED" icon="send" />,
    title: t('Sent'),
    note: [typeof arrived === 'string' ? format.time(arrived) : '', sender ? submission.refs?.[sender]?.title : ''].filter(Boolean).join(' · '),
    body: typeof submission.deviceId === 'string' && submission.deviceId ? `${t(device.label)} ${submission.deviceId}` : null,
  }
  return (
    <>
      <Panel title={t('Capture')}>
        <FigureRows rows={rows} />
        {attachments.length > 0 ? (
          <Box
            component="ul"
            aria-label={t('Attachments')}
            sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, pt: 1.25, borderTop: '1px solid', borderColor: 'divider', display: 'grid', gap: 0.75 }}
          >
            {attachments.map(({ name, kind }) => {
              const Icon = icons[kind as keyof typeof icons] ?? Document
              return (
                <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Icon aria-hidden sx={{ color: 'ink3' }} />
                  {name}
                </Box>
              )
            })}
          </Box>
        ) : null}
      </Panel>
      <LatestEvents entity={entity} record={submission} began={began} />
    </>
  )
}
