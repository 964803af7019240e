// The season week by week: kilograms picked and bought, added up, against the estimate.
import Box from '@mui/material/Box'
import { addUp } from '#domain/cropping/season-summary.ts'
import type { CropTypeSums, Week } from '#domain/cropping/season-summary-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours, neutral } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'

const edges = { height: 196, left: 8, right: 12, top: 24, bottom: 24 }
const weekMs = 7 * 86_400_000

/** Running totals, one point a week without gaps. */
export function runningTotals(weeks: readonly Week[]): Week[] {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return []
  const byStart = new Map(weeks.map((week) => [week.from, week]))
  const totals: Week[] = []
  let [harvestedKg, purchasedKg] = [0, 0]
  for (let at = Date.parse(first.from); at <= Date.parse(last.from); at += weekMs) {
    const from = new Date(at).toISOString().slice(0, 10)
    harvestedKg = grams(harvestedKg + (byStart.get(from)?.harvestedKg ?? 0))
    purchasedKg = grams(purchasedKg + (byStart.get(from)?.purchasedKg ?? 0))
    totals.push({ from, harvestedKg, purchasedKg })
  }
  return totals
}
const grams = (kg: number): number => Math.round(kg * 1000) / 1000

export function SeasonWeeks({ crop }: { crop: CropTypeSums }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(520)
  const totals = runningTotals(crop.weeks)
  const { estimatedKg } = addUp(crop.claims)
  const highest = Math.max(1, estimatedKg, ...totals.map(({ harvestedKg, purchasedKg }) => Math.max(harvestedKg, purchasedKg)))
  const x = (at: number) => edges.left + (totals.length > 1 ? (at / (totals.length - 1)) * (width - edges.left - edges.right) : 0)
  const y = (kg: number) => edges.top + (1 - kg / highest) * (edges.height - edges.top - edges.bottom)
  const line = (name: 'harvestedKg' | 'purchasedKg') => totals.map((week, at) => `${at ? 'L' : 'M'}${x(at).toFixed(1)} ${y(week[name]).toFixed(1)}`).join('')
  const area = (name: 'harvestedKg' | 'purchasedKg') => `${line(name)}L${x(totals.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`
  const end = totals.at(-1)
  if (!end) return null
  const marks = totals.flatMap(({ from }, at) => (at === 0 || from.slice(0, 7) !== totals[at - 1]?.from.slice(0, 7) ? [{ from, at }] : []))
  const legend = [
    { label: t('Harvested'), colour: gaugeColours.harvested, kg: end.harvestedKg },
    { label: t('Purchased'), colour: gaugeColours.delivered, kg: end.purchasedKg },
  ]
  return (
    <Panel title={t('Week by week')} note={t('{{crop}}, kg so far', { crop: t(crop.name) })}>
      <Box ref={holder} sx={fluidWidth}>
        <Box
          component="svg"
          role="img"
          aria-label={[...legend.map(({ label, kg }) => `${label} ${format.kg(kg)}`), `${t('Estimate')} ${format.kg(estimatedKg)}`].join(', ')}
          width={width}
          height={edges.height}
          sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
        >
          {estimatedKg > 0 ? (
            <>
              <line x1={edges.left} x2={width - edges.right} y1={y(estimatedKg)} y2={y(estimatedKg)} stroke={gaugeColours.tick} strokeDasharray="4 4" />
              <text x={edges.left} y={y(estimatedKg) - 6} fontSize={12.5} fill={neutral.ink2}>
                {`${t('Estimate')} ${format.kg(Math.round(estimatedKg))}`}
              </text>
            </>
          ) : null}
          <path d={area('harvestedKg')} fill={gaugeColours.harvested} opacity={0.45} />
          <path d={line('harvestedKg')} fill="none" stroke={gaugeColours.harvested} strokeWidth={2} />
          <path d={area('purchasedKg')} fill={gaugeColours.delivered} opacity={0.5} />
          <path d={line('purchasedKg')} fill="none" stroke={gaugeColours.delivered} strokeWidth={2} />
          {marks.map(({ from, at }, index) =>
            // A month whose name would touch the one before keeps its tick only.
            index > 0 && x(at) - x(marks[index - 1]?.at ?? 0) < 44 ? null : (
              <text key={from} x={Math.min(x(at), width - 40)} y={edges.height - 7} fontSize={12.5} fill={neutral.ink2}>
                {format.shortMonth(from)}
              </text>
            ),
          )}
          <line x1={0} x2={width} y1={y(0)} y2={y(0)} stroke={neutral.edge} />
        </Box>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5 }}>
        {legend.map(({ label, colour, kg }) => (
          <Box component="li" key={label} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: colour }} />
            {label} <b>{format.kg(kg)}</b>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
