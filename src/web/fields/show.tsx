// A value as shown on a page or in a cell: chips for statuses, links for references, figures right and tabular.
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import { can } from '#domain/access.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { Refs } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { formatValue } from './format-value.ts'

export type ShowProps = { field: Field; value: unknown; refs?: Refs | undefined /** In a table cell: one line, nothing large. */; compact?: boolean }

/** No value: a quiet dash, read out as nothing. */
export const Nothing = () => (
  <Box component="span" aria-hidden sx={{ color: 'ink3' }}>
    –
  </Box>
)

export function ShowValue({ field, value, refs, compact = false }: ShowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return <Nothing />
  const words = formatValue(field, value, { t, format, refs })
  switch (field.kind) {
    case 'choice': {
      const tone = field.choices?.find((choice) => choice.value === value)?.tone
      return tone ? <StatusChip label={words} tone={tone} /> : <span>{words}</span>
    }
    case 'phone':
      return String(value).includes('•') || String(value).includes('*') ? (
        <span>{words}</span>
      ) : (
        <Link href={`tel:${String(value)}`} color="inherit" sx={{ whiteSpace: 'nowrap', fontWeight: 400, color: 'inherit' }}>
          {words}
        </Link>
      )
    case 'email':
      return (
        <Link href={`mailto:${String(value)}`} {...(compact ? { color: 'inherit', sx: { fontWeight: 400 } } : {})}>
          {words}
        </Link>
      )
    case 'reference':
      return <RefLink id={String(value)} refs={refs} quiet={compact} />
    case 'references':
      return (
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          {(value as string[]).map((id) => (
            <RefLink key={id} id={id} refs={refs} quiet={compact} />
          ))}
        </Box>
      )
    case 'longText':
      return compact ? (
        <span>{words}</span>
      ) : (
        <Box component="span" sx={{ whiteSpace: 'pre-line' }}>
          {words}
        </Box>
      )
    case 'rows':
      return compact ? <span>{words}</span> : <ShowRows field={field} rows={value as Record<string, unknown>[]} refs={refs} />
    case 'record':
      return compact ? <span>{words}</span> : <ShowRecord field={field} value={value as Record<string, unknown>} refs={refs} />
    default:
      return <span>{words}</span>
  }
}

/** The name of what is referred to, leading there. */
export function RefLink({ id, refs, quiet = false }: { id: string; refs?: Refs | undefined /** Among many: no colour of its own. */; quiet?: boolean }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const user = useUser()
  const ref = refs?.[id]
  if (!ref)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('Unknown record')}
      </Box>
    )
  if (!can(user, ref.entity, 'V')) return <span>{ref.title}</span>
  return (
    <TextLink
      to="/private/farmbook/$operator/$entity/$id"
      params={{ operator, entity: ref.entity, id }}
      {...(quiet ? { sx: { color: 'inherit', fontWeight: 400 } } : {})}
    >
      {ref.title}
    </TextLink>
  )
}

/** Figures stand right-aligned. */
export const isNumeric = (field: Field): boolean => field.kind === 'integer' || field.kind === 'quantity' || field.kind === 'share'

/** Lists of small records inside a record (consents, neighbours, inputs), as a small table. */
function ShowRows({ field, rows, refs }: { field: Field; rows: readonly Record<string, unknown>[]; refs?: Refs | undefined }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  // A column in which nobody entered anything says nothing.
  const columns = Object.entries(field.fields ?? {}).filter(([name]) => rows.some((row) => !isBlank(row[name])))
  // biome-ignore-start lint/suspicious/noArrayIndexKey: rows of a stored list have no identity of their own
  if (isPhone) {
    return (
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'grid', gap: 1 }}>
        {rows.map((row, at) => (
          <Box component="li" key={at} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 1.25 }}>
            <ShowRecord field={field} value={row} refs={refs} filled />
          </Box>
        ))}
      </Box>
    )
  }
  return (
    <Box
      sx={{ overflowX: 'auto', border: '1px solid', borderColor: 'divider', borderRadius: 1, mt: 0.5 }}
      {...(columns.length > 6 ? { tabIndex: 0, role: 'group', 'aria-label': t(field.label) } : {})}
    >
      <Table size="small" aria-label={t(field.label)} sx={{ overflowWrap: 'normal', '& tr:last-of-type > td': { borderBottom: 0 } }}>
        <TableHead>
          <TableRow>
            {columns.map(([name, column]) => (
              <TableCell key={name} align={isNumeric(column) ? 'right' : 'left'}>
                {t(column.label)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, at) => (
            <TableRow key={at}>
              {columns.map(([name, column]) => (
                <TableCell
                  key={name}
                  align={isNumeric(column) ? 'right' : 'left'}
                  sx={column.kind === 'longText' ? { minWidth: 220 } : { whiteSpace: isShort(column) ? 'nowrap' : 'normal' }}
                >
                  <ShowValue field={column} value={row[name]} refs={refs} compact />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
  // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
/** Kinds whose words belong on one line. */
const isShort = (field: Field): boolean => isNumeric(field) || field.kind === 'date' || field.kind === 'time' || field.kind === 'phone'

type RecordProps = { field: Field; value: Record<string, unknown>; refs?: Refs | undefined /** Without what is empty. */; filled?: boolean }

function ShowRecord({ field, value, refs, filled = false }: RecordProps) {
  const { t } = useTranslation()
  return (
    <PropertyList
      properties={Object.entries(field.fields ?? {})
        .filter(([name]) => !filled || !isBlank(value[name]))
        .map(([name, inner]) => ({
          key: name,
          label: t(inner.label),
          wide: inner.kind === 'longText',
          value: <ShowValue field={inner} value={value[name]} refs={refs} />,
        }))}
    />
  )
}
