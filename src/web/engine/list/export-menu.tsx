// Saving exactly what the list shows as a file: same search, filters and order. What comes after the button is fetched when it is pressed.

import Button from '@mui/material/Button'
import type { SxProps, Theme } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { ListQuery } from '#web/api/list-query.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'

const ExportSteps = lazy(async () => ({ default: (await import('./export-steps.tsx')).ExportSteps }))

export function ExportMenu({ entity, query, total, sx }: { entity: AnyEntity; query: ListQuery; total: number | undefined; sx?: SxProps<Theme> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        {...(sx ? { sx } : {})}
        startIcon={<Download />}
        loading={busy}
        loadingPosition="start"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {total ? t('Export {{number}}', { number: format.number(total) }) : t('Export')}
      </Button>
      {anchor ? (
        <Suspense fallback={null}>
          <ExportSteps entity={entity} query={query} total={total} anchor={anchor} onBusy={setBusy} onDone={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
