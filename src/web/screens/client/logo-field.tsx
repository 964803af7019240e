// A logo: dropped here or chosen, shown at once, and its width. The picture is stored when it is dropped; it is used
// when the form is saved.
import Upload from '@mui/icons-material/FileUploadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureSources } from '#domain/tenancy/image-sizes.ts'
import { widthBounds } from '#domain/tenancy/tenant.ts'
import { asApiProblem } from '#web/api/client.ts'
import { settingNames, uploadPicture } from './queries.ts'

type LogoFieldProps = {
  clientId: string
  name: 'logo' | 'headerLogo'
  url: string | null
  width: number
  onChange: (change: { url?: string | null; width?: number }) => void
  errors: Readonly<Record<string, string>>
}

export function LogoField({ clientId, name, url, width, onChange, errors }: LogoFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setRefusal(null)
    try {
      onChange({ url: (await uploadPicture(clientId, file)).url })
    } catch (error) {
      const problem = asApiProblem(error)
      setRefusal(problem.fields[0]?.message ?? problem.message)
    } finally {
      setBusy(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const label = t(settingNames[name].label)
  const widthName = `${name}Width` as const
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
            <Button color="inherit" onClick={() => onChange({ url: null })}>
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
      {(refusal ?? errors[name]) ? <Alert severity="error">{t(refusal ?? errors[name] ?? '')}</Alert> : null}
      <TextField
        size="small"
        type="number"
        label={t(settingNames[widthName].label)}
        value={Number.isNaN(width) ? '' : width}
        onChange={(event) => onChange({ width: event.target.value === '' ? Number.NaN : Number(event.target.value) })}
        error={Boolean(errors[widthName])}
        helperText={t(errors[widthName] ?? '') || t('{{min}} to {{max}} pixels', widthBounds)}
        slotProps={{ htmlInput: widthBounds }}
        sx={{ maxWidth: 240 }}
      />
    </Box>
  )
}
