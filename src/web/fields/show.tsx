// A value as shown on a page or in a cell: chips for statuses, links for references, figures right and tabular.
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#domain/access.ts'
import { currentValue, type Field, type Fields } from '#domain/kernel/field.ts'
import { type FieldKind, factsOf } from '#domain/kernel/field-kinds.ts'
import { caseOf, discriminatorOf, fieldsOfCase } from '#domain/kernel/variants.ts'
import type { Refs } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { layoutOf } from './field-layout.ts'
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
  const Show = shown[field.kind]
  return Show ? <Show field={field} value={currentValue(field, value)} refs={refs} compact={compact} words={words} /> : <span>{words}</span>
}

type KindProps = { field: Field; value: unknown; refs: Refs | undefined; compact: boolean /** The value as plain text. */; words: string }
/** What is more than its words; a kind without an entry is its words alone. */
const shown: Readonly<Record<FieldKind, ComponentType<KindProps> | null>> = {
  text: null,
  longText: LongText,
  words: null,
  phone: Phone,
  email: Email,
  country: null,
  integer: null,
  quantity: null,
  share: null,
  money: null,
  choice: Chosen,
  choices: null,
  flag: null,
  date: null,
  time: null,
  reference: ({ value, refs, compact }) => <RefLink id={String(value)} refs={refs} quiet={compact} />,
  references: RefLinks,
  polygon: null,
  point: null,
  rows: Rows,
  lines: Rows,
  record: ({ field, value, refs, compact, words }) =>
    compact ? <span>{words}</span> : <ShowRecord fields={field.fields ?? {}} value={value as Record<string, unknown>} refs={refs} />,
  variant: Variant,
}

/** The case, then its own fields; inside a table in words. */
function Variant({ field, value, refs, compact, words }: KindProps) {
  if (compact || words === '') return words === '' ? <Nothing /> : <span>{words}</span>
  const { on = '' } = field
  return (
    <ShowRecord
      fields={{ [on]: discriminatorOf(field), ...fieldsOfCase(field, caseOf(field, value)) }}
      value={value as Record<string, unknown>}
      refs={refs}
      filled
    />
  )
}

function Rows({ field, value, refs, compact, words }: KindProps) {
  return compact ? <span>{words}</span> : <ShowRows field={field} rows={value as Record<string, unknown>[]} refs={refs} />
}

function Chosen({ field, value, words }: KindProps) {
  const tone = field.choices?.find((choice) => choice.value === value)?.tone
  return tone ? <StatusChip label={words} tone={tone} /> : <span>{words}</span>
}

/** A masked number cannot be called. */
function Phone({ value, words }: KindProps) {
  if (/[•*]/.test(String(value))) return <span>{words}</span>
  return (
    <Link href={`tel:${String(value)}`} color="inherit" sx={{ whiteSpace: 'nowrap', fontWeight: 400, color: 'inherit' }}>
      {words}
    </Link>
  )
}

function Email({ value, words, compact }: KindProps) {
  return (
    <Link href={`mailto:${String(value)}`} {...(compact ? { color: 'inherit', sx: { fontWeight: 400 } } : {})}>
      {words}
    </Link>
  )
}

function LongText({ words, compact }: KindProps) {
  if (compact) return <span>{words}</span>
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-line' }}>
      {words}
    </Box>
  )
}

function RefLinks({ value, refs, compact }: KindProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {(value as string[]).map((id) => (
        <RefLink key={id} id={id} refs={refs} quiet={compact} />
      ))}
    </Box>
  )
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
            <ShowRecord fields={field.fields ?? {}} value={row} refs={refs} filled />
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

type RecordProps = { fields: Fields; value: Record<string, unknown>; refs?: Refs | undefined /** Without what is empty. */; filled?: boolean }

function ShowRecord({ fields, value, refs, filled = false }: RecordProps) {
  const { t } = useTranslation()
  return (
    <PropertyList
      properties={Object.entries(fields)
        .filter(([name]) => !filled || !isBlank(value[name]))
        .map(([name, inner]) => ({
          key: name,
          label: t(inner.label),
          wide: layoutOf(inner).onPage === 'wide',
          value: <ShowValue field={inner} value={value[name]} refs={refs} />,
        }))}
    />
  )
}
