// What became what: seed cotton to lint, seed and waste, bales to yarn, yarn to fabric, to one scale.
import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import { materials } from '#domain/kernel/terms.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { neutral } from '#web/theme/tokens.ts'
import { roomFor } from '#web/ui/fit-text.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SvgButton } from '#web/ui/svg-button.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { type FlowEnd, layOut } from './material-layout.ts'

const height = 250
const bar = 12
/** Between a bar and its words. */
const gap = 5
const losses: Readonly<Record<string, string>> = { WASTE: /* i18n */ 'Waste', INVISIBLE: /* i18n */ 'Invisible loss' }
const fill = (end: FlowEnd): string => (end in losses ? '#B3362B' : '#2F5D47')

export function MaterialFlow({ flows }: { flows: ProcessingFigures['flows'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const [holder, measured] = useWidth(680)
  // Columns need room for their words; on a phone the drawing is moved sideways.
  const { nodes, bands, columns } = layOut(flows, height - 40)
  const name = (end: FlowEnd): string => t(losses[end] ?? materials[end as keyof typeof materials])
  const ends = nodes.filter(({ column }) => column === columns - 1)
  const right = bar + gap + Math.max(0, ...ends.flatMap(({ end, kg }) => [roomFor(name(end)), roomFor(format.kg(kg))]))
  const width = Math.max(measured, (columns - 1) * 118 + right)
  const step = columns > 1 ? (width - right) / (columns - 1) : 0
  return (
    <Panel title={t('From seed cotton to product')} note={t('kg, runs and presses of the season')}>
      {nodes.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('No run yet.')}</Box> : null}
      <Box
        component="section"
        ref={holder}
        aria-label={bands.map(({ from, to, kg }) => `${name(from.end)} → ${name(to.end)} ${format.kg(kg)}`).join(', ')}
        sx={{ ...fluidWidth, overflowX: 'auto' }}
      >
        <svg
          role="presentation"
          width={width}
          height={nodes.length ? height : 0}
          style={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
        >
          <g transform="translate(0 20)">
            {bands.map(({ key, from, to, kg, y0, y1, height: thick }) => {
              const [x0, x1] = [from.column * step + bar, to.column * step]
              const middle = (x0 + x1) / 2
              return (
                <path
                  key={key}
                  d={`M${x0},${y0} C${middle},${y0} ${middle},${y1} ${x1},${y1} L${x1},${y1 + thick} C${middle},${y1 + thick} ${middle},${y0 + thick} ${x0},${y0 + thick} Z`}
                  fill={fill(to.end)}
                  opacity={0.2}
                >
                  <title>{`${name(from.end)} → ${name(to.end)}: ${format.kg(kg)}`}</title>
                </path>
              )
            })}
            {nodes.map(({ key, end, column, kg, y, height: tall }) => (
              <SvgButton
                key={key}
                label={`${name(end)} ${format.kg(kg)}`}
                onPress={() =>
                  void navigate({
                    to: '/private/farmbook/$operator/$entity/list',
                    params: { operator, entity: end in losses ? 'processingsystem' : 'productbatch' },
                    search: (end in losses ? {} : { q: t(materials[end as keyof typeof materials]), sort: '-onHandKg' }) as never,
                  })
                }
              >
                <rect x={column * step} y={y} width={bar} height={tall} rx={2} fill={fill(end)} />
                <text
                  x={column * step + bar + gap}
                  y={y + Math.min(tall / 2, 14) + 4}
                  fontSize={12.5}
                  fill={neutral.ink}
                  fontWeight={600}
                  stroke="#fff"
                  strokeWidth={3}
                  paintOrder="stroke"
                >
                  {name(end)}
                </text>
                {tall > 26 ? (
                  <text
                    x={column * step + bar + gap}
                    y={y + Math.min(tall / 2, 14) + 19}
                    fontSize={12}
                    fill={neutral.ink2}
                    stroke="#fff"
                    strokeWidth={3}
                    paintOrder="stroke"
                  >
                    {format.kg(kg)}
                  </text>
                ) : null}
              </SvgButton>
            ))}
          </g>
        </svg>
      </Box>
    </Panel>
  )
}
