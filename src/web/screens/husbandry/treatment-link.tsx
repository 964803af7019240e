// What brought a withdrawal about, as a way to it: a treatment, a birth or a restriction on the animal, flock or pond.

import { useOperator } from '#web/api/operator.ts'
import type { CellProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { animalSubjects } from './record-titles.ts'

/** Milk tanks are restricted by tests of their dairy, which the withdrawal does not name: no way there. */
export function TreatmentLink({ value, row, refs }: CellProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const id = animalSubjects.map((name) => row[name]).find((one) => typeof one === 'string')
  const subject = typeof id === 'string' ? refs?.[id] : undefined
  if (!subject || typeof id !== 'string' || typeof value !== 'string') return <Nothing />
  return (
    <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: subject.entity, id, eventId: value }}>
      {t('What was recorded')}
    </TextLink>
  )
}
