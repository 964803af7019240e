// Words on the map's edges: latitudes on the left, longitudes at the bottom, a bar for the scale, the source.
// Written as text over the canvas, because the map has no font files.
import Box from '@mui/material/Box'
import type { Map as MapLibre } from 'maplibre-gl'
import { metreRuler } from '#domain/geo/area.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { GridLine } from './graticule.ts'
import { useMoves } from './use-moves.ts'

export function GridLabels({
  map,
  lines,
  ground,
}: {
  map: MapLibre
  lines: readonly GridLine[] /** Who drew what lies under it; null: the product's own ground. */
  ground: string | null
}) {
  const { t } = useTranslation()
  useMoves(map)
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const centre = map.getCenter()
  const scale = scaleBar(map)
  const inside = (value: number, size: number) => value > 16 && value < size - 16
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        inset: 0,
        pointerEvents: 'none',
        fontSize: 12,
        color: 'text.secondary',
        textShadow: '0 0 2px #fff, 0 0 2px #fff, 0 0 2px #fff',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {lines.map((line) => {
        const at = map.project(line.axis === 'lat' ? [centre.lng, line.value] : [line.value, centre.lat])
        if (line.axis === 'lat')
          return (
            inside(at.y, height - 30) &&
            at.y > 76 && (
              <span key={`y${line.value}`} style={{ position: 'absolute', left: 6, top: at.y - 17 }}>
                {line.label}
              </span>
            )
          )
        return (
          inside(at.x, width - 170) &&
          at.x > 90 && (
            <span key={`x${line.value}`} style={{ position: 'absolute', bottom: 3, left: at.x + 4 }}>
              {line.label}
            </span>
          )
        )
      })}
      <Box sx={{ position: 'absolute', right: 10, bottom: 4, textAlign: 'right' }}>
        {scale && (
          <Box
            sx={{
              width: scale.px,
              ml: 'auto',
              borderBottom: '2px solid',
              borderLeft: '2px solid',
              borderRight: '2px solid',
              borderColor: 'text.primary',
              color: 'text.primary',
              textAlign: 'center',
              height: 20,
              lineHeight: '15px',
              fontSize: 12.5,
            }}
          >
            {`${scale.figure} ${t(scale.unit)}`}
          </Box>
        )}
        <Box sx={{ fontSize: 12, mt: 0.25 }}>{ground ?? t('Ground: Natural Earth')}</Box>
      </Box>
    </Box>
  )
}

/** A bar of a round length that fits into about 100 px. Null where a bar means nothing (whole continents). */
function scaleBar(map: MapLibre): { px: number; figure: number; unit: 'km' | 'm' } | null {
  const { lat, lng } = map.getCenter()
  const pxPerDegree = map.project([lng + 0.001, lat]).x - map.project([lng, lat]).x
  const pxPerMetre = pxPerDegree / (0.001 * metreRuler(Math.min(85, Math.max(-85, lat))).kx)
  if (!(pxPerMetre > 0)) return null
  const most = 100 / pxPerMetre
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((digit) => digit * power).find((length) => length <= most) ?? power
  if (metres > 500_000) return null
  const px = metres * pxPerMetre
  return metres >= 1000 ? { px, figure: metres / 1000, unit: 'km' } : { px, figure: Number(metres.toPrecision(1)), unit: 'm' }
}
