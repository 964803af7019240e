// The canvas on which a boundary is walked, drawn and corrected, with its tools. What it says in colours and figures is
// said in words by <BoundaryChecks>, and every corner can be typed in <CornerTable>.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type ReactNode, useState } from 'react'
import { type Bbox, bboxOf, widened } from '#domain/geo/area.ts'
import { AddLocationAltOutlined as DrawIcon } from '#web/icons/add-location-alt-outlined.ts'
import { DirectionsWalk as WalkIcon } from '#web/icons/directions-walk.ts'
import { EditOutlined as EditIcon } from '#web/icons/edit-outlined.ts'
import { FileOpenOutlined as PasteIcon } from '#web/icons/file-open-outlined.ts'
import { UndoOutlined as UndoIcon } from '#web/icons/undo-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { KeyHint } from '#web/ui/key-hint.tsx'
import { MapMoves } from '../map-moves.tsx'
import { MapView } from '../map-view.tsx'
import { DrawLayer } from './draw-layer.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { SketchLayers } from './sketch-layers.tsx'
import type { BoundarySession, BoundaryTool } from './use-boundary.ts'
import { useWalk } from './use-walk.ts'
import { WalkBar } from './walk-bar.tsx'

type Props = {
  session: BoundarySession
  /** Where to look when there is no boundary yet: the village, the farmer's other plots. Pending: no ground is shown until it is known. */
  around?: Bbox | null | 'pending'
  /** The part of the world on screen, reported when the map rests: neighbours are fetched for it. */
  onView?: (box: Bbox) => void
  headers?: () => Record<string, string>
  /** Layers that lie under what is drawn. */
  ground?: ReactNode
}

export function BoundaryEditor({ session, around, onView, headers, ground }: Props) {
  const { t } = useTranslation()
  const { tool, takeTool, corners, dispatch, setLive, undo, undoTap, canUndo, neighbours, sketch } = session
  const [pasting, setPasting] = useState(false)
  const [pasted, setPasted] = useState<Bbox | null>(null)
  const [drawn] = useState<Bbox | null>(() => (session.checks.polygon ? widened(bboxOf(session.checks.polygon), 60) : null))
  // The ground does not move from under somebody who draws.
  const [look, setLook] = useState(around)
  if (corners.length === 0 && around !== look) setLook(around)
  const bounds = pasted ?? drawn ?? look ?? null
  const walk = useWalk({
    active: tool === 'walk',
    onCorner: (fix) => dispatch({ type: 'walked', corner: { position: fix.position, accuracyM: Math.round(fix.accuracyM * 10) / 10 } }),
  })
  useHotkeys([{ keys: 'z', label: t('Take back the last corner'), run: undo, group: t('Boundary') }])
  return (
    <Box sx={{ position: 'relative', width: '100%', height: '100%' }}>
      {bounds === 'pending' ? (
        <Skeleton variant="rectangular" width="100%" height="100%" />
      ) : (
        <MapView label={t('Map for drawing the boundary')} bounds={bounds} padding={70} {...(headers ? { headers } : {})}>
          {ground}
          <SketchLayers session={session} fix={walk.latest} />
          {tool !== 'walk' && (
            <DrawLayer
              tool={tool}
              corners={sketch.corners}
              neighbours={neighbours}
              dispatch={dispatch}
              onLive={setLive}
              onFinished={() => takeTool('edit')}
              undoTap={undoTap}
            />
          )}
          <MapMoves follow={tool === 'walk' ? walk.latest : null} {...(onView ? { onView } : {})} />
        </MapView>
      )}
      <Paper
        elevation={3}
        sx={{
          position: 'absolute',
          top: 12,
          left: 12,
          maxWidth: 'calc(100% - 76px)',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          p: 0.5,
          gap: 0.5,
        }}
      >
        <ToggleButtonGroup
          size="small"
          exclusive
          value={tool}
          aria-label={t('Tool')}
          onChange={(_event, next: BoundaryTool | null) => next && takeTool(next)}
          sx={{ '& .MuiToggleButton-root': toolButton }}
        >
          {session.isPlot && (
            <ToggleButton value="walk">
              <WalkIcon />
              <span>{t('Walk')}</span>
            </ToggleButton>
          )}
          <ToggleButton value="draw">
            <DrawIcon />
            <span>{t('Draw')}</span>
          </ToggleButton>
          <ToggleButton value="edit" disabled={corners.length < 3 && tool !== 'edit'}>
            <EditIcon />
            <span>{t('Edit corners')}</span>
          </ToggleButton>
        </ToggleButtonGroup>
        <Box aria-hidden sx={{ alignSelf: 'stretch', my: 0.5, borderLeft: '1px solid', borderColor: 'divider', display: { xs: 'none', sm: 'block' } }} />
        <Button color="inherit" variant="text" onClick={undo} disabled={!canUndo} sx={toolButton} startIcon={<UndoIcon />}>
          {t('Undo')}
          <KeyHint>Z</KeyHint>
        </Button>
        <Button color="inherit" variant="text" onClick={() => setPasting(true)} sx={toolButton} startIcon={<PasteIcon />}>
          {t('Paste or open')}
        </Button>
      </Paper>
      {tool === 'walk' && <WalkBar walk={walk} session={session} />}
      {tool === 'draw' && (
        <Box
          role="status"
          sx={{
            position: 'absolute',
            left: '50%',
            transform: 'translateX(-50%)',
            bottom: 40,
            bgcolor: 'rgb(30 38 34 / 88%)',
            color: '#fff',
            borderRadius: 1,
            px: 1.5,
            py: 0.75,
            fontSize: 13,
            maxWidth: '86%',
            textAlign: 'center',
          }}
        >
          {session.neighbours.length > 0
            ? t('Tap each corner; tap the first one again to close. Lines fall onto a neighbour that is close.')
            : t('Tap each corner; tap the first one again to close.')}
        </Box>
      )}
      <PasteDialog
        open={pasting}
        onClose={() => setPasting(false)}
        onRead={(polygon) => {
          session.replace(polygon.coordinates[0] ?? [])
          setPasted(widened(bboxOf(polygon), 60))
          setPasting(false)
        }}
      />
    </Box>
  )
}

const toolButton = {
  textTransform: 'none',
  border: 0,
  borderRadius: '6px !important',
  gap: 0.75,
  px: 1.25,
  minHeight: { xs: 44, sm: 36 },
  color: 'text.primary',
  '&.Mui-disabled': { border: 0 },
  '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'brand.deep', color: 'text.primary', fontWeight: 600 },
} as const
