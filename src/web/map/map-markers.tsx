// Places on a map that can be opened: real buttons over the canvas, large enough for a finger and reached by the keyboard. Those too near each other are one
// button with their number, which brings the map nearer until they come apart.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useMemo } from 'react'
import type { Position } from '#domain/kernel/kinds.ts'
import { useFormat } from '#web/format/use-format.ts'
import { claimColours } from '#web/theme/tokens.ts'
import { mapColours } from './base-style.ts'
import { clustered } from './cluster.ts'
import { useMap } from './map-context.ts'
import { useMoves } from './use-moves.ts'

/** `count`: of how many things this is the place. In a group the tone that comes first here is shown. */
const tones = ['picked', 'trouble', 'organic', 'conventional'] as const
export type MarkerTone = (typeof tones)[number]
export type MapMarker = { id: string; at: Position; count: number; tone: MarkerTone }
export type MarkersProps = {
  markers: readonly MapMarker[]
  /** What a button is called that stands for these. */
  label: (ids: readonly string[]) => string
  /** Those that are open. */
  open: readonly string[]
  onOpen: (ids: readonly string[]) => void
}

const colours: Readonly<Record<MarkerTone, string>> = {
  picked: mapColours.picked,
  trouble: mapColours.trouble,
  organic: claimColours.organic,
  conventional: claimColours.conventional,
}
/** A finger's width. */
const touch = 44
/** Nearer than this nothing comes apart any more. */
const nearest = 17

export function MapMarkers({ markers, label, open, onOpen }: MarkersProps) {
  const map = useMap()
  useMoves(map)
  const format = useFormat()
  const zoom = map.getZoom()
  const clusters = useMemo(() => clustered(markers, zoom, touch), [markers, zoom])
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const enter = (members: readonly MapMarker[]) => {
    const [lons, lats] = [0, 1].map((axis) => members.map(({ at }) => at[axis] as number)) as [number[], number[]]
    const isOnePlace = Math.max(...lons) === Math.min(...lons) && Math.max(...lats) === Math.min(...lats)
    if (isOnePlace || zoom >= nearest - 0.1) onOpen(members.map(({ id }) => id))
    else
      map.fitBounds([Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)], {
        padding: Math.min(80, width / 5, height / 5),
        maxZoom: nearest,
        duration: 180,
      })
  }
  return (
    <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' }}>
      {clusters.map(({ members, at }) => {
        const { x, y } = map.project(at)
        if (x < 0 || y < 0 || x > width || y > height) return null
        const ids = members.map(({ id }) => id)
        const count = members.reduce((sum, one) => sum + one.count, 0)
        const colour = colours[tones.find((tone) => members.some((one) => one.tone === tone)) ?? 'conventional']
        return (
          <ButtonBase
            key={ids[0]}
            aria-label={label(ids)}
            aria-expanded={ids.some((id) => open.includes(id))}
            onClick={() => enter(members)}
            sx={{
              position: 'absolute',
              left: -touch / 2,
              top: -touch / 2,
              width: touch,
              height: touch,
              borderRadius: '50%',
              pointerEvents: 'auto',
              '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -4 },
            }}
            style={{ transform: `translate(${x}px, ${y}px)` }}
          >
            <Box
              sx={{
                minWidth: count > 1 ? 26 : 16,
                height: count > 1 ? 26 : 16,
                px: count > 1 ? 0.75 : 0,
                display: 'grid',
                placeItems: 'center',
                borderRadius: 13,
                border: '2px solid #fff',
                boxShadow: '0 1px 3px rgb(0 0 0 / 35%)',
                color: '#fff',
                fontSize: 12.5,
                fontWeight: 600,
                lineHeight: 1,
              }}
              style={{ backgroundColor: colour }}
            >
              {count > 1 ? format.number(count) : null}
            </Box>
          </ButtonBase>
        )
      })}
    </Box>
  )
}
