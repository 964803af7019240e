// The season diary: what happened on one axis of time, today as a line. The paper farm diary, alive.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { broken, charactersIn, short } from '#web/ui/fit-text.ts'
import { SvgButton } from '#web/ui/svg-button.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import type { Diary } from './diary.ts'
import { isOn, placeOf } from './diary.ts'
import { MonthAxis } from './month-axis.tsx'

/** A letter of a label with its share of air, px. */
const characterWidth = 7.4
const top = 44

type Props = {
  diary: Diary
  today: string
  plannedSowing: string
  labelOf: (key: string) => string
  onOpen: (markId: string, isOnPlot: boolean) => void /** Key of the row to lift out: the next step. */
  next: string | null
}

export function SeasonDiary({ diary, today, plannedSowing, labelOf, onOpen, next }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(720)
  const isNarrow = width < 480
  const longest = Math.max(...diary.rows.map(({ key }) => charactersIn(labelOf(key))), 0)
  const left = isNarrow ? 118 : Math.max(178, Math.min(260, 16 + longest * characterWidth))
  const mostCharacters = Math.floor((left - 12) / characterWidth)
  // On a phone a long name takes two lines.
  const rowHeight = isNarrow && longest > mostCharacters ? 34 : 24
  const linesOf = (label: string) => (rowHeight > 24 ? broken(label, mostCharacters) : [short(label, mostCharacters)])
  const x = (day: string) => left + placeOf(diary, day) * (width - left - 12)
  const height = top + diary.rows.length * rowHeight + 8
  const tag = Math.min(x(today), width - 25)
  return (
    <Box component="section" ref={holder} aria-label={t('Season diary')} sx={{ ...fluidWidth, fontVariantNumeric: 'tabular-nums' }}>
      <svg role="presentation" width={width} height={height} style={{ display: 'block', fontFamily: 'inherit', fontSize: 12.5 }}>
        <MonthAxis span={diary} x={x} left={left} width={width} height={height} />
        {diary.rows.map((row, index) => {
          const y = top + index * rowHeight
          const isNext = row.key === next
          return (
            <g key={row.key}>
              {index % 2 === 0 ? <rect x={0} y={y} width={width} height={rowHeight} rx={4} fill="#FAFBFA" /> : null}
              <text x={8} fill={row.marks.length || isNext ? '#1E2622' : '#56625B'} fontWeight={isNext ? 600 : 400}>
                {linesOf(labelOf(row.key)).map((words, line, lines) => (
                  <tspan key={words} x={8} y={y + rowHeight / 2 + 4 + (line - (lines.length - 1) / 2) * 14}>
                    {words}
                  </tspan>
                ))}
                <title>{labelOf(row.key)}</title>
              </text>
              {row.key === 'SOWING' ? (
                <line x1={x(plannedSowing)} x2={x(plannedSowing)} y1={y + 5} y2={y + rowHeight - 5} stroke="#7C877F" strokeWidth={1.5}>
                  <title>{t('planned {{date}}', { date: format.dateWithin(plannedSowing) })}</title>
                </line>
              ) : null}
              {row.bars.map((bar) => (
                <rect key={bar.from} x={x(bar.from)} y={y + rowHeight / 2 - 4} width={Math.max(3, x(bar.to) - x(bar.from))} height={8} rx={3} fill="#E3C35A">
                  <title>{t('waiting period to {{date}}', { date: format.dateWithin(bar.to) })}</title>
                </rect>
              ))}
              {isNext && isOn(diary, today) ? (
                <rect
                  x={x(today) - 2}
                  y={y + rowHeight / 2 - 6}
                  width={Math.min(46, width - x(today) - 8)}
                  height={12}
                  rx={4}
                  fill="#FBD9B0"
                  stroke="#E58A25"
                />
              ) : null}
              {row.marks.map((mark) => (
                <SvgButton
                  key={mark.id}
                  label={[labelOf(row.key), format.date(mark.day), mark.words].filter(Boolean).join(', ')}
                  onPress={() => onOpen(mark.id, mark.isOnPlot)}
                >
                  <circle cx={x(mark.day)} cy={y + rowHeight / 2} r={11} fill="transparent" />
                  {mark.isOnPlot ? (
                    <rect x={x(mark.day) - 4} y={y + rowHeight / 2 - 4} width={8} height={8} rx={1.5} fill="#2B7A4B" />
                  ) : (
                    <circle cx={x(mark.day)} cy={y + rowHeight / 2} r={4.5} fill="#2B7A4B" />
                  )}
                  <title>{[format.date(mark.day), mark.words].filter(Boolean).join(' · ')}</title>
                </SvgButton>
              ))}
            </g>
          )
        })}
        {isOn(diary, today) ? (
          <g pointerEvents="none">
            <line x1={x(today)} x2={x(today)} y1={34} y2={height} stroke="#1E2622" strokeWidth={1.5} />
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
