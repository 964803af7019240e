// The trace of a lot as a graph, on the map or as a list; whatever is picked is shown in figures at the foot.

import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo, useState } from 'react'
import type { Trace } from '#domain/chain/chain-reports.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOptions } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { AccountTreeOutlined as GraphIcon } from '#web/icons/account-tree-outlined.ts'
import { FormatListBulletedOutlined as ListIcon } from '#web/icons/format-list-bulleted-outlined.ts'
import { MapOutlined as MapIcon } from '#web/icons/map-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { LotMap } from './lot-map.tsx'
import { useLedgers, useTrace } from './queries.ts'
import type { Flow } from './trace-flow.ts'
import { TraceGraph } from './trace-graph.tsx'
import { shareThrough } from './trace-layout.ts'
import { TraceList } from './trace-list.tsx'
import { lotsToRead, traceFlow } from './trace-view.ts'

type View = 'graph' | 'map' | 'list'
/** More lots than this are not asked for their ledgers one by one; runs then show what came out of them. */
const mostLedgers = 12

export function TracePanel({ lotId, picked, onPick }: { lotId: string; picked: string | null; onPick: (id: string | null) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [chosen, setChosen] = useState<View | null>(null)
  const view = chosen ?? (isPhone ? 'list' : 'graph')
  const back = useTrace(lotId, 'back')
  const forward = useTrace(lotId, 'forward')
  const wanted = useMemo(() => lotsToRead(forward.data ?? null), [forward.data])
  const ledgers = useLedgers(wanted.length <= mostLedgers ? wanted : wanted.slice(0, 1))
  const products = useOptions('product', {}, { limit: 100 })
  const flow = useMemo((): Flow => {
    const materials = new Map((products.data?.items ?? []).map((product) => [String(product.name), String(product.material)]))
    return traceFlow({
      back: back.data ?? null,
      forward: forward.data ?? null,
      ledgers,
      materialOf: (product) => (product ? (materials.get(product) ?? null) : null),
      words: {
        kg: (kg) => format.kg(Math.round(kg * 10) / 10),
        day: (date: string) => format.date(date),
        onHand: t('not yet used'),
        lost: t('lost'),
        wasteAndLosses: t('Trash and losses'),
        run: t('Run'),
      },
    })
  }, [back.data, forward.data, ledgers, products.data, format, t])
  const error = back.error ?? forward.error
  if (error)
    return (
      <Panel title={t('Trace')}>
        <LoadError
          problem={error}
          title={t('The trace could not be loaded')}
          retry={() => {
            void back.refetch()
            void forward.refetch()
          }}
        />
      </Panel>
    )
  const hasTrace = (back.data?.edges.length ?? 0) + (forward.data?.edges.length ?? 0) > 0
  const headings = {
    plot: t('Plots'),
    lot: t('Farmers’ lots'),
    heap: t('Heap'),
    run: t('Run'),
    batch: t('Out of it'),
    bale: t('Bales'),
    COTTONSEED: t('Out of it'),
  }
  return (
    <Panel
      title={t('Trace')}
      flush
      note={isPhone || view !== 'graph' ? undefined : t('left to right, width is kilograms; blue is what came from the one you picked')}
      action={
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          onChange={(_event, next: View | null) => {
            if (next) setChosen(next)
          }}
          aria-label={t('Shown as')}
          sx={{ '& .MuiToggleButton-root': { px: 1.25, py: '3px', gap: 0.5, minHeight: { xs: 40, sm: 30 } } }}
        >
          <ToggleButton value="graph">
            <GraphIcon fontSize="small" />
            {t('Graph')}
          </ToggleButton>
          <ToggleButton value="map">
            <MapIcon fontSize="small" />
            {t('Map')}
          </ToggleButton>
          <ToggleButton value="list">
            <ListIcon fontSize="small" />
            {t('List')}
          </ToggleButton>
        </ToggleButtonGroup>
      }
    >
      {!back.data || !forward.data ? (
        <ListSkeleton rows={5} columns={4} />
      ) : !hasTrace ? (
        <EmptyState title={t('No kilogram has come or gone yet')} reason={t('The trace draws itself from purchases, heaps and runs.')} />
      ) : (
        <>
          {view === 'graph' ? (
            <Box sx={{ p: 2, pb: 1 }}>
              <TraceGraph
                flow={flow}
                headings={headings}
                picked={picked}
                onPick={onPick}
                label={t('Trace from {{count}} plots', { count: back.data.parcels.length })}
              />
            </Box>
          ) : null}
          {view === 'map' ? (
            <Box sx={{ height: { xs: 360, sm: 460 } }}>
              <LotMap back={back.data} forward={forward.data} picked={picked} />
            </Box>
          ) : null}
          {view === 'list' ? <TraceList back={back.data} forward={forward.data} picked={picked} onPick={onPick} /> : null}
          {picked ? <PickedFoot flow={flow} back={back.data} forward={forward.data} picked={picked} /> : null}
        </>
      )}
    </Panel>
  )
}

/** What is picked, in figures: whose it is, how much, which share of the end of the chain. */
function PickedFoot({ flow, back, forward, picked }: { flow: Flow; back: Trace; forward: Trace; picked: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const node = flow.nodes.find((one) => one.id === picked)
  const plot = back.parcels.find((one) => one.parcelId === picked)
  if (!node && !plot) return null
  const through = node ? shareThrough(flow, picked).nodes : new Map<string, number>()
  const ends = new Map<string, number>()
  for (const one of flow.nodes) {
    const kg = through.get(one.id) ?? 0
    if (kg > 0 && !one.rest && one.kind !== 'waste' && !flow.links.some((link) => link.from === one.id)) ends.set(one.label, (ends.get(one.label) ?? 0) + kg)
  }
  const pickedNode = [...back.nodes, ...forward.nodes].find((one) => one.id === picked)
  const entity = plot ? 'landparcel' : 'productbatch'
  const isOpen = plot ? plot.isOpen : pickedNode?.kind === 'productbatch' && pickedNode.isOpen
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 3,
        rowGap: 1,
        alignItems: 'center',
        px: 2,
        py: 1.5,
        borderTop: '1px solid',
        borderColor: '#BCD3EA',
        bgcolor: '#F2F7FC',
        borderLeft: '4px solid #1E67A8',
      }}
    >
      <Fact
        strong={plot ? (plot.farmer ?? plot.name ?? plot.code) : (node?.label ?? '')}
        note={plot ? [plot.name, plot.village, plot.areaHa === null ? '' : format.ha(plot.areaHa)].filter(Boolean).join(', ') : (node?.note ?? '')}
      />
      <Fact strong={format.kg(plot?.kg ?? node?.kg ?? 0)} note={plot ? t('in this lot') : t('of the trace')} />
      {plot ? (
        <Fact
          strong={format.share(plot.share)}
          note={ends.size ? t('of the lot, and of {{what}}', { what: format.list([...ends.keys()].slice(0, 2)) }) : t('of the lot')}
        />
      ) : null}
      {[...ends].slice(0, 3).map(([what, kg]) => (
        <Fact key={what} strong={format.kg(Math.round(kg * 10) / 10)} note={t('in {{what}}', { what })} />
      ))}
      {isOpen ? (
        <LinkButton
          size="small"
          variant="outlined"
          color="inherit"
          sx={{ ml: 'auto' }}
          to="/private/farmbook/$operator/$entity/$id"
          params={{ operator, entity, id: picked }}
        >
          {plot ? t('Open plot') : t('Open lot')}
        </LinkButton>
      ) : null}
    </Box>
  )
}

const Fact = ({ strong, note }: { strong: string; note: string }) => (
  <Box sx={{ minWidth: 0 }}>
    <Box sx={{ fontWeight: 600 }}>{strong}</Box>
    <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{note}</Box>
  </Box>
)
