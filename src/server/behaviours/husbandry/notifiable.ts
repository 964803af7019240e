// A disease that must be reported is a finding for whoever manages the operator (animal 2, 5.4).

import { entityOf } from '#domain/entities.ts'
import { phrase } from '#domain/messages/message.ts'
import type { EventChange, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

/** `ownerRole`: who settles the finding. */
export async function flagNotifiable(scope: Scope, diagnosisId: string | null | undefined, flag: EventChange['flag']): Promise<void> {
  const [diagnosis] = diagnosisId ? await recordsById(scope, entityOf('diagnosiscode'), [diagnosisId]) : []
  if (!diagnosis?.notifiable) return
  flag({
    ruleId: 'AH-22',
    severity: 'REVIEW',
    message: phrase`${diagnosis.name} must be reported to the authority: the operator’s manager decides what happens next.`,
    figures: { diagnosis: diagnosis.name, ownerRole: 'OPERATOR_MANAGER' },
  })
}
