// Choosing a record of another entity by its name, code or phone: searches as one types.
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Paper, { type PaperProps } from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useMemo, useState } from 'react'
import { findEntity } from '#domain/entities.ts'
import type { Sentence } from '#domain/messages/message.ts'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import { useOptions } from '#web/api/queries.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useComboWords } from './combo-words.ts'
import { useCustomOptions } from './custom-options.ts'
import type { Provisional } from './form-context.ts'
import { useTitle } from './use-title.ts'

type Option = { id: string; title: string; code: string; note: string; mark?: Mark | null }
/** What is said of a choice beside its name; `isRefused`: it cannot be taken, and this is why. */
export type Mark = { says: Sentence; isRefused: boolean }
type Shared = {
  target: string /** Only where no frame labels it. */
  label?: string
  id?: string
  hasError?: boolean
  disabled?: boolean
  filters?: Record<string, string[]> | undefined
  /** Sentences about what the filters leave out. */
  why?: readonly string[]
  /** Of each choice. The same function as long as it says the same. */
  markOf?: ((row: RecordAnswer) => Mark | null) | undefined
  refs?: Refs | undefined
  /** Chosen before those of the list: records that are on this device alone. */
  provisional?: readonly Provisional[] | undefined
  onBlur?: () => void
}
type SingleProps = Shared & { value: string | null; onChange: (id: string | null) => void }
type ManyProps = Shared & { value: readonly string[]; onChange: (ids: string[]) => void }

const typingMilliseconds = 200
const isRefused = ({ mark }: Option): boolean => mark?.isRefused === true

const ofThisDevice: Mark = { says: /* i18n */ 'Provisional: on this device alone, not sent yet', isRefused: false }
/** Those of this kind that the filters let through, as far as what was entered says, and in whose name the typed words are. */
const matching = (all: readonly Provisional[], target: string, typed: string, filters: Record<string, string[]> = {}): Option[] =>
  all
    .filter(({ entity, title }) => entity === target && title.toLowerCase().includes(typed.trim().toLowerCase()))
    .filter(({ values }) => Object.entries(filters).every(([name, wanted]) => !(name in values) || wanted.includes(String(values[name]))))
    .map(({ id, title }) => ({ id, title, code: '', note: '', mark: ofThisDevice }))

function useMatches(
  { target, filters, markOf, provisional = [] }: Pick<Shared, 'target' | 'filters' | 'markOf' | 'provisional'>,
  typed: string,
  enabled: boolean,
) {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), typingMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  const entity = findEntity(target)
  const custom = useCustomOptions(target)
  const { data, isFetching, error } = useOptions(
    target,
    { q, ...(filters ? { filters } : {}) },
    { enabled: enabled && entity !== undefined && custom === null },
  )
  const options = useMemo(
    () =>
      (data?.items ?? []).map(
        (row): Option => ({
          id: row.id,
          title: row.title,
          code: row.code,
          note: [row.code, ...(entity?.subtitle ?? []).map((name: string) => data?.refs?.[String(row[name])]?.title ?? row[name])]
            .filter((word) => typeof word === 'string' && word)
            .join(' · '),
          mark: markOf?.(row) ?? null,
        }),
      ),
    [data, entity, markOf],
  )
  if (custom) {
    const found = custom.filter(({ title, code }) => `${title} ${code}`.toLowerCase().includes(typed.toLowerCase()))
    return { options: found.map((one): Option => ({ ...one, note: one.code })), isFetching: false, failed: false }
  }
  const own = matching(provisional, target, typed, filters)
  return {
    options: [...own, ...(markOf ? options.toSorted((one, other) => Number(isRefused(one)) - Number(isRefused(other))) : options)],
    // What is here may be chosen while the list does not come.
    isFetching: own.length === 0 && (isFetching || q !== typed),
    failed: error !== null,
  }
}

export function ReferencePicker({
  target,
  label,
  id,
  value,
  onChange,
  onBlur,
  hasError = false,
  disabled = false,
  filters,
  why = [],
  markOf,
  refs,
  provisional,
}: SingleProps) {
  const { t } = useTranslation()
  const words = useComboWords()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const chosen = useTitle(target, value, refs)
  const { options, isFetching, failed } = useMatches({ target, filters, markOf, provisional }, typed === chosen?.title ? '' : typed, open)
  return (
    <Autocomplete<Option>
      {...(id ? { id } : {})}
      size="small"
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      disabled={disabled}
      options={options}
      value={chosen}
      inputValue={open ? typed : (chosen?.title ?? '')}
      onInputChange={(_event, next, reason) => {
        if (reason !== 'reset') setTyped(next)
      }}
      onChange={(_event, next) => {
        onChange(next?.id ?? null)
        setTyped('')
      }}
      {...(onBlur ? { onBlur } : {})}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionLabel={(option) => option.title}
      getOptionKey={(option) => option.id}
      getOptionDisabled={isRefused}
      filterOptions={(all) => all}
      loading={isFetching}
      {...words}
      loadingText={t('Searching')}
      noOptionsText={failed ? t('The list could not be loaded.') : t('Nothing found. Type a name, code or number.')}
      slots={{ paper: LeavesOut }}
      slotProps={{ paper: { why } as object }}
      renderOption={(props, option) => <OptionLine key={option.id} props={props} option={option} />}
      renderInput={(params) => <TextField {...params} label={label} error={hasError} />}
    />
  )
}

export function ReferencesPicker({
  target,
  label,
  id,
  value,
  onChange,
  onBlur,
  hasError = false,
  disabled = false,
  filters,
  why = [],
  markOf,
  refs,
  provisional,
}: ManyProps) {
  const { t } = useTranslation()
  const words = useComboWords()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState<Record<string, Option>>({})
  const { options, isFetching, failed } = useMatches({ target, filters, markOf, provisional }, typed, open)
  const chosen = value.map((one): Option => seen[one] ?? { id: one, title: refs?.[one]?.title ?? '…', code: '', note: '' })
  return (
    <Autocomplete<Option, true>
      {...(id ? { id } : {})}
      multiple
      disableCloseOnSelect
      size="small"
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      disabled={disabled}
      options={options}
      value={chosen}
      inputValue={typed}
      onInputChange={(_event, next, reason) => {
        if (reason !== 'reset') setTyped(next)
      }}
      onChange={(_event, next) => {
        setSeen((before) => ({ ...before, ...Object.fromEntries(next.map((option) => [option.id, option])) }))
        onChange(next.map((option) => option.id))
      }}
      {...(onBlur ? { onBlur } : {})}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionLabel={(option) => option.title}
      getOptionKey={(option) => option.id}
      getOptionDisabled={isRefused}
      filterOptions={(all) => all}
      loading={isFetching}
      {...words}
      loadingText={t('Searching')}
      noOptionsText={failed ? t('The list could not be loaded.') : t('Nothing found. Type a name, code or number.')}
      slots={{ paper: LeavesOut }}
      slotProps={{ paper: { why } as object }}
      renderOption={(props, option) => <OptionLine key={option.id} props={props} option={option} />}
      renderInput={(params) => <TextField {...params} label={label} error={hasError} />}
    />
  )
}

/** The list of choices, and under it what is left out of it and why. */
function LeavesOut({ why = [], children, ...rest }: PaperProps & { why?: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Paper {...rest}>
      {children}
      {why.length > 0 ? (
        <Box role="note" sx={{ px: 2, py: 1, borderTop: '1px solid', borderColor: 'divider' }}>
          {why.map((sentence) => (
            <Typography key={sentence} variant="caption" component="div" color="textSecondary">
              {t(sentence)}
            </Typography>
          ))}
        </Box>
      ) : null}
    </Paper>
  )
}

function OptionLine({ props, option }: { props: React.HTMLAttributes<HTMLLIElement>; option: Option }) {
  const { t } = useTranslation()
  // The reason is there to be read: what cannot be taken is grey, not faint.
  const grey = isRefused(option) ? { color: 'text.secondary' } : {}
  return (
    <Box component="li" {...props} key={option.id} sx={{ display: 'block !important', minHeight: 44, '&[aria-disabled="true"]': { opacity: '1 !important' } }}>
      <Typography component="div" sx={grey}>
        {option.title}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary">
        {option.note}
      </Typography>
      {option.mark ? (
        <Typography variant="caption" component="div" sx={{ color: 'tone.pending.ink' }}>
          {t(option.mark.says)}
        </Typography>
      ) : null}
    </Box>
  )
}
