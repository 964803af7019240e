// What a certification body found at an operator (domain dictionary 5.4, EXTERNAL_AUDIT): each finding is a non-conformity, closed by the product when
// the audit is voided, unless people have closed it or imposed a sanction.
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { cureCaused } from '../certification/caused-findings.ts'
import { membersOf } from './members-of.ts'

const [collective, nonconformity] = [entityOf('collective'), entityOf('nonconformity')]

export const externalAudit: EventBehaviour<typeof collective, 'EXTERNAL_AUDIT'> = {
  async check(scope, { event }) {
    const { bodyId, from, until, farmerIds, findings } = event.data
    if (!mayAuditFor(scope, bodyId)) throw new Problem('FORBIDDEN', { message: 'An audit is recorded by the certification body that made it.' })
    const day = localDay(scope, event.occurredAt)
    if (from > until) throw fieldProblem('data.until', 'min', 'The period ends before it begins.')
    if (until > day) throw fieldProblem('data.until', 'max', 'The audit was over before it is recorded.')
    for (const [index, { farmerId, dueOn }] of findings.entries()) {
      if (farmerId && !farmerIds.includes(farmerId))
        throw fieldProblem(`data.findings.${index}.farmerId`, 'missing', 'This member is not among those looked at.')
      if (dueOn < until) throw fieldProblem(`data.findings.${index}.dueOn`, 'min', 'A finding is corrected after the audit.')
    }
  },
  async apply(scope, { subject, event }) {
    const { until, farmerIds, findings } = event.data
    await membersOf(scope, subject, farmerIds, (index) => `data.farmerIds.${index}`)
    for (const [index, { farmerId, ...found }] of findings.entries())
      await createBySystem(
        scope,
        nonconformity,
        { ...found, operatorId: subject.id, ref: `EA-${event.id.slice(-8).toUpperCase()}-${index + 1}`, farmerId: farmerId ?? null, openedOn: until },
        event.id,
      )
  },
  async settle(scope, { event }, isVoided) {
    if (isVoided) await cureCaused(scope, event.id, 'The audit that found it was voided.')
  },
}

const mayAuditFor = ({ user }: Scope, bodyId: string): boolean =>
  user.grants.some(
    ({ role, certificationBodyIds = [] }) => role === 'ADMIN' || (role === 'CERTIFICATION_BODY_AUDITOR' && certificationBodyIds.includes(bodyId)),
  )
