// Photographs and documents of what is not sent yet, from this device.
import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { isImageType } from '#domain/kernel/files.ts'
import { useAddressOf } from '#web/api/files.ts'
import { filesOf } from '#web/api/outbox/files.ts'
import type { OutboxItem, StoredFile } from '#web/api/outbox/store.ts'
import { FileTile } from '#web/fields/file-tile.tsx'
import { useStoredFile } from '#web/fields/use-stored-file.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function StoredFiles({ item: { owner, body } }: { item: OutboxItem }) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly StoredFile[]>([])
  useEffect(() => {
    let isOver = false
    filesOf(owner, body).then(
      (found) => {
        if (!isOver) setFiles(found)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [owner, body])
  if (files.length === 0) return null
  return (
    <Box component="ul" aria-label={t('Files')} sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'grid', gap: 1 }}>
      {files.map((file) => (
        <Tile key={file.id} file={file} />
      ))}
    </Box>
  )
}

function Tile({ file: { owner, id, name, type } }: { file: StoredFile }) {
  const found = useStoredFile(owner, id)
  return <FileTile name={name} preview={useAddressOf(found && isImageType(type) ? found.blob : undefined)} />
}
