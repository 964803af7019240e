// The sign of a tile: an icon on the soft colour of the brand.
import Box from '@mui/material/Box'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'

export type SignIcon = ComponentType<SvgIconProps>

export const Sign = ({ icon: Icon }: { icon: SignIcon }) => (
  <Box sx={{ width: 36, height: 36, flexShrink: 0, borderRadius: 1, display: 'grid', placeItems: 'center', bgcolor: 'brand.softer', color: 'brand.ink' }}>
    <Icon aria-hidden />
  </Box>
)
