// The box of the search across the farmbook: the same before and after the search itself has been fetched.

import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { SearchOutlined as Search } from '#web/icons/search-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function SearchInput({ inputProps, ...props }: OutlinedInputProps) {
  const { t } = useTranslation()
  return (
    <OutlinedInput
      {...props}
      fullWidth
      size="small"
      placeholder={t('Find a farmer, parcel, crop or batch')}
      inputProps={{ ...inputProps, 'aria-label': t('Search'), type: 'search' }}
      startAdornment={
        <InputAdornment position="start">
          <Search aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        <Box
          component="kbd"
          aria-hidden
          sx={{
            display: { xs: 'none', md: 'grid' },
            placeItems: 'center',
            width: 20,
            height: 20,
            border: '1px solid',
            borderColor: 'edge',
            borderRadius: '4px',
            font: 'inherit',
            fontSize: 12,
            color: 'text.secondary',
          }}
        >
          /
        </Box>
      }
      sx={{ bgcolor: 'background.default', height: { md: 36 }, pr: 1 }}
    />
  )
}
