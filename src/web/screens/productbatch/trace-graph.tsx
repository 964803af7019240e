// The trace read from left to right: plots, farmers' lots, heap, run, what came out. Widths are kilograms to one scale;
// whoever is picked keeps a blue share through all of it. The list beside says the same in words.
import Box from '@mui/material/Box'
import { useId, useMemo, useState } from 'react'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { broken, lettersWithin, roomFor, short } from '#web/ui/fit-text.ts'
import { SvgButton } from '#web/ui/svg-button.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { columnsOf, type Flow, type FlowNode, foldAlike, foldSmall } from './trace-flow.ts'
import { bandPath, defaultLayout, layoutTrace, type PlacedNode, shareThrough, type TraceLayout } from './trace-layout.ts'

const mostRows = 12
/** Four lines of text, px. */
const textAbove = 66
/** More runs of one place than this are drawn as one bar until somebody opens it. */
const mostAlike = 2
/** Headings, and the lines of text above the highest bar between the first and the last column. */
const headRoom = ({ nodes, columns }: TraceLayout): number =>
  30 +
  Math.max(
    0,
    textAbove -
      Math.min(textAbove, ...nodes.filter((node) => node.column > 0 && node.column < columns.length - 1 && node.kind !== 'lot').map((node) => node.y)),
  )
/** A band from this thickness on holds a line of text, px. */
const thickEnough = 18
const narrowest = 760
/** A flow of so few columns is read in less. */
const fewColumns = 3
const narrowestOfFew = 600
/** Letters of a label before it is cut: left of the first column, right of the last. */
const mostOfPlot = 18
const mostOfEnd = 24
/** Of what stayed behind. */
const mostOfRest = 28
const blue = { node: '#1E67A8', band: '#7FB0DC' } as const
/** By-products and waste keep a colour of their own, so that an eye follows the main thing. */
const kindColours: Readonly<Record<string, string>> = { COTTONSEED: '#8A7A3B', GIN_TRASH: '#8C9490', CUTTING_WASTE: '#8C9490', waste: '#8C9490' }
const nodeColour = '#2F5D47'

/** Room for the words left of the first column and right of the last, its heading's too, and for all of it. */
function measuresOf(flow: Flow, headings: Props['headings'], writeKg: (kg: number) => string): { left: number; right: number; least: number } {
  const columns = columnsOf(flow)
  const last = Math.max(...columns.values())
  const [starts, ends] = [flow.nodes.filter((node) => columns.get(node.id) === 0), flow.nodes.filter((node) => columns.get(node.id) === last)]
  const words = ends.flatMap((node) => [...endWords(node, writeKg), headings[node.kind] ?? ''])
  return {
    least: last < fewColumns ? narrowestOfFew : narrowest,
    left: last > 0 ? 14 + Math.max(0, ...starts.map(({ label }) => roomFor(short(label, mostOfPlot)))) : 40,
    right: 34 + Math.max(0, ...words.map(roomFor)),
  }
}

/** The two lines right of a bar of the last column. What stayed behind says its kilograms first. */
function endWords({ label, note, kg, rest }: FlowNode, writeKg: (kg: number) => string): [first: string, second: string] {
  return rest ? [short(`${writeKg(kg)} ${label}`, mostOfRest), short(note ?? '', mostOfRest)] : [short(label, mostOfEnd), short(note ?? writeKg(kg), mostOfEnd)]
}

type Props = {
  flow: Flow
  /** Headings over the columns, by kind of node. */
  headings: Readonly<Record<string, string>>
  picked: string | null
  onPick: (id: string | null) => void
  label: string
  /** Of kinds of node that have one here. */
  colours?: Readonly<Record<string, string>>
}

export function TraceGraph({ flow, headings, picked, onPick, label, colours = {} }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [all, setAll] = useState(false)
  const [holder, width] = useWidth(narrowest)
  const shown = useMemo(
    () =>
      all
        ? flow
        : foldSmall(
            foldAlike(flow, mostAlike, (count, node) =>
              node.kind === 'run'
                ? t('{{place}}, {{count}} runs', { place: node.label, count })
                : t('{{product}}, {{count}} lots', { product: node.label, count }),
            ),
            mostRows,
            new Set(picked ? [picked] : []),
            (count, kind) => (kind === 'plot' ? t('… {{count}} more plots', { count }) : t('… {{count}} more', { count })),
          ),
    [all, flow, picked, t],
  )
  const { least, left, right } = measuresOf(shown, headings, format.kg)
  const layout = useMemo(() => layoutTrace(shown, { width: Math.max(least, width), left, right }), [shown, width, least, left, right])
  const shares = useMemo(() => (picked && shown.nodes.some((node) => node.id === picked) ? shareThrough(shown, picked) : null), [shown, picked])
  return (
    <Box
      component="section"
      aria-label={label}
      ref={holder}
      sx={{ ...fluidWidth, overflowX: 'auto', '& [role=button]:focus-visible': { outline: '2px solid', outlineColor: 'brand.ink', outlineOffset: 2 } }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onPick(null)
      }}
    >
      <svg
        role="presentation"
        width={layout.width}
        height={layout.height + headRoom(layout) + 16}
        style={{ display: 'block', fontSize: 12.5, fontFamily: 'inherit' }}
      >
        <Headings layout={layout} headings={headings} />
        <g transform={`translate(0, ${headRoom(layout)})`}>
          {layout.bands.map((band) => (
            <path key={band.key} d={band.path} fill="#D3E0D7" />
          ))}
          {shares &&
            layout.bands.map((band) => {
              const kg = shares.bands.get(band.key) ?? 0
              return kg > 0 ? <path key={band.key} d={bandPath(band, kg * layout.pxPerKg)} fill={blue.band} /> : null
            })}
          {layout.nodes.map((node) => (
            <Bar
              key={node.id}
              node={node}
              layout={layout}
              picked={picked}
              shareKg={shares?.nodes.get(node.id) ?? 0}
              colours={colours}
              onPick={() => (node.folded ? setAll(true) : onPick(node.id === picked ? null : node.id))}
            />
          ))}
        </g>
      </svg>
    </Box>
  )
}

function Headings({ layout, headings }: { layout: TraceLayout; headings: Props['headings'] }) {
  return layout.columns.map(({ x, kinds }, column) => {
    const words = kinds.map((kind) => headings[kind]).find(Boolean)
    if (!words) return null
    const isFirst = column === 0
    const next = layout.columns[column + 1]
    const shown = isFirst || !next ? words : short(words, Math.max(2, lettersWithin(words, next.x - x - 4)))
    return (
      <text key={x} x={isFirst ? x + defaultLayout.nodeWidth : x} y={14} textAnchor={isFirst ? 'end' : 'start'} fill="#56625B" fontWeight={500}>
        {shown}
        {shown === words ? null : <title>{words}</title>}
      </text>
    )
  })
}

type BarProps = {
  node: PlacedNode
  layout: TraceLayout
  picked: string | null
  shareKg: number
  colours: Readonly<Record<string, string>>
  onPick: () => void
}
function Bar({ node, layout, picked, shareKg, colours, onPick }: BarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const clip = useId()
  const isPicked = node.id === picked
  const width = node.rest ? 4 : defaultLayout.nodeWidth
  const fill = isPicked ? blue.node : node.rest ? '#8FAF9B' : (colours[node.kind] ?? kindColours[node.kind] ?? nodeColour)
  const shareHeight = shareKg > 0 && node.kg > 0 ? (node.height * shareKg) / node.kg : 0
  const caption = [node.label, node.note, format.kg(node.kg), shareKg > 0 && !isPicked ? t('{{kg}} of it from the one picked', { kg: format.kg(shareKg) }) : '']
    .filter(Boolean)
    .join(', ')
  return (
    <SvgButton label={caption} pressed={isPicked} onPress={onPick}>
      <clipPath id={clip}>
        <rect x={node.x} y={node.y} width={width} height={node.height} rx={2} />
      </clipPath>
      {/* A hairline bar still takes a click. */}
      <rect
        x={node.x - 6}
        y={node.y + node.height / 2 - Math.max(11, node.height / 2)}
        width={width + 12}
        height={Math.max(22, node.height)}
        fill="transparent"
      />
      <rect
        x={node.x}
        y={node.y}
        width={width}
        height={node.height}
        rx={2}
        fill={fill}
        stroke={node.folded ? '#2F5D47' : 'none'}
        strokeDasharray={node.folded ? '2 2' : undefined}
      />
      {shareHeight > 0 && !isPicked && (
        <rect x={node.x} y={node.y + (node.height - shareHeight) / 2} width={width} height={shareHeight} fill={blue.node} clipPath={`url(#${clip})`} />
      )}
      <Words node={node} layout={layout} isPicked={isPicked} width={width} />
    </SvgButton>
  )
}

/** Words left of the first column, inside the band before the second, above bars between, right of the last. */
function Words({ node, layout, isPicked, width }: { node: PlacedNode; layout: TraceLayout; isPicked: boolean; width: number }) {
  const format = useFormat()
  const middle = node.y + node.height / 2
  const bold = isPicked ? 600 : 400
  const last = layout.columns.length - 1
  const before = layout.columns[node.column - 1]
  const [first, second] = endWords(node, format.kg)
  if (node.rest) return <Two node={node} x={node.x + 10} y={middle - 3} first={first} second={second} />
  if (node.column === 0 && last > 0)
    return (
      <text x={node.x - 8} y={middle + 4} textAnchor="end" fontWeight={bold} fill="#1E2622">
        {short(node.label, mostOfPlot)}
      </text>
    )
  if (node.column === last) return <Two node={node} x={node.x + width + 10} y={middle - 3} first={first} second={second} />
  if (node.kind === 'lot' && node.column === 1 && before) {
    const from = before.x + defaultLayout.nodeWidth + 8
    const room = node.x - from - 8
    // A thin band would strike the words through: they stand on it. A thick one carries them.
    const line = node.height < thickEnough ? middle - node.height / 2 - 4 : middle + 4
    return (
      <g stroke="#fff" strokeWidth={3} paintOrder="stroke" strokeOpacity={node.height < thickEnough ? 1 : 0.55}>
        <text x={from} y={line} fontWeight={bold} fill="#1E2622">
          {short(node.note ?? node.label, Math.floor((room - 62) / 6.4))}
        </text>
        <text x={node.x - 8} y={line} textAnchor="end" fontWeight={bold} fill={isPicked ? '#1E2622' : '#56625B'} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {format.kg(node.kg < 100 ? node.kg : Math.round(node.kg))}
        </text>
      </g>
    )
  }
  const above = wordsAbove(node, layout, format.kg(node.kg))
  return (
    <g stroke="#fff" strokeWidth={3} paintOrder="stroke">
      {above.map(({ words, isName }, index) => (
        <text
          key={words}
          x={node.x - 2}
          y={node.y - 7 - lineHeight * (above.length - 1 - index)}
          fontWeight={isName ? 600 : 400}
          fill={isName ? '#1E2622' : '#56625B'}
        >
          {words}
          <title>{`${node.label}, ${node.note ?? format.kg(node.kg)}`}</title>
        </text>
      ))}
    </g>
  )
}

const lineHeight = 15
/** The lines above a bar: its name and its note, each broken once where the room to the next column ends. */
function wordsAbove(node: PlacedNode, layout: TraceLayout, kg: string): { words: string; isName: boolean }[] {
  const room = Math.floor((wordsEnd(node, layout) - node.x - 6) / 6.5)
  return [
    ...broken(node.label, room).map((words) => ({ words, isName: true })),
    ...broken(node.note ?? kg, room + 2).map((words) => ({ words, isName: false })),
  ]
}

/** How far the words above a bar may reach: to the next column, or past it where nothing stands or is written there. */
function wordsEnd(node: PlacedNode, { columns, nodes, width }: TraceLayout): number {
  const next = columns[node.column + 1]
  if (!next) return width
  const stands = ({ y, height }: PlacedNode) => y - textAbove < node.y - 6 && y + height > node.y - textAbove
  const isTaken = nodes.some((other) => other.column === node.column + 1 && stands(other))
  return isTaken ? next.x : (columns[node.column + 2]?.x ?? width)
}

function Two({ node, x, y, first, second }: { node: PlacedNode; x: number; y: number; first: string; second: string }) {
  return (
    <g stroke="#fff" strokeWidth={3} paintOrder="stroke">
      <text x={x} y={y} fontWeight={600} fill="#1E2622">
        {first}
        <title>{node.label}</title>
      </text>
      {second && (
        <text x={x} y={y + 15} fill="#56625B">
          {second}
          <title>{node.note ?? second}</title>
        </text>
      )}
    </g>
  )
}
