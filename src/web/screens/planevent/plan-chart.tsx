// Plan against actual as a picture: a bar for each window, a tick on its day, a mark with a shape of its own for what was done, done late
// or missed; today as a line. What may be left out is outlined. Each bar opens its step.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { broken, charactersIn, short } from '#web/ui/fit-text.ts'
import { SvgButton } from '#web/ui/svg-button.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { isOn, placeOf } from '../crop/diary.ts'
import { MonthAxis } from '../crop/month-axis.tsx'
import { type PlanBar, type PlanLine, spanOf } from './plan-bars.ts'

/** A letter of a label with its share of air, px. */
const characterWidth = 7.2
const top = 44
const laneHeight = 18
const ink = { done: '#2B7A4B', late: '#B7860B', missed: '#B3261E', quiet: '#8C9490' } as const

type Look = { fill: string; stroke?: string; dash?: string }
function lookOf({ status, mandatory }: PlanBar): Look {
  if (status === 'DUE') return { fill: '#FBD9B0', stroke: '#E58A25', ...(mandatory ? {} : { dash: '3 2' }) }
  if (status === 'MISSED') return { fill: '#FBE3E1' }
  if (status === 'SKIPPED') return { fill: '#F4F5F4', stroke: '#B9C1BC', dash: '3 2' }
  return mandatory ? { fill: '#D5E4DB' } : { fill: '#F1F6F3', stroke: '#86B29A', dash: '3 2' }
}

type Props = {
  lines: readonly PlanLine[]
  label: string
  today: string
  onOpen: (id: string) => void /** Names the bars where a line holds several steps. */
  withCodes?: boolean
  /** Days that are drawn; absent: as far as the windows reach. */
  span?: { from: string; to: string }
}

export function PlanChart({ lines, label, today, onOpen, withCodes = false, span: given }: Props) {
  const { t } = useTranslation()
  const [holder, width] = useWidth(720)
  const span = given ?? spanOf(lines)
  if (!span) return null
  const isNarrow = width < 480
  const longest = Math.max(...lines.flatMap((line) => [charactersIn(line.label), charactersIn(line.note)]), 0)
  const left = isNarrow ? 112 : Math.max(150, Math.min(250, 16 + longest * characterWidth))
  const mostCharacters = Math.floor((left - 12) / characterWidth)
  const heightOf = ({ lanes, label: name, note }: PlanLine): number =>
    Math.max(lanes.length * laneHeight + 8, note || (isNarrow && charactersIn(name) > mostCharacters) ? 38 : 26)
  const tops = [top]
  for (const line of lines) tops.push((tops.at(-1) ?? top) + heightOf(line))
  const height = (tops.at(-1) ?? top) + 6
  const x = (day: string) => left + Math.max(0, Math.min(1, placeOf(span, day))) * (width - left - 10)
  const tag = Math.max(left + 25, Math.min(x(today), width - 25))
  return (
    <Box component="section" ref={holder} aria-label={label} sx={{ ...fluidWidth, fontVariantNumeric: 'tabular-nums' }}>
      <svg role="presentation" width={width} height={height} style={{ display: 'block', fontFamily: 'inherit', fontSize: 12.5 }}>
        {lines.map((line, index) => (
          <g key={line.key}>{index % 2 === 0 ? <rect x={0} y={tops[index]} width={width} height={heightOf(line)} rx={4} fill="#F7F9F7" /> : null}</g>
        ))}
        <MonthAxis span={span} x={x} left={left} width={width} height={height} />
        {isOn(span, today) ? <line x1={x(today)} x2={x(today)} y1={38} y2={height} stroke="#1E2622" strokeWidth={1.5} /> : null}
        {lines.map((line, index) => (
          <Line
            key={line.key}
            line={line}
            y={tops[index] ?? top}
            height={heightOf(line)}
            words={isNarrow && !line.note ? broken(line.label, mostCharacters) : [short(line.label, mostCharacters)]}
            note={short(line.note, mostCharacters)}
            x={x}
            isShown={(day) => isOn(span, day)}
            onOpen={onOpen}
            withCodes={withCodes}
          />
        ))}
        {isOn(span, today) ? (
          <g>
            <rect x={tag - 25} y={22} width={50} height={18} rx={4} fill="#1E2622" />
            <text x={tag} y={35} textAnchor="middle" fill="#fff" fontSize={12} fontWeight={600}>
              {t('today')}
            </text>
          </g>
        ) : null}
      </svg>
    </Box>
  )
}

type LineProps = {
  line: PlanLine
  y: number
  height: number
  words: readonly string[]
  note: string
  x: (day: string) => number
  /** Whether a day is drawn at all. */
  isShown: (day: string) => boolean
  onOpen: (id: string) => void
  withCodes: boolean
}
function Line({ line, y, height, words, note, x, isShown, onOpen, withCodes }: LineProps) {
  const isPressing = line.lanes.flat().some(({ status }) => status === 'DUE')
  const first = y + (height - line.lanes.length * laneHeight) / 2
  return (
    <g>
      <text x={8} fill="#1E2622" fontWeight={isPressing ? 600 : 400}>
        {words.map((word, at) => (
          <tspan key={word} x={8} y={y + height / 2 + 4 + (at - (words.length - 1) / 2) * 14 - (note ? 7 : 0)}>
            {word}
          </tspan>
        ))}
        <title>{[line.label, line.note].filter(Boolean).join(', ')}</title>
      </text>
      {note ? (
        <text x={8} y={y + height / 2 + 12} fill="#56625B" fontSize={11.5}>
          {note}
        </text>
      ) : null}
      {line.lanes.flatMap((lane, at) =>
        lane.map((bar) => (
          <Bar key={bar.id} bar={bar} y={first + at * laneHeight + laneHeight / 2} x={x} isShown={isShown} onOpen={onOpen} withCode={withCodes} />
        )),
      )}
    </g>
  )
}

type BarProps = Pick<LineProps, 'y' | 'x' | 'isShown' | 'onOpen'> & { bar: PlanBar; withCode: boolean }
function Bar({ bar, y, x, isShown, onOpen, withCode }: BarProps) {
  const words = useBarWords()
  const look = lookOf(bar)
  const width = Math.max(6, x(bar.to) - x(bar.from))
  return (
    <SvgButton label={words(bar)} onPress={() => onOpen(bar.id)}>
      <rect x={x(bar.from) - 3} y={y - 9} width={width + 6} height={18} fill="transparent" />
      <rect x={x(bar.from)} y={y - 5.5} width={width} height={11} rx={4} fill={look.fill} stroke={look.stroke ?? 'none'} strokeDasharray={look.dash} />
      {withCode && width > charactersIn(bar.code) * 6.4 + 6 && !(bar.doneOn && x(bar.doneOn) - x(bar.from) < charactersIn(bar.code) * 6.4 + 10) ? (
        <text x={x(bar.from) + 4} y={y + 3.5} fontSize={10} fill="#3C4741">
          {bar.code}
        </text>
      ) : (
        <rect x={x(bar.due) - 0.75} y={y - 5.5} width={1.5} height={11} fill="#7C877F" />
      )}
      {isShown(bar.doneOn ?? bar.to) ? <Mark bar={bar} x={x(bar.doneOn ?? bar.to)} y={y} /> : null}
    </SvgButton>
  )
}

/** What became of it, each with a shape of its own. */
function Mark({ bar: { status }, x, y }: { bar: PlanBar; x: number; y: number }) {
  if (status === 'DONE_ON_TIME') return <circle cx={x} cy={y} r={5} fill={ink.done} stroke="#fff" />
  if (status === 'DONE_LATE') return <path d={`M${x} ${y - 6}l6 6-6 6-6-6z`} fill={ink.late} stroke="#fff" />
  if (status === 'MISSED') return <path d={`M${x - 5} ${y - 5}l10 10m0-10l-10 10`} stroke={ink.missed} strokeWidth={2.4} strokeLinecap="round" />
  if (status === 'SKIPPED') return <path d={`M${x - 8} ${y}h7`} stroke={ink.quiet} strokeWidth={2} strokeLinecap="round" />
  return null
}

function useBarWords(): (bar: PlanBar) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ name, status, due, from, to, doneOn }) =>
    [
      name,
      doneOn
        ? t(status === 'DONE_LATE' ? 'done late on {{date}}' : 'done on {{date}}', { date: format.dateWithin(doneOn) })
        : status === 'MISSED'
          ? t('missed')
          : status === 'SKIPPED'
            ? t('left out')
            : t('due on {{date}}', { date: format.dateWithin(due) }),
      to > from ? t('{{from}} to {{to}}', { from: format.date(from), to: format.dateWithin(to) }) : '',
    ]
      .filter(Boolean)
      .join(', ')
}

export function PlanKey() {
  const { t } = useTranslation()
  const part = (label: string, sample: React.ReactNode) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <svg aria-hidden="true" width={18} height={14}>
        {sample}
      </svg>
      {label}
    </Box>
  )
  const bar = (fill: string, stroke?: string, dash?: string) => (
    <rect x={1} y={2} width={16} height={10} rx={4} fill={fill} stroke={stroke ?? 'none'} strokeDasharray={dash} />
  )
  const mark = (status: string) => <Mark bar={{ status } as PlanBar} x={status === 'SKIPPED' ? 13 : 9} y={7} />
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, fontSize: 12.5, color: 'text.secondary' }}>
      {part(t('window'), bar('#D5E4DB'))}
      {part(t('may be left out'), bar('#F1F6F3', '#86B29A', '3 2'))}
      {part(t('due now'), bar('#FBD9B0', '#E58A25'))}
      {part(t('done'), mark('DONE_ON_TIME'))}
      {part(t('late'), mark('DONE_LATE'))}
      {part(t('missed'), mark('MISSED'))}
    </Box>
  )
}
