// The calendar of a package while it is written: a timeline in days on which a step is dragged, or moved by arrow keys, and the table of
// all its fields below. Both are the same steps: what is moved in one stands in the other.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type PointerEvent as Pointer, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Field } from '#domain/kernel/field.ts'
import { RowsEditor } from '#web/fields/edit-rows.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { short } from '#web/ui/fit-text.ts'
import { Panel } from '#web/ui/panel.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { bandsOf, type CalendarRow, calendarsOf, type PopStep, ticksOf } from './pop-calendar.ts'
import { StepLanguages } from './step-languages.tsx'
import { type Bounds, movedBy, stepsIn } from './step-moves.ts'

const top = 26
const rowHeight = 28
const characterWidth = 7.2

export function StepsEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { getValues, setValue } = useFormContext()
  const [written, anchor, durationDays, language, names] = useWatch({ name: [props.name, 'anchor', 'durationDays', 'language', 'names'] })
  const steps = stepsIn(written, { anchor, durationDays })
  const { min = -120, max = 400 } = (props.field.fields?.offsetDays as Field | undefined) ?? {}
  const bounds = { min, max }
  const move = (code: string, days: number, part: 'day' | 'before' | 'after') => {
    // As the form has it now: a pointer moves on before the page is drawn again.
    const now = stepsIn(getValues(props.name))
    const at = now.findIndex((step) => step.code === code)
    const step = now[at]
    if (!step) return
    for (const [name, value] of Object.entries(movedBy(step, days, part, bounds)))
      setValue(`${props.name}.${at}.${name}`, String(value), { shouldDirty: true, shouldValidate: false })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridColumn: '1 / -1', minWidth: 0 }}>
      {steps.length > 0 ? (
        <Box>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {t(
              'Drag a step to another day, or its window by an end. By keyboard: arrow keys move the chosen step, with Shift by a week. With Alt, left and right move the end of its window, up and down its beginning.',
            )}
          </Typography>
          {calendarsOf(steps).map((calendar) => (
            <Timeline key={calendar.anchor} rows={inOrderOf(steps, calendar.rows)} from={calendar.from} to={calendar.to} bounds={bounds} onMove={move} />
          ))}
        </Box>
      ) : null}
      {steps.length > 0 ? (
        <Panel title={t('Languages')}>
          <StepLanguages of={{ language, names, planEvents: written }} />
        </Panel>
      ) : null}
      <RowsEditor {...props} Item={FormField} />
    </Box>
  )
}

/** As they stand in the table below: a step that is being dragged stays in its line. */
const inOrderOf = (steps: readonly PopStep[], rows: readonly CalendarRow[]): CalendarRow[] =>
  [...rows].sort((one, other) => steps.indexOf(one.step) - steps.indexOf(other.step))

type TimelineProps = {
  rows: readonly CalendarRow[]
  from: number
  to: number
  bounds: Bounds
  onMove: (code: string, days: number, part: 'day' | 'before' | 'after') => void
}

function Timeline({ rows, from: first, to: last, bounds, onMove }: TimelineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(720)
  const [from, to] = [first - 10, Math.max(last + 10, first + 30)]
  const left = width < 480 ? 104 : 200
  const perDay = (width - left - 16) / (to - from)
  const x = (day: number) => left + 8 + (day - from) * perDay
  const height = top + rows.length * rowHeight + 4
  return (
    <Box ref={holder} sx={{ ...fluidWidth, fontVariantNumeric: 'tabular-nums', touchAction: 'pan-y' }}>
      <svg role="presentation" width={width} height={height} style={{ display: 'block', fontFamily: 'inherit', fontSize: 12.5, userSelect: 'none' }}>
        {ticksOf({ from, to }, width - left).map((day) => (
          <g key={day}>
            <line x1={x(day)} x2={x(day)} y1={top - 6} y2={height} stroke={day === 0 ? '#1E2622' : '#E2E8E4'} />
            <text x={x(day)} y={14} textAnchor="middle" fill="#56625B">
              {format.number(day)}
            </text>
          </g>
        ))}
        {rows.map(({ step, occurrences }, index) => {
          const y = top + index * rowHeight
          const [main, ...repeats] = occurrences
          if (!main) return null
          return (
            <g key={step.code || index}>
              {index % 2 === 0 ? <rect x={0} y={y} width={width} height={rowHeight} rx={4} fill="#F7F9F7" /> : null}
              <text x={8} y={y + rowHeight / 2 + 4} fill="#1E2622">
                {short(step.name || step.code || t('Step'), Math.floor((left - 12) / characterWidth))}
              </text>
              {bandsOf(repeats).map((one) => (
                <rect key={one.from} x={x(one.from)} y={y + 9} width={Math.max(4, x(one.to) - x(one.from))} height={10} rx={4} fill="#E4EDE8" />
              ))}
              <Handle step={step} main={main} x={x} y={y} perDay={perDay} bounds={bounds} onMove={onMove} />
            </g>
          )
        })}
      </svg>
    </Box>
  )
}

type HandleProps = {
  step: PopStep
  main: CalendarRow['occurrences'][number]
  x: (day: number) => number
  y: number
  perDay: number
  bounds: Bounds
  onMove: TimelineProps['onMove']
}

/** The bar of a step: dragged as a whole or by an end; a slider for those who use the keyboard. */
function Handle({ step, main, x, y, perDay, bounds, onMove }: HandleProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const drag = useRef<{ at: number; days: number; part: 'day' | 'before' | 'after' } | null>(null)
  const [isDragged, setIsDragged] = useState(false)
  const begin = (part: 'day' | 'before' | 'after') => (event: Pointer<SVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { at: event.clientX, days: 0, part }
    setIsDragged(true)
  }
  const follow = (event: Pointer<SVGElement>) => {
    const going = drag.current
    if (!going) return
    const days = Math.round((event.clientX - going.at) / perDay)
    if (days !== going.days) onMove(step.code, days - going.days, going.part)
    going.days = days
  }
  const end = () => {
    drag.current = null
    setIsDragged(false)
  }
  const width = Math.max(10, x(main.to) - x(main.from))
  const pointer = { onPointerMove: follow, onPointerUp: end, onPointerCancel: end }
  return (
    <g>
      <g
        role="slider"
        tabIndex={0}
        aria-label={step.name || step.code}
        aria-valuenow={step.offsetDays}
        aria-valuemin={bounds.min}
        aria-valuemax={bounds.max}
        aria-valuetext={t('day {{day}}, from day {{from}} to {{to}}', {
          day: format.number(step.offsetDays),
          from: format.number(step.offsetDays - step.windowBefore),
          to: format.number(step.offsetDays + step.windowAfter),
        })}
        style={{ cursor: isDragged ? 'grabbing' : 'grab' }}
        onPointerDown={begin('day')}
        {...pointer}
        onKeyDown={(event) => {
          const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
          if (way === undefined) return
          event.preventDefault()
          const end = event.key === 'ArrowUp' || event.key === 'ArrowDown' ? 'before' : 'after'
          onMove(step.code, way * (event.shiftKey ? 7 : 1), event.altKey ? end : 'day')
        }}
      >
        <rect x={x(main.from) - 2} y={y + 2} width={width + 4} height={rowHeight - 4} fill="transparent" />
        <rect
          x={x(main.from)}
          y={y + 7}
          width={width}
          height={14}
          rx={5}
          fill={step.mandatory ? '#BFD5C8' : '#F1F6F3'}
          stroke={isDragged ? '#E58A25' : step.mandatory ? '#86AA92' : '#86B29A'}
          strokeDasharray={step.mandatory ? undefined : '3 2'}
        />
        <rect x={x(main.day) - 1.5} y={y + 5} width={3} height={18} rx={1.5} fill="#2F5D47" />
      </g>
      {(['before', 'after'] as const).map((part) => (
        <rect
          key={part}
          aria-hidden
          x={part === 'before' ? x(main.from) - 5 : x(main.from) + width - 3}
          y={y + 4}
          width={8}
          height={20}
          fill="transparent"
          style={{ cursor: 'ew-resize' }}
          onPointerDown={begin(part)}
          {...pointer}
        />
      ))}
    </g>
  )
}
