// The filters of a list as a sheet, on phones: one under the other, each unfolding to be changed.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { ExpandMoreOutlined as ExpandMore } from '#web/icons/expand-more-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'

export type FilterItem = {
  id: string
  label: string
  /** What is filtered now, in words; null = not filtered. */
  active: ReactNode | null
  editor: ReactNode
  /** Absent: set elsewhere (the season switcher), shown but not removable here. */
  onRemove?: () => void
}
type FilterSheetProps = { open: boolean; filters: readonly FilterItem[]; onClear: () => void; onClose: () => void }

export function FilterSheet({ open, filters, onClear, onClose }: FilterSheetProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      anchor="bottom"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: { borderRadius: '16px 16px 0 0', maxHeight: '85dvh' }, role: 'dialog', 'aria-label': t('Filters') } }}
    >
      <Box sx={{ overflow: 'auto', pb: 1 }}>
        <Typography variant="h2" sx={{ p: 2, pb: 1 }}>
          {t('Filters')}
        </Typography>
        {filters.map((filter) => (
          <FoldedFilter key={filter.id} filter={filter} />
        ))}
      </Box>
      <Box sx={{ p: 2, display: 'flex', gap: 1, borderTop: '1px solid', borderColor: 'divider' }}>
        <Button variant="outlined" color="inherit" onClick={onClear} sx={{ flex: 1 }}>
          {t('Clear')}
        </Button>
        <Button variant="contained" onClick={onClose} sx={{ flex: 2 }}>
          {t('Show')}
        </Button>
      </Box>
    </Drawer>
  )
}

/** One filter of the sheet: its name and what it is set to; unfolds to be changed. */
function FoldedFilter({ filter: { label, active, editor } }: { filter: FilterItem }) {
  const [isOpen, setOpen] = useState(active !== null)
  return (
    <Box sx={{ borderTop: '1px solid', borderColor: 'divider' }}>
      <ButtonBase
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ width: '100%', minHeight: 48, px: 2, gap: 1, justifyContent: 'flex-start', font: 'inherit', fontSize: 15, fontWeight: 500 }}
      >
        {label}
        <Box
          component="span"
          sx={{ ml: 'auto', color: 'text.secondary', fontWeight: 400, maxWidth: '50%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {active}
        </Box>
        <ExpandMore aria-hidden sx={{ color: 'ink3', transform: isOpen ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      {isOpen ? <Box sx={{ px: 2, pb: 2, pt: 0.5 }}>{editor}</Box> : null}
    </Box>
  )
}
