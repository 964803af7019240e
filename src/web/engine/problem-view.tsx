// A page or panel that could not be loaded.
import type { ReactNode } from 'react'
import type { ApiProblem } from '#web/api/client.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** A whole page or panel that could not be loaded. */
export function LoadError({
  problem,
  title,
  retry,
  preserved = [],
  actions,
  isPage = false,
}: {
  problem: ApiProblem
  title: string
  retry?: () => void
  preserved?: string[]
  actions?: ReactNode
  /** In place of the whole page. */
  isPage?: boolean
}) {
  const { t } = useTranslation()
  return (
    <ErrorState
      title={title}
      reason={t(problem)}
      preserved={preserved}
      reference={problem.requestId}
      retry={problem.isPassing ? retry : undefined}
      actions={actions}
      isPage={isPage}
    />
  )
}
