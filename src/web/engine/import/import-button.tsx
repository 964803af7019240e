// The button beside export that opens the import of a file; the dialog itself is fetched when first opened, and
// stays afterwards, so that closing it loses neither the file nor what was found in it.

import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { can, type User } from '#domain/access.ts'
import type { Kind } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { FileUploadOutlined as Upload } from '#web/icons/file-upload-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'

const ImportDialog = lazy(async () => ({ default: (await import('../import-dialog.tsx')).ImportDialog }))

/** What rows of a file may be for this entity; none = it has no import. */
export function importKinds(entity: AnyEntity): Kind[] {
  const events = Object.keys(entity.events)
  return [
    ...(entity.readOnly ? [] : ['records' as const]),
    ...(events.length ? ['events' as const] : []),
    ...('PURCHASE' in entity.events ? ['purchases' as const] : []),
    ...('OPENING_STOCK' in entity.events ? ['opening' as const] : []),
  ]
}
export const mayImport = (user: User, entity: AnyEntity): boolean => importKinds(entity).length > 0 && can(user, entity.name, 'I')

export function ImportButton({ entity, isPhone }: { entity: AnyEntity; isPhone: boolean }) {
  const { t } = useTranslation()
  // `#import` in the address opens it: whoever comes from their imports wants to send a file.
  const [open, setOpen] = useState<boolean | null>(useLocation({ select: ({ hash }) => hash === 'import' }) || null)
  const show = () => setOpen(true)
  return (
    <>
      {isPhone ? (
        <IconButton
          onClick={show}
          aria-label={t('Import')}
          aria-haspopup="dialog"
          sx={{ border: '1px solid', borderColor: 'divider', bgcolor: 'background.paper' }}
        >
          <Upload />
        </IconButton>
      ) : (
        <Button variant="outlined" color="inherit" startIcon={<Upload />} aria-haspopup="dialog" onClick={show}>
          {t('Import')}
        </Button>
      )}
      {open === null ? null : (
        <Suspense fallback={null}>
          <ImportDialog entity={entity} kinds={importKinds(entity)} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
