// The one action of a page at the thumb: above the bottom bar of a phone, whatever the page's length.
import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { ReactNode } from 'react'
import { measures } from '#web/theme/tokens.ts'

export function PhoneAction({ children }: { children: ReactNode }) {
  return (
    <>
      <Box
        sx={{
          position: 'fixed',
          left: 0,
          right: 0,
          bottom: `calc(${measures.bottomBar}px + env(safe-area-inset-bottom))`,
          px: 2,
          py: 1.25,
          bgcolor: 'background.paper',
          borderTop: '1px solid',
          borderColor: 'divider',
          zIndex: 3,
          '& .MuiButton-root': { minHeight: measures.buttonPhone },
        }}
      >
        {children}
      </Box>
      <GlobalStyles styles={room} />
    </>
  )
}

/** Keeps the page's end from lying under the action. */
const room = { '#main': { marginBottom: measures.buttonPhone + 20 } }
