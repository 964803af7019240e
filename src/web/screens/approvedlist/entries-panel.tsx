// The rows of an approved farmer list: a table on wide screens, a line for each crop on phones; a hundred at first.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import { keyOfEntry, type ListEntry } from '#domain/people/approved-list-difference.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { labelOf, textOf } from './entry-words.ts'

const atFirst = 100
const columns = ['memberNo', 'farmer', 'village', 'parcel', 'crop', 'areaHa', 'claimStatus', 'estimatedKg', 'result'] as const
const isNumber = (name: (typeof columns)[number]): boolean => name === 'areaHa' || name === 'estimatedKg'

export function EntriesPanel({ list }: { list: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const [isWhole, setWhole] = useState(false)
  const entries = (list.entries ?? []) as ListEntry[]
  const shown = isWhole ? entries : entries.slice(0, atFirst)
  return (
    <Panel title={t('Farmers and crops')} note={format.number(entries.length)} flush>
      {entries.length === 0 ? <EmptyState title={t('Nobody is on this list')} reason={t('The committee has approved nobody for this season yet.')} /> : null}
      {isPhone ? <Lines entries={shown} /> : <Rows entries={shown} />}
      {shown.length < entries.length ? (
        <Box sx={{ p: 1.5 }}>
          <Button onClick={() => setWhole(true)}>{t('Show all {{count}}', { count: entries.length })}</Button>
        </Box>
      ) : null}
    </Panel>
  )
}

function Rows({ entries }: { entries: readonly ListEntry[] }) {
  const { t } = useTranslation()
  const words = { t, format: useFormat() }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={t('Farmers and crops')}>
        <TableHead>
          <TableRow>
            {columns.map((name) => (
              <TableCell key={name} {...(isNumber(name) ? { align: 'right' } : {})}>
                {labelOf(name, t)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={keyOfEntry(entry)}>
              {columns.map((name) => (
                <TableCell key={name} {...(isNumber(name) ? { align: 'right', sx: { whiteSpace: 'nowrap' } } : {})}>
                  {name === 'farmer' ? (
                    <Farmer entry={entry} />
                  ) : name === 'claimStatus' ? (
                    <ClaimChip entry={entry} />
                  ) : (
                    textOf(name, entry[name] ?? null, words)
                  )}
                  {name === 'result' && entry.conditions ? <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{entry.conditions}</Box> : null}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

function Lines({ entries }: { entries: readonly ListEntry[] }) {
  const { t } = useTranslation()
  const words = { t, format: useFormat() }
  const line = (entry: ListEntry, names: readonly (typeof columns)[number][]) =>
    names.flatMap((name) => (entry[name] === null || entry[name] === undefined ? [] : [textOf(name, entry[name], words)])).join(' · ')
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map((entry) => (
        <Box component="li" key={keyOfEntry(entry)} sx={{ px: 2, py: 1.25, borderTop: '1px solid', borderColor: 'divider' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
            <Farmer entry={entry} />
            <ClaimChip entry={entry} />
          </Box>
          <Box sx={{ fontSize: 14, color: 'text.secondary', overflowWrap: 'anywhere' }}>{line(entry, ['memberNo', 'village', 'parcel', 'crop'])}</Box>
          <Box sx={{ fontSize: 14, fontVariantNumeric: 'tabular-nums' }}>{line(entry, ['areaHa', 'estimatedKg', 'result'])}</Box>
          {entry.conditions ? <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{entry.conditions}</Box> : null}
        </Box>
      ))}
    </Box>
  )
}

function Farmer({ entry }: { entry: ListEntry }) {
  const operator = useOperator()
  return (
    <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'farmer', id: entry.farmerId ?? '' }}>
      {entry.farmer}
    </TextLink>
  )
}

function ClaimChip({ entry: { claimStatus } }: { entry: ListEntry }) {
  const { t } = useTranslation()
  if (!claimStatus) return <>–</>
  const [label, tone] = claims[claimStatus as Claim]
  return <StatusChip tone={tone} label={t(label)} />
}
