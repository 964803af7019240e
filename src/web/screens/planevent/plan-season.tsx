// The planned steps of a list as a calendar: a line for each crop, or for each farmer, of the village that is chosen above.
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { linesOfGrowers, planFields } from './plan-bars.ts'
import { PlanChart, PlanKey } from './plan-chart.tsx'

/** More is no picture any more: a village is chosen. */
const mostSteps = 1000

export function PlanSeason({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const [by, setBy] = useState<'crop' | 'farmer'>('crop')
  const { items, refs, hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = useList(entity.name, query, { limit: 200, fields: planFields })
  const isCut = items.length >= mostSteps && hasNextPage
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && items.length < mostSteps) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, items.length])
  const lines = useMemo(() => linesOfGrowers(items, refs, by), [items, refs, by])
  const open = (id: string) => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'planevent', id } })
  const choose = (
    <ToggleButtonGroup exclusive size="small" value={by} aria-label={t('A line for each')} onChange={(_event, chosen) => chosen && setBy(chosen)}>
      <ToggleButton value="crop">{t('Crop')}</ToggleButton>
      <ToggleButton value="farmer">{t('Farmer')}</ToggleButton>
    </ToggleButtonGroup>
  )
  return (
    <Panel title={t('Plan of the season')} note={t('{{count}} steps', { count: items.length })} action={choose}>
      <PlanKey />
      {isCut ? (
        <Box sx={{ mt: 1, color: 'text.secondary' }}>
          {t('Only the first {{number}} steps are drawn: choose a village or a farmer.', { number: format.number(mostSteps) })}
        </Box>
      ) : null}
      {lines.length > 0 ? (
        <Box sx={{ mt: 1 }}>
          <PlanChart lines={lines} label={t('Plan of the season')} today={format.today()} onOpen={open} withCodes />
        </Box>
      ) : isPending ? null : (
        <Box sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
          {t('Nothing is planned here. Steps are planned when a crop follows a package of practices.')}
        </Box>
      )}
    </Panel>
  )
}
