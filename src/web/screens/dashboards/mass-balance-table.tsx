// The gap of BR-12a as a table: of each company, material and claim what came in, how much of it certificates cover, and what is left without one. The largest gap first;
// each row opens the lots that it adds up.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { claims, materials } from '#domain/kernel/terms.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { receivedBy } from '#domain/reports/figure-lists.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkListItem } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'

/** More are a click away. */
const shownAtFirst = 8
const columns = { display: 'grid', columnGap: 1.5, alignItems: 'center', px: 2, gridTemplateColumns: 'minmax(0, 1fr) 92px 92px 92px' }
const figure = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

export function MassBalanceTable({ cover, from }: Pick<ProcessingFigures, 'cover' | 'from'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const [showsAll, setShowsAll] = useState(false)
  const bare = ({ receivedKg, coveredKg }: ProcessingFigures['cover'][number]) => Math.max(0, receivedKg - coveredKg)
  const rows = cover.toSorted((one, other) => other.gapShare - one.gapShare || bare(other) - bare(one))
  return (
    <Panel title={t('Mass-balance gap')} note={t('certified goods that came in without a certificate')} flush>
      {rows.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('Nothing certified came in.')}</Box> : null}
      {rows.length > 0 ? (
        <Box aria-hidden sx={{ ...columns, display: { xs: 'none', sm: 'grid' }, pb: 0.5, fontSize: 12.5, color: 'text.secondary' }}>
          <Box>{t('Holder')}</Box>
          <Box sx={figure}>{t('Came in')}</Box>
          <Box sx={figure}>{t('On certificates')}</Box>
          <Box sx={figure}>{t('Gap')}</Box>
        </Box>
      ) : null}
      {rows.slice(0, showsAll ? rows.length : shownAtFirst).map((row) => (
        <LinkListItem
          key={`${row.holderId} ${row.material} ${row.claim}`}
          to="/private/farmbook/$operator/$entity/list"
          params={{ operator, entity: 'productbatch' }}
          search={receivedBy(row, from).search}
          sx={{ ...columns, gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: columns.gridTemplateColumns }, rowGap: 0.25, py: 1, minHeight: 52 }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{row.holder}</Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center', fontSize: 12.5, color: 'text.secondary' }}>
              {t(materials[row.material])}
              <StatusChip tone={claims[row.claim][1]} label={t(claims[row.claim][0])} />
              {t('{{count}} lots', { count: row.lots })}
            </Box>
          </Box>
          <Box sx={{ ...figure, display: { xs: 'none', sm: 'block' } }}>{format.kg(row.receivedKg)}</Box>
          <Box sx={{ ...figure, display: { xs: 'none', sm: 'block' } }}>{format.kg(row.coveredKg)}</Box>
          <Box sx={figure}>
            <ToneText tone={row.gapShare > 0.005 ? 'pending' : 'success'} label={format.share(row.gapShare)} />
            <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
              {format.kg(bare(row))}
              <Box component="span" sx={{ display: { sm: 'none' } }}>{` / ${format.kg(row.receivedKg)}`}</Box>
            </Box>
          </Box>
        </LinkListItem>
      ))}
      {rows.length > shownAtFirst && !showsAll ? (
        <Button variant="text" size="small" sx={{ m: 1 }} onClick={() => setShowsAll(true)}>
          {t('Show {{number}} more', { number: format.number(rows.length - shownAtFirst) })}
        </Button>
      ) : null}
    </Panel>
  )
}
