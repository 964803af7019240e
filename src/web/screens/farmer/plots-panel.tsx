// A farmer's plots in a light picture: their outlines to scale, each leading to its page. The map itself is one step away.
import Box from '@mui/material/Box'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { claimTone } from '#web/map/map-shape.ts'
import { claimColours } from '#web/theme/tokens.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { drawPlots, scaleBar } from './plot-outlines.ts'

const height = 190
/** Boundaries are not part of lists; of so many plots each is asked for. */
const mostDrawn = 12

/** Boundaries of these plots as they arrive; the same answers the plots' own pages use. */
function useBoundariesOf(plots: readonly RecordAnswer[]): { id: string; polygon: Polygon }[] {
  const operator = useOperator()
  return useQueries({
    queries: plots.slice(0, mostDrawn).map(({ id }) => ({
      queryKey: keys.one(operator, 'landparcel', id),
      queryFn: ({ signal }: { signal: AbortSignal }) => call<RecordAnswer>(entityPath(operator, 'landparcel', id), { signal }),
      staleTime: 60_000,
    })),
    combine: (results) => results.flatMap(({ data }) => (data?.boundary ? [{ id: data.id, polygon: data.boundary as Polygon }] : [])),
  })
}

export function PlotsPanel({ farmerId }: { farmerId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { items, isPending } = useList('landparcel', { filters: { farmerId: [farmerId] }, sort: 'title' }, { limit: 50 })
  const plots = items.filter(({ status }) => status !== 'RETIRED')
  const drawn = useBoundariesOf(plots)
  if (isPending)
    return (
      <Panel title={t('Plots')} flush>
        <Box sx={{ height }} />
      </Panel>
    )
  const area = plots.reduce((sum, plot) => sum + Number(plot.mappedAreaHa ?? plot.declaredAreaHa ?? 0), 0)
  const since = plots
    .map((plot) => plot.conversionStart as string | null)
    .filter((day) => day !== null && day !== undefined)
    .sort()[0]
  return (
    <Panel
      title={t('Plots')}
      note={plots.length ? t('{{number}} in all, {{area}}', { number: format.number(plots.length), area: format.ha(area) }) : undefined}
      action={since ? <ToneText tone="organic" label={t('in the scheme since {{year}}', { year: since.slice(0, 4) })} /> : null}
      flush
    >
      {drawn.length ? <Picture drawn={drawn} plots={plots} /> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {plots.map((plot) => {
          const claim = claims[(plot.organicStatus as Claim | null) ?? 'CONVENTIONAL']
          return (
            <Box
              component="li"
              key={plot.id}
              sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, minHeight: 44, borderTop: '1px solid', borderColor: 'divider' }}
            >
              <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: claimColours[claimTone(plot.organicStatus as string | null)] }} />
              <TextLink
                to="/private/farmbook/$operator/$entity/$id"
                params={{ operator, entity: 'landparcel', id: plot.id }}
                sx={{ flex: 1, minWidth: 0, py: 1, color: 'text.primary' }}
              >
                {plot.title}
              </TextLink>
              <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{t(claim[0])}</Box>
              <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{format.ha(Number(plot.mappedAreaHa ?? plot.declaredAreaHa ?? 0))}</Box>
            </Box>
          )
        })}
      </Box>
      {plots.length === 0 ? (
        <Box sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
          {t('No plot is registered for this farmer yet.')}{' '}
          <TextLink to="/private/farmbook/$operator/$entity/create" params={{ operator, entity: 'landparcel' }} search={{ farmerId }}>
            {t('Register one')}
          </TextLink>
        </Box>
      ) : null}
    </Panel>
  )
}

function Picture({ drawn, plots }: { drawn: readonly { id: string; polygon: Polygon }[]; plots: readonly RecordAnswer[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const operator = useOperator()
  const [holder, width] = useWidth(340)
  const { outlines, metresPerPx } = drawPlots(drawn, width, height)
  const bar = scaleBar(metresPerPx, 80)
  return (
    <Box ref={holder} sx={{ ...fluidWidth, bgcolor: '#EDF1EC', borderTop: '1px solid', borderColor: 'divider' }}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={t('Outlines of {{names}}', { names: format.list(drawn.map(({ id }) => plots.find((plot) => plot.id === id)?.title ?? '')) })}
        style={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
      >
        {outlines.map(({ id, path, at: [x, y], width: room }) => {
          const plot = plots.find((one) => one.id === id)
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list below has the links for keyboards; the picture only shortens a pointer's way
            <g
              key={id}
              style={{ cursor: 'pointer' }}
              onClick={() => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'landparcel', id } })}
            >
              <path d={path} fill={claimColours[claimTone(plot?.organicStatus as string | null)]} stroke="#fff" strokeWidth={2} strokeLinejoin="round">
                <title>{plot?.title}</title>
              </path>
              {room > 64 ? (
                <text x={x} y={y} textAnchor="middle" fill="#fff" fontSize={12.5} fontWeight={600}>
                  {short(plot?.title ?? '', room)}
                  <tspan x={x} dy={16} fontWeight={400}>
                    {format.ha(Number(plot?.mappedAreaHa ?? plot?.declaredAreaHa ?? 0))}
                  </tspan>
                </text>
              ) : null}
            </g>
          )
        })}
        {bar ? (
          <g>
            <line x1={12} x2={12 + bar.px} y1={height - 12} y2={height - 12} stroke="#56625B" strokeWidth={2} />
            <text x={12} y={height - 18} fontSize={12} fill="#56625B">
              {bar.metres >= 1000 ? format.quantity(bar.metres / 1000, 'km') : format.quantity(bar.metres, 'm', 1)}
            </text>
          </g>
        ) : null}
      </svg>
    </Box>
  )
}
/** As many letters as fit. */
const short = (text: string, px: number): string => {
  const most = Math.floor(px / 7.2)
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…` : text
}
