// One file as a tile: a small image or its kind, its name, what else is to be said of it, and what can be done with it.

import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { DescriptionOutlined as Description } from '#web/icons/description-outlined.ts'

type FileTileProps = {
  name: string
  /** Address of its image; undefined: it has none, or not yet. */
  preview: string | undefined
  /** A line below its name. */
  note?: ReactNode
  /** To its right. */
  actions?: ReactNode
  /** Opens it; absent: it cannot be opened here. */
  onOpen?: { label: string; open: () => void } | undefined
}

const picture = { width: 64, height: 64, flexShrink: 0, borderRadius: 1, border: '1px solid', borderColor: 'divider', bgcolor: 'background.default' } as const

export function FileTile({ name, preview, note, actions, onOpen }: FileTileProps) {
  const image = preview ? (
    <Box component="img" src={preview} alt="" sx={{ ...picture, objectFit: 'cover', display: 'block' }} />
  ) : (
    <Box aria-hidden sx={{ ...picture, display: 'grid', placeItems: 'center', color: 'text.secondary' }}>
      <Description />
    </Box>
  )
  const words = (
    <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere', fontWeight: 500 }}>
      {name}
    </Box>
  )
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      {onOpen ? (
        <Box
          component="button"
          type="button"
          aria-label={onOpen.label}
          onClick={onOpen.open}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            minWidth: 0,
            p: 0,
            border: 0,
            bgcolor: 'transparent',
            color: 'inherit',
            font: 'inherit',
            textAlign: 'left',
            cursor: 'pointer',
            borderRadius: 1,
            '&:focus-visible': { outline: '2px solid', outlineColor: 'brand.ink', outlineOffset: 2 },
          }}
        >
          {image}
          {words}
        </Box>
      ) : (
        image
      )}
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        {onOpen ? null : words}
        {note}
      </Box>
      {actions}
    </Box>
  )
}
