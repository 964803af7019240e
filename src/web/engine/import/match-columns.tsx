// Which column of the person's file is which of ours, where the headers do not say: each with an example from
// the file, chosen from a list, and what is still needed said above.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { asIdentifier, asTag, isIdentifier } from '#domain/exchange/custom-columns.ts'
import { isMissed } from '#domain/exchange/header.ts'
import type { Kind } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type ColumnMapping, type FileInspection, useInspection } from '#web/api/imports.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LoadError } from '../problem-view.tsx'
import { ImportProgress } from './import-result.tsx'

type MatchColumnsProps = { entity: AnyEntity; kind: Kind; file: File; mapping: ColumnMapping; onTry: (mapping: ColumnMapping) => void; onCancel: () => void }

export function MatchColumns({ entity, kind, file, mapping, onTry, onCancel }: MatchColumnsProps) {
  const { t } = useTranslation()
  const look = useInspection(entity.name, { file, kind })
  if (look.error) return <LoadError problem={look.error} title={t('The file could not be read')} retry={() => void look.refetch()} preserved={[]} />
  if (!look.data) return <ImportProgress label={t('Looking at {{file}}', { file: file.name })} />
  return <Chooser inspection={look.data} mapping={mapping} onTry={onTry} onCancel={onCancel} />
}

function Chooser({
  inspection,
  mapping,
  onTry,
  onCancel,
}: {
  inspection: FileInspection
  mapping: ColumnMapping
  onTry: (mapping: ColumnMapping) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { columns, wanted, sample } = inspection
  const [chosen, setChosen] = useState<Record<string, string>>(() =>
    Object.fromEntries(columns.map(({ header, column }) => [header, mapping[header] ?? column ?? ''])),
  )
  // A column that is no field of ours may be a tag, or the identifier of the record in a system that the person names.
  const takesCustom = wanted.some(({ name }) => name === 'external_ids')
  const isUnnamed = (column: string) => column.startsWith(asIdentifier) && !isIdentifier(column)
  const unnamed = columns.flatMap(({ header }) => (isUnnamed(chosen[header] ?? '') ? [header] : []))
  const taken = Object.values(chosen).filter((name) => name !== asTag && !isUnnamed(name))
  const labelOf = (name: string): string => (name.startsWith(asIdentifier) ? systemOf(name) : t(wanted.find((one) => one.name === name)?.label ?? name))
  // Rows that name records by their code change what is there, and need nothing else.
  const missing = taken.includes('code') ? [] : wanted.filter((column) => isMissed(column, taken))
  const doubled = [...new Set(taken.filter((name, at) => name !== '' && taken.indexOf(name) !== at))]
  return (
    <>
      <Typography sx={{ mb: 1 }}>{t('Say what each column of your file is. Columns left out are not read.')}</Typography>
      {/* In sight however far down the columns somebody is. */}
      <Box role="status" sx={{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.paper', pb: 1 }}>
        {missing.length > 0 ? (
          <Typography color="error">{t('Still needed: {{columns}}', { columns: format.list(missing.map(({ name }) => labelOf(name))) })}</Typography>
        ) : null}
        {doubled.length > 0 ? <Typography color="error">{t('Chosen twice: {{columns}}', { columns: format.list(doubled.map(labelOf)) })}</Typography> : null}
        {unnamed.length > 0 ? <Typography color="error">{t('Name the system of: {{columns}}', { columns: format.list(unnamed) })}</Typography> : null}
      </Box>
      <Table size="small" aria-label={t('Columns of the file')} sx={{ '& td, & th': { px: 1 }, '& td': { overflowWrap: 'anywhere', verticalAlign: 'top' } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('In your file')}</TableCell>
            <TableCell>{t('Is')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map(({ header }, at) => (
            <TableRow key={header}>
              <TableCell>
                <Box sx={{ fontWeight: 500 }}>{header}</Box>
                <Typography variant="caption" color="textSecondary">
                  {exampleOf(sample, at)}
                </Typography>
              </TableCell>
              <TableCell sx={{ width: { xs: '52%', sm: 280 } }}>
                <TextField
                  select
                  size="small"
                  fullWidth
                  value={chosen[header]?.startsWith(asIdentifier) ? asIdentifier : (chosen[header] ?? '')}
                  error={doubled.includes(chosen[header] ?? '')}
                  onChange={({ target }) => setChosen({ ...chosen, [header]: target.value })}
                  slotProps={{ htmlInput: { 'aria-label': t('What {{header}} is', { header }) }, select: { displayEmpty: true } }}
                >
                  <MenuItem value="">{t('Leave out')}</MenuItem>
                  {takesCustom ? <MenuItem value={asTag}>{t('A tag')}</MenuItem> : null}
                  {takesCustom ? <MenuItem value={asIdentifier}>{t('Identifier in another system')}</MenuItem> : null}
                  {wanted.map(({ name, required }) => (
                    <MenuItem key={name} value={name}>
                      {required ? `${labelOf(name)} *` : labelOf(name)}
                    </MenuItem>
                  ))}
                </TextField>
                {chosen[header]?.startsWith(asIdentifier) ? (
                  <TextField
                    size="small"
                    fullWidth
                    sx={{ mt: 1 }}
                    value={systemOf(chosen[header])}
                    placeholder="TRACENET"
                    error={isUnnamed(chosen[header])}
                    onChange={({ target }) => setChosen({ ...chosen, [header]: asIdentifier + systemNamed(target.value) })}
                    slotProps={{ htmlInput: { 'aria-label': t('System of {{header}}', { header }), maxLength: 32 } }}
                    helperText={t('2 to 32 capitals, digits and underscores, like TRACENET.')}
                  />
                ) : null}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button variant="contained" disabled={missing.length > 0 || doubled.length > 0 || unnamed.length > 0} onClick={() => onTry(chosen)}>
          {t('Try with these columns')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </Box>
    </>
  )
}

const systemOf = (column: string): string => column.slice(asIdentifier.length)
const systemNamed = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
    .replace(/[^A-Z0-9_]/g, '')

/** What stands in a column, from the first rows that have anything there. */
const exampleOf = (sample: readonly (readonly string[])[], at: number): string =>
  sample
    .flatMap((row) => row[at]?.trim() || [])
    .slice(0, 2)
    .join(' · ')
    .slice(0, 80)
