// Where the programme grows: every plot as a tile, coloured by its claim; the legend carries the hectares.
import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Plots } from '#domain/cropping/season-summary-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { TileParcel } from '#web/map/parcel-tiles.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { claimFill, claimOrder, useClaimWord } from './claim-fill.ts'

export function PlotsMap({ plots }: { plots: Plots }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const claimWord = useClaimWord()
  const [picked, setPicked] = useState<TileParcel | null>(null)
  const claims = [...plots.claims].sort((one, other) => claimOrder(one.claim) - claimOrder(other.claim))
  return (
    <Panel
      title={t('Plots by claim')}
      note={t('{{mapped}} of {{count}} mapped', { mapped: format.number(plots.mapped), count: plots.count })}
      action={
        <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: 'landparcel' }} search={{ mode: 'map' }}>
          {t('Open the map')}
        </TextLink>
      }
      flush
    >
      <Box
        component="ul"
        aria-label={t('Claims')}
        sx={{ listStyle: 'none', m: 0, px: 2, py: 1, display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, fontSize: 13 }}
      >
        {claims.map(({ claim, areaHa }) => (
          <Box component="li" key={claim ?? ''} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box aria-hidden component="span" sx={{ width: 11, height: 11, borderRadius: '3px', bgcolor: claimFill(claim) }} />
            {claimWord(claim)} <b>{format.ha(areaHa)}</b>
          </Box>
        ))}
      </Box>
      <Box sx={{ position: 'relative', height: { xs: 260, md: 320 } }}>
        {plots.box ? (
          <LazyParcelMap label={t('Map of plots')} bounds={plots.box} tiles={{ operator, colourBy: 'claim', picked: picked?.id ?? null, onPick: setPicked }} />
        ) : (
          <Box sx={{ p: 2, color: 'text.secondary' }}>{t('No plot is mapped yet. Open a plot and walk its boundary.')}</Box>
        )}
      </Box>
      {picked ? (
        <Box role="status" sx={{ px: 2, py: 1, borderTop: '1px solid', borderColor: 'divider', fontSize: 13.5 }}>
          <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'landparcel', id: picked.id }}>
            {picked.name}
          </TextLink>{' '}
          {[picked.code, picked.crop].filter(Boolean).join(' · ')}
        </Box>
      ) : null}
    </Panel>
  )
}
