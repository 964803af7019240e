// Search, chips for what is filtered, and a way to add more; on phones the filters are a sheet.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { FilterListOutlined as Filter } from '#web/icons/filter-list-outlined.ts'
import { SearchOutlined as Search } from '#web/icons/search-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { FilterItem } from './filter-sheet.tsx'
import { LazyMenu, LazyPopover } from './lazy-menu.tsx'

export type FilterBarProps = {
  q: string
  onSearch: (q: string) => void
  placeholder: string
  filters: readonly FilterItem[]
  onClear: () => void
  searchRef?: Ref<HTMLInputElement>
  end?: ReactNode
}

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))
const typingMilliseconds = 250

export function FilterBar({ q, onSearch, placeholder, filters, onClear, searchRef, end }: FilterBarProps) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [typed, setTyped] = useState(q)
  const sent = useRef(q)
  useEffect(() => {
    if (q !== sent.current) {
      sent.current = q
      setTyped(q)
    }
  }, [q])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      onSearch(typed)
    }, typingMilliseconds)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  const active = filters.filter((filter) => filter.active !== null)
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: { xs: 'nowrap', sm: 'wrap' }, gap: 1, alignItems: 'center', mb: 1.75 }}>
      <OutlinedInput
        size="small"
        inputRef={searchRef}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={placeholder}
        type="search"
        sx={{ width: { xs: 'auto', sm: 230 }, minWidth: 0, flex: { xs: 1, sm: 'none' }, '& input': { py: 0.75 }, minHeight: { sm: 34 } }}
        inputProps={{ 'aria-label': placeholder }}
        startAdornment={
          <InputAdornment position="start">
            <Search aria-hidden />
          </InputAdornment>
        }
      />
      {isPhone ? (
        filters.length > 0 && <Sheet filters={filters} count={active.length} onClear={onClear} />
      ) : (
        <>
          {active.map((filter) => (
            <FilterChip key={filter.id} filter={filter} />
          ))}
          <AddFilter filters={filters.filter((filter) => filter.active === null)} />
          {active.some((filter) => filter.onRemove) ? (
            <Button size="small" variant="text" onClick={onClear}>
              {t('Clear')}
            </Button>
          ) : null}
        </>
      )}
      {end ? <Box sx={{ ml: { sm: 'auto' }, display: 'flex', gap: 1 }}>{end}</Box> : null}
    </Box>
  )
}

const chipStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 32,
  border: '1px solid',
  borderColor: 'edge',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontSize: 13.5,
} as const

function FilterChip({ filter: { label, active, editor, onRemove } }: { filter: FilterItem }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <Box sx={chipStyle}>
      <ButtonBase
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="dialog"
        sx={{ px: 1.25, height: 32, gap: 0.75, font: 'inherit', borderRadius: 1, maxWidth: 280 }}
      >
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {label}
        </Box>
        <Box component="span" sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {active}
        </Box>
      </ButtonBase>
      {onRemove ? (
        <IconButton size="small" onClick={onRemove} aria-label={t('Remove filter {{label}}', { label })} sx={{ p: 0.5, mr: 0.25, minWidth: 24, minHeight: 24 }}>
          <Close sx={{ fontSize: 15 }} />
        </IconButton>
      ) : null}
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { sx: { p: 2, width: 300, mt: 0.5 }, role: 'dialog', 'aria-label': label } }}
      >
        {editor}
      </LazyPopover>
    </Box>
  )
}

function AddFilter({ filters }: { filters: readonly FilterItem[] }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const filter = filters.find((one) => one.id === chosen)
  if (filters.length === 0) return null
  return (
    <>
      <Button
        ref={button}
        size="small"
        color="inherit"
        startIcon={<Add />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        sx={{ border: '1px dashed', borderColor: 'edge', color: 'text.secondary', minHeight: 32 }}
      >
        {t('Filter')}
      </Button>
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {filters.map(({ id, label }) => (
          <MenuItem
            key={id}
            onClick={() => {
              setAnchor(null)
              setChosen(id)
            }}
          >
            {label}
          </MenuItem>
        ))}
      </LazyMenu>
      <LazyPopover
        open={filter !== undefined}
        anchorEl={button.current}
        onClose={() => setChosen(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { sx: { p: 2, width: 300, mt: 0.5 }, role: 'dialog', 'aria-label': filter?.label } }}
      >
        {filter?.editor}
      </LazyPopover>
    </>
  )
}

/** The button on phones; the sheet it opens is fetched at the first touch. */
function Sheet({ filters, count, onClear }: { filters: readonly FilterItem[]; count: number; onClear: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<Filter />} onClick={() => setOpen(true)} sx={{ minHeight: 50 }}>
        {t('Filters')}
        {count > 0 ? (
          <Box
            component="span"
            sx={{
              ml: 1,
              minWidth: 20,
              height: 20,
              borderRadius: '10px',
              bgcolor: 'brand.ink',
              color: '#fff',
              fontSize: 12,
              display: 'grid',
              placeItems: 'center',
            }}
          >
            {count}
          </Box>
        ) : null}
      </Button>
      <Suspense fallback={null}>
        {open === null ? null : <FilterSheet open={open} filters={filters} onClear={onClear} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
