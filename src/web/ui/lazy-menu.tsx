// Menus and popovers are fetched when one is first opened: closed ones are no reason to wait for a page on a slow line.
import type { MenuProps } from '@mui/material/Menu'
import type { PopoverProps } from '@mui/material/Popover'
import { lazy, Suspense, useState } from 'react'

const MuiMenu = lazy(() => import('@mui/material/Menu'))
const MuiPopover = lazy(() => import('@mui/material/Popover'))

/** Whether it has been open; it stays from then on, so that it closes as smoothly as it opens. */
function useWasOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen || open
}

export function LazyMenu(props: MenuProps) {
  if (!useWasOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <MuiMenu {...props} />
    </Suspense>
  )
}

export function LazyPopover(props: PopoverProps) {
  if (!useWasOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <MuiPopover {...props} />
    </Suspense>
  )
}
