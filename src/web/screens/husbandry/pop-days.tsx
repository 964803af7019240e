// The calendar of a package of practices: one line a step, its days as marks on the band of the stages.
import Box from '@mui/material/Box'
import { useTranslation } from '#web/locales/translation.ts'
import { neutral } from '#web/theme/tokens.ts'
import { broken, short } from '#web/ui/fit-text.ts'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { daysOf, marksOn, type PopStage, type PopStep, spanOf } from './pop-timeline.ts'

const grounds = ['#DCE8E1', '#F1F6F3'] as const
const characterWidth = 7.4
const top = 40

export function PopDays({ steps, stages, durationDays }: { steps: readonly PopStep[]; stages: readonly PopStage[]; durationDays: number }) {
  const { t } = useTranslation()
  const [holder, width] = useWidth(640)
  const span = spanOf(steps, stages, durationDays)
  const inOrder = [...steps].sort((one, other) => one.offsetDays - other.offsetDays)
  const left = width < 480 ? 124 : 230
  const characters = Math.floor((left - 10) / characterWidth)
  const rowHeight = inOrder.some(({ name }) => name.length > characters) ? 34 : 26
  const height = top + Math.max(1, inOrder.length) * rowHeight + 24
  const x = (day: number) => left + ((day - span.from) / (span.to - span.from)) * (width - left - 10)
  return (
    <Box ref={holder} sx={fluidWidth}>
      <Box
        component="svg"
        role="img"
        aria-label={[
          ...stages.map(({ name, fromDay, toDay }) => `${name}: ${fromDay}–${toDay}`),
          ...inOrder.map((step) => `${step.name}: ${daysOf(step, steps)[0]}`),
        ].join(', ')}
        width={width}
        height={height}
        sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
      >
        {stages.map(({ name, fromDay, toDay }, at) => {
          const room = Math.floor((x(toDay + 1) - x(fromDay) - 8) / characterWidth)
          return (
            <g key={`${name}-${fromDay}`}>
              <rect x={x(fromDay)} width={Math.max(1, Math.min(x(toDay + 1), width - 4) - x(fromDay) - 1)} y={0} height={height - 22} fill={grounds[at % 2]} />
              {room > 3 ? (
                <text x={x(fromDay) + 6} y={18} fontSize={12.5} fontWeight={500} fill={neutral.ink}>
                  {short(name, room)}
                </text>
              ) : null}
            </g>
          )
        })}
        {inOrder.map((step, row) => {
          const y = top + row * rowHeight
          const lines = rowHeight > 26 ? broken(step.name, characters) : [short(step.name, characters)]
          const days = daysOf(step, steps)
          return (
            <g key={step.code}>
              {lines.map((line, at) => (
                <text key={line} x={0} y={y + 4 + at * 14 - (lines.length - 1) * 7} fontSize={12.5} fill={neutral.ink}>
                  {line}
                </text>
              ))}
              <line x1={left} x2={width - 8} y1={y} y2={y} stroke={neutral.line} />
              {days.map((day) => (
                <g key={day}>
                  <rect
                    x={x(day - (step.windowBefore ?? 0)) - 2}
                    width={Math.max(4, x(day + (step.windowAfter ?? 0)) - x(day - (step.windowBefore ?? 0)) + 4)}
                    y={y - 5}
                    height={10}
                    rx={3}
                    fill={step.critical ? '#F7C98B' : '#A9C7B5'}
                    opacity={0.8}
                  />
                  <circle cx={x(day)} cy={y} r={days.length > 12 ? 2 : 3.5} fill={step.critical ? '#8F4A00' : '#2F5D47'} />
                </g>
              ))}
            </g>
          )
        })}
        {marksOn(span, Math.max(3, Math.floor((width - left) / 60))).map((day) => (
          <text key={day} x={Math.min(x(day), width - 14)} y={height - 6} fontSize={12} fill={neutral.ink2} textAnchor="middle">
            {day}
          </text>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.5, fontSize: 12.5, color: 'text.secondary' }}>
        <Key colour="#2F5D47" ground="#A9C7B5" label={t('step, with its days of grace')} />
        {steps.some(({ critical }) => critical) ? <Key colour="#8F4A00" ground="#F7C98B" label={t('critical')} /> : null}
      </Box>
    </Box>
  )
}

function Key({ colour, ground, label }: { colour: string; ground: string; label: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      <Box aria-hidden sx={{ width: 18, height: 10, borderRadius: '3px', bgcolor: ground, display: 'grid', placeItems: 'center' }}>
        <Box sx={{ width: 6, height: 6, borderRadius: '50%', bgcolor: colour }} />
      </Box>
      {label}
    </Box>
  )
}
