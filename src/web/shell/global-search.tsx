// Search across the farmbook: farmers, parcels, crops and batches by name, code or phone. Fetched at the first use.
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { can } from '#domain/access.ts'
import type { UnitsFound } from '#domain/chain/unit-answer.ts'
import { entityOf, findEntity } from '#domain/entities.ts'
import type { ListAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { listParams } from '#web/api/list-query.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { useComboWords } from '#web/fields/combo-words.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { SearchInput } from './search-input.tsx'

/** What people look for by name, in the order in which they look. */
const searched = ['farmer', 'landparcel', 'crop', 'productbatch', 'landowner', 'processor']
const perEntity = 4
const typingMilliseconds = 200
/** `unitNo`: a bale or cone, whose lot is opened. */
type Hit = { entity: string; id: string; title: string; note: string; unitNo?: string }

type GlobalSearchProps = {
  inputRef: RefObject<HTMLInputElement | null>
  /** What was typed while this was on its way. */
  typedBefore: string
  onDone: (() => void) | undefined
}
export function GlobalSearch({ inputRef, typedBefore, onDone }: GlobalSearchProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const operator = useOperator()
  const words = useComboWords()
  const [typed, setTyped] = useState(typedBefore)
  const { hits, isSearching } = useHits(typed)
  return (
    <Autocomplete<Hit, false, false, true>
      freeSolo
      options={hits}
      filterOptions={(all) => all}
      groupBy={(hit) => (hit.unitNo ? t('Units') : t(entityOf(hit.entity).plural))}
      getOptionLabel={(hit) => (typeof hit === 'string' ? hit : hit.title)}
      getOptionKey={(hit) => (typeof hit === 'string' ? hit : `${hit.id} ${hit.unitNo ?? ''}`)}
      value={null}
      inputValue={typed}
      onInputChange={(_event, next, reason) => setTyped(reason === 'reset' || reason === 'selectOption' ? '' : next)}
      loading={isSearching}
      {...words}
      loadingText={t('Searching')}
      autoHighlight
      clearOnEscape
      onChange={(_event, hit) => {
        if (!hit || typeof hit === 'string') return
        onDone?.()
        void navigate({
          to: '/private/farmbook/$operator/$entity/$id',
          params: { operator, entity: hit.entity, id: hit.id },
          ...(hit.unitNo ? { search: { tab: 'units', unit: hit.unitNo } as never } : {}),
        })
      }}
      sx={{ flex: 1, minWidth: 0 }}
      renderOption={({ key, ...props }, hit) => (
        <Box component="li" key={key} {...props} sx={{ display: 'flex', gap: 1, minHeight: 40 }}>
          <Typography component="span" noWrap sx={{ fontWeight: 500 }}>
            {hit.title}
          </Typography>
          <Typography component="span" variant="caption" color="textSecondary" noWrap sx={{ ml: 'auto', flexShrink: 0 }}>
            {hit.note}
          </Typography>
        </Box>
      )}
      renderInput={(params) => (
        <SearchInput
          ref={params.slotProps.input.ref}
          autoFocus
          inputProps={{ ...params.slotProps.htmlInput, ref: mergeRefs(inputRef, params.slotProps.htmlInput.ref) }}
        />
      )}
    />
  )
}

function useHits(typed: string): { hits: Hit[]; isSearching: boolean } {
  const operator = useOperator()
  const user = useUser()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), typingMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  const enabled = q.length > 1
  const results = useQueries({
    queries: searched
      .filter((name) => findEntity(name) && can(user, name, 'L') && can(user, name, 'V'))
      .map((name) => ({
        queryKey: [...keys.list(operator, name, { q }), 'search'],
        enabled,
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Hit[]> => {
          const { items } = await call<ListAnswer>(entityPath(operator, name), { signal, query: listParams({ q }, { limit: String(perEntity) }) })
          return items.map((row) => ({ entity: name, id: row.id, title: row.title, note: [row.code, row.village].filter(Boolean).join(' · ') }))
        },
      })),
  })
  // A number that was scanned from a bale or a cone, or from its label.
  const units = useQuery({
    queryKey: [operator, 'units', q],
    enabled: enabled && /\d/.test(q) && q.length <= 40 && can(user, 'productbatch', 'V'),
    queryFn: async ({ signal }): Promise<Hit[]> => {
      const { items } = await call<UnitsFound>(entityPath(operator, 'units', q), { signal })
      return items.flatMap(({ unitNo, lot, history }) => {
        const id = lot?.isOpen ? lot.id : history.findLast(({ from }) => from)?.from
        return id ? [{ entity: 'productbatch', id, title: unitNo, note: lot?.isOpen ? lot.title : '', unitNo }] : []
      })
    },
  })
  const all = [...(units.data ?? []), ...results.flatMap((result) => result.data ?? [])]
  return { hits: enabled ? all : [], isSearching: enabled && (units.isFetching || results.some((result) => result.isFetching)) }
}

const mergeRefs =
  <T,>(own: RefObject<T | null>, other: unknown) =>
  (node: T | null) => {
    own.current = node
    if (typeof other === 'function') other(node)
    else if (other) (other as RefObject<T | null>).current = node
  }
