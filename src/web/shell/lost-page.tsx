// An address outside everything: said in the frame of public pages, so that the programme and the language stay in sight.

import { NotFound } from '#web/ui/not-found.tsx'
import { LibraryTheme } from './library-theme.tsx'
import { PublicShell } from './public-shell.tsx'

export function LostPage() {
  return (
    <PublicShell>
      <LibraryTheme>
        <NotFound />
      </LibraryTheme>
    </PublicShell>
  )
}
