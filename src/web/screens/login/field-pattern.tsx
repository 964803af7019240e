// The picture above the mission: fields seen from the air, drawn, not photographed. Laid out once from a fixed
// seed, coloured from the tenant's own ink, one field in its primary colour, bright enough to stand out. Decoration: hidden from screen readers.

import { deriveColours, type TenantColours } from '#domain/tenancy/brand-colours.ts'
import { brighten, mix } from '#domain/tenancy/contrast.ts'
import { useTranslation } from '#web/locales/translation.ts'

const size = { width: 700, height: 420 }
const columns = 11
const rows = 8
/** Column and row of the field that stands out. */
const chosen = { column: 4, row: 3 }

type Spot = { x: number; y: number }
type Field = { points: string; shade: number; furrow: number | null; isChosen: boolean; centre: Spot }

/** mulberry32: the same fields in every browser. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A grid of boundaries, every corner pushed a little, every field drawn in from its neighbours by a bund's width. */
function layOut(): Field[] {
  const random = seeded(11)
  const step = { x: (size.width + 120) / columns, y: (size.height + 60) / rows }
  const corners = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from(
      { length: columns + 1 },
      (_, column): Spot => ({
        x: column * step.x - 60 + (random() - 0.5) * step.x * 0.46 - row * 5,
        y: row * step.y - 30 + (random() - 0.5) * step.y * 0.42 + Math.sin(column * 0.8) * 12,
      }),
    ),
  )
  const at = (row: number, column: number): Spot => corners[row]?.[column] ?? { x: 0, y: 0 }
  return Array.from({ length: rows * columns }, (_, index): Field => {
    const row = Math.floor(index / columns)
    const column = index % columns
    const ring = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)]
    const centre = { x: ring.reduce((sum, { x }) => sum + x, 0) / 4, y: ring.reduce((sum, { y }) => sum + y, 0) / 4 }
    const points = ring
      .map(({ x, y }) => {
        const away = Math.hypot(x - centre.x, y - centre.y) || 1
        return `${(x - ((x - centre.x) / away) * 2.6).toFixed(1)},${(y - ((y - centre.y) / away) * 2.6).toFixed(1)}`
      })
      .join(' ')
    return {
      points,
      centre,
      shade: Math.floor(random() * shadeSteps.length),
      furrow: random() < 0.42 ? Math.floor(random() * angles.length) : null,
      isChosen: row === chosen.row && column === chosen.column,
    }
  })
}

/** How much brighter than the ground each shade of field is. */
const shadeSteps = [1.16, 1.3, 1.44, 1.58]
/** Directions of ploughing, degrees. */
const angles = [-72, 8, 62, -18]
const fields = layOut()

export function FieldPattern({ colours, withLabel = false }: { colours: TenantColours; withLabel?: boolean }) {
  const { t } = useTranslation()
  const { secondaryInk: ink, accentOnInk: accent } = deriveColours(colours)
  const marked = fields.find(({ isChosen }) => isChosen)
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMidYMax slice"
      width="100%"
      height="100%"
      aria-hidden="true"
      style={{ display: 'block' }}
    >
      <defs>
        {angles.map((angle, index) => (
          <pattern key={angle} id={`furrow-${index}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform={`rotate(${angle})`}>
            <line x1="0" y1="0" x2="5" y2="0" stroke="#fff" strokeOpacity="0.22" strokeWidth="1.2" />
          </pattern>
        ))}
      </defs>
      <rect width={size.width} height={size.height} fill={mix(ink, '#000000', 0.1)} />
      {fields.map(({ points, shade, furrow, isChosen }) => (
        <g key={points}>
          <polygon points={points} fill={isChosen ? accent : brighten(ink, shadeSteps[shade] ?? 1)} />
          {furrow !== null || isChosen ? <polygon points={points} fill={`url(#furrow-${furrow ?? 1})`} /> : null}
        </g>
      ))}
      {withLabel && marked ? <Label from={marked.centre} title={t('One plot, one record')} text={t('boundary, season, harvest, sale')} ink={ink} /> : null}
      <path d="M0 388 C 90 362, 190 376, 300 402 S 560 336, 700 352 L700 420 L0 420 Z" fill={mix(brighten(ink, 1.6), '#FFFFFF', 0.2)} />
      <path d="M0 398 C 90 372, 190 386, 300 412 S 560 346, 700 362 L700 421 L0 421 Z" fill={ink} />
    </svg>
  )
}

function Label({ from, title, text, ink }: { from: Spot; title: string; text: string; ink: string }) {
  const box = { x: from.x + 62, y: from.y - 84, width: 214, height: 52 }
  return (
    <g>
      <line x1={from.x + 16} y1={from.y - 10} x2={box.x} y2={box.y + 28} stroke="#fff" strokeWidth="1.6" />
      <rect {...box} rx="8" fill="#fff" />
      <text x={box.x + 14} y={box.y + 22} fontSize="14" fontWeight="600" fill="#1E2622">
        {title}
      </text>
      <text x={box.x + 14} y={box.y + 40} fontSize="12.5" fill={ink}>
        {text}
      </text>
    </g>
  )
}
