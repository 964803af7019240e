// A boundary that exists already: pasted or opened from a file, read here in the browser, shown on the map at once.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { mostCorners } from '#domain/geo/boundary.ts'
import { simplifyBoundary } from '#domain/geo/simplify.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { largestBoundaryText, readBoundaryText } from './read-boundary-text.ts'

type Props = { open: boolean; onClose: () => void; onRead: (polygon: Polygon) => void }

export function PasteDialog({ open, onClose, onRead }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [text, setText] = useState('')
  const [note, setNote] = useState<string | null>(null)
  const read = text.trim() ? readBoundaryText(text) : null
  const found = read && 'polygon' in read ? read : null
  const corners = (found?.polygon.coordinates[0]?.length ?? 1) - 1
  const lighter = found && corners > mostCorners ? simplifyBoundary(found.polygon, mostCorners) : null
  const open_ = async (file: File | undefined) => {
    if (!file) return
    if (file.size > largestBoundaryText) {
      setNote(t('This file is too large to be one boundary; use the import on the list of parcels.'))
      return
    }
    setNote(null)
    setText(await file.text())
  }
  const take = () => {
    const polygon = corners > mostCorners ? lighter?.polygon : found?.polygon
    if (!polygon) return
    setText('')
    onRead(polygon)
  }
  const help = found
    ? [
        t('{{count}} corners', { count: corners }),
        found.name,
        found.others > 0 ? t('{{count}} further boundaries are left out', { count: found.others }) : null,
        lighter ? t('made lighter to {{count}} corners, {{share}} the same ground', { count: lighter.corners, share: format.share(lighter.iou) }) : null,
      ]
        .filter(Boolean)
        .join(' · ')
    : read && 'refused' in read
      ? t(read.refused)
      : t('GeoJSON, KML, well-known text (POLYGON …) or lines of latitude and longitude.')
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{t('Paste or open a boundary')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {t('It replaces the line on the map; undo brings that back.')}
        </Typography>
        <TextField
          multiline
          minRows={6}
          maxRows={14}
          fullWidth
          autoFocus
          label={t('Boundary')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={Boolean(read && 'refused' in read)}
          helperText={note ?? help}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
        />
        <Button component="label" variant="outlined" color="inherit" sx={{ mt: 1.5 }}>
          {t('Open a file')}
          <input type="file" hidden accept=".geojson,.json,.kml,.wkt,.csv,.txt" onChange={(event) => void open_(event.target.files?.[0])} />
        </Button>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button variant="contained" onClick={take} disabled={!found || (corners > mostCorners && !lighter)}>
          {t('Show on the map')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
