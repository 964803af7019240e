// From estimate to purchase: what was expected, what still stands in the field, what the farmers keep or can still sell, what was bought.
// Columns to one scale, parted by claim; the steps between hang where the next column begins. Each opens the list of the crops behind it.
import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import { type FlowColumn, kilogramFlow } from '#domain/cropping/kilogram-flow.ts'
import { addUp, type Sums } from '#domain/cropping/season-summary.ts'
import type { CropTypeSums } from '#domain/cropping/season-summary-answer.ts'
import { cropsBehind } from '#domain/reports/figure-lists.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { neutral } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SvgButton } from '#web/ui/svg-button.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { claimFill, claimOrder, useClaimWord } from './claim-fill.ts'
import { linkOf } from './opens.ts'

const edges = { height: 216, top: 26, bottom: 40, gap: 0.28 }
type Part = { key: string; colour: string; kg: number }
type Column = { key: FlowColumn['key']; isStep: boolean; label: string; from: number; parts: Part[]; figure: string }

export function KilogramFlow({ crop }: { crop: CropTypeSums }) {
  const { t } = useTranslation()
  const format = useFormat()
  const claimWord = useClaimWord()
  const operator = useOperator()
  const navigate = useNavigate()
  const [holder, width] = useWidth(420)
  const claims = [...crop.claims].sort((one, other) => claimOrder(one.claim) - claimOrder(other.claim))
  const total = addUp(claims)
  const parts = (name: keyof Sums): Part[] =>
    claims.map((one) => ({ key: one.claim ?? '', colour: claimFill(one.claim), kg: one[name] })).filter(({ kg }) => kg > 0)
  const labels: Readonly<Record<FlowColumn['key'], string>> = {
    estimate: t('Estimate'),
    field: t('Not picked'),
    above: t('Above it'),
    harvest: t('Harvested'),
    retained: t('Kept by the farmer'),
    farm: t('Still at the farms'),
    purchase: t('Purchased'),
  }
  const columns = kilogramFlow(total).map((column): Column => {
    const { key, isStep, from, kg } = column
    return {
      ...{ key, isStep, from, label: labels[key] },
      parts: column.isStep ? [{ key: 'step', colour: neutral.line, kg }] : parts(column.name),
      figure: isStep ? `${key === 'above' ? '+' : '−'}${format.number(kg)}` : format.number(kg),
    }
  })
  const highest = Math.max(1, ...columns.map(({ from, parts: own }) => from + own.reduce((sum, { kg }) => sum + kg, 0)))
  const y = (kg: number) => edges.top + (1 - kg / highest) * (edges.height - edges.top - edges.bottom)
  const step = width / columns.length
  const bar = step * (1 - edges.gap)
  return (
    <Panel title={t('From estimate to purchase')} note={t('{{crop}}, kg', { crop: t(crop.name) })}>
      <Box ref={holder} sx={fluidWidth}>
        <Box
          component="svg"
          role="presentation"
          width={width}
          height={edges.height}
          sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
        >
          {columns.map(({ key, isStep, label, from, parts: own, figure }, at) => {
            const left = at * step + (step - bar) / 2
            const top = from + own.reduce((sum, { kg }) => sum + kg, 0)
            let reached = from
            const next = columns[at + 1]
            // The level that this column hands on: its own top, or where a step ends.
            const level = isStep && key !== 'above' ? from : top
            return (
              <SvgButton
                key={key}
                label={`${label} ${figure} ${format.massUnit}`}
                onPress={() => void navigate(linkOf(operator, cropsBehind[key](crop.cropTypeId)))}
              >
                <rect x={at * step} y={0} width={step} height={edges.height} fill="transparent" />
                {own.map(({ key: part, colour, kg }) => {
                  const rect = (
                    <rect key={part} x={left} width={bar} y={y(reached + kg)} height={Math.max(1, y(reached) - y(reached + kg))} fill={colour} rx={1} />
                  )
                  reached += kg
                  return rect
                })}
                {next ? <line x1={left + bar} x2={left + step} y1={y(level)} y2={y(level)} stroke={neutral.ink3} strokeDasharray="2 3" /> : null}
                <text x={left + bar / 2} y={y(top) - 7} textAnchor="middle" fontSize={12.5} fontWeight={600} fill={neutral.ink}>
                  {figure}
                </text>
                <foreignObject x={at * step} y={edges.height - edges.bottom + 4} width={step} height={edges.bottom - 4}>
                  <Box sx={{ fontSize: 12.5, lineHeight: '16px', textAlign: 'center', color: 'text.secondary', px: 0.25 }}>{label}</Box>
                </foreignObject>
              </SvgButton>
            )
          })}
          <line x1={0} x2={width} y1={y(0)} y2={y(0)} stroke={neutral.edge} />
        </Box>
      </Box>
      <Box
        component="ul"
        aria-label={t('Claims')}
        sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5 }}
      >
        {claims.map(({ claim, purchasedKg }) => (
          <Box component="li" key={claim ?? ''} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: claimFill(claim) }} />
            {claimWord(claim)} <b>{format.kg(purchasedKg)}</b>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
