// The planned steps of a list as a calendar: a line for each crop, or for each farmer, of the village that is chosen above.

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { addDays } from '#domain/kernel/day.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronLeftOutlined as Back } from '#web/icons/chevron-left-outlined.ts'
import { ChevronRightOutlined as Forward } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { linesOfGrowers, planFields } from './plan-bars.ts'
import { PlanChart, PlanKey } from './plan-chart.tsx'

/** More is no picture any more: a village is chosen. */
const mostSteps = 1000
const mostLines = 60
/** Weeks that are drawn, today in their middle at first. */
const weeks = 14

/** Whether any of its window, or its mark, is drawn. */
const isIn =
  (from: string) =>
  ({ windowStart, windowEnd, doneOn }: RecordAnswer): boolean =>
    String(windowStart) <= addDays(from, weeks * 7) && (String(windowEnd) >= from || (typeof doneOn === 'string' && doneOn >= from))

export function PlanSeason({ entity, query }: ListPartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const [lineFor, setLineFor] = useState<'crop' | 'farmer'>('crop')
  const [shift, setShift] = useState(0)
  const from = addDays(format.today(), (shift - weeks / 2) * 7)
  const span = { from, to: addDays(from, weeks * 7) }
  // A window may begin before the days that are drawn and end in them.
  const filters = { 'due.gte': [addDays(span.from, -14)], 'due.lte': [addDays(span.to, 14)], ...query.filters }
  const { items, refs, hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = useList(
    entity.name,
    { ...query, sort: 'due', filters },
    { limit: 200, fields: planFields },
  )
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && items.length < mostSteps) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, items.length])
  const all = useMemo(() => linesOfGrowers(items.filter(isIn(from)), refs, lineFor), [items, refs, lineFor, from])
  const lines = all.slice(0, mostLines)
  const isCut = all.length > lines.length || (items.length >= mostSteps && hasNextPage)
  const open = (id: string) => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'planevent', id } })
  const choose = (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <IconButton size="small" aria-label={t('Earlier')} onClick={() => setShift(shift - 4)}>
        <Back />
      </IconButton>
      <IconButton size="small" aria-label={t('Later')} onClick={() => setShift(shift + 4)}>
        <Forward />
      </IconButton>
      <ToggleButtonGroup exclusive size="small" value={lineFor} aria-label={t('A line for each')} onChange={(_event, chosen) => chosen && setLineFor(chosen)}>
        <ToggleButton value="crop">{t('Crop')}</ToggleButton>
        <ToggleButton value="farmer">{t('Farmer')}</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  )
  return (
    <Panel title={t('Plan of the season')} note={t('{{count}} steps', { count: items.length })} action={choose}>
      <PlanKey />
      {isCut ? <Box sx={{ mt: 1, color: 'text.secondary' }}>{t('Only a part is drawn: choose a village or a farmer.')}</Box> : null}
      {lines.length > 0 ? (
        <Box sx={{ mt: 1 }}>
          <PlanChart lines={lines} label={t('Plan of the season')} today={format.today()} onOpen={open} withCodes span={span} />
        </Box>
      ) : isPending ? null : (
        <Box sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
          {t('Nothing is planned here. Steps are planned when a crop follows a package of practices.')}
        </Box>
      )}
    </Panel>
  )
}
