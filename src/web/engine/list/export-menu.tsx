// Saving exactly what the list shows as a file: same search, filters and order.

import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import type { SxProps, Theme } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { asApiProblem, send } from '#web/api/client.ts'
import { type ListQuery, listParams } from '#web/api/list-query.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'

/** More rows than one waits for are made into a file in the background. */
const longExport = 5_000
/** A large export streams for minutes. */
const exportPatience = 300_000
const formats = { csv: 'CSV', xlsx: 'Excel (XLSX)', geojson: 'GeoJSON' } as const

export function ExportMenu({ entity, query, total, sx }: { entity: AnyEntity; query: ListQuery; total: number | undefined; sx?: SxProps<Theme> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const hasGeometry = Object.values(entity.fields as Record<string, Field>).some((field) => factsOf(field).isPlace)
  const save = async (kind: keyof typeof formats) => {
    setAnchor(null)
    setBusy(true)
    try {
      if (total !== undefined && total > longExport && kind !== 'geojson') {
        const look = () => void navigate({ to: '/private/farmbook/$operator/imports', params: { operator } })
        await (await import('./long-export.ts')).makeLongExport({ operator, entity: entity.name, query, kind, look, t })
        return
      }
      const response = await send(entityPath(operator, entity.name, 'export'), { query: listParams(query, { format: kind }), patience: exportPatience })
      saveAs(await response.blob(), `${entity.name}-${format.today()}.${kind}`)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      setBusy(false)
    }
  }
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
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {Object.entries(formats)
          .filter(([kind]) => kind !== 'geojson' || hasGeometry)
          .map(([kind, label]) => (
            <MenuItem key={kind} onClick={() => void save(kind as keyof typeof formats)}>
              {label}
            </MenuItem>
          ))}
      </LazyMenu>
    </>
  )
}
