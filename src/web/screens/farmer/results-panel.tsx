// Season by season: when the farmer was inspected, by whom, and what the committee decided.
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { type SeasonResult, seasonResults } from '#domain/kernel/terms.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function ResultsPanel({ farmerId }: { farmerId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { items, refs, isPending } = useList('farmerseason', { filters: { farmerId: [farmerId] }, sort: '-createdAt' }, { limit: 6 })
  if (isPending)
    return (
      <Panel title={t('Season results')}>
        <Box sx={{ height: 80 }} />
      </Panel>
    )
  const name = (id: unknown) => (typeof id === 'string' ? (refs[id]?.title ?? '') : '')
  const chip = (result: unknown) => {
    const known = seasonResults[result as SeasonResult]
    return known ? <StatusChip tone={known[1]} label={t(known[0])} /> : '–'
  }
  if (items.length === 0)
    return (
      <Panel title={t('Season results')}>
        <Box sx={{ color: 'text.secondary' }}>{t('Not inspected yet. An internal inspection opens the season’s result.')}</Box>
      </Panel>
    )
  return (
    <Panel title={t('Season results')} flush>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" aria-label={t('Season results')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('Season')}</TableCell>
              <TableCell>{t('Inspected')}</TableCell>
              <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>{t('Inspector')}</TableCell>
              <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>{t('Inspector’s result')}</TableCell>
              <TableCell>{t('Committee')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map((row) => {
              const days = [row.inspection1On, row.inspection2On].filter((day): day is string => typeof day === 'string')
              return (
                <TableRow key={row.id}>
                  <TableCell>
                    <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'farmerseason', id: row.id }}>
                      {name(row.seasonId) || row.title}
                    </TextLink>
                  </TableCell>
                  <TableCell>
                    {days.length ? days.map((day) => format.date(day)).join(', ') : '–'}
                    {/* The inspector's own column has no room on a phone. */}
                    <Box sx={{ display: { xs: 'block', sm: 'none' }, mt: 0.5 }}>{chip(row.inspectionResult)}</Box>
                  </TableCell>
                  <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>{name(row.inspectorId) || '–'}</TableCell>
                  <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>{chip(row.inspectionResult)}</TableCell>
                  <TableCell>{row.status === 'OPEN' ? <StatusChip tone="pending" label={t('Waiting')} /> : chip(row.result)}</TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Box>
    </Panel>
  )
}
