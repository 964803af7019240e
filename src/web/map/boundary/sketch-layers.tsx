// What lies on the map around the boundary being made: neighbours in quiet grey, ground in dispute hatched, the walked
// line with how far off each reading may be, and a mark where the line crosses itself.
import Box from '@mui/material/Box'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { useContext, useMemo } from 'react'
import { centroid, metreRuler } from '#domain/geo/area.ts'
import { acre, areaUnitText, hectare } from '#domain/kernel/area-unit.ts'
import type { Position } from '#domain/kernel/kinds.ts'
import { Area, InAreaUnit } from '#web/format/in-area-unit.tsx'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { mapColours } from '../base-style.ts'
import { labelPoint } from '../label-point.ts'
import { useMap } from '../map-context.ts'
import { addHatch, type ShapeLayer, useShapes } from '../map-layers.ts'
import { type MapNote, MapNotes } from '../map-notes.tsx'
import type { BoundarySession } from './use-boundary.ts'
import { circle, type Fix, gradeFix } from './walk.ts'
import { wideArea, wideLength } from './wide-figures.ts'

const collection = (features: Feature<Geometry>[]): FeatureCollection<Geometry> => ({ type: 'FeatureCollection', features })
const shape = (geometry: Geometry, properties: Record<string, unknown> = {}): Feature<Geometry> => ({ type: 'Feature', geometry, properties })

const neighbourLayers: ShapeLayer[] = [
  { id: 'neighbour-fill', type: 'fill', paint: { 'fill-color': mapColours.neighbour, 'fill-opacity': 0.18 } },
  { id: 'neighbour-line', type: 'line', paint: { 'line-color': mapColours.neighbour, 'line-width': 1.2 } },
]
const disputeLayers: ShapeLayer[] = [
  { id: 'dispute-fill', type: 'fill', paint: { 'fill-pattern': 'hatch-trouble' } },
  { id: 'dispute-line', type: 'line', paint: { 'line-color': mapColours.trouble, 'line-width': 2 } },
]
const gradeColour = ['match', ['get', 'grade'], 'good', '#2B7A4B', 'fair', '#7A5F00', 'weak', '#B97700', mapColours.trouble] as const
const walkLayers: ShapeLayer[] = [
  { id: 'walk-fill', type: 'fill', filter: ['==', ['get', 'kind'], 'plot'], paint: { 'fill-color': '#7FA644', 'fill-opacity': 0.2 } },
  { id: 'walk-ring', type: 'fill', filter: ['==', ['get', 'kind'], 'ring'], paint: { 'fill-color': [...gradeColour] as never, 'fill-opacity': 0.16 } },
  { id: 'walk-line', type: 'line', filter: ['==', ['get', 'kind'], 'line'], paint: { 'line-color': mapColours.ink, 'line-width': 2.5 } },
  {
    id: 'walk-corner',
    type: 'circle',
    filter: ['==', ['get', 'kind'], 'corner'],
    paint: { 'circle-radius': 5, 'circle-color': '#FFFFFF', 'circle-stroke-width': 2, 'circle-stroke-color': mapColours.ink },
  },
  {
    id: 'walk-here',
    type: 'circle',
    filter: ['==', ['get', 'kind'], 'here'],
    paint: { 'circle-radius': 7, 'circle-color': mapColours.picked, 'circle-stroke-width': 3, 'circle-stroke-color': '#FFFFFF' },
  },
]

export function SketchLayers({ session, fix }: { session: BoundarySession; fix: Fix | null }) {
  const map = useMap()
  const { neighbours, checks, corners, tool } = session
  useMemo(() => addHatch(map, 'hatch-trouble', mapColours.trouble), [map])
  useShapes(
    'neighbours',
    useMemo(() => collection(neighbours.map((one) => shape(one.polygon))), [neighbours]),
    neighbourLayers,
  )
  useShapes(
    'walk',
    useMemo(() => collection(tool === 'walk' ? walkShapes(corners, fix) : []), [tool, corners, fix]),
    walkLayers,
  )
  useShapes(
    'dispute',
    useMemo(() => collection(checks.overlaps.flatMap((one) => (one.shape ? [shape(one.shape)] : []))), [checks.overlaps]),
    disputeLayers,
  )
  return <SketchNotes session={session} />
}

function walkShapes(corners: BoundarySession['corners'], fix: Fix | null): Feature<Geometry>[] {
  const line = corners.map((corner) => corner.position)
  const [first] = line
  return [
    ...(line.length >= 3 && first ? [shape({ type: 'Polygon', coordinates: [[...line, first]] }, { kind: 'plot' })] : []),
    ...corners.flatMap((corner) =>
      corner.accuracyM === null
        ? []
        : [shape({ type: 'Polygon', coordinates: [circle(corner.position, corner.accuracyM)] }, { kind: 'ring', grade: gradeFix(corner.accuracyM) })],
    ),
    ...(line.length >= 2 ? [shape({ type: 'LineString', coordinates: line }, { kind: 'line' })] : []),
    ...line.map((position) => shape({ type: 'Point', coordinates: position }, { kind: 'corner' })),
    ...(fix
      ? [
          shape({ type: 'Polygon', coordinates: [circle(fix.position, fix.accuracyM)] }, { kind: 'ring', grade: gradeFix(fix.accuracyM) }),
          shape({ type: 'Point', coordinates: fix.position }, { kind: 'here' }),
        ]
      : []),
  ]
}

/** Sides longer than this many pixels carry their length. */
const leastSidePx = 70
const mostLabelledSides = 12

function SketchNotes({ session: { neighbours, checks, corners, live, isPlot } }: { session: BoundarySession }) {
  const { t } = useTranslation()
  const format = useFormat()
  // Beside hectares acres, beside any other unit hectares.
  const { area = '' } = useContext(FormatSettings)
  const secondUnit = areaUnitText(/^(acre|bigha)/.test(area) ? hectare : acre)
  const map = useMap()
  const notes: MapNote[] = neighbours.map((one) => ({
    key: `n${one.id}`,
    at: centroid(one.polygon).coordinates,
    content: <Box sx={quietText}>{one.title}</Box>,
  }))
  const tangled = checks.flaw?.at !== undefined
  const middle = checks.polygon && !tangled ? labelPoint(checks.polygon) : null
  if (middle && checks.areaHa > 0) {
    notes.push({
      key: 'area',
      at: middle,
      content: (
        <Box sx={{ textAlign: 'center', ...halo, color: 'text.primary' }}>
          <Box sx={{ fontSize: { xs: 20, sm: 26 }, fontWeight: 600, lineHeight: 1.2 }}>
            {isPlot ? format.ha(checks.areaHa) : wideArea(checks.areaHa, format)}
          </Box>
          <Box sx={{ fontSize: 12.5 }}>
            {isPlot && (
              <InAreaUnit unit={secondUnit}>
                <Area ha={checks.areaHa} />
              </InAreaUnit>
            )}
            {`${isPlot ? ' · ' : ''}${t('{{count}} corners', { count: corners.length })}`}
          </Box>
        </Box>
      ),
    })
  }
  if (!live && middle && corners.length <= mostLabelledSides)
    notes.push(
      ...sideNotes(
        corners.map((corner) => corner.position),
        map.project(middle),
        (position) => map.project(position),
        (metres) => wideLength(metres, format),
      ),
    )
  for (const one of tangled ? [] : checks.overlaps.slice(0, 3)) {
    const place = checks.polygon && one.shape ? outermost(centroid(checks.polygon).coordinates, one.shape.coordinates.flat(2)) : null
    if (place)
      notes.push({
        key: `o${one.neighbour.id}`,
        ...place,
        content: (
          <Callout
            title={t('{{share}} over {{name}}', { share: format.share(one.ratio), name: one.neighbour.title })}
            note={[format.ha(one.areaM2 / 10_000), one.neighbour.note].filter(Boolean).join(' · ')}
          />
        ),
      })
  }
  if (checks.flaw?.at)
    notes.push(
      {
        key: 'flaw',
        at: checks.flaw.at,
        content: <Box sx={{ width: 26, height: 26, borderRadius: '50%', border: '3px solid', borderColor: 'error.main', bgcolor: 'rgb(255 255 255 / 55%)' }} />,
      },
      {
        key: 'flaw-text',
        at: checks.flaw.at,
        anchor: 'right',
        content: <Callout title={checks.flaw.cause === 'crossing' ? t('The line crosses itself here') : t('Look at this corner')} note="" />,
      },
    )
  return <MapNotes notes={notes} />
}

/** The corner of the disputed ground farthest out, and the side on which words beside it do not cover the boundary. */
function outermost(from: Position, corners: readonly Position[]): Pick<MapNote, 'at' | 'anchor'> | null {
  const { kx, ky } = metreRuler(from[1])
  const out = corners.map((at) => ({ at, east: (at[0] - from[0]) * kx, north: (at[1] - from[1]) * ky }))
  const mean = out.reduce((sum, one) => ({ east: sum.east + one.east, north: sum.north + one.north }), { east: 0, north: 0 })
  const anchor = Math.abs(mean.east) >= Math.abs(mean.north) ? (mean.east > 0 ? 'right' : 'left') : mean.north > 0 ? 'above' : 'below'
  const reach = {
    right: (one: typeof mean) => one.east,
    left: (one: typeof mean) => -one.east,
    above: (one: typeof mean) => one.north,
    below: (one: typeof mean) => -one.north,
  }[anchor]
  const farthest = out.sort((a, b) => reach(b) - reach(a))[0]
  return farthest ? { at: farthest.at, anchor } : null
}

type Pixel = { x: number; y: number }
const halo = { textShadow: '0 0 3px #fff, 0 0 3px #fff, 0 0 4px #fff, 0 0 6px #fff', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const
const quietText = { ...halo, fontSize: 12.5, color: 'text.secondary', fontWeight: 500 } as const

function Callout({ title, note }: { title: string; note: string }) {
  return (
    <Box
      sx={{
        bgcolor: 'background.paper',
        borderRadius: 1,
        borderLeft: '3px solid',
        borderColor: 'error.main',
        boxShadow: '0 1px 6px rgb(0 0 0 / 22%)',
        px: 1.5,
        py: 0.75,
        maxWidth: 210,
        fontSize: 13,
      }}
    >
      <Box sx={{ color: 'error.main', fontWeight: 600 }}>{title}</Box>
      {note && <Box sx={{ color: 'text.secondary', fontSize: 12.5 }}>{note}</Box>}
    </Box>
  )
}

function sideNotes(ring: readonly Position[], middle: Pixel, project: (position: Position) => Pixel, written: (metres: number) => string): MapNote[] {
  return ring.flatMap((from, index): MapNote[] => {
    const to = ring[(index + 1) % ring.length] as Position
    const [a, b] = [project(from), project(to)]
    if (Math.hypot(a.x - b.x, a.y - b.y) < leastSidePx) return []
    const at: Position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    const side = project(at)
    // Pushed inwards a little, so that the words do not lie on the line or its handles.
    const away = Math.max(1, Math.hypot(middle.x - side.x, middle.y - side.y))
    const inwards = { left: ((middle.x - side.x) / away) * 26, top: ((middle.y - side.y) / away) * 16 }
    // The area in the middle has the right of way.
    if (Math.abs(side.x + inwards.left - middle.x) < 95 && Math.abs(side.y + inwards.top - middle.y) < 36) return []
    return [
      {
        key: `s${index}`,
        at,
        content: (
          <Box sx={{ ...halo, position: 'relative', fontSize: 12.5, color: 'text.primary' }} style={inwards}>
            {written(metreRuler(from[1]).distance(from, to))}
          </Box>
        ),
      },
    ]
  })
}
