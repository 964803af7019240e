// A map: our own ground, the grid with its labels, zoom buttons of touchable size, a scale. Layers are its children.
// What it shows must also be written beside it: a canvas says nothing to assistive technology.
import 'maplibre-gl/dist/maplibre-gl.css'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type GeoJSONSource, Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Bbox } from '#domain/geo/area.ts'
import { Add as AddIcon } from '#web/icons/add.ts'
import { CenterFocusStrong as FitIcon } from '#web/icons/center-focus-strong.ts'
import { Remove as RemoveIcon } from '#web/icons/remove.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { fontStack } from '../theme/fonts.ts'
import { coastZoom } from './base-style.ts'
import { drawCoast } from './coast.ts'
import { type GridLine, graticuleFeatures, graticuleLines, graticuleStep } from './graticule.ts'
import { GridLabels } from './grid-labels.tsx'
import { MapContext } from './map-context.ts'
import { SatelliteSwitch } from './satellite-switch.tsx'
import { drawTextImages } from './text-images.ts'
import { useGround } from './use-ground.ts'

setWorkerUrl(workerUrl)

export type MapViewProps = {
  /** What the map shows, for those who cannot see it. */
  label: string
  /** Shown at first and by the fit button; a new value moves the map there. */
  bounds?: Bbox | null
  children?: ReactNode
  /** A picture beside other things: no buttons, no grid labels, a drag scrolls the page. */
  small?: boolean
  /** Headers for our own tiles, asked for at each request (a token may have been renewed). */
  headers?: () => Record<string, string>
  padding?: number
}
/** Below stand the scale and the source of the ground. */
const smallPadding = { top: 24, left: 20, right: 20, bottom: 52 } as const
/** Where a programme without any plot looks first: India. */
const anywhere: Bbox = [68, 7, 97, 36]

export function MapView({ label, bounds, children, small = false, headers, padding = 48 }: MapViewProps) {
  const { t } = useTranslation()
  const holder = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [failed, setFailed] = useState(false)
  const [grid, setGrid] = useState<GridLine[]>([])
  const ground = useGround()
  const [isSatellite, setSatellite] = useState(false)
  const latestHeaders = useRef(headers)
  latestHeaders.current = headers

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once; new bounds move it, a new label renames it (below)
  useEffect(() => {
    if (!holder.current || !ground) return
    let made: MapLibre
    try {
      made = new MapLibre({
        container: holder.current,
        style: ground.style,
        bounds: bounds ?? anywhere,
        fitBoundsOptions: { padding: small ? smallPadding : padding, maxZoom: 17 },
        attributionControl: ground.namesItself ? { compact: true } : false,
        fadeDuration: 0,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        maxPitch: 0,
        maxZoom: 21,
        scrollZoom: !small,
        ...(small ? { dragPan: false, touchZoomRotate: false, keyboard: false, boxZoom: false, doubleClickZoom: false } : {}),
        renderWorldCopies: false,
        transformRequest: (url) => ({ url, ...(latestHeaders.current && url.startsWith(location.origin) ? { headers: latestHeaders.current() } : {}) }),
        locale: { 'Map.Title': label },
      })
    } catch {
      // No WebGL (old phone, remote desktop). The list beside says the same.
      setFailed(true)
      return
    }
    made.touchZoomRotate.disableRotation()
    drawTextImages(made, fontStack)
    const drawGrid = () => setGrid(refreshGrid(made))
    const showCoast = () => {
      if (made.getZoom() < coastZoom) void drawCoast(made)
    }
    made.once('load', () => {
      drawGrid()
      showCoast()
      setMap(made)
    })
    made.on('moveend', drawGrid)
    made.on('moveend', showCoast)
    const watch = new ResizeObserver(() => made.resize())
    watch.observe(holder.current)
    return () => {
      watch.disconnect()
      setMap(null)
      // React lets go of a parent's effects before those of its children; they clear what they drew on a map that still is.
      queueMicrotask(() => made.remove())
    }
  }, [small, ground])

  const wanted = bounds?.join(',')
  useEffect(() => {
    if (map && wanted) map.fitBounds(wanted.split(',').map(Number) as Bbox, { padding: small ? smallPadding : padding, maxZoom: 17, duration: 180 })
  }, [map, wanted, small, padding])
  useEffect(() => void map?.getCanvas().setAttribute('aria-label', label), [map, label])

  if (failed) return <Box sx={{ p: 2, color: 'text.secondary' }}>{t('This browser cannot draw maps. Everything on the map is also written beside it.')}</Box>
  return (
    <Box
      sx={{
        position: 'relative',
        width: '100%',
        height: '100%',
        minHeight: small ? 140 : 240,
        overflow: 'hidden',
        bgcolor: '#EEF0EA',
        '& canvas:focus-visible': { outlineOffset: -3 },
      }}
    >
      <Box ref={holder} sx={{ position: 'absolute !important', inset: 0 }} data-map-ready={map ? 'yes' : 'no'} />
      {map && <GridLabels map={map} lines={small ? [] : grid} ground={(isSatellite ? ground?.satellite : ground?.base) ?? null} />}
      {map && <MapContext value={map}>{children}</MapContext>}
      {map && !small && (
        <Box
          sx={{
            position: 'absolute',
            top: 12,
            right: 12,
            display: 'grid',
            bgcolor: 'background.paper',
            borderRadius: 1,
            boxShadow: '0 1px 4px rgb(0 0 0 / 18%)',
            '& > button': { width: 36, height: 36, borderRadius: 0 },
            '& > button + button': { borderTop: '1px solid', borderColor: 'divider' },
          }}
        >
          <IconButton aria-label={t('Zoom in')} onClick={() => map.zoomIn({ duration: 150 })}>
            <AddIcon />
          </IconButton>
          <IconButton aria-label={t('Zoom out')} onClick={() => map.zoomOut({ duration: 150 })}>
            <RemoveIcon />
          </IconButton>
          {bounds && (
            <IconButton aria-label={t('Show everything')} onClick={() => map.fitBounds(bounds, { padding, maxZoom: 17, duration: 180 })}>
              <FitIcon />
            </IconButton>
          )}
          {ground?.satellite && <SatelliteSwitch map={map} onChange={setSatellite} />}
        </Box>
      )}
    </Box>
  )
}

function refreshGrid(map: MapLibre): GridLine[] {
  const box = map.getBounds()
  const width = Math.max(1, map.getContainer().clientWidth)
  const bounds: Bbox = [box.getWest(), Math.max(-85, box.getSouth()), box.getEast(), Math.min(85, box.getNorth())]
  const lines = graticuleLines(bounds, graticuleStep((bounds[2] - bounds[0]) / width))
  map.getSource<GeoJSONSource>('graticule')?.setData(graticuleFeatures(lines, bounds))
  return lines
}
