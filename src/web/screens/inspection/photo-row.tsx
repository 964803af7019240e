// Photographs of an answer as small images, those that are on this device alone among them.

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useAddressOf, usePreview } from '#web/api/files.ts'
import { useOperator } from '#web/api/operator.ts'
import { useStoredFile } from '#web/fields/use-stored-file.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'

type PhotoRowProps = { files: readonly string[]; onRemove?: ((id: string) => void) | undefined }

export function PhotoRow({ files, onRemove }: PhotoRowProps) {
  return (
    <>
      {files.map((id) => (
        <Photo key={id} id={id} onRemove={onRemove} />
      ))}
    </>
  )
}

function Photo({ id, onRemove }: { id: string; onRemove?: ((id: string) => void) | undefined }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const here = useStoredFile(useUser().id, id)
  const own = useAddressOf(here?.blob)
  const there = usePreview(operator, here === null ? id : null)
  const address = own ?? there
  return (
    <Box sx={{ position: 'relative', width: 72, height: 60 }}>
      <Box sx={{ width: 72, height: 60, borderRadius: 1, border: '1px solid', borderColor: 'divider', bgcolor: 'background.default', overflow: 'hidden' }}>
        {address ? <Box component="img" src={address} alt={t('Photo')} sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }} /> : null}
      </Box>
      {onRemove ? (
        <IconButton
          size="small"
          aria-label={t('Remove the photo')}
          onClick={() => onRemove(id)}
          sx={{ position: 'absolute', top: -8, right: -8, bgcolor: 'background.paper', border: '1px solid', borderColor: 'divider', p: 0.25 }}
        >
          <Close fontSize="small" />
        </IconButton>
      ) : null}
    </Box>
  )
}
