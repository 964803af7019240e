// Photographs and documents of a form: taken with the camera, chosen or dropped. Each is sent at once and shown with how far it is; what
// failed can be sent again. Fetched with the first form that has some.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type DragEvent, useContext, useRef, useState } from 'react'
import { type FileMedia, isDemanded } from '#domain/kernel/field.ts'
import { mostAttachments } from '#domain/kernel/field-kinds.ts'
import { awaitedFile, fileTypes, isImageType, maxAudioBytes, maxFileBytes } from '#domain/kernel/files.ts'
import { useAddressOf, usePreview } from '#web/api/files.ts'
import { useOperator } from '#web/api/operator.ts'
import { dropFile } from '#web/api/outbox/files.ts'
import { AddAPhotoOutlined as AddPhoto } from '#web/icons/add-a-photo-outlined.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { RefreshOutlined as Refresh } from '#web/icons/refresh-outlined.ts'
import { UploadFileOutlined as Upload } from '#web/icons/upload-file-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { FieldFrame } from './field-frame.tsx'
import { FileTile } from './file-tile.tsx'
import { type EditorProps, FormContext } from './form-context.ts'
import { inputId } from './input-id.ts'
import { useStoredFile } from './use-stored-file.ts'
import { isPlace, placeOf, type Upload as Sending, useUploads } from './use-uploads.ts'

const acceptedFor = (media: FileMedia | undefined): string =>
  Object.entries(fileTypes)
    .flatMap(([type, { extension }]) => (!media || type.startsWith(media) ? [type, `.${extension}`] : []))
    .join(',')

export function AttachmentsEditor({ field, name, value, onChange, error }: EditorProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const { refs, filesOf } = useContext(FormContext)
  const id = inputId(name)
  const [chooser, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [isOver, setIsOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const values = (value as string[] | null) ?? []
  // Several may arrive between two renderings: each change begins with the last one.
  const latest = useRef(values)
  latest.current = values
  const set = (next: string[]) => {
    latest.current = next
    onChange(next)
  }
  const { uploads, add, again, remove } = useUploads(
    operator,
    (place, sent) => set(latest.current.map((one) => (one === placeOf(place) ? sent.id : one)).filter((one, at, all) => all.indexOf(one) === at)),
    filesOf,
  )
  const most = field.max ?? mostAttachments
  const mostBytes = field.media === 'audio' ? maxAudioBytes : maxFileBytes
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    const fitting = files.filter(({ size }) => size <= mostBytes).slice(0, Math.max(0, most - latest.current.length))
    const large = files.find(({ size }) => size > mostBytes)
    setRefused(
      large
        ? t('{{name}} is larger than {{mb}} MB.', { name: large.name, mb: mostBytes / 1_000_000 })
        : fitting.length < files.length
          ? t('At most {{count}} files.', { count: most })
          : undefined,
    )
    if (fitting.length) set([...latest.current, ...add(fitting).map(placeOf)])
  }
  const leave = (one: string) => {
    const upload = uploads.find((sending) => placeOf(sending.id) === one || sending.sent?.id === one)
    if (upload) remove(upload.id)
    if (filesOf && !isPlace(one)) void dropFile(filesOf, one).catch(() => undefined)
    set(latest.current.filter((other) => other !== one))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <FieldFrame id={id} group label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error ?? refused}>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        sx={{
          display: 'grid',
          gap: 1.5,
          p: 1.5,
          borderRadius: 1,
          border: '1.5px dashed',
          borderColor: error ? 'error.main' : isOver ? 'brand.ink' : 'edge',
          bgcolor: isOver ? 'brand.soft' : 'background.default',
        }}
      >
        {values.length > 0 ? (
          <Box component="ul" aria-label={t('Files')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {values.map((one) => {
              const sending = uploads.find((upload) => placeOf(upload.id) === one || upload.sent?.id === one)
              return sending ? (
                <SendingFile key={sending.id} sending={sending} onAgain={() => again(sending.id)} onRemove={() => leave(one)} />
              ) : (
                <StoredFile key={one} id={one} title={refs[one]?.title} type={refs[one]?.code} onRemove={() => leave(one)} />
              )
            })}
          </Box>
        ) : null}
        {values.length < most ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            {field.media === 'audio' ? null : (
              <Button variant="outlined" color="inherit" startIcon={<AddPhoto />} onClick={() => camera.current?.click()}>
                {t('Take a photo')}
              </Button>
            )}
            <Button variant="outlined" color="inherit" startIcon={<Upload />} onClick={() => chooser.current?.click()}>
              {t('Choose files')}
            </Button>
            <Typography variant="caption" color="textSecondary">
              {field.media === 'audio'
                ? t('A recording as MP3, M4A or OGG, up to {{mb}} MB. Or drop it here.', { mb: maxAudioBytes / 1_000_000 })
                : field.media === 'image'
                  ? t('A picture as PNG, JPEG or WebP, up to {{mb}} MB. Or drop it here.', { mb: maxFileBytes / 1_000_000 })
                  : t('Photos, PDF, CSV, XLSX, KML or recordings, up to {{mb}} MB each. Or drop them here.', { mb: maxFileBytes / 1_000_000 })}
            </Typography>
          </Box>
        ) : null}
        {([camera, chooser] as const).map((input) => (
          <input
            key={input === camera ? 'camera' : 'files'}
            ref={input}
            hidden
            type="file"
            {...(input === camera ? { accept: 'image/*', capture: 'environment' } : { accept: acceptedFor(field.media), multiple: most > 1 })}
            aria-label={input === camera ? t('Take a photo') : t('Choose files')}
            onChange={(event) => {
              take(event.target.files)
              // The same file once more is a new wish.
              event.target.value = ''
            }}
          />
        ))}
      </Box>
    </FieldFrame>
  )
}

/** One that is on its way, failed, or has just arrived: its image is the one of this device. */
function SendingFile({ sending, onAgain, onRemove }: { sending: Sending; onAgain: () => void; onRemove: () => void }) {
  const { t } = useTranslation()
  const { file, share, problem, sent, isStored } = sending
  const preview = useAddressOf(isImageType(file.type) ? file : undefined)
  const name = sent?.name ?? file.name
  const note = problem ? (
    <Typography variant="caption" role="alert" sx={{ display: 'block', color: 'error.main' }}>
      {t(problem.fields[0] ?? problem)}
    </Typography>
  ) : sent ? (
    <Typography variant="caption" color="textSecondary" role="status">
      {isStored ? t('Stored on this device. It is sent with the form.') : t('Sent')}
    </Typography>
  ) : (
    // The browser's own: the component for it would become a part of every first visit.
    <Box
      component="progress"
      max={100}
      value={Math.round(share * 100)}
      aria-label={t('Sending {{name}}', { name })}
      sx={{ width: '100%', accentColor: (theme) => theme.palette.primary.main }}
    />
  )
  return (
    <FileTile
      name={name}
      preview={preview}
      note={note}
      actions={
        <>
          {problem ? (
            <IconButton aria-label={t('Send {{name}} again', { name })} onClick={onAgain}>
              <Refresh />
            </IconButton>
          ) : null}
          <RemoveButton name={name} onRemove={onRemove} />
        </>
      }
    />
  )
}

/** One of the record or of a restored draft; a draft may hold the place of one that was never sent. */
function StoredFile({ id, title, type = '', onRemove }: { id: string; title: string | undefined; type: string | undefined; onRemove: () => void }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const isLost = isPlace(id)
  const isAwaited = type === awaitedFile.code
  const { filesOf = '' } = useContext(FormContext)
  // One whose upload did not arrive is shown from this device; whether it is one is looked up before anything is asked of the server.
  const here = useStoredFile(filesOf, isLost ? null : id)
  const image = useAddressOf(here && isImageType(here.file.type) ? here.blob : undefined)
  const there = usePreview(operator, here === null && !isLost && (title === undefined || isImageType(type)) ? id : null)
  if (here)
    return (
      <FileTile
        name={here.file.name}
        preview={image}
        note={
          <Typography variant="caption" color="textSecondary">
            {t('Stored on this device. It is sent with the form.')}
          </Typography>
        }
        actions={<RemoveButton name={here.file.name} onRemove={onRemove} />}
      />
    )
  const name = isAwaited ? t(awaitedFile.title) : (title ?? (isLost ? t('A file that was not sent') : t('A file sent earlier')))
  return <FileTile name={name} preview={there} actions={<RemoveButton name={name} onRemove={onRemove} />} />
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton aria-label={t('Remove {{name}}', { name })} onClick={onRemove}>
      <Close />
    </IconButton>
  )
}
