// The first step of an import: what the rows are, the file (chosen or dropped), empty tables to fill, and the
// imports of late, one of which may still be running.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type DragEvent, useRef, useState } from 'react'
import type { Kind } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { asApiProblem } from '#web/api/client.ts'
import { fetchTemplate } from '#web/api/imports.ts'
import { useOperator } from '#web/api/operator.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { UploadFileOutlined as Upload } from '#web/icons/upload-file-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'

type ChooseFileProps = { entity: AnyEntity; kinds: readonly Kind[]; kind: Kind; onKind: (kind: Kind) => void; onFile: (file: File) => void }

/** Only records whose place a person gives can come as a map. */
const takesMaps = (entity: AnyEntity, kind: Kind): boolean =>
  kind === 'records' &&
  Object.values(entity.fields as Record<string, Field>).some((field) => field.by === 'person' && factsOf(field).isPlace && factsOf(field).isLarge)

export function ChooseFile({ entity, kinds, kind, onKind, onFile }: ChooseFileProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const maps = takesMaps(entity, kind)
  const words: Record<Kind, { name: string; row: string }> = {
    records: { name: t(entity.plural), row: t('One row is one record. Rows that are known already are changed, not doubled.') },
    events: { name: t('Events'), row: t('One row is one thing that happened. The same row sent twice counts once.') },
    purchases: { name: t('Purchase tickets'), row: t('One row is one ticket of a collection centre. The same ticket sent twice counts once.') },
    opening: { name: t('Opening stock'), row: t('One row is one lot of before. It counts once an administrator approves it.') },
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  const template = async (format: 'csv' | 'xlsx') => {
    try {
      saveAs(await fetchTemplate(operator, entity.name, kind, format), `${entity.name}${kind === 'records' ? '' : `-${kind}`}-template.${format}`)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    }
  }
  return (
    <>
      {kinds.length > 1 ? (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          onChange={(_event, next: Kind | null) => next && onKind(next)}
          aria-label={t('What the rows are')}
          sx={{ mb: 1.5, flexWrap: 'wrap', '& .MuiToggleButton-root': { px: 1.5, minHeight: { xs: 44, sm: 36 } } }}
        >
          {kinds.map((one) => (
            <ToggleButton key={one} value={one}>
              {words[one].name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      ) : null}
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {words[kind].row} {operator === '-' ? t('Name the operator of each row in a column operator_code.') : null}
      </Typography>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          gap: 1,
          p: { xs: 2.5, sm: 3.5 },
          textAlign: 'center',
          borderRadius: 1,
          border: '1.5px dashed',
          borderColor: isOver ? 'brand.ink' : 'edge',
          bgcolor: isOver ? 'brand.soft' : 'background.default',
        }}
      >
        <Upload aria-hidden sx={{ fontSize: 32, color: 'ink3' }} />
        <Button variant="contained" onClick={() => input.current?.click()}>
          {t('Choose a file')}
        </Button>
        <Typography variant="caption" color="textSecondary">
          {maps
            ? t('CSV, Excel (XLSX), GeoJSON, KML or a zipped shapefile, up to 50 MB. Or drop it here.')
            : t('CSV or Excel (XLSX), up to 50 MB. Or drop it here.')}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {t('It is tried first: nothing is written before you say so.')}
        </Typography>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('File to import')}
          accept={`.csv,.xlsx${maps ? ',.geojson,.json,.kml,.zip' : ''}`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // The same file, corrected, may be chosen again.
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1, mt: 1.5 }}>
        <Typography variant="caption" color="textSecondary">
          {t('Empty table to fill:')}
        </Typography>
        <Button size="small" startIcon={<Download />} onClick={() => void template('csv')}>
          CSV
        </Button>
        <Button size="small" startIcon={<Download />} onClick={() => void template('xlsx')}>
          Excel (XLSX)
        </Button>
      </Box>
    </>
  )
}
