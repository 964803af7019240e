// Files on the page of a record or an event: images small, everything by name; each opens or is saved. Fetched with the first page that has some.
import Box from '@mui/material/Box'
import { useState } from 'react'
import { awaitedFile, isImageType } from '#domain/kernel/files.ts'
import type { Ref, Refs } from '#web/api/answers.ts'
import { asApiProblem } from '#web/api/client.ts'
import { fetchFile, usePreview } from '#web/api/files.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { FileTile } from './file-tile.tsx'

export function ShowFiles({ ids, refs, label }: { ids: readonly string[]; refs: Refs | undefined; label: string }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))' }}
    >
      {ids.map((id) => (
        <ShownFile key={id} id={id} file={refs?.[id]} />
      ))}
    </Box>
  )
}

/** `code` of the reference to a file is its type, its title the name. */
function ShownFile({ id, file }: { id: string; file: Ref | undefined }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const isImage = file !== undefined && isImageType(file.code)
  const preview = usePreview(operator, isImage ? id : null)
  const [isBusy, setBusy] = useState(false)
  if (!file) return <FileTile name={t('A file that is not shown')} preview={undefined} />
  if (file.code === awaitedFile.code) return <FileTile name={t(awaitedFile.title)} preview={undefined} />
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      saveAs(await fetchFile(operator, id), file.title)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be fetched. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      setBusy(false)
    }
  }
  return <FileTile name={file.title} preview={preview} onOpen={{ label: t('Save {{name}}', { name: file.title }), open: () => void save() }} />
}
