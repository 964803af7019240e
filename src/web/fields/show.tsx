// A value as shown on a page or in a cell: chips for statuses, links for references, figures right and tabular.
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ComponentType, lazy, Suspense } from 'react'
import { can } from '#domain/access.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'
import type { Refs } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { formatValue, unnamed } from './format-value.ts'

// Lists show nested values in words: their pages fetch the rest.
const ShowNested = lazy(async () => ({ default: (await import('./show-nested.tsx')).ShowNested }))

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
  return Show ? <Show field={field} value={value} refs={refs} compact={compact} words={words} /> : <span>{words}</span>
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
  reference: ({ field, value, refs, compact }) => <RefLink id={String(value)} refs={refs} target={field.target} quiet={compact} />,
  references: RefLinks,
  attachments: Nested,
  polygon: null,
  point: null,
  rows: Nested,
  lines: Nested,
  record: Nested,
  variant: Nested,
}

/** Values with fields of their own, and files: inside a table in words, on a page in their own form, and in words until that is fetched. */
function Nested({ field, value, refs, compact, words }: KindProps) {
  const inWords = words === '' ? <Nothing /> : <span>{words}</span>
  // A value of a variant from before there were cases is the words that it was.
  if (compact || words === '' || typeof value === 'string') return inWords
  return (
    <Suspense fallback={inWords}>
      <ShowNested field={field} value={value} refs={refs} Show={ShowValue} />
    </Suspense>
  )
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

function RefLinks({ field, value, refs, compact }: KindProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: compact ? 0 : 0.75 }}>
      {(value as string[]).map((id, index) => (
        <RefLink key={id ?? index} id={id} refs={refs} target={field.target} quiet={compact} />
      ))}
    </Box>
  )
}

type RefLinkProps = {
  id: string
  refs?: Refs | undefined
  /** What it is, where the reader may not know its name. */
  target?: string | undefined
  /** Among many: no colour of its own. */
  quiet?: boolean
}
/** The name of what is referred to, leading there. */
export function RefLink({ id, refs, target, quiet = false }: RefLinkProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const user = useUser()
  const ref = refs?.[id]
  if (!ref)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {unnamed(target, t)}
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
