// What a recall of this lot or plot would reach, before anybody opens one: nothing is written by looking (BR-27).
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { can } from '#domain/access.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { HoldersPanel } from './holders-panel.tsx'
import { useWhatIf } from './queries.ts'
import { ReachPanel } from './reach-panel.tsx'
import { ReachTiles } from './reach-tiles.tsx'

export function WhatIfTab({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const user = useUser()
  const [unitNo, setUnitNo] = useState('')
  const isLot = entity.name === 'productbatch'
  const { data: reach, error, refetch } = useWhatIf(isLot ? 'productbatch' : 'landparcel', record.id, record.version, unitNo)
  const units = isLot && Array.isArray(record.units) ? (record.units as { unitNo: string }[]) : []
  const begin = { [isLot ? 'batchId' : 'parcelId']: record.id, ...(unitNo ? { unitNo } : {}) }
  const search = (more: Record<string, string> = {}) => ({ ...begin, ...more }) as never
  const to = { to: '/private/farmbook/$operator/$entity/create', params: { operator, entity: 'recallcase' } } as const
  if (error && !reach) return <LoadError problem={error} title={t('Where the goods are could not be loaded')} retry={() => void refetch()} />
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <Box sx={{ flex: '1 1 260px' }}>
            <Box sx={{ fontWeight: 600 }}>{t('If it were recalled now')}</Box>
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('These lots would be restricted and these holders asked. Nothing happens by looking.')}</Box>
          </Box>
          {units.length > 0 ? (
            <TextField select size="small" label={t('Units')} value={unitNo} onChange={(event) => setUnitNo(event.target.value)} sx={{ minWidth: 160 }}>
              <MenuItem value="">{t('The whole lot')}</MenuItem>
              {units.slice(0, 200).map((unit) => (
                <MenuItem key={unit.unitNo} value={unit.unitNo}>
                  {unit.unitNo}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          {can(user, 'recallcase', 'C') ? (
            <>
              <LinkButton variant="outlined" color="inherit" {...to} search={search({ isDrill: 'true', cause: 'DRILL' })}>
                {t('Start a drill')}
              </LinkButton>
              <LinkButton variant="contained" color="error" {...to} search={search()}>
                {t('Open a recall')}
              </LinkButton>
            </>
          ) : null}
        </Box>
      </Panel>
      {reach ? (
        <>
          <ReachTiles reach={reach} isCase={false} />
          <HoldersPanel reach={reach} />
          <ReachPanel reach={reach} />
        </>
      ) : (
        <ListSkeleton rows={6} columns={4} />
      )}
    </Box>
  )
}
