// Values with fields of their own on a page: one record as properties, several as a small table, one of several cases by its fields.
// Fetched with the first page that has one.
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ComponentType, lazy, Suspense } from 'react'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { caseOf, discriminatorOf, fieldsOfCase } from '#domain/kernel/variants.ts'
import type { Refs } from '#web/api/answers.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { PropertyList } from '#web/ui/property-list.tsx'
import { layoutOf } from './field-layout.ts'
import { wordedValue } from './worded-value.ts'

type Show = ComponentType<{ field: Field; value: unknown; refs?: Refs | undefined; compact?: boolean }>
/** `Show` draws one value; passed in, because values may contain rows and rows contain values. */
type NestedProps = { field: Field; value: unknown; refs: Refs | undefined; Show: Show }

// Few pages have files.
const Recording = lazy(async () => ({ default: (await import('./recording.tsx')).Recording }))
const ShowFiles = lazy(async () => ({ default: (await import('./show-files.tsx')).ShowFiles }))

export function ShowNested({ field, value, refs, Show }: NestedProps) {
  const { t } = useTranslation()
  if (field.media === 'audio')
    return (
      <Suspense fallback={null}>
        {(value as string[]).map((id) => (
          <Recording key={id} id={id} of={t(field.label)} />
        ))}
      </Suspense>
    )
  if (field.kind === 'attachments')
    return (
      <Suspense fallback={null}>
        <ShowFiles ids={value as string[]} refs={refs} label={t(field.label)} />
      </Suspense>
    )
  if (Array.isArray(value)) return <ShowRows Show={Show} field={field} rows={value} refs={refs} />
  const values = value as Record<string, unknown>
  if (!field.on) return <ShowRecord Show={Show} fields={field.fields ?? {}} value={values} refs={refs} />
  return (
    <ShowRecord Show={Show} fields={{ [field.on]: discriminatorOf(field), ...fieldsOfCase(field, caseOf(field, value)) }} value={values} refs={refs} filled />
  )
}

/** Lists of small records inside a record (consents, neighbours, inputs), as a small table. */
function ShowRows({ field, rows, refs, Show }: { Show: Show; field: Field; rows: readonly Record<string, unknown>[]; refs?: Refs | undefined }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  // A column in which nobody entered anything says nothing.
  const columns = Object.entries(field.fields ?? {}).filter(([name, { internal }]) => !internal && rows.some((row) => !isBlank(row[name])))
  // biome-ignore-start lint/suspicious/noArrayIndexKey: rows of a stored list have no identity of their own
  if (isPhone) {
    return (
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'grid', gap: 1 }}>
        {rows.map((row, at) => (
          <Box component="li" key={at} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 1.25 }}>
            <ShowRecord Show={Show} fields={field.fields ?? {}} value={row} refs={refs} filled />
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
              <TableCell key={name} align={factsOf(column).isNumber ? 'right' : 'left'}>
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
                  align={factsOf(column).isNumber ? 'right' : 'left'}
                  sx={layoutOf(column).inCell === 'long' ? { minWidth: 220 } : { whiteSpace: layoutOf(column).inCell === 'short' ? 'nowrap' : 'normal' }}
                >
                  <Show field={column} value={wordedValue(column, row[name], row, t)} refs={refs} compact />
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

type RecordProps = { Show: Show; fields: Fields; value: Record<string, unknown>; refs?: Refs | undefined /** Without what is empty. */; filled?: boolean }

function ShowRecord({ Show, fields, value, refs, filled = false }: RecordProps) {
  const { t } = useTranslation()
  return (
    <PropertyList
      properties={Object.entries(fields)
        .filter(([name, { internal }]) => !internal && (!filled || !isBlank(value[name])))
        .map(([name, inner]) => ({
          key: name,
          label: t(inner.label),
          wide: layoutOf(inner).onPage === 'wide',
          value: <Show field={inner} value={wordedValue(inner, value[name], value, t)} refs={refs} />,
        }))}
    />
  )
}
