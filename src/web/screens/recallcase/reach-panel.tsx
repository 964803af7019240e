// Where the goods of a recall are: as a graph, on the map or as a list. Width is kilograms; what lies, travels or was lost stands at the ends.
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo, useState } from 'react'
import type { RecallReach, RecallReachLot } from '#domain/chain/recall-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AccountTreeOutlined as GraphIcon } from '#web/icons/account-tree-outlined.ts'
import { FormatListBulletedOutlined as ListIcon } from '#web/icons/format-list-bulleted-outlined.ts'
import { MapOutlined as MapIcon } from '#web/icons/map-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { LotMap } from '../productbatch/lot-map.tsx'
import { useTrace } from '../productbatch/queries.ts'
import { TraceGraph } from '../productbatch/trace-graph.tsx'
import { endOf, reachFlow } from './reach-flow.ts'
import { endColours } from './reach-tiles.tsx'

type View = 'graph' | 'map' | 'list'

export function ReachPanel({ reach }: { reach: RecallReach }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [chosen, setChosen] = useState<View | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const view = chosen ?? (isPhone ? 'list' : 'graph')
  const words = useReachWords()
  const flow = useMemo(() => reachFlow(reach, { ...words, kg: (kg) => format.kg(Math.round(kg * 10) / 10) }), [reach, words, format])
  const icons = { graph: GraphIcon, map: MapIcon, list: ListIcon }
  const labels = { graph: t('Graph'), map: t('Map'), list: t('List') }
  const views: View[] = reach.start.kind === 'productbatch' ? ['graph', 'map', 'list'] : ['graph', 'list']
  return (
    <Panel
      title={t('Where it went')}
      flush
      note={view === 'graph' ? t('width is kilograms') : undefined}
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
          {views.map((one) => {
            const Icon = icons[one]
            return (
              <ToggleButton key={one} value={one}>
                <Icon fontSize="small" />
                {labels[one]}
              </ToggleButton>
            )
          })}
        </ToggleButtonGroup>
      }
    >
      {flow.nodes.length === 0 ? (
        <EmptyState title={t('Nothing of it is anywhere')} reason={t('No lot has goods of it, by the books.')} />
      ) : view === 'graph' ? (
        <Box sx={{ p: 2, pb: 1 }}>
          <Legend />
          <TraceGraph flow={flow} headings={{}} picked={picked} onPick={setPicked} label={t('Where it went')} colours={endColours} />
        </Box>
      ) : view === 'map' ? (
        <ReachMap lotId={reach.start.id} />
      ) : (
        <ReachList items={reach.items} />
      )}
    </Panel>
  )
}

function useReachWords() {
  const { t } = useTranslation()
  return useMemo(() => ({ restricted: t('Restricted'), road: t('On the road'), free: t('Not restricted'), gone: t('Lost') }), [t])
}

function Legend() {
  const words = useReachWords()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 1, fontSize: 12.5, color: 'text.secondary' }}>
      {(['restricted', 'road', 'free', 'gone'] as const).map((kind) => (
        <Box key={kind} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <Box sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: endColours[kind] }} />
          {words[kind]}
        </Box>
      ))}
    </Box>
  )
}

function ReachMap({ lotId }: { lotId: string }) {
  const back = useTrace(lotId, 'back')
  const forward = useTrace(lotId, 'forward')
  return <Box sx={{ height: { xs: 360, sm: 460 } }}>{back.data && forward.data ? <LotMap back={back.data} forward={forward.data} picked={null} /> : null}</Box>
}

const tones = { restricted: 'error', road: 'progress', free: 'pending', gone: 'neutral' } as const
/** Lots with goods first, most first. */
function ReachList({ items }: { items: readonly RecallReachLot[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const words = useReachWords()
  const rows = [...items].sort((one, other) => other.kg - one.kg)
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }} aria-label={t('Lots')}>
      {rows.map((lot) => (
        <Box
          component="li"
          key={lot.id}
          sx={{
            px: 2,
            py: 1.25,
            borderBottom: '1px solid',
            borderColor: 'divider',
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2,
            rowGap: 0.5,
            alignItems: 'center',
          }}
        >
          <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
            {lot.isOpen ? (
              <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'productbatch', id: lot.id }}>
                {lot.title}
              </TextLink>
            ) : (
              lot.title
            )}
            <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
              {t(lot.product)}, {lot.holder}
            </Box>
          </Box>
          {lot.kg > 0 ? <StatusChip tone={tones[endOf(lot)]} label={words[endOf(lot)]} /> : null}
          <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', minWidth: 90, ml: 'auto', textAlign: 'right' }}>
            {lot.kg > 0 ? format.kg(lot.kg) : lot.lostKg > 0 ? t('{{kg}} lost', { kg: format.kg(lot.lostKg) }) : t('passed on')}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
