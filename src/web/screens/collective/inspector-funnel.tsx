// Each inspector as a mark: members visited to the right, the rate of findings (made comparable by the risk of these members) upwards, between the limits
// within which chance alone puts 95 % and 99.8 %. Who finds nothing where others find lies below. The same in words beneath, for whoever does not see it.
import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import type { Tone } from '#domain/kernel/field.ts'
import type { InspectionQuality } from '#domain/reports/inspection-quality-answer.ts'
import { binomial, funnelLevels, limitsOf } from '#domain/rules/inspection-quality.ts'
import { useOperator } from '#web/api/operator.ts'
import { useSeason } from '#web/engine/season.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { filters, linkOf } from '../dashboards/opens.ts'

type Inspector = InspectionQuality['inspectors'][number]
const edges = { height: 240, left: 48, right: 16, top: 16, bottom: 36 }
const mostSteps = 60
const words: Readonly<Record<Inspector['place'], { label: string; tone: Tone; colour: string }>> = {
  INSIDE: { label: 'As expected', tone: 'success', colour: '#2F5D47' },
  FEWER: { label: 'Fewer than expected', tone: 'pending', colour: '#C9A227' },
  MANY_FEWER: { label: 'Far fewer than expected', tone: 'error', colour: '#B3362B' },
  MORE: { label: 'More than expected', tone: 'pending', colour: '#C9A227' },
  MANY_MORE: { label: 'Far more than expected', tone: 'error', colour: '#B3362B' },
}

export function InspectorFunnel({ quality: { inspectors, rate } }: { quality: InspectionQuality }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const season = useSeason()
  const report = linkOf(operator, { report: 'inspection-performance', search: season.id ? { season: season.id } : {} })
  return (
    <Panel title={t('Inspectors compared at the same risk')} action={<TextLink {...report}>{t('All inspectors')}</TextLink>}>
      {inspectors.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{t('No inspection of this season yet.')}</Box>
      ) : (
        <>
          <Funnel inspectors={inspectors} rate={rate} />
          <Lines inspectors={inspectors} />
        </>
      )}
    </Panel>
  )
}

function Funnel({ inspectors, rate }: { inspectors: readonly Inspector[]; rate: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const open = useOpenInspections()
  const [holder, width] = useWidth(640)
  const most = Math.max(10, ...inspectors.map(({ members }) => members)) * 1.05
  const steps = [...new Set(Array.from({ length: mostSteps }, (_, at) => Math.max(1, Math.round(((at + 1) * most) / mostSteps))))]
  const limits = (level: number) =>
    steps.map((n) => {
      const { low, high } = limitsOf(binomial(n, rate), level)
      return { n, low: low / n, high: high / n }
    })
  const [warn, act] = [limits(funnelLevels.WARN), limits(funnelLevels.ACT)]
  const top = Math.min(1, Math.max(rate * 1.5, 0.1, ...inspectors.map(({ adjusted }) => Math.min(1, adjusted))) * 1.1)
  const x = (n: number) => edges.left + (n / most) * (width - edges.left - edges.right)
  const y = (share: number) => edges.height - edges.bottom - (Math.min(share, top) / top) * (edges.height - edges.top - edges.bottom)
  const path = (line: readonly { n: number; share: number }[]) => line.map(({ n, share }) => `${x(n)},${y(share)}`).join(' ')
  const drawn = (of: typeof warn, colour: string, dash?: string) =>
    (['low', 'high'] as const).map((side) => (
      <polyline key={side + colour} points={path(of.map(({ n, [side]: share }) => ({ n, share })))} fill="none" stroke={colour} strokeDasharray={dash} />
    ))
  return (
    <Box ref={holder} sx={fluidWidth}>
      <Box
        component="svg"
        width={width}
        height={edges.height}
        role="group"
        aria-label={t('Funnel plot of {{count}} inspectors, rate of all {{rate}}', { count: inspectors.length, rate: format.wholeShare(rate) })}
        sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
      >
        <line x1={edges.left} x2={width - edges.right} y1={y(0)} y2={y(0)} stroke="#CBD4CE" />
        {drawn(act, '#B3362B', '6 4')}
        {drawn(warn, '#1E67A8', '3 3')}
        <line x1={edges.left} x2={width - edges.right} y1={y(rate)} y2={y(rate)} stroke="#7C877F" />
        {[0, rate, top].map((share) => (
          <text key={share} x={edges.left - 8} y={y(share) + 4} textAnchor="end" fontSize={12} fill="#56625B">
            {format.wholeShare(share)}
          </text>
        ))}
        <text x={width - edges.right} y={edges.height - 8} textAnchor="end" fontSize={12} fill="#56625B">
          {t('Members visited')}
        </text>
        {inspectors.map((one) => {
          const spoken = `${one.name || t('Unknown')}: ${t('{{found}} of {{members}}, expected {{expected}}', figuresOf(one, format))}`
          return (
            // biome-ignore lint/a11y/useSemanticElements: an HTML button cannot stand inside a drawing
            <g
              key={one.inspectorId ?? ''}
              role="button"
              tabIndex={0}
              aria-label={spoken}
              style={{ cursor: 'pointer' }}
              onClick={() => open(one)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === ' ') {
                  event.preventDefault()
                  open(one)
                }
              }}
            >
              <circle cx={x(one.members)} cy={y(one.adjusted)} r={12} fill="transparent" />
              <circle cx={x(one.members)} cy={y(one.adjusted)} r={5} fill={words[one.place].colour} />
              <title>{spoken}</title>
            </g>
          )
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5, color: 'text.secondary', mb: 1 }}>
        <Box component="span" sx={{ color: '#1E67A8' }}>
          {t('Limits of 95 %')}
        </Box>
        <Box component="span" sx={{ color: '#B3362B' }}>
          {t('Limits of 99.8 %')}
        </Box>
      </Box>
    </Box>
  )
}

function Lines({ inspectors }: { inspectors: readonly Inspector[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const season = useSeason()
  return (
    <Box component="ul" aria-label={t('Inspectors compared at the same risk')} sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13.5 }}>
      {inspectors.map((one) => (
        <Box
          component="li"
          key={one.inspectorId ?? ''}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, py: 0.75, borderTop: '1px solid', borderColor: 'divider', overflowWrap: 'anywhere' }}
        >
          {one.inspectorId ? (
            <TextLink {...inspectionsOf(operator, season.id, one.inspectorId)}>{one.name || t('Unknown')}</TextLink>
          ) : (
            <span>{t('Unknown')}</span>
          )}
          <span>{t('{{found}} of {{members}}, expected {{expected}}', figuresOf(one, format))}</span>
          <Box sx={{ ml: 'auto' }}>
            <ToneText tone={words[one.place].tone} label={t(words[one.place].label)} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const figuresOf = ({ found, members, expected }: Inspector, format: ReturnType<typeof useFormat>) => ({
  found: format.number(found),
  members: format.number(members),
  expected: format.number(expected, 1),
})
const inspectionsOf = (operator: string, seasonId: string | null, inspectorId: string) =>
  linkOf(operator, { entity: 'inspection', search: filters({ inspectorId, ...(seasonId ? { seasonId } : {}) }) })

function useOpenInspections(): (one: Inspector) => void {
  const navigate = useNavigate()
  const operator = useOperator()
  const season = useSeason()
  return ({ inspectorId }) => {
    if (inspectorId) void navigate(inspectionsOf(operator, season.id, inspectorId))
  }
}
