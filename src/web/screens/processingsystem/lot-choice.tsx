// Choosing a lot by its name or by its label: a hand scanner types what the QR says and presses Enter.

import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { SearchOutlined as SearchIcon } from '#web/icons/search-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { lotsMatching, type OwnedLot } from './line.ts'

export function LotChoice({
  open,
  choices,
  onChoose,
  onClose,
}: {
  open: boolean
  choices: readonly OwnedLot[]
  onChoose: (lot: RecordAnswer) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const found = lotsMatching(choices, typed)
  const choose = (lot: RecordAnswer) => {
    setTyped('')
    onChoose(lot)
  }
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="lot-choice">
      <DialogTitle id="lot-choice">{t('Which lot?')}</DialogTitle>
      <Box sx={{ px: 3, pb: 1.5 }}>
        <OutlinedInput
          fullWidth
          size="small"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={t('Lot no., or scan the label')}
          inputProps={{ 'aria-label': t('Lot no., or scan the label'), autoComplete: 'off' }}
          startAdornment={
            <InputAdornment position="start">
              <SearchIcon sx={{ color: 'ink3' }} />
            </InputAdornment>
          }
          // The dialog stands inside the run's form in React's tree: Enter must not send that.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.stopPropagation()
            if (found.length === 1 && found[0]) choose(found[0].lot)
          }}
        />
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 2, maxHeight: 420, overflowY: 'auto' }}>
        {found.map(({ lot, product }) => {
          const claim = claims[(lot.claimStatus as Claim | null) ?? 'CONVENTIONAL']
          return (
            <li key={lot.id}>
              <ButtonBase
                onClick={() => choose(lot)}
                sx={{
                  width: '100%',
                  px: 3,
                  py: 1,
                  gap: 1.5,
                  textAlign: 'left',
                  justifyContent: 'flex-start',
                  font: 'inherit',
                  minHeight: 52,
                  borderTop: '1px solid',
                  borderColor: 'divider',
                  '&:hover, &:focus-visible': { bgcolor: 'background.default' },
                }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Box sx={{ fontWeight: 600 }}>{lot.title}</Box>
                  <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                    {[product, lot.producedOn ? format.date(String(lot.producedOn)) : ''].filter(Boolean).join(', ')}
                  </Box>
                </Box>
                <StatusChip tone={claim[1]} label={t(claim[0])} />
                <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', minWidth: 82, textAlign: 'right' }}>{format.kg(Number(lot.availableKg))}</Box>
              </ButtonBase>
            </li>
          )
        })}
      </Box>
      {found.length === 0 ? (
        <Box role="status" sx={{ px: 3, pb: 3, color: 'text.secondary' }}>
          {t('No lot of this number can be used here.')}
        </Box>
      ) : null}
    </Dialog>
  )
}
