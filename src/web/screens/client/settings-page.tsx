// …/client/{id}/{settings}: one page for each kind of settings of the programme that has a form of its own.
import { useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

const pages: Readonly<Record<string, ComponentType>> = {
  tolerances: lazy(async () => ({ default: (await import('./tolerances-page.tsx')).TolerancesPage })),
  'automatic-approval': lazy(async () => ({ default: (await import('./policy-page.tsx')).PolicyPage })),
}

export function SettingsPage() {
  const { settings = '' } = useParams({ strict: false }) as { settings?: string }
  const Page = Object.hasOwn(pages, settings) ? pages[settings] : undefined
  if (!Page) return <NotFound />
  return (
    <Suspense fallback={<PageLoader />}>
      <Page />
    </Suspense>
  )
}
