// Every corner as latitude and longitude in fields: for those who cannot see or touch the map, and for coordinates read
// from paper. The same sketch as on the canvas, the same undo.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { type Dispatch, type KeyboardEvent, useState } from 'react'
import { useFormat } from '#web/format/use-format.ts'
import { Add as AddIcon } from '#web/icons/add.ts'
import { DeleteOutlined as RemoveIcon } from '#web/icons/delete-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { Corner, SketchAction } from './sketch.ts'

/** A walk of hundreds of corners is not typed; only this many are shown until asked. */
const shownAtFirst = 30

export function CornerTable({ corners, dispatch }: { corners: readonly Corner[]; dispatch: Dispatch<SketchAction> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [all, setAll] = useState(false)
  const shown = all ? corners : corners.slice(0, shownAtFirst)
  return (
    <Box>
      <Table
        size="small"
        aria-label={t('Corners of the boundary')}
        sx={{ tableLayout: 'fixed', '& td, & th': { px: '3px', py: '3px', border: 0 }, '& .MuiIconButton-root': { p: '3px', minWidth: 28, minHeight: 28 } }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 24 }}>
              <abbr title={t('Number')} style={{ textDecoration: 'none' }}>
                #
              </abbr>
            </TableCell>
            <TableCell>{t('Latitude')}</TableCell>
            <TableCell>{t('Longitude')}</TableCell>
            <TableCell align="right" sx={{ width: 46 }}>
              <span title={t('Accuracy')}>± m</span>
            </TableCell>
            <TableCell sx={{ width: 64 }} />
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map(({ position: [lon, lat], accuracyM }, index) => (
            // A corner has no identity but its place in the order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <TableRow key={index}>
              <TableCell>{index + 1}</TableCell>
              <TableCell>
                <DegreeField
                  label={t('Latitude of corner {{number}}', { number: index + 1 })}
                  value={lat}
                  most={90}
                  onValue={(value) => dispatch({ type: 'moved', index, position: [lon, value] })}
                />
              </TableCell>
              <TableCell>
                <DegreeField
                  label={t('Longitude of corner {{number}}', { number: index + 1 })}
                  value={lon}
                  most={180}
                  onValue={(value) => dispatch({ type: 'moved', index, position: [value, lat] })}
                />
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {accuracyM === null ? '–' : format.number(accuracyM, 1)}
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <IconButton
                  size="small"
                  aria-label={t('Insert a corner after corner {{number}}', { number: index + 1 })}
                  onClick={() => dispatch({ type: 'inserted', after: index })}
                  disabled={corners.length < 2}
                >
                  <AddIcon fontSize="small" />
                </IconButton>
                <IconButton size="small" aria-label={t('Remove corner {{number}}', { number: index + 1 })} onClick={() => dispatch({ type: 'removed', index })}>
                  <RemoveIcon fontSize="small" />
                </IconButton>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {shown.length < corners.length && (
        <Button color="inherit" onClick={() => setAll(true)}>
          {t('Show all {{count}} corners', { count: corners.length })}
        </Button>
      )}
      <NewCorner
        onAdd={(lat, lon) => dispatch({ type: 'drawn', positions: [...corners.map((corner) => corner.position), [lon, lat]], method: 'DESKTOP_DRAW' })}
      />
    </Box>
  )
}

const degrees = (text: string, most: number): number | null => {
  const value = Number(text.replace(',', '.').trim())
  return text.trim() !== '' && Number.isFinite(value) && Math.abs(value) <= most ? value : null
}

/** Enter does what is expected here, and does not send the form that this table may stand in. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  act()
}

/** Commits on leaving the field, so that half-typed numbers do not throw the corner across the map. */
function DegreeField({ label, value, most, onValue }: { label: string; value: number; most: number; onValue: (value: number) => void }) {
  const [text, setText] = useState<string | null>(null)
  const bad = text !== null && degrees(text, most) === null
  const leave = () => {
    const typed = text === null ? null : degrees(text, most)
    if (typed !== null && typed !== value) onValue(typed)
    if (!bad) setText(null)
  }
  return (
    <TextField
      size="small"
      value={text ?? value.toFixed(7)}
      error={bad}
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
      onKeyDown={onEnter(leave)}
      slotProps={{ htmlInput: { 'aria-label': label, inputMode: 'decimal', style: { padding: '5px 6px', fontSize: 13, fontVariantNumeric: 'tabular-nums' } } }}
      fullWidth
    />
  )
}

function NewCorner({ onAdd }: { onAdd: (lat: number, lon: number) => void }) {
  const { t } = useTranslation()
  const [lat, setLat] = useState('')
  const [lon, setLon] = useState('')
  const [latitude, longitude] = [degrees(lat, 90), degrees(lon, 180)]
  const add = () => {
    if (latitude === null || longitude === null) return
    onAdd(latitude, longitude)
    setLat('')
    setLon('')
  }
  return (
    <Box role="group" aria-label={t('Add corner')} onKeyDown={onEnter(add)} sx={{ display: 'flex', gap: 1, mt: 1.5, alignItems: 'flex-start' }}>
      <TextField
        size="small"
        label={t('Latitude')}
        placeholder="22.1305"
        value={lat}
        onChange={(event) => setLat(event.target.value)}
        error={lat !== '' && latitude === null}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <TextField
        size="small"
        label={t('Longitude')}
        placeholder="75.6012"
        value={lon}
        onChange={(event) => setLon(event.target.value)}
        error={lon !== '' && longitude === null}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      />
      <Button onClick={add} variant="outlined" color="inherit" disabled={latitude === null || longitude === null} sx={{ flex: 'none', minHeight: 40 }}>
        {t('Add corner')}
      </Button>
    </Box>
  )
}
