// A picture of the programme's settings: dropped here or chosen, and shown at once. It is stored when it is dropped; it is used
// when the form is saved.

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { pictureSources } from '#domain/tenancy/image-sizes.ts'
import { asApiProblem } from '#web/api/client.ts'
import { FileUploadOutlined as Upload } from '#web/icons/file-upload-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { uploadPicture } from './queries.ts'

/** `name`: in the form. `none`: what the form has without a picture. `label`: translated. */
type PictureFieldProps = { clientId: string; name: string; label: string; none: null | undefined; children?: ReactNode }

export function PictureField({ clientId, name, label, none, children }: PictureFieldProps) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ name })
  const url = (field.value as string | null | undefined) || null
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setRefusal(null)
    try {
      field.onChange((await uploadPicture(clientId, file)).url)
    } catch (error) {
      const problem = asApiProblem(error)
      setRefusal(t(problem.fields[0] ?? problem))
    } finally {
      setBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="subtitle2" component="h3">
        {label}
      </Typography>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          p: 1.5,
          minHeight: 76,
          border: '1px dashed',
          borderColor: isOver ? 'brand.ink' : 'edge',
          bgcolor: isOver ? 'brand.softer' : 'background.default',
          borderRadius: 1,
        }}
      >
        {url ? (
          <Box component="img" {...pictureSources(url, 160)} alt={label} sx={{ maxWidth: 160, maxHeight: 52, objectFit: 'contain' }} />
        ) : (
          <Typography color="textSecondary">{t('Drop a picture here. PNG, JPEG or WebP, up to 5 MB.')}</Typography>
        )}
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          <Button variant="outlined" color="inherit" startIcon={<Upload />} disabled={isBusy} onClick={() => input.current?.click()}>
            {isBusy ? t('Uploading…') : t('Choose a file')}
          </Button>
          {url ? (
            <Button color="inherit" onClick={() => field.onChange(none)}>
              {t('Remove')}
            </Button>
          ) : null}
        </Box>
        <input
          ref={input}
          hidden
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={label}
          onChange={(event) => {
            void take(event.target.files?.[0])
            // The same file once more is a new wish.
            event.target.value = ''
          }}
        />
      </Box>
      {(refusal ?? fieldState.error?.message) ? <Alert severity="error">{refusal ?? t(fieldState.error?.message ?? '')}</Alert> : null}
      {children}
    </Box>
  )
}
