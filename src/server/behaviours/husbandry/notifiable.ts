// A disease that must be reported is a finding for whoever manages the operator (animal 2, 5.4).
import { entityOf } from '#domain/entities.ts'
import type { EventChange, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

/** `ownerRole`: who settles the finding. */
export async function flagNotifiable(scope: Scope, { event, flag }: Pick<EventChange, 'event' | 'flag'>): Promise<void> {
  const id = event.data.diagnosisId as string | null | undefined
  const [diagnosis] = id ? await recordsById(scope, entityOf('diagnosiscode'), [id]) : []
  if (!diagnosis?.notifiable) return
  flag({
    ruleId: 'AH-22',
    severity: 'REVIEW',
    message: `${diagnosis.name} must be reported to the authority: the operator’s manager decides what happens next.`,
    figures: { diagnosis: diagnosis.name, ownerRole: 'OPERATOR_MANAGER' },
  })
}
