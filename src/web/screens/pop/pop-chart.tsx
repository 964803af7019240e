// The calendar of a package of practices as a picture: a line for each step, its window as a bar, its day as a tick, what
// it is counted from as the line all others stand to. What must be done is filled, what may be left out is outlined.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { broken, charactersIn, short } from '#web/ui/fit-text.ts'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { type Calendar, ticksOf } from './pop-calendar.ts'

/** A letter of a label with its share of air, px. */
const characterWidth = 7.2
const top = 30
const colours = { must: '#2F5D47', may: '#86B29A', mustSoft: '#BFD5C8', maySoft: '#F1F6F3' } as const

export function PopChart({ calendar, nought, label }: { calendar: Calendar /** What day 0 is, in words. */; nought: string; label: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(720)
  const isNarrow = width < 480
  const longest = Math.max(0, ...calendar.rows.map(({ step }) => charactersIn(step.name)))
  const left = isNarrow ? 122 : Math.max(150, Math.min(290, 16 + longest * characterWidth))
  const mostCharacters = Math.floor((left - 14) / characterWidth)
  const rowHeight = isNarrow && longest > mostCharacters ? 36 : 26
  const span = Math.max(14, calendar.to - calendar.from)
  const x = (day: number) => left + 8 + ((day - calendar.from) / span) * (width - left - 24)
  const height = top + calendar.rows.length * rowHeight + 6
  const ticks = ticksOf(calendar, width - left)
  const dayOf = (day: number) => t('day {{day}}', { day: format.number(day) })
  return (
    <Box component="section" ref={holder} aria-label={label} sx={{ ...fluidWidth, fontVariantNumeric: 'tabular-nums' }}>
      <svg role="presentation" width={width} height={height} style={{ display: 'block', fontFamily: 'inherit', fontSize: 12.5 }}>
        {calendar.rows.map(({ step }, index) =>
          index % 2 === 0 ? <rect key={step.code} x={0} y={top + index * rowHeight} width={width} height={rowHeight} rx={4} fill="#F7F9F7" /> : null,
        )}
        {ticks.map((day) => (
          <g key={day}>
            <line x1={x(day)} x2={x(day)} y1={top - 8} y2={height} stroke={day === 0 ? '#1E2622' : '#E2E8E4'} strokeWidth={day === 0 ? 1.5 : 1} />
            <text x={x(day)} y={14} textAnchor="middle" fill={day === 0 ? '#1E2622' : '#56625B'} fontWeight={day === 0 ? 600 : 400}>
              {day === 0 ? nought : format.number(day)}
            </text>
          </g>
        ))}
        {calendar.rows.map(({ step, occurrences }, index) => {
          const y = top + index * rowHeight
          const lines = rowHeight > 26 ? broken(step.name, mostCharacters) : [short(step.name, mostCharacters)]
          return (
            <g key={step.code}>
              <text fill="#1E2622" fontWeight={step.mandatory ? 500 : 400}>
                {lines.map((words, line) => (
                  <tspan key={words} x={8} y={y + rowHeight / 2 + 4 + (line - (lines.length - 1) / 2) * 14}>
                    {words}
                  </tspan>
                ))}
                <title>{step.name}</title>
              </text>
              {occurrences.map(({ day, from, to }) => (
                <g key={day}>
                  <title>
                    {[step.name, dayOf(day), to > from ? t('from day {{from}} to {{to}}', { from: format.number(from), to: format.number(to) }) : '']
                      .filter(Boolean)
                      .join(', ')}
                  </title>
                  {to > from ? (
                    <rect
                      x={x(from)}
                      y={y + rowHeight / 2 - 5}
                      width={Math.max(4, x(to) - x(from))}
                      height={10}
                      rx={4}
                      fill={step.mandatory ? colours.mustSoft : colours.maySoft}
                      stroke={step.mandatory ? '#fff' : colours.may}
                      strokeDasharray={step.mandatory ? undefined : '3 2'}
                    />
                  ) : null}
                  <rect x={x(day) - 2} y={y + rowHeight / 2 - 7} width={4} height={14} rx={2} fill={step.mandatory ? colours.must : colours.may} />
                </g>
              ))}
            </g>
          )
        })}
      </svg>
    </Box>
  )
}

export function ChartKey() {
  const { t } = useTranslation()
  const part = (label: string, look: object) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <Box component="span" aria-hidden sx={look} />
      {label}
    </Box>
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5, color: 'text.secondary' }}>
      {part(t('the day'), { width: 4, height: 14, borderRadius: '2px', bgcolor: colours.must })}
      {part(t('window, must be done'), { width: 20, height: 10, borderRadius: '4px', bgcolor: colours.mustSoft })}
      {part(t('may be left out'), { width: 20, height: 10, borderRadius: '4px', bgcolor: colours.maySoft, border: '1px dashed', borderColor: colours.may })}
    </Box>
  )
}
