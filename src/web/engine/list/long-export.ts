// An export of more rows than one waits for: asked for, and where it will be found.

import type { ExportJob } from '#domain/exchange/export-answer.ts'
import type { ChosenPurpose } from '#domain/people/export-purposes.ts'
import { requestExport } from '#web/api/exports.ts'
import type { ListQuery } from '#web/api/list-query.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'

/** `look` opens the page of a person's imports and exports. Throws ApiProblem. */
export async function makeLongExport(wanted: {
  operator: string
  entity: string
  query: ListQuery
  kind: ExportJob['format']
  purpose: ChosenPurpose | null
  look: () => void
  t: TFunction
}): Promise<void> {
  const { operator, entity, query, kind, purpose, look, t } = wanted
  await requestExport(operator, entity, query, kind, purpose)
  showToast({
    severity: 'success',
    message: t('The file is being made. It is found under “Your imports and exports”.'),
    action: { label: t('Look'), run: look },
  })
}
