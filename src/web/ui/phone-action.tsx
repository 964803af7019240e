// The one action of a page at the thumb: above the bottom bar of a phone.
import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { ReactNode } from 'react'
import { measures } from '#web/theme/tokens.ts'

/** `floating`: it stands in the flow somewhere above and must be lifted to the bottom of the window. */
export function PhoneAction({ children, floating = false }: { children: ReactNode; floating?: boolean }) {
  const bottom = `calc(${measures.bottomBar}px + env(safe-area-inset-bottom))`
  const place = floating ? { position: 'fixed', left: 0, right: 0, bottom } as const : { position: 'sticky', mx: -2, mt: 2, bottom } as const
  return (
    <>
      <Box sx={{ ...place, px: 2, py: 1.25, bgcolor: 'background.paper', borderTop: '1px solid', borderColor: 'divider', zIndex: 3, '& .MuiButton-root': { minHeight: measures.buttonPhone } }}>{children}</Box>
      {floating ? <Room /> : null}
    </>
  )
}

/** Keeps the page's end from lying under the lifted action. */
const Room = () => <GlobalStyles styles={{ '#main': { marginBottom: measures.buttonPhone + 20 } }} />
