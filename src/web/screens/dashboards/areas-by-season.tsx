// Area under main crops season by season, by claim: columns to one scale, with the claims joined from season to season. A season opens its
// crop area statement.
import Box from '@mui/material/Box'
import type { Claim } from '#domain/kernel/terms.ts'
import type { SeasonCharts } from '#domain/reports/season-charts-answer.ts'
import { nameIn } from '#web/api/names.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { neutral } from '#web/theme/tokens.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { claimFill, claimOrder, useClaimWord } from './claim-fill.ts'
import { linkOf } from './opens.ts'

const [height, top] = [176, 22] as const
type Area = NonNullable<SeasonCharts['areas']>[number]

export function AreasBySeason({ areas }: { areas: readonly Area[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const claimWord = useClaimWord()
  const [holder, width] = useWidth(440)
  const seasons = [...Map.groupBy(areas, ({ seasonId }) => seasonId)].map(([id, parts]) => ({ id, title: nameIn(t, parts[0]?.season ?? ''), parts }))
  const claims = [...new Set(areas.map(({ claim }) => claim))].sort((one, other) => claimOrder(one) - claimOrder(other))
  const of = (parts: readonly Area[], claim: Claim | null) => parts.filter((one) => one.claim === claim).reduce((sum, { areaHa }) => sum + areaHa, 0)
  const total = (parts: readonly Area[]) => parts.reduce((sum, { areaHa }) => sum + areaHa, 0)
  const most = Math.max(...seasons.map(({ parts }) => total(parts)), 0.0001)
  const step = width / seasons.length
  const bar = Math.min(84, step * 0.55)
  const y = (ha: number) => top + (1 - ha / most) * (height - top)
  /** Strongest claim at the foot: from where to where each reaches. */
  const layers = seasons.map(({ parts }, at) => {
    let reached = 0
    return claims.map((claim) => {
      const from = reached
      reached += of(parts, claim)
      return { claim, from, to: reached, left: at * step + (step - bar) / 2 }
    })
  })
  return (
    <Panel title={t('Area by claim and season')} note={t('main crops')}>
      <Box ref={holder} sx={fluidWidth}>
        <Box
          component="svg"
          role="img"
          aria-label={seasons
            .map(({ title, parts }) => `${title} ${claims.map((claim) => `${claimWord(claim)} ${format.ha(of(parts, claim))}`).join(', ')}`)
            .join('; ')}
          width={width}
          height={height}
          sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
        >
          {layers.slice(1).flatMap((next, at) =>
            next.map((to, index) => {
              const from = layers[at]?.[index]
              return from ? (
                <path
                  key={`${seasons[at]?.id} ${to.claim}`}
                  d={`M${from.left + bar} ${y(from.from)}L${to.left} ${y(to.from)}L${to.left} ${y(to.to)}L${from.left + bar} ${y(from.to)}Z`}
                  fill={claimFill(to.claim)}
                  opacity={0.22}
                />
              ) : null
            }),
          )}
          {layers.flatMap((parts, at) =>
            parts.map(({ claim, from, to, left }) =>
              to > from ? (
                <rect
                  key={`${seasons[at]?.id} ${claim}`}
                  x={left}
                  width={bar}
                  y={y(to)}
                  height={Math.max(1, y(from) - y(to) - 1)}
                  fill={claimFill(claim)}
                  rx={1}
                />
              ) : null,
            ),
          )}
          {seasons.map(({ id, parts }, at) => (
            <text key={id} x={at * step + step / 2} y={y(total(parts)) - 6} textAnchor="middle" fontSize={12.5} fontWeight={600} fill={neutral.ink}>
              {format.ha(total(parts))}
            </text>
          ))}
          <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} stroke={neutral.edge} />
        </Box>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.75, p: 0, display: 'flex' }}>
        {seasons.map(({ id, title }) => (
          <Box component="li" key={id} sx={{ flex: 1, minWidth: 0, textAlign: 'center', fontSize: 13, px: 0.25 }}>
            <TextLink {...linkOf(operator, { report: 'crop-area-statement', search: { season: id } })}>{title}</TextLink>
          </Box>
        ))}
      </Box>
      <Box
        component="ul"
        aria-label={t('Claims')}
        sx={{ listStyle: 'none', m: 0, mt: 0.75, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5 }}
      >
        {claims.map((claim) => (
          <Box component="li" key={claim ?? ''} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: claimFill(claim) }} />
            {claimWord(claim)}
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
