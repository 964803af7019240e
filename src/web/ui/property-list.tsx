// Labels and values of a record, in as many columns as fit.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { onlyHeard } from './only-heard.ts'

export type Property = {
  key: string
  label: string
  value: ReactNode /** Takes the whole width (long texts, tables). */
  wide?: boolean /** The heading above says it already: only for those who listen. */
  isTitled?: boolean
}

export function PropertyList({ properties }: { properties: readonly Property[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, var(--property-width, 200px)), 1fr))',
        columnGap: { xs: 2, sm: 3 },
        rowGap: 1.5,
        '--property-width': { xs: '135px', sm: '200px' },
      }}
    >
      {properties.map(({ key, label, value, wide, isTitled }) => (
        <Box key={key} sx={{ minWidth: 0, ...(wide ? { gridColumn: '1 / -1' } : {}) }}>
          <Typography component="dt" variant="caption" color="textSecondary" {...(isTitled ? { sx: onlyHeard } : {})}>
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
