// The list of any entity: views, search and filter chips, columns, sorting, bulk actions, export,
// keyboard; cards on phones. Its whole state is in the address.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { accessScopes, can, fieldsHiddenFrom } from '#domain/access.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import type { Format } from '#web/format/format.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { FormatListBulletedOutlined as ListIcon } from '#web/icons/format-list-bulleted-outlined.ts'
import { fetchWords } from '#web/locales/i18n.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { KeyHint } from '#web/ui/key-hint.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PhoneAction } from '#web/ui/phone-action.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { useFixed, useOwnAddress } from '../here.ts'
import { ImportButton, mayImport } from '../import/import-button.tsx'
import { LoadError } from '../problem-view.tsx'
import { titleOf, useSlots } from '../slots.ts'
import { ColumnChooser, useColumns } from './column-chooser.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ListCard, listColumns } from './list-columns.tsx'
import { listFields } from './list-fields.ts'
import { listFilters } from './list-filters.tsx'
import { useListKeys } from './list-keys.ts'
import { type ListState, useListState } from './list-state.ts'
import { SavedViews } from './saved-views.tsx'

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))
const EmptyList = lazy(async () => ({ default: (await import('./empty-list.tsx')).EmptyList }))
// Behind the rows, with its words.
const SentIn = lazy(async () => ({ default: (await Promise.all([import('./sent-in.tsx'), ...fetchWords()]))[0].SentIn }))
const nobody: ReadonlySet<string> = new Set()
// Rows that are not in sight are not walked through.
const nothing: readonly RecordAnswer[] = []
const loud = { variant: 'contained' } as const
const quiet = { variant: 'outlined', color: 'inherit' } as const

export function EntityList({ entity }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const user = useUser()
  const slots = useSlots(entity.name)
  const address = useOwnAddress()
  const fixed = useFixed()
  const heading = t(address?.heading ?? entity.plural)
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const state = useListState(entity)
  const [names, setNames] = useColumns(entity)
  const list = useList(entity.name, state.sent, { fields: listFields(entity, names, slots) })
  const [selected, setSelected] = useState<ReadonlySet<string>>(nobody)
  const [cursor, setCursor] = useState(-1)
  const search = useRef<HTMLInputElement>(null)

  const opens = can(user, entity.name, 'V')
  const mode = slots.listModes?.find(({ id }) => id === state.mode)
  const columns = useMemo(
    () => listColumns({ entity, names, refs: list.refs, rows: list.items, operator, slots, opens, t, format }),
    [entity, names, list.refs, list.items, operator, slots, opens, t, format],
  )
  const ListWrapper = slots.listWrapper ?? Bare
  const chosen = list.items.filter((row) => selected.has(row.id))
  // What fills or finds an empty list stands in its middle, and is the one coloured button then.
  const isEmpty = !mode && list.isSuccess && list.items.length === 0
  const isUnfound = isEmpty && (state.query.q !== '' || Object.keys(state.query.filters).length > 0)
  const mayCreate = !entity.readOnly && can(user, entity.name, 'C')
  const open = useCallback(
    (row: RecordAnswer) => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: entity.name, id: row.id } }),
    [navigate, operator, entity.name],
  )
  const create = () => void navigate({ to: '/private/farmbook/$operator/$entity/create', params: { operator, entity: entity.name }, search: fixed })
  const onSearch = useCallback((q: string) => state.set({ q }), [state.set])
  useListKeys({
    rows: mode ? nothing : list.items,
    cursor,
    setCursor,
    open: opens ? open : undefined,
    selected,
    setSelected,
    create: mayCreate ? create : undefined,
  })

  const parts = { entity, query: state.sent, total: list.total, selected }
  const count = list.total === undefined ? '' : t('{{shown}} shown of {{total}}', { shown: format.number(list.items.length), total: format.number(list.total) })
  return (
    <>
      <PageHeader
        title={heading}
        aside={inAll(list.total, list.isCapped, t, format)}
        status={
          slots.isSentIn && !list.isPending && can(user, 'submission', 'L') ? (
            <Suspense fallback={null}>
              <SentIn entity={entity.name} />
            </Suspense>
          ) : null
        }
        actions={
          <>
            {slots.toolbar?.map(({ id, part: Part }) => (
              <Suspense key={id} fallback={null}>
                <Part {...parts} />
              </Suspense>
            ))}
            {mayImport(user, entity) ? <ImportButton entity={entity} isPhone={isPhone} /> : null}
            {can(user, entity.name, 'X') && !isPhone ? <ExportMenu entity={entity} query={state.sent} total={list.total} /> : null}
            {mayCreate && !isPhone ? (
              <LinkButton
                to="/private/farmbook/$operator/$entity/create"
                params={{ operator, entity: entity.name }}
                search={fixed}
                {...(isEmpty ? quiet : loud)}
                startIcon={<Add />}
              >
                {t('New {{thing}}', { thing: inSentence(t(entity.label), format.language) })}
                <KeyHint>c</KeyHint>
              </LinkButton>
            ) : null}
          </>
        }
      />
      <SavedViews entity={entity} state={state} />
      <FilterBar
        q={state.query.q}
        onSearch={onSearch}
        searchRef={search}
        placeholder={t('Name, code or number')}
        onClear={() => state.open(state.shown)}
        filters={listFilters(
          entity,
          state,
          list.items,
          list.refs,
          { t, format, refs: list.refs },
          { fixed, hidden: fieldsHiddenFrom(entity, accessScopes(user, entity.name, 'L')) },
        )}
        end={
          isPhone ? null : (
            <>
              <ModeSwitch state={state} modes={slots.listModes ?? []} />
              {mode ? null : <ColumnChooser entity={entity} names={names} onChange={setNames} />}
            </>
          )
        }
      />
      {isPhone && slots.listModes?.length ? (
        <Box sx={{ mb: 1.75 }}>
          <ModeSwitch state={state} modes={slots.listModes} wide />
        </Box>
      ) : null}
      {mode ? (
        <Suspense fallback={<ListSkeleton cards={isPhone} />}>
          <mode.part {...parts} />
        </Suspense>
      ) : (
        <Frame cards={isPhone}>
          {list.isPending ? (
            <ListSkeleton columns={Math.min(6, columns.length)} cards={isPhone} />
          ) : list.error && list.items.length === 0 ? (
            <LoadError
              problem={list.error}
              title={t('The list could not be loaded')}
              retry={() => void list.refetch()}
              preserved={[t('Your search, filters and order')]}
            />
          ) : list.items.length === 0 ? (
            <Suspense fallback={null}>
              <EmptyList entity={entity} state={state} create={mayCreate && !isPhone ? create : undefined} />
            </Suspense>
          ) : (
            <>
              <Suspense fallback={<ListSkeleton columns={Math.min(6, columns.length)} cards={isPhone} />}>
                <ListWrapper rows={list.items}>
                  <DataTable
                    label={heading}
                    columns={columns}
                    rows={list.items}
                    nameOf={(row) => titleOf(row, slots, { t, format, refs: list.refs })}
                    {...(opens ? { onOpen: open } : {})}
                    asCards={isPhone}
                    card={(row) => (
                      <ListCard
                        entity={entity}
                        row={row}
                        names={names}
                        refs={list.refs}
                        operator={operator}
                        opens={opens}
                        slots={slots}
                        t={t}
                        format={format}
                      />
                    )}
                    sort={state.sent.sort}
                    onSort={(sort) => state.set({ sort })}
                    selected={selected}
                    onSelect={setSelected}
                    cursor={cursor}
                  />
                </ListWrapper>
              </Suspense>
              <Suspense fallback={null}>
                {chosen.length > 0 ? <BulkBar entity={entity} rows={chosen} onClear={() => setSelected(nobody)} onDone={setSelected} /> : null}
              </Suspense>
              <Box
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  flexWrap: 'wrap',
                  gap: 2,
                  px: { sm: 2 },
                  py: 1.25,
                  borderTop: { sm: '1px solid' },
                  borderColor: { sm: 'divider' },
                }}
              >
                {list.hasNextPage ? (
                  <Button variant="outlined" color="inherit" size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    {t('Load more')}
                  </Button>
                ) : null}
                <Typography variant="caption" color="textSecondary" role="status">
                  {count}
                </Typography>
                {isPhone ? null : (
                  <Typography variant="caption" color="textSecondary" sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 0.5 }}>
                    <KeyHint>j</KeyHint>
                    <KeyHint>k</KeyHint> {t('move')}
                    <KeyHint>x</KeyHint> {t('select')}
                  </Typography>
                )}
              </Box>
            </>
          )}
        </Frame>
      )}
      {isPhone && mayCreate ? (
        <PhoneAction>
          <LinkButton
            to="/private/farmbook/$operator/$entity/create"
            params={{ operator, entity: entity.name }}
            search={fixed}
            {...(isUnfound ? quiet : loud)}
            fullWidth
            startIcon={<Add />}
            sx={{ minHeight: 48 }}
          >
            {t('New {{thing}}', { thing: inSentence(t(entity.label), format.language) })}
          </LinkButton>
        </PhoneAction>
      ) : null}
    </>
  )
}

/** Beyond the cap the server does not count on. */
const inAll = (total: number | undefined, isCapped: boolean, t: TFunction, format: Format): string | undefined =>
  total === undefined
    ? undefined
    : isCapped
      ? t('more than {{total}}', { total: format.number(total) })
      : t('{{total}} in all', { total: format.number(total) })

const Bare = ({ children }: { rows: readonly RecordAnswer[]; children: React.ReactNode }) => children

function Frame({ cards, children }: { cards: boolean; children: React.ReactNode }) {
  return cards ? <Box>{children}</Box> : <Card>{children}</Card>
}

type ModeSwitchProps = {
  state: ListState
  modes: NonNullable<ReturnType<typeof useSlots>['listModes']>
  /** As wide as a phone, for thumbs. */
  wide?: boolean
}

function ModeSwitch({ state, modes, wide = false }: ModeSwitchProps) {
  const { t } = useTranslation()
  if (modes.length === 0) return null
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={state.mode ?? 'list'}
      onChange={(_event, next: string | null) => {
        if (next) state.setMode(next === 'list' ? undefined : next)
      }}
      aria-label={t('Shown as')}
      fullWidth={wide}
      // Many ways fit on a phone with their words under their signs.
      sx={{
        '& .MuiToggleButton-root': { py: '3px', px: 1.25, gap: 0.75, minHeight: wide ? 44 : undefined },
        ...(wide && modes.length > 2 ? { '& .MuiToggleButton-root.MuiToggleButton-root': { flexDirection: 'column', px: 0, gap: 0, fontSize: 12 } } : {}),
      }}
    >
      <ToggleButton value="list">
        <ListIcon />
        {t('List')}
      </ToggleButton>
      {modes.map(({ id, label, icon: Icon }) => (
        <ToggleButton key={id} value={id}>
          <Icon fontSize="small" />
          {t(label)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
